"""The steps in which a box is entered, and which of them mends what is wrong. Pure."""

from enum import StrEnum

from companion.games.tracktic.profile_faults import Fault, Kind


class Step(StrEnum):
    """A step of entering a box."""

    SIZE = "size"
    DRAW = "draw"
    STARTS = "starts"
    TWO = "two"
    TWO_DRAW = "two_draw"
    TWO_STARTS = "two_starts"
    PATTERNS = "patterns"
    COUNTS = "counts"
    CHECK = "check"


ONLY_TWO = (Step.TWO_DRAW, Step.TWO_STARTS)
"""Steps that are left out where two play on the same grid as more."""

FOR_TWO = (Step.TWO, *ONLY_TWO)


def steps(two_alike: bool) -> tuple[Step, ...]:
    """Return the steps there are."""
    return tuple(step for step in Step if not (two_alike and step in ONLY_TWO))


def after(step: Step, two_alike: bool) -> Step | None:
    """Return the step after one, None after the last."""
    later = [other for other in steps(two_alike) if _order(other) > _order(step)]
    return later[0] if later else None


def before(step: Step, two_alike: bool) -> Step | None:
    """Return the step before one, None before the first."""
    earlier = [other for other in steps(two_alike) if _order(other) < _order(step)]
    return earlier[-1] if earlier else None


def mends(fault: Fault) -> Step:
    """Return the step at which a fault can be mended."""
    if fault.part in ("pieces", "flips", "tokens", "name"):
        return Step.COUNTS
    if fault.part == "patterns":
        return Step.PATTERNS
    two = fault.part == "area_two"
    match fault.kind:
        case Kind.NO_START | Kind.TWO_STARTS | Kind.START_T | Kind.START_PIECES:
            return Step.TWO_STARTS if two else Step.STARTS
        case Kind.SIGN:
            return Step.TWO_DRAW if two else Step.DRAW
        case _:
            return Step.TWO if two else Step.SIZE


def _order(step: Step) -> int:
    return list(Step).index(step)
