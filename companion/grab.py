"""A grab as recorded: whose hands came, in which order, and how far apart."""

from msgspec import UNSET, Struct, UnsetType

from companion.game import Seat


class Touch(Struct, frozen=True):
    """One press in a grab: the seat, and nanoseconds after the first press."""

    seat: Seat
    after: int


class Ignored(Touch, frozen=True):
    """A touch that wasn't ranked, and why: "brush", "spike", "held", "stormy".

    `lasted` is in nanoseconds; None if it hadn't ended.
    """

    why: str
    lasted: int | None = None


class Grab(Struct, frozen=True):
    """Who was first: `first` has the winner, or everybody in a dead heat.

    `touches` is the photo finish, `ignored` are touches that are only drawn in it, `band` is the sensors'
    error band in nanoseconds and `source` their quality. A grab entered by hand has none of these.
    """

    first: tuple[Seat, ...]
    touches: tuple[Touch, ...] = ()
    band: int = 0
    source: str = "table"
    # Older records have no such field, and must be written as they were read.
    ignored: tuple[Ignored, ...] | UnsetType = UNSET

    @property
    def drawn(self) -> tuple[Ignored, ...]:
        """Touches that are only drawn in the photo finish."""
        return () if self.ignored is UNSET else self.ignored

    @property
    def order(self) -> tuple[tuple[Seat, ...], ...]:
        """All seats in order of arrival; those that the error band can't separate are in one group."""
        groups = [self.first]
        began = 0
        named = set(self.first)
        for touch in sorted(self.touches, key=lambda touch: touch.after):
            if touch.seat in named:
                continue
            named.add(touch.seat)
            if len(groups) > 1 and touch.after - began <= self.band:
                groups[-1] = tuple(sorted((*groups[-1], touch.seat)))
            else:
                groups.append((touch.seat,))
                began = touch.after
        return tuple(groups)


def rounded(nanoseconds: int, band: int) -> int:
    """Round a duration to two digits, or fewer if the error `band` is coarser; both in nanoseconds."""
    finest = max(_power(band), _power(nanoseconds) // 10, 1)
    return round(nanoseconds / finest) * finest


def _power(nanoseconds: int) -> int:
    """Return the largest power of ten up to a duration; 1 for 0."""
    return int(10 ** (len(str(abs(nanoseconds))) - 1))
