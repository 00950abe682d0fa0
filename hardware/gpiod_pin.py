"""One line of a GPIO chip as a gpiozero pin."""

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from struct import Struct
from types import MethodType
from weakref import WeakMethod

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins import PinInfo
from gpiozero.pins.local import LocalPiPin

from companion.clock import SECOND, Instant, Nanoseconds
from hardware.errors import LineMissingError
from hardware.gpiod_edges import StampedEdge
from hardware.gpiod_seam import Chip, Handle

DIRECTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}
PULLS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}

EVENT_BUFFER = 1024
"""Edges the kernel keeps for a line until they are read: the most it allows; it would keep 16 by itself."""

LINE_EVENT = Struct("=QIIII24x")
"""The kernel's gpio_v2_line_event: time in ns, kind, line, sequence of the claim, sequence of the line.

Read here and not by the binding, which looks up its classes anew for every edge: twelve times as slow, and
fifteen hands at once would wait for each other.
"""

RISING = 1
"""GPIO_V2_LINE_EVENT_RISING_EDGE; a falling edge is 2."""

EVENTS_A_READ = 64

SEQUENCE_MASK = 0xFFFFFFFF
"""The kernel counts the edges of a line in 32 bits."""


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose ticks are the kernel's nanoseconds; `lost` counts the edges missing in its sequence.

    With both edges the reported state is what the kernel found after the interrupt, so while a button bounces
    a press can be called a release; `edges = "falling"` or `"rising"` can't be mistaken.
    """

    def __init__(self, factory: Chip, info: PinInfo) -> None:
        super().__init__(factory, info)
        self.lost = 0
        self.gone = False
        self._io = threading.Lock()
        self._handle: Handle | None = None
        self._line = 0
        self._function = "input"
        self._pull: str = info.pull or "floating"
        self._edges = "both"
        self._detecting = False
        self._bounce: Nanoseconds | None = None
        self._reported: Instant | None = None
        self._sequence = 0
        self._when_gone: WeakMethod[Callable[[], None]] | None = None
        self._claim()

    def close(self) -> None:
        """Make the line an input without pull and let it go; the pin claims it again when used."""
        self.when_changed = None
        self.when_gone = None
        self._bounce, self._edges = None, "both"
        with self._io:
            handle, self._handle = self._handle, None
        if handle is None:
            return
        try:
            handle.reconfigure_lines({self._line: gpiod.LineSettings(direction=Direction.INPUT)})
        except OSError:
            self.gone = True
        handle.release()

    @property
    def when_gone(self) -> Callable[[], None] | None:
        """Called without arguments when the line vanishes; a bound method, held weakly too."""
        return None if self._when_gone is None else self._when_gone()

    @when_gone.setter
    def when_gone(self, value: MethodType | None) -> None:
        self._when_gone = None if value is None else WeakMethod(value)

    def output_with_state(self, state: float) -> None:
        """Make the line an output that starts at `state`, without a blip."""
        value = self._value(state)
        self._function = "output"
        self._configure(output=value)

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input with this pull at once."""
        self._function = "input"
        self._set_pull(pull)

    def take_edges(self) -> list[StampedEdge]:
        """Return the edges the kernel holds and count those missing; OSError when the line is gone."""
        with self._io:
            if self._handle is None:
                return []
            try:
                data = self._factory.reader(self._handle.fd, LINE_EVENT.size * EVENTS_A_READ)
            except BlockingIOError:
                return []
        edges = []
        for at, kind, _, _, sequence in LINE_EVENT.iter_unpack(data):
            self.lost += (sequence - self._sequence - 1) & SEQUENCE_MASK
            self._sequence = sequence
            edges.append(StampedEdge(at, kind == RISING))
        return edges

    def deliver(self, edge: StampedEdge) -> None:
        """Call `when_changed`, unless the edge is bounce of the one reported last."""
        bounce = self._bounce
        if bounce is not None and self._reported is not None and edge.at - self._reported < bounce:
            return
        self._reported = edge.at
        if self._when_changed is not None:
            self._call_when_changed(edge.at, edge.state)

    def vanished(self) -> None:
        """Stop reading a line that isn't there any more and tell `when_gone`."""
        self.gone = True
        with self._io:
            handle = self._handle
        if handle is not None:
            self._factory.edges.unwatch(handle.fd)
        tell = self.when_gone
        if tell is not None:
            tell()

    def _claim(self) -> Handle:
        """Claim the line if it isn't ours; direction and pull stay as found until somebody sets them."""
        if self._handle is None:
            self._handle = self._factory.claim(self._number)
            self._line = self._handle.offsets[0]
            # Reading must never wait: the lock is held meanwhile.
            os.set_blocking(self._handle.fd, False)
            self._sequence = 0
            found = self._factory.info(self._number)
            self._function = "output" if found.direction is Direction.OUTPUT else "input"
        return self._handle

    def _configure(self, output: Value | None = None) -> None:
        handle = self._claim()
        settings = gpiod.LineSettings(direction=DIRECTIONS[self._function])
        if self._function == "input":
            settings.bias = PULLS[self._pull]
            settings.edge_detection = EDGES[self._edges] if self._detecting else Edge.NONE
        else:
            settings.output_value = handle.get_value(self._line) if output is None else output
        try:
            handle.reconfigure_lines({self._line: settings})
        except OSError as error:
            self._raise_if_gone(error)
            raise

    def _raise_if_gone(self, error: OSError) -> None:
        if error.errno == errno.ENODEV:
            self.gone = True
            raise self._factory.missing(self._number) from error

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in DIRECTIONS:
            raise PinInvalidFunction(f'a pin is "input" or "output", {self!r} can\'t be "{value}"')
        self._claim()
        self._function = value
        self._configure()

    def _get_state(self) -> bool:
        handle = self._claim()
        try:
            with self._io:
                return handle.get_value(self._line) is Value.ACTIVE
        except OSError as error:
            self._raise_if_gone(error)
            raise

    def _set_state(self, value: float) -> None:
        if self._function != "output":
            raise PinSetInput(f"{self!r} is an input: make it an output before setting its state")
        level = self._value(value)
        handle = self._claim()
        try:
            handle.set_value(self._line, level)
        except OSError as error:
            self._raise_if_gone(error)
            raise

    def _value(self, state: float) -> Value:
        if state not in (0, 1):
            raise PinInvalidState(f"{self!r} is either 0 or 1, not {state}: there is no PWM on gpiod")
        return Value.ACTIVE if state else Value.INACTIVE

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"{self!r} is an output: only inputs have a pull")
        if value not in PULLS:
            raise PinInvalidPull(f'a pull is "up", "down" or "floating", not "{value}"')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a pull-{self.info.pull} resistor on the board")
        self._pull = value
        self._configure()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"{self!r}: gpiod has no PWM; use a device that needs only on and off")

    def _get_bounce(self) -> float | None:
        return None if self._bounce is None else self._bounce / SECOND

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce(f"bounce is a time in seconds, 0 or more, not {value}")
        self._bounce = Nanoseconds(round(value * SECOND)) if value else None

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'edges are "both", "rising", "falling" or "none", not "{value}"')
        self._edges = value
        if self._detecting:
            self._configure()

    def _enable_event_detect(self) -> None:
        self._detecting = True
        self._reported = None
        self._configure()
        # Edges from before anybody listened would be reported late.
        while self.take_edges():
            pass
        self._factory.edges.watch(self._claim().fd, self)

    def _disable_event_detect(self) -> None:
        self._detecting = False
        if self._handle is None:
            return
        self._factory.edges.unwatch(self._handle.fd)
        if not self.gone:
            # A line that went a moment ago has no edges to stop.
            with suppress(LineMissingError):
                self._configure()
