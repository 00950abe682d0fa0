"""Tracktic by mouse only: patterns, an invalid one that is put right, an undo, and a kill -9."""

from pathlib import Path

from companion.games.tracktic.events import PatternLaid
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.journal import Faulted, Righted, StoredRow, TakenBack
from tests.window.record import alike, last, newest, restored, set_up, tell, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.475, 0.423)
PLACES = ((0.074, 0.604), (0.620, 0.604))
NEXT = (0.86, 0.12)
UNDO = (0.046, 0.51)
LARGE = (0.889, 0.867)
PUT_RIGHT = (0.27, 0.85)
FIRST_CELL = (0.1398, 0.2944)
ONE_CELL = (0.02813, 0.05)
"""From a cell to the next, right and down, on the whole grid of the made-up box."""

BAR = (Cell(0, 3), Cell(0, 4), Cell(0, 5))
HOOK = (Cell(1, 9), Cell(2, 9), Cell(2, 10), Cell(2, 11))
NOTHING = (Cell(5, 5), Cell(6, 6))


def at(cell: Cell) -> tuple[float, float]:
    """Return the place of a cell on the screen."""
    return FIRST_CELL[0] + cell.column * ONE_CELL[0], FIRST_CELL[1] + cell.row * ONE_CELL[1]


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Play some patterns; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, NEXT, NEXT)
    empty = app.steady()
    lay(app, BAR)
    table = app.still()
    assert not alike(empty, table), "a pattern lies there, and the screen shows none"
    # Two cells that touch nothing and aren't a pattern: play stops until they are empty again.
    tell(app, *map(at, NOTHING), LARGE)
    assert isinstance(newest(app), Faulted), newest(app)
    wait("the refusal on the screen", lambda: not alike(table, app.look()))
    app.steady()
    app.picture(build / "tracktic_refusal.png")
    tell(app, PUT_RIGHT)
    assert isinstance(newest(app), Righted), newest(app)
    lay(app, HOOK)
    hooked = app.still()
    tell(app, UNDO)
    assert isinstance(newest(app), TakenBack), newest(app)
    wait("a table without the pattern that was taken back", lambda: not alike(hooked, app.look()))
    app.picture(build / "tracktic_before_kill.png")
    return app.still(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the same position is back, and continue it."""
    wait("the grid again", lambda: alike(shown, app.look()))
    app.picture(build / "tracktic_after_kill.png")
    assert app.rows() == before, f"{len(before)} entries before the kill, {len(app.rows())} after it"
    lay(app, HOOK)
    assert pieces(app, Piece.BLUE) >= set(HOOK)
    assert pieces(app, Piece.YELLOW) >= set(BAR)
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def lay(app: App, cells: tuple[Cell, ...]) -> None:
    """Tap the cells of a pattern, and the pad that plays it."""
    tell(app, *map(at, cells), LARGE)
    wait_for(app, PatternLaid)
    (laid,) = [event for event in last(app) if isinstance(event, PatternLaid)]
    assert laid.laid == cells, f"{cells} were tapped, and {laid.laid} are told"


def pieces(app: App, colour: Piece) -> set[Cell]:
    """Return the cells with pieces of a colour."""
    state = restored(app.rows()).state
    assert isinstance(state, State)
    return set(state.cells_of(colour))
