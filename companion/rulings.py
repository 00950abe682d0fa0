"""How a game puts what it has found into a ruling."""

from typing import TypeVar

from msgspec.structs import replace

from companion.game import Accepted, Refused, Remedy, Ruling, Violation

E = TypeVar("E")

LOOK_AGAIN = "look_again"
"""The remedy of what hands can't have done as the record has the table: one of the two was told wrongly."""


def ruled(
    faults: tuple[Violation, ...],
    impossible: tuple[Violation, ...],
    steps: tuple[Remedy, ...],
    events: tuple[E, ...],
    *,
    stand: bool = True,
) -> Ruling[E]:
    """Accept the events, or refuse with every fault; the first one carries what hands must do.

    What hands can't have done was only told wrongly: look again. Anything else lies there now, and `steps`
    put it right; the table may let it `stand`.
    """
    every = (*faults, *impossible)
    if not every:
        return Accepted(events)
    if impossible:
        return Refused((replace(every[0], remedy=(Remedy(LOOK_AGAIN, every[0].seat),)), *every[1:]))
    return Refused((replace(every[0], remedy=steps), *every[1:]), True, events if stand else None)


def may_lack(missing: int, short: int, before: int) -> bool:
    """Tell whether a count may be taken that lacks some cards.

    All are there (again), as many are gone as `before`, or the table plays `short` of so many from now on.
    """
    return missing in (0, before) or missing == short > 0
