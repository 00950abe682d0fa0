"""The sensors screen: every button is tried, and learned where it is wired to another place."""

from collections.abc import Callable, Collection, Sequence

import pytest

from companion.game import Seat
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui import theme, words
from ui.finger import Finger
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.rulings import RulingsScreen
from ui.screens.sensors import SensorsScreen
from ui.table.buttons import ButtonChanged, ButtonState, News
from ui.table.wires import WirePlan
from ui.widgets.layout import Rect, put


class WiredButtons:
    """Buttons on wires, as far as the screen knows; the pins are made up."""

    def __init__(self) -> None:
        self.hear: Callable[[News], None] | None = None
        self.simulated, self.quality, self.notice = False, "kernel", ""
        self.seats = (Seat(0), Seat(1))
        self.armed, self.can_learn = False, True
        self.states = {0: ButtonState("open", tried=False), 1: ButtonState("stuck", tried=True)}
        self.learned: list[int] = []
        self.waiting: Callable[[int], None] | None = None
        self.kept: bool | None = None
        self.deaf = ""

    def state(self, seat: Seat) -> ButtonState:
        """Return what a button does."""
        return self.states.get(seat, ButtonState("missing", tried=False))

    def play(self, seats: Collection[Seat]) -> None:
        """Let only so many seats take part."""

    def arm(self, armed: bool) -> None:
        """Wait for a grab."""

    def light(self, seats: Sequence[Seat]) -> None:
        """There are no lamps."""

    def seated(self, people: Sequence[str]) -> None:
        """It is all the same who sits there."""

    def looked(self) -> None:
        """No finger is looked for."""

    def press(self, seat: Seat, finger: int | None = None) -> None:
        """Only hands press these."""

    def press_at(self, seat: Seat, at: int) -> None:
        """Only hands press these."""

    def release(self, seat: Seat) -> None:
        """Only hands let go of these."""

    def learn(self, seat: Seat, learned: Callable[[int], None]) -> str:
        """Wait for a button, unless there is trouble with them."""
        self.learned.append(seat)
        self.waiting = learned
        return self.deaf

    def stop_learning(self, keep: bool) -> str:
        """Keep what was learned."""
        self.kept = keep
        return "" if keep else "nothing was learned"

    def wires(self, seats: int) -> WirePlan:
        """Nothing is wired, and nothing proposed."""
        return WirePlan((), "up", False)

    def keep_wires(self, seats: int) -> str:
        """Nothing is proposed."""
        return ""

    def close(self) -> None:
        """Let go."""


@pytest.fixture
def wired() -> WiredButtons:
    """Two buttons and a seat without one."""
    return WiredButtons()


@pytest.fixture
def screen(rig: Rig, wired: WiredButtons) -> SensorsScreen:
    """Three players before two buttons."""
    seats = [(plate, plate.name) for plate in theme.plates()[:3]]
    screen = SensorsScreen(seats, wired, lambda: None, lambda: None)
    rig.show(screen)
    put(screen, Rect(0, 0, 800, 480))
    rig.pump(4)
    return screen


def states(screen: SensorsScreen) -> list[str]:
    """Return what stands below each name."""
    return [place.subtitle.text for place in screen.places]


def test_with_several_down_at_once_it_is_said_who_is_not_heard(rig: Rig) -> None:
    """A keyboard of six keys leaves the seventh hand out, and a cheap one the third."""
    wired = WiredButtons()
    seats = [(plate, plate.name) for plate in theme.plates()[:7]]
    screen = SensorsScreen(seats, wired, lambda: None, lambda: None)
    names = [name for _, name in seats]
    said = []
    for down in range(8):
        wired.states = {seat: ButtonState("pressed" if seat < down else "open", True) for seat in range(7)}
        screen.refresh()
        said.append((screen._middle.text, screen._under.text))
    assert said[1][0] == words.buttons_ready(7, 7)
    assert said[2] == (
        "2 of 7 at once",
        f"All pressing? Not heard: {names[2]}, {names[3]}, {names[4]} and 2 more",
    )
    assert said[6] == ("6 of 7 at once", f"All pressing? Not heard: {names[6]}")
    assert said[7] == ("7 of 7 at once", words.ALL_TOGETHER)


def test_every_button_says_what_is_wrong_with_it(screen: SensorsScreen, wired: WiredButtons) -> None:
    words_of = words.BUTTON_STATES
    assert states(screen) == [words_of["open"], words_of["stuck"], words_of["missing"]]
    screen.hear(ButtonChanged(Seat(0), ButtonState("pressed", tried=True)))
    assert states(screen)[0] == words_of["pressed"]
    screen.hear(ButtonChanged(Seat(0), ButtonState("open", tried=True)))
    assert states(screen)[0] == words_of["ready"]
    screen.hear(ButtonChanged(Seat(1), ButtonState("unplugged", tried=True)))
    assert states(screen)[1] == words_of["unplugged"]


