"""Two simulated clocks and the link between them, with a known truth to measure a clock map against."""

from collections.abc import Callable, Iterator
from math import cos, pi
from random import Random

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant
from hardware.boards.clock_map import ClockExchange, Exchanges

RATE = 5_000_000
START = 3_600 * SECOND
BOARD_START = 77_000_000_000
"""The board's ticks at `START`: it has been up for about four hours."""

Way = Callable[[Random], float]
"""Draws how long one message takes, in ns."""


def steady(microseconds: float, jitter: float = 0) -> Way:
    """Return a way that takes `microseconds`, plus an exponential delay with mean `jitter`."""
    return lambda random: MICROSECOND * (microseconds + (random.expovariate(1 / jitter) if jitter else 0))


def polled(microseconds: float, every: float = 1000) -> Way:
    """Return a way whose messages wait up to `every` microseconds for the next poll, as on USB."""
    return lambda random: MICROSECOND * (microseconds + random.uniform(0, every))


def stalling(way: Way, share: float, milliseconds: float) -> Way:
    """Return a way that delays a share of the messages by up to this many milliseconds."""
    return lambda random: (
        way(random) + (random.uniform(0, milliseconds * MILLISECOND) if random.random() < share else 0)
    )


class Clocks(Struct, frozen=True, kw_only=True):
    """A board's clock against the machine's, and the link between them; skews are in parts per million."""

    skew: float = 0
    wave: float = 0
    """Amplitude of the skew's sine, which stands for the room's temperature."""
    period: float = 60
    """The sine's period in seconds."""
    there: Way = steady(100)
    back: Way = steady(100)
    work: Way = steady(200, 40)
    """How long the board takes before it packs the answer."""
    pack: Way = steady(800, 10)
    """How long packing takes. The board can only forecast it from the previous answer."""

    def ticks(self, at: float) -> float:
        """Return the board's clock at an instant in ns, unrounded."""
        passed = at - START
        turn = self.period * SECOND
        # The integral of a sinusoidal skew.
        swung = self.wave * turn / (2 * pi) * (1 - cos(2 * pi * passed / turn))
        return BOARD_START + (passed + 1e-6 * (self.skew * passed + swung)) * RATE / SECOND

    def exchange(self, at: float, packed: float, random: Random) -> tuple[ClockExchange, float]:
        """Return an exchange begun at `at` and how long packing took; last time it took `packed`."""
        received = at + self.there(random)
        packing = received + self.work(random)
        took = self.pack(random)
        back = packing + took + self.back(random)
        sent = int(self.ticks(packing + packed))
        return ClockExchange(Instant(int(at)), int(self.ticks(received)), sent, Instant(int(back) + 1)), took


class Check(Struct, frozen=True):
    """A stamp converted by a map: its error and the promised bound, in ns."""

    after: float
    """Seconds since the map's last exchange."""
    error: float
    bound: int


def checks(clocks: Clocks, seed: int, seconds: float, holds: float = 2.0) -> Iterator[Check]:
    """Run a session for `seconds`; try every tenth map on stamps up to `holds` seconds later."""
    random = Random(seed)
    exchanges = Exchanges(RATE)
    at = float(START)
    count = 0
    packed = clocks.pack(random)
    while at < START + seconds * SECOND:
        exchange, packed = clocks.exchange(at, packed, random)
        exchanges.add(exchange)
        count += 1
        at = exchange.back + 1e4 if count < 9 else max(at + SECOND / 5, exchange.back)
        clock_map = exchanges.map() if count == 8 or count % 10 == 0 else None
        if clock_map is None:
            continue
        for after in (0.0, 0.2, holds * random.random(), holds):
            true = exchange.back + after * SECOND
            stamp = int(clocks.ticks(true))
            yield Check(after, clock_map.instant(stamp) - true, clock_map.bound)
