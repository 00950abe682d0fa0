"""Which pads are there, told apart by where they are plugged in."""

from pathlib import Path

import pytest

from companion.clock import MICROSECOND, Nanoseconds
from hardware.errors import HardwareError, NotAPadError, PadMissingError
from hardware.usb.devices import Bus, FoundPad, find_pad, list_pads
from hardware.usb.event_file import open_device
from hardware.usb.reports import Code, axis_code
from hardware.wiring.wiring import UsbPlug
from tests.hardware.table import ms
from tests.hardware.usb.sysfs import ARCADE, plug_in


def pads(root: Path) -> list[FoundPad]:
    """Return the pads found in a made-up sysfs."""
    return list_pads(root / "inputs", root / "dev")


def test_a_pad_says_its_port_its_buttons_and_how_often_it_is_asked(tmp_path: Path) -> None:
    plug_in(tmp_path, 5)
    axes = [axis_code(axis, up=up) for axis in (0, 1) for up in (False, True)]
    (found,) = pads(tmp_path)
    assert found == FoundPad(
        str(tmp_path / "dev" / "event5"),
        "Arcade",
        "usb-0000:01:00.0-1.3/input0",
        Bus.USB,
        ms(8),
        frozenset([*map(Code, ARCADE), *axes]),
    )


def test_four_equal_pads_on_one_hub_are_told_apart_by_port(tmp_path: Path) -> None:
    for number in range(4):
        plug_in(tmp_path, 9 - number, port=f"usb-0000:01:00.0-1.{number}/input0")
    plugs = [UsbPlug("a", f"usb-0000:01:00.0-1.{n}/input0") for n in range(4)]
    ports = [find_pad(plug, lambda: pads(tmp_path)) for plug in plugs]
    assert [Path(found.path).name for found in ports] == ["event9", "event8", "event7", "event6"]
    with pytest.raises(PadMissingError, match="4 pads are plugged in; say which one it is"):
        find_pad(UsbPlug("a"), lambda: pads(tmp_path))


def test_two_halves_of_one_encoder_at_one_port_have_a_number(tmp_path: Path) -> None:
    plug_in(tmp_path, 10)
    plug_in(tmp_path, 9)
    assert [(Path(found.path).name, found.port) for found in pads(tmp_path)] == [
        ("event9", "usb-0000:01:00.0-1.3/input0"),
        ("event10", "usb-0000:01:00.0-1.3/input0#2"),
    ]


NO_PADS = {
    "a mouse": {"keys": range(0x110, 0x113), "axes": ()},
    "a touch panel": {"keys": [0x14A]},
    "a headset": {"keys": [113, 114, 115], "axes": ()},
    "the Pi's own power button": {"bus": 0x19, "keys": [116]},
    "a keyboard of the PC's own": {"bus": 0x11, "keys": range(1, 100)},
    "something without a place": {"port": ""},
}


@pytest.mark.parametrize("what", NO_PADS)
def test_what_is_no_pad_is_passed_over(what: str, tmp_path: Path) -> None:
    plug_in(tmp_path, 1, **NO_PADS[what])  # type: ignore[arg-type]  # the rows differ
    assert pads(tmp_path) == []


def test_over_bluetooth_a_pad_is_its_own_port_and_nobody_knows_how_often_its_asked(tmp_path: Path) -> None:
    plug_in(tmp_path, 1, bus=5, port="b8:27:eb:00:00:01", uniq="00:1f:e2:aa:bb:cc", interval="")
    (found,) = pads(tmp_path)
    assert (found.bus, found.port, found.interval) == (Bus.BLUETOOTH, "00:1f:e2:aa:bb:cc", None)


@pytest.mark.parametrize(
    ("written", "read"),
    [("1ms", ms(1)), ("125us", Nanoseconds(125 * MICROSECOND)), ("10ms", ms(10)), ("soon", None), ("", None)],
)
def test_the_interval_is_the_descriptors(written: str, read: Nanoseconds | None, tmp_path: Path) -> None:
    plug_in(tmp_path, 1, interval=written)
    assert pads(tmp_path)[0].interval == read


def test_a_device_that_goes_while_it_is_looked_at_is_passed_over(tmp_path: Path) -> None:
    plug_in(tmp_path, 1)
    plug_in(tmp_path, 2, port="usb-0000:01:00.0-1.4/input0")
    (tmp_path / "inputs" / "event1" / "device" / "id" / "bustype").unlink()
    assert [found.port for found in pads(tmp_path)] == ["usb-0000:01:00.0-1.4/input0"]


def test_why_a_pad_cannot_be_opened_is_said_with_what_to_do(tmp_path: Path) -> None:
    def why(plug: UsbPlug) -> HardwareError:
        with pytest.raises(HardwareError) as error:
            open_device(plug, lambda: pads(tmp_path))
        return error.value

    assert isinstance(why(UsbPlug("a")), PadMissingError)
    plug_in(tmp_path, 1)
    gone = why(UsbPlug("a"))
    assert str(gone) == 'USB pad "a": it was unplugged; plug it in again'
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "event1").write_text("")
    assert isinstance(why(UsbPlug("a")), NotAPadError)
    elsewhere = 'USB pad "a": no pad is plugged in at usb-9/input0; plug it in there'
    assert str(why(UsbPlug("a", "usb-9/input0"))).startswith(elsewhere)
