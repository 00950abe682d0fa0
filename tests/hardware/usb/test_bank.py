"""Presses on USB pads become verdicts that their error bands justify."""

from pathlib import Path

import pytest

from companion.clock import Nanoseconds
from hardware.grab.contacts import Seat, SeatState
from hardware.usb.bank import DEFAULT_POLL, DEFAULT_SCAN, ON_ITS_WAY, band_of
from hardware.usb.devices import Bus, list_pads
from hardware.usb.event_file import taken
from hardware.usb.reports import DeviceState
from hardware.wiring.wiring import UsbPlug
from tests.games.plays import Play, plays
from tests.hardware.duels import check
from tests.hardware.table import START, ms
from tests.hardware.usb.sysfs import plug_in
from tests.hardware.usb.table import A, B, C, UsbTable, found, overrun, report

CODES = {"A": A, "B": B, "C": C}

PLAYS = """
-: two keys in one report are a dead heat, whatever their order
  3 | arm, 100 A+ B+, until 200 -> dead heat [0, 1]
  | arm, 100 B+ A+, until 200 -> dead heat [0, 1]
-: within the pad's band (7 ms of scan, asked every millisecond, one on the way) it is a dead heat
  2 | arm, 100 B+, 108.9 A+, until 200 -> dead heat [0, 1]; band 9; quality USB
  | arm, 100 B+, 109.1 A+, until 200 -> grab 1; band 9; quality USB
  1 1 | arm, 100 A+ of 1, 108.9 A+, until 200 -> dead heat [0, 1]; band 9; quality USB
  | arm, 100 A+ of 1, 109.1 A+, until 200 -> grab 1; band 9; quality USB
  1 pin | arm, pin 100, 108.9 A+, until 200 -> dead heat [0, 1]; quality MIXED
  | arm, pin 100, 109.1 A+, until 200 -> grab 1; quality SIMULATED
-: a report that waits in the kernel is read before the ruling
  1 1 | arm, until 108, unread 100 A+ of 1, 108 A+, until 200 -> dead heat [0, 1]; at 100
-: a press as short as a report is a contact, and one within it too
  2 | arm, 100 A+, 101 A-, 112 B+, until 200, 0 is open -> grab 0
  | arm, 100 A+ A-, 112 B+, until 200, 0 is open -> grab 0
-: a hand that rests on a key can't win
  | 50 A+, until 90, arm, 0 is held, 95 A=, 100 B+, until 200 -> grab 1; held 0
-: lost reports make the arming void, and the state goes on from there: the newest event alone was left
  3 | arm, until 99, down C, overrun 99 C+, read, until 200, 2 is pressed -> void sequence_gap; told lost
  | arm, until 99, down C, overrun 99 C+, read, until 200, 300 C-, until 400, arm, 500 A+,
    until 600 -> void sequence_gap; grab 0
-: reports older than the state leave no key down: who asks too early takes a release out of the queue
  1 | until 100, overrun 90, unread 95 A+, read, until 200, 0 is open -> nothing
-: a pad pulled out in mid-arming is void as a line is; the others play on, and plugged in it plays again
  1 1 | arm, until 50, pull, 100 A+ of 1, until 200, 0 is unplugged -> void unplugged;
    trouble USB pad "pad": it was unplugged / plug it in again
  | arm, until 50, pull, 100 A+ of 1, until 200, 300 A- of 1, until 400, arm, 500 A+ of 1, until 600, plug,
    until 700, arm, 5000 A+, until 5100 -> void unplugged; grab 1; grab 0
-: a pad that another program has is gone and says so
  | elsewhere, arm, 0 is unplugged, 100 A+ of 1, until 200 -> grab 1; taken
"""
"""Reports of the first pad or another: keys go down (+), up (-) or repeat (=); in milliseconds."""


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_a_play_on_pads(play: Play) -> None:
    keys = [int(word) for word in play.table.split() if word != "pin"]
    table = UsbTable(*keys, pins=int("pin" in play.table))

    def do(words: list[str]) -> None:
        number = int(words[-1]) if "of" in words else 0
        device = table.devices[number]
        changes = [(CODES[word[0]], "-+=".index(word[1])) for word in words if word[-1] in "-+="]
        match words:
            case ["pin", at]:
                table.press_pin(float(at), 4)
            case ["unread", at, *_]:
                device.tell(report(START + ms(float(at)), *changes))
            case ["overrun", at, *_]:
                device.tell(overrun(START + ms(float(at)), *changes))
            case ["read"]:
                device.deliver()
            case ["down", key]:
                device.state = DeviceState(frozenset({CODES[key]}))
            case ["pull"]:
                device.pull()
            case ["plug"]:
                device.plugged = True
                device.start()
            case ["elsewhere"]:
                device.elsewhere = True
            case [at, *_]:
                table.keys(float(at), *changes, device=number)

    def holds(what: str, of: str) -> bool:
        return table.pad.trouble == taken("pad") if what == "taken" else of in table.pad.trouble

    check(play, table, do, holds)


