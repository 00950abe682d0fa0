"""The picture of lamps: its sums are right, no pin is overloaded, and it can be read on paper."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from hardware.wiring.plan import lamp_page

PAGE = 210.0
SMALLEST = 1.9
"""Smallest letters on the sheet, in mm: the size of newspaper print."""


class Words:
    """A line of text on the page, and the room it takes in a wide typeface."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.text = element.text or ""
        self.size = float(element.attrib["font-size"])
        wide = len(self.text) * self.size * (0.66 if "font-weight" in element.attrib else 0.58)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        self.left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]]
        self.right = self.left + wide
        self.top, self.bottom = y - self.size * 0.72, y + self.size * 0.02

    def crosses(self, other: "Words") -> bool:
        """Return whether two texts overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def words_of(drawn: str) -> list[Words]:
    """Return all texts of a picture."""
    return [Words(found) for found in ElementTree.fromstring(drawn).iter() if found.tag.endswith("text")]


PIN_MOST = 8.0
"""Most milliamperes that a pin is rated for."""

SUM = re.compile(r"\((\S+) V − (\S+) V\) : (\d+) Ω = (\S+) mA")  # noqa: RUF001 - a real minus sign
"""Supply voltage, the part's own voltage, the resistor, and the current."""


def test_every_sum_is_right_and_no_pin_gives_more_than_it_is_made_for() -> None:
    label_texts = [label.text for label in words_of(lamp_page())]
    sums = [tuple(map(float, found.groups())) for text in label_texts if (found := SUM.search(text))]
    assert len(sums) == 4, "two LEDs, a transistor, a driver"
    for volts, taken, ohms, milliamperes in sums:
        assert milliamperes == pytest.approx(1000 * (volts - taken) / ohms, abs=0.5)
        # An LED may drop 0.3 V less than is typical for its kind.
        assert milliamperes > 0.6
        assert 1000 * (volts - taken + 0.3) / ohms < PIN_MOST
    assert any(text.endswith(f"which is made for {PIN_MOST:.0f} mA.") for text in label_texts)


def test_a_bare_led_behind_a_transistor_gets_what_it_bears() -> None:
    (label_texts,) = [label.text for label in words_of(lamp_page()) if "a bare white LED" in label.text]
    found = re.findall(r"(\d+) Ω at (\d+) V \((\d+) mA\)", label_texts)
    assert len(found) == 2
    for ohms, volts, milliamperes in (tuple(map(float, each)) for each in found):
        assert milliamperes == round(1000 * (volts - 3.0) / ohms)
        assert 5 < milliamperes < 20


def test_no_two_labels_lie_over_each_other_and_none_off_the_page() -> None:
    labels = words_of(lamp_page())
    assert not [f"{a.text!r} and {b.text!r}" for a, b in combinations(labels, 2) if a.crosses(b)]
    assert not [label.text for label in labels if label.left < 2 or label.right > PAGE - 2]
    assert not [(label.text, label.size) for label in labels if label.size < SMALLEST]
