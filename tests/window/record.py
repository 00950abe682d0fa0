"""Reading the app's store from outside, waiting for entries, and comparing pictures of its window."""

import time
from typing import Any

from companion.games.shelf import game_named
from companion.journal import StoredRow, header_of
from companion.match import Match
from tests.window.window import HEIGHT, WIDTH, App, wait

TABLE = (0.10, 0.20, 0.76, 0.80)
"""The part of the table's screen with the table itself: left, top, right and bottom, as fractions."""

A_GLANCE = 0.5
"""In seconds. The app ignores taps within a quarter of a second after a change: nobody can have seen it."""


def restored(rows: list[StoredRow]) -> Match[Any, Any, Any, Any]:
    """Restore a match from its rows, which must be intact."""
    match, loss = Match.restore(game_named(header_of(rows[0].entry).game), list(rows))
    assert loss is None, loss
    return match


def last(app: App) -> tuple[Any, ...]:
    """Return the events of the newest entry that wasn't taken back."""
    return tuple(restored(app.rows()).line[-1].events)


def newest(app: App) -> object:
    """Return the body of the newest entry of any kind."""
    return restored(app.rows()).entries[-1].body


def wait_for(app: App, kind: type) -> int:
    """Wait until the newest entry that counts has an event of this kind; return the number of rows."""
    wait(f"{kind.__name__} in the store", lambda: any(isinstance(event, kind) for event in last(app)))
    return len(app.rows())


def set_up(app: App, *places: tuple[float, float]) -> None:
    """Tap from the first screen to a table, each place once the one before is answered."""
    for place in places:
        answered(app, place)
    wait("a match in the store", lambda: len(app.rows()) == 1)


def tell(app: App, *places: tuple[float, float]) -> None:
    """Tap places in turn, each once the one before is answered, and wait for the last one's entry."""
    length = len(app.rows())
    for place in places[:-1]:
        answered(app, place)
    tap_steady(app, places[-1])
    wait(f"an entry after taps on {places}", lambda: len(app.rows()) == length + 1)


def answered(app: App, place: tuple[float, float]) -> None:
    """Tap a place, and wait for its answer."""
    before = tap_steady(app, place)
    wait(f"an answer to a tap on {place}", lambda: app.look() != before)


def tap_steady(app: App, place: tuple[float, float]) -> bytes:
    """Tap a place once the screen is steady and can have been seen; return the screen before the tap."""
    before = app.steady()
    time.sleep(A_GLANCE)
    app.tap(*place)
    return before


def alike(one: bytes, other: bytes) -> bool:
    """Return whether two pictures show the same table, ignoring the clock beside it."""
    parts = zip(TABLE, (WIDTH, HEIGHT) * 2, strict=True)
    left, top, right, bottom = (round(part * size) for part, size in parts)
    return len(one) == len(other) == WIDTH * HEIGHT and all(
        one[row * WIDTH + left : row * WIDTH + right] == other[row * WIDTH + left : row * WIDTH + right]
        for row in range(top, bottom)
    )
