"""A table in virtual time: bouncing switches, the kernel's interrupts and line threads, and our loop.

Everything between a finger and a verdict is simulated except the pad itself, which is the real one.
Interrupts stamp and number; each line's thread runs late at random and makes one event of what it finds; our
process wakes late at random or is stopped, reads what is queued, and is called again when the pad asked for
it.

The kernel's part follows `edge_irq_handler` and `edge_irq_thread` of Linux's drivers/gpio/gpiolib-cdev.c. All
times are nanoseconds from the table's start.
"""

from collections.abc import Callable, Iterable
from math import log
from random import Random

from gpiod.line import Value
from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import ERROR_BANDS, Budget, Budgets, Quality, Verdict
from hardware.grab.contacts import MONOTONIC, ContactTimes, Edge, Seat
from hardware.loop import Call
from hardware.pads.base import PadBase
from hardware.pins.claim import InterruptNumbers
from tests.hardware.pins.fake_chip import LineThreads

US, MS = MICROSECOND, MILLISECOND
BAND = ERROR_BANDS[Quality.KERNEL]

Late = Callable[[Random], int]
"""Draws how long something takes, in ns."""


def around(median: int, spread: float = 0.5, most: int = 20 * MS) -> Late:
    """Return log-normal latencies: `spread` is the standard deviation of the logarithm."""
    return lambda random: min(most, round(random.lognormvariate(log(median), spread)))


def at_times(usual: Late, share: float, least: int, most: int) -> Late:
    """Return latencies of which a share is uniform between `least` and `most`."""
    return lambda random: random.randint(least, most) if random.random() < share else usual(random)


class Machine(Struct, frozen=True):
    """How quickly a machine runs its threads."""

    name: str
    thread: Late
    """From the interrupt that wakes a line's thread until it reads time and number."""
    step: Late
    """From each of its steps to the next: it copies the time, clears it, reads the level, then the number."""
    wake: Late
    """From when our process could run until it does."""
    edge: int = 40 * US
    """Our cost of handling one edge."""
    stopped: tuple[tuple[int, int], ...] = ()
    """Spans (from, until) in which no thread runs, not even the kernel's."""

    def runs(self, at: int) -> int:
        return next((until for since, until in self.stopped if since <= at < until), at)


