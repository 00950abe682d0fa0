"""The figures of a run: how often the order is wrong, how far stamps are off, who is late.

Pure: results in, figures out. Times in nanoseconds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import NormalDist, median

from msgspec import Struct

from companion.chance import at_most, percentile, wilson
from companion.clock import Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.fit import Difference, Lateness, lateness
from hardware.lab.trials import Ruling, Setting, TrialResult, series

MAD_SIGMA = 1 / NormalDist().inv_cdf(0.75)
"""The median distance from the middle, times this, is the standard deviation of a normal error."""

WIDEST = Nanoseconds(10**10)


class Point(Struct, frozen=True):
    """All trials about one separation."""

    separation: float
    """The median of the true separations."""
    compared: int
    """Trials of which both stamps are known."""
    wrong: int
    """Those stamped in the wrong order, or alike."""
    low: float
    high: float
    """The interval of the probability of a wrong order."""
    rulings: Counter[Ruling]


class Spread(Struct, frozen=True):
    """How far the stamps of a source are off; of two sources, those of one against the other.

    `p99` and `most`: by how much two presses were stamped too near or too far apart, as far as the rig can
    tell, in 99 of 100 pairs and in all.
    """

    source: str
    pairs: int
    sigma: float
    """The standard deviation of one stamp, from the median: what most stamps do, whatever the tail does."""
    p99: float
    most: float


class Clear(Struct, frozen=True):
    """From this separation on not one of the orders was wrong."""

    separation: Nanoseconds
    pairs: int
    at_most: float
    """The probability of a wrong order that this excludes."""


class Figures(Struct, frozen=True, kw_only=True):
    """All there is to say of a run; what too few results can't tell is left empty."""

    trials: int
    rulings: Counter[Ruling]
    reasons: Counter[str]
    """Of void verdicts."""
    lost: Counter[Seat]
    """Presses that are nowhere in a picture."""
    known_to: float
    """How well the rig knows what it did: the median uncertainty."""
    curve: tuple[Point, ...]
    """Without trials whose true order the rig can't vouch for."""
    clear: Clear | None
    spreads: tuple[Spread, ...]
    lateness: Lateness | None


def figures(setting: Setting, results: Sequence[TrialResult]) -> Figures:
    """Return the figures of a run."""
    stamped = [result for result in results if result.after is not None]
    differences = [Difference(result.first, result.second, _error(result)) for result in stamped]
    late = lateness(differences) if differences else None
    return Figures(
        trials=len(results),
        rulings=Counter(result.ruling for result in results),
        reasons=Counter(result.reason for result in results if result.ruling is Ruling.VOID),
        lost=Counter(seat for result in results for seat in result.lost),
        known_to=median([result.uncertainty for result in results] or [0]),
        curve=_curve(results),
        clear=_clear(result for result in stamped if result.surely > 0),
        spreads=tuple(_spreads(setting, zip(stamped, late.left, strict=True))) if late else (),
        lateness=late,
    )


def _error(result: TrialResult) -> float:
    """Return by how much the second press was stamped too late, measured against the first."""
    return float((result.after or 0) - result.separation)


def _curve(results: Iterable[TrialResult]) -> tuple[Point, ...]:
    """Group by what the rig truly did, not by what it was asked: a system call takes its time."""
    steps = series(Nanoseconds(1), WIDEST)
    groups: dict[int, list[TrialResult]] = {}
    for result in results:
        if result.surely > 0:
            nearest = min(steps, key=lambda step: max(step / result.separation, result.separation / step))
            groups.setdefault(nearest, []).append(result)
    return tuple(_point(group) for _, group in sorted(groups.items()))


def _point(group: Sequence[TrialResult]) -> Point:
    compared = sum(result.after is not None for result in group)
    wrong = sum(result.wrong for result in group)
    separation = median(result.separation for result in group)
    rulings = Counter(result.ruling for result in group)
    return Point(separation, compared, wrong, *wilson(wrong, compared), rulings)


def _clear(sure: Iterable[TrialResult]) -> Clear | None:
    """Return the least separation of the series from which on no order was wrong."""
    surely = sorted((result.surely, result.wrong) for result in sure)
    widest_wrong = max((separation for separation, wrong in surely if wrong), default=0)
    for step in series(Nanoseconds(1), WIDEST):
        right = [separation for separation, _ in surely if separation >= step]
        if step > widest_wrong and right:
            # The least that was driven says as much as the step below it, and says it plainly.
            return Clear(right[0], len(right), at_most(len(right)))
    return None


def _spreads(setting: Setting, stamped: Iterable[tuple[TrialResult, float]]) -> Iterator[Spread]:
    """Yield a source each; with every result comes what its seats' lateness leaves of its error."""
    groups: dict[str, list[tuple[TrialResult, float]]] = {}
    for result, left in stamped:
        sources = sorted({setting.places[seat].source for seat in (result.first, result.second)})
        groups.setdefault(" against ".join(sources), []).append((result, left))
    for source, group in sorted(groups.items()):
        middle = median(left for _, left in group)
        # Two stamps scatter √2 as wide as one.
        sigma = MAD_SIGMA * median(abs(left - middle) for _, left in group) / sqrt(2)
        off = sorted(abs(_error(result)) + result.uncertainty for result, _ in group)
        yield Spread(source, len(group), sigma, percentile(off, 0.99), off[-1])
