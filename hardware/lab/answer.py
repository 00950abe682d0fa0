"""The results of a run, or of strikes, as sentences and a table, for both report and terminal."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, comb, inf, sqrt
from statistics import NormalDist, median
from typing import NamedTuple

from msgspec import Struct

from companion.chance import LEVEL, at_most, percentile, student, wilson
from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import BAND_SIGMAS
from hardware.grab.contacts import Seat
from hardware.lab.trials import PadScan, Ruling, Setting, StickStrike, TrialResult, series

# How late each seat is, from differences between two seats: least squares, with intervals.
#
# A difference is late(second) - late(first) + `side` + an error. `side` is the delay, the same for all seats,
# of being pressed second or being under the right end of a stick. Only differences are observed, so seats are
# late relative to each other.

LEAST_WEIGHT = 1e-6
"""Prevents a division by zero for what wasn't observed (seats never compared, sides never swapped)."""

UNSEEN = 1e3
"""A variance above this many errors' means not observed; anything compared even once has a few at most."""

Matrix = list[list[float]]


class TimeDifference(NamedTuple):
    """How much later `second` came than `first`, in ns, minus the intended separation."""

    first: Seat
    second: Seat
    later: float


class Estimate(Struct, frozen=True):
    """A value and its interval, in nanoseconds."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether the interval is finite."""
        return self.high < inf


class Lateness(Struct, frozen=True):
    """How late each seat is on average, compared with the others; intervals hold for all seats at once."""

    seats: dict[Seat, Estimate]
    side: Estimate
    residuals: tuple[float, ...]
    """The residual of each difference, in the order given."""
    scatter: float
    """Standard deviation of the residuals; infinite if there are too few."""
    widest: Estimate
    """How much later the latest seat is than the earliest; its interval holds for all pairs at once."""
    latest: Seat
    earliest: Seat


