"""Pins that a seats file can't have: the message, and the number that was probably meant."""

import re

import pytest

from hardware.errors import SeatsFileError
from hardware.wiring.pinouts import HEADER_PINS, PI_GPIO, number_meant
from hardware.wiring.seats_file import loads
from hardware.wiring.wiring import BOARD_PINS

PINS = {14: 8, 15: 10}
"""Where the serial line is on the header, by GPIO number."""

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


def seats(*pins: object, top: str = "", each: str = "") -> str:
    """Return a file with one seat on each of these pins, written as given."""
    return top + "".join(f"[[seat]]\nseat = {n}\ngrab = {pin}\n{each}" for n, pin in enumerate(pins, 1))


def refusal(text: str, machine: str = "") -> str:
    with pytest.raises(SeatsFileError) as refused:
        loads(text, "seats.toml", machine)
    return str(refused.value)


@pytest.mark.parametrize("pin", [28, 45])
def test_lines_that_are_not_on_the_header_carry_a_pi_4s_network(pin: int) -> None:
    message = refusal(seats(17, pin, 2))
    start = f"seats.toml: GPIO{pin}: seat 2's button can't be there: the header ends at GPIO27"
    assert message.startswith(start)
    assert "Wi-Fi, Bluetooth and Ethernet" in message


@pytest.mark.parametrize(
    ("pin", "meant"),
    [
        (29, "write 5 if you mean pin 29, which is GPIO5; else use GPIO2 to GPIO27"),
        (40, "write 21 if you mean pin 40, which is GPIO21; else use GPIO2 to GPIO27"),
        (30, "use GPIO2 to GPIO27 (pin 30 is GND)"),
        (41, "use GPIO2 to GPIO27"),
        (0, "use GPIO2 to GPIO27"),
        (1, "use GPIO2 to GPIO27 (pin 1 is 3.3 V)"),
    ],
)
def test_the_number_that_was_probably_meant_is_told(pin: int, meant: str) -> None:
    # GPIO2 is no position of a line, so the file isn't one of positions alone.
    assert refusal(seats(2, pin)).endswith(f"; {meant}")


@pytest.mark.parametrize("pin", [0, 1])
def test_the_pins_of_a_hats_memory_are_left_alone(pin: int) -> None:
    message = refusal(f"turn = {pin}\n" + seats(17))
    trouble = f"GPIO{pin}: the turn button can't be there, where a board on top of the Pi has its memory"
    assert trouble in message


def test_a_file_of_header_positions_is_told_as_a_whole() -> None:
    message = refusal(seats(11, 29, 40))
    assert message == (
        "seats.toml: the file: its numbers are positions on the header, not GPIO numbers; "
        "write 17 for 11, 5 for 29, 21 for 40"
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"pin 11"', "write 17: pin 11 is GPIO17"),
        ('"Pin #11"', "write 17: pin 11 is GPIO17"),
        ('"J8:11"', "write 17: pin 11 is GPIO17"),
        ('"BOARD11"', "write 17: pin 11 is GPIO17"),
        ('"pin 9"', "use another pin: pin 9 is GND"),
        ('"GPIO17"', "write 17, which is pin 11"),
        ('"gpio 17"', "write 17, which is pin 11"),
        ('"BCM17"', "write 17, which is pin 11"),
        ('"17"', "write 17 without quotes, if you mean GPIO17"),
        ('"the red one"', "write its GPIO number, as in 17"),
        ('"GPIO99"', "write its GPIO number, as in 17"),
    ],
)
def test_a_pin_given_by_a_name_is_told_by_its_number(written: str, meant: str) -> None:
    shown = written.replace(chr(34), chr(39))
    assert refusal(seats(written)) == f"seats.toml: line 3, [[seat]] 1, grab: is {shown}; {meant}"


