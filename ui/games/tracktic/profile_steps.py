"""The steps in which a box is entered, and which of them mends what is wrong. Pure."""

from enum import StrEnum

from companion.games.tracktic.profile_faults import Fault, FaultKind


class BoxStep(StrEnum):
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


ONLY_TWO = (BoxStep.TWO_DRAW, BoxStep.TWO_STARTS)
"""Steps that are left out where two play on the same grid as more."""

FOR_TWO = (BoxStep.TWO, *ONLY_TWO)


def steps(two_alike: bool) -> tuple[BoxStep, ...]:
    """Return the steps there are."""
    return tuple(step for step in BoxStep if not (two_alike and step in ONLY_TWO))


def after(step: BoxStep, two_alike: bool) -> BoxStep | None:
    """Return the step after one, None after the last."""
    later = [other for other in steps(two_alike) if _order(other) > _order(step)]
    return later[0] if later else None


def before(step: BoxStep, two_alike: bool) -> BoxStep | None:
    """Return the step before one, None before the first."""
    earlier = [other for other in steps(two_alike) if _order(other) < _order(step)]
    return earlier[-1] if earlier else None


def mends(fault: Fault) -> BoxStep:
    """Return the step at which a fault can be mended."""
    if fault.part in ("pieces", "flips", "tokens", "name"):
        return BoxStep.COUNTS
    if fault.part == "patterns":
        return BoxStep.PATTERNS
    two = fault.part == "area_two"
    match fault.kind:
        case FaultKind.NO_START | FaultKind.TWO_STARTS | FaultKind.START_T | FaultKind.START_PIECES:
            return BoxStep.TWO_STARTS if two else BoxStep.STARTS
        case FaultKind.SIGN:
            return BoxStep.TWO_DRAW if two else BoxStep.DRAW
        case _:
            return BoxStep.TWO if two else BoxStep.SIZE


def _order(step: BoxStep) -> int:
    return list(BoxStep).index(step)
