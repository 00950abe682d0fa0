"""Duels for the trust scenario, whose first hand is known: the rows of docs/timing.md, and random ones.

No I/O; everything depends on the random generator.
"""

import random
from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from tests.kernel.score import Score, Stall, bouncing, gap, ms, press, together, touch, us

LEAD = ms(15)
"""From the request to the first stroke."""

SHORTEST_STALL, LONGEST_STALL = 60 * MILLISECOND, 2_000 * MILLISECOND


class Duel(Struct, frozen=True):
    """One arming of the pad: resting hands, the score, and a stall of the referee, if any."""

    kind: str
    score: Score
    rests: tuple[Seat, ...] = ()
    stall: Stall | None = None


Make = Callable[[random.Random, int], Duel]
"""Makes a duel for a table with this number of seats."""


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Return numbers as seats."""
    return tuple(map(Seat, numbers))


def stopped_tap(luck: random.Random, table: int) -> Duel:
    """Return a tap, another hand's press 10 ms later, and a stall of 60 ms that begins with the tap."""
    one, other = seats(*luck.sample(range(table), 2))
    score = together(press(one, LEAD, ms(luck.uniform(30, 45))), press(other, ms(25), ms(60)))
    return Duel("a tap of 30 to 45 ms, another 10 ms later", score, stall=Stall(ms(14), ms(60)))


def brush(luck: random.Random, table: int) -> Duel:
    """Return a brush and a later press by one hand, and a press by another after that."""
    one, other = seats(*luck.sample(range(table), 2))
    at = LEAD + ms(luck.uniform(25, 64))
    score = together(
        touch(one, LEAD, us(500)),
        press(one, Nanoseconds(at), ms(60)),
        press(other, Nanoseconds(at + us(luck.uniform(500, 10_000))), ms(60)),
    )
    return Duel("a brush of 0.5 ms, the press 25 to 64 ms later", score)


def spikes(luck: random.Random, table: int) -> Duel:
    """Return interference on a seat that nobody touches, then a press elsewhere."""
    one, other = seats(*luck.sample(range(table), 2))
    again = touch(one, Nanoseconds(LEAD + ms(3)), us(60))
    score = together(touch(one, LEAD, us(60)), again, press(other, ms(19), ms(60)))
    return Duel("two spikes of 60 µs, a press elsewhere 1 ms later", score)


def chatter(luck: random.Random, table: int) -> Duel:
    """Return a moment's opening of a resting hand's switch, and a later press by another hand."""
    one, other = seats(*luck.sample(range(table), 2))
    score = together(gap(one, LEAD, us(200)), press(other, Nanoseconds(LEAD + ms(60)), ms(60)))
    return Duel("a resting hand's switch opens for 0.2 ms, a grab 60 ms later", score, rests=(one,))


def tap(long: float) -> Make:
    """Return a maker of single taps of `long` ms."""

    def make(luck: random.Random, table: int) -> Duel:
        return Duel(f"a tap of {long:g} ms", press(Seat(luck.randrange(table)), LEAD, ms(long)))

    return make


def short_tap(luck: random.Random, table: int) -> Duel:
    """Return a single tap of 15 to 25 ms."""
    return Duel("a tap of 15 to 25 ms", press(Seat(luck.randrange(table)), LEAD, ms(luck.uniform(15, 25))))


ROWS = (brush, spikes, chatter, short_tap)
"""Duels that once went wrong on an idle machine; `stopped_tap`, which needs a stall, isn't among them."""

TAPS = tuple(tap(long) for long in (10.0, 15.0, 25.0, 40.0))


def melee(luck: random.Random, table: int) -> Duel:
    """Return a whole table of hands and switches, with timing chosen independently of the pad's limits."""
    around = seats(*luck.sample(range(table), table))
    pressing = around[: luck.randint(max(1, table // 2), table)]
    parts: list[Score] = []
    rests: list[Seat] = []
    first = ms(90)
    apart = luck.choice((2, 10, 30))
    for number, seat in enumerate(pressing):
        at = Nanoseconds(first + (ms(apart * luck.random()) if number else 0))
        parts += hand(luck, seat, at)
    for seat in around[len(pressing) :]:
        if luck.random() < 0.3:
            rests.append(seat)
            parts.append(gap(seat, ms(luck.uniform(15, 110)), us(luck.uniform(100, 4_000))))
        else:
            parts += noise(luck, seat, ms(luck.uniform(15, 100)))
    return Duel("2 to 15 hands with brushes, spikes and bounce", together(*parts), tuple(rests))


def hand(luck: random.Random, seat: Seat, at: Nanoseconds) -> Iterator[Score]:
    """Yield a press at `at`, sometimes after a brush, on a switch that sometimes bounces."""
    brushes = luck.random()
    if brushes < 0.3:
        yield touch(seat, Nanoseconds(at - ms(luck.uniform(10, 70))), us(luck.uniform(100, 1_700)))
    elif brushes < 0.32:
        # This may also be read as bounce, but the winner must be right all the same.
        yield touch(seat, Nanoseconds(at - ms(luck.uniform(4.9, 5.9))), us(luck.uniform(100, 1_700)))
    springs = [us(luck.uniform(80, 1_300)) for _ in range(2 * luck.choice((0, 0, 0, 0, 1, 3)))]
    yield bouncing(seat, at, ms(luck.choice((luck.uniform(8, 25), luck.uniform(25, 90)))), springs)


def noise(luck: random.Random, seat: Seat, at: Nanoseconds) -> Iterator[Score]:
    """Yield interference on a seat that nobody touches."""
    for _ in range(luck.randint(1, 3)):
        yield touch(seat, at, us(luck.uniform(30, 90)))
        at = Nanoseconds(at + us(luck.uniform(500, 9_000)))


def stalled(luck: random.Random, duel: Duel) -> Duel:
    """Return the duel with a stall of 60 to 2,000 ms that begins at a random time in it."""
    begins = luck.randrange(ms(5), end(duel.score))
    lasts = Nanoseconds(round(luck.uniform(SHORTEST_STALL, LONGEST_STALL)))
    return Duel(duel.kind, duel.score, duel.rests, Stall(Nanoseconds(begins), lasts))


def end(score: Score) -> Nanoseconds:
    """Return the time of the last stroke in a score."""
    return max(stroke.at for stroke in score)
