"""The guide to Tracktic on five cards, from a match for two with the made-up box."""

from collections.abc import Iterable
from functools import partial

from companion.game import TABLE, Seat
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import LETTERS, Facts
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.journal import NamePlate
from ui.games.guide import Guide, Lesson, Step
from ui.games.tracktic import words
from ui.games.tracktic.art import drawn_piece
from ui.games.tracktic.pending import CellTap, Flipping, LayingPattern
from ui.games.tracktic.table import pattern_items
from ui.language.phrases import _, inside, phrase, plural
from ui.language.words import begins, face_up
from ui.stage.parts import heap
from ui.table.names import all_plates, listed

MOVES = """1,2 1,3 2,3 3,3 4,3 | 0,8 1,8 2,6 2,7 2,8 | 5,3 5,4 6,4 7,4 8,4 | 3,5 3,6 4,5 5,5 5,6
7,6 8,6 9,4 9,5 9,6 | 5,7 5,8 5,9 5,10 6,10 | 7,7 7,8 7,9 8,9 9,9 | 7,10 8,10 9,10 10,10 10,11
10,7 10,8 10,9 11,6 11,7 | 1,11 2,11 3,11 4,11 | 1,0 2,0 3,0 3,1 4,1 | 5,3 5,4 6,1 6,2 6,3"""
"""Row and column of the pieces of each pattern, from 0. Players alternate; the last one needs a token."""


def _cells(pattern: str) -> tuple[Cell, ...]:
    return tuple(Cell(*map(int, cell.split(","))) for cell in pattern.split())


PATTERNS = [_cells(pattern) for line in MOVES.splitlines() for pattern in line.split("|")]
LAID = [LayPattern(Seat(n % 2), cells, n == len(PATTERNS) - 1) for n, cells in enumerate(PATTERNS)]
MATCH = (*LAID, Skip(Seat(0)), Skip(Seat(1)))


def spots(report: AnyReport) -> Iterable[CellTap]:
    """Return the cells of a pattern, or of the piece that is turned over."""
    match report:
        case LayPattern(cells=cells):
            return map(CellTap, cells)
        case FlipPiece(flipped=cell):
            return (CellTap(cell),)
    return ()


# The set-up.

GRID = _("Put the start pieces of every colour on the grid, as shown here.")
SMALLER = _("Two play on the smaller part of the grid. Put every start piece on it that you see here.")
unplayed = phrase(
    "Put the start pieces of every colour on the grid, as shown here. Nobody plays {colours}.", str
)
pieces = plural(
    "Everybody takes the pieces of one colour, coloured side up, and {n} token.",
    "Everybody takes the pieces of one colour, coloured side up, and {n} tokens.",
)
PIECES = _("Everybody takes the pieces of one colour, coloured side up.")
deal = phrase(
    "Shuffle the {n} cards. Lay {open} of them face up, and the others face down beside them.", int, int
)
goes_on = phrase("{who} plays first. Then it goes on clockwise.", str)


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the steps of setting up a match with its box and players."""
    view = Tracktic().view(Tracktic().opening(facts), TABLE)
    names = [plate.name for plate in all_plates(plates, facts.players)]
    mine = [seat.colour for seat in view.seats]
    starting = [LETTERS[letter] for letter in facts.profile.starting(facts.players)]
    others = [inside(words.COLOURS[colour]) for colour in starting if colour not in mine]
    tokens, first = view.seats[0].tokens, facts.profile.patterns[0]
    grid = SMALLER if view.state.area < view.state.printed else unplayed(listed(others)) if others else GRID
    return (
        Step(_("The grid"), grid),
        Step(
            _("The pieces"),
            pieces(tokens) if tokens else PIECES,
            tuple(
                (partial(drawn_piece, kind=colour), name) for colour, name in zip(mine, names, strict=True)
            ),
        ),
        Step(
            _("The cards"),
            deal(view.state.left, view.state.open_count),
            (
                (partial(pattern_items, pattern=first), face_up(view.state.open_count)),
                (heap, words.cards_left(view.state.left - view.state.open_count)),
            ),
        ),
        Step(begins(names[view.turn]), goes_on(names[view.turn])),
    )


GUIDE = Guide(
    Facts(2),
    MATCH,
    (
        Lesson(_("Build the longest path"), ("tt.score", "tt.winner", "tt.turn"), len(MATCH)),
        Lesson(
            _("Lay a pattern"), ("tt.pattern", "tt.connect", "tt.skip"), 2, LayingPattern(cells=PATTERNS[2])
        ),
        Lesson(
            _("No T"), ("tt.no-t",), 2, LayingPattern(cells=_cells("2,4 2,5 1,5 1,6")), (CellTap(Cell(2, 3)),)
        ),
        Lesson(
            _("Turn over a piece"), ("tt.flip", "tt.white"), 8, Flipping(Cell(7, 10)), (CellTap(Cell(7, 10)),)
        ),
        Lesson(
            _("Break through with a token"),
            ("tt.token", "tt.end"),
            len(PATTERNS),
            spots=(CellTap(Cell(5, 4)),),
        ),
    ),
    {
        LayPattern: _("lay a pattern"),
        FlipPiece: _("turn over a piece"),
        OpenCard: _("say which card was turned up"),
        Skip: _("skip"),
    },
    spots,
    set_up=set_up,
)
