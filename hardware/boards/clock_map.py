"""Maps a board's clock to the machine's: ticks become instants, with a bound on the error.

Pure. Every exchange proves something, however unequal its two delays: the board received the question after
the machine had sent it, and the machine received the answer after the board had sent it. So each exchange
encloses the board's clock from both sides and, given a limit of skew, all together do so more closely than
any one. Within that, a regression over the fastest quarter gives the likeliest place.
"""

from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds

SKEW = 200e-6
"""The most by which two clocks' rates may differ: about ±50 ppm per crystal, and as much to spare. If they
differ by more after all, older exchanges contradict newer ones and are dropped."""

LIKELY_SKEW = 50e-6
"""The usual difference of two such clocks' rates; outweighs a slope seen over a few milliseconds."""

WANDER = 10e-6
"""How far the rate may be from its mean over all exchanges: crystals follow the room's temperature."""

STEERING_SEEN = Nanoseconds(150 * MILLISECOND)
"""Time between exchanges that is enough to measure the machine clock's present steering, to some ppm."""

HORIZON = Nanoseconds(3 * SECOND)
"""How long after its last exchange a map's bound holds; there are five exchanges a second."""

AGREE = Nanoseconds(20 * MICROSECOND)
"""How far a board's stamps of pins may be off from its stamps of messages: they come from two counters."""

PACKING_MARGIN = Nanoseconds(50 * MICROSECOND)
"""How much faster than it ever estimated a board may have packed an answer; it goes by its last answer."""

KEPT = 128
"""Number of exchanges used: less than half a minute of them, over which a rate is practically constant."""

STEERED = Nanoseconds(500 * MICROSECOND)
"""How far a map may be off while NTP steers the machine's clock, by 500 ppm at most: that is no jump."""

FAST_ROUND_TRIP = Nanoseconds(2 * MILLISECOND)
"""An exchange that took no longer shows any jump that could swap two hands far enough apart to be ranked."""

UNSTEERED = Nanoseconds(0)
"""For a machine whose clock isn't steered."""

ENOUGH = 8
"""Exchanges needed for the first map; after a jump one is enough, since the rate stays the same."""


class ClockExchange(Struct, frozen=True):
    """One question and its answer: the machine's times as instants in ns, the board's in ticks.

    The board writes `answered` while it is still packing the answer, so that is an estimate.
    """

    sent: Instant
    received: int
    answered: int
    back: Instant
    steered: Nanoseconds = UNSTEERED
    """How far the machine's clock was ahead of an unsteered one, in ns; only changes matter."""


class ClockMap(Struct, frozen=True):
    """A straight line from ticks to instants: what is d apart stays d apart under one map."""

    ticks: int
    at: Instant
    """The instant of `ticks`, in nanoseconds."""
    tick: float
    """Nanoseconds in a tick, by the machine's clock."""
    bound: Nanoseconds
    """Greatest error of an instant, in ns, from the map's exchanges until `HORIZON` after them."""

    def instant(self, ticks: int) -> Instant:
        """Return when the board's clock was at `ticks`, in nanoseconds of the machine's."""
        return Instant(self.at + round((ticks - self.ticks) * self.tick))

    def doubt(self, now: Instant) -> float:
        """Return how far the map may be off now, in ns, unless the board's clock has jumped."""
        return self.bound + STEERED + 2 * SKEW * max(0, now - self.at - HORIZON)


