"""The docs' sample wiring and its picture are what the program reads and draws."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.contacts import Seat, Timing
from hardware.seats_file import load
from hardware.wiring import SeatWires, Wiring
from hardware.wiring_picture import GPIO_AT, HEADER, main, picture

DOCS = Path(__file__).parents[2] / "docs"


def test_the_sample_wires_fifteen_seats_with_the_default_times() -> None:
    wiring = load(DOCS / "seats.toml")
    assert [wires.seat for wires in wiring.seats] == list(range(15))
    assert wiring.timing == Timing()
    assert {wire.pin for wire in wiring.wires()} <= set(GPIO_AT.values())


def test_the_picture_in_the_docs_is_the_programs_own() -> None:
    drawn = picture(load(DOCS / "seats.toml"))
    assert drawn == (DOCS / "wiring.svg").read_text(encoding="utf-8"), "draw it anew, see docs/wiring.md"


def test_the_table_in_the_docs_is_the_samples() -> None:
    rows = {
        cells[0].strip(): [int(cell) for cell in cells[1:] if cell.strip()]
        for line in (DOCS / "wiring.md").read_text(encoding="utf-8").splitlines()
        if len(cells := line.strip("|").split("|")) == 16 and "-" not in line
    }
    seats = load(DOCS / "seats.toml").seats
    assert rows["button"] == [wires.grab for wires in seats]
    assert rows["lamp"] == [wires.lamp for wires in seats if wires.lamp is not None]


def test_every_position_of_the_header_is_known_once() -> None:
    assert sorted([*HEADER, *GPIO_AT]) == list(range(1, 41))
    assert sorted(GPIO_AT.values()) == list(range(2, 28))


def test_a_wire_beside_the_header_is_listed_not_lost() -> None:
    drawn = picture(Wiring(seats=(SeatWires(Seat(0), 40),)))
    words = [element.text or "" for element in ElementTree.fromstring(drawn).iter()]
    assert any("not on the header: GPIO40, seat 1's button" in word for word in words)


def test_a_broken_file_is_one_sentence_and_no_picture(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="usage"):
        main([])
    with pytest.raises(SystemExit, match=r"none.toml: the file: can't be read"):
        main([str(tmp_path / "none.toml"), str(tmp_path / "picture.svg")])
    main([str(DOCS / "seats.toml"), str(tmp_path / "picture.svg")])
    assert [file.name for file in tmp_path.iterdir()] == ["picture.svg"]
