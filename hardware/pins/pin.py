"""One line of a GPIO chip as a gpiozero pin."""

import ctypes
import errno
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, NamedTuple, Protocol

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins import PinInfo
from gpiozero.pins.local import LocalPiPin

from companion.clock import SECOND, Clock, Instant, Nanoseconds
from hardware.errors import LineMissingError
from hardware.pins.claim import Claim, StampedEdge

if TYPE_CHECKING:
    from hardware.pins.factory import GpiodFactory

# Software PWM: the pulses of one output, made by its own thread.
#
# Periods begin by the clock, so lateness doesn't add up and the mean frequency is right. A pulse's length
# counts from its actual start, so a servo is off by one wake-up and not by two. How good that is depends on
# how soon the thread is woken, and on what else holds Python's interpreter: a program that computes without a
# pause delays every edge by milliseconds (docs/gpiozero_factory.md has figures).

FASTEST = 10_000.0
"""Greatest frequency, in Hz; the same as lgpio's."""

PR_SET_TIMERSLACK = 29
"""Linux's prctl: how many ns late a thread may be woken, to wake several at once; 50,000 by default."""


class Pulse(NamedTuple):
    """A pulse of `high` in every `period`; 0 or the whole period is a constant level."""

    period: Nanoseconds
    high: Nanoseconds


class Orders(Protocol):
    """The queue of a pulse thread's orders; None: stop."""

    def put(self, order: Pulse | None) -> None:
        """Queue an order."""

    def get(self, block: bool = True, timeout: float | None = None) -> Pulse | None:
        """Return the next order. Raises queue.Empty if none comes within `timeout` seconds."""


