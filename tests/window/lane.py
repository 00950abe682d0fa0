"""The app in a real window: a whole duel by mouse and keys, then a kill -9 in the middle of the next.

It must come back into the same match, in the same position, with everything that was acknowledged.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.events import DuelWon, TotemTaken
from companion.journal import Row
from companion.match import Match
from tests.window.window import HEIGHT, WIDTH, App, Display, Late, wait

# Places on the screens, as fractions of the width and of the height from the top, at 1280x720.
GAME = (0.28, 0.50)
PLACES = ((0.10, 0.60), (0.42, 0.31), (0.90, 0.60), (0.58, 0.90))
NEXT = (0.86, 0.12)
LIKELIEST = (0.23, 0.83)
TABLE = (0.10, 0.20, 0.76, 0.80)
"""The part of the table's screen that shows the seats: left, top, right, bottom."""

A_GLANCE = 0.5
"""Seconds; a tap nearer than a quarter of a second to a change was made for what stood there before."""

BUILD = Path("build/window")


def main() -> int:
    """Run the lane and return the exit code."""
    BUILD.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp())
    with Display() as display:
        try:
            lane(display, folder)
        except (Late, AssertionError) as failure:
            print(f"window lane FAILED: {failure}; what it showed is in {BUILD}/failure.png")
            print((folder / "app.log").read_text(errors="replace")[-2000:])
            return 1
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("window lane: a duel by mouse and keys, a kill -9, and on in the same position. 1 passed, 0 failed")
    return 0


def lane(display: Display, folder: Path) -> None:
    """Play, kill, start again, go on."""
    with App(display, folder, BUILD) as app:
        shown, before = until_killed(app)
    with App(display, folder, BUILD) as app:
        after_kill(app, shown, before)


def until_killed(app: App) -> tuple[bytes, list[Row]]:
    """Play a duel and half of the next; return the screen and the journal at the kill."""
    start_match(app)
    play_duel(app)
    # In the middle of the next duel: two cards turned, the totem taken, nothing answered yet.
    turn(app, 2)
    table = app.steady()
    app.press("3")
    wait_for(app, TotemTaken)
    wait("the question on the screen", lambda: not alike(table, app.look()))
    shown, before = app.steady(), app.rows()
    app.picture(BUILD / "before_kill.png")
    return shown, before


def after_kill(app: App, shown: bytes, before: list[Row]) -> None:
    """See that the same position is back, and go on with it."""
    wait("the question again", lambda: alike(shown, app.look()))
    app.picture(BUILD / "after_kill.png")
    after = app.rows()
    assert after == before, f"{len(before)} entries before the kill, {len(after)} after it"
    assert restored(after).state.chase is not None, "the grab in hand was forgotten"
    app.tap(*LIKELIEST)
    wait("an entry after the kill", lambda: len(app.rows()) > len(before))
    assert app.rows()[: len(before)] == before, "what was written before the kill has changed"


def start_match(app: App) -> None:
    """From the first screen to a table of four."""
    for place in (GAME, *PLACES, *(NEXT for _screen in ("seats", "rulings", "sensors"))):
        before = app.steady()
        app.tap(*place)
        wait("an answer on the screen", lambda before=before: app.look() != before)  # type: ignore[misc]
    wait("a match in the store", lambda: len(app.rows()) == 1)


def turn(app: App, times: int) -> None:
    """Turn cards with the large pad's key, each after the one before is on the disk."""
    for _card in range(times):
        length = len(app.rows())
        app.steady()
        time.sleep(A_GLANCE)
        app.press("space")
        wait("a turned card in the store", lambda length=length: len(app.rows()) == length + 1)  # type: ignore[misc]


def play_duel(app: App) -> None:
    """Turn four cards, grab with two keys, and say what it was."""
    turn(app, 4)
    table = app.steady()
    app.press("2", "1")
    wait_for(app, TotemTaken)
    wait("the verdict on the screen", lambda: not alike(table, app.look()))
    taken = [event for event in last(app) if isinstance(event, TotemTaken)]
    assert taken[0].grab.first == (1,), f"key 2 was pressed first, but the verdict is {taken[0].grab}"
    app.steady()
    app.picture(BUILD / "verdict.png")
    app.tap(*LIKELIEST)
    wait_for(app, DuelWon)


def last(app: App) -> tuple[Any, ...]:
    """Return the events of the newest entry."""
    return tuple(restored(app.rows()).line[-1].events)


def wait_for(app: App, kind: type) -> int:
    """Wait until the newest entry has an event of this kind; return the length of the record."""
    wait(f"{kind.__name__} in the store", lambda: any(isinstance(event, kind) for event in last(app)))
    return len(app.rows())


def restored(rows: list[Row]) -> Match[Any, Any, Any, Any]:
    """Return the match of a journal, which must be whole."""
    match, loss = Match.restore(UngleSpeed(), list(rows))
    assert loss is None, loss
    return match


def alike(one: bytes, other: bytes) -> bool:
    """Tell whether two looks at the table show the same, but for the clock beside it."""
    left, top, right, bottom = (
        round(part * size) for part, size in zip(TABLE, (WIDTH, HEIGHT) * 2, strict=True)
    )
    return len(one) == len(other) == WIDTH * HEIGHT and all(
        one[row * WIDTH + left : row * WIDTH + right] == other[row * WIDTH + left : row * WIDTH + right]
        for row in range(top, bottom)
    )


if __name__ == "__main__":
    sys.exit(main())