def lateness(differences: Sequence[TimeDifference]) -> Lateness:
    """Fit the seats' lateness to differences. Raises ValueError if there are none."""
    if not differences:
        raise ValueError("nothing was compared")
    seats = sorted({seat for difference in differences for seat in (difference.first, difference.second)})
    size, side_at = len(seats) + 1, len(seats)
    place = {seat: number for number, seat in enumerate(seats)}
    matrix = [[LEAST_WEIGHT * (row == column) for column in range(size)] for row in range(size)]
    right = [0.0] * size
    for difference in differences:
        signs = ((place[difference.first], -1.0), (place[difference.second], 1.0), (side_at, 1.0))
        for row, sign in signs:
            right[row] += sign * difference.later
            for column, other in signs:
                matrix[row][column] += sign * other
    covariance = inverse(matrix)
    fitted = [sum(a * b for a, b in zip(row, right, strict=True)) for row in covariance]
    residuals = tuple(
        difference.later
        - fitted[side_at]
        - fitted[place[difference.second]]
        + fitted[place[difference.first]]
        for difference in differences
    )
    freedom = len(residuals) - len(seats)
    scatter = sqrt(sum(residual * residual for residual in residuals) / freedom) if freedom > 0 else inf

    def estimate(signs: Mapping[int, float], among: int = len(seats)) -> Estimate:
        value = sum(sign * fitted[number] for number, sign in signs.items())
        errors = sum(
            a * b * covariance[row][column] for row, a in signs.items() for column, b in signs.items()
        )
        reach = student(freedom, 1 - (1 - LEVEL) / among) * scatter
        half = inf if freedom <= 0 or errors > UNSEEN else reach * sqrt(errors)
        return Estimate(value, value - half, value + half)

    earliest, *_, latest = sorted(seats, key=lambda seat: fitted[place[seat]])
    return Lateness(
        {
            seat: estimate({place[other]: 1 if other == seat else 1 / (1 - side_at) for other in seats})
            for seat in seats
        },
        estimate({side_at: 1.0}),
        residuals,
        scatter,
        # Of all pairs, the two seats that are furthest apart.
        estimate({place[latest]: 1.0, place[earliest]: -1.0}, comb(len(seats), 2)),
        latest,
        earliest,
    )


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric, positive definite matrix."""
    size = len(matrix)
    work = [[*row, *(float(number == column) for column in range(size))] for number, row in enumerate(matrix)]
    for step in range(size):
        pivot = work[step][step]
        work[step] = [value / pivot for value in work[step]]
        for row in range(size):
            if row != step:
                factor = work[row][step]
                work[row] = [a - factor * b for a, b in zip(work[row], work[step], strict=True)]
    return [row[size:] for row in work]


# The figures of a run: how often the order is wrong, how far stamps are off, which seats are late.
#
# Pure. Times in nanoseconds.

MAD_SIGMA = 1 / NormalDist().inv_cdf(0.75)
"""The median absolute deviation times this is the standard deviation of a normal error."""

WIDEST = Nanoseconds(10**10)


class Point(Struct, frozen=True):
    """All trials near one separation."""

    separation: float
    """The median of the true separations."""
    compared: int
    """Number of trials with both stamps."""
    wrong: int
    """How many of these were stamped in the wrong order, or alike."""
    low: float
    high: float
    """The interval of the probability of a wrong order."""
    rulings: Counter[Ruling]


class TimeSpread(Struct, frozen=True):
    """How far the stamps of a source are off; for two sources, those of one against the other.

    `p99` and `most`: at most how much two presses were stamped too close or too far apart, plus the rig's
    uncertainty, in 99 of 100 pairs and in all.
    """

    source: str
    pairs: int
    sigma: float
    """Standard deviation of one stamp, from the median absolute deviation, so that the tail has no effect."""
    p99: float
    most: float


class Clear(Struct, frozen=True):
    """From this separation on, no order was wrong."""

    separation: Nanoseconds
    pairs: int
    at_most: float
    """Upper bound of the probability of a wrong order."""


class Figures(Struct, frozen=True, kw_only=True):
    """All figures of a run; empty where there are too few results."""

    trials: int
    rulings: Counter[Ruling]
    reasons: Counter[str]
    """Of void verdicts."""
    lost: Counter[Seat]
    """Presses missing from the picture, by seat."""
    known_to: float
    """How exactly the rig knows its presses: the median uncertainty."""
    curve: tuple[Point, ...]
    """Without trials whose true order the rig isn't sure of."""
    clear: Clear | None
    spreads: tuple[TimeSpread, ...]
    lateness: Lateness | None


def figures(setting: Setting, results: Sequence[TrialResult]) -> Figures:
    """Return the figures of a run."""
    stamped = [result for result in results if result.after is not None]
    differences = [TimeDifference(result.first, result.second, _error(result)) for result in stamped]
    late = lateness(differences) if differences else None
    return Figures(
        trials=len(results),
        rulings=Counter(result.ruling for result in results),
        reasons=Counter(result.reason for result in results if result.ruling is Ruling.VOID),
        lost=Counter(seat for result in results for seat in result.lost),
        known_to=median([result.uncertainty for result in results] or [0]),
        curve=_curve(results),
        clear=_clear(result for result in stamped if result.surely > 0),
        spreads=tuple(_spreads(setting, zip(stamped, late.residuals, strict=True))) if late else (),
        lateness=late,
    )


def _error(result: TrialResult) -> float:
    """Return how much too late the second press was stamped, relative to the first."""
    return float((result.after or 0) - result.separation)


def _curve(results: Iterable[TrialResult]) -> tuple[Point, ...]:
    """Group trials by what the rig actually did, not by what it was asked: system calls take time."""
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
            # The least separation driven is as good as the step below it, and plainer.
            return Clear(right[0], len(right), at_most(len(right)))
    return None


