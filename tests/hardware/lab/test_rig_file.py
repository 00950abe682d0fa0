"""The rig file: what it may contain, and the one-sentence error for everything else."""

from pathlib import Path

import pytest

from hardware.grab.contacts import Seat
from hardware.lab.trials import RigFileError, RigWires, load_rig, read_rig
from hardware.wiring.wiring import SeatWires, UsbPlug, UsbSeat, Wiring

WIRING = Wiring(
    seats=(SeatWires(Seat(0), 17, 27), SeatWires(Seat(1), 22), SeatWires(Seat(4), 23)),
    turn=4,
    usb=(UsbPlug("left"),),
    usb_seats=(UsbSeat(Seat(3), "left", 30),),
)


def test_a_seat_and_its_output() -> None:
    assert read_rig("[rig]\n1 = 5\n2 = 6\n5 = 7\n", WIRING) == RigWires({Seat(0): 5, Seat(1): 6, Seat(4): 7})


def test_a_second_board_presses_with_its_own_pins() -> None:
    wires = read_rig('board = "/dev/ttyACM1"\n[rig]\n1 = 17\n2 = 22\n', WIRING)
    assert wires == RigWires({Seat(0): 17, Seat(1): 22}, board="/dev/ttyACM1")


def test_on_another_chip_the_same_numbers_are_other_pins() -> None:
    wires = read_rig('chip = "other"\n[rig]\n1 = 17\n2 = 22\n', WIRING)
    assert wires.chip == "other"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rig\n", "rig.toml: line 1, column 5: not TOML: Expected ']'"),
        ("rig = " + "[" * 5_000, "rig.toml: the file: is no rig file; write it as docs/lab.md shows"),
        ("", "[rig]: names fewer than two seats; write [rig], then 1 = 5 and 2 = 6 below it"),
        ("[rig]\n1 = 5\n", "[rig]: names fewer than two seats"),
        ("rig = 3\n", "[rig]: names fewer than two seats"),
        ("[rigg]\n1 = 5\n", "has an unknown key 'rigg'; did you mean rig?"),
        ("x = 1\n[rig]\n1 = 5\n2 = 6", "has an unknown key 'x'; known here: chip, board, rig"),
        ("[rig]\n1 = 5\n3 = 6\n", "[rig] 3: has no button in the seats file; use one of 1, 2, 4, 5"),
        ("[rig]\n1 = 5\n0 = 6\n", "[rig] 0: is no seat; write the seat's number, counting from 1"),
        ("[rig]\n1 = 5\nred = 6\n", "[rig] red: is no seat"),
        ('[rig]\n1 = 5\n"²" = 6\n', "[rig] ²: is no seat"),
        ("[rig]\n1 = 5\n2 = 5\n", "[rig] 2: GPIO5 is seat 1's output already; wire the rig to another pin"),
        ("[rig]\n1 = 5\n2 = 17\n", "[rig] 2: GPIO17 is seat 1's button already"),
        ("[rig]\n1 = 5\n2 = 27\n", "GPIO27 is seat 1's lamp already"),
        ("[rig]\n1 = 5\n2 = 4\n", "GPIO4 is the turn button already"),
        ("[rig]\n1 = true\n2 = 6\n", "[rig] 1: is True; give a whole number from 0 to 1023"),
        ("[rig]\n1 = -1\n2 = 6\n", "[rig] 1: is -1; give a whole number"),
        ("chip = 1\n[rig]\n1 = 5\n2 = 6\n", "chip: is 1; write it in quotes"),
        ('board = "a"\nchip = "b"\n[rig]\n1 = 5\n2 = 6\n', "chip and board: are both there"),
        ('board = "a"\n[rig]\n1 = 5\n2 = 25\n', "[rig] 2: GP25 can't be an output; use GP2 to GP22"),
    ],
)
def test_everything_else_is_refused_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(RigFileError) as refused:
        read_rig(text, WIRING)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(RigFileError, match=r"can't be read .*; make one as docs/lab.md shows"):
        load_rig(tmp_path / "none.toml", WIRING)
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(RigFileError, match="line 1: isn't UTF-8 text; save the file as UTF-8"):
        load_rig(tmp_path / "bad.toml", WIRING)
    (tmp_path / "good.toml").write_text("[rig]\n1 = 5\n2 = 6\n")
    assert load_rig(tmp_path / "good.toml", WIRING).outputs == {0: 5, 1: 6}
