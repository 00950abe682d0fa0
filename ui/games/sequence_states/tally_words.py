"""Every English sentence of Sequence's tally of a finished board."""

from ui.words import _, _many

TAP = _("Choose a colour, then tap: a chip, turned over, none.")
TOO_MANY = _("A box has 50 chips of a colour: this is one more.")
SIDES = _("Teams")
SIDES_HINTS = {None: _("as the colours say"), 2: _("two: 2 sequences win"), 3: _("three: 1 sequence wins")}


def sequences(count: int) -> str:
    """Return how many sequences a colour has."""
    return _many("{n} sequence", "{n} sequences", count).format(n=count)


def wins(side: str) -> str:
    """Return who has won."""
    return _("{side} wins").format(side=side)
