"""Setting up a match of any kind of game: who can play, what is asked, and what is left out."""

from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.graphics import InstructionGroup
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.model import Facts
from companion.grab import Touch
from companion.journal import NamePlate
from companion.match_reports import Abandon
from tests.ui.desk import Desk, pads_in, the, there
from tests.ui.panels import LOOKS
from tests.ui.rig import DENSITIES, Rig
from tests.ui.stage import written
from tests.ui.test_every_screen import settle
from tests.ui.test_layout import LEAST_MM, faint, faults
from ui.dialogs.questions import VerdictDialog
from ui.games import registry
from ui.games.cryptid.clues import CluesShown
from ui.games.cryptid.editor import LayingGuide
from ui.games.cryptid.setup import SetupScreen as CryptidSetup
from ui.games.face import GameFace
from ui.games.face import LastStep as MakesLastStep
from ui.games.registry import FACES
from ui.games.sheet.setup import SheetChoice
from ui.games.ungle_speed.face import UngleFace, UngleGrabs
from ui.language import words
from ui.main.frame import memory
from ui.parts.values import Line, walk
from ui.screens.home import HomeScreen
from ui.screens.players import Chair, Flat, PlayersScreen, chairs
from ui.screens.rulings import LevelScreen, RulingsScreen
from ui.screens.sensors import SensorsScreen
from ui.stage import fonts, theme
from ui.stage.kivy_types import Widget
from ui.stage.painter import room_in
from ui.stage.scene import Scene
from ui.stage.shapes import Box, Letters
from ui.storage.habits import PLACES, Seating
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn, Seized, TotemLeft
from ui.widgets.layout import Arranged, Rect

ODD = (2, 3, 4, 6, 8, 9, 10, 12)


class LastStep(Arranged):
    """A game's own last step, which changes who turns first."""

    def __init__(self, facts: Facts, back: Callable[[], None], on: Callable[[Facts], None]) -> None:
        super().__init__()
        self.back, self.on, self.facts = back, on, facts
        self.left = False

    def go_on(self) -> None:
        self.on(replace(self.facts, first=Seat(1)))

    def leave(self) -> None:
        self.left = True


class PlainFace(GameFace):
    """Ungle Speed with everything entered by hand, no house rules, and only some numbers of players."""

    game, counts = UngleFace.game, ODD
    ungle = UngleFace()

    facts, presenter, look, entry = ungle.facts, ungle.presenter, ungle.look, ungle.entry
    players = ungle.players

    def asks(self, ruling: str, players: int) -> bool:
        return False

    def picture(self, group: InstructionGroup, room: Rect) -> None:
        """Draw nothing."""


class SteppedFace(PlainFace):
    """The same, with a step of its own before the deal."""

    def last_step(self) -> MakesLastStep:
        return lambda facts, plates, memory, back, on: LastStep(facts, back, on)


class SteppedWithButtons(UngleGrabs, SteppedFace):
    """The same, with buttons after that step."""


def sit(desk: Desk, face: Callable[[], GameFace], monkeypatch: pytest.MonkeyPatch, people: int) -> None:
    """Replace Ungle Speed by another kind of game, and seat this many people."""
    monkeypatch.setitem(registry.FACES, "ungle-speed", face)
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in range(people):
        desk.sit(place)
    desk.play()


@pytest.mark.parametrize(("counts", "seated", "says"), [
    (ODD, 0, "Seat at least 2 players"),
    (ODD, 1, "Seat at least 2 players"),
    (ODD, 2, "players"),
    (ODD, 5, "2, 3, 4, 6, 8, 9, 10 or 12 can play: add one, or remove one"),
    (ODD, 11, "2, 3, 4, 6, 8, 9, 10 or 12 can play: add one, or remove one"),
    (ODD, 15, "2, 3, 4, 6, 8, 9, 10 or 12 can play: remove 3"),
    ((2, 6), 3, "2 or 6 can play: add 3, or remove one"),
    ((4,), 5, "Only 4 can play: remove one"),
])  # fmt: skip
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
    """Return the settings next to the chairs by title, once they are known."""
    people = desk.screen(PlayersScreen)
    desk.read(lambda store: True)
    return {part.title: part.value for part in walk(people.part()) if isinstance(part, Line)}