def _spreads(setting: Setting, stamped: Iterable[tuple[TrialResult, float]]) -> Iterator[TimeSpread]:
    """Yield each source's spread; `stamped` has each result with its residual."""
    groups: dict[str, list[tuple[TrialResult, float]]] = {}
    for result, residual in stamped:
        sources = sorted({setting.places[seat].source for seat in (result.first, result.second)})
        groups.setdefault(" against ".join(sources), []).append((result, residual))
    for source, group in sorted(groups.items()):
        middle = median(residual for _, residual in group)
        # A difference of two stamps scatters √2 times as widely as one.
        sigma = MAD_SIGMA * median(abs(residual - middle) for _, residual in group) / sqrt(2)
        off = sorted(abs(_error(result)) + result.uncertainty for result, _ in group)
        yield TimeSpread(source, len(group), sigma, percentile(off, 0.99), off[-1])


FEW = 100
"""With fewer trials the figures are only hints."""

MATTERS = 1 / 20
"""A seat is named as late from this fraction of the error band: less doesn't decide a grab."""


class TextTable(Struct, frozen=True):
    """A table of texts: column names, then rows; the first column is left-aligned, the others right."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def run_sentences(setting: Setting, run: Figures) -> Iterator[str]:
    """Yield the results of a run, in a plain sentence or two each."""
    if run.trials < setting.planned:
        yield f"Stopped after {run.trials} of {setting.planned} trials."
    if run.trials < FEW:
        yield "These figures are hints: few trials."
    yield _orders(run)
    yield _rulings(run)
    yield from _late(setting, run)
    for spread in run.spreads:
        yield (
            f"{spread.source}: one stamp scatters by {time(spread.sigma)}. In {spread.pairs} pairs stamps "
            f"were off by less than {time(spread.p99)} 99 times of 100, by {time(spread.most)} at most; the "
            f"rig knows its own presses to {time(run.known_to)}."
        )
    spreads = {spread.source: spread for spread in run.spreads}
    yield from (_scan(pad, spreads[pad.source]) for pad in setting.pads if pad.source in spreads)
    # A pad's delay is bounded, not normal.
    if run.spreads and not setting.pads:
        needed = BAND_SIGMAS * max(spread.sigma for spread in run.spreads)
        verdict = "is wide enough" if needed <= setting.band else "is too narrow for this source"
        yield (
            f"The error band of {time(setting.band)} {verdict}: "
            f"{BAND_SIGMAS} times that scatter is {time(needed)}."
        )
    yield _lost(run)


def run_table(run: Figures) -> TextTable:
    """Return how often the order was wrong and how the pad ruled, one row per separation."""
    return TextTable(
        "Wrong orders by separation; what the pad ruled",
        ("apart", "pairs", "wrong order", "95 %", *(ruling.value.replace("_", " ") for ruling in Ruling)),
        tuple(
            (
                time(point.separation),
                str(point.compared),
                str(point.wrong),
                f"{share(point.low)} to {share(point.high)}",
                *(str(point.rulings[ruling]) for ruling in Ruling),
            )
            for point in run.curve
        ),
    )


def stiffness(strikes: Sequence[StickStrike]) -> Lateness:
    """Return how much later each button closes than the others. Raises ValueError without strikes."""
    return lateness([TimeDifference(strike.left, strike.right, float(strike.later)) for strike in strikes])


def press_sentences(setting: Setting, fit: Lateness) -> Iterator[str]:
    """Yield the results of strikes, in a plain sentence or two each."""
    if not fit.widest.known:
        yield "Too few strikes, or pairs that don't link all seats: nothing can be said of who is late."
        return
    for seat, late in fit.seats.items():
        if late.low > 0 and len(fit.seats) > 2:
            yield (
                f"Seat {seat + 1} is held back: it closes {time(late.value)} later than the others "
                f"({within(late)})."
            )
    if fit.widest.low > 0:
        wide = fit.widest.low > setting.band
        yield (
            f"Between seat {fit.latest + 1} and seat {fit.earliest + 1} lie {time(fit.widest.value)} "
            f"({within(fit.widest)}): {'more' if wide else 'not clearly more'} than the error band of "
            f"{time(setting.band)}{', so it can turn a grab around' if wide else ''}."
        )
        yield (
            "Nothing is corrected: verdicts go by the moment a contact closes. Change the switch, or let the "
            "table agree to live with it."
        )
    else:
        yield "No seat is shown to be held back by its switch."
    yield f"One strike lies {time(fit.scatter)} off what this explains: the hand is no finer than that."


def press_table(strikes: Sequence[StickStrike], fit: Lateness) -> TextTable:
    """Return the results of strikes, one row per seat."""
    return TextTable(
        "Seats: how much later they close than the others on average",
        ("seat", "strikes", "late by", "95 % (all seats at once)"),
        tuple(
            (
                f"seat {seat + 1}",
                str(sum(seat in (strike.left, strike.right) for strike in strikes)),
                time(late.value),
                within(late),
            )
            for seat, late in fit.seats.items()
        ),
    )


def time(nanoseconds: float) -> str:
    """Return a time for people, in µs or ms."""
    value, unit = nanoseconds / MICROSECOND, "µs"
    if abs(nanoseconds) >= MILLISECOND:
        value, unit = nanoseconds / MILLISECOND, "ms"
    # With three digits 999.7 would read 1e+03.
    return f"{value:.3g} {unit}" if abs(value) < 999.5 else f"{value:.0f} {unit}"


def within(estimate: Estimate) -> str:
    """Return an interval for people."""
    return f"{time(estimate.low)} to {time(estimate.high)}" if estimate.known else "not known"


def share(probability: float) -> str:
    """Return a probability for people."""
    return f"{100 * probability:.2g}%" if probability < 0.01 else f"{100 * probability:.3g}%"


def _orders(run: Figures) -> str:
    if run.clear is not None:
        return (
            f"No wrong order in {run.clear.pairs} pairs at least {time(run.clear.separation)} apart: "
            f"from there on fewer than {share(run.clear.at_most)} of orders are wrong (95 % sure)."
        )
    if any(point.wrong for point in run.curve):
        return "There are wrong orders up to the widest separation that was tried: don't trust this pad."
    return "No order could be compared: see what was lost."


def _rulings(run: Figures) -> str:
    wrong, heats = run.rulings[Ruling.WRONG], run.rulings[Ruling.DEAD_HEAT]
    sentence = f"The pad named the wrong seat in {wrong} of {run.rulings[Ruling.RIGHT] + wrong} grabs"
    sentence += f"; {heats} dead heats."
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(run.reasons.items()))
    return sentence + (f" Void: {run.rulings[Ruling.VOID]} ({reasons})." if reasons else "")


def _late(setting: Setting, run: Figures) -> Iterator[str]:
    seats = run.lateness.seats if run.lateness else {}
    for seat, late in seats.items():
        if late.low > MATTERS * setting.band:
            yield (
                f"Seat {seat + 1} is stamped {time(late.value)} later than the others "
                f"({within(late)}): look at its wire. Swap two outputs: if another seat is late then, it was "
                "the rig."
            )


def _scan(pad: PadScan, spread: TimeSpread) -> str:
    """Return a sentence on whether a USB pad's band is right, and what to write into the seats file."""
    # The widest of these pairs is this near to the widest possible, with 95 % confidence: a pair is off by
    # the difference of two uniform delays, and 0.05 = exp(-3).
    near = 1 - min(0.5, sqrt(3 / spread.pairs))
    enough = max(1, ceil((spread.most / near - (pad.band - pad.scan)) / MILLISECOND))
    beginning = f"{pad.source}: its error band of {time(pad.band)} is"
    if spread.most > pad.band:
        return f"{beginning} too narrow: write scan_ms = {enough} for it into the seats file."
    if spread.pairs >= FEW and (enough + 1) * MILLISECOND < pad.scan:
        return f"{beginning} wider than it needs: scan_ms = {enough} in the seats file would be enough."
    return f"{beginning} right."


def _lost(run: Figures) -> str:
    presses = 2 * run.trials
    if not run.lost:
        return f"No press was lost in {presses}."
    seats = ", ".join(f"seat {seat + 1}: {count}" for seat, count in sorted(run.lost.items()))
    return f"{run.lost.total()} of {presses} presses never showed up ({seats})."
