"""The picture of lamps: its sums are right, no pin gives more than it may, and it can be read on paper."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from hardware.wiring.lamps_picture import (
    BARE,
    BASE_OHMS,
    DRIVER_OHMS,
    DRIVER_VOLTS,
    ON_PIN,
    PIN_MOST,
    PIN_VOLTS,
    lamps,
)
from tests.hardware.wiring.test_samples import DOCS

PAGE = 210.0
SMALLEST = 1.9
"""Size of the smallest letters on the sheet, in mm: as large as a newspaper's print."""


class Words:
    """A line of text on the page, and the room that it takes in a wide face."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.text = element.text or ""
        self.size = float(element.attrib["font-size"])
        wide = len(self.text) * self.size * (0.66 if "font-weight" in element.attrib else 0.58)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        self.left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]]
        self.right = self.left + wide
        self.top, self.bottom = y - self.size * 0.72, y + self.size * 0.02

    def crosses(self, other: "Words") -> bool:
        """Tell whether two texts lie over each other."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def words_of(drawn: str) -> list[Words]:
    """Return all texts of a picture."""
    return [Words(found) for found in ElementTree.fromstring(drawn).iter() if found.tag.endswith("text")]


def test_the_picture_in_the_docs_is_the_programs_own() -> None:
    assert lamps() == (DOCS / "lamps.svg").read_text(encoding="utf-8"), (
        "draw it anew: companion wiring --lamps docs/lamps.svg"
    )


def test_no_pin_gives_more_than_it_is_made_for() -> None:
    # An LED may have 0.3 V less across it than its kind has on average.
    drawn = [(PIN_VOLTS - led.volts + 0.3) / led.ohms for led in ON_PIN]
    drawn += [PIN_VOLTS / BASE_OHMS, (PIN_VOLTS - DRIVER_VOLTS) / DRIVER_OHMS]
    assert max(drawn) < PIN_MOST
    assert min(led.amperes() for led in ON_PIN) > 0.002, "dark"
    assert all(0.005 < led.amperes(volts) < 0.020 for volts, led in BARE)


@pytest.mark.parametrize(
    "sum_of",
    [
        "(3.3 V − 2 V) : 330 Ω = 4 mA",  # noqa: RUF001 - a minus is meant
        "(3.3 V − 3 V) : 100 Ω = 3 mA",  # noqa: RUF001
        "(3.3 V − 0.7 V) : 1000 Ω = 2.6 mA",  # noqa: RUF001
        "220 Ω at 5 V (9 mA), 680 Ω at 12 V (13 mA)",
    ],
)
def test_the_sums_stand_beside_the_resistors(sum_of: str) -> None:
    assert any(sum_of in label.text for label in words_of(lamps()))


def test_no_two_labels_lie_over_each_other_and_none_off_the_page() -> None:
    labels = words_of(lamps())
    assert not [f"{a.text!r} and {b.text!r}" for a, b in combinations(labels, 2) if a.crosses(b)]
    assert not [label.text for label in labels if label.left < 2 or label.right > PAGE - 2]
    assert not [(label.text, label.size) for label in labels if label.size < SMALLEST]
