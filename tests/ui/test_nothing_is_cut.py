"""No text is cut off and no pad too small: all screens and sheets, both orientations, usual and large text.

A pad in half a column may say less, but what it says is whole.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Seat
from companion.games.cryptid.reports import Search
from companion.games.sequence_states.lines import Space
from companion.games.ungle_speed.reports import Recount, TurnCard
from tests.ui import test_every_screen as screens
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sheet.playing import deal, entry_of
from tests.ui.stage import written
from tests.ui.test_layout import all_fits, shown
from tests.ui.test_pseudo import STEPS, tapped
from ui.dialogs.compare import CompareDialog, RecountDialog, WaysDialog
from ui.games.registry import FACES
from ui.language import words
from ui.stage import fonts, theme
from ui.stage.rect import player_key
from ui.stage.shapes import Letters
from ui.stage.stage import Stage
from ui.storage.habits import PLACES, Habits, Seating
from ui.widgets.text import Lettering

PANELS = {"small": (800, 480), "tall": (480, 800), "large": (1280, 720), "high": (720, 1280)}

TINY_MM = 1.9
"""Smallest size of words, in mm, that anybody reads."""


def cut_off(desk: Desk) -> set[str]:
    """Return the texts on screens and tables that are shortened, or not shown at all."""
    found = set()
    for front in desk.front:
        for text in shown(front, Lettering):
            if text.is_shortened or (text.text.strip() and min(text.rect.width, text.rect.height) < 2):
                found.add(text.text)
        for stage in shown(front, Stage):
            said = written.letters(stage.scene.items)
            found |= {item.text for item in said if item.text.endswith("…") or tiny(item)}
    return found


def tiny(item: Letters) -> bool:
    """Return whether words meant to be read are too small, after being squeezed into their room."""
    wide = fonts.width(item.text, item.size, bold=item.bold)
    meant = re.search(r"[^\W\d_]{3}", item.text) is not None and item.tone[3] > 0.9
    return meant and item.size * min(1.0, item.room.width / wide) < theme.mm(TINY_MM)


def whole(desk: Desk, what: str, sizes: object = ()) -> None:
    """Fail if a text in the window is cut off, or a part is too small for a finger."""
    desk.rig.pump(2)
    assert cut_off(desk) == set(), what
    all_fits(desk, what)


LANGUAGES = ("de", "es", "fr", "nl", "pl")
LOOKS = {"plain": theme.Theme(), "worn": theme.Theme(large=True, light=True, left=True)} | {
    language: theme.Theme(language=language) for language in LANGUAGES
}
NARROW = ("large", "high")
"""The panel with less room, 86 mm wide, not 97: other languages are tested on it only."""
CASES = [(look, panel) for look in LOOKS for panel in PANELS if not LOOKS[look].language or panel in NARROW]
WAITED_FOR = "plain", "tall"
"""The case in the quick tests: the one in which most was cut off."""


@pytest.fixture(
    params=[
        pytest.param(case, id="-".join(case), marks=[] if case == WAITED_FOR else pytest.mark.long)
        for case in CASES
    ]
)
def desk(
    request: pytest.FixtureRequest, rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desk]:
    """The app, checked for cut-off texts: usual, in large light left-handed, and in each language."""
    look, panel = request.param
    monkeypatch.setattr(screens, "answer", tapped)
    monkeypatch.setattr(screens, "hold_to_all", whole)
    use = theme.use
    monkeypatch.setattr(theme, "use", lambda chosen: use(LOOKS[look]))
    theme.use(LOOKS[look])
    rig.size(*PANELS[panel])
    yield Desk(rig, tmp_path / "matches.db")
    use(theme.Theme())


@pytest.fixture
def deep(request: pytest.FixtureRequest) -> int:
    """How many taps deep to go: one in the quick tests, two in the long ones."""
    return 2 if request.node.get_closest_marker("long") else 1


@pytest.mark.parametrize("game", FACES)
@pytest.mark.parametrize(
    "visit",
    [
        # Upright, other tests look at them one by one too, and crawl through them where words are longer.
        pytest.param(screens.test_what_comes_before_a_game, id="before", marks=pytest.mark.long),
        pytest.param(screens.test_the_table_and_its_sheets, id="at"),
    ],
)
def test_before_and_at_the_table(desk: Desk, visit: screens.Visit, game: str, deep: int) -> None:
    visit(desk, game, deep)


@pytest.mark.parametrize("game", ["sequence-states", "speed-mode", "tracktic"])
def test_a_tally(desk: Desk, game: str) -> None:
    screens.test_the_tally_of_a_finished_board(desk, game, 1)


def test_home_and_the_matches(desk: Desk, deep: int) -> None:
    screens.test_the_screens_that_every_table_has(desk, deep)
    screens.test_the_kept_matches_and_what_they_are_looked_for_by(desk, deep)


@pytest.mark.parametrize("count", [pytest.param(0, marks=pytest.mark.long), -1], ids=["few", "many"])
@pytest.mark.parametrize("game", FACES)
def test_a_match_that_is_played(desk: Desk, game: str, count: int) -> None:
    """Have simulated players play; check the table after each report, and the top of the history."""
    for step in desk.simulated(game, count, STEPS):
        whole(desk, f"{game}, {step} reports told")
    desk.table.dialogs.open_history()
    desk.rig.pump(2)
    assert words.HISTORY not in cut_off(desk)


@pytest.mark.parametrize("flat", [False, True], ids=["standing", "flat"])
@pytest.mark.parametrize("language", ["", *LANGUAGES])
def test_the_pads_of_many_in_large_text(rig: Rig, tmp_path: Path, language: str, flat: bool) -> None:
    """In most languages each pad for arrows has three lines."""
    rig.size(*PANELS["large"])
    desk = Desk(rig, tmp_path / "matches.db")
    desk.frame.use(theme.Theme(language=language, large=True))
    count = 22 if flat else 11
    places = [n * PLACES // count + 1 for n in range(count)]
    chairs = zip(places, map(player_key, theme.plates()), strict=False)
    desk.frame.habits = Habits(Seating(dict(chairs), flat=flat))
    desk.seat(count)
    rig.pump(2)
    assert cut_off(desk) == set()


@pytest.mark.parametrize("game", ["ungle-speed", "sequence-states"])
def test_a_count(desk: Desk, game: str) -> None:
    table = desk.deal(game, 4)
    table.dialogs.open_recount()
    whole(desk, f"{game}, the count")
    count = the(RecountDialog, table.opened)
    count.count(0, 0, count.figures[0][0] + 1)
    whole(desk, f"{game}, a card too many")


def test_a_row_that_can_not_be(desk: Desk) -> None:
    deal(desk, "yahtzee", 2)
    desk.tap(desk.table.side.pads[-1])
    its = entry_of(desk)
    its.fill(its.filling.choose(6).digit("1").digit("9").next().choose(0))
    assert "wrong" in its.part()
    whole(desk, "19 in sixes")


def test_who_was_in_a_duel_is_asked(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn(3)
    desk.grab((1, 0.0))
    picking = desk.verdict.content.picking
    assert picking is not None
    table.dialogs.open_picking(picking)
    whole(desk, picking.question)


def test_what_can_be_done_about_something_wrong(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    table.tell_now(TurnCard(Seat(1)))
    assert "let stand" in desk.refusal.part()
    whole(desk, "something wrong lies on the table")
    desk.refusal.explain()
    whole(desk, "the rule about it")


def test_an_old_step_is_looked_back_at(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    table.tell_now(Recount((0, 27, 27, 26), (0, 0, 0, 0), 0))
    table.dialogs.open_history()
    whole(desk, "the history of a match that is over")
    table.dialogs.open_look_back()
    whole(desk, "the last step")


@pytest.mark.parametrize("game", ["tracktic", "cryptid"])
def test_of_what_may_lie_on_a_space_several_are_seen_at_once(desk: Desk, game: str) -> None:
    table = desk.deal(game, 4)
    rules: Any = table.game.game
    place, told = next(iter(rules.contents(table.session.match.state))), None
    # A second piece may be on a space with a disc.
    while game == "cryptid" and not isinstance(told, Search):
        able = [*rules.legal(table.session.match.state)]
        told = next((report for report in able if isinstance(report, Search)), able[0])
        table.tell_now(told)
    table.dialogs.open_compare()
    compared = the(CompareDialog, table.opened)
    compared._ask(told.at if isinstance(told, Search) else place)
    desk.pump(3)
    assert compared["places/1"]
    for _ in range(4):
        whole(desk, "what lies there")
        if "places down" in compared._named():
            desk.tap(compared["places down"])
    compared.enter(rules.possible_things(table.session.match.state, compared.place)[-1])
    desk.pump(3)
    whole(desk, "what differs")


def test_what_differs_and_then_what_is_to_be_put_right_step_by_step(desk: Desk) -> None:
    table = desk.deal("sequence-states", 4)
    table.dialogs.open_compare()
    compared = the(CompareDialog, table.opened)
    for column in range(2, 6):
        compared._ask(Space(7, column))
        compared.enter(0)
        desk.pump(3)
        whole(desk, "what differs")
    desk.tap(compared["first"])
    desk.tap(the(WaysDialog, table.opened)["close"])
    desk.settle()
    whole(desk, "all steps")
    desk.tap(desk.refusal["one"])
    whole(desk, "one step at a time")