class Exchanges:
    """Recent exchanges with a board that has `rate` ticks a second."""

    def __init__(self, rate: int) -> None:
        self._tick = SECOND / rate
        self._recent: deque[ClockExchange] = deque(maxlen=KEPT)
        self._round_trips: deque[int] = deque(maxlen=KEPT)
        self._enough = ENOUGH
        self._least = 0.0
        """The least time the board takes to answer, in ns: its lowest estimate, less `PACKING_MARGIN`."""
        self.contradicted = False
        """Whether the newest exchange contradicted older ones, which were dropped: a jump that was too short
        to be seen by any one exchange."""

    def __len__(self) -> int:
        return len(self._recent)

    def add(self, exchange: ClockExchange) -> None:
        """Add the newest exchange. Raises ValueError if it ended before it began."""
        if exchange.back < exchange.sent or exchange.answered < exchange.received:
            raise ValueError(f"an exchange that ended before it began: {exchange}")
        # NTP steers a clock by more than two crystals differ, but by a known amount.
        steered, self.contradicted = exchange.steered, False
        sent, back = Instant(exchange.sent - steered), Instant(exchange.back - steered)
        self._recent.append(replace(exchange, sent=sent, back=back))
        self._round_trips.append(_round_trip(exchange))

    def slow(self, exchange: ClockExchange) -> bool:
        """Return whether an exchange was too slow, even for this wire, to show a jump that matters."""
        took = _round_trip(exchange)
        return took > FAST_ROUND_TRIP and took > 2 * sorted(self._round_trips)[len(self._round_trips) // 4]

    def jumped(self, clock_map: ClockMap, exchange: ClockExchange) -> bool:
        """Return whether the board's clock has jumped since the map was made; if so, drop all exchanges.

        An exchange is known only to within its round trip, so a shorter jump isn't seen: see `contradicted`.
        """
        at, doubt = clock_map.instant(exchange.received), clock_map.doubt(exchange.back)
        if exchange.sent - doubt <= at <= exchange.back - self._least + doubt:
            return False
        self._recent.clear()
        self._enough = 1
        return True

    def map(self) -> ClockMap | None:
        """Return the current map; None before there are `ENOUGH` exchanges that agree."""
        if not self._recent:
            return None
        # Everything below counts from the newest exchange, so that no large number becomes a float.
        ticks, at = self._recent[-1].received, self._recent[-1].back
        least = min(exchange.answered - exchange.received for exchange in self._recent)
        self._least = max(0.0, least * self._tick - PACKING_MARGIN)
        late, early = self._enclosure(ticks, at)
        if len(self._recent) < self._enough:
            return None
        slope, place = self._fit(ticks, at)
        place = min(max(place, late), early)
        slowest, fastest = self._slopes(ticks, at, late, early)
        slope = min(max(slope, slowest), fastest)
        growth = HORIZON * max(fastest - slope, slope - slowest)
        steering = self._steering(STEERING_SEEN)
        usual = self._steering(Nanoseconds(at - self._recent[0].back))
        growth += HORIZON * abs(steering - usual)
        bound = max(place - late, early - place) + growth + self._tick + AGREE
        return ClockMap(
            ticks,
            Instant(at + self._recent[-1].steered + round(place)),
            self._tick * (1 + slope) * (1 + steering),
            Nanoseconds(round(bound) + 1),
        )

    def _steering(self, span: Nanoseconds) -> float:
        """Return the fraction by which the machine's clock was steered fast over at least the last `span`."""
        newest = self._recent[-1]
        for before in reversed(self._recent):
            if newest.back - before.back >= max(span, STEERING_SEEN):
                return (newest.steered - before.steered) / (newest.back - before.back)
        return 0.0

    def _enclosure(self, ticks: int, at: Instant) -> tuple[float, float]:
        """Return the range, in ns from `at`, in which the board's clock surely was at `ticks`.

        Exchanges that contradict newer ones are dropped: a clock was set, or steered by more than `SKEW`.
        """
        late, early = float("-inf"), float("inf")
        for agreeing, exchange in enumerate(reversed(self._recent)):
            since_received = (ticks - exchange.received) * self._tick
            since_answered = since_received - self._least
            later = max(late, exchange.sent - at + since_received * (1 - SKEW))
            earlier = min(early, exchange.back - at + since_answered * (1 + SKEW) + self._tick)
            if later > earlier:
                for _ in range(len(self._recent) - agreeing):
                    self._recent.popleft()
                self.contradicted = later - earlier > PACKING_MARGIN
                self._enough = 1 if self.contradicted else self._enough
                break
            late, early = later, earlier
        return late, early

    def _fit(self, ticks: int, at: Instant) -> tuple[float, float]:
        """Return the line through the fastest quarter: slope beyond the nominal one, and place in ns."""
        fastest = sorted(self._recent, key=_round_trip)[: max(2, len(self._recent) // 4)]
        points = []
        for exchange in fastest:
            along = (exchange.received - ticks) * self._tick + self._least / 2
            points.append((along, ((exchange.sent - at) + (exchange.back - at)) / 2 - along))
        middle = sum(along for along, _ in points) / len(points)
        height = sum(off for _, off in points) / len(points)
        spread = sum((along - middle) ** 2 for along, _ in points)
        tilt = sum((along - middle) * (off - height) for along, off in points)
        doubt = (_round_trip(fastest[-1]) / 4 / LIKELY_SKEW) ** 2
        slope = tilt / (spread + doubt) if spread + doubt else 0.0
        return slope, height - slope * middle

    def _slopes(self, ticks: int, at: Instant, late: float, early: float) -> tuple[float, float]:
        """Return the least and greatest slope, beyond the nominal one, that the exchanges allow."""
        slowest, fastest = -SKEW, SKEW
        for exchange in self._recent:
            since_received = (ticks - exchange.received) * self._tick
            since_answered = since_received - self._least
            if since_answered > 0:
                slowest = max(slowest, (late - (exchange.back - at)) / since_answered - 1 - WANDER)
                fastest = min(fastest, (early - (exchange.sent - at)) / since_received - 1 + WANDER)
        return (slowest, fastest) if slowest <= fastest else (-SKEW, SKEW)


def _round_trip(exchange: ClockExchange) -> int:
    """Return an exchange's round-trip time, in ns; the board's part is a constant of its firmware."""
    return exchange.back - exchange.sent
