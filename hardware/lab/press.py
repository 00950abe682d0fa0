"""Which button is stiff: two are struck together with one stick, many times, the sides swapped.

The stiffness of one switch can't be seen in its edge; every strike says how much later one of the two closed.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MILLISECOND, Nanoseconds
from hardware.closing import Closing
from hardware.grab.adjudicate import Void, VoidReason
from hardware.grab.contacts import Seat
from hardware.lab.bench import Bench, places_of, simulated_bench, wired_bench
from hardware.lab.report import Answer, press_answer
from hardware.lab.trials import Pair, Setting, StickStrike, all_pairs, known, ring
from hardware.lab.twin import HANDS
from hardware.wiring.wiring import Wiring

ALL_PAIRS_UP_TO = 4
"""With more seats neighbours are enough: every pair would keep hands busy for an hour."""

MOST_APART = Nanoseconds(100 * MILLISECOND)
"""Further apart, the two weren't struck by one stick."""

HELD = Nanoseconds(100 * MILLISECOND)
"""How long simulated hands stay down."""

UNTRUSTED = (VoidReason.SEQUENCE_GAP, VoidReason.UNPLUGGED, VoidReason.MIXED_CLOCKS)
"""With these a stamp may be missing or can't be compared."""


class Moment(Struct, frozen=True):
    """What to do now, or what the last strike was worth."""

    left: Seat
    right: Seat
    to_go: int
    """Strikes still wanted of this pair and way round, this one not counted if it was good."""
    later: Nanoseconds | None = None
    """Of a good strike: how much later the right one closed."""
    again: str = ""
    """Why the strike doesn't count: `one_only`, `apart`, or the reason of a void verdict."""
    asks: bool = False
    """Whether this asks for a strike; otherwise it says what came of one."""


class PressLaboratory(Closing):
    """Strikes to be asked for: `run` it, as far as one likes, then ask what came of it. Closes the bench.

    `hands` strike as soon as they may; of real ones nothing is known.
    """

    def __init__(
        self,
        bench: Bench,
        pairs: Iterable[Pair] | None,
        times: int,
        hands: Callable[[Seat, Seat], object] = lambda left, right: None,
    ) -> None:
        self._bench, self._times, self._hands = bench, times, hands
        seats = sorted(bench.setting.places)
        wanted = pairs or (all_pairs(seats) if len(seats) <= ALL_PAIRS_UP_TO else ring(seats))
        self._sides = [side for one, other in wanted for side in ((one, other), (other, one))]
        self.strikes: list[StickStrike] = []
        self.setting: Setting = replace(bench.setting, planned=len(self._sides) * times)

    def run(self) -> Iterator[Moment]:
        """Yield what to strike, then what came of it, until there are enough of all."""
        for left, right in self._sides:
            to_go = self._times
            while to_go:
                yield Moment(left, right, to_go, asks=True)
                moment = self._strike(left, right, to_go)
                to_go = moment.to_go
                yield moment

    def answer(self, lines_file: str = "") -> Answer:
        """Return what came of it, whose strikes lie in `lines_file`; ValueError without strikes."""
        return press_answer(self.setting, self.strikes, lines_file)

    def close(self) -> None:
        """Let the pad go."""
        self._bench.close()

    def _strike(self, left: Seat, right: Seat, to_go: int) -> Moment:
        bench, pair = self._bench, (left, right)
        bench.pad.play(pair)
        bench.until(lambda: not bench.down(pair), count())
        bench.arm()
        self._hands(left, right)
        bench.until(lambda: bench.picture is not None and not bench.down(pair), count())
        bench.pad.disarm()
        stamps, picture = bench.stamps(), bench.picture
        if isinstance(picture, Void) and picture.reason in UNTRUSTED:
            return Moment(left, right, to_go, again=picture.reason.value)
        if not stamps.keys() >= set(pair):
            return Moment(left, right, to_go, again="one_only")
        later = Nanoseconds(stamps[right] - stamps[left])
        if abs(later) > MOST_APART:
            return Moment(left, right, to_go, again="apart")
        self.strikes.append(StickStrike(left, right, later))
        return Moment(left, right, to_go - 1, later)


def simulated_press(
    pairs: Iterable[Pair] | None = None, times: int = 10, seed: int = 1, date: str = ""
) -> PressLaboratory:
    """Return strikes by simulated hands on switches that are known; RigError for strange pairs."""
    bench, twin = simulated_bench(HANDS, seed, date)
    hands = partial(twin.press, apart=Nanoseconds(0), hold=HELD)
    return PressLaboratory(bench, known(pairs, twin.seats), times, hands)


def wired_press(
    wiring: Wiring, pairs: Iterable[Pair] | None = None, times: int = 10, date: str = ""
) -> PressLaboratory:
    """Return strikes by real hands on the buttons of a wiring; HardwareError, and nothing is left open."""
    wanted = known(pairs, places_of(wiring))
    with ExitStack() as opened:
        return PressLaboratory(
            wired_bench(wiring, "hands strike real buttons", opened, 0, date), wanted, times
        )
