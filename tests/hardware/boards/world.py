"""A session and a simulated board, joined by a wire that may harm its bytes, under a hand clock."""

from collections import deque
from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from msgspec import Struct

from companion.clock import MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.boards.session import BoardSession, Event, Phase, Wants
from tests.hardware.boards.clocks import RATE, Clocks, Way, polled, stalling, steady
from tests.hardware.boards.clocks import START as CLOCKS_START
from tests.hardware.boards.twin import Twin

TURN = Nanoseconds(1 * MILLISECOND)
"""How often the simulated board's loop runs if nothing comes."""

WANTS = Wants(inputs=0b11111100, lamps=0b11111 << 16, pull=1)


class Harm(Struct, frozen=True, kw_only=True):
    """How a wire harms bytes: shares from 0 to 1 of all pieces, each of up to `piece` bytes."""

    drop: float = 0
    double: float = 0
    flip: float = 0
    piece: int = 64


HARMS = st.builds(
    Harm,
    drop=st.floats(0, 0.05),
    double=st.floats(0, 0.2),
    flip=st.floats(0, 0.02),
    piece=st.integers(10, 64),
)
WAYS = st.one_of(
    st.builds(steady, st.floats(20, 3000), st.floats(0, 1000)),
    st.builds(stalling, st.builds(polled, st.floats(20, 200)), st.floats(0, 0.1), st.floats(1, 40)),
)
"""Wires of every kind: how they harm bytes and how long they take."""


class Pipe:
    """One direction of a wire: bytes stay in order, arrive late, and may be harmed."""

    def __init__(self, random: Random, way: Way) -> None:
        self.harm = Harm()
        self.cut = False
        self._random, self._way = random, way
        self._under_way: deque[tuple[Instant, bytes]] = deque()

    def put(self, data: bytes, now: Instant) -> None:
        """Send bytes; each piece has its own delay."""
        for start in range(0, len(data), self.harm.piece):
            piece = bytearray(data[start : start + self.harm.piece])
            if self.cut or self._random.random() < self.harm.drop:
                continue
            if self._random.random() < self.harm.flip:
                piece[self._random.randrange(len(piece))] ^= 1 << self._random.randrange(8)
            for _ in range(2 if self._random.random() < self.harm.double else 1):
                at = Instant(now + round(self._way(self._random)))
                if self._under_way:
                    at = max(at, self._under_way[-1][0])
                self._under_way.append((at, bytes(piece)))

    def due(self) -> Instant | None:
        """Return when the next piece arrives, if any."""
        return self._under_way[0][0] if self._under_way else None

    def take(self, now: Instant) -> bytes:
        data = b""
        while self._under_way and self._under_way[0][0] <= now:
            data += self._under_way.popleft()[1]
        return data


class World:
    """One board and its cable; `session` is the host's end, if there is one."""

    def __init__(
        self, seed: int = 0, there: Way | None = None, back: Way | None = None, skew: float = 30
    ) -> None:
        self.random = Random(seed)
        self.clock = HandClock(Instant(CLOCKS_START))
        self.clocks = Clocks(skew=skew)
        self.there = Pipe(self.random, there or steady(150, 50))
        self.back = Pipe(self.random, back or steady(150, 50))
        self._jumped = 0
        self.twin: Twin = self.boot()
        self.session: BoardSession | None = None
        self.events: list[Event] = []
        self.on_events: Callable[[BoardSession, list[Event]], None] = lambda session, events: (
            self.events.extend(events)
        )

    def boot(self, usable: int | None = None) -> Twin:
        """Start the board, or restart it as another one with another clock."""
        started = self.clock.now()

        def ticks() -> int:
            return int(self.clocks.ticks(self.clock.now()) - self.clocks.ticks(started)) + self._jumped

        self.twin = Twin(ticks) if usable is None else Twin(ticks, usable=usable)
        return self.twin

    def jump(self, milliseconds: float) -> None:
        """Make the board's clock jump, forwards or backwards."""
        self._jumped += round(milliseconds * MILLISECOND * RATE / SECOND)

    def ticks(self, at: Instant) -> int:
        """Return the board's clock at an instant, assuming that it never restarted."""
        return int(self.clocks.ticks(at) - self.clocks.ticks(CLOCKS_START))

    def greet(self, wants: Wants = WANTS, number: int = 0x01020304) -> BoardSession:
        self.session = BoardSession(number, wants, self.clock.now())
        return self.session

    def open(self) -> BoardSession:
        """Greet the board and wait until the session is open."""
        session = self.greet()
        self.until(lambda: session.phase is Phase.OPEN)
        return session

    def step(self, end: Instant) -> None:
        """Move on to the next event, or to `end` if that comes first."""
        now = self.clock.now()
        at = min(
            due
            for due in (
                end,
                Instant(now + TURN),
                self.there.due(),
                self.back.due(),
                self.session.deadline() if self.session and self.session.ended is None else None,
            )
            if due is not None
        )
        self.clock.advance(Nanoseconds(max(0, at - now)))
        self.settle()

    def settle(self) -> None:
        now = self.clock.now()
        self.back.put(self.twin.turn(self.there.take(now)), now)
        session = self.session
        if session is not None and session.ended is None:
            events = session.take(self.back.take(now), now)
            events += session.tick(now)
            self.there.put(session.outgoing(now), now)
            if events:
                self.on_events(session, events)
        else:
            self.back.take(now)

    def run(self, milliseconds: float) -> None:
        end = Instant(self.clock.now() + round(milliseconds * MILLISECOND))
        while self.clock.now() < end:
            self.step(end)

    def until(self, done: Callable[[], bool], seconds: float = 3) -> None:
        """Let time pass until `done`; raise AssertionError after `seconds`."""
        end = Instant(self.clock.now() + round(seconds * SECOND))
        while not done():
            assert self.clock.now() < end, "it never happened"
            self.step(end)
