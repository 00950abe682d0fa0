"""Every English sentence of Speed Mode's board and of its tally: what the widgets say, and only here."""

from ui.words import _, _many

# Beside the pairs.
UNTOLD = _("?")
STUCK = _("says: nothing to make")
DECK = _("in the deck")
FACE_UP = _("face up")


def tokens(count: int) -> str:
    """Return how many circles a player has left."""
    return _many("{n} circle left", "{n} circles left", count).format(n=count)


def from_backs(count: int) -> str:
    """Return how many circles are the backs of other tokens."""
    return _many("{n} from backs", "{n} from backs", count).format(n=count)


# The tally.
TAP = _("Tap a half: A, then B, then none. The second half of a pair makes it a circle.")
UNPAIRED = _("Unpaired groups")
UNPAIRED_COUNT = _("count")
UNPAIRED_LEFT = _("don't count")


def leads(letter: str, points: int) -> str:
    """Return who has most points."""
    return _("{who} leads with {n}").format(who=letter, n=points)


def ties(points: int) -> str:
    """Return that both have as many points."""
    return _("A tie at {n}").format(n=points)


def circles(count: int) -> str:
    """Return how many pairs a player has."""
    return _many("{n} circle", "{n} circles", count).format(n=count)


def extras(count: int) -> str:
    """Return how many extra points lie between the pairs of a player."""
    return _many("{n} extra", "{n} extra", count).format(n=count)


def unpaired(count: int) -> str:
    """Return how many extra points lie between unpaired combinations of a player."""
    return _many("{n} unpaired", "{n} unpaired", count).format(n=count)


def halves(count: int) -> str:
    """Return how many halves a player has alone."""
    return _many("{n} half", "{n} halves", count).format(n=count)
