"""What the app has written, read from outside, and how two looks at its window compare."""

import time
from typing import Any

from companion.games.shelf import game_named
from companion.journal import KeptRow, header_of
from companion.match import Match
from tests.window.window import HEIGHT, WIDTH, App, wait

TABLE = (0.10, 0.20, 0.76, 0.80)
"""The part of the table's screen that shows what lies there: left, top, right, bottom."""

A_GLANCE = 0.5
"""Seconds; a tap nearer than a quarter of a second to a change was made for what stood there before."""


def restored(rows: list[KeptRow]) -> Match[Any, Any, Any, Any]:
    """Return the match of a journal, which must be whole."""
    match, loss = Match.restore(game_named(header_of(rows[0].entry).game), list(rows))
    assert loss is None, loss
    return match


def last(app: App) -> tuple[Any, ...]:
    """Return the events of the newest entry that stands."""
    return tuple(restored(app.rows()).line[-1].events)


def newest(app: App) -> object:
    """Return the newest entry, whether it stands or not."""
    return restored(app.rows()).entries[-1].body


def wait_for(app: App, kind: type) -> int:
    """Wait until the newest entry has an event of this kind; return the length of the record."""
    wait(f"{kind.__name__} in the store", lambda: any(isinstance(event, kind) for event in last(app)))
    return len(app.rows())


def set_up(app: App, *places: tuple[float, float]) -> None:
    """Tap from the first screen to a table, each place once the screen before it stands still."""
    for place in places:
        before = app.steady()
        app.tap(*place)
        wait("an answer on the screen", lambda before=before: app.look() != before)  # type: ignore[misc]
    wait("a match in the store", lambda: len(app.rows()) == 1)


def tell(app: App, *places: tuple[float, float]) -> None:
    """Tap places one after the other, and wait for the entry that the last of them makes."""
    length = len(app.rows())
    for place in places:
        app.steady()
        time.sleep(A_GLANCE)
        app.tap(*place)
    wait(f"an entry after taps on {places}", lambda: len(app.rows()) == length + 1)


def alike(one: bytes, other: bytes) -> bool:
    """Tell whether two looks at the table show the same, but for the clock beside it."""
    left, top, right, bottom = (
        round(part * size) for part, size in zip(TABLE, (WIDTH, HEIGHT) * 2, strict=True)
    )
    return len(one) == len(other) == WIDTH * HEIGHT and all(
        one[row * WIDTH + left : row * WIDTH + right] == other[row * WIDTH + left : row * WIDTH + right]
        for row in range(top, bottom)
    )
