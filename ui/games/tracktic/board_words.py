"""Every English sentence of Tracktic's board and of its tally: what the widgets say, and only here."""

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui.games.tracktic.words import COLOURS
from ui.phrases import _, many, phrase, plural
from ui.table.telling import capital, row_column

# Beside the grid.
SKIPPED = _("skipped")
FLIP = _("flip")
UNTOLD = _("?")

cards_open = plural("{n} open", "{n} open")
cards_left = plural("{n} left", "{n} left")


at_least = phrase("≥ {n}", int)

# The tally.
PAINT = _("Pick a colour, then tap or drag.")
EMPTY = _("Copy your board: pick a colour, then tap or drag.")
RUBBER = _("Erase")
COUNT = _("Count")
BOARD = _("Board")
ENOUGH = _("That's enough")
EXACT = _("counted exactly")
AT_LEAST = _("at least: there may be longer paths")
NOTHING = _("No points: no colour lies there.")
COUNTING = _("Counting …")


def brush(piece: Piece, count: int) -> str:
    """Return what is painted with, and how many of it lie there."""
    return f"{COLOURS[piece]} {count}" if count else COLOURS[piece]


def wins(colours: list[Piece], points: int, exact: bool) -> str:
    """Return who has most points."""
    if len(colours) > 1:
        return _("A tie at {n}").format(n=points)
    text = _("{who} wins with {n}") if exact else _("{who} leads with {n}")
    return text.format(who=COLOURS[colours[0]], n=points)


counted = phrase("{done} of {n} colours", int, int)


def has_t(colour: Piece) -> str:
    """Return that pieces of a colour form a T."""
    return _("{colour} has a T").format(colour=COLOURS[colour])


def t_places(cell: Cell, more: int) -> str:
    """Return where a T is and how many others there are, and what that means."""
    text = row_column(cell)
    if more:
        text += many(", and {n} more", ", and {n} more", more).format(n=more)
    return _("{places}: no move may make one.").format(places=capital(text))


def t_warning(colour: Piece, cell: Cell, more: int) -> str:
    """Return the same in one sentence beside the points."""
    return f"{has_t(colour)}. {t_places(cell, more)}"
