"""Play whole games by touch. A match has a thousand frames, so none is drawn."""

from collections.abc import Callable
from typing import Any

from companion.journal import Entered, Faulted
from tests.ui.desk import Desk, the
from tests.ui.test_layout import all_fits, texts_of
from ui.games.registry import FACES
from ui.main.demo import Conductor
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.stage import TableStage


def front(desk: Desk) -> TableScreen:
    """Return the table in front without passing a frame."""
    table = desk.frame.table
    assert table is not None, desk.frame.screen
    return table


def dealt_to(desk: Desk, game: str, facts: Any) -> TableScreen:
    """Deal to `facts.players` players and pass any screens before the table."""
    desk.frame.deal(FACES[game](), facts, theme.plates()[: facts.players])
    desk.until(lambda: desk.frame.table is not None)
    rest(desk)
    return front(desk)


def state_of(desk: Desk) -> Any:
    return front(desk).session.match.state


def board_of(table: TableScreen) -> TableStage:
    return the(TableStage, table.board)


def last(desk: Desk) -> Any:
    """Return the body of the newest entry."""
    return front(desk).session.match.entries[-1].body


def rest(desk: Desk) -> None:
    """Wait until what passes by itself has gone: announcements, toasts, and the guard against early taps."""
    desk.rig.time.seconds += 12
    desk.pump(2)
    desk.until(lambda: front(desk).session.saved)
    desk.pump(2)


def settle(desk: Desk) -> None:
    """Let 0.3 s pass in one frame, because a game takes many taps."""
    desk.rig.time.seconds += 0.3
    desk.pump(2)


def fit(desk: Desk, what: str = "") -> None:
    """Fail if anything in front doesn't fit once the layout has settled."""
    desk.pump(4)
    all_fits(desk, what)


def texts(widget: Widget) -> list[str]:
    """Return all visible texts below a widget, its own first, in the order in which they were added."""
    found = [text.text for text in texts_of(widget)]
    for child in reversed(widget.children):
        found += texts(child)
    return [text for text in found if text]


def tick(desk: Desk, frames: int = 1) -> None:
    for _ in range(frames):
        desk.inbox.drain()
        desk.rig.pump()


def demonstrated(
    desk: Desk, game: str, players: int, seed: int, look: Callable[[TableScreen], None] = lambda _: None
) -> tuple[str, list[Any]]:
    """Run a demonstration, calling `look` after each frame; return its result and the game's reports."""
    conductor = Conductor(desk.frame, desk.services, game, seed, speed=100.0)
    conductor.begin(players)
    try:
        for _ in range(9000):
            tick(desk)
            look(front(desk))
            if conductor.result:
                break
    finally:
        # Remove the demonstration's players from the window for the next test.
        conductor.stop()
    bodies = [entry.body for entry in front(desk).session.match.entries]
    return conductor.result or "", [body.report for body in bodies if isinstance(body, Entered | Faulted)]
