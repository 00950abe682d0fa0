"""From the home screen to the first cube, in the app itself."""

from pathlib import Path

import msgspec
import pytest

from companion.games.cryptid.model import Facts
from companion.games.cryptid.setups import check
from companion.journal import Opened
from tests.ui.cryptid.setting_up import ADVANCED
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.games.cryptid.clues import CluesShown
from ui.games.cryptid.drafts import SETUP
from ui.games.cryptid.editor import LayingGuide
from ui.games.cryptid.setup import SetupScreen, SetUpWay
from ui.parts.values import names_of
from ui.screens.players import PlayersScreen, Seating

PLACES = (0, 3, 6, 9, 12)
NAMES = ("Fox", "Owl", "Bear", "Wolf", "Lynx")


def to_the_set_up(desk: Desk, players: int) -> SetupScreen:
    """Seat so many people and go on to the game's own last step."""
    desk.frame.choose("cryptid")
    desk.frame.seat(Seating(dict(zip(PLACES[:players], NAMES, strict=False)), 0))
    people = desk.screen(PlayersScreen)
    desk.until(lambda: "step line" in people)
    desk.tap(people["step line"])
    screen = desk.screen(SetupScreen)
    desk.until(lambda: screen["next"].live)
    return screen


def facts_of(desk: Desk) -> Facts:
    """Return the facts that the match was opened with."""
    opened = desk.table.session.match.entries[0].body
    assert isinstance(opened, Opened)
    facts: Facts = opened.facts
    return facts


def lay(desk: Desk, screen: SetupScreen) -> CluesShown:
    """Go on to the clues."""
    desk.until(lambda: isinstance(screen.over, LayingGuide))
    guide = screen.over
    assert isinstance(guide, LayingGuide)
    desk.tap(guide["all"])
    desk.tap(guide["next"])
    clues = screen.over
    assert isinstance(clues, CluesShown)
    return clues


KEPT = {SETUP: msgspec.json.encode(ADVANCED).decode()}


@pytest.mark.parametrize(
    ("players", "way", "kept"),
    [
        (2, SetUpWay.ADVANCED, {}),
        (2, SetUpWay.FILE, KEPT),
        (2, SetUpWay.NOTHING, {}),
        (4, SetUpWay.NORMAL, {}),
    ],
    ids=["dealt", "from a file", "nothing known", "four"],
)
def test_from_home_to_the_first_cube(
    rig: Rig, tmp_path: Path, players: int, way: SetUpWay, kept: dict[str, str]
) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    for name, text in kept.items():
        desk.saver.set(name, text)
    screen = to_the_set_up(desk, players)
    desk.tap(screen[f"way {way}"])
    desk.tap(screen["next"])
    if way is not SetUpWay.NOTHING:
        clues = lay(desk, screen)
        assert {f"hold {n}" for n in range(players)} <= names_of(clues.part())
        desk.tap(clues.header.next)
    setup, state = facts_of(desk).setup, desk.table.session.match.state
    assert (state.players, state.sealed) == (players, way is not SetUpWay.NOTHING)
    if setup is None:
        assert way is SetUpWay.NOTHING
    else:
        check(setup)
        assert (setup == ADVANCED) is (way is SetUpWay.FILE)
        looks = desk.table.presenter.routine(desk.table.session.view)[-players:]
        assert [choice.report.seat for choice in looks] == [*range(players)], "a pad for each to look again"
    desk.close()
