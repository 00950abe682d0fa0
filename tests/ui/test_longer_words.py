"""In other languages sentences are a third longer: on the smaller panel they still have room.

Every text is measured as if it were so much wider, and screens lie as they would with it.
"""

import sys
from collections.abc import Callable, Iterator

import pytest
from kivy.metrics import Metrics

from companion.game import Level, Seat
from tests.ui import test_every_screen as screens
from tests.ui.desk import Desk
from tests.ui.test_every_screen import desk
from tests.ui.test_layout import shown
from ui import theme
from ui.games.registry import FACES
from ui.widgets import text as texts
from ui.widgets.layout import Rect, put
from ui.widgets.text import Lettering

LONGER = 1.35
ROOMS = [(1280, 720, 1.6), (800, 480, 1.0)]
"""Panels of 7 inches, with their density."""
STEPS = 25
"""Reports of a match that is played."""

deep = pytest.mark.parametrize("deep", [1, pytest.param(2, marks=pytest.mark.long)])
"""So many taps away from where it begins."""

before_and_at = pytest.mark.parametrize(
    "visit",
    [screens.test_what_comes_before_a_game, screens.test_the_table_and_its_sheets],
    ids=["before", "at"],
)
"""The screens before a game, and those at its table."""

__all__ = ["desk"]


@pytest.fixture(autouse=True)
def longer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have all letters be measured as if words were longer; two taps deep on the smaller panel alone."""
    spec = getattr(request.node, "callspec", None)
    if spec is not None and spec.params.get("deep", 1) > 1:
        monkeypatch.setattr(sys.modules[__name__], "ROOMS", ROOMS[-1:])
    fits = texts._fits
    wide, longest = Lettering.natural_width, Lettering.longest_word

    def longer_fits(text: str, size: int, bold: bool, wraps: bool, width: float, height: float) -> bool:
        return fits(text, size, bold, wraps, width / LONGER, height)

    monkeypatch.setattr(texts, "_fits", longer_fits)
    monkeypatch.setattr(Lettering, "natural_width", property(lambda text: wide.__get__(text) * LONGER))
    monkeypatch.setattr(Lettering, "longest_word", property(lambda text: longest.__get__(text) * LONGER))
    monkeypatch.setattr(screens, "hold_to_all", have_room)
    for cached in (texts.fitting, texts.cut_short):
        cached.cache_clear()
    yield
    for cached in (texts.fitting, texts.cut_short):
        cached.cache_clear()


def have_room(desk: Desk, what: str, sizes: object = ()) -> None:
    """Fail where a text that isn't cut off has no room on a panel, even at its smallest size."""
    density_of_panel = Metrics.density
    for width, height, density in ROOMS:
        Metrics.density = density
        put(desk.frame, Rect(0, 0, width, height))
        desk.rig.pump(2)
        cut = {
            text.text
            for front in desk.front
            for text in shown(front, Lettering)
            if isinstance(text, Lettering) and text.text.strip() and not text.cuts and not text.fits(text)
        }
        assert not cut, f"{what} at {width} x {height}: {cut} would have no room"
    Metrics.density = density_of_panel
    desk.resize()


@deep
@pytest.mark.parametrize("game", [*FACES])
@before_and_at
def test_before_and_at_the_table(
    desk: Desk, visit: Callable[[Desk, str, int], None], game: str, deep: int
) -> None:
    visit(desk, game, deep)


@deep
@pytest.mark.parametrize("game", ["sequence-states", "speed-mode", "tracktic"])
def test_a_tally(desk: Desk, game: str, deep: int) -> None:
    screens.test_the_tally_of_a_finished_board(desk, game, deep)


@deep
def test_home_and_the_matches(desk: Desk, deep: int) -> None:
    screens.test_the_screens_that_every_table_has(desk, deep)
    screens.test_the_kept_matches_and_what_they_are_looked_for_by(desk, deep)


@pytest.mark.parametrize("count", [0, -1], ids=["few", "many"])
@pytest.mark.parametrize("game", [*FACES])
def test_what_a_table_says_while_a_match_is_played(desk: Desk, game: str, count: int) -> None:
    play(desk, game, count, have_room)


def play(desk: Desk, game: str, count: int, look: Callable[[Desk, str], None]) -> None:
    """Play a match by simulated people, and look at the table after each report."""
    face = FACES[game]()
    players = face.counts[count]
    desk.frame.deal(face, face.facts(players, {}, Level.COUNTING, Seat(0)), theme.plates()[:players])
    for step in range(STEPS):
        desk.settle()
        look(desk, f"{game}, {step} reports told")
        if desk.table.session.outcome is not None:
            break
        desk.go_on(face.people(7))
