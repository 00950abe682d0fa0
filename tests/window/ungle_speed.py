"""Ungle Speed by mouse and keys: a whole duel, half of the next, and a kill -9."""

import time
from pathlib import Path

from companion.games.ungle_speed.events import DuelWon, TotemTaken
from companion.journal import StoredRow
from tests.window.record import A_GLANCE, alike, last, restored, set_up, wait_for
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
GAME = (0.168, 0.27)
PLACES = ((0.074, 0.604), (0.293, 0.31), (0.620, 0.604), (0.620, 0.899))
PLAY = (0.86, 0.12)
LIKELIEST = (0.23, 0.77)


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Play a duel and half of the next; return the screen and the rows before the kill."""
    set_up(app, GAME, *PLACES, PLAY, PLAY)
    play_duel(app, build)
    # In the middle of the next duel: two cards turned, the totem taken, but nothing answered yet.
    turn(app, 2)
    shown, before = grab(app, "3"), app.rows()
    app.picture(build / "before_kill.png")
    return shown, before


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Check that the same position is back, and continue it."""
    wait("the question again", lambda: alike(shown, app.look()))
    app.picture(build / "after_kill.png")
    after = app.rows()
    assert after == before, f"{len(before)} entries before the kill, {len(after)} after it"
    assert restored(after).state.chase is not None, "the grab in hand was forgotten"
    app.tap(*LIKELIEST)
    wait("an entry after the kill", lambda: len(app.rows()) > len(before))
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


CRIED = 1.5
"""Seconds until the flash with the winner's name is over, and the question can be answered."""


def turn(app: App, times: int) -> None:
    """Turn cards with the large pad's key, each once the one before is saved."""
    for _card in range(times):
        length = len(app.rows())
        app.steady()
        time.sleep(A_GLANCE)
        app.press("space")
        wait("a turned card in the store", lambda length=length: len(app.rows()) == length + 1)  # type: ignore[misc]


def grab(app: App, *keys: str) -> bytes:
    """Grab with keys; return the screen once the flash with the winner's name is over."""
    table = app.still()
    app.press(*keys)
    wait_for(app, TotemTaken)
    wait("who was first on the screen", lambda: not alike(table, app.look()))
    time.sleep(CRIED)
    return app.still()


def play_duel(app: App, build: Path) -> None:
    """Turn four cards, grab with two keys, and answer that it was a duel."""
    turn(app, 4)
    grab(app, "2", "1")
    taken = [event for event in last(app) if isinstance(event, TotemTaken)]
    assert taken[0].grab.first == (1,), f"key 2 was pressed first, but the verdict is {taken[0].grab}"
    app.picture(build / "verdict.png")
    app.tap(*LIKELIEST)
    wait_for(app, DuelWon)