@pytest.mark.parametrize(("game", "usual"), [
    ("ungle-speed",
     {"Rules": "the usual", "Cards": "all 80", "Buttons": "on this screen", "Referee": "Easy"}),
    ("sequence-states", {"Rules": "the usual", "Board": "Without the states"}),
    ("cryptid", {"Rules": "the usual", "Map and clues": "Deal · normal"}),
    ("tracktic", {"Box": "Made-up demo box"}),
    ("speed-mode", {"Board": "The worked-out board", "Referee": "Easy"}),
    ("sheet", {"Sheet": "tap to pick one"}),
])  # fmt: skip
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
    assert table.session.match.facts.level is Level.COUNTING
    assert (table.presses.grabs, table.presses.strip, desk.hands.buttons.armed) == (None, None, False)
    desk.settle()
    desk.turn()
    table.hear(ButtonTurn())
    table.hear(TotemLeft())
    table.hear(Seized(1, (Seat(1),), (Touch(Seat(1), 0),), 100_000, "kernel"))
    assert table.dialog is None
    assert table.session.length == 3
    table.tell_now(UngleFace().grabbed(Seized(1, (Seat(1),), (Touch(Seat(1), 0),), 0, "table")))
    assert "finish" not in the(VerdictDialog, table.dialog).part()
    table.dialogs.open_referee()
    assert words.PADS not in [pad.title.text for pad in pads_in(table)]
    assert not desk.hands.buttons.armed


def test_the_last_step_changes_the_facts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedFace, monkeypatch, 3)
    step = desk.screen(LastStep)
    step.back()
    # There are no house rules to ask about, so the players' page is the one before.
    assert step.left
    assert len(desk.screen(PlayersScreen).seated) == 3
    desk.play()
    desk.screen(LastStep).go_on()
    assert desk.table.session.match.facts.first == 1


def test_buttons_are_tried_behind_their_line_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(desk, SteppedWithButtons, monkeypatch, 3)
    desk.screen(LastStep).back()
    people = desk.screen(PlayersScreen)
    desk.tap(people["buttons line"])
    desk.tap(desk.screen(SensorsScreen)["back"])
    assert desk.screen(PlayersScreen) is people
    desk.play()
    desk.screen(LastStep).go_on()
    assert desk.table.session.match.facts.first == 1
    assert desk.table.presses.grabs is not None


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


# Back goes one step and forgets nothing.
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
    facts = desk.table.session.match.facts
    assert (facts.rulings["dead_heat"], facts.level) == ("lots", Level.WATCHING)


@pytest.mark.parametrize(("players", "asked"), [(2, True), (3, False), (4, False), (5, False), (6, True)])
def test_cards_that_are_left_over_are_asked_about_where_there_are_any(players: int, asked: bool) -> None:
    """The box has 80 cards; two and three players use 78 of them."""
    face = UngleFace()
    assert any(face.asks(ruling, players) for ruling in ("leftovers", "two_left_over")) is asked


@pytest.mark.parametrize("players", [2, 3, 22])
def test_a_rule_that_can_t_come_up_with_so_many_isn_t_asked(players: int) -> None:
    """With more than two, the last outward arrows win at once; and of two players nobody can leave."""
    face = UngleFace()
    assert face.asks("two_last_outward", players) is (players == 2)
    assert face.asks("leaver", players) is (players > 2)
    assert face.asks("after_penalty", players)


FIRST, AGAIN = 6, 2
"""Taps until the first card, not counting those that seat people: first time, and with the same people."""
LONG = "Wilhelmina M"


