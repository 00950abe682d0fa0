"""Sleep and lock: a tap that wakes does only that, wiping does nothing, and buttons go on working."""

from pathlib import Path

import pytest

from tests.ui.desk import Desk, there
from tests.ui.rig import Rig
from ui.appliance.screen_file import Backlight
from ui.main.hands import Finger
from ui.main.kivy_app import CompanionApp, wake_with_buttons
from ui.table.buttons import ButtonChanged, ButtonState
from ui.table.turn_buttons import ESCAPE, ROUTINE
from ui.widgets.layout import LATE_SECONDS, Rect, place_widget
from ui.widgets.pad import HOLD_SECONDS, Pad
from ui.widgets.screen_cover import UNLOCK_SECONDS, ScreenCover


class Stage:
    """A pad behind a cover, with a backlight; it counts its taps."""

    def __init__(self, rig: Rig, lights: Path) -> None:
        self.rig = rig
        self.taps = 0
        self.pad = Pad("here", on_tap=self._tapped)
        (lights / "panel").mkdir(parents=True)
        self.power = lights / "panel" / "bl_power"
        self.power.write_text("0")
        self.cover = ScreenCover(self.pad, Backlight(lights))
        rig.fill(self.cover)

    def _tapped(self) -> None:
        self.taps += 1

    def tap(self) -> None:
        self.rig.tap_at(20, 20)

    def wait(self, seconds: float) -> None:
        self.rig.time.seconds += seconds
        self.rig.pump(2)

    def pixels(self) -> set[bytes]:
        """Return the colours of some pixels of the picture."""
        _, _, pixels = self.rig.picture(self.cover)
        return {pixels[at : at + 3] for at in range(0, len(pixels), 4 * 97)}


@pytest.fixture
def stage(rig: Rig, tmp_path: Path) -> Stage:
    return Stage(rig, tmp_path / "backlight")


def test_a_cover_that_is_up_lets_everything_through(stage: Stage) -> None:
    stage.tap()
    assert stage.taps == 1
    assert len(stage.pixels()) > 1


@pytest.mark.usefixtures("drawn")
def test_after_so_many_idle_minutes_it_is_dark_and_draws_nothing_anew(stage: Stage) -> None:
    stage.cover.sleep_after(1)
    stage.wait(50)
    assert not stage.cover.asleep
    stage.wait(11)
    assert (stage.cover.asleep, stage.power.read_text()) == (True, "4")
    before = stage.rig.frames_drawn
    stage.wait(5)
    assert stage.rig.frames_drawn == before
    assert stage.pixels() == {b"\x00\x00\x00"}
    stage.tap()
    stage.wait(61)
    assert stage.cover.asleep, "after waking, too"


def test_every_touch_puts_the_sleep_off_and_never_is_never(stage: Stage) -> None:
    stage.cover.sleep_after(1)
    for _ in range(3):
        stage.wait(40)
        stage.tap()
    assert (stage.cover.asleep, stage.taps) == (False, 3)
    stage.cover.sleep_after(0)
    stage.wait(70)
    assert not stage.cover.asleep


def test_the_tap_that_wakes_taps_nothing_else(stage: Stage) -> None:
    stage.cover.sleep()
    stage.tap()
    assert not stage.cover.asleep
    assert stage.taps == 0
    assert stage.power.read_text() == "0"
    # Nor does the second tap of a double tap.
    stage.tap()
    assert stage.taps == 0
    stage.wait(LATE_SECONDS)
    stage.tap()
    assert stage.taps == 1


def test_a_nap_is_dark_at_once_and_says_once_that_it_is_over(stage: Stage) -> None:
    woken: list[int] = []
    stage.cover.nap(lambda: woken.append(1))
    assert (stage.cover.asleep, stage.power.read_text(), woken) == (True, "4", [])
    stage.tap()
    assert (stage.cover.asleep, stage.power.read_text(), woken, stage.taps) == (False, "0", [1], 0)
    stage.cover.sleep()
    stage.tap()
    assert woken == [1]


