"""A grab as a record keeps it: whose hands came, in which order, and how near to each other."""

from msgspec import UNSET, Struct, UnsetType

from companion.game import Seat


class Touch(Struct, frozen=True):
    """One press in a grab: whose, and how many nanoseconds after the first."""

    seat: Seat
    after: int


class Ignored(Touch, frozen=True):
    """A touch that wasn't ranked, and why: "brush", "spike", "held", "stormy".

    `lasted` nanoseconds; None where it went on.
    """

    why: str
    lasted: int | None = None


class Grab(Struct, frozen=True):
    """Who was first: `first` holds the winner, or all who tie in a dead heat.

    `touches` is the photo finish, `ignored` what is only drawn in it, `band` the error band of the sensors in
    nanoseconds and `source` their quality; a grab told by hand has none of them.
    """

    first: tuple[Seat, ...]
    touches: tuple[Touch, ...] = ()
    band: int = 0
    source: str = "table"
    # A record from before these were drawn has none, and is written as it was read.
    ignored: tuple[Ignored, ...] | UnsetType = UNSET

    @property
    def drawn(self) -> tuple[Ignored, ...]:
        """Touches that are only drawn in the photo finish."""
        return () if self.ignored is UNSET else self.ignored

    @property
    def order(self) -> tuple[tuple[Seat, ...], ...]:
        """All hands as they came, the first in front; those that the band can't tell apart together."""
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
    """Return a length in two figures, and none that lies within the error `band`; both in nanoseconds."""
    finest = max(_power(band), _power(nanoseconds) // 10, 1)
    return round(nanoseconds / finest) * finest


def _power(nanoseconds: int) -> int:
    """Return the largest power of ten that a length holds."""
    return int(10 ** (len(str(abs(nanoseconds))) - 1))
