"""One request to the kernel for one or more lines of a chip, and the pins that share it."""

import os
import threading
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise, takewhile
from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from companion.clock import MICROSECOND, MILLISECOND, Instant, Nanoseconds
from hardware.loop import AT_ONCE, Due, Loop

if TYPE_CHECKING:
    from hardware.pins.pin import GpiodPin

# How early a line may have moved before its edge, according to the kernel's numbers of interrupts.
#
# The interrupt handler writes its time into a slot of the line and, in a request of two or more lines, takes
# the request's next number. Some time later a kernel thread makes an event of both and numbers the events of
# each line. If another interrupt of the line comes before that thread runs, time and number are overwritten:
# the line's events show no gap, but one of the request's numbers is missing. A missing number may also be
#
# - on its way: every line has its own thread, so events may not come in the order of their numbers;
# - skipped by the thread, which copies the time, clears the slot, and reads the number last. An interrupt
#   between clearing and reading gives its number to the edge before it as well; one between copying and
#   clearing loses its time, and the thread stamps it again when it next runs.
#
# Source: edge_irq_handler and edge_irq_thread in Linux's drivers/gpio/gpiolib-cdev.c.

JUST_THEN = Nanoseconds(100 * MILLISECOND)
"""How long the promptness of the kernel's threads, seen in events, holds for later ones; and the latest that
any of them runs. They have real-time priority 50 and need microseconds. If another real-time thread never
rests, the kernel takes the processor from all of them for 50 ms a second (sched_rt_runtime_us)."""

ALLOWED = 3
"""A thread may have been this many times later than the latest seen. Chosen from a curve: docs/timing.md."""

LEAST_ALLOWED = Nanoseconds(300 * MICROSECOND)
"""A thread may always have been this late: the far tail known of loaded boards is 200 µs."""

PROMPT = Nanoseconds(1 * MILLISECOND)
"""An event read this soon after its stamp shows how late its thread was; one read later shows little, since
we may have been late ourselves."""

COUNTER = 1 << 32
"""Both numbers are 32-bit counters."""


class StampedEdge(NamedTuple):
    """One edge as the kernel reports it.

    The line did not move between its previous edge and `since`, which equals `at` unless a stamp in between
    may have been overwritten.
    """

    at: Instant
    state: bool
    """The level that the kernel's thread read after `at`; it may be wrong while a contact bounces."""
    since: Instant


class LineEvent(NamedTuple):
    """The kernel's event for an edge."""

    at: Instant
    state: bool
    line: int
    interrupt: int
    """Its number among the interrupts of the request; in a request of one line the same as `event`."""
    event: int
    """Its number among the events of the line."""


class DatedEdge(NamedTuple):
    """An edge, and how many are lost.

    Lost are the events of its line missing before it, and the edge itself if it came too late: another line's
    `since` was set later than this edge by then, perhaps wrongly.
    """

    line: int
    edge: StampedEdge
    lost: int


class Gap(NamedTuple):
    """A run of missing numbers, and the numbers on either side with their stamps."""

    below: int
    before: Instant
    above: int
    after: Instant


NEVER = Instant(0)


@dataclass
class Handled:
    """An interrupt that has become an event."""

    at: Instant
    lag: int
    """How much later the thread copied its time, at most, in ns."""
    followed: bool = False
    """Whether the line's next event proves `lag`: a kernel thread surely ran within it."""


@dataclass
class LineBefore:
    """A line's previous event."""

    number: int = 0
    event: int = 0
    at: Instant = NEVER
    doubtful: bool = False
    """Whether its number may belong to a later interrupt."""
    handled: Handled | None = None


