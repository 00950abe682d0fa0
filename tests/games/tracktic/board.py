"""Positions of Tracktic from text boards, and back: `.` empty, `#` outside, `Y B G R` pieces, `W` white."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.boards import read_board, write_board
from companion.games.tracktic.events import AnyEvent
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, Facts, State
from companion.games.tracktic.profile import Pattern, Profile, cells_of
from companion.games.tracktic.reports import AnyReport
from tests.games.ruling import Referee

GAME = Tracktic()

BAR = Pattern("bar", ("XXX",), 3)
PATTERNS = (BAR, Pattern("corner", ("X.", "XX"), 3), Pattern("hook", ("X..", "XXX"), 2))
BOX = Profile("test", ("Y..B", "....", "....", "G..R"), PATTERNS, pieces=12, flips=2, tokens=1)
"""A small box of 10 cards."""


def position(text: str, players: int = 4, turn: int = 0, *, profile: Profile = BOX, **rulings: str) -> State:
    """Return a position; no card has been played yet."""
    rows = tuple(text.split())
    state = GAME.opening(Facts(players, profile, rulings=rulings))
    pieces, area = read_board("\n".join(rows)), cells_of(rows, ".YBGRW")
    laid = tuple(sum(piece == colour for piece in pieces.values()) for colour in COLOURS)
    return replace(state, area=area, pieces=pieces, start=frozenset(), laid=laid, turn=Seat(turn))


def shown(state: State) -> str:
    """Return a position as a text board."""
    last = max(cell.row for cell in state.area), max(cell.column for cell in state.area)
    return write_board(state.pieces, state.area, last[0] + 1, last[1] + 1)


def cells(text: str) -> tuple[Cell, ...]:
    """Return cells from "0,1 0,2"."""
    return tuple(Cell(*map(int, place.split(","))) for place in text.split())


_REFEREE: Referee[State, AnyReport, AnyEvent] = Referee(GAME, shown)
after, refusal = _REFEREE.after, _REFEREE.refusal
