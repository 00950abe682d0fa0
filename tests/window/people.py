"""Typing names with the mouse, a match of Sequence with a kill -9, and the match in the record book."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.book import counting
from companion.book.figures import Book, WinCount
from companion.games.sequence_states.lines import Space
from companion.journal import StoredRow
from companion.store import Store
from tests.window.record import alike, restored, set_up
from tests.window.sequence_states import BOARD, GAME, MADE_UP, NEXT, place
from tests.window.window import App, wait

# Places on the screen, as fractions of width and height from the top left, at 1280x720.
LEFT, ABOVE, RIGHT = (0.074, 0.604), (0.293, 0.31), (0.620, 0.604)
NEW_NAME, SIT_DOWN = (0.827, 0.896), (0.870, 0.879)
FIRST_GUEST = (0.157, 0.323)
A, B, D, O = (0.110, 0.483), (0.452, 0.674), (0.306, 0.483), (0.841, 0.292)  # noqa: E741 - the key's name
FINISH, RECORDS = (0.770, 0.611), (0.583, 0.896)
ADA = (0.255, 0.341)

ROWS = (1, 4, 7)
"""Rows of the three sides' chips; Ada is the first to have five."""
STEP = 24
"""Greys by which a pixel must differ to count: two processes differ a little at edges and in backgrounds."""
FEW = 0.005


def until_killed(app: App, build: Path) -> tuple[bytes, list[StoredRow]]:
    """Type two names, and play until one chip is missing; return the screen and the rows before the kill."""
    ada = (LEFT, LEFT, NEW_NAME, A, D, A, SIT_DOWN)
    bob = (ABOVE, NEW_NAME, B, O, B, SIT_DOWN)
    set_up(app, GAME, *ada, *bob, RIGHT, FIRST_GUEST, BOARD, MADE_UP, NEXT, NEXT)
    for space in list(spaces())[:-1]:
        place(app, space)
    app.picture(build / "people_before_kill.png")
    return app.still(), app.rows()


def after_kill(app: App, shown: bytes, before: list[StoredRow], build: Path) -> None:
    """Place the last chip, and check Ada's page of the record book against the store."""
    wait("the board again", lambda: alike(shown, app.look()))
    assert app.rows() == before, f"{len(before)} entries before the kill, {len(app.rows())} after it"
    *_, last = spaces()
    place(app, last)
    assert restored(app.rows()).outcome is not None, "five in a row don't end it"
    for where in (FINISH, RECORDS):
        shown = app.still()
        app.tap(*where)
        wait("another screen", lambda shown=shown: app.look() != shown)  # type: ignore[misc]
    wait("the book, counted", lambda: counting.cache_path(app.store).exists())
    app.steady()
    app.picture(build / "people_records.png")
    app.tap(*ADA)
    expected, another = (drawn(app, name) for name in ("Ada", "Bob"))
    wait("Ada's page as it is drawn from the store", lambda: apart(app.look(), expected) < FEW)
    assert apart(app.look(), another) > FEW, "Bob's page is the same"
    app.picture(build / "people_page.png")
    book = counted(app)
    names = {book.people.name(person): found for person, found in book.persons().items()}
    wins = {name: found.all for name, found in names.items()}
    assert wins == {"Ada": WinCount(1, 1), "Bob": WinCount(1, 0)}


def spaces() -> Iterator[Space]:
    """Yield the spaces for the chips in turn; the first side gets five in a row before the others."""
    for column in range(5):
        for row in ROWS if column < 4 else ROWS[:1]:
            yield Space(row, column)


def counted(app: App) -> Book:
    """Return the record book, counted from the store."""
    with Store(app.store, reading=True) as store:
        return counting.compute(store)[0]


def drawn(app: App, name: str) -> bytes:
    """Return a person's page as grey pixels, drawn from the store by another process."""
    target = app.folder / f"{name}.gray"
    command = [sys.executable, "-m", "tests.window.page", str(app.store), name, str(target)]
    subprocess.run(command, check=True, capture_output=True)
    return target.read_bytes()


def apart(one: bytes, other: bytes) -> float:
    """Return the share of pixels that differ between two pictures."""
    if len(one) != len(other):
        return 1.0
    return sum(abs(left - right) > STEP for left, right in zip(one, other, strict=True)) / len(one)
