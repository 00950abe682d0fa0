"""Presses on USB pads become verdicts that their bands carry."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clock import Instant, Nanoseconds
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import Seat, SeatState
from hardware.usb.bank import ASKED, ON_ITS_WAY, SCAN, band_of
from hardware.usb.devices import Bus, list_pads
from hardware.usb.reports import Code
from hardware.usb.switches import DeviceState
from hardware.usb.trouble import taken
from hardware.wiring.wiring import UsbPlug
from tests.hardware.table import START, ms, seats
from tests.hardware.usb.sysfs import plug_in
from tests.hardware.usb.table import A, B, C, UsbTable, found, overrun, report


@pytest.mark.parametrize("keys", [(A, B), (B, A)])
def test_two_keys_in_one_report_are_a_dead_heat_whatever_their_order(keys: tuple[Code, Code]) -> None:
    table = UsbTable(3)
    table.pad.arm()
    table.press(100, *keys)
    table.until(200)
    assert table.heard.said == ["dead heat [0, 1]"]


def key_and_key(apart: float) -> UsbTable:
    """Return a table at which two keys of one pad were pressed."""
    table = UsbTable(2)
    table.pad.arm()
    table.press(100, B)
    table.press(100 + apart, A)
    return table


def pad_and_pad(apart: float) -> UsbTable:
    """Return a table at which keys of two pads were pressed."""
    table = UsbTable(1, 1)
    table.pad.arm()
    table.press(100, A, device=1)
    table.press(100 + apart, A, device=0)
    return table


def pin_and_pad(apart: float) -> UsbTable:
    """Return a table at which a button on a pin was pressed, and a key."""
    table = UsbTable(1, pins=1)
    table.pad.arm()
    table.press_pin(100, 4)
    table.press(100 + apart, A)
    return table


@pytest.mark.parametrize(
    ("presses", "far"),
    [(key_and_key, Quality.USB), (pad_and_pad, Quality.USB), (pin_and_pad, Quality.SIMULATED)],
)
def test_within_the_pads_band_it_is_a_dead_heat_and_beyond_it_the_first_wins(
    presses: Callable[[float], UsbTable], far: Quality
) -> None:
    # 7 ms of scan, asked every millisecond, one more on the way.
    for apart, said in ((8.9, "dead heat [0, 1]"), (9.1, "grab 1")):
        table = presses(apart)
        table.until(200)
        assert table.heard.said == [said]
        assert table.heard.verdict.band == ms(9) or presses is pin_and_pad
        near = Quality.MIXED if presses is pin_and_pad else Quality.USB
        assert table.heard.verdict.quality is (near if apart < 9 else far)


def test_the_band_is_scan_interval_and_way_and_never_less_than_is_known() -> None:
    usb, blue = found(), found(bus=Bus.BLUETOOTH)
    assert band_of(UsbPlug("a", scan=ms(5)), usb) == ms(5) + ms(1) + ON_ITS_WAY
    assert band_of(UsbPlug("a"), usb) == SCAN + ms(1) + ON_ITS_WAY
    assert band_of(UsbPlug("a", scan=Nanoseconds(0)), blue) == ASKED[Bus.BLUETOOTH] + ON_ITS_WAY
    # Before it was ever seen, the worst that it can be.
    assert band_of(UsbPlug("a")) >= max(band_of(UsbPlug("a"), one) for one in (usb, blue))


def test_a_report_that_waits_in_the_kernel_is_read_before_the_ruling() -> None:
    table = UsbTable(1, 1)
    table.pad.arm()
    table.until(108)
    table.devices[1].tell(report(START + ms(100), (A, 1)))
    table.press(108, A, device=0)
    table.until(200)
    assert table.heard.said == ["dead heat [0, 1]"]
    assert table.heard.verdict.at == START + ms(100)


@pytest.mark.parametrize("reports", [[[(A, 1)], [(A, 0)]], [[(A, 1), (A, 0)]]], ids=["two", "one"])
def test_a_press_as_short_as_a_report_is_a_contact_and_one_within_it_too(
    reports: list[list[tuple[int, int]]],
) -> None:
    table = UsbTable(2)
    table.pad.arm()
    for at, keys in enumerate(reports, 100):
        table.keys(at, *keys)
    table.press(112, B)
    table.until(200)
    assert table.heard.said == ["grab 0"]
    assert table.pad.states[Seat(0)].state is SeatState.OPEN


def test_a_hand_that_rests_on_a_key_cannot_win() -> None:
    table = UsbTable(2)
    table.press(50, A)
    table.until(90)
    table.pad.arm()
    assert table.pad.states[Seat(0)].state is SeatState.HELD
    table.keys(95, (A, 2))
    table.press(100, B)
    table.until(200)
    assert table.heard.said == ["grab 1"]
    assert table.heard.verdict.held == seats(0)


def test_lost_reports_make_the_arming_void_and_the_state_goes_on_from_there() -> None:
    table = UsbTable(3)
    table.pad.arm()
    table.until(99)
    table.devices[0].state = DeviceState(frozenset({C}))
    # The newest event alone was left; before it A may have been pressed and let go.
    table.devices[0].tell(overrun(START + ms(99), (C, 1)))
    table.devices[0].deliver()
    table.until(200)
    assert table.pad.states[Seat(2)].state is SeatState.PRESSED
    assert "lost" in table.pad.trouble
    table.release(300, C)
    table.until(400)
    table.pad.arm()
    table.press(500, A)
    table.until(600)
    assert table.heard.said == ["void sequence_gap", "grab 0"]


def test_reports_older_than_the_state_do_not_leave_a_key_down() -> None:
    """The kernel's state takes unread key events out of the queue: who asks too early misses a release."""
    table = UsbTable(1)
    table.until(100)
    table.devices[0].tell(overrun(START + ms(90)) + report(START + ms(95), (A, 1)))
    table.devices[0].deliver()
    table.until(200)
    assert table.pad.states[Seat(0)].state is SeatState.OPEN


