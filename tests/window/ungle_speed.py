"""Ungle Speed by mouse and keys: a whole duel, and half of the next."""

import time
from pathlib import Path

from companion.games.ungle_speed.events import DuelWon, TotemTaken
from companion.journal import Row
from tests.window.record import A_GLANCE, alike, last, restored, set_up, wait_for
from tests.window.window import App, wait

# Places on the screens, as fractions of the width and of the height from the top, at 1280x720.
GAME = (0.14, 0.45)
PLACES = ((0.10, 0.60), (0.42, 0.31), (0.90, 0.60), (0.58, 0.90))
NEXT = (0.86, 0.12)
LIKELIEST = (0.23, 0.83)


def until_killed(app: App, build: Path) -> tuple[bytes, list[Row]]:
    """Play a duel and half of the next; return the screen and the journal at the kill."""
    set_up(app, GAME, *PLACES, *(NEXT for _screen in ("seats", "rulings", "deck", "sensors")))
    play_duel(app, build)
    # In the middle of the next duel: two cards turned, the totem taken, nothing answered yet.
    turn(app, 2)
    table = app.steady()
    app.press("3")
    wait_for(app, TotemTaken)
    wait("the question on the screen", lambda: not alike(table, app.look()))
    shown, before = app.steady(), app.rows()
    app.picture(build / "before_kill.png")
    return shown, before


def after_kill(app: App, shown: bytes, before: list[Row], build: Path) -> None:
    """See that the same position is back, and go on with it."""
    wait("the question again", lambda: alike(shown, app.look()))
    app.picture(build / "after_kill.png")
    after = app.rows()
    assert after == before, f"{len(before)} entries before the kill, {len(after)} after it"
    assert restored(after).state.chase is not None, "the grab in hand was forgotten"
    app.tap(*LIKELIEST)
    wait("an entry after the kill", lambda: len(app.rows()) > len(before))
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def turn(app: App, times: int) -> None:
    """Turn cards with the large pad's key, each after the one before is on the disk."""
    for _card in range(times):
        length = len(app.rows())
        app.steady()
        time.sleep(A_GLANCE)
        app.press("space")
        wait("a turned card in the store", lambda length=length: len(app.rows()) == length + 1)  # type: ignore[misc]


def play_duel(app: App, build: Path) -> None:
    """Turn four cards, grab with two keys, and say what it was."""
    turn(app, 4)
    table = app.steady()
    app.press("2", "1")
    wait_for(app, TotemTaken)
    wait("the verdict on the screen", lambda: not alike(table, app.look()))
    taken = [event for event in last(app) if isinstance(event, TotemTaken)]
    assert taken[0].grab.first == (1,), f"key 2 was pressed first, but the verdict is {taken[0].grab}"
    cried = app.steady()
    app.picture(build / "first.png")
    wait("the name of whoever was first to go", lambda: not alike(cried, app.look()))
    app.steady()
    app.picture(build / "verdict.png")
    app.tap(*LIKELIEST)
    wait_for(app, DuelWon)
