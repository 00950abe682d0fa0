"""Tracktic on five cards, from a match for two with the made-up box."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Facts
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from ui.games.guide import Guide, Lesson
from ui.games.tracktic.aims import CellTap, Flipping, Laying
from ui.phrases import _

LAID = """1,2 1,3 2,3 3,3 4,3 | 0,8 1,8 2,6 2,7 2,8 | 5,3 5,4 6,4 7,4 8,4 | 3,5 3,6 4,5 5,5 5,6
7,6 8,6 9,4 9,5 9,6 | 5,7 5,8 5,9 5,10 6,10 | 7,7 7,8 7,9 8,9 9,9 | 7,10 8,10 9,10 10,10 10,11
10,7 10,8 10,9 11,6 11,7 | 1,11 2,11 3,11 4,11 | 1,0 2,0 3,0 3,1 4,1 | 5,3 5,4 6,1 6,2 6,3"""
"""Row and column of the pieces of each pattern, from 0; they take turns, and the last one needs a token."""


def _cells(pattern: str) -> tuple[Cell, ...]:
    return tuple(Cell(*map(int, cell.split(","))) for cell in pattern.split())


PATTERNS = [_cells(pattern) for line in LAID.splitlines() for pattern in line.split("|")]
MATCH = (
    *(LayPattern(Seat(n % 2), cells, n == len(PATTERNS) - 1) for n, cells in enumerate(PATTERNS)),
    Skip(Seat(0)),
    Skip(Seat(1)),
)


def spots(report: AnyReport) -> Iterable[CellTap]:
    """Return the cells of a pattern, or the piece that is turned over."""
    match report:
        case LayPattern(cells=cells):
            return map(CellTap, cells)
        case FlipPiece(flipped=cell):
            return (CellTap(cell),)
    return ()


GUIDE = Guide(
    Facts(2),
    MATCH,
    (
        Lesson(_("Build the longest path"), ("tt.score", "tt.winner"), len(MATCH)),
        Lesson(_("Lay a pattern"), ("tt.turn", "tt.pattern", "tt.connect"), 2, Laying(cells=PATTERNS[2])),
        Lesson(
            _("No T"),
            ("tt.no-t",),
            2,
            Laying(cells=_cells("2,4 2,5 1,5 1,6")),
            (CellTap(Cell(2, 3)),),
        ),
        Lesson(
            _("Turn over a piece"),
            ("tt.flip", "tt.white"),
            4,
            Flipping(Cell(4, 5)),
            (CellTap(Cell(4, 5)),),
        ),
        Lesson(
            _("Break through with a token"),
            ("tt.token", "tt.skip", "tt.end"),
            len(PATTERNS),
            spots=(CellTap(Cell(5, 4)),),
        ),
    ),
    {
        LayPattern: _("lay a pattern"),
        FlipPiece: _("turn over a piece"),
        OpenCard: _("tell which card was turned up"),
        Skip: _("skip"),
    },
    spots,
)
