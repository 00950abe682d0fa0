"""The figures of a run: how often the order is wrong, who is late, how stamps scatter, how long it takes.

Pure: results in, figures out. Times in nanoseconds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, median

from msgspec import Struct

from companion.chance import LEVEL, at_most, percentile, sign_test, wilson
from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.bias import SeatBias, biases, outstanding
from hardware.lab.kinds import OTHERS, TrialKind
from hardware.lab.offsets import Estimate, Lateness, offsets
from hardware.lab.trials import ButtonAt, Ruling, Setting, TrialResult, series

MAD_SIGMA = 1 / NormalDist().inv_cdf(0.75)
"""The median distance from the middle, times this, is the standard deviation of a normal error."""

Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


TRUE_TO_KIND = Nanoseconds(1 * MILLISECOND)
"""No closure or opening of a score is closer to being of another kind: a brush of 0.5 ms counts from 2 ms."""


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
    predicted: float
    """The same as the fitted sigma has it; 0 to 0.5."""
    rulings: dict[Ruling, int]


class Sigma(Struct, frozen=True):
    """How wide one stamp of a source scatters; `between` two sources: of one stamp against the other."""

    source: str
    trials: int
    plain: float
    low: float
    high: float
    robust: float
    """From the median: what most stamps do, whatever the tail does."""
    widest: float
    """The most that a press was stamped late or early against the other."""


class PinOrder(Struct, frozen=True):
    """Among wrong orders of one source: how often the lower pin was put first."""

    lower_first: int
    of: int
    chance: float


class Latency(Struct, frozen=True):
    """From the first contact to the verdict."""

    verdicts: int
    median: float
    p95: float
    p99: float
    longest: float


class Clear(Struct, frozen=True):
    """From this separation on not one of the orders was wrong."""

    separation: Nanoseconds
    pairs: int
    at_most: float
    """The probability of a wrong order that this excludes."""


class KindFigures(Struct, frozen=True):
    """All trials of one kind, but for pairs."""

    kind: TrialKind
    rulings: dict[Ruling, int]
    reasons: dict[str, int]
    """Of void verdicts."""
    astray: int
    """Trials whose strokes the rig made too long or too short for this kind; they aren't in `rulings`."""
    low: float
    high: float
    """The interval of the probability that the wrong seat is named."""

    @property
    def judged(self) -> int:
        """How many trials were of this kind in truth."""
        return sum(self.rulings.values())


class Figures(Struct, frozen=True, kw_only=True):
    """All there is to say of a run; what isn't said to be of all trials is of the pairs."""

    trials: int
    """Of all kinds."""
    planned: int
    presses: int
    """In all trials."""
    kinds: tuple[KindFigures, ...]
    rulings: dict[Ruling, int]
    reasons: dict[str, int]
    """Of void verdicts."""
    lost: int
    """Presses that are nowhere in a picture, of all trials."""
    unsure: int
    """Trials whose true order the rig can't vouch for; they are left out of the curve."""
    known_to: float
    """How well the rig knows what it did: the median uncertainty."""
    wide_heats: int
    """Dead heats of presses surely further apart than the tie band."""
    curve: tuple[Point, ...]
    clear: Clear | None
    fitted: float
    """The sigma of one stamp that the prediction is made with: robust, of all trials together."""
    sigmas: tuple[Sigma, ...]
    seats: tuple[SeatBias, ...]
    outstanding: tuple[SeatBias, ...]
    """Seats that are shown to be late or early, one after the other, each against those not yet named."""
    side: Estimate | None
    """By how much whatever is pressed second is stamped late: the rig's own doing, no seat's."""
    groups: tuple[tuple[Seat, ...], ...]
    by_pin: PinOrder
    latency: Latency | None


def figures(setting: Setting, results: Sequence[TrialResult]) -> Figures:
    """Return the figures of a run; what too few results can't tell is left empty."""
    pairs = [result for result in results if result.trial.kind is TrialKind.PAIR]
    known = [result for result in pairs if result.seen.after is not None]
    fit = offsets([_difference(result) for result in known]) if known else None
    left = fit.residuals if fit is not None else ()
    fitted = robust(left) / sqrt(2)
    sure = [result for result in known if result.driven.separation > result.driven.uncertainty]
    latencies = sorted(float(one.seen.latency) for one in pairs if one.seen.latency is not None)
    return Figures(
        trials=len(results),
        planned=setting.planned,
        presses=sum(len(result.trial.pressing) for result in results),
        kinds=tuple(_kinds(results)),
        rulings=_rulings(pairs),
        reasons=_reasons(pairs),
        lost=sum(len(result.seen.lost) for result in results),
        unsure=len(known) - len(sure),
        known_to=median([result.driven.uncertainty for result in pairs] or [0]),
        wide_heats=sum(
            result.seen.ruling is Ruling.DEAD_HEAT
            and result.driven.separation - result.driven.uncertainty > setting.band
            for result in pairs
        ),
        curve=_curve(pairs, fitted),
        clear=_clear(sure),
        fitted=fitted,
        sigmas=_sigmas(known, left, setting.places),
        seats=biases([_difference(result) for result in known]),
        outstanding=outstanding([_difference(result) for result in known]),
        side=fit.side if fit is not None else None,
        groups=fit.groups if fit is not None else (),
        by_pin=_by_pin(sure, setting.places),
        latency=_latency(latencies),
    )


