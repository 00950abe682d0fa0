"""Delivers one log of edges to a pad in various ways, and returns what the pad finally says.

A log and a delivery print as Python: paste both into `replay` to see a failure again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import cycle

from msgspec import Struct

from companion.clock import MICROSECOND, HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import Budget, Budgets, Quality, Verdict
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import MONOTONIC, ClockId, ContactTimes, Edge, Seat
from hardware.pads.base import PadBase
from tests.hardware.grab.kernel_model import Closures, Seen, changes, level
from tests.hardware.grab.oracle import Clock
from tests.hardware.table import START, words

KERNEL = Clock(str(MONOTONIC), 100)
REST = 3_000_000
"""Microseconds after the last edge by which everything has been said."""


class Log(Struct, frozen=True):
    """The buttons' true closures and the edges that a program got to read; whole microseconds."""

    closures: Mapping[int, Closures]
    armed: int
    edges: tuple[Seen, ...]
    lost: int = 0
    clocks: Mapping[int, Clock] = {}
    """Clocks of the seats that the kernel's own clock doesn't stamp."""

    def clock(self, seat: int) -> Clock:
        """Return the clock that stamps this seat."""
        return self.clocks.get(seat, KERNEL)


ARM, WAIT = -1, -2
"""Steps that deliver no edge."""


class Step(Struct, frozen=True):
    """At `at`, deliver the edge with this index in the log, arm the pad (ARM), or do nothing (WAIT)."""

    at: int
    what: int = WAIT
    asleep: bool = False
    """Whether the alarm couldn't ring since the previous step."""

    def __repr__(self) -> str:
        return f"Step({self.at}, {self.what}, {self.asleep})"


class RestlessAlarm(HandAlarm):
    """A hand-driven alarm that can oversleep."""

    def until(self, at: Instant, *, asleep: bool) -> None:
        """Let time pass, ringing on the way unless asleep."""
        passes = Nanoseconds(max(0, at - self._clock.now()))
        (self._clock if asleep else self).advance(passes)


