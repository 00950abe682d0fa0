"""A table for the tests of Tracktic's screen: positions, matches, their words, and fingers."""

from collections.abc import Sequence
from typing import Any, cast

from companion.game import Level, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, Facts, State
from companion.games.tracktic.profile import Pattern, Profile
from companion.games.tracktic.view import View, view
from tests.games.tracktic.board import BOX, shown
from tests.ui.by_fingers import board_of, dealt_to, front, settle, state_of
from tests.ui.desk import Desk, there
from ui.games.tracktic import words
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.presenter import TrackticPresenter
from ui.main.hands import Finger
from ui.screens.table import TableScreen
from ui.stage import theme

PLATES = theme.plates()
FOX, OWL, BEAR, WOLF = (Seat(n) for n in range(4))

PATTERNS = (
    Pattern("bar", ("XXX",), 4),
    Pattern("corner", ("X.", "XX"), 4),
    Pattern("hook", ("X..", "XXX"), 4),
    Pattern("step", ("XX.", ".XX"), 3),
)
ROOM = Profile(
    "room",
    (
        "YY.....BB",
        ".........",
        ".........",
        "....#....",
        "...###...",
        "....#....",
        ".........",
        ".........",
        "GG.....RR",
    ),
    PATTERNS,
    pieces=24,
    flips=9,
    tokens=1,
)
"""A box for whole games: 24 cards, and players soon block each other."""


def view_of(state: State) -> View:
    return view(state, None)


def words_of(players: int = 2, **facts: Any) -> TrackticPresenter:
    return TrackticPresenter(Facts(players, BOX, **facts), PLATES[:players])


def dealt(
    desk: Desk, players: int = 2, *, level: Level = Level.COUNTING, facts: Facts | None = None
) -> TableScreen:
    return dealt_to(desk, "tracktic", facts or Facts(players, BOX, level=level))


def drawn(desk: Desk) -> tuple[Seat, int] | None:
    """Return whose path is drawn on the table, and how much of it."""
    props = there(board_of(front(desk)).props)
    return None if props.last.paths is None else cast(tuple[Seat, int] | None, props.last.paths.drawn)


def situation(desk: Desk) -> str:
    entries = [str(entry.body) for entry in front(desk).session.match.entries[1:]]
    return "\n".join((shown(state_of(desk)), str(front(desk).pending), *entries[-4:]))


def centre(desk: Desk, cell: Cell) -> tuple[float, float]:
    return board_of(front(desk)).scene.middle(CellTap(cell))


def touch(desk: Desk, *cells: Cell) -> None:
    for cell in cells:
        desk.rig.tap_at(*centre(desk, cell))


def drag(desk: Desk, cells: Sequence[Cell]) -> None:
    finger = Finger()
    finger.down(*centre(desk, cells[0]))
    for cell in cells[1:]:
        desk.rig.pump()
        finger.move(*centre(desk, cell))
    desk.rig.pump()
    finger.up()
    desk.rig.pump(2)


def pads(desk: Desk) -> list[str]:
    return [pad.title.text for pad in reversed(front(desk).side.pads)]


def enter(desk: Desk, report: r.AnyReport) -> None:
    """Make a report by touch, like a player who reads the screen."""
    match report:
        case r.LayPattern(_, cells):
            touch(desk, *cells)
            desk.tap(front(desk).side.pads[-1])
        case r.FlipPiece(_, flipped, laid):
            desk.tap_on(words.PLAY_FLIP, front(desk).side)
            touch(desk, flipped, laid)
        case r.Skip():
            desk.tap_on(words.SKIP)
        case r.OpenCard(card):
            desk.tap_on(words.OPENED)
            desk.tap_on(words.FLIP_CARD if card == FLIP else card, front(desk).opened)
    settle(desk)
