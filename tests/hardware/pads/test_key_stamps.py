"""Whose press a key's stamp is: what can be read in two ways has none; no key is kept but those of seats."""

from pathlib import Path

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.pads.screen_pad import KeyStamps, open_keyboard
from hardware.usb.devices import list_with
from tests.hardware.pads.keyboards import HandKeyboard, Keyboards
from tests.hardware.table import START, ms
from tests.hardware.usb.sysfs import ARCADE, plug_in
from tests.hardware.usb.table import overrun, report

ONE, TWO, ENTER = 2, 3, 28
"""The kernel's codes (linux/input-event-codes.h)."""
KEY_1, KEY_2 = 30, 31
"""The same keys as SDL calls them."""


class Machine:
    """Two keyboards that are read beside a window, which hears of keys late; times in ms from the start."""

    def __init__(self, *names: str) -> None:
        self.clock = HandClock(Instant(START - ms(50)))
        self.keyboards = Keyboards(*(names or ("/dev/input/event0", "/dev/input/event1")))
        self.stamps = KeyStamps("12", self.clock, self.keyboards.lister, self.keyboards.opener)
        self.left, *others = self.keyboards.there.values()
        self.right = others[0] if others else HandKeyboard()
        self.clock.advance(Nanoseconds(ms(350)))

    def began(self, usage: int, since: float = 0) -> float | None:
        """Return when the press began that the window tells of now, if it came after `since`."""
        at = self.stamps.began(usage, Instant(START + ms(since)))
        return None if at is None else (at - START) / ms(1)

    def wait(self, milliseconds: float) -> None:
        """Let time pass."""
        self.clock.advance(Nanoseconds(ms(milliseconds)))


def at(milliseconds: float) -> int:
    """Return an instant."""
    return START + ms(milliseconds)


# --- the worst first: what must have no stamp, or somebody wins who wasn't first ---


def test_one_key_on_two_keyboards_has_no_stamp() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE)
    machine.right.press(at(140), ONE)
    assert machine.began(KEY_1) is None


def test_nor_has_one_that_another_hand_holds_down_elsewhere() -> None:
    """When the second hand lifts, the held key's repeats are heard as a press of its own."""
    machine = Machine()
    machine.left.press(at(-20), ONE)
    machine.right.press(at(100), ONE)
    machine.right.release(at(120), ONE)
    machine.left.tell(report(at(130), (ONE, 2)))
    assert machine.began(KEY_1) is None


def test_nor_where_that_hand_was_there_before_anybody_read_its_keyboard() -> None:
    machine = Machine()
    machine.keyboards.there["/dev/input/event7"] = new = HandKeyboard()
    new.press(at(-20), ONE)
    assert machine.began(KEY_1) is None
    machine.wait(100)
    machine.left.press(at(380), ONE)
    assert machine.began(KEY_1, since=310) is None


def test_two_taps_of_one_key_in_a_frame_begin_with_the_first() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE)
    machine.left.release(at(130), ONE)
    machine.left.press(at(200), ONE)
    assert [machine.began(KEY_1), machine.began(KEY_1), machine.began(KEY_1)] == [100, 200, None]


def test_repeats_of_a_held_key_are_no_press() -> None:
    machine = Machine()
    machine.left.press(at(-20), ONE)
    machine.left.tell(report(at(100), (ONE, 2)))
    assert machine.began(KEY_1) is None


def test_a_keyboard_that_may_not_be_read_may_be_the_one_that_is_pressed() -> None:
    machine = Machine()
    machine.keyboards.there["/dev/input/event7"] = other = HandKeyboard()
    other.closed = True
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    other.closed = False
    machine.left.press(at(280), ONE)
    assert machine.began(KEY_1, since=250) is None
    machine.wait(100)
    machine.left.press(at(350), ONE)
    assert machine.began(KEY_1, since=310) == 350


def test_a_keyboard_that_was_just_plugged_in_may_have_been_pressed_before_it_was_open() -> None:
    machine = Machine()
    machine.keyboards.there["/dev/input/event7"] = new = HandKeyboard()
    new.press(at(90), ONE)
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    machine.wait(100)
    new.press(at(380), TWO)
    assert machine.began(KEY_2, since=310) == 380


def test_what_the_kernel_lost_may_have_been_the_press() -> None:
    machine = Machine()
    machine.left.tell(overrun(at(90)))
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    machine.wait(100)
    machine.right.press(at(380), TWO)
    assert machine.began(KEY_2, since=310) == 380