class Pace:
    """How promptly the kernel's threads ran, according to recent events."""

    def __init__(self, handled: Iterable[Handled]) -> None:
        ordered = sorted(handled, key=lambda event: event.at)
        self._stamps = [event.at for event in ordered]
        self._worst = list(accumulate((event.lag for event in ordered), max))
        known_lags = (event.lag if event.followed or event.lag <= PROMPT else 0 for event in ordered)
        self._known_lags = list(accumulate(known_lags, max))
        ran = sorted((event.at + event.lag, event.at) for event in ordered if event.followed)
        self._had_run = [by for by, _ in ran]
        self._ran = list(accumulate((since for _, since in ran), max))

    def woken(self, event: Handled) -> Instant:
        """Return the earliest time at which the thread of one of these events may have been woken."""
        before = bisect_right(self._stamps, event.at) - 1
        allowed = [
            min(JUST_THEN, max(LEAST_ALLOWED, ALLOWED * max(event.lag, lags[before])))
            for lags in (self._worst, self._known_lags)
        ]
        # If only our read was late, threads ran meanwhile; with equal priority this one would have run too.
        ran = bisect_right(self._had_run, event.at) - 1
        since = self._ran[ran] if ran >= 0 else NEVER
        return Instant(max(event.at - allowed[0], min(event.at - allowed[1], since)))


