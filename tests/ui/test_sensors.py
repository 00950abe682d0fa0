"""The sensors screen: every button is tried, and learned if it is wired elsewhere."""

from collections.abc import Callable

import pytest

from companion.game import Seat
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faint, faults
from ui.language import words
from ui.main.hands import Finger
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.sensors import SensorsScreen
from ui.stage import theme
from ui.table.buttons import ButtonChanged, ButtonState, News
from ui.table.wires import WirePlan
from ui.widgets.layout import Rect, place_widget


class WiredButtons:
    """Wired buttons as the screen sees them; the pins are made up."""

    def __init__(self) -> None:
        self.hear: Callable[[News], None] | None = None
        self.simulated, self.quality, self.notice, self.hint = False, "kernel", "", ""
        self.seats, self.lamps = (Seat(0), Seat(1)), ()
        self.armed, self.can_learn, self.by_frames = False, True, False
        self.states = {0: ButtonState("open", tried=False), 1: ButtonState("stuck", tried=True)}
        self.learned: list[int] = []
        self.waiting: Callable[[int], None] | None = None
        self.kept: bool | None = None
        self.deaf = ""

    def state(self, seat: Seat) -> ButtonState:
        return self.states.get(seat, ButtonState("missing", tried=False))

    def nothing(self, *_: object, **__: object) -> None:
        """Ignore the call: these buttons are pressed by hand and have no lamps."""

    play = arm = light = seated = begin_frame = press = press_at = release = close = nothing

    def learn(self, seat: Seat, learned: Callable[[int], None]) -> str:
        """Wait for a button; return what is wrong with the buttons, or ""."""
        self.learned.append(seat)
        self.waiting = learned
        return self.deaf

    def stop_learning(self, save: bool) -> str:
        self.kept = save
        return "" if save else "nothing was learned"

    def wires(self, seats: int) -> WirePlan:
        """Return a plan without any wires."""
        return WirePlan((), "up", False)

    def save_wires(self, seats: int) -> str:
        return ""


@pytest.fixture
def wired() -> WiredButtons:
    """Two buttons, and a seat without one."""
    return WiredButtons()


@pytest.fixture
def screen(rig: Rig, wired: WiredButtons) -> SensorsScreen:
    """A screen with three players and two buttons."""
    seats = [(plate, plate.name) for plate in theme.plates()[:3]]
    screen = SensorsScreen(seats, wired, lambda: None)
    rig.fill(screen)
    return screen


def states(screen: SensorsScreen) -> list[str]:
    """Return the state below each name."""
    part = screen.part()
    return [part[f"seat {n}"].hint for n in range(3)]


def said(screen: SensorsScreen) -> tuple[str, str]:
    """Return the text in the middle of the table."""
    return screen.part()["count"].text, screen.part()["quality"].text


def hint(screen: SensorsScreen) -> str:
    return str(screen["header/hint"].text)


def test_with_several_down_at_once_it_is_said_who_is_not_heard(rig: Rig) -> None:
    """A keyboard of six keys misses the seventh hand, and a cheap one the third."""
    wired = WiredButtons()
    seats = [(plate, plate.name) for plate in theme.plates()[:7]]
    screen = SensorsScreen(seats, wired, lambda: None)
    names = [name for _, name in seats]
    found = []
    for down in range(8):
        wired.states = {seat: ButtonState("pressed" if seat < down else "open", True) for seat in range(7)}
        found.append(said(screen))
    assert found[1][0] == "7 of 7 ready"
    unheard = f"All pressing? Not heard: {names[2]}, {names[3]}, {names[4]} and 2 more"
    assert found[2] == ("2 of 7 at once", unheard)
    assert found[6] == ("6 of 7 at once", f"All pressing? Not heard: {names[6]}")
    assert found[7] == ("7 of 7 at once", "all are heard at once")


