"""Sequence by mouse only: some turns, a refusal that is put right, an undo, and a kill -9."""

from pathlib import Path

from companion.games.sequence_states.events import CardDrawn, ChipPlaced, ChipRemoved
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import State
from companion.journal import Faulted, Righted, StoredRow, TakenBack
from tests.window.record import alike, last, newest, restored, set_up, tell, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.475, 0.27)
PLACES = ((0.074, 0.604), (0.620, 0.604))
BOARD = (0.838, 0.508)
MADE_UP = (0.50, 0.49)
NEXT = (0.86, 0.12)
UNDO = (0.046, 0.51)
REMOVE, LARGE = (0.89, 0.49), (0.89, 0.885)
PUT_RIGHT = (0.27, 0.85)
FIRST_SPACE = (0.1449, 0.2979)
ONE_SPACE = (0.03984, 0.07083)
"""From a space to the next, right and down."""

CENTRE, BESIDE, CORNER = Space(4, 4), Space(5, 6), Space(0, 0)


def at(space: Space) -> tuple[float, float]:
    """Return the place of a space on the screen."""
    return FIRST_SPACE[0] + space.column * ONE_SPACE[0], FIRST_SPACE[1] + space.row * ONE_SPACE[1]


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Play some turns; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, BOARD, MADE_UP, NEXT, NEXT)
    empty = app.steady()
    place(app, CENTRE)
    draw(app)
    place(app, BESIDE)
    draw(app)
    table = app.still()
    assert not alike(empty, table), "two chips lie there, and the screen shows none"
    # Nobody may remove their own chip: play stops until it is back.
    tell(app, REMOVE, at(CENTRE))
    assert isinstance(newest(app), Faulted), newest(app)
    wait("the refusal on the screen", lambda: not alike(table, app.look()))
    app.steady()
    app.picture(build / "sequence_refusal.png")
    tell(app, PUT_RIGHT)
    assert isinstance(newest(app), Righted), newest(app)
    tell(app, REMOVE, at(BESIDE))
    wait_for(app, ChipRemoved)
    draw(app)
    place(app, CORNER)
    tell(app, UNDO)
    assert isinstance(newest(app), TakenBack), newest(app)
    app.picture(build / "sequence_before_kill.png")
    return app.still(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the same position is back, and continue it."""
    wait("the board again", lambda: alike(shown, app.look()))
    app.picture(build / "sequence_after_kill.png")
    after = app.rows()
    assert after == before, f"{len(before)} entries before the kill, {len(after)} after it"
    assert chips(app) == {CENTRE: 0}, chips(app)
    place(app, CORNER)
    assert chips(app) == {CENTRE: 0, CORNER: 1}, chips(app)
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def place(app: App, space: Space) -> None:
    """Tap the space on which the player put a chip."""
    tell(app, at(space))
    (placed,) = [event for event in last(app) if isinstance(event, ChipPlaced)]
    assert placed.space == space, f"{space} was tapped, and the chip lies on {placed.space}"


def draw(app: App) -> None:
    """Tap the large pad: the player who moved has drawn a card."""
    tell(app, LARGE)
    wait_for(app, CardDrawn)


def chips(app: App) -> dict[Space, int]:
    """Return the chips on the board, as sides by space."""
    state = restored(app.rows()).state
    assert isinstance(state, State)
    return {space: side for space, side in zip(SPACES, state.board, strict=True) if side is not None}
