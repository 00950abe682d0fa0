"""Turns what buttons truly did into the edges that Linux would hand to a program.

Taken from the kernel's gpiolib-cdev.c (`edge_irq_handler`, `edge_irq_thread`, `linereq_put_event`): the
interrupt writes its time into the line's slot and increments a number for the whole request; later the line's
thread reads the time, then the level, then the newest number, and queues an event. Interrupts before it reads
the time are overwritten; interrupts between that and the level give their number to this event as well.

All times here are whole microseconds from the table's start, so that a log can be read and typed.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

from msgspec import Struct

FOREVER = 1_000_000_000
"""The end of a closure that never ends."""

PROMPT, LATE = 3_000, 100_000
"""A thread that waited PROMPT µs at most counts as that late, any other as LATE or more."""

Closures = tuple[tuple[int, int], ...]
"""When a button was truly closed: (from, to) in order, with openings between."""


class Seen(Struct, frozen=True):
    """One edge as it is delivered."""

    seat: int
    at: int
    closed: bool
    since: int | None = None
    ready: int = 0
    """When the kernel or the board had it ready to be read."""

    @property
    def earliest(self) -> int:
        """Return the earliest time at which the line can have moved."""
        return self.at if self.since is None else self.since

    def __repr__(self) -> str:
        return f"Seen({self.seat}, {self.at}, {self.closed}, {self.since}, {self.ready})"


class Thread(Struct, frozen=True):
    """How a line's interrupt thread is scheduled; each list is repeated without end."""

    waits: tuple[int, ...] = (20,)
    """From the interrupt that wakes it until it reads the time, in µs."""
    looks: tuple[int, ...] = (0,)
    """From reading the time until it has read level and number: it may be preempted in between."""


class _Interrupt(Struct):
    at: int
    number: int


class _Event(Struct):
    line: int
    at: int
    closed: bool
    number: int
    line_number: int
    ready: int
    waited: int
    """From the first interrupt that it stands for until the thread was done with it, in µs."""

    @property
    def slack(self) -> int:
        """Return how late its thread may have been, as far as anyone can know, in µs.

        An edge that is read at once comes from a thread that didn't wait; others wait 100 ms at most. A
        thread that breaks these bounds is beyond what can be known, and isn't tested here.
        """
        return PROMPT if self.waited <= PROMPT else max(LATE, self.waited)


def level(closures: Closures, at: int) -> bool:
    """Return whether a button was closed at an instant."""
    return any(start <= at < end for start, end in closures)


def changes(closures: Closures) -> list[int]:
    """Return every instant at which the level changed."""
    return [at for closure in closures for at in closure if at < FOREVER]


def events(closures: Mapping[int, Closures], threads: Mapping[int, Thread]) -> list[_Event]:
    """Return the events that the threads of one request queue, in queueing order."""
    moved = sorted((at, seat) for seat, closed in closures.items() for at in changes(closed))
    interrupts: dict[int, list[_Interrupt]] = {seat: [] for seat in closures}
    for number, (at, seat) in enumerate(moved, 1):
        interrupts[seat].append(_Interrupt(at, number))
    queued: list[_Event] = []
    for seat, pending in interrupts.items():
        queued += _thread(seat, closures[seat], pending, threads.get(seat, Thread()))
    return sorted(queued, key=lambda event: (event.ready, event.number))


def _thread(seat: int, closures: Closures, pending: Sequence[_Interrupt], thread: Thread) -> list[_Event]:
    waits, looks = cycle(thread.waits), cycle(thread.looks)
    queued: list[_Event] = []
    taken, off = 0, -FOREVER
    while taken < len(pending):
        reads = max(pending[taken].at + next(waits), off)
        off = reads + next(looks)
        upto, newest = (bisect_right(pending, at, key=lambda each: each.at) for at in (reads, off))
        at, number = pending[upto - 1].at, pending[newest - 1].number
        waited = off - pending[taken].at
        queued.append(_Event(seat, at, level(closures, off), number, len(queued) + 1, off, waited))
        taken = upto
    return queued


def seen(queued: Sequence[_Event], *, looking_back: bool = True) -> list[Seen]:
    """Return events as edges: a missing number may have been this line's own, overwritten.

    With `looking_back`, every event is known when missing numbers are judged; otherwise only those queued
    before.
    """
    edges: list[Seen] = []
    last: dict[int, _Event] = {}
    doubted: dict[int, _Event] = {}
    for index, event in enumerate(queued):
        known = queued if looking_back else queued[: index + 1]
        since = _since(event, last.get(event.line), doubted.pop(event.line, None), known)
        edges.append(Seen(event.line, event.at, event.closed, since, event.ready))
        last[event.line] = event
        if since is not None:
            doubted[event.line] = event
    return edges


def _since(event: _Event, last: _Event | None, doubted: _Event | None, known: Sequence[_Event]) -> int | None:
    woken = event.at - event.slack
    earliest = woken if last is None else max(woken, last.at)
    # The previous event's number may be that of an interrupt which this event stands for.
    if doubted is not None and doubted.at + doubted.slack >= woken:
        return earliest
    stamps = {each.number: each.at for each in known}
    numbers = range(1 if last is None else last.number + 1, event.number)
    missing = next((number for number in numbers if number not in stamps), None)
    if missing is None:
        return None
    # Nothing was seen before the first number: it can be as old as the request.
    below = max((number for number in stamps if number < missing), default=None)
    return earliest if below is None else max(earliest, stamps[below])


def kernel(
    closures: Mapping[int, Closures], threads: Mapping[int, Thread], *, looking_back: bool = True
) -> list[Seen]:
    """Return the edges of one request for all these lines."""
    return seen(events(closures, threads), looking_back=looking_back)


def exact(closures: Mapping[int, Closures], delay: Callable[[int], int] = lambda index: 0) -> list[Seen]:
    """Return the edges of a source that stamps and labels each change exactly, as boards and screens do."""
    moved = sorted((at, seat) for seat, closed in closures.items() for at in changes(closed))
    edges = [
        Seen(seat, at, level(closures[seat], at), None, at + delay(index))
        for index, (at, seat) in enumerate(moved)
    ]
    ready: dict[int, int] = {}
    for index, edge in enumerate(edges):
        ready[edge.seat] = max(edge.ready, ready.get(edge.seat, edge.ready))
        edges[index] = Seen(edge.seat, edge.at, edge.closed, None, ready[edge.seat])
    return sorted(edges, key=lambda edge: (edge.ready, edge.at))


def overflow(edges: Sequence[Seen], capacity: int) -> list[Seen]:
    """Return the newest `capacity` edges: a full buffer drops the oldest."""
    return list(edges[-capacity:]) if capacity else []


def faithful(closures: Mapping[int, Closures], edges: Sequence[Seen]) -> bool:
    """Return whether the edges show every change, exactly stamped and labelled."""
    shown = {(edge.seat, edge.at, edge.closed) for edge in edges if edge.since is None}
    true = {(seat, at, level(closed, at)) for seat, closed in closures.items() for at in changes(closed)}
    return shown == true and len(edges) == len(true)