def test_names_of_a_boards_pins_are_told_by_its_numbers() -> None:
    assert number_meant("GP15", "pico") == "write 15, which is pin 20"
    assert number_meant("pin 20", "pico") == "write 15: pin 20 is GP15"
    left = '[[board]]\nname = "left"\n'
    assert refusal(seats('"GP5"', each='board = "left"\n') + left).endswith("write 5, which is pin 7")
    meant = "write 26 if you mean pin 31, which is GP26; else use GP2 to GP22 or GP26 to GP28"
    assert refusal(seats(31, each='board = "left"\n') + left).endswith(meant)
    turn = f'turn = "GP5"\nturn_board = "left"\n{left}'
    assert refusal(turn + seats(17)).endswith("write 5, which is pin 7")


@pytest.mark.parametrize("port", ["/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"])
@pytest.mark.parametrize("pin", [14, 15])
def test_the_pins_of_a_boards_serial_line_are_taken(port: str, pin: int) -> None:
    board = f'[[board]]\nname = "far"\nport = "{port}"\n'
    message = refusal(seats(pin) + board)
    assert message == (
        f"seats.toml: GPIO{pin}: seat 1's button is on pin {PINS[pin]}, where the serial line of "
        '"far" is; wire it to another pin'
    )
    assert "seat 2's lamp is on" in refusal(seats(4) + f"[[seat]]\nseat=2\ngrab=5\nlamp = {pin}\n" + board)
    loads(seats(pin))


def test_further_serial_lines_take_pins_of_their_own_on_each_pi() -> None:
    board = '[[board]]\nname = "far"\nport = "/dev/ttyAMA3"\n'
    assert 'the serial line of "far"' in refusal(seats(4) + board, PI_4)
    assert 'the serial line of "far"' in refusal(seats(8) + board, PI_5)
    for pin, machine in ((8, PI_4), (14, PI_4), (4, PI_5), (4, "")):
        loads(seats(pin) + board, "seats.toml", machine)


@pytest.mark.parametrize("text", ["totem = 3\n" + seats(17), "normally_closed = true\n" + seats(3)])
def test_what_is_closed_at_rest_would_start_a_halted_pi_again(text: str) -> None:
    assert re.search(
        r"GPIO3: .* would start the Pi again after it is shut down, for it is closed at rest; .*2 \(pin 3\)",
        refusal(text),
    )


def test_what_the_sample_once_said_is_to_be_swapped() -> None:
    message = refusal("turn = 2\ntotem = 3\n" + seats(17))
    assert message.endswith("; swap it with the turn button on GPIO2 (pin 3)")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("grab = GPIO17", "line 3: is GPIO17; write 17, which is pin 11"),
        ("grab = pin 11", "line 3: is pin 11; write 17: pin 11 is GPIO17"),
        ("grab = GPIO17  # the red one", "line 3: is GPIO17; write 17, which is pin 11"),
        ("grab = ?", "line 3, column 8: not TOML: Invalid value; write it as the sample"),
    ],
)
def test_a_pins_name_without_quotes_is_told_too(line: str, message: str) -> None:
    assert f"seats.toml: {message}" in refusal(f"[[seat]]\nseat = 1\n{line}\n")


@pytest.mark.parametrize("text", ["pull = 'down'\nturn = 2\n" + seats(17), "pull = 'down'\n" + seats(3)])
def test_the_pis_own_pull_up_is_stronger_than_a_pull_down(text: str) -> None:
    trouble = "can't be pulled down there, against the Pi's own 1.8 kΩ to 3.3 V; use another pin"
    assert trouble in refusal(text)


def test_another_chip_has_lines_of_its_own() -> None:
    wiring = loads('chip = "gpio-sim"\ntotem = 3\n' + seats(0, 1, 30))
    assert [wires.grab for wires in wiring.seats] == [0, 1, 30]


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_the_headers_own_chip_is_the_header(label: str) -> None:
    assert "the header ends" in refusal(f'chip = "{label}"\n' + seats(2, 44))


def test_every_other_pin_can_be_a_seats() -> None:
    for pin in HEADER_PINS:
        loads(seats(pin))
    assert set(HEADER_PINS) == set(PI_GPIO.values())
    for pin in BOARD_PINS:
        loads(seats(pin, each='board = "b"\n') + '[[board]]\nname = "b"\n')
