"""How early a line may have moved before its edge, as the kernel's own numbers of interrupts show it.

The interrupt handler writes its time into a slot of the line and, in a request of two lines or more, takes
the next number of the request. A thread of the kernel makes an event of both some time later and numbers the
events of each line. If another interrupt of the line comes before that thread runs, time and number are
overwritten: the line's events show no gap, but a number of the request is missing. A number may also be

- on its way: every line has a thread of its own, so events come out of the order of their numbers;
- passed over by the thread, which copies the time, clears the slot, and reads the number last. An interrupt
  between clearing and reading gives its number to the edge before it as well; one between copying and
  clearing loses its time, and the thread stamps it anew when it runs again.

Source: edge_irq_handler and edge_irq_thread in Linux's drivers/gpio/gpiolib-cdev.c.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import NamedTuple

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.pins.edges import StampedEdge

LATE = Nanoseconds(100 * MILLISECOND)
"""From an interrupt to the end of the run of the kernel's thread that makes an event of it, at most.

Those threads have the real-time priority 50 and want microseconds. Where another such thread never rests, the
kernel takes the processor from all of them for 50 ms a second (sched_rt_runtime_us); on an emulated machine
that its busy host stopped, 38 ms were seen. Where it takes longer, `since` may be too late. Without any bound
one overwritten stamp would cast doubt on the next press of every button, however much later.
"""

PROMPT = Nanoseconds(3 * MILLISECOND)
"""An event that we read so soon after its stamp was made by a thread that waited no longer than that, unless
another shows that threads were kept waiting. Of what comes before a thread with priority, soft interrupts
take longest: they give the processor back after 2 ms (MAX_SOFTIRQ_TIME in Linux's kernel/softirq.c).

The stamp alone doesn't say it: the thread may have been woken for an interrupt long before the last one."""

COUNTER = 1 << 32
"""Both numbers are counted in 32 bits."""


class LineEvent(NamedTuple):
    """What the kernel hands out for an edge."""

    at: Instant
    state: bool
    line: int
    interrupt: int
    """Its number among the interrupts of the request; in a request of one line the same as `event`."""
    event: int
    """Its number among the events of the line."""


class Dated(NamedTuple):
    """An edge, and how many more are lost.

    Those are the events of its line that are missing before it, and itself where it came too late: another
    line's edge has been dated after it by then, and needn't have been.
    """

    line: int
    edge: StampedEdge
    lost: int


class Gap(NamedTuple):
    """Missing numbers in a row, and the stamps that bear the numbers next to them."""

    below: int
    before: Instant
    above: int
    after: Instant


NEVER = Instant(0)


@dataclass
class LineBefore:
    """A line's event before the next."""

    number: int = 0
    event: int = 0
    at: Instant = NEVER
    doubtful: bool = False
    """Whether its number may be that of a later interrupt."""


class Numbers:
    """Works out `since` for the events of one request; in a request of one line it is always `at`.

    Left open: a number that is filled only by a later reading leaves `since` too early. So does one that was
    another line's: the lines that may own a missing number all get their `since`. Both can make a ruling
    void, never wrong. Two interrupts on two processors may be numbered the other way round than they were
    stamped, by as much as lies between reading the clock and counting.
    """

    def __init__(self, lines: Sequence[int]) -> None:
        self._shared = len(lines) > 1
        self._lines = {line: LineBefore() for line in lines}
        self._known = [(0, NEVER)]
        """Numbers that events bore, with their stamps, ascending."""
        self._whole = 0
        """Up to this place in `_known` no number is missing: who played on for long isn't counted again."""
        self._newest = NEVER
        self._late: list[Instant] = []
        """Stamps that were read longer than `PROMPT` after they were made."""
        self._prompt = (0, NEVER)
        """The last number that was dated by `PROMPT`, and since when its line may have moved."""

    def watch(self, line: int, at: Instant) -> None:
        """Take note that the line has interrupts from `at` on, and had none before."""
        watched = self._lines[line]
        watched.at = max(watched.at, at)
        watched.number = max(watched.number, self._known[-1][0])
        watched.doubtful = False

    def date(self, events: Sequence[LineEvent], now: Instant) -> list[Dated]:
        """Return the edges of these events, which are all that the kernel held at `now`, as it held them."""
        numbers = [self._unrolled(event.interrupt) for event in events]
        if self._shared:
            for number, event in zip(numbers, events, strict=True):
                insort(self._known, (number, event.at))
                self._newest = max(self._newest, event.at)
                if now - event.at > PROMPT:
                    self._late.append(event.at)
        gaps = self._gaps()
        dated = [self._date(event, number, gaps, now) for event, number in zip(events, numbers, strict=True)]
        self._forget()
        return dated

    def _date(self, event: LineEvent, number: int, gaps: Sequence[Gap], now: Instant) -> Dated:
        line = self._lines[event.line]
        lost = (event.event - line.event - 1) % COUNTER
        lost += number < self._prompt[0] and event.at < self._prompt[1]
        since, doubtful = event.at, False
        if gaps or line.doubtful:
            woken = self._woken(event, now)
            # A number missing for longer isn't this line's: its thread would have spoken.
            first = bisect_left(gaps, line.number, key=lambda gap: gap.below)
            mine = takewhile(lambda gap: gap.above <= number, gaps[first:])
            gap = next((gap for gap in mine if gap.after >= woken), None)
            if gap is not None:
                since, doubtful = max(gap.before, woken), True
            # It may stand for interrupts that came within the run that made the event before.
            if line.doubtful and event.at - line.at <= 2 * LATE:
                since, doubtful = min(since, woken), True
        since = min(max(since, line.at), event.at)
        if doubtful and now - event.at <= PROMPT:
            self._prompt = max(self._prompt, (number, since))
        line.number, line.event, line.doubtful = number, event.event, doubtful
        line.at = max(line.at, event.at)
        return Dated(event.line, StampedEdge(event.at, event.state, since), lost)

    def _woken(self, event: LineEvent, now: Instant) -> Instant:
        """Return when the thread that made an event can have been woken at the earliest."""
        earliest, promptly = Instant(event.at - LATE), Instant(event.at - PROMPT)
        if now - event.at > PROMPT:
            return earliest
        return earliest if any(earliest <= late < promptly for late in self._late) else promptly

    def _unrolled(self, number: int) -> int:
        """Return a number of 32 bits as one that goes on counting; events may be out of order."""
        highest = self._known[-1][0]
        return highest + (number - highest + COUNTER // 2) % COUNTER - COUNTER // 2

    def _gaps(self) -> list[Gap]:
        known, whole = self._known, self._whole
        while whole + 1 < len(known) and known[whole + 1][0] - known[whole][0] <= 1:
            whole += 1
        self._whole = whole
        return [
            Gap(below, before, above, after)
            for (below, before), (above, after) in pairwise(known[whole:])
            if above - below > 1
        ]

    def _forget(self) -> None:
        """Drop the numbers that are too old to be missed by any event to come."""
        since = self._newest - 2 * LATE
        if self._late:
            self._late = [at for at in self._late if at >= since]
        # One is kept to start from.
        if len(self._known) < 2 or self._known[1][1] >= since:
            return
        old = next((index for index, (_, at) in enumerate(self._known) if at >= since), 1)
        gone = max(0, old - 1)
        del self._known[:gone]
        self._whole = max(0, self._whole - gone)