class Pulses:
    """Writes levels with `write` from its own thread; False when it stops.

    A new shape begins with the next period, as in a PWM chip: no pulse is cut short.
    """

    def __init__(self, write: Callable[[bool], None], clock: Clock, orders: Orders | None = None) -> None:
        self._write, self._clock = write, clock
        self._orders = orders or SimpleQueue[Pulse | None]()
        self._fault: OSError | None = None
        self._thread: threading.Thread | None = None
        self.frequency = FASTEST
        self.duty = 0.0

    def set(self, frequency: float, duty: float) -> None:
        """Make pulses of `frequency` in Hz and `duty` from 0 to 1. Raises OSError if the line is gone."""
        if self._fault is not None:
            raise self._fault
        self.frequency, self.duty = frequency, duty
        period = Nanoseconds(round(SECOND / frequency))
        self._orders.put(Pulse(period, Nanoseconds(round(period * duty))))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_thread, name="gpiod-pulses", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Leave the line low and end the thread; does nothing if it has ended."""
        self._orders.put(None)
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Make pulses until the order to stop. Raises OSError if the line is gone."""
        shape = self._orders.get()
        due = self._clock.now()
        while shape is not None:
            self._write(shape.high > 0)
            if 0 < shape.high < shape.period:
                following = self._wait(shape, Instant(self._clock.now() + shape.high))
                self._write(False)
                # Skip periods that were missed; after a late pulse keep a gap before the next.
                fell = self._clock.now()
                due = Instant(due + shape.period * max(1, (fell - due) // shape.period))
                not_before = Instant(fell + (shape.period - shape.high) // 2)
                shape = following and self._wait(following, max(due, not_before))
            else:
                shape = self._orders.get()
                due = self._clock.now()

    def _run_thread(self) -> None:
        with suppress(AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1)
        try:
            self.run()
            self._write(False)
        except OSError as error:
            self._fault = error

    def _wait(self, shape: Pulse, until: Instant) -> Pulse | None:
        """Sleep until then; return the newest order, `shape` if none came, or None at once for a stop."""
        newest: Pulse | None = shape
        while newest is not None and (remaining := until - self._clock.now()) > 0:
            try:
                newest = self._orders.get(timeout=remaining / SECOND)
            except Empty:
                break
        return newest


# Leaving out bounce, for gpiozero's `bounce_time`; grabs are never debounced.

NOT_AT_ALL = Nanoseconds(0)


class Debounce:
    """Reports a change at once, with its own stamp, then leaves out edges within `period`.

    If the line has settled at the other level by then, its last edge is reported: otherwise a tap shorter
    than the period would leave a Button held for ever. `NOT_AT_ALL` leaves out nothing.
    """

    def __init__(self, period: Nanoseconds = NOT_AT_ALL) -> None:
        self.period = period
        self._reported: StampedEdge | None = None
        self._left_out: StampedEdge | None = None

    @property
    def due(self) -> Instant | None:
        """When `settle` will have something to report, unless another edge comes first."""
        reported, left_out = self._reported, self._left_out
        if reported is None or left_out is None or left_out.state == reported.state:
            return None
        return Instant(reported.at + self.period)

    def take(self, edge: StampedEdge) -> list[StampedEdge]:
        """Return the edges to report now that this one has come, oldest first."""
        edges = self.settle(edge.at)
        if self._reported is not None and edge.at - self._reported.at < self.period:
            self._left_out = edge
            return edges
        self._reported, self._left_out = edge, None
        return [*edges, edge]

    def settle(self, now: Instant) -> list[StampedEdge]:
        """Return the edge to report by `now`, if any."""
        due, left_out = self.due, self._left_out
        if due is None or left_out is None or now < due:
            return []
        self._reported, self._left_out = left_out, None
        return [left_out]


DIRECTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose ticks are the kernel's nanoseconds; `lost` counts the edges missing in its sequence.

    With both edges, the reported state is the level that the kernel read after the interrupt, so while a
    button bounces a press may be reported as a release; `edges = "falling"` or `"rising"` avoids that.
    """

    def __init__(self, factory: "GpiodFactory", info: PinInfo) -> None:
        super().__init__(factory, info)
        self.lost = 0
        self.gone = False
        self._claim: Claim | None = None
        self._pulses: Pulses | None = None
        self._line = factory.offset(self._number)
        self.when_gone: Callable[[], None] | None = None
        """Called when the line is lost."""
        self._when_edge: Callable[[StampedEdge], None] | None = None
        self._changes_from: Instant | None = None
        self._edges_from: Instant | None = None
        self._reset()
        _ = self.claim

    def _reset(self) -> None:
        self._function = "input"
        self._pull: str = self.info.pull or "floating"
        self._edges = "both"
        self._debounce = Debounce()

    def close(self) -> None:
        """Make the line an input without pull and release it; the pin claims it again when used."""
        self.when_changed = None
        self.when_edge = None
        self.when_gone = None
        self._end_pulses()
        claim, self._claim = self._claim, None
        if claim is not None:
            claim.leave(self._line)
        self._reset()

    @property
    def claim(self) -> Claim:
        """The claim of the line, made when first used; direction and level stay as found."""
        if self._claim is None:
            claim = self._factory.claim(self._number)
            info = self._factory.info(self._number)
            self._function = "output" if info.direction is Direction.OUTPUT else "input"
            claim.join(self._line, self)
            self._claim = claim
        return self._claim

    @property
    def when_edge(self) -> Callable[[StampedEdge], None] | None:
        """Called with every StampedEdge, whatever `bounce` is."""
        return self._when_edge

    @when_edge.setter
    def when_edge(self, value: Callable[[StampedEdge], None] | None) -> None:
        self._when_edge = value
        if value is None:
            self._listen(self._changes_from, None)
        elif self._edges_from is None:
            self._listen(self._changes_from, self._factory.ticks())

    def output_with_state(self, state: float) -> None:
        """Make the line an output that starts at `state`, without a glitch."""
        self._configure("output", self._pull, level=self._value(state))

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input with this pull, in one step."""
        self._check_pull(pull)
        self._configure("input", pull)

    def deliver(self, edge: StampedEdge) -> None:
        """Report the edge to `when_edge`, and to `when_changed` unless it is bounce."""
        try:
            # Skip edges from before anybody listened.
            if self._when_edge is not None and self._edges_from is not None and edge.at >= self._edges_from:
                self._when_edge(edge)
        finally:
            if self._changes_from is not None and edge.at >= self._changes_from:
                self._report_changes(self._debounce.take(edge))

    def settle(self, now: Instant) -> None:
        """Report to `when_changed` if the line has settled at another level than the last reported."""
        self._report_changes(self._debounce.settle(now))

    def vanished(self) -> None:
        """Mark the line as gone and call `when_gone`."""
        self.gone = True
        if self.when_gone is not None:
            self.when_gone()

    def _report_changes(self, edges: list[StampedEdge]) -> None:
        try:
            for edge in edges:
                if self._when_changed is not None:
                    self._call_when_changed(edge.at, edge.state)
        finally:
            self._factory.loop.call_at(self._debounce.due, self.settle)

    def _enable_event_detect(self) -> None:
        self._debounce = Debounce(self._debounce.period)
        self._listen(self._factory.ticks(), self._edges_from)

    def _disable_event_detect(self) -> None:
        self._factory.loop.call_at(None, self.settle)
        self._listen(None, self._edges_from)

    def _listen(self, changes: Instant | None, edges: Instant | None) -> None:
        """Report edges to `when_changed` and `when_edge` from these instants on; None: not at all."""
        before = self._changes_from, self._edges_from
        did = self._detecting
        self._changes_from, self._edges_from = changes, edges
        if self._detecting is did:
            return
        if did and (self._claim is None or self.gone):
            return
        try:
            self._configure(self._function, self._pull)
        except LineMissingError:
            # A line lost just now has no edges to stop.
            if not did:
                self._changes_from, self._edges_from = before
                raise

    @property
    def _detecting(self) -> bool:
        return self._changes_from is not None or self._edges_from is not None

    def _configure(self, function: str, pull: str, *, level: Value | None = None) -> None:
        """Configure the line; our own fields change only if that works."""
        claim = self.claim
        self._end_pulses()
        settings = gpiod.LineSettings(direction=DIRECTIONS[function])
        try:
            if function == "input":
                settings.bias = PULLS[pull]
                settings.edge_detection = EDGES[self._edges] if self._detecting else Edge.NONE
            else:
                settings.output_value = claim.value(self._line) if level is None else level
            claim.configure(self._line, settings)
        except OSError as error:
            self._raise_if_gone(error)
            raise
        self._function, self._pull = function, pull

    def _raise_if_gone(self, error: OSError) -> None:
        if error.errno == errno.ENODEV:
            self.gone = True
            raise self._factory.missing(self._number) from error

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in DIRECTIONS:
            raise PinInvalidFunction(f'a pin is "input" or "output", {self!r} can\'t be "{value}"')
        self._configure(value, self._pull)

    def _get_state(self) -> float:
        if self._pulses is not None:
            return self._pulses.duty
        try:
            return self.claim.value(self._line) is Value.ACTIVE
        except OSError as error:
            self._raise_if_gone(error)
            raise

    def _set_state(self, value: float) -> None:
        claim = self.claim
        if self._function != "output":
            raise PinSetInput(f"{self!r} is an input: make it an output before setting its state")
        try:
            if self._pulses is not None:
                self._pulses.set(self._pulses.frequency, self._duty(value))
            else:
                claim.set_value(self._line, self._value(value))
        except OSError as error:
            self._raise_if_gone(error)
            raise

    def _value(self, state: float) -> Value:
        if state not in (0, 1):
            raise PinInvalidState(f"{self!r} is either 0 or 1, not {state}: give it a frequency for pulses")
        return Value.ACTIVE if state else Value.INACTIVE

    def _duty(self, state: float) -> float:
        if not 0 <= state <= 1:
            raise PinInvalidState(f"{self!r} is high for a part of the time, from 0 to 1, not {state}")
        return float(state)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        _ = self.claim
        if self._function != "input":
            raise PinFixedPull(f"{self!r} is an output: only inputs have a pull")
        self._check_pull(value)
        self._configure("input", value)

    def _check_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f'a pull is "up", "down" or "floating", not "{value}"')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a pull-{self.info.pull} resistor on the board")

    def _get_frequency(self) -> float | None:
        return None if self._pulses is None else self._pulses.frequency

    def _set_frequency(self, value: float | None) -> None:
        """Start or change software pulses; None or 0 ends them."""
        if not value:
            self._end_pulses()
            return
        claim = self.claim
        if self._function != "output":
            raise PinPWMFixedValue(f"{self!r} is an input: make it an output before giving it a frequency")
        if not 0 < value <= FASTEST:
            raise PinPWMUnsupported(
                f"{self!r}: a thread makes up to {FASTEST:,.0f} pulses a second, not {value}"
            )
        if self._pulses is None:
            levels = Value.INACTIVE, Value.ACTIVE
            self._pulses = Pulses(lambda high: claim.set_value(self._line, levels[high]), self._factory.clock)
        self._pulses.set(value, self._pulses.duty)

    def _end_pulses(self) -> None:
        pulses, self._pulses = self._pulses, None
        if pulses is not None:
            pulses.stop()

    def _get_bounce(self) -> float | None:
        return self._debounce.period / SECOND or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce(f"bounce is a time in seconds, 0 or more, not {value}")
        self._debounce.period = Nanoseconds(round((value or 0) * SECOND))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'edges are "both", "rising", "falling" or "none", not "{value}"')
        before, self._edges = self._edges, value
        if self._detecting:
            try:
                self._configure(self._function, self._pull)
            except BaseException:
                self._edges = before
                raise
