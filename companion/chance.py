"""Statistics: confidence intervals, exact tests, and corrections for multiple tests.

Pure mathematics, used by the wiring lab and the record book.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, lgamma, log, sqrt

LEVEL = 0.95
"""The confidence of every interval here."""


@cache
def quantile(share: float) -> float:
    """Return the quantile of the standard normal distribution at `share`."""
    # Imported here because the app rarely needs it, and it would slow the start.
    from statistics import NormalDist

    return NormalDist().inv_cdf(share)


def wilson(count: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval for a share of `count` in `of`; 0 to 1 if `of` is 0."""
    if of == 0:
        return 0.0, 1.0
    z = quantile((1 + LEVEL) / 2)
    share = count / of
    middle = share + z * z / (2 * of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    # At the ends the formula gives exactly 0 or 1, except for rounding.
    low = 0.0 if count == 0 else (middle - half) / scale
    high = 1.0 if count == of else (middle + half) / scale
    return low, high


def sign_test(count: int, of: int) -> float:
    """Return the exact two-sided p-value of a split this uneven, with both sides equally likely."""
    fewer = min(count, of - count)
    if 2 * fewer == of:
        return 1.0
    term = exp(lgamma(of + 1) - lgamma(fewer + 1) - lgamma(of - fewer + 1) - of * log(2.0))
    tail = 0.0
    while fewer >= 0 and term > tail * 1e-17:
        tail += term
        term *= fewer / (of - fewer + 1)
        fewer -= 1
    return min(1.0, 2 * tail)


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Return p-values corrected by Holm's method for the number of tests, in the order given.

    In ascending order, the smallest of n is multiplied by n, the next by n - 1 and so on; none may be below
    its predecessor.
    """
    corrected = [0.0] * len(chances)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, chances[place] * (len(chances) - rank)))
        corrected[place] = least
    return tuple(corrected)


def at_most(of: int) -> float:
    """Return the upper confidence bound of a probability after 0 events in `of` trials: about 3 / `of`."""
    return 1.0 if of == 0 else 1 - (1 - LEVEL) ** (1 / of)


def student(freedom: int, level: float = LEVEL) -> float:
    """Return Student's two-sided quantile by the Cornish-Fisher series: within 1 % for `freedom` >= 5."""
    z = quantile((1 + level) / 2)
    if freedom <= 0:
        return float("inf")
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value at `share` (0 to 1) of sorted values, with linear interpolation."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
