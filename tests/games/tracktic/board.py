"""Positions of Tracktic from text boards, and back: `.` empty, `#` outside, `Y B G R` pieces, `W` white."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, LETTERS, Facts, State
from companion.games.tracktic.profile import Pattern, Profile

GAME = Tracktic()
SIGNS = {piece: letter for letter, piece in LETTERS.items()}

PATTERNS = tuple(
    Pattern(*of) for of in (("bar", ("XXX",), 3), ("corner", ("X.", "XX"), 3), ("hook", ("X..", "XXX"), 2))
)
BOX = Profile("test", ("Y..B", "....", "....", "G..R"), PATTERNS, pieces=12, flips=2, tokens=1)
"""A small box: 10 cards."""


def position(text: str, players: int = 4, turn: int = 0, *, profile: Profile = BOX, **rulings: str) -> State:
    """Return a position; no card has been played yet."""
    rows = text.split()
    opened = GAME.opening(Facts(players, profile, rulings=rulings))
    pieces = {
        Cell(row, column): LETTERS[sign]
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in LETTERS
    }
    area = frozenset(
        Cell(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign != "#"
    )
    laid = tuple(sum(piece == colour for piece in pieces.values()) for colour in COLOURS)
    return replace(opened, area=area, pieces=pieces, start=frozenset(), laid=laid, turn=Seat(turn))


def shown(state: State) -> str:
    """Return a position as a text board."""
    last = max(cell.row for cell in state.area), max(cell.column for cell in state.area)
    return "\n".join(
        "".join(_sign(state, Cell(row, column)) for column in range(last[1] + 1))
        for row in range(last[0] + 1)
    )


def _sign(state: State, cell: Cell) -> str:
    if cell in state.pieces:
        return SIGNS[state.pieces[cell]]
    return "." if cell in state.area else "#"


def cells(text: str) -> tuple[Cell, ...]:
    """Return cells from "0,1 0,2"."""
    return tuple(Cell(*map(int, place.split(","))) for place in text.split())
