"""Every English sentence of the last step before a match of Speed Mode, and of changing the owner's board.

`_` and `phrase` mark what a translation replaces. Rows and columns count from 1.
"""

from companion.games.speed_mode.board import Board, Place
from companion.games.speed_mode.board_file import Mismatch
from ui.games.speed_mode.drafts import NAME, Half, Score
from ui.games.speed_mode.words import kind
from ui.language.phrases import _, capital, many, plural

# The last step before a match.

LINE = _("Board")
TITLE = _("Which board is it?")
HINT = _("what lies on your table?")
DERIVED = _("The worked-out board")
DERIVED_HINT = _("from the rules, not printed")
OUR_BOARD = _("Our own board")
ENTER = _("Enter our own board")
ENTER_HINT = _("change what is different on yours")
GO_ON = _("Go on with our board")
GO_ON_HINT = _("It isn't done yet.")
CORRECT = _("Correct our board")
GO_ON_CORRECTING = _("Go on correcting")
DAMAGED = _("Our own board can't be read. The file stays: enter it again, or import it.")
DAMAGED_DRAFT = _("What you entered can't be read. The file stays: please start again.")

# Changing the owner's board.

TAP_A_PAIR = _("Tap a pair to move."), _("Make it look like your board.")
TAP_ANOTHER = _("Swap it with which pair?"), _("Or change its cards at the side.")
SHAPE_HINT = _("tap to change")
THE_REST = _("The rest")
HALVES = (_("left half"), _("right half"))
POINTS = _("Points")
FITS = _("The deck has just enough cards.")
WHICH_CARDS_HINT = _("Tap one of the three, then the card it is.")
WHAT_COUNTS = _("What is each worth?")
WHAT_COUNTS_HINT = _("Look in your rules.")
SCORES: dict[Score, str] = {
    "circle": _("a circle on a pair"),
    "quadrilateral": _("an extra point between two pairs"),
    "lone": _("half a pair, left alone"),
}


def own_board(board: Board) -> str:
    """Return the title of the owner's board: its name, if it was imported."""
    return OUR_BOARD if board.name == NAME else board.name


def contents(board: Board, differing: tuple[Mismatch, ...]) -> str:
    """Return a line with what is on a board, or with where it differs from the deck."""
    if differing:
        return mismatch(differing)
    count = len(board.pairs)
    return many("{n} pair of combinations", "{n} pairs of combinations", count).format(n=count)


def title_of_half(half: Half) -> str:
    """Return the title of a half: its side and place."""
    words = _("Left half, row {row}, column {column}"), _("Right half, row {row}, column {column}")
    return words[half.half].format(**_at(half.place))


shape = plural("{n} row of {each}", "{n} rows of {each}", int, int)


def points(board: Board) -> str:
    """Return a line with the points of each token."""
    scores = board.scores
    text = _("circle {circle}, extra {extra}, half {lone}")
    return text.format(circle=scores.circle, extra=scores.quadrilateral, lone=scores.lone)


# Oddities that don't prevent play.


def mismatch(differing: tuple[Mismatch, ...]) -> str:
    """Return the first difference between combinations and deck, and that the board can still be played."""
    first, more = differing[0], len(differing) - 1
    text = _("{Kind}: the board asks for {asked}, the deck has {has}.")
    text = text.format(Kind=capital(kind(first.kind)), asked=first.asked, has=first.has)
    if more:
        text += " " + many("{n} more kind differs.", "{n} more kinds differ.", more).format(n=more)
    return text + " " + _("You can still play.")


# Faults.


def fault(half: Half) -> str:
    """Return which half needs more of a card than the deck has."""
    return _("{Where}: the deck has too few of these cards. Change them.").format(Where=title_of_half(half))


def _at(place: Place) -> dict[str, int]:
    return {"row": place.row + 1, "column": place.column + 1}