def test_buttons_are_learned_one_after_the_other(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.tap(screen.learn)
    for seat in range(3):
        assert screen._middle.text == words.press_button_of(theme.ANIMALS[seat])
        assert wired.waiting is not None
        wired.waiting(17 + seat)
    assert wired.learned == [0, 1, 2]
    assert wired.kept is True


def test_learning_can_be_stopped_before_anything_was_learned(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.tap(screen.learn)
    rig.tap(screen.learn)
    assert wired.kept is False
    assert screen.header.hint.text == "nothing was learned"


def test_buttons_that_cannot_be_listened_to_say_why_and_what_was_learned_is_kept(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.tap(screen.learn)
    assert wired.waiting is not None
    wired.deaf = "the chip is gone: look at the wires"
    wired.waiting(17)
    assert wired.kept is True
    assert screen.header.hint.text == wired.deaf
    assert screen.learn.title.text == words.LEARN


def test_simulated_buttons_are_pressed_on_the_screen(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen).cards[0])
    people = desk.screen(PlayersScreen)
    for place in people.places[:3]:
        desk.tap(place)
    desk.tap(people.header.next)
    desk.tap(desk.screen(RulingsScreen).header.next)
    desk.choose_deck()
    sensors = desk.screen(SensorsScreen)
    assert sensors.header.hint.text == words.SIMULATED
    one, other = Finger(), Finger()
    one.down(*sensors.places[0].center)
    other.down(*sensors.places[2].center)
    desk.alarm.advance_ms(0)
    desk.pump(2)
    assert [place.subtitle.text for place in sensors.places] == ["pressed", "press it", "pressed"]
    one.up()
    other.up()
    desk.alarm.advance_ms(200)
    desk.pump(2)
    assert [place.subtitle.text for place in sensors.places] == ["ready", "press it", "ready"]


def test_trouble_is_told_in_place_of_the_hint_as_long_as_it_lasts(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    assert screen.header.hint.text == words.SENSORS_HINT
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert screen.header.hint.text == "no grab board here: plug it in"
    assert tuple(screen.header.hint.color) == pytest.approx(theme.WARNING)
    wired.notice = ""
    screen.hear(ButtonChanged(Seat(0), ButtonState("open", tried=True)))
    assert screen.header.hint.text == words.SENSORS_HINT
    assert tuple(screen.header.hint.color) == pytest.approx(theme.DIM)


def test_why_nothing_was_kept_stays_until_it_is_tried_again(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.tap(screen.learn)
    assert not screen.wiring.live, "while buttons are taught nobody hears them"
    rig.tap(screen.learn)
    screen.hear(ButtonChanged(Seat(0), ButtonState("open", tried=True)))
    assert screen.header.hint.text == "nothing was learned"
    assert screen.wiring.live


def test_a_screen_that_is_gone_asks_no_more(screen: SensorsScreen, wired: WiredButtons, rig: Rig) -> None:
    rig.clear()
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert screen.header.hint.text == words.SENSORS_HINT


def test_news_of_buttons_reach_the_wiring_guide(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen).cards[0])
    people = desk.screen(PlayersScreen)
    for place in people.places[:3]:
        desk.tap(place)
    desk.tap(people.header.next)
    desk.tap(desk.screen(RulingsScreen).header.next)
    desk.choose_deck()
    sensors = desk.screen(SensorsScreen)
    desk.tap(sensors.wiring)
    desk.frame.key_down(ord("2"))
    desk.alarm.advance_ms(0)
    desk.pump(2)
    assert sensors.guide is not None
    assert sensors.guide.card.place.text == "GPIO17 · pin 11"
    desk.frame.key_up(ord("2"))
    desk.tap(sensors.guide.header.back)
    desk.tap(sensors.header.next)
    assert desk.table.session.shown == 1


def test_a_table_sits_down_as_it_sat_before(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen).cards[0])
    people = desk.screen(PlayersScreen)
    for place in (people.places[2], people.places[9]):
        desk.tap(place)
    desk.tap(people.places[9])
    desk.tap(people.picker.first)
    desk.tap(people.header.next)
    desk.screen(RulingsScreen)
    desk.frame.choose("ungle-speed")
    assert desk.screen(PlayersScreen).seating.places == {2: "Fox", 9: "Owl"}
    assert desk.screen(PlayersScreen).seating.first == 9


def test_looking_for_trouble_redraws_nothing_while_there_is_none(
    screen: SensorsScreen, wired: WiredButtons, rig: Rig
) -> None:
    rig.pump(10)
    drawn = rig.frames_drawn
    rig.pump(130)
    assert rig.frames_drawn == drawn
    wired.notice = "no grab board here: plug it in"
    rig.pump(70)
    assert rig.frames_drawn > drawn
