"""Every English sentence of the last step before a match of Speed Mode, and of changing one's own board.

`_` and `phrase` mark what a translation replaces. Rows and columns are counted from 1.
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
DAMAGED = _("Our own board can't be read. It stays kept: enter it again, or import it.")
DAMAGED_DRAFT = _("What was entered before can't be read. It stays kept: please start again.")

# Changing the own board.

TAP_A_PAIR = _("Tap a pair to move."), _("Make it look like your board.")
TAP_ANOTHER = _("Swap it with which pair?"), _("Or change its cards at the side.")
SHAPE_HINT = _("tap to change")
THE_REST = _("The rest")
HALVES = (_("left half"), _("right half"))
POINTS = _("Points")
FITS = _("The cards of the deck are just enough.")
WHICH_CARDS_HINT = _("Tap one of the three, then the card it is.")
WHAT_COUNTS = _("What counts how much?")
WHAT_COUNTS_HINT = _("Look in your rules.")
SCORES: dict[Score, str] = {
    "circle": _("a circle on a pair"),
    "quadrilateral": _("an extra point between two pairs"),
    "lone": _("half a pair, left alone"),
}


def own_board(board: Board) -> str:
    """Return the title of the owner's board, which has a name of its own where it was imported."""
    return OUR_BOARD if board.name == NAME else board.name


def contents(board: Board, differing: tuple[Mismatch, ...]) -> str:
    """Return in a line what is on a board."""
    if differing:
        return mismatch(differing)
    count = len(board.pairs)
    return many("{n} pair of combinations", "{n} pairs of combinations", count).format(n=count)


def title_of_half(half: Half) -> str:
    """Return where a half is."""
    words = _("Left half, row {row}, column {column}"), _("Right half, row {row}, column {column}")
    return words[half.half].format(**_at(half.place))


shape = plural("{n} row of {each}", "{n} rows of {each}", int, int)


def points(board: Board) -> str:
    """Return in a line what counts how much."""
    scores = board.scores
    text = _("circle {circle}, extra {extra}, half {lone}")
    return text.format(circle=scores.circle, extra=scores.quadrilateral, lone=scores.lone)


# What is odd, and can be played all the same.


def mismatch(differing: tuple[Mismatch, ...]) -> str:
    """Return where combinations and deck differ first, and that one can play all the same."""
    first, more = differing[0], len(differing) - 1
    text = _("{Kind}: the board asks for {asked}, the deck has {has}.")
    text = text.format(Kind=capital(kind(first.kind)), asked=first.asked, has=first.has)
    if more:
        text += " " + many("{n} more kind differs.", "{n} more kinds differ.", more).format(n=more)
    return text + " " + _("You can still play.")


# What is wrong.


def fault(half: Half) -> str:
    """Return which half asks for more of a card than there are."""
    return _("{Where}: the deck has too few of these cards. Change them.").format(Where=title_of_half(half))


def _at(place: Place) -> dict[str, int]:
    return {"row": place.row + 1, "column": place.column + 1}