def test_a_pad_pulled_out_in_mid_arming_is_void_as_a_line_is() -> None:
    table = UsbTable(1, 1)
    table.pad.arm()
    table.until(50)
    table.devices[0].pull()
    table.press(100, A, device=1)
    table.until(200)
    assert table.pad.states[Seat(0)].state is SeatState.UNPLUGGED
    assert table.pad.trouble == 'USB pad "pad": it was unplugged; plug it in again'
    # Without it the others play on; plugged in again it plays too.
    table.release(300, A, device=1)
    table.until(400)
    table.pad.arm()
    table.press(500, A, device=1)
    table.until(600)
    table.devices[0].plugged = True
    table.devices[0].start()
    table.until(700)
    table.pad.arm()
    table.press(5_000, A, device=0)
    table.until(5_100)
    assert table.heard.said == ["void unplugged", "grab 1", "grab 0"]


def test_a_pad_is_heard_alone_from_the_first_arming_until_the_table_ends() -> None:
    table = UsbTable(2)
    (device,) = table.devices
    assert not device.alone
    table.press(10, A)
    table.pad.arm()
    # Others would never hear of the release.
    assert not device.alone
    table.release(50, A)
    assert device.alone
    table.pad.disarm()
    assert device.alone
    table.pad.play(())
    assert not device.alone


def test_a_pad_that_another_program_has_is_gone_and_says_so() -> None:
    table = UsbTable(1, 1)
    table.devices[0].elsewhere = True
    table.pad.arm()
    assert table.pad.states[Seat(0)].state is SeatState.UNPLUGGED
    assert table.pad.trouble == taken("pad")
    table.press(100, A, device=1)
    table.until(200)
    assert table.heard.said == ["grab 1"]


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
    """A level is the newest report's: the kernel would answer, and drop what nobody has read."""
    table = UsbTable(1)
    table.devices[0].state = DeviceState(frozenset({A}))
    assert table.pad.closed(Seat(0)) is False
    assert Instant(START) == table.clock.now()


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
