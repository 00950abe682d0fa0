"""How late each seat is, from differences between two of them: least squares, with intervals. Pure.

A difference is late(second) - late(first) + `side` + an error. `side` is what being pressed second, or lying
under the right end of a stick, adds for everybody. Only differences are seen: seats are late against each
other.
"""

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import NamedTuple

from msgspec import Struct

from companion.chance import LEVEL, student
from hardware.grab.contacts import Seat

LEAST_WEIGHT = 1e-6
"""Keeps what nothing was seen of (seats never compared, sides never swapped) from dividing by zero."""

UNSEEN = 1e3
"""A variance of so many errors' is such a thing's: whatever was compared even once has a few at most."""

Matrix = list[list[float]]


class Difference(NamedTuple):
    """By how much `second` came later than `first`, in ns, without what was meant to lie between them."""

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
        """Whether the interval has ends."""
        return self.high < inf


class Lateness(Struct, frozen=True):
    """How late each seat is against the others on average; intervals hold for all seats at once."""

    seats: dict[Seat, Estimate]
    side: Estimate
    left: tuple[float, ...]
    """What is left of each difference, in the order given."""
    scatter: float
    """The standard deviation of that; infinite of too few."""
    apart: Estimate
    """How much the latest seat is later than the earliest."""
    latest: Seat
    earliest: Seat


def lateness(differences: Sequence[Difference]) -> Lateness:
    """Fit; ValueError without differences."""
    if not differences:
        raise ValueError("nothing was compared")
    seats = sorted({seat for one in differences for seat in (one.first, one.second)})
    size, last = len(seats) + 1, len(seats)
    place = {seat: number for number, seat in enumerate(seats)}
    matrix = [[LEAST_WEIGHT * (row == column) for column in range(size)] for row in range(size)]
    right = [0.0] * size
    for one in differences:
        signs = ((place[one.first], -1.0), (place[one.second], 1.0), (last, 1.0))
        for row, sign in signs:
            right[row] += sign * one.later
            for column, other in signs:
                matrix[row][column] += sign * other
    covariance = inverse(matrix)
    fitted = [sum(a * b for a, b in zip(row, right, strict=True)) for row in covariance]
    left = tuple(
        one.later - fitted[last] - fitted[place[one.second]] + fitted[place[one.first]] for one in differences
    )
    freedom = len(left) - len(seats)
    scatter = sqrt(sum(one * one for one in left) / freedom) if freedom > 0 else inf
    reach = student(freedom, 1 - (1 - LEVEL) / len(seats)) * scatter

    def estimate(signs: Mapping[int, float]) -> Estimate:
        value = sum(sign * fitted[number] for number, sign in signs.items())
        errors = sum(
            a * b * covariance[row][column] for row, a in signs.items() for column, b in signs.items()
        )
        half = inf if freedom <= 0 or errors > UNSEEN else reach * sqrt(errors)
        return Estimate(value, value - half, value + half)

    earliest, *_, latest = sorted(seats, key=lambda seat: fitted[place[seat]])
    return Lateness(
        {
            seat: estimate({place[one]: 1 if one == seat else 1 / (1 - last) for one in seats})
            for seat in seats
        },
        estimate({last: 1.0}),
        left,
        scatter,
        estimate({place[latest]: 1.0, place[earliest]: -1.0}),
        latest,
        earliest,
    )


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric matrix whose eigenvalues are all above zero."""
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