class Taps:
    """A hand that counts its taps."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.count = desk, 0

    def __call__(self, pad: Widget) -> None:
        self.count += 1
        self.desk.tap(pad)


def play(desk: Desk, tap: Taps) -> None:
    """Tap *Play*, and answer what the game itself asks until its table opens."""
    people = desk.screen(PlayersScreen)
    tap(people["next"])
    desk.until(lambda: desk.frame.screen is not people)
    screen = desk.frame.screen
    if isinstance(screen, SheetChoice):
        tap.count += 1  # for the pad that turns the page
        while "wizard" not in screen:
            desk.tap(screen["sheets down"])
        tap(screen["wizard"])
    if isinstance(screen, CryptidSetup):
        desk.until(lambda: isinstance(screen.over, LayingGuide))
        guide = the(LayingGuide, screen.over)
        tap(guide["all"])
        tap(guide["next"])
        tap(the(CluesShown, screen.over)["next"])
    desk.settle()


@pytest.mark.parametrize("game", FACES)
def test_a_first_match_takes_at_most_six_taps_beside_the_names(desk: Desk, game: str) -> None:
    tap = Taps(desk)
    tap(desk.screen(HomeScreen)[f"game {game}"])
    players = 4 if 4 in FACES[game]().counts else FACES[game]().counts[0]
    for n in range(players):
        desk.sit(n * (PLACES // players))
    play(desk, tap)
    assert desk.table.session.length == 1
    assert tap.count <= FIRST


def test_play_is_asked_once_however_often_it_is_tapped(desk: Desk) -> None:
    desk.frame.choose("ungle-speed")
    for place in (0, 5, 9):
        desk.sit(place)
    people = desk.screen(PlayersScreen)
    people["next"].tap()
    assert not people["next"].live
    people["next"].tap()
    session = desk.table.session
    desk.pump(20)
    assert desk.table.session is session


def test_who_sits_down_sits_where_the_finger_was_and_stays_there(desk: Desk) -> None:
    """A player tapped the chair opposite, and was drawn in the corner once more people sat down."""
    desk.frame.choose("tracktic")
    stage = desk.screen(PlayersScreen)["table"]
    at: dict[int, tuple[float, float]] = {}
    for place in (4, 13, 9, 0):
        at[place] = stage.scene.middle(Chair(place))
        desk.sit(place)
        assert {seat: stage.scene.middle(Chair(seat)) for seat in at} == at
    assert [*desk.screen(PlayersScreen).seating.places] == [0, 4, 9, 13]


def test_a_button_that_is_down_lights_its_player_s_chair(desk: Desk) -> None:
    desk.frame.choose("ungle-speed")
    for place in (0, 5, 9):
        desk.sit(place)
    stage = desk.screen(PlayersScreen)["table"]

    def lit() -> list[int]:
        tones = {place: theme.seat_tone(plate, 0.35) for place, plate in seated(stage, desk).items()}
        boxes = [item for item in stage.scene.items if isinstance(item, Box)]
        return [place for place, tone in tones.items() if any(box.tone == tone for box in boxes)]

    assert lit() == []
    desk.frame.key_down(ord("2"))
    desk.alarm.advance_ms(0)
    desk.pump(2)
    assert lit() == [5]
    desk.frame.key_up(ord("2"))
    desk.alarm.advance_ms(200)
    desk.pump(2)
    assert lit() == []


def seated(stage: Widget, desk: Desk) -> dict[int, NamePlate]:
    people = desk.screen(PlayersScreen)
    return dict(zip(sorted(people.seated), people.plates, strict=True))


def test_what_is_wrong_with_a_button_stands_in_its_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    buttons = desk.hands.buttons
    monkeypatch.setattr(type(buttons), "simulated", False)
    monkeypatch.setattr(type(buttons), "notice", "")
    states = {0: ButtonState("open", tried=True), 1: ButtonState("open", tried=False)}
    monkeypatch.setattr(buttons, "state", lambda seat: states.get(seat, ButtonState("open", tried=True)))
    desk.frame.choose("ungle-speed")
    for place in (0, 5, 9):
        desk.sit(place)
    people = desk.screen(PlayersScreen)
    line = people.part()["buttons line"]
    assert (line.value, line.warning) == ("2 of 3 ready", False)
    states[1] = ButtonState("unplugged", tried=True)
    desk.frame.hear(ButtonChanged(1, states[1]))  # type: ignore[arg-type]  # a seat is an int
    assert people["buttons line"].title.color == theme.WARNING


def scenes(check: Callable[[Scene, str], None], plates: dict[int, NamePlate]) -> None:
    """Check the chairs with these people on both panels, landscape and upright, in each look."""
    for look in LOOKS:
        theme.use(look)
        for (width, height), density in DENSITIES.items():
            Metrics.density = density
            size = theme.mm(1)
            # The room that the page leaves next to the settings, or above them.
            wide = width - (6 if height > width else 53) * size
            high = height - (27 + (35 if height > width else 0)) * size
            room = room_in(Rect(0, 0, wide, high))
            scene = chairs(plates, (), lambda _room: (), flat=True, room=room, finger=None)
            check(scene, f"{width}x{height} {look}")


@pytest.mark.parametrize("count", [4, PLACES])
def test_long_names_on_chairs_are_shortened_and_no_letter_is_small(rig: Rig, count: int) -> None:
    people = [NamePlate(LONG, plate.colour, plate.shape, plate.letter) for plate in theme.plates()]
    plates = {n * (PLACES // count): people[n] for n in range(count)}

    def check(scene: Scene, where: str) -> None:
        for item in scene.items:
            if isinstance(item, Letters):
                size = item.size / theme.mm(1)
                assert size >= LEAST_MM - 0.05, f"{where}: {item.text} is {size:.2f} mm high"
                # Letters in people's marks are exempt from fitting.
                if len(item.text) > 1:
                    wide = fonts.width(item.text, item.size, bold=item.bold)
                    assert wide <= item.room.width + 1, f"{where}: {item.text} would shrink"

    scenes(check, plates)


def test_no_guest_on_a_chair_has_a_name_that_is_cut_off(rig: Rig) -> None:
    def check(scene: Scene, where: str) -> None:
        cut = [text for text in written.said(scene.items) if "…" in text]
        assert cut == [], where

    scenes(check, dict(enumerate(theme.plates()[:PLACES])))


def test_every_chair_is_large_enough_for_a_finger_and_covers_no_other(rig: Rig) -> None:
    def check(scene: Scene, where: str) -> None:
        (spots,) = scene.spots
        rects = dict(spots.pads)  # type: ignore[attr-defined]  # they are pads
        for spot, one in rects.items():
            least = theme.mm(11.4 if isinstance(spot, Flat) else 8.9)
            assert min(one.width, one.height) >= least, f"{where}: {spot}"
        for spot, one in rects.items():
            for other, rect in rects.items():
                apart = one.right <= rect.x + 1 or rect.right <= one.x + 1
                apart |= one.top <= rect.y + 1 or rect.top <= one.y + 1
                assert spot == other or apart, f"{where}: {spot} {other}"

    scenes(check, {})


def test_the_page_can_be_read_in_every_look_at_every_size(desk: Desk) -> None:
    for window, where in desk.in_every_look():
        desk.frame.choose("ungle-speed")
        people = desk.screen(PlayersScreen)
        settle(desk)
        names = [plate.name for plate in theme.plates()[:15]]
        people.take(Seating(dict(enumerate(names)), 0))
        desk.pump(4)
        assert [*faults(people, window), *faint(people, theme.GROUND)] == [], where
        assert people["next"].live
        for name in ("rules line", "step line", "buttons line", "level line"):
            assert name in people, f"{where}: {name} is on another page"


def ended(desk: Desk, game: str, players: int = 3) -> None:
    """Sit down by touch and abandon a match; then go home."""
    desk.frame.choose(game)
    desk.screen(PlayersScreen).take(Seating())
    for n in range(players):
        desk.sit(n * (PLACES // players))
    play(desk, Taps(desk))
    desk.table.tell_now(Abandon())
    desk.until(lambda: desk.table.session.saved)
    desk.frame.home()
    desk.until(lambda: isinstance(desk.frame.screen, HomeScreen))
    desk.pump(3)


@pytest.mark.parametrize("game", [game for game in FACES if 3 in FACES[game]().counts and game != "cryptid"])
def test_the_same_people_play_again_after_two_taps(desk: Desk, game: str) -> None:
    ended(desk, game)
    tap, home = Taps(desk), desk.screen(HomeScreen)
    assert home.part()["again"].title == "Play again: Fox, Owl, Bear"
    tap(home["again"])
    play(desk, tap)
    assert [plate.name for plate in desk.table.session.plates] == ["Fox", "Owl", "Bear"]
    assert desk.table.session.length == 1
    assert tap.count <= AGAIN


def test_a_played_sheet_has_its_own_card_which_begins_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[SheetChoice] = []
    monkeypatch.setattr(SheetChoice, "look", lambda choice: looked.append(choice))
    desk.rig.run_out()
    left = {*map(id, looked)}  # of earlier tests
    ended(desk, "sheet")
    assert "sheet Wizard" in desk.screen(HomeScreen)
    ended(desk, "ungle-speed")
    tap = Taps(desk)
    tap(desk.screen(HomeScreen)["sheet Wizard"])
    assert desk.screen(PlayersScreen).part().header.title == "Wizard"
    play(desk, tap)
    assert desk.table.session.match.facts.sheet.name == "Wizard"
    assert tap.count <= AGAIN
    looked.clear()
    desk.rig.run_out()
    assert not {*map(id, looked)} - left, "while a sheet is played nothing looks for sheets on sticks"


def test_a_match_left_open_goes_on_beside_the_one_played_last_and_its_people_sit_again(desk: Desk) -> None:
    desk.seat(4)
    name = desk.table.session.name
    ended(desk, "tracktic")
    home = desk.screen(HomeScreen)
    assert home.part()["again"].hint == "Tracktic"
    desk.tap(home["go on"])
    desk.until(lambda: desk.frame.table is not None)
    assert desk.table.session.name == name
    ended(desk, "ungle-speed")
    desk.frame.choose("tracktic")
    desk.screen(PlayersScreen).take(Seating({2: "Yak", 8: "Zebra"}))
    desk.tap(desk.screen(PlayersScreen)["back"])
    desk.pump(3)
    desk.tap(desk.screen(HomeScreen)["again"])
    assert [plate.name for plate in desk.screen(PlayersScreen).plates] == ["Fox", "Owl", "Bear"]


def test_the_same_people_play_again_on_another_evening(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    desk = Desk(rig, store)
    ended(desk, "tracktic")
    desk.close()
    again = Desk(rig, store)
    again.tap(again.screen(HomeScreen)["again"])
    screen = again.screen(PlayersScreen)
    assert [plate.name for plate in screen.plates] == ["Fox", "Owl", "Bear"]
    assert sorted(screen.seated) == [0, PLACES // 3, 2 * PLACES // 3]


def test_home_says_what_it_is_for_and_nothing_about_buttons_or_clocks(desk: Desk) -> None:
    said = " ".join(desk.screen(HomeScreen).part().texts).lower()
    assert "the referee at your game table" in said
    assert "settings" in said
    for word in ("keyboard", "pads", "stamp", "kept", "button"):
        assert word not in said


def test_home_can_be_read_in_every_look_at_every_size(desk: Desk) -> None:
    """All names have one size, too."""
    ended(desk, "sheet")
    desk.seat(15)
    ended(desk, "tracktic")
    for window, where in desk.in_every_look():
        before = desk.screen(HomeScreen)
        desk.frame.home()
        desk.until(lambda: desk.frame.screen is not before)  # noqa: B023 - asked in this turn
        home = desk.screen(HomeScreen)
        desk.pump(4)
        assert faults(home, window) == [], where
        names = [f"game {game}" for game in FACES if f"game {game}" in home]
        sizes = [home[name].title.font_size for name in names]
        assert max(sizes) - min(sizes) <= 1, f"{where}: {sizes} pixels"
        assert max(pads_in(home), key=lambda pad: pad.width * pad.height) is home["again"], where


def test_chairs_and_switches_stand_out_from_what_they_lie_on() -> None:
    """WCAG 2.2, 1.4.11 asks for 3 to 1: edges against the table, the page and the pad."""
    for look in LOOKS:
        theme.use(look)
        for ground in (theme.FELT, theme.GROUND, theme.RAISED):
            assert theme.contrast(theme.EDGE, ground) >= 3, f"{look}: {ground}"
        assert theme.contrast(theme.READY, theme.RAISED) >= 3, f"{look}: a switch that is on"
        assert theme.contrast(theme.READY, theme.ON_SEAT) >= 3, f"{look}: the knob of a switch"


def test_a_way_home_that_was_slow_takes_nobody_from_the_match_that_was_begun_meanwhile(desk: Desk) -> None:
    desk.frame.choose("ungle-speed")
    people = desk.screen(PlayersScreen)
    people.take(Seating({0: "Fox", 4: "Owl", 8: "Bear"}))
    # The store is busy, so Back seems to do nothing, and the player taps something else.
    there(people.part().header.back)()
    table = desk.seat(3)
    desk.until(lambda: table.session.saved)
    desk.read(lambda store: True)
    assert desk.frame.screen is table