@pytest.mark.usefixtures("each_text_size")
def test_both_hands_of_two_players_are_told_apart_by_their_names(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in (0, 9):
        desk.sit(place)
    desk.tap(desk.screen(PlayersScreen)["buttons line"])
    screen = desk.screen(SensorsScreen)
    titles = [screen[f"seat {n}"].title for n in range(4)]
    assert [title.text for title in titles] == [
        "Fox, right hand", "Owl, right hand", "Fox, left hand", "Owl, left hand",
    ]  # fmt: skip
    assert not any(title.is_shortened for title in titles)


def test_every_button_says_what_is_wrong_with_it(screen: SensorsScreen, wired: WiredButtons) -> None:
    assert states(screen) == ["press it", "stuck", "no button"]
    for seat, state, says in ((0, "pressed", "pressed"), (0, "open", "ready"), (1, "unplugged", "unplugged")):
        wired.states[seat] = ButtonState(state, tried=True)
        screen.hear(ButtonChanged(Seat(seat), wired.states[seat]))
        assert screen[f"seat {seat}"].subtitle.text == says
        assert [*faint(screen, theme.GROUND)] == []


def test_buttons_are_learned_one_after_another(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    rig.tap(screen["learn"])
    for seat in range(3):
        assert said(screen)[0] == words.press_button_of(theme.ANIMALS[seat])
        assert wired.waiting is not None
        wired.waiting(17 + seat)
    assert wired.learned == [0, 1, 2]
    assert wired.kept is True


def test_why_nothing_was_kept_stays_a_while(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    rig.tap(screen["learn"])
    assert not screen.part()["wiring"].live, "nobody hears the buttons while they are learned"
    rig.tap(screen["learn"])
    assert wired.kept is False
    assert hint(screen) == "nothing was learned"
    screen.hear(ButtonChanged(Seat(0), ButtonState("open", tried=True)))
    assert hint(screen) == "nothing was learned"
    assert screen.part()["wiring"].live


def test_buttons_that_cannot_be_listened_to_say_why_and_what_was_learned_is_kept(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.tap(screen["learn"])
    assert wired.waiting is not None
    wired.deaf = "the chip is gone: look at the wires"
    wired.waiting(17)
    assert wired.kept is True
    assert hint(screen) == wired.deaf
    assert screen.part()["learn"].title == "Teach the buttons"


def test_simulated_buttons_are_pressed_on_the_screen(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in range(3):
        desk.sit(place)
    desk.tap(desk.screen(PlayersScreen)["buttons line"])
    sensors = desk.screen(SensorsScreen)
    assert hint(sensors).startswith("No buttons connected: use pads on the screen")
    one, other = Finger(), Finger()
    one.down(*sensors["seat 0"].center)
    other.down(*sensors["seat 2"].center)
    desk.alarm.advance_ms(0)
    desk.pump(2)
    assert states(sensors) == ["pressed", "press it", "pressed"]
    one.up()
    other.up()
    desk.alarm.advance_ms(200)
    desk.pump(2)
    assert states(sensors) == ["ready", "press it", "ready"]


def test_trouble_is_told_while_it_lasts(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    assert hint(screen) == "Press each button: its place lights up."
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert hint(screen) == "no grab board here: plug it in"
    assert tuple(screen["header/hint"].color) == pytest.approx(theme.WARNING)
    wired.notice = ""
    screen.hear(ButtonChanged(Seat(0), ButtonState("open", tried=True)))
    assert hint(screen) == "Press each button: its place lights up."
    assert tuple(screen["header/hint"].color) == pytest.approx(theme.DIM)


def test_what_to_know_comes_after_what_to_do(screen: SensorsScreen, wired: WiredButtons) -> None:
    wired.hint = "A busy computer may make you grab again: companion doctor says what helps."
    screen.compose()
    assert hint(screen) == f"Press each button: its place lights up. {wired.hint}"
    assert tuple(screen["header/hint"].color) == pytest.approx(theme.DIM)
    wired.notice = "no grab board here: plug it in"
    screen.compose()
    assert hint(screen) == "no grab board here: plug it in"


def test_a_screen_that_is_gone_asks_no_more(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    rig.clear()
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert hint(screen) == "Press each button: its place lights up."


def test_news_of_buttons_reach_the_wiring_guide(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in range(3):
        desk.sit(place)
    desk.tap(desk.screen(PlayersScreen)["buttons line"])
    sensors = desk.screen(SensorsScreen)
    desk.tap(sensors["wiring"])
    desk.frame.key_down(ord("2"))
    desk.alarm.advance_ms(0)
    desk.pump(2)
    assert sensors.guide is not None
    assert sensors.guide.part()["place"].text == "GPIO17 · pin 11"
    desk.frame.key_up(ord("2"))
    desk.tap(sensors.guide["back"])
    desk.tap(sensors["back"])
    desk.play()
    assert desk.table.session.length == 1


def test_a_table_sits_down_as_it_sat_before(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    for place in (2, 9, 9):
        desk.sit(place)
    desk.tap(desk.screen(PlayersScreen)["first"])
    desk.play()
    desk.frame.choose("ungle-speed")
    assert desk.screen(PlayersScreen).seating.places == {2: "Fox", 9: "Owl"}
    assert desk.screen(PlayersScreen).seating.first == 9


@pytest.mark.usefixtures("drawn")
def test_looking_for_trouble_redraws_nothing(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    rig.pump(10)
    drawn = rig.frames_drawn
    rig.pump(130)
    assert rig.frames_drawn == drawn
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert rig.frames_drawn > drawn


TROUBLE = (
    'The grab board "far end" may not be opened by this user (/dev/ttyACM0): run sudo usermod -aG dialout'
    " $USER, then log in again."
)
"""About the longest that such a message gets."""


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 8, 10, 13, 15, 22])
@pytest.mark.parametrize("size", PANELS)
def test_all_is_in_its_place(rig: Rig, size: tuple[int, int], players: int) -> None:
    rig.size(*size)
    buttons = WiredButtons()
    seats = [(plate, plate.name) for plate in theme.plates()[:players]]
    screen = SensorsScreen(seats, buttons, lambda: None)
    rig.show(screen)
    window = Rect(0, 0, *map(float, size))
    place_widget(screen, window)
    rig.pump(4)
    assert "learn" in screen
    assert "wiring" in screen
    assert faults(screen, window) == []
    buttons.hint = words.WAITS
    screen.compose()
    rig.pump(4)
    assert screen["header/hint"].text.endswith("companion doctor says what helps.")
    assert faults(screen, window) == []
    buttons.notice = TROUBLE
    screen.compose()
    rig.pump(4)
    assert screen["header/hint"].text == TROUBLE
    assert faults(screen, window) == []