class _Wires:
    """The buttons' true levels, and how good their stamps are."""

    def __init__(self, log: Log, clock: HandClock) -> None:
        self._log, self._clock = log, clock
        self.missing = 0

    def closed(self, seat: Seat) -> bool | None:
        return level(self._log.closures[seat], (self._clock.now() - START) // MICROSECOND)

    def lost(self) -> int:
        """Return how many edges are known to be lost."""
        return self.missing

    def budgets(self) -> Budgets:
        kernel = {MONOTONIC: Budget(Quality.KERNEL, _long(KERNEL.band))}
        boards = {
            ClockId(clock.name): Budget(Quality.BOARD, _long(clock.band), _long(clock.bound))
            for clock in self._log.clocks.values()
        }
        return kernel | boards


class WiredPad(PadBase):
    """A pad that reads the true levels, whatever was delivered."""

    def __init__(self, log: Log, clock: HandClock, alarm: RestlessAlarm) -> None:
        self.wires = _Wires(log, clock)
        super().__init__(map(Seat, sorted(log.closures)), self.wires, clock, alarm, timing=ContactTimes())


class Said(Struct, frozen=True):
    """Everything that was said about one arming."""

    verdicts: tuple[Verdict, ...]
    finish: Verdict | None
    """The final verdict, with all later contacts in its picture."""

    @property
    def stands(self) -> Verdict | None:
        """The last verdict: the one the table goes by."""
        return self.verdicts[-1] if self.verdicts else None


def play(log: Log, delivery: Iterable[Step]) -> Said:
    """Deliver a log to a pad that was opened before anything moved; return what it said."""
    moved = [at for closed in log.closures.values() for at in changes(closed)]
    clock = HandClock(_instant(min([log.armed, *moved, *(edge.at for edge in log.edges)]) - 1))
    alarm = RestlessAlarm(clock)
    pad = WiredPad(log, clock, alarm)
    verdicts: list[Verdict] = []
    finishes: list[Verdict] = []

    def ruled(verdict: Verdict) -> None:
        verdicts.append(verdict)
        finishes.append(verdict)

    pad.on_verdict, pad.on_late = ruled, finishes.append
    last = log.armed
    for step in delivery:
        alarm.until(_instant(step.at), asleep=step.asleep)
        last = max(last, step.at)
        if step.what == ARM:
            pad.arm()
        if step.what < 0:
            continue
        # Edges lost since the arming are noticed with the next edge delivered.
        if pad.armed:
            pad.wires.missing = log.lost
        seen = log.edges[step.what]
        since = None if seen.since is None else _instant(seen.since)
        clock_id = ClockId(log.clock(seen.seat).name)
        pad.edge(Seat(seen.seat), Edge(_instant(seen.at), seen.closed, since, clock_id))
    alarm.until(_instant(last + REST), asleep=False)
    return Said(tuple(verdicts), finishes[-1] if finishes else None)


def replay(log: Log, *deliveries: Sequence[Step]) -> list[str]:
    """Return in words what is said after each delivery, to examine a failure that was printed."""
    return [" -> ".join(map(words, play(log, delivery).verdicts)) or "nothing" for delivery in deliveries]


def edge_by_edge(log: Log) -> tuple[Step, ...]:
    """Deliver every edge at its stamp."""
    return batches(log, ())


def at_once(log: Log, later: int) -> tuple[Step, ...]:
    """Deliver all edges since the arming together, `later` µs after the last."""
    last = max([log.armed, *(edge.at for edge in log.edges)])
    return batches(log, (last + later,))


def batches(log: Log, cuts: Iterable[int], mix: Callable[[list[int]], list[int]] = list) -> tuple[Step, ...]:
    """Deliver at each cut everything stamped since the previous cut; without cuts, each edge at its stamp.

    The alarm rings only while everything stamped has been delivered. `mix` orders the lines within a batch.
    """
    indices = sorted(range(len(log.edges)), key=lambda index: (log.edges[index].at, index))
    stamps = sorted({edge.at for edge in log.edges})
    times = sorted({*(cuts or stamps), log.armed})
    if stamps and stamps[-1] > times[-1]:
        times.append(stamps[-1])
    steps: list[Step] = []
    start = 0
    for time in times:
        upto = start
        while upto < len(indices) and log.edges[indices[upto]].at <= time:
            upto += 1
        if upto > start:
            # What the line may have done since then isn't known yet either.
            quiet = min(log.edges[index].earliest for index in indices[start:]) - 1
            if steps and quiet > steps[-1].at:
                steps.append(Step(quiet))
            steps.extend(Step(time, index, True) for index in _in_line(log, mix(indices[start:upto])))
        if time == log.armed:
            steps.append(Step(time, ARM, True))
        start = upto
    return tuple(steps)


def late(log: Log, delays: Iterable[int]) -> tuple[Step, ...]:
    """Deliver each edge a delay (µs) after it was ready, in order within its line; the alarm always rings."""
    steps = [Step(log.armed, ARM)]
    handed: dict[int, int] = {}
    for index, delay in zip(range(len(log.edges)), cycle(delays)):
        edge = log.edges[index]
        handed[edge.seat] = max(edge.ready, edge.at, handed.get(edge.seat, 0)) + delay
        steps.append(Step(handed[edge.seat], index))
    return tuple(sorted(steps, key=lambda step: step.at))


def _in_line(log: Log, mixed: list[int]) -> list[int]:
    """Sort each line's edges, using the places that the mix gave that line."""
    waiting: dict[int, list[int]] = {}
    for index in sorted(mixed, key=lambda index: log.edges[index].at):
        waiting.setdefault(log.edges[index].seat, []).append(index)
    return [waiting[log.edges[index].seat].pop(0) for index in mixed]


def _instant(at: int) -> Instant:
    return Instant(START + at * MICROSECOND)


def _long(span: int) -> Nanoseconds:
    return Nanoseconds(span * MICROSECOND)
