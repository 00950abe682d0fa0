"""How late each seat is, from differences between two of them: least squares, with intervals.

A difference is `side` + late(second) - late(first) + an error. `side` is what being second, or lying under
the right end of a stick, adds for everybody. Only differences are seen: seats are late against their average.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from companion.chance import LEVEL, student
from hardware.grab.contacts import Seat

SMALL = 1e-9
"""A pivot so small is none: what it stands for can't be told from the rest."""

Matrix = list[list[float]]


class Lateness(Struct, frozen=True):
    """By how much `second` came later than `first`, in ns, without what was meant to be between them."""

    first: Seat
    second: Seat
    later: float


class Estimate(Struct, frozen=True):
    """A value and its interval, in nanoseconds."""

    value: float
    low: float
    high: float


class Offsets(Struct, frozen=True):
    """How late each seat is against the average of all it was compared with, directly or through others."""

    seats: dict[Seat, Estimate]
    side: Estimate | None
    """None where every pair was compared one way round only: it can't be told from the seats then."""
    residuals: tuple[float, ...]
    """What is left of each difference, in the order given."""
    groups: tuple[tuple[Seat, ...], ...]
    """Seats that were compared with each other; between groups nothing is known."""
    covariance: dict[tuple[Seat, Seat], float]
    freedom: int

    def between(self, seat: Seat, other: Seat, level: float = LEVEL) -> Estimate:
        """Return how much later `seat` is than `other`, of the same group."""
        of = self.covariance
        variance = of[seat, seat] + of[other, other] - 2 * of[seat, other]
        value = self.seats[seat].value - self.seats[other].value
        return _estimate(value, variance, self.freedom, level)


def offsets(differences: Sequence[Lateness], level: float = LEVEL) -> Offsets:
    """Fit; ValueError without differences. Intervals allow for pairs that scatter more than others."""
    if not differences:
        raise ValueError("nothing was compared")
    seats = sorted({seat for one in differences for seat in (one.first, one.second)})
    groups = _groups(seats, differences)
    column = {seat: place for place, seat in enumerate(seats)}
    rows = [(column[one.first], column[one.second]) for one in differences]
    values = [one.later for one in differences]
    with_side = True
    inverse = _inverse(_normal(rows, seats, groups, column, with_side))
    if inverse is None:
        with_side = False
        inverse = _inverse(_normal(rows, seats, groups, column, with_side))
    if inverse is None:
        raise ValueError("nothing was compared")
    size = len(inverse)
    right = [0.0] * size
    for (first, second), value in zip(rows, values, strict=True):
        right[first] -= value
        right[second] += value
        if with_side:
            right[-1] += value
    fitted = [sum(a * b for a, b in zip(row, right, strict=True)) for row in inverse]
    side = fitted[-1] if with_side else 0.0
    residuals = tuple(
        value - side - fitted[second] + fitted[first]
        for (first, second), value in zip(rows, values, strict=True)
    )
    freedom = len(values) - (len(seats) - len(groups)) - with_side
    spread = _spread(rows, residuals, size, with_side)
    scale = len(values) / freedom if freedom > 0 else 0.0
    covariance = [[scale * value for value in row] for row in _times(_times(inverse, spread), inverse)]
    return Offsets(
        {
            seat: _estimate(fitted[place], covariance[place][place], freedom, level)
            for seat, place in column.items()
        },
        _estimate(side, covariance[-1][-1], freedom, level) if with_side else None,
        residuals,
        groups,
        {(one, other): covariance[column[one]][column[other]] for one in seats for other in seats},
        freedom,
    )


def _estimate(value: float, variance: float, freedom: int, level: float) -> Estimate:
    half = student(freedom, level) * sqrt(max(0.0, variance)) if freedom > 0 else float("inf")
    return Estimate(value, value - half, value + half)


def _groups(seats: Sequence[Seat], differences: Iterable[Lateness]) -> tuple[tuple[Seat, ...], ...]:
    group = {seat: {seat} for seat in seats}
    for one in differences:
        if group[one.first] is not group[one.second]:
            joined = group[one.first] | group[one.second]
            group.update(dict.fromkeys(joined, joined))
    return tuple(sorted({tuple(sorted(members)) for members in group.values()}))


def _normal(
    rows: Sequence[tuple[int, int]],
    seats: Sequence[Seat],
    groups: Iterable[Sequence[Seat]],
    column: dict[Seat, int],
    with_side: bool,
) -> Matrix:
    """Return the normal equations, with the sum of each group held at zero."""
    size = len(seats) + with_side
    matrix = [[0.0] * size for _ in range(size)]
    _add(matrix, rows, [1.0] * len(rows), with_side)
    for members in groups:
        for one in members:
            for other in members:
                matrix[column[one]][column[other]] += 1.0
    return matrix


def _spread(
    rows: Sequence[tuple[int, int]], residuals: Sequence[float], size: int, with_side: bool
) -> Matrix:
    """Return the middle of the sandwich: every comparison brings its own scatter along."""
    matrix = [[0.0] * size for _ in range(size)]
    _add(matrix, rows, [residual * residual for residual in residuals], with_side)
    return matrix


def _add(matrix: Matrix, rows: Sequence[tuple[int, int]], weights: Sequence[float], with_side: bool) -> None:
    for (first, second), weight in zip(rows, weights, strict=True):
        matrix[first][first] += weight
        matrix[second][second] += weight
        matrix[first][second] -= weight
        matrix[second][first] -= weight
        if with_side:
            for place, sign in ((first, -weight), (second, weight)):
                matrix[place][-1] += sign
                matrix[-1][place] += sign
            matrix[-1][-1] += weight


def _inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse by elimination with pivots, or None if there is none."""
    size = len(matrix)
    work = [[*row, *(float(place == n) for n in range(size))] for place, row in enumerate(matrix)]
    largest = max(abs(value) for row in matrix for value in row)
    for step in range(size):
        pivot = max(range(step, size), key=lambda row: abs(work[row][step]))
        if abs(work[pivot][step]) <= SMALL * largest:
            return None
        work[step], work[pivot] = work[pivot], work[step]
        work[step] = [value / work[step][step] for value in work[step]]
        for row in range(size):
            if row != step and work[row][step]:
                factor = work[row][step]
                work[row] = [a - factor * b for a, b in zip(work[row], work[step], strict=True)]
    return [row[size:] for row in work]


def _times(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one]
