"""Press calibration: who is held back by a stiff switch, and by how much.

The stiffness of one switch can't be seen in its edge. So two buttons are struck together with one stick, many
times, the sides swapped; every strike says how much later one of the two closed. Pure. Times in nanoseconds.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec import Struct

from companion.chance import LEVEL
from companion.clock import Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.figures import robust
from hardware.lab.offsets import Estimate, Lateness, offsets
from hardware.lab.trials import Pair


class StickStrike(Struct, frozen=True):
    """One stick on two buttons: how much later the one under its right end closed."""

    left: Seat
    right: Seat
    later: Nanoseconds


class Delay(Struct, frozen=True):
    """How much later a seat's button closes than the average of all.

    The intervals hold for all seats at once: in 95 of 100 calibrations no seat is slandered.
    """

    seat: Seat
    strikes: int
    late: Estimate


class Calibration(Struct, frozen=True):
    """What the strikes say together."""

    strikes: int
    delays: tuple[Delay, ...]
    """By seat."""
    side: Estimate | None
    """How much later the right end of the stick came down; None where sides weren't swapped."""
    scatter: float
    """How far one strike lies off what these delays explain: the hand's own unevenness, robust."""
    groups: tuple[tuple[Seat, ...], ...]
    extremes: tuple[Seat, Seat, Estimate]
    """The latest seat, the earliest of the same group, and how much lies between them."""


def calibrate(strikes: Sequence[StickStrike]) -> Calibration:
    """Fit the delays of all seats to the strikes; ValueError without any."""
    found = [Lateness(strike.left, strike.right, float(strike.later)) for strike in strikes]
    seats = len({seat for strike in strikes for seat in (strike.left, strike.right)})
    fit = offsets(found, shared(seats))
    group = max(fit.groups, key=len)
    ordered = sorted(group, key=lambda seat: fit.seats[seat].value)
    between = fit.between(ordered[-1], ordered[0], shared(len(list(combinations(group, 2)))))
    return Calibration(
        len(strikes),
        tuple(
            Delay(seat, sum(seat in (one.left, one.right) for one in strikes), late)
            for seat, late in fit.seats.items()
        ),
        fit.side,
        robust(fit.residuals),
        fit.groups,
        (ordered[-1], ordered[0], between),
    )


def shared(count: int) -> float:
    """Return the confidence of each of `count` intervals that all hold together with `LEVEL` (Bonferroni)."""
    return 1 - (1 - LEVEL) / max(1, count)


def ring(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return neighbours around the table, the last with the first: so that every seat is in two pairs."""
    ordered = sorted(seats)
    if len(ordered) < 3:
        return tuple(combinations(ordered, 2))
    return tuple(zip(ordered, [*ordered[1:], ordered[0]], strict=True))