def test_a_pad_that_fails_keeps_no_other_from_being_read_before_the_ruling(
    monkeypatch: pytest.MonkeyPatch, faults: list[str]
) -> None:
    """The later hand was named, and that was taken back when the other's press was read after all."""

    def broken() -> None:
        raise ZeroDivisionError

    table = UsbTable(1, 1)
    monkeypatch.setattr(table.devices[0], "catch_up", broken)
    table.pad.arm()
    table.until(100)
    table.devices[1].tell(report(table.clock.now(), (A, 1)))
    table.press(110, A)
    table.until(200)
    assert table.heard.said == ["grab 1"]
    assert set(faults) == {"ZeroDivisionError"}


def test_the_band_is_scan_interval_and_way_and_never_less_than_is_known() -> None:
    usb, blue = found(), found(bus=Bus.BLUETOOTH)
    assert band_of(UsbPlug("a", scan=ms(5)), usb) == ms(5) + ms(1) + ON_ITS_WAY
    assert band_of(UsbPlug("a"), usb) == DEFAULT_SCAN + ms(1) + ON_ITS_WAY
    assert band_of(UsbPlug("a", scan=Nanoseconds(0)), blue) == DEFAULT_POLL[Bus.BLUETOOTH] + ON_ITS_WAY
    # Before it was ever seen: the worst case.
    assert band_of(UsbPlug("a")) >= max(band_of(UsbPlug("a"), one) for one in (usb, blue))


def test_a_pad_is_heard_alone_from_the_first_arming_until_the_table_ends() -> None:
    table = UsbTable(2)
    (device,) = table.devices
    assert not device.alone
    table.press(10, A)
    table.pad.arm()
    # Other programs would never hear the release.
    assert not device.alone
    table.release(50, A)
    assert device.alone
    table.pad.disarm()
    assert device.alone
    table.pad.play(())
    assert not device.alone


def test_a_seat_whose_code_the_pad_has_not_is_unplugged_and_the_sentence_says_which() -> None:
    table = UsbTable(2)
    table.devices[0].pull()
    table.devices[0].found = found(0, {A})
    table.devices[0].plugged = True
    table.devices[0].start()
    assert table.pad.states[Seat(1)].state is SeatState.UNPLUGGED
    assert table.pad.states[Seat(0)].state is SeatState.OPEN
    assert "it has no KEY_B" in table.pad.trouble


def test_nobody_can_ask_the_kernel_for_a_key_by_mistake() -> None:
    """Levels come from the newest report: asking the kernel would drop the reports not yet read."""
    table = UsbTable(1)
    table.devices[0].state = DeviceState(frozenset({A}))
    assert table.pad.closed(Seat(0)) is False


def test_the_winners_lamp_is_lit_on_the_pad_and_out_when_the_pad_is_armed_or_closed(tmp_path: Path) -> None:
    plug_in(tmp_path, 0, keys=(A, B), lights=("buzz1", "buzz2"))
    table = UsbTable(2, lamps=("buzz2", "buzz1"), lights=list_pads(tmp_path / "inputs")[0].lights)

    def lit() -> list[str]:
        lights = sorted(tmp_path.glob("devices/usb0/1-1.3:1.0/*/leds/*"))
        return [light.name[-5:] for light in lights if (light / "brightness").read_text().strip() != "0"]

    assert lit() == []
    table.pad.arm()
    table.press(10, A)
    table.until(60)
    assert lit() == ["buzz2"]
    table.pad.arm()
    assert lit() == []
    table.pad.light((Seat(0), Seat(1)))
    assert lit() == ["buzz1", "buzz2"]
    table.devices[0].pull()
    table.pad.light(())
    assert lit() == ["buzz1", "buzz2"], "a pad that is gone is left alone"
    table.devices[0].plugged = True
    table.devices[0].start()
    assert lit() == []
    table.pad.light((Seat(1),))
    table.pad.close()
    assert lit() == []
