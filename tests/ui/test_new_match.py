"""The way into a match of any kind of game: who can play, what is asked, and what is left out."""

from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.graphics import InstructionGroup
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.model import Facts
from tests.ui.desk import Desk, pads_in
from tests.ui.rig import Rig
from ui.dialogs.questions import VerdictDialog
from ui.games import registry
from ui.games.face import GameFace
from ui.games.face import LastStep as MakesLastStep
from ui.games.ungle_speed.face import UngleFace, UngleGrabs
from ui.language import words
from ui.main.frame import memory
from ui.parts.values import Line, walk
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.rulings import LevelScreen, RulingsScreen
from ui.screens.sensors import SensorsScreen
from ui.storage.habits import PLACES
from ui.table.buttons import ButtonTurn, Press, Seized, TotemLeft
from ui.widgets.layout import Arranged, Rect

ODD = (2, 3, 4, 6, 8, 9, 10, 12)


class LastStep(Arranged):
    """A game's own last step: it goes on with another player turning first."""

    def __init__(self, facts: Facts, back: Callable[[], None], on: Callable[[Facts], None]) -> None:
        super().__init__()
        self.back, self.on, self.facts = back, on, facts
        self.left = False

    def go_on(self) -> None:
        self.on(replace(self.facts, first=Seat(1)))

    def leave(self) -> None:
        self.left = True


class PlainFace(GameFace):
    """Ungle Speed with everything told by hand, nothing to decide, and for certain numbers of people only."""

    game, counts = UngleFace.game, ODD
    ungle = UngleFace()

    facts, presenter, look, entry = ungle.facts, ungle.presenter, ungle.look, ungle.entry
    people = ungle.people

    def asks(self, ruling: str, players: int) -> bool:
        return False

    def picture(self, group: InstructionGroup, room: Rect) -> None:
        """Draw nothing."""


class SteppedFace(PlainFace):
    """The same with a step of its own before the deal."""

    def last_step(self) -> MakesLastStep:
        return lambda facts, plates, memory, back, on: LastStep(facts, back, on)


class SteppedWithButtons(UngleGrabs, SteppedFace):
    """With buttons after that step."""


def sit(desk: Desk, face: Callable[[], GameFace], monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    """Play another kind of game, and seat so many."""
    monkeypatch.setitem(registry.FACES, "ungle-speed", face)
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in range(people):
        desk.sit(place)
    desk.play()


@pytest.mark.parametrize(
    ("counts", "seated", "says"),
    [
        (ODD, 0, "Seat at least 2 players"),
        (ODD, 1, "Seat at least 2 players"),
        (ODD, 2, "players"),
        (ODD, 5, "2, 3, 4, 6, 8, 9, 10 or 12 can play: add one, or remove one"),
        (ODD, 11, "2, 3, 4, 6, 8, 9, 10 or 12 can play: add one, or remove one"),
        (ODD, 15, "2, 3, 4, 6, 8, 9, 10 or 12 can play: remove 3"),
        ((2, 6), 3, "2 or 6 can play: add 3, or remove one"),
        ((4,), 5, "Only 4 can play: remove one"),
    ],
)
def test_who_is_missing_is_said(counts: tuple[int, ...], seated: int, says: str) -> None:
    assert words.seated(counts, seated) == says


def test_only_as_many_as_can_play_go_on(rig: Rig) -> None:
    screen = PlayersScreen(ODD, lambda: None, lambda seating: None)
    live = []
    for place in range(PLACES):
        screen.tap(place)
        live.append(screen.part().header.on_live)
    assert [count + 1 for count, lives in enumerate(live[:12]) if lives] == list(ODD)
    assert len(screen.seated) == max(ODD)


def lines(desk: Desk) -> dict[str, str]:
    """What is usual, as it stands beside the chairs, once it is known."""
    people = desk.screen(PlayersScreen)
    desk.read(lambda store: True)
    return {part.title: part.value for part in walk(people.part()) if isinstance(part, Line)}


@pytest.mark.parametrize(
    ("game", "usual"),
    [
        (
            "ungle-speed",
            {"Rules": "the usual", "Cards": "all 80", "Buttons": "on this screen", "Referee": "Easy"},
        ),
        ("sequence-states", {"Rules": "the usual", "Board": "Without the states"}),
        ("cryptid", {"Rules": "the usual", "Map and clues": "Deal · normal"}),
        ("tracktic", {"Box": "Made-up demo box"}),
        ("speed-mode", {"Board": "The worked-out board", "Referee": "Easy"}),
        ("sheet", {"Sheet": "tap to pick one"}),
    ],
)
def test_what_is_usual_stands_beside_the_chairs_alone(desk: Desk, game: str, usual: dict[str, str]) -> None:
    desk.frame.choose(game)
    found = lines(desk)
    assert {title: found.get(title) for title in usual} == usual
    assert len(found) <= 4


def test_a_game_that_asks_nothing_has_no_lines(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.FACES, "ungle-speed", PlainFace)
    desk.frame.choose("ungle-speed")
    assert lines(desk) == {}


def test_a_game_that_asks_nothing_is_dealt_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, PlainFace, monkeypatch, 4)
    table = desk.table
    assert table.session.facts.level is Level.COUNTING
    assert table.grabs is None
    assert table.strip is None
    assert not desk.hands.buttons.armed