class InterruptNumbers:
    """Works out `since` for the events of one request; in a request of one line it is always `at`.

    Known limits: a number that only a later read fills in leaves `since` too early. So does another line's
    missing number, because every line that may own it gets an earlier `since`. Both can make a ruling void,
    never wrong. Two interrupts on two processors may be numbered in the opposite order of their stamps, if
    they are no further apart than reading the clock and counting.
    """

    def __init__(self, lines: Sequence[int]) -> None:
        self._shared = len(lines) > 1
        self._lines = {line: LineBefore() for line in lines}
        self._numbers = [(0, NEVER)]
        """Numbers of events with their stamps, ascending."""
        self._complete_to = 0
        """No number is missing up to this index of `_numbers`; saves searching a long run again."""
        self._newest = NEVER
        self._doubted = (0, NEVER)
        """The last number whose line may have moved before its stamp, and when its thread was woken, at the
        earliest."""
        self._handled: list[Handled] = []
        """Events of the last `JUST_THEN`, in the order in which they were read."""

    def watch(self, line: int, at: Instant) -> None:
        """Begin watching a line that has interrupts from `at` on, and had none before."""
        watched = self._lines[line]
        watched.at = max(watched.at, at)
        watched.number = max(watched.number, self._numbers[-1][0])
        watched.doubtful = False

    def date(self, events: Sequence[LineEvent], now: Instant) -> list[DatedEdge]:
        """Return the edges of these events, which must be all that the kernel held at `now`, in its order."""
        if not self._shared:
            return [self._counted(event, event.at, 0) for event in events]
        numbers = [self._unrolled(event.interrupt) for event in events]
        handled = [self._handle(event, now) for event in events]
        for number, event in zip(numbers, events, strict=True):
            insort(self._numbers, (number, event.at))
            self._newest = max(self._newest, event.at)
        self._handled = [handling for handling in self._handled if handling.at >= self._newest - JUST_THEN]
        gaps = self._gaps()
        doubt = gaps or any(line.doubtful for line in self._lines.values())
        pace = Pace(self._handled + handled) if doubt else None
        dated = [
            self._date(event, number, handling, gaps, pace)
            for event, number, handling in zip(events, numbers, handled, strict=True)
        ]
        self._handled += handled
        self._forget()
        return dated

    def _handle(self, event: LineEvent, now: Instant) -> Handled:
        """Record how late an event's thread was at most, and tighten that of the line's previous event."""
        line = self._lines[event.line]
        before = line.handled
        if before is not None and event.at - before.at < before.lag:
            before.lag, before.followed = max(0, event.at - before.at), True
        line.handled = Handled(event.at, max(0, now - event.at))
        return line.handled

    def _date(
        self, event: LineEvent, number: int, handled: Handled, gaps: Sequence[Gap], pace: Pace | None
    ) -> DatedEdge:
        line = self._lines[event.line]
        since, doubtful, woken = event.at, False, event.at
        if pace is not None and (gaps or line.doubtful):
            woken = pace.woken(handled)
            # A number missing for longer isn't this line's: its thread would have made an event by now.
            first = bisect_left(gaps, line.number, key=lambda gap: gap.below)
            mine = takewhile(lambda gap: gap.above <= number, gaps[first:])
            gap = next((gap for gap in mine if gap.after >= woken), None)
            if gap is not None:
                since, doubtful = max(gap.before, woken), True
            # It may stand for interrupts that came while the thread made the previous event.
            if line.doubtful and line.at + LEAST_ALLOWED >= woken:
                since, doubtful = min(since, max(line.at, woken)), True
        since = min(max(since, line.at), event.at)
        late = number < self._doubted[0] and event.at < self._doubted[1]
        if doubtful:
            self._doubted = max(self._doubted, (number, woken))
        line.number, line.doubtful = number, doubtful
        return self._counted(event, since, late)

    def _counted(self, event: LineEvent, since: Instant, late: int) -> DatedEdge:
        line = self._lines[event.line]
        lost = late + (event.event - line.event - 1) % COUNTER
        line.event, line.at = event.event, max(line.at, event.at)
        return DatedEdge(event.line, StampedEdge(event.at, event.state, since), lost)

    def _unrolled(self, number: int) -> int:
        """Return a 32-bit number as one that never wraps; events may be out of order."""
        highest = self._numbers[-1][0]
        return highest + (number - highest + COUNTER // 2) % COUNTER - COUNTER // 2

    def _gaps(self) -> list[Gap]:
        numbers, complete_to = self._numbers, self._complete_to
        while complete_to + 1 < len(numbers) and numbers[complete_to + 1][0] - numbers[complete_to][0] <= 1:
            complete_to += 1
        self._complete_to = complete_to
        return [
            Gap(below, before, above, after)
            for (below, before), (above, after) in pairwise(numbers[complete_to:])
            if above - below > 1
        ]

    def _forget(self) -> None:
        """Drop numbers that are too old to matter to later events."""
        since = self._newest - 2 * JUST_THEN
        # Keep one to start from.
        if len(self._numbers) < 2 or self._numbers[1][1] >= since:
            return
        old = next((index for index, (_, at) in enumerate(self._numbers) if at >= since), 1)
        dropped = max(0, old - 1)
        del self._numbers[:dropped]
        self._complete_to = max(0, self._complete_to - dropped)


# The parts of the gpiod binding that the pin factory uses; tests replace them.


class Handle(Protocol):
    """The parts of `gpiod.LineRequest` used here."""

    @property
    def fd(self) -> int:
        """The file descriptor to read edges from."""

    @property
    def offsets(self) -> list[int]:
        """The lines of this request."""

    def get_value(self, line: int | str) -> Value:
        """Return a line's level."""

    def set_value(self, line: int | str, value: Value) -> None:
        """Set a line's level."""

    def reconfigure_lines(
        self, config: dict[Any, gpiod.LineSettings | None]
    ) -> None:  # Any: as in request_lines
        """Set direction, pull and edges of all lines; lines left out are reset."""

    def release(self) -> None:
        """Release the lines."""


class ChipHandle(Protocol):
    """The parts of `gpiod.Chip` used here."""

    def get_line_info(self, line: int | str) -> gpiod.LineInfo:
        """Return the kernel's information on a line."""

    def request_lines(
        self,
        config: dict[Any, gpiod.LineSettings | None],  # Any: gpiod's own key type, a union of four
        consumer: str | None = None,
        event_buffer_size: int | None = None,
    ) -> Handle:
        """Request lines from the kernel."""

    def close(self) -> None:
        """Release the chip."""


EVENT_BUFFER = 1024
"""Edges that the kernel buffers for a request: the most it allows; its default is 16 per line."""

LINE_EVENT = Struct("=QIIII24x")
"""The kernel's gpio_v2_line_event: time in ns, kind, line, number in the request, number in the line.

Unpacked here because the binding looks up its classes for every edge, which takes twelve times as long:
fifteen hands at once would delay each other.
"""

RISING = 1
"""GPIO_V2_LINE_EVENT_RISING_EDGE; a falling edge is 2."""

EVENTS_A_READ = 64


class Claim:
    """Lines claimed together: one file to read, one count of interrupts; released when the last pin leaves.

    The loop reads it when one of its lines has edges. `released` is called once, when the lines are released;
    nothing here may be used after that.
    """

    def __init__(
        self,
        handle: Handle,
        loop: Loop,
        reader: Callable[[int, int], bytes],
        released: Callable[[], None],
    ) -> None:
        self._handle: Handle | None = handle
        self._watched = False
        self._loop, self._reader, self._released = loop, reader, released
        self._lock = threading.Lock()
        # The binding sends the settings of all lines with every change and resets those left out; kernels
        # before 6.10 then drop their edges silently. So all settings are kept here.
        self._settings = {line: gpiod.LineSettings() for line in handle.offsets}
        self._numbers = InterruptNumbers(handle.offsets)
        self._pins: dict[int, GpiodPin] = {}
        # Reading must never block: the lock is held meanwhile.
        os.set_blocking(handle.fd, False)

    def join(self, line: int, pin: "GpiodPin") -> None:
        """Deliver the edges of this line to `pin`."""
        with self._lock:
            self._pins[line] = pin

    def leave(self, line: int) -> None:
        """Make the line an input without pull or edges; the last one to leave releases all lines."""
        with suppress(OSError):
            self.configure(line, gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED))
        with self._lock:
            self._pins.pop(line, None)
            last = not self._pins
        if last:
            self.release()

    def release(self) -> None:
        """Release all lines; does nothing if they already are."""
        with self._lock:
            handle, self._handle = self._handle, None
            if handle is None:
                return
            self._loop.unwatch(handle.fd)
            handle.release()
        self._released()

    def configure(self, line: int, settings: gpiod.LineSettings) -> None:
        """Change the settings of one line only. Raises OSError, and then nothing has changed."""
        with self._lock:
            handle = self._open()
            before = self._settings[line].edge_detection
            changed = {**self._settings, line: settings}
            start = self._loop.clock.now()
            handle.reconfigure_lines(dict(changed))
            self._settings = changed
            if before is Edge.NONE and settings.edge_detection is not Edge.NONE:
                self._numbers.watch(line, start)
            self._watched = any(each.edge_detection is not Edge.NONE for each in changed.values())
            if self._watched:
                self._loop.watch(handle.fd, self.take)
            else:
                self._loop.unwatch(handle.fd)

    def value(self, line: int) -> Value:
        """Return the level of a line. Raises OSError if it is gone."""
        with self._lock:
            return self._open().get_value(line)

    def set_value(self, line: int, value: Value) -> None:
        """Set the level of an output. Raises OSError if it is gone."""
        with self._lock:
            self._open().set_value(line, value)
            # A change of another line sets all outputs again.
            self._settings[line].output_value = value

    def take(self) -> list[Due]:
        """Return all edges that the kernel holds, as calls to their pins, and count the missing ones."""
        calls: list[Due] = []
        with self._lock:
            if self._handle is None or not self._watched:
                return calls
            try:
                events = self._read_events(self._handle)
            except OSError:
                # The lines are gone.
                self._loop.unwatch(self._handle.fd)
                self._watched = False
                return [(AT_ONCE, pin.vanished) for pin in self._pins.values()]
            for line, edge, lost in self._numbers.date(events, self._loop.clock.now()):
                pin = self._pins.get(line)
                if pin is not None:
                    pin.lost += lost
                    calls.append((edge.at, partial(pin.deliver, edge)))
        return calls

    def _read_events(self, handle: Handle) -> list[LineEvent]:
        """Read until nothing is left, but not for ever: lines may never rest."""
        events: list[LineEvent] = []
        while len(events) < EVENT_BUFFER:
            try:
                data = self._reader(handle.fd, LINE_EVENT.size * EVENTS_A_READ)
            except BlockingIOError:
                break
            except OSError:
                # Keep what was read; the next read raises this again.
                if not events:
                    raise
                break
            events += [
                LineEvent(at, kind == RISING, line, interrupt, event)
                for at, kind, line, interrupt, event in LINE_EVENT.iter_unpack(data)
            ]
            if len(data) < LINE_EVENT.size * EVENTS_A_READ:
                break
        return events

    def _open(self) -> Handle:
        if self._handle is None:
            raise RuntimeError("these lines have been let go: claim them again")
        return self._handle
