"""The pins of both boards, against their makers' facts; and which serial line is where, on which Pi."""

import pytest

from hardware.boards import serial_ports
from hardware.boards.serial_ports import find_port
from hardware.errors import NotABoardError
from hardware.wiring.pinouts import Model, PinPlace, distance, generation, pinout, wrong_name
from hardware.wiring.wiring import BOARD_PINS, BoardPlug

PI = {place.position: place for place in pinout("pi")}
PICO = {place.position: place for place in pinout("pico")}


@pytest.mark.parametrize("model", ["pi", "pico"])
def test_forty_pins_each_at_a_place_of_its_own(model: Model) -> None:
    places = pinout(model)
    assert [place.position for place in places] == list(range(1, 41))
    assert len({(place.side, place.row) for place in places}) == 40
    assert {place.row for place in places} == set(range(20))
    numbers = [place.number for place in places if place.kind == "line"]
    assert len(numbers) == len(set(numbers)) == 26


def test_the_header_leads_out_gpio_2_to_27_and_eight_grounds() -> None:
    assert {pin.number for pin in PI.values()} - {None} == set(range(2, 28))
    assert [pin.position for pin in PI.values() if pin.kind == "ground"] == [6, 9, 14, 20, 25, 30, 34, 39]


def test_a_pico_leads_out_what_the_seats_file_allows_and_its_serial_line() -> None:
    assert {place.number for place in PICO.values()} - {None} == {0, 1, *BOARD_PINS}
    # A Pico's eight grounds are every fifth pin from 3 on; the one at 33 is for analogue parts.
    assert [place.position for place in PICO.values() if "GND" in place.name] == list(range(3, 39, 5))


@pytest.mark.parametrize(
    ("place", "row", "side"),
    [
        (PI[1], 0, "left"),
        (PI[2], 0, "right"),
        (PI[40], 19, "right"),
        (PICO[1], 0, "left"),
        (PICO[40], 0, "right"),
    ],
)
def test_corners(place: PinPlace, row: int, side: str) -> None:
    assert (place.row, place.side) == (row, side)


@pytest.mark.parametrize(
    ("position", "name"), [(4, "GP2"), (20, "GP15"), (21, "GP16"), (29, "GP22"), (31, "GP26"), (36, "3V3")]
)
def test_a_picos_pins_go_round(position: int, name: str) -> None:
    assert PICO[position].name == name


def test_neighbours_are_one_step_apart_across_a_header_and_seven_across_a_pico() -> None:
    assert distance("pi", PI[1], PI[2]) == distance("pi", PI[1], PI[3]) == 1
    assert distance("pico", PICO[20], PICO[21]) == 7


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
    message = wrong_name("/dev/serial0", "Raspberry Pi 5 Model B Rev 1.0", lambda port: "/dev/ttyAMA10")
    assert message == (
        'on a Pi 5 /dev/serial0 is the debug socket, not pins 8 and 10; write port = "/dev/ttyAMA0" in the '
        "seats file, and dtparam=uart0=on in /boot/firmware/config.txt"
    )


def test_elsewhere_or_where_the_name_was_moved_serial0_is_right() -> None:
    assert wrong_name("/dev/serial0", "Raspberry Pi 4 Model B Rev 1.4") == ""
    assert wrong_name("/dev/serial0", "Raspberry Pi 5 Model B Rev 1.0", lambda port: "/dev/ttyAMA0") == ""
    assert wrong_name("/dev/ttyAMA0", "Raspberry Pi 5 Model B Rev 1.0") == ""


def test_a_board_is_not_looked_for_at_the_debug_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_ports, "this_machine", lambda: "Raspberry Pi 5 Model B Rev 1.0")
    debug = r'^grab board "far": on a Pi 5 /dev/serial0 is the debug socket'
    with pytest.raises(NotABoardError, match=debug):
        find_port(BoardPlug("far", "/dev/serial0"), list)
    assert find_port(BoardPlug("far", "/dev/ttyAMA0"), list) == "/dev/ttyAMA0"
