"""Nothing is said that a translator hasn't had: in the pseudo-language every word on a screen has accents.

Names, figures and what else no language changes are known.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from companion.games.sequence_states.layout import STATES
from tests.ui import test_every_screen as screens
from tests.ui.desk import Desk
from tests.ui.test_every_screen import desk
from tests.ui.test_layout import shown
from tests.ui.test_longer_words import before_and_at, deep, play
from ui import languages, theme
from ui.games.registry import FACES
from ui.stage.shapes import Letters
from ui.stage.stage import Stage
from ui.widgets.text import Lettering

PLAIN = re.compile(r"[^\W\d_]*[aeiouncs][^\W\d_]*")
"""A word with a letter that has an accent in the pseudo-language; of a name of two capitals it has none."""
GLUED = re.compile(r"\[[^\[\]]*\[")
"""A text inside another one that can't have the form which a language needs there."""
PEOPLE = {*(plate.name for plate in theme.plates()), "Ada", "Bob"}
STATE_NAMES = {state.name for state in STATES.values()}
COPIED = {"Score sheet", "Score sheet, low wins"}
NO_WORDS = {*PEOPLE, *STATE_NAMES, *languages.NAMES.values(), languages.PSEUDO, "ms", *COPIED}
"""What no language changes: names of people, states, languages, units, and of sheets that one can copy."""

__all__ = ["desk"]


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have everything said in the pseudo-language."""
    monkeypatch.setattr(screens, "hold_to_all", all_said)
    use = theme.use
    monkeypatch.setattr(theme, "use", lambda chosen: use(replace(chosen, language=languages.PSEUDO)))
    theme.use(theme.Theme())
    yield
    use(theme.Theme())


def said_plainly(text: str) -> set[str]:
    """Return the words of a text that aren't translated, and are no names."""
    for name in sorted(NO_WORDS, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\b", " ", text)
    return {*PLAIN.findall(text)}


def all_said(desk: Desk, what: str, sizes: object = ()) -> None:
    """Fail where a text has words that aren't translated."""
    texts = [t.text for front in desk.front for t in shown(front, Lettering) if isinstance(t, Lettering)]
    for front in desk.front:
        for stage in shown(front, Stage):
            assert isinstance(stage, Stage)
            texts += [item.text for item in stage.scene.items if isinstance(item, Letters)]
    plain = {text: words for text in texts if (words := said_plainly(text))}
    assert not plain, f"{what}: {plain}"
    glued = [text for text in texts if GLUED.search(text)]
    assert not glued, f"{what}: {glued}"


@deep
@pytest.mark.parametrize("game", [*FACES])
@before_and_at
def test_before_and_at_the_table(
    desk: Desk, visit: Callable[[Desk, str, int], None], game: str, deep: int
) -> None:
    visit(desk, game, deep)


@deep
def test_home_and_the_matches(desk: Desk, deep: int) -> None:
    screens.test_the_screens_that_every_table_has(desk, deep)
    screens.test_the_kept_matches_and_what_they_are_looked_for_by(desk, deep)


@pytest.mark.parametrize("game", [*FACES])
def test_what_a_table_says_while_a_match_is_played(desk: Desk, game: str) -> None:
    play(desk, game, 0, all_said)