def test_without_buttons_a_verdict_is_shown_all_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, PlainFace, monkeypatch, 4)
    table = desk.table
    desk.settle()
    desk.turn()
    table.hear(ButtonTurn())
    table.hear(TotemLeft())
    table.hear(Seized(1, (Seat(1),), (Press(Seat(1), 0),), 100_000, "kernel"))
    assert table.dialog is None
    assert table.session.shown == 3
    table.tell_now(UngleFace().grabbed(Seized(1, (Seat(1),), (Press(Seat(1), 0),), 0, "table")))
    assert isinstance(table.dialog, VerdictDialog)
    assert "finish" not in table.dialog.part()
    table.over.open_referee()
    assert words.PADS not in [pad.title.text for pad in pads_in(table)]
    assert not desk.hands.buttons.armed


def test_the_last_step_changes_the_facts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedFace, monkeypatch, 3)
    step = desk.screen(LastStep)
    step.back()
    # The rulings were left out, so that the players come before it.
    assert step.left
    assert len(desk.screen(PlayersScreen).seated) == 3
    desk.play()
    desk.screen(LastStep).go_on()
    assert desk.table.session.facts.first == 1


def test_buttons_are_tried_behind_their_line_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedWithButtons, monkeypatch, 3)
    desk.screen(LastStep).back()
    people = desk.screen(PlayersScreen)
    desk.tap(people["buttons line"])
    desk.tap(desk.screen(SensorsScreen)["back"])
    assert desk.screen(PlayersScreen) is people
    desk.play()
    desk.screen(LastStep).go_on()
    assert desk.table.session.facts.first == 1
    assert desk.table.grabs is not None


def test_a_game_remembers(desk: Desk) -> None:
    kept = memory(desk.saver)
    heard: list[str] = []
    kept.get("sequence", heard.append)
    desk.until(lambda: heard)
    kept.set("sequence", "the printed board")
    kept.get("sequence", heard.append)
    desk.until(lambda: len(heard) == 2)
    assert heard == ["", "the printed board"]


def test_a_game_remembers_nothing_where_the_disk_fails(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "matches.db").mkdir()
    desk = Desk(rig, tmp_path / "matches.db")
    heard: list[str] = []
    memory(desk.saver).get("sequence", heard.append)
    desk.until(lambda: heard)
    assert heard == [""]


# Back goes one step, and forgets nothing.
def test_who_sat_down_sits_there_after_a_step_back_home(desk: Desk) -> None:
    desk.frame.choose("tracktic")
    people = desk.screen(PlayersScreen)
    for n in (0, 5):
        desk.sit(n)
    before = people.seating
    desk.tap(people["back"])
    desk.screen(HomeScreen)
    desk.frame.choose("tracktic")
    assert desk.screen(PlayersScreen).seating == before


def test_what_was_chosen_is_chosen_after_a_step_back_to_the_players(desk: Desk) -> None:
    desk.frame.choose("ungle-speed")
    people = desk.screen(PlayersScreen)
    desk.tap(people["rules line"])
    rulings = desk.screen(RulingsScreen)
    desk.tap(rulings["dead_heat lots"])
    desk.tap(rulings["back"])
    desk.tap(people["level line"])
    desk.tap(desk.screen(LevelScreen)["level watching"])
    assert lines(desk)["Rules"] == "1 changed"
    assert lines(desk)["Referee"] == "Strict"
    desk.tap(people["back"])
    desk.screen(HomeScreen)
    desk.frame.choose("ungle-speed")
    desk.tap(desk.screen(PlayersScreen)["rules line"])
    again = desk.screen(RulingsScreen).part()
    assert again["dead_heat lots"].chosen
    assert not again["dead_heat regrab"].chosen
    desk.tap(desk.screen(RulingsScreen)["next"])
    for place in (0, 5, 9):
        desk.sit(place)
    desk.play()
    facts = desk.table.session.facts
    assert (facts.rulings["dead_heat"], facts.level) == ("lots", Level.WATCHING)


@pytest.mark.parametrize(("players", "asked"), [(2, True), (3, False), (4, False), (5, False), (6, True)])
def test_cards_that_are_left_over_are_asked_about_where_there_are_any(players: int, asked: bool) -> None:
    """The box has 80 cards, and 78 of them are played with by two and by three."""
    face = UngleFace()
    assert any(face.asks(ruling, players) for ruling in ("leftovers", "two_left_over")) is asked
