"""Which seats are stamped late: an exact sign test for each, and how late on average.

If no seat were late, the errors in which a seat takes part would be late as often as early: that is tested
exactly. One seat that is late makes all others look early, so they are named one after the other.
"""

from collections.abc import Sequence

from msgspec import Struct

from companion.chance import holm, sign_test
from hardware.grab.contacts import Seat
from hardware.lab.offsets import Estimate, Lateness, Offsets, offsets

DOUBT = 0.01
"""A seat is named only where chance alone would name one in fewer than one run in a hundred."""


class SeatBias(Struct, frozen=True):
    """Whether one seat is stamped later than the others; times in nanoseconds."""

    seat: Seat
    later: int
    """Trials in which its stamp was late against the other's."""
    of: int
    """Trials but for those without any error."""
    chance: float
    """Of so uneven a split, or more, if no seat were late: the sign test, two-sided."""
    corrected: float
    """The same after Holm's correction for the number of seats."""
    late: Estimate
    """How late, on average, against the average of the others."""


def biases(errors: Sequence[Lateness]) -> tuple[SeatBias, ...]:
    """Return a test and an offset for every seat, ascending; empty without errors."""
    if not errors:
        return ()
    fit = offsets(errors)
    late = dict.fromkeys(fit.seats, 0)
    of = dict.fromkeys(fit.seats, 0)
    # What is always added to the second press is the rig's doing: without it, half of all errors are late.
    side = fit.side.value if fit.side is not None else 0.0
    for error in errors:
        left = error.later - side
        if left:
            for seat, is_late in ((error.first, left < 0), (error.second, left > 0)):
                late[seat] += is_late
                of[seat] += 1
    chances = [sign_test(late[seat], of[seat]) for seat in fit.seats]
    return tuple(
        SeatBias(seat, late[seat], of[seat], chance, corrected, _against_others(fit, seat))
        for seat, chance, corrected in zip(fit.seats, chances, holm(chances), strict=True)
    )


def outstanding(errors: Sequence[Lateness], doubt: float = DOUBT) -> tuple[SeatBias, ...]:
    """Return the seats that are late or early beyond chance, the plainest first.

    After each one its trials are left out, and the rest is tested anew. Of the last two neither can be named:
    that one is late is the same as that the other is early.
    """
    found: list[SeatBias] = []
    while True:
        tested = biases(errors)
        if len(tested) < 3:
            return tuple(found)
        worst = min(tested, key=lambda bias: (bias.corrected, -abs(bias.late.value)))
        if worst.corrected > doubt:
            return tuple(found)
        found.append(worst)
        errors = [error for error in errors if worst.seat not in (error.first, error.second)]


def _against_others(fit: Offsets, seat: Seat) -> Estimate:
    """The average of all has the seat itself in it; take it out."""
    members = next(len(group) for group in fit.groups if seat in group)
    scale = members / (members - 1)
    late = fit.seats[seat]
    return Estimate(late.value * scale, late.low * scale, late.high * scale)
