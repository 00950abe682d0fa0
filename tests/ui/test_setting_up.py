"""The way into a match of any kind of game: who can play, what is asked, and what is left out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import InstructionGroup
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.model import Facts
from companion.journal import Plate
from tests.ui.desk import Desk, pads_in
from tests.ui.rig import Rig
from ui import words
from ui.games import registry
from ui.games.face import EntryPage, GameFace, Memory
from ui.games.people import SimulatedPeople
from ui.games.ungle_speed.face import UngleFace
from ui.games.ungle_speed.grabbing import UngleGrabs
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.rulings import RulingsScreen
from ui.screens.sensors import SensorsScreen
from ui.setting_up import asks, memory
from ui.sheets.verdict import VerdictSheet
from ui.stage.scene import Look
from ui.table.buttons import Press, Seized, TotemFell, TurnPressed
from ui.table.presenting import Presenter
from ui.table.session import Session
from ui.widgets.face import Face
from ui.widgets.layout import Rect

ODD = (2, 3, 4, 6, 8, 9, 10, 12)


class LastStep(Face):
    """A game's own last step: it goes on with another player turning first."""

    def __init__(self, facts: Facts, back: Callable[[], None], on: Callable[[Facts], None]) -> None:
        super().__init__()
        self.back, self.on, self.facts = back, on, facts
        self.left = False

    def go_on(self) -> None:
        """Go on with changed facts."""
        self.on(replace(self.facts, first=Seat(1)))

    def leave(self) -> None:
        """Take note that the next screen is shown."""
        self.left = True


class PlainFace(GameFace):
    """Ungle Speed with everything told by hand, nothing to decide, and for certain numbers of people only."""

    game, counts = UngleFace.game, ODD
    ungle = UngleFace()

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return Ungle Speed's."""
        return self.ungle.facts(players, rulings, level, first)

    def asks(self, ruling: str, players: int) -> bool:
        """Nothing is asked."""
        return False

    def presenter(self, facts: Facts, plates: tuple[Plate, ...]) -> Presenter:
        """Return Ungle Speed's."""
        return self.ungle.presenter(facts, plates)

    def look(self, presenter: Presenter) -> Look:
        """Return Ungle Speed's."""
        return self.ungle.look(presenter)

    def entry(
        self, presenter: Presenter, session: Session, subject: Seat, told: Callable[[Any], None]
    ) -> EntryPage:
        """Return Ungle Speed's."""
        return self.ungle.entry(presenter, session, subject, told)

    def people(self, seed: int) -> SimulatedPeople:
        """Return Ungle Speed's."""
        return self.ungle.people(seed)

    def picture(self, group: InstructionGroup, room: Rect) -> None:
        """Draw nothing."""


