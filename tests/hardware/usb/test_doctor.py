"""What the doctor says about pads: where they are, how exact they are, what is missing and how to fix it."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from hardware import doctor
from hardware.doctor import examine_pads
from hardware.errors import Finding, HardwareError, NoPermissionError, PadBusyError
from hardware.grab.contacts import Seat
from hardware.usb.devices import Bus, FoundPad, list_pads
from hardware.usb.event_file import taken
from hardware.wiring.wiring import UsbPlug, UsbSeat, Wiring
from tests.hardware.table import ms
from tests.hardware.usb.sysfs import ARCADE, plug_in
from tests.hardware.usb.table import A, B, found

LEFT = UsbPlug("left", "usb-0/input0", ms(5))
WIRING = Wiring(seats=(), usb=(LEFT,), usb_seats=(UsbSeat(Seat(0), "left", A),))


def look(wiring: Wiring | None, *pads: FoundPad, refused: HardwareError | None = None) -> list[Finding]:
    """Return the doctor's findings."""
    return list(examine_pads(wiring, lambda: pads, lambda plug, lister: refused))


def test_where_there_are_no_pads_and_none_are_wanted_nothing_is_said() -> None:
    assert look(None) == look(Wiring(seats=())) == []


def test_a_pad_is_told_with_its_port_and_its_band() -> None:
    (finding,) = look(WIRING, found())
    what = 'Arcade at port = "usb-0/input0", asked every 1 ms, scan 5 ms: error band ±7 ms'
    assert finding == Finding('USB pad "left"', True, what)


def test_a_pad_with_lights_says_how_to_use_them(tmp_path: Path) -> None:
    pad = lit(tmp_path, "buzz1", "buzz2")
    (finding,) = look(replace(WIRING, usb_seats=(UsbSeat(Seat(0), "left", ARCADE[0]),)), pad)
    assert finding.what.endswith("error band ±14 ms, with lights for lamp = buzz1, buzz2")
    wanted = replace(WIRING, usb_seats=(UsbSeat(Seat(0), "left", ARCADE[0], "buzz3"),))
    assert look(wanted, pad) == [
        Finding(
            'USB pad "left"',
            False,
            "it has no light called buzz3",
            "use one of buzz1, buzz2 in the seats file",
        )
    ]


def test_a_forbidden_light_says_what_to_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pad = lit(tmp_path, "buzz1")
    wanted = replace(WIRING, usb_seats=(UsbSeat(Seat(0), "left", ARCADE[0], "buzz1"),))
    assert look(wanted, pad)[0].ok
    # A test that runs as root could write anything.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (finding,) = look(wanted, pad)
    assert not finding.ok
    assert finding.what == "this user may not switch its lights"
    assert finding.remedy.startswith("copy systemd/companion.rules to /etc/udev/rules.d and plug the pad in")


def lit(root: Path, *lights: str) -> FoundPad:
    """Return a pad with these lights."""
    plug_in(root, 0, port="usb-0/input0", lights=lights)
    (pad,) = list_pads(root / "inputs")
    return pad


def test_what_nobody_knows_is_said_to_be_taken_for_granted() -> None:
    wiring = replace(WIRING, usb=(UsbPlug("left"),))
    (usb,), (blue,) = look(wiring, found()), look(wiring, found(bus=Bus.BLUETOOTH))
    assert "scan 10 ms (assumed; if its maker says another, write scan_ms = into the seats file" in usb.what
    assert "asked every 30 ms (assumed)" in blue.what
    assert blue.what.endswith("error band ±41 ms")


def test_the_right_that_is_missing_is_said_with_how_to_give_it() -> None:
    why = 'USB pad "left": this user may not open /dev/input/event0; add it to the group input'
    (finding,) = look(WIRING, found(), refused=NoPermissionError(why))
    what = "this user may not open /dev/input/event0"
    assert finding == Finding('USB pad "left"', False, what, "add it to the group input")


@pytest.mark.parametrize(
    ("who", "ok"), [("a running table (gpiozero-1)", True), ("this program", True), ("", False)]
)
def test_a_pad_that_a_table_holds_is_no_fault(monkeypatch: pytest.MonkeyPatch, who: str, ok: bool) -> None:
    process = os.getpid() if who == "this program" else 1
    monkeypatch.setattr(doctor, "watchers", lambda: iter([process] if who else []))
    (finding,) = look(WIRING, found(), refused=PadBusyError(taken("left")))
    assert finding.ok is ok
    if ok:
        assert (finding.what, finding.remedy) == (f"usb-0/input0 is in use by {who}", "")
    else:
        assert "another program" in finding.what


def test_a_pad_without_a_seat_that_may_not_be_opened_is_no_fault_but_says_what_it_needs() -> None:
    why = NoPermissionError('USB pad "Arcade": this user may not open it; add it to the group input')
    (finding,) = look(None, found(), refused=why)
    assert finding.ok
    assert finding.what.endswith("no seat is on it; to teach its buttons add it to the group input")


def test_a_pad_that_is_not_there_or_has_not_the_button_is_told() -> None:
    (gone,) = look(WIRING)
    assert (gone.what, gone.remedy) == ("no pad is plugged in at usb-0/input0", "plug it in there")
    (wrong,) = look(WIRING, found(codes={B}))
    assert wrong.what == "it has no KEY_A"
    assert "teach the buttons again" in wrong.remedy


def test_two_names_for_one_pad_and_a_pad_without_a_seat_are_told() -> None:
    wiring = replace(WIRING, usb=(LEFT, UsbPlug("right", "usb-0/input0")))
    good, bad, other = look(wiring, found(0), found(1))
    assert (good.ok, bad.ok) == (True, False)
    assert bad.what == 'is at usb-0/input0, where "left" is already'
    assert (other.ok, other.what) == (True, 'Arcade at port = "usb-1/input0"; no seat is on it')
