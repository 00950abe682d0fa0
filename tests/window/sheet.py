"""A chess clock by mouse and in real time: turns by tapping one's clock, an undo, and a kill -9."""

import time
from pathlib import Path

from companion.game import Seat
from companion.games.sheet.events import ClockPaused, ClockStarted, TurnScored
from companion.games.sheet.model import State
from companion.journal import StoredRow, TakenBack
from tests.window.record import A_GLANCE, last, restored, set_up, tell, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.475, 0.574)
PLACES = ((0.074, 0.604), (0.620, 0.604))
NEXT = (0.863, 0.122)
CHESS_CLOCK = (0.23, 0.589)
CLOCKS = {Seat(0): (0.27, 0.55), Seat(1): (0.61, 0.55)}
UNDO = (0.046, 0.51)
LARGE = (0.889, 0.865)

LEAST, MOST = 2.0, 30.0
"""Seconds of a turn: how long we wait, and how long it may take on a busy machine."""
PURSE, EXTRA = 300_000, 3_000
"""Milliseconds that the sheet gives each player at the start, and after each turn."""


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Play some turns; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, NEXT, CHESS_CLOCK)
    tap(app, LARGE)
    wait_for(app, ClockStarted)
    for seat in (Seat(0), Seat(1)):
        time.sleep(LEAST)
        tap(app, CLOCKS[seat])
        wait_for(app, TurnScored)
        (turn,) = last(app)
        assert turn.seat == seat, turn
        assert LEAST <= turn.took / 1000 <= MOST, f"a turn of {LEAST:g} s took {turn.took} ms"
    state = position(app)
    assert state.turn == Seat(0), state.turn
    assert all(PURSE + EXTRA - 1000 * MOST <= had <= PURSE + EXTRA for had in state.had), state.had
    tap(app, UNDO)
    wait("a turn that was taken back", lambda: isinstance(restored(app.rows()).entries[-1].body, TakenBack))
    assert position(app).had[1] == PURSE, "undo gives the turn's time back"
    app.picture(build / "sheet_before_kill.png")
    return app.look(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the clock was stopped and nobody lost time by the kill, and continue."""
    wait("a clock that stands", lambda: any(isinstance(event, ClockPaused) for event in last(app)))
    app.picture(build / "sheet_after_kill.png")
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"
    state = position(app)
    assert (state.turn, state.runs, state.used, state.had[1]) == (Seat(1), False, 0, PURSE), state
    tell(app, LARGE)
    wait_for(app, ClockStarted)
    time.sleep(LEAST)
    tap(app, CLOCKS[Seat(1)])
    wait_for(app, TurnScored)
    assert position(app).turn == Seat(0)


def tap(app: App, place: tuple[float, float]) -> None:
    """Tap a place while a clock runs, when the screen is never steady."""
    length = len(app.rows())
    time.sleep(A_GLANCE)
    app.tap(*place)
    wait(f"an entry after a tap on {place}", lambda: len(app.rows()) > length)


def position(app: App) -> State:
    """Return the saved position."""
    state = restored(app.rows()).state
    assert isinstance(state, State)
    return state
