"""Every English sentence of the last step before a match of Speed Mode, and of changing one's own board.

`_` and `phrase` mark what a translation replaces. Rows and columns are counted from 1.
"""

from companion.games.speed_mode.board import DECK, FIRST, MOST_EACH, MOST_LETTERS, MOST_PAIRS, Board, Place
from companion.games.speed_mode.board_file import Fault, Mismatch, Wrong
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
    return words[half.half if half.half == FIRST else 1].format(**_at(half.place))


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

_FAULTS = {
    Wrong.NAME: _("The board needs a name of at most {letters} letters."),
    Wrong.COUNT: _("The deck has a number of cards that can't be."),
    Wrong.TOTAL: _("The deck must have {deck} cards."),
    Wrong.NO_PAIRS: _("There is no pair on the board."),
    Wrong.MANY_PAIRS: _("There can be {pairs} pairs at most."),
    Wrong.SAME_PLACE: _("{Where}: two pairs lie there."),
    Wrong.HALVES: _("{Where}: a pair has two halves."),
    Wrong.CARDS: _("{Where}: three cards make a combination."),
    Wrong.NO_COPIES: _("{Where}: the deck has too few of these cards. Change them."),
    Wrong.NO_PAIR: _("Two places should be neighbours, and one has no pair."),
    Wrong.SELF: _("A pair can't be its own neighbour."),
    Wrong.SAME_LINK: _("The same two neighbours are named twice."),
    Wrong.AMOUNT: _("Points and tokens: 0 to {most} each."),
}


def fault(wrong: Fault, board: Board) -> str:
    """Return what is wrong with a board, and where."""
    where = ""
    if 1 <= wrong.pair <= len(board.pairs):
        place = board.pairs[wrong.pair - 1].place
        where = _("Row {row}, column {column}").format(**_at(place))
        if wrong.half:
            where = title_of_half(Half(place, wrong.half - 1))
    return _FAULTS[wrong.wrong].format(
        Where=where, letters=MOST_LETTERS, deck=DECK, pairs=MOST_PAIRS, most=MOST_EACH
    )


def _at(place: Place) -> dict[str, int]:
    return {"row": place.row + 1, "column": place.column + 1}