IDLE = Machine("idle", around(10 * US), around(US // 2), around(70 * US))
SLOWER = Machine("idle, slower threads", around(25 * US), around(US), around(100 * US))
REAL_TIME = Machine("busy, real-time right", around(25 * US), around(US), around(60 * US))
LATE_AT_TIMES = at_times(around(120 * US), 0.05, 1 * MS, 10 * MS)
BUSY = Machine("busy, no right to be quick", around(25 * US), around(US), LATE_AT_TIMES)
LATE_THREADS = Machine("late line threads", around(200 * US, 0.7), around(US), around(100 * US))


class Switch(Struct, frozen=True):
    """A kind of switch: how long it bounces, in ns, and how often (`most`), after a few very short ones."""

    name: str
    shortest: int
    longest: int
    most: int = 6

    def changes(self, at: int, random: Random) -> list[int]:
        """Return when the level changes, first change included; always an odd number of times."""
        if not self.longest:
            return [at]
        lasts = random.randint(self.shortest, self.longest)
        # Contacts touch and part for microseconds at first, then for longer.
        openings = [random.randint(2 * US, 30 * US) for _ in range(2 * random.randint(0, 3))]
        openings += [random.randint(10 * US, lasts) for _ in range(2 * random.randint(1, self.most) - 1)]
        changes = sorted({at, *(at + each for each in openings), at + lasts})
        return changes if len(changes) % 2 else changes[:-1]


CLEAN = Switch("clean", 0, 0)
GOOD = Switch("good", 200 * US, 1 * MS)
ARCADE = Switch("arcade", 500 * US, 3 * MS)


class Press(Struct, frozen=True):
    """A hand on a button: from when, and for how long, in ns."""

    seat: int
    at: int
    lasts: int = 150 * MS


class Table(PadBase):
    """The real pad on a simulated machine; call `play` for one duel after the other."""

    def __init__(self, seats: int, machine: Machine, switch: Switch, random: Random) -> None:
        self._machine, self._switch, self._random = machine, switch, random
        self._kernel = LineThreads(
            seats, lambda now: machine.runs(now + machine.thread(random)), lambda: machine.step(random)
        )
        self._numbers = InterruptNumbers(range(seats))
        self._held: list[tuple[int, int]] = []
        self._missing = 0
        self.hand = HandClock(Instant(0))
        self._rings_at: Instant | None = None
        self._ring_it: Call | None = None
        super().__init__(map(Seat, range(seats)), self, self.hand, self, timing=ContactTimes())
        self.verdicts: list[Verdict] = []
        self.on_verdict = self.verdicts.append

    # What the pad asks of lines and alarm.

    def closed(self, seat: Seat) -> bool | None:
        return self._kernel.lines[int(seat)].level is Value.ACTIVE

    def lost(self) -> int:
        return self._missing

    def budgets(self) -> Budgets:
        return {MONOTONIC: Budget(Quality.KERNEL, BAND)}

    def call_at(self, at: Instant | None, call: Call) -> None:
        """Be the pad's alarm."""
        self._rings_at, self._ring_it = at, call

    def _catch_up(self) -> None:
        self._read()

    # The world

    def press(self, press: Press) -> None:
        """Press and release a button; both bounce."""
        down = self._switch.changes(press.at, self._random)
        self.wire(press.seat, [*down, *self._switch.changes(press.at + press.lasts, self._random)])

    def wire(self, seat: int, changes: Iterable[int]) -> None:
        """Change a line's level at these times."""
        for at in changes:
            self._kernel.put(at, "change", seat)

    def hold(self, since: int, until: int) -> None:
        """Keep our process from running."""
        self._held.append((since, until))

    def run(self, until: int) -> None:
        while True:
            wakes = self._next()
            if wakes is None or wakes > until:
                self._world(until)
                if self._kernel.request.events and wakes is None:
                    continue
                self.hand.advance(Nanoseconds(max(0, until - self.hand.now())))
                return
            self._world(wakes)
            self.hand.advance(Nanoseconds(max(0, wakes - self.hand.now())))
            self._loop()

    def _next(self) -> int | None:
        """Return when our process runs again: an event woke it, or its alarm is due."""
        ready = self.hand.now() if self._kernel.request.events else self._next_ready()
        due = [at for at in (ready, self._rings_at) if at is not None]
        if not due:
            return None
        wakes = max(min(due), self.hand.now()) + self._machine.wake(self._random)
        for since, until in sorted(self._held):
            if since <= wakes < until:
                wakes = until + self._machine.wake(self._random)
        return self._machine.runs(wakes)

    def _next_ready(self) -> int | None:
        """Run the kernel until it has queued an event; return when that was."""
        kernel = self._kernel
        while kernel.due is not None and not kernel.request.events:
            if self._rings_at is not None and kernel.due > self._rings_at:
                return None
            kernel.happen()
        return kernel.now if kernel.request.events else None

    def _world(self, until: int) -> None:
        while self._kernel.due is not None and self._kernel.due <= until:
            self._kernel.happen()

    def _loop(self) -> None:
        self._read()
        if self._rings_at is not None and self._rings_at <= self.hand.now() and self._ring_it is not None:
            self._rings_at = None
            self._ring_it(self.hand.now())

    def _read(self) -> None:
        while self._kernel.request.events:
            dated = self._numbers.date(self._kernel.take(), self.hand.now())
            for line, edge, lost in sorted(dated, key=lambda each: each[1].at):
                self._missing += lost
                self.edge(Seat(line), Edge(edge.at, edge.state, edge.since))
                self.hand.advance(Nanoseconds(self._machine.edge))
            self._world(self.hand.now())