def test_a_finger_that_woke_the_screen_and_stays_down_holds_nothing(stage: Stage) -> None:
    stage.cover.sleep()
    finger = Finger()
    finger.down(20, 20)
    stage.wait(2)
    finger.move(30, 30)
    finger.up()
    stage.rig.pump(2)
    assert stage.taps == 0
    assert not stage.pad.pressed


def test_a_lock_keeps_every_touch_until_its_pad_is_held(stage: Stage) -> None:
    stage.cover.lock()
    stage.rig.pump(3)
    panel = stage.cover.panel
    assert panel is not None
    stage.tap()
    stage.rig.tap(panel.unlock)
    # A wiping cloth rests on it for as long as other dangerous pads need.
    stage.rig.hold(panel.unlock, HOLD_SECONDS + 0.2)
    assert stage.taps == 0
    assert stage.cover.locked
    stage.rig.hold(panel.unlock, UNLOCK_SECONDS + 0.1)
    assert not stage.cover.locked
    stage.tap()
    assert stage.taps == 1


def test_a_locked_screen_sleeps_and_is_locked_when_it_wakes(stage: Stage) -> None:
    stage.cover.lock()
    stage.cover.sleep()
    stage.tap()
    stage.wait(1)
    stage.tap()
    assert stage.cover.locked
    assert stage.taps == 0


@pytest.fixture
def table(rig: Rig, tmp_path: Path) -> tuple[Desk, ScreenCover]:
    """A match behind a cover, with buttons that wake it."""
    desk = Desk(rig, tmp_path / "matches.db")
    desk.seat(4)
    rig.clear()
    cover = ScreenCover(desk.frame)
    rig.show(cover)
    place_widget(cover, Rect(0, 0, 800, 480))
    wake_with_buttons(desk.services.buttons, cover, desk.frame.hear)
    desk.pump(4)
    return (desk, cover)


@pytest.mark.parametrize("locked", [False, True])
def test_a_grab_in_the_dark_wakes_and_locked_counts(table: tuple[Desk, ScreenCover], locked: bool) -> None:
    desk, cover = table
    desk.turn()
    before = desk.table.session.length
    (cover.lock if locked else cover.sleep)()
    desk.grab((1, 0.0), (2, 30.0))
    assert (cover.asleep, cover.locked) == (False, locked)
    assert "answer 0" in desk.verdict
    assert desk.table.session.length > before


def test_sleep_and_lock_enter_nothing_into_the_match(table: tuple[Desk, ScreenCover]) -> None:
    desk, cover = table
    before = list(desk.table.session.match.entries)
    cover.sleep()
    desk.rig.tap(desk.table.side.pads[-1])
    cover.lock()
    desk.rig.pump(60)
    desk.rig.tap(desk.table.side.pads[-1])
    cover.unlock()
    assert list(desk.table.session.match.entries) == before
    desk.turn()
    assert len(desk.table.session.match.entries) == len(before) + 1


@pytest.mark.parametrize("key", [ord(ROUTINE), ESCAPE])
def test_keys_of_a_desktop_do_nothing_while_it_is_locked(table: tuple[Desk, ScreenCover], key: int) -> None:
    """A cloth on a keyboard turned cards, and left the match."""
    desk, cover = table
    app, before = CompanionApp(desk.frame, desk.services, begin=lambda: None, cover=cover), desk.table
    cover.lock()
    app._key_down(None, key)
    app._key_up(None, key)
    desk.pump()
    assert (desk.frame.screen, before.session.length) == (before, 1)


@pytest.mark.parametrize(
    ("state", "wakes"), [("pressed", True), ("open", False), ("unplugged", False), ("stormy", False)]
)
def test_a_hand_wakes_a_loose_wire_doesn_t(table: tuple[Desk, ScreenCover], state: str, wakes: bool) -> None:
    desk, cover = table
    cover.sleep()
    hear = there(desk.services.buttons.hear)
    hear(ButtonChanged(desk.table.session.view.turn, ButtonState(state, tried=True)))
    assert cover.asleep is not wakes