def predicted(separation: float, sigma: float) -> float:
    """Return the probability of a wrong order of two stamps, each normal: Phi(-separation / (sigma √2))."""
    if sigma == 0:
        return 0.0 if separation > 0 else 0.5
    return NormalDist().cdf(-separation / (sigma * sqrt(2)))


def robust(values: Sequence[float]) -> float:
    """Return the standard deviation as the median distance from the median has it; 0 of no values."""
    if not values:
        return 0.0
    middle = median(values)
    return MAD_SIGMA * median(abs(value - middle) for value in values)


def wrong(result: TrialResult) -> bool:
    """Whether a trial was stamped in the wrong order; alike counts as wrong, since it shows no order."""
    return result.seen.after is not None and result.seen.after <= 0


def _difference(result: TrialResult) -> Lateness:
    return Lateness(result.trial.first, result.trial.second, float(result.error or 0))


def _kinds(results: Sequence[TrialResult]) -> Iterator[KindFigures]:
    for kind in OTHERS:
        made = [result for result in results if result.trial.kind is kind]
        judged = [result for result in made if result.driven.astray <= TRUE_TO_KIND]
        rulings = _rulings(judged)
        interval = wilson(rulings[Ruling.WRONG], len(judged))
        if made:
            yield KindFigures(kind, rulings, _reasons(judged), len(made) - len(judged), *interval)


def _reasons(results: Iterable[TrialResult]) -> dict[str, int]:
    voids = [result.seen.reason for result in results if result.seen.ruling is Ruling.VOID]
    return {reason: voids.count(reason) for reason in sorted(set(voids))}


def _rulings(results: Iterable[TrialResult]) -> dict[Ruling, int]:
    counts = dict.fromkeys(Ruling, 0)
    for result in results:
        counts[result.seen.ruling] += 1
    return counts


def _curve(results: Sequence[TrialResult], sigma: float) -> tuple[Point, ...]:
    """Group by what the rig truly did, not by what it was asked: a system call takes its time."""
    steps = series(Nanoseconds(1), Nanoseconds(10**10))
    groups: dict[int, list[TrialResult]] = {}
    for result in results:
        if result.driven.separation > result.driven.uncertainty:
            separation = result.driven.separation
            nearest = min(steps, key=lambda step: max(step / separation, separation / step))
            groups.setdefault(nearest, []).append(result)
    return tuple(_point(group, sigma) for _, group in sorted(groups.items()))


def _point(group: Sequence[TrialResult], sigma: float) -> Point:
    compared = [result for result in group if result.seen.after is not None]
    count = sum(map(wrong, compared))
    # The tail of a wide group isn't the tail of its middle.
    foreseen = fmean(predicted(result.driven.separation, sigma) for result in compared or group)
    separation = median(result.driven.separation for result in group)
    return Point(separation, len(compared), count, *wilson(count, len(compared)), foreseen, _rulings(group))


def _clear(sure: Sequence[TrialResult]) -> Clear | None:
    """Return the least separation of the series from which on no order was wrong."""
    surely = sorted((result.driven.separation - result.driven.uncertainty, wrong(result)) for result in sure)
    widest_wrong = max((separation for separation, bad in surely if bad), default=0)
    for step in series(Nanoseconds(1), Nanoseconds(10**10)):
        pairs = sum(separation >= step for separation, _ in surely)
        if step > widest_wrong and pairs:
            # The least that was driven says as much as the step below it, and says it plainly.
            least = next(separation for separation, _ in surely if separation >= step)
            return Clear(Nanoseconds(least), pairs, at_most(pairs))
    return None


def _sigmas(
    known: Sequence[TrialResult], left: Sequence[float], places: Mapping[Seat, ButtonAt]
) -> tuple[Sigma, ...]:
    sources: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
    for result, residual in zip(known, left, strict=True):
        one, other = sorted((places[result.trial.first].source, places[result.trial.second].source))
        values, errors = sources.setdefault((one, other), ([], []))
        values.append(residual)
        errors.append(abs(float(result.error or 0)) + result.driven.uncertainty)
    return tuple(
        _sigma(one, other, values, max(errors)) for (one, other), (values, errors) in sorted(sources.items())
    )


def _sigma(one: str, other: str, values: Sequence[float], widest: float) -> Sigma:
    """Two stamps scatter √2 as wide as one; the interval allows for tails, by the fourth moment."""
    middle = fmean(values)
    count = len(values)
    variance = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    fourth = fmean((value - middle) ** 4 for value in values)
    sigma = sqrt(variance / 2)
    half = Z * sqrt(max(0.0, fourth - variance**2) / count) / (4 * sigma) if sigma > 0 else 0.0
    name = one if one == other else f"{one} against {other}"
    low, high = max(0.0, sigma - half), sigma + half
    return Sigma(name, count, sigma, low, high, robust(values) / sqrt(2), widest)


def _by_pin(sure: Iterable[TrialResult], places: Mapping[Seat, ButtonAt]) -> PinOrder:
    lower = of = 0
    for result in sure:
        first, second = places[result.trial.first], places[result.trial.second]
        if wrong(result) and first.source == second.source:
            of += 1
            lower += second.pin < first.pin
    return PinOrder(lower, of, sign_test(lower, of))


def _latency(ordered: Sequence[float]) -> Latency | None:
    if not ordered:
        return None
    half, p95, p99 = (percentile(ordered, share) for share in (0.5, 0.95, 0.99))
    return Latency(len(ordered), half, p95, p99, ordered[-1])