def test_a_keyboard_that_was_pulled_out_took_presses_with_it() -> None:
    machine = Machine()
    machine.right.pulled = True
    del machine.keyboards.there["/dev/input/event1"]
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    machine.left.release(at(120), ONE)
    # Another one has its name by now.
    machine.keyboards.there["/dev/input/event1"] = new = HandKeyboard()
    machine.wait(100)
    assert machine.began(KEY_1, since=310) is None
    new.press(at(460), ONE)
    machine.wait(100)
    assert machine.began(KEY_1, since=450) == 460
    assert (machine.right.open, new.open) == (0, 1)


def test_a_keyboard_that_may_be_later_than_the_screens_band_has_no_stamps() -> None:
    """Bluetooth tells of a key up to 41 ms late."""
    machine = Machine()
    machine.keyboards.there["/dev/input/event7"] = wireless = HandKeyboard()
    wireless.timely = False
    assert machine.began(KEY_1) is None
    machine.wait(100)
    wireless.press(at(380), ONE)
    machine.left.press(at(385), TWO)
    assert (machine.began(KEY_1, since=310), machine.began(KEY_2, since=310)) == (None, 385)


def test_a_press_from_before_all_that_is_heard_now_is_another_one() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1, since=101) is None


def test_a_key_that_nobody_pressed_or_that_is_no_seats_has_no_stamp() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE, ENTER)
    assert [machine.began(usage) for usage in (KEY_2, 40, 0, -1)] == [None] * 4


# --- what has one ---


def test_keys_have_the_kernels_stamps_in_whatever_order_the_window_tells_of_them() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE)
    machine.right.press(at(140), TWO)
    assert (machine.began(KEY_2), machine.began(KEY_1)) == (140, 100)


def test_two_keys_of_one_report_have_one_stamp() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE, TWO)
    assert (machine.began(KEY_1), machine.began(KEY_2)) == (100, 100)


def test_each_of_fifteen_seats_keys_is_found_by_its_place_on_a_keyboard() -> None:
    usages = [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 20, 26, 8, 21, 23]
    codes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20]
    keyboards, clock = Keyboards("/dev/input/event0"), HandClock(Instant(START))
    stamps = KeyStamps("1234567890qwert", clock, keyboards.lister, keyboards.opener)
    clock.advance(Nanoseconds(ms(100)))
    for place, code in enumerate(codes, 1):
        keyboards.there["/dev/input/event0"].press(at(place), code)
    told = [stamps.began(usage, Instant(at(1))) for usage in usages]
    assert told == [at(place) for place in range(1, 16)]


# --- privacy ---


def test_what_is_typed_beside_the_seats_keys_is_dropped_as_it_is_read() -> None:
    machine = Machine()
    for place, code in enumerate((30, 48, 46, ENTER)):
        machine.left.press(at(100 + place), code)
    machine.left.press(at(110), ONE)
    machine.stamps.look(Instant(START))
    assert [press.code for press in machine.stamps._presses] == [ONE]
    machine.stamps.look(Instant(at(200)))
    assert machine.stamps._presses == []


def test_when_it_is_closed_it_lets_all_keyboards_go_and_reads_no_more() -> None:
    machine = Machine()
    machine.stamps.close()
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    assert (machine.left.open, machine.right.open) == (0, 0)


# --- the machine's own devices ---


def test_all_devices_with_such_a_key_count_be_they_keyboards_or_not(tmp_path: Path) -> None:
    plug_in(tmp_path, 0, keys=(ONE, ENTER))
    plug_in(tmp_path, 1, keys=ARCADE)
    plug_in(tmp_path, 2, keys=(TWO, 0x110), bus=0x11, port="isa0060")
    (tmp_path / "inputs" / "event3").mkdir()
    inputs, devices = tmp_path / "inputs", Path("/dev/input")
    assert sorted(list_with({ONE, TWO}, inputs, devices)) == ["/dev/input/event0", "/dev/input/event2"]
    assert list_with((), inputs, devices) == []


@pytest.mark.parametrize(
    ("bus", "interval", "timely"),
    [(3, "8ms", True), (3, "1ms", True), (3, "32ms", False), (5, "", False), (3, "", False)],
)
def test_a_plug_says_how_late_its_keys_can_be(
    bus: int, interval: str, timely: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in(tmp_path, 0, keys=(ONE,), axes=(), bus=bus, interval=interval, uniq="dc:2c:26")
    monkeypatch.setattr("hardware.usb.devices.INPUTS", tmp_path / "inputs")
    monkeypatch.setattr("hardware.pads.screen_pad.EventFile", lambda path: HandKeyboard())
    assert open_keyboard("/dev/input/event0")[1] is timely