class SteppedFace(PlainFace):
    """The same with a step of its own before the deal."""

    def prepare(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> LastStep:
        """Return the step."""
        return LastStep(facts, back, on)


class SteppedWithButtons(UngleGrabs, SteppedFace):
    """With buttons after that step."""


def sit(desk: Desk, face: Callable[[], GameFace], monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    """Play another kind of game, and seat so many."""
    monkeypatch.setitem(registry.FACES, "ungle-speed", face)
    desk.tap(desk.screen(HomeScreen).cards[0])
    screen = desk.screen(PlayersScreen)
    for place in screen.places[:people]:
        desk.tap(place)
    desk.tap(screen.header.next)


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
    for place in range(len(screen.places)):
        screen.tap(place)
        live.append(screen.header.next.live)
    assert [count + 1 for count, lives in enumerate(live[:12]) if lives] == list(ODD)
    assert len(screen.seated) == max(ODD)


def test_rulings_are_asked_where_there_is_something_to_decide() -> None:
    face = UngleFace()
    assert asks(face, 4)
    face.levels = {}
    assert asks(face, 4), "there are rulings"
    assert not asks(PlainFace(), 4)
    plain = PlainFace()
    plain.levels = UngleFace().levels
    assert asks(plain, 4)


def test_rulings_without_levels_keep_the_level_that_others_chose(rig: Rig) -> None:
    told: list[tuple[dict[str, str], Level | None]] = []
    catalogue = UngleFace().game.catalogue
    screen = RulingsScreen(catalogue, lambda ruling: True, lambda: None, lambda *chosen: told.append(chosen))
    assert screen.level is None
    screen.header.next.tap()
    assert told[0][1] is None


def test_a_game_that_asks_nothing_is_dealt_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, PlainFace, monkeypatch, 4)
    table = desk.table
    assert table.session.facts.level is Level.COUNTING
    assert table.grabs is None
    assert table.strip is None
    assert not desk.hands.buttons.armed


def test_a_table_without_buttons_shows_a_verdict_all_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(desk, PlainFace, monkeypatch, 4)
    table = desk.table
    desk.settle()
    desk.turn()
    table.hear(TurnPressed())
    table.hear(TotemFell())
    table.hear(Seized(1, (Seat(1),), (Press(Seat(1), 0),), 100_000, "kernel"))
    assert table.sheet is None
    assert table.session.shown == 3
    table.tell_now(UngleFace().grabbed(Seized(1, (Seat(1),), (Press(Seat(1), 0),), 0, "table")))
    assert isinstance(table.sheet, VerdictSheet)
    assert table.sheet._finish is None
    table.over.open_referee()
    assert words.PADS not in [pad.title.text for pad in pads_in(table)]
    assert not desk.hands.buttons.armed


def test_the_last_step_changes_the_facts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedFace, monkeypatch, 3)
    step = desk.screen(LastStep)
    step.back()
    # The rulings were left out, so that the players come before it.
    assert step.left
    people = desk.screen(PlayersScreen)
    assert len(people.seated) == 3
    desk.tap(people.header.next)
    desk.screen(LastStep).go_on()
    assert desk.table.session.facts.first == 1


def test_the_sensors_come_last_and_lead_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedWithButtons, monkeypatch, 3)
    desk.screen(LastStep).go_on()
    sensors = desk.screen(SensorsScreen)
    desk.tap(sensors.header.back)
    desk.screen(LastStep).go_on()
    desk.tap(desk.screen(SensorsScreen).header.next)
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
    desk.close()


# Back goes one step, and forgets nothing.


def test_who_sat_down_sits_there_after_a_step_back_home(desk: Desk) -> None:
    desk.frame.choose("tracktic")
    people = desk.screen(PlayersScreen)
    for n in (0, 5):
        desk.tap(people.places[n])
    before = people.seating
    desk.tap(people.header.back)
    desk.screen(HomeScreen)
    desk.frame.choose("tracktic")
    assert desk.screen(PlayersScreen).seating == before


def test_what_was_chosen_is_chosen_after_a_step_back_to_the_players(desk: Desk) -> None:
    desk.frame.choose("ungle-speed")
    people = desk.screen(PlayersScreen)
    for n in (0, 5, 9):
        desk.tap(people.places[n])
    desk.tap(people.header.next)
    rulings = desk.screen(RulingsScreen)
    question = rulings.questions["dead_heat"]
    other = next(name for name in question.pads if name != question.chosen)
    question.choose(other)
    assert rulings.level is not None
    rulings.level.choose("watching")
    wanted = rulings.chosen
    desk.tap(rulings.header.back)
    desk.tap(desk.screen(PlayersScreen).header.next)
    assert desk.screen(RulingsScreen).chosen == wanted


@pytest.mark.parametrize(("players", "asked"), [(2, True), (3, False), (4, False), (5, False), (6, True)])
def test_cards_that_are_left_over_are_asked_about_where_there_are_any(players: int, asked: bool) -> None:
    """The box has 80 cards, and 78 of them are played with by two and by three."""
    face = UngleFace()
    assert any(face.asks(ruling, players) for ruling in ("leftovers", "two_left_over")) is asked
