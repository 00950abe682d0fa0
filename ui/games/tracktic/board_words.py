"""Every English sentence of Tracktic's board and of its tally: what the widgets say, and only here."""

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui.games.tracktic.words import COLOURS
from ui.table.telling import row_column
from ui.words import _, _many

# Beside the grid.
SKIPPED = _("skipped")
FLIP = _("flip")
UNTOLD = _("?")


def cards_open(count: int) -> str:
    """Return how many cards lie open."""
    return _many("{n} open", "{n} open", count).format(n=count)


def cards_left(count: int) -> str:
    """Return how many cards have not been played."""
    return _many("{n} left", "{n} left", count).format(n=count)


def supply(colour: Piece, count: int) -> str:
    """Return how many pieces of a colour lie beside the grid."""
    return _("{colour} {n}").format(colour=COLOURS[colour], n=count)


def at_least(points: int) -> str:
    """Return points that nobody has proved to be the most."""
    return _("≥ {n}").format(n=points)


# The tally.
PAINT = _("Paint the board as it lies on the table: pick a colour, then tap or drag.")
EMPTY = _("Nothing lies on the board yet. Pick a colour, then tap or drag.")
RUBBER = _("Erase")
COUNT = _("Count")
BOARD = _("Board")
ENOUGH = _("That's enough")
ENOUGH_HINT = _("take what is found so far")
EXACT = _("final board · exact")
AT_LEAST = _("final board · at least: not all is proved")
AT_LEAST_ONE = _("at least")
NOTHING = _("There are no points: no colour lies on the board.")
COUNTING = _("Counting …")


def wins(colours: list[Piece], points: int, exact: bool) -> str:
    """Return who has most points."""
    if len(colours) > 1:
        return _("A tie at {n}").format(n=points)
    text = _("{who} wins with {n}") if exact else _("{who} leads with {n}")
    return text.format(who=COLOURS[colours[0]], n=points)


def counted(done: int, colours: int) -> str:
    """Return how far the count has come."""
    return _("{done} of {n} colours").format(done=done, n=colours)


def has_t(colour: Piece) -> str:
    """Return that pieces of a colour form a T."""
    return _("{colour} has a T").format(colour=COLOURS[colour])


def t_places(cell: Cell, more: int) -> str:
    """Return where a T is and how many others there are, and what that means."""
    text = row_column(cell)
    if more:
        text += _many(", and {n} more", ", and {n} more", more).format(n=more)
    return _("At {places}: no move may make one.").format(places=text)


def t_warning(colour: Piece, cell: Cell, more: int) -> str:
    """Return the same in one sentence beside the points."""
    return f"{has_t(colour)}. {t_places(cell, more)} " + _("The points count all the same.")
