"""The pins of both boards, against facts of their makers that are stated in another way."""

import pytest

from hardware.wiring.pinouts import Model, PinPlace, distance, pinout
from hardware.wiring.wiring import BOARD_PINS

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
    # The eight grounds of a Pico are every fifth pin from 3 on; the one at 33 is for analogue parts.
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
