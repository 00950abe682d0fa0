"""Which press a key's stamp belongs to: an ambiguous one gets none, and only seats' keys are remembered."""

from pathlib import Path

import pytest

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.pads.screen_pad import KeyStamps, open_keyboard
from hardware.usb.devices import list_with
from tests.games.plays import Play, plays
from tests.hardware.pads.keyboards import HandKeyboard, Keyboards
from tests.hardware.table import START, ms
from tests.hardware.usb.sysfs import ARCADE, plug_in
from tests.hardware.usb.table import overrun, report

ONE, TWO, ENTER = 2, 3, 28
"""Linux key codes (linux/input-event-codes.h)."""
KEY_1, KEY_2 = 30, 31
"""SDL's scancodes for the same keys."""


class Machine:
    """Two keyboards read alongside a window, which hears of keys late; times in ms from the start."""

    def __init__(self, *names: str) -> None:
        self.clock = HandClock(Instant(START - ms(50)))
        self.keyboards = Keyboards(*(names or ("/dev/input/event0", "/dev/input/event1")))
        self.stamps = KeyStamps("12", self.clock, self.keyboards.lister, self.keyboards.opener)
        self.left, *others = self.keyboards.there.values()
        self.right = others[0] if others else HandKeyboard()
        self.new = HandKeyboard()
        self.clock.advance(Nanoseconds(ms(350)))

    def began(self, usage: int, since: float = 0) -> float | None:
        """Return when the press began that the window reports now, if it came after `since`; in ms."""
        at = self.stamps.stamp_of(usage, Instant(START + ms(since)))
        return None if at is None else (at - START) / ms(1)

    def wait(self, milliseconds: float) -> None:
        self.clock.advance(Nanoseconds(ms(milliseconds)))


def at(milliseconds: float) -> int:
    return START + ms(milliseconds)


# Cases that must have no stamp come first: there a stamp would let a player win who wasn't first.
PLAYS = """
-: one key on two keyboards has no stamp
  two keyboards | left 100 +1, right 140 +1, ask 1 none
-: nor has one that another hand holds down elsewhere: when the second lifts, its repeats are heard as a press
  | left -20 +1, right 100 +1, right 120 -1, left 130 =1, ask 1 none
-: nor where that hand was there before anybody read its keyboard
  | plug in, new -20 +1, ask 1 none, wait 100, left 380 +1, ask 1 none 310
-: two taps of one key in a frame begin with the first
  | left 100 +1, left 130 -1, left 200 +1, ask 1 100, ask 1 200, ask 1 none
-: repeats of a held key are no press
  | left -20 +1, left 100 =1, ask 1 none
-: a keyboard that may not be read may be the one that is pressed
  | plug in, closed, left 100 +1, ask 1 none, readable, left 280 +1, ask 1 none 250, wait 100,
    left 350 +1, ask 1 350 310
-: a keyboard that was just plugged in may have been pressed before it was open
  | plug in, new 90 +1, left 100 +1, ask 1 none, wait 100, new 380 +2, ask 2 380 310
-: what the kernel lost may have been the press
  | left 90 lost, left 100 +1, ask 1 none, wait 100, right 380 +2, ask 2 380 310
-: a keyboard that may be later than the screen's band has no stamps (Bluetooth: up to 41 ms)
  | plug in, wireless, ask 1 none, wait 100, new 380 +1, left 385 +2, ask 1 none 310, ask 2 385 310
-: a press from before all that is heard now is another one
  | left 100 +1, ask 1 none 101
-: keys have the kernel's stamps, in whatever order the window tells of them
  | left 100 +1, right 140 +2, ask 2 140, ask 1 100
-: two keys of one report have one stamp
  | left 100 +1 +2, ask 1 100, ask 2 100
"""
"""A keyboard's keys go down (+), up (-) or repeat (=); the window asks for a press, since a time or 0."""


def do(machine: Machine, step: str) -> None:
    """Carry out one step, or ask for a press."""
    new = machine.new
    match step.split():
        case ["wait", lasts]:
            machine.wait(float(lasts))
        case ["plug", "in"]:
            machine.keyboards.there["/dev/input/event7"] = new
        case [("closed" | "readable") as how]:
            new.closed = how == "closed"
        case ["wireless"]:
            new.timely = False
        case ["ask", key, began, *since]:
            stamp = machine.began(KEY_1 + int(key) - 1, *map(float, since))
            assert stamp == (None if began == "none" else float(began)), step
        case [name, when, *keys]:
            keyboard: HandKeyboard = getattr(machine, name)
            codes = [ONE + int(key[1:]) - 1 for key in keys if key != "lost"]
            match keys[0][0]:
                case "+":
                    keyboard.press(at(float(when)), *codes)
                case "-":
                    keyboard.release(at(float(when)), *codes)
                case "=":
                    keyboard.tell(report(at(float(when)), *((code, 2) for code in codes)))
                case _:
                    keyboard.tell(overrun(at(float(when))))


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_whose_press_a_stamp_is(play: Play) -> None:
    machine = Machine()
    for step in play.reports:
        do(machine, step)


def test_a_keyboard_that_was_pulled_out_took_presses_with_it() -> None:
    machine = Machine()
    machine.right.pulled = True
    del machine.keyboards.there["/dev/input/event1"]
    machine.left.press(at(100), ONE)
    assert machine.began(KEY_1) is None
    machine.left.release(at(120), ONE)
    # Another keyboard has its name by now.
    machine.keyboards.there["/dev/input/event1"] = new = HandKeyboard()
    machine.wait(100)
    assert machine.began(KEY_1, since=310) is None
    new.press(at(460), ONE)
    machine.wait(100)
    assert machine.began(KEY_1, since=450) == 460
    assert (machine.right.open, new.open) == (0, 1)


def test_a_key_that_nobody_pressed_or_that_is_no_seats_has_no_stamp() -> None:
    machine = Machine()
    machine.left.press(at(100), ONE, ENTER)
    assert [machine.began(usage) for usage in (KEY_2, 40, 0, -1)] == [None] * 4


def test_each_of_fifteen_seats_keys_is_found_by_its_place_on_a_keyboard() -> None:
    usages = [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 20, 26, 8, 21, 23]
    codes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20]
    keyboards, clock = Keyboards("/dev/input/event0"), HandClock(Instant(START))
    stamps = KeyStamps("1234567890qwert", clock, keyboards.lister, keyboards.opener)
    clock.advance(Nanoseconds(ms(100)))
    for place, code in enumerate(codes, 1):
        keyboards.there["/dev/input/event0"].press(at(place), code)
    stamp = [stamps.stamp_of(usage, Instant(at(1))) for usage in usages]
    assert stamp == [at(place) for place in range(1, 16)]


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
