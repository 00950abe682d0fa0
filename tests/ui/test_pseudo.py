"""Every text goes through translation, and there is room for a third more letters.

In the pseudo-language every word on a screen has accents. The exceptions are listed: names, figures and what
else no language changes.
"""

import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations

import pytest
from msgspec.structs import replace

from companion.games.sequence_states.layout import STATES
from tests.ui import test_every_screen as screens
from tests.ui.desk import Desk
from tests.ui.stage import written
from tests.ui.test_layout import shown
from ui.games.registry import FACES
from ui.language import languages
from ui.language.languages import FIELD
from ui.language.phrases import DECIMAL
from ui.stage import theme
from ui.stage.stage import Stage
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering

PSEUDO = "pseudo"
PANELS = {"large": (1280, 720, 1.6), "small": (800, 480, 1.0), "upright": (480, 800, 1.0)}
"""Panels of 7 inches: width, height and density."""
STEPS = 25
"""Reports of a match that is played."""
PLAIN = re.compile(r"[^\W\d_]*[aeiouncs][^\W\d_]*")
"""A word with a letter that would have an accent in the pseudo-language; initials have none."""
GLUED = re.compile(r"\[[^\[\]]*\[")
"""A text within another one, which can't take the form that a language needs there."""
PEOPLE = {*(plate.name for plate in theme.plates()), "Ada", "Bob"}
STATE_NAMES = {state.name for state in STATES.values()}
COPIED = {"Score sheet", "Score sheet, low wins"}
NO_WORDS = {*PEOPLE, *STATE_NAMES, *languages.NAMES.values(), PSEUDO, "ms", *COPIED}
"""What no language changes: people, states, languages, units, and names of sheets that can be copied."""
NAMED = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(NO_WORDS, key=len, reverse=True)))})\b")

deep = pytest.mark.parametrize(
    ("deep", "panel"),
    [
        (1, "small"),
        pytest.param(1, "large", marks=pytest.mark.long),
        pytest.param(1, "upright", marks=pytest.mark.long),
        pytest.param(2, "small", marks=pytest.mark.long),
    ],
)
"""How many taps to go from the first screen, and the panel on which it has to fit."""
others = [pytest.param(name, marks=pytest.mark.long) for name in ("large", "upright")]
panel = pytest.mark.parametrize("panel", ["small", *others])
"""The panel on which texts have to fit."""
VISITS = [screens.test_what_comes_before_a_game, screens.test_the_table_and_its_sheets]


IN_A_TEXT = re.compile(r"{(\w+)}")


class Pseudo(NullTranslations):
    """English with accents, a third longer, in brackets: untranslated or glued texts stand out."""

    _ACCENTS = str.maketrans("aeiouyncsAEIOUYNCS", "áéíóúýñçšÁÉÍÓÚÝÑÇŠ")

    def gettext(self, message: str) -> str:
        """Return a text with accents outside of its fields, a third longer, in brackets.

        A field that can take a form gets other brackets: brackets within brackets are texts that were glued
        together.
        """
        if len(message) > 2 and message.isupper() and message == "".join(sorted(message)):
            # Letters are taken out of an alphabet by their index.
            return message
        said = "".join(
            IN_A_TEXT.sub(r"{\1:inside}", part) if part.startswith("{") else part.translate(self._ACCENTS)
            for part in re.split(r"({[^{}]*})", message)
        )
        # A tilde is as wide as 1.6 letters, and both brackets together as 1.2.
        return f"[{said}{'~' * round((len(FIELD.sub('', message)) * 0.35 - 1.2) / 1.6)}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or the plural."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in any context; the "inside" form has other brackets."""
        if context == DECIMAL:
            return message
        said = self.gettext(message)
        return f"<{said[1:-1]}>" if context == "inside" else said

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or the plural, in any context."""
        return self.pgettext(context, msgid1 if n == 1 else msgid2)


def tapped(desk: Desk, pad: Pad, _: str) -> None:
    """Tap a pad without checking its effect, which the English tests do."""
    pad.tap()
    screens.settle(desk)


@pytest.fixture(autouse=True)
def pseudo(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Show everything in the pseudo-language, and check it on the test's panel."""
    size = PANELS[request.getfixturevalue("panel")]
    monkeypatch.setattr(screens, "answer", tapped)
    monkeypatch.setattr(screens, "hold_to_all", lambda desk, what, sizes=(): all_said(desk, what, size))
    monkeypatch.setattr(languages, "_opened_here", lambda code: Pseudo() if code else None)
    use = theme.use
    monkeypatch.setattr(theme, "use", lambda chosen: use(replace(chosen, language=PSEUDO)))
    theme.use(theme.Theme())
    yield
    use(theme.Theme())


@cache
def said_plainly(text: str) -> set[str]:
    """Return the words of a text that aren't translated and aren't names."""
    text = NAMED.sub(" ", text)
    # A name cut off to its first letters is still one.
    if text.endswith("…") and any(name.startswith(text[:-1]) for name in NO_WORDS):
        return set()
    return {*PLAIN.findall(text)}


def all_said(desk: Desk, what: str, size: tuple[int, int, float]) -> None:
    """Fail if a text has untranslated words, or doesn't fit a panel even at its smallest size."""
    texts = [t.text for front in desk.front for t in shown(front, Lettering)]
    for front in desk.front:
        for stage in shown(front, Stage):
            texts += written.said(stage.scene.items)
    plain = {text: words for text in texts if (words := said_plainly(text))}
    assert not plain, f"{what}: {plain}"
    glued = [text for text in texts if GLUED.search(text)]
    assert not glued, f"{what}: {glued}"
    for _size in desk.on_panels([size]):
        cut = {
            text.text
            for front in desk.front
            for text in shown(front, Lettering)
            if text.text.strip() and not text.cuts and not text.fits(text.rect)
        }
        assert not cut, f"{what} at {size}: {cut} would have no room"


@deep
@pytest.mark.parametrize("game", [*FACES])
@pytest.mark.parametrize("visit", VISITS, ids=["before", "at"])
def test_before_and_at_the_table(desk: Desk, visit: screens.Visit, game: str, deep: int, panel: str) -> None:
    visit(desk, game, deep)


@deep
@pytest.mark.parametrize("game", ["sequence-states", "speed-mode", "tracktic"])
def test_a_tally(desk: Desk, game: str, deep: int, panel: str) -> None:
    screens.test_the_tally_of_a_finished_board(desk, game, deep)


@deep
def test_home_and_the_matches(desk: Desk, deep: int, panel: str) -> None:
    screens.test_the_screens_that_every_table_has(desk, deep)
    screens.test_the_kept_matches_and_what_they_are_looked_for_by(desk, deep)


@panel
@pytest.mark.parametrize("count", [0, pytest.param(-1, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize("game", [*FACES])
def test_what_a_table_says_while_a_match_is_played(desk: Desk, game: str, count: int, panel: str) -> None:
    """Have simulated players play, and check the table after each report."""
    for step in desk.simulated(game, count, STEPS):
        all_said(desk, f"{game}, {step} reports told", PANELS[panel])
