"""Speed Mode by mouse only: combinations, one that is covered, an exchange, an undo, and a kill -9."""

from pathlib import Path

from companion.game import Seat
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.events import CardsExchanged, CombinationMade
from companion.games.speed_mode.model import State
from companion.journal import Faulted, Righted, StoredRow, TakenBack
from tests.window.record import alike, newest, restored, set_up, tell, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.168, 0.574)
PLACES = ((0.074, 0.604), (0.620, 0.604))
NEXT = (0.86, 0.12)
UNDO = (0.046, 0.51)
LARGE = (0.889, 0.865)
PUT_RIGHT = (0.27, 0.85)
FIRST_HALF = (0.1306, 0.3403)
ONE_PAIR = (0.123, 0.26)
OTHER_HALF = 0.0544

CORNER, BESIDE = Place(0, 0), Place(1, 2)


def at(place: Place, half: int) -> tuple[float, float]:
    """Return the place of a combination on the screen."""
    x = FIRST_HALF[0] + place.column * ONE_PAIR[0] + half * OTHER_HALF
    return x, FIRST_HALF[1] + place.row * ONE_PAIR[1]


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Make combinations and exchange cards; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, NEXT, NEXT)
    empty = app.steady()
    make(app, CORNER, 0)
    table = app.still()
    assert not alike(empty, table), "a combination is covered, and the screen shows none"
    # It is covered already: play stops until the second token is removed.
    tell(app, at(CORNER, 0))
    assert isinstance(newest(app), Faulted), newest(app)
    wait("the refusal on the screen", lambda: not alike(table, app.look()))
    app.steady()
    app.picture(build / "speed_mode_refusal.png")
    tell(app, PUT_RIGHT)
    assert isinstance(newest(app), Righted), newest(app)
    tell(app, LARGE, LARGE)
    wait_for(app, CardsExchanged)
    make(app, BESIDE, 1)
    tell(app, UNDO)
    assert isinstance(newest(app), TakenBack), newest(app)
    app.picture(build / "speed_mode_before_kill.png")
    return app.still(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the same position is back, and continue it."""
    wait("the board again", lambda: alike(shown, app.look()))
    app.picture(build / "speed_mode_after_kill.png")
    assert app.rows() == before, f"{len(before)} entries before the kill, {len(app.rows())} after it"
    make(app, BESIDE, 1)
    state = restored(app.rows()).state
    assert isinstance(state, State)
    assert state.on(CORNER).halves == (Seat(0), None)
    assert state.on(BESIDE).halves == (None, Seat(0))
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def make(app: App, place: Place, half: int) -> None:
    """Tap a combination to cover it."""
    tell(app, at(place, half))
    wait_for(app, CombinationMade)
