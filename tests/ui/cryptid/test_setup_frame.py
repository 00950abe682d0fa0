"""From the home screen to the first cube, in the app itself."""

from pathlib import Path

import msgspec

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


def test_two_are_dealt_a_sealed_game(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    screen = to_the_set_up(desk, 2)
    desk.tap(screen[f"way {SetUpWay.ADVANCED}"])
    desk.tap(screen["next"])
    desk.tap(lay(desk, screen).header.next)
    setup = facts_of(desk).setup
    assert setup is not None
    check(setup)
    assert desk.table.session.match.state.sealed
    desk.close()


def test_what_was_kept_for_the_next_match_is_offered(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    desk.saver.set(SETUP, msgspec.json.encode(ADVANCED).decode())
    screen = to_the_set_up(desk, 2)
    desk.tap(screen[f"way {SetUpWay.FILE}"])
    desk.tap(screen["next"])
    desk.tap(lay(desk, screen).header.next)
    assert facts_of(desk).setup == ADVANCED
    desk.close()


def test_nothing_known_is_an_open_game(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    screen = to_the_set_up(desk, 2)
    desk.tap(screen[f"way {SetUpWay.NOTHING}"])
    desk.tap(screen["next"])
    assert facts_of(desk).setup is None
    assert not desk.table.session.match.state.sealed
    desk.close()


def test_four_are_dealt_a_sealed_game(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    screen = to_the_set_up(desk, 4)
    desk.tap(screen["next"])
    clues = lay(desk, screen)
    assert {f"hold {n}" for n in range(4)} <= names_of(clues.part())
    desk.tap(clues.header.next)
    state = desk.table.session.match.state
    assert (state.players, state.sealed) == (4, True)
    assert [choice.report.seat for choice in desk.table.presenter.routine(desk.table.session.view)[-4:]] == [
        0, 1, 2, 3
    ], "a pad for each to look again"  # fmt: skip
    desk.close()
