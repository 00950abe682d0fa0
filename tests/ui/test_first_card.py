"""From home to the first card: how many taps it takes, and what stands on the one page between them."""

from collections.abc import Callable

import pytest
from kivy.metrics import Metrics

from companion.journal import NamePlate
from companion.match_reports import Abandon
from tests.ui.desk import Desk, pads_in, the
from tests.ui.panels import LOOKS
from tests.ui.rig import DENSITIES, Rig
from tests.ui.test_every_screen import settle
from tests.ui.test_layout import LEAST_MM, faint, faults
from ui.games.cryptid.clues import CluesShown
from ui.games.cryptid.editor import LayingGuide
from ui.games.cryptid.setup import SetupScreen as CryptidSetup
from ui.games.registry import FACES
from ui.games.sheet.setup import SheetChoice
from ui.screens.home import HomeScreen
from ui.screens.players import Chair, Flat, PlayersScreen, chairs
from ui.stage import fonts, theme
from ui.stage.kivy_types import Widget
from ui.stage.painter import room_in
from ui.stage.rect import Rect
from ui.stage.scene import Scene
from ui.stage.shapes import Box, Letters
from ui.storage.habits import PLACES, Seating
from ui.table.buttons import ButtonChanged, ButtonState

FIRST, AGAIN = 6, 2
"""Taps to the first card beside those that seat people: the first time, and with the same people again."""
LONG = "Wilhelmina M"


class Taps:
    """A hand that counts its taps."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.count = desk, 0

    def __call__(self, pad: Widget) -> None:
        self.count += 1
        self.desk.tap(pad)


def play(desk: Desk, tap: Taps) -> None:
    """Tap *Play*, and then whatever the game itself asks until its table lies there."""
    people = desk.screen(PlayersScreen)
    tap(people["next"])
    desk.until(lambda: desk.frame.screen is not people)
    screen = desk.frame.screen
    if isinstance(screen, SheetChoice):
        tap.count += 1  # of the pad that turns the page
        while "wizard" not in screen:
            desk.tap(screen["sheets down"])
        tap(screen["wizard"])
    if isinstance(screen, CryptidSetup):
        desk.until(lambda: isinstance(screen.over, LayingGuide))
        guide = the(LayingGuide, screen.over)
        tap(guide["all"])
        tap(guide["next"])
        assert isinstance(screen.over, CluesShown)
        tap(screen.over["next"])
    desk.settle()


@pytest.mark.parametrize("game", FACES)
def test_a_first_match_takes_at_most_six_taps_beside_the_names(desk: Desk, game: str) -> None:
    tap = Taps(desk)
    tap(desk.screen(HomeScreen)[f"game {game}"])
    players = 4 if 4 in FACES[game]().counts else FACES[game]().counts[0]
    for n in range(players):
        desk.sit(n * (PLACES // players))
    play(desk, tap)
    assert desk.table.session.shown == 1
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
    assert (people.part()["buttons line"].value, people.part()["buttons line"].warning) == (
        "2 of 3 ready",
        False,
    )
    states[1] = ButtonState("unplugged", tried=True)
    desk.frame.hear(ButtonChanged(1, states[1]))  # type: ignore[arg-type]  # a seat is an int
    assert people["buttons line"].title.color == theme.WARNING


def scenes(check: Callable[[Scene, str], None], plates: dict[int, NamePlate]) -> None:
    """Check the table with these people at both panels, lying and upright, in each look."""
    for look in LOOKS:
        theme.use(look)
        for (width, height), density in DENSITIES.items():
            Metrics.density = density
            size = theme.mm(1)
            # What the page leaves beside the lines, or above them.
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
                # A letter stands on its mark: what is cut of one is its own affair.
                if len(item.text) > 1:
                    wide = fonts.width(item.text, item.size, bold=item.bold)
                    assert wide <= item.room.width + 1, f"{where}: {item.text} would be set smaller"

    scenes(check, plates)


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
    """Sit down by fingers and play a match to its end, or break it off; then go home."""
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
    assert desk.table.session.shown == 1
    assert tap.count <= AGAIN


def test_a_sheet_that_was_played_has_a_card_of_its_own_and_begins_with_it(desk: Desk) -> None:
    ended(desk, "sheet")
    assert "sheet Wizard" in desk.screen(HomeScreen)
    ended(desk, "ungle-speed")
    tap = Taps(desk)
    tap(desk.screen(HomeScreen)["sheet Wizard"])
    assert desk.screen(PlayersScreen).part().header.title == "Wizard"
    play(desk, tap)
    assert desk.table.session.facts.sheet.name == "Wizard"
    assert tap.count <= AGAIN


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


def test_home_says_what_it_is_for_and_nothing_about_buttons_or_clocks(desk: Desk) -> None:
    said = " ".join(desk.screen(HomeScreen).part().texts).lower()
    assert "the referee at your game table" in said
    assert "settings" in said
    for word in ("keyboard", "pads", "stamp", "kept", "button"):
        assert word not in said


def test_home_can_be_read_in_every_look_at_every_size(desk: Desk) -> None:
    """All names are of one size, too."""
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
    """An edge has three to one against the table, the page and the pad (WCAG 2.2, 1.4.11)."""
    for look in LOOKS:
        theme.use(look)
        for ground in (theme.FELT, theme.GROUND, theme.RAISED):
            assert theme.contrast(theme.EDGE, ground) >= 3, f"{look}: {ground}"
        assert theme.contrast(theme.READY, theme.RAISED) >= 3, f"{look}: a switch that is on"
        assert theme.contrast(theme.READY, theme.ON_SEAT) >= 3, f"{look}: the knob of a switch"
