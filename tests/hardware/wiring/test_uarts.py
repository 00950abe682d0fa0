"""Which serial line is where, on which Pi."""

import pytest

from hardware.boards import serial_ports
from hardware.boards.serial_ports import find_port
from hardware.errors import NotABoardError
from hardware.wiring.pinouts import generation, wrong_name
from hardware.wiring.wiring import BoardPlug


@pytest.mark.parametrize(
    ("model", "number"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", 5),
        ("Raspberry Pi 500 Rev 1.0", 5),
        ("Raspberry Pi Compute Module 5 Rev 1.0", 5),
        ("Raspberry Pi 4 Model B Rev 1.5", 4),
        ("Raspberry Pi 400 Rev 1.0", 4),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", 3),
        ("Raspberry Pi Zero 2 W Rev 1.0", 0),
        ("x86_64, no Raspberry Pi", 0),
    ],
)
def test_which_pi_it_is(model: str, number: int) -> None:
    assert generation(model) == number


def test_on_a_pi_5_serial0_is_the_debug_socket() -> None:
    said = wrong_name("/dev/serial0", "Raspberry Pi 5 Model B Rev 1.0", lambda port: "/dev/ttyAMA10")
    assert said == (
        'on a Pi 5 /dev/serial0 is the debug socket, not pins 8 and 10; write port = "/dev/ttyAMA0" in the '
        "seats file, and dtparam=uart0=on in /boot/firmware/config.txt"
    )


def test_elsewhere_or_where_the_name_was_moved_serial0_is_right() -> None:
    assert wrong_name("/dev/serial0", "Raspberry Pi 4 Model B Rev 1.4") == ""
    assert wrong_name("/dev/serial0", "Raspberry Pi 5 Model B Rev 1.0", lambda port: "/dev/ttyAMA0") == ""
    assert wrong_name("/dev/ttyAMA0", "Raspberry Pi 5 Model B Rev 1.0") == ""


def test_a_board_is_not_looked_for_at_the_debug_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports, "this_machine", lambda: "Raspberry Pi 5 Model B Rev 1.0")
    with pytest.raises(
        NotABoardError, match=r'^grab board "far": on a Pi 5 /dev/serial0 is the debug socket'
    ):
        find_port(BoardPlug("far", "/dev/serial0"), list)
    assert find_port(BoardPlug("far", "/dev/ttyAMA0"), list) == "/dev/ttyAMA0"
