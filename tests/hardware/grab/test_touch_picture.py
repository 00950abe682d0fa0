"""The picture in docs/timing.md is what the program draws, and agrees with its own words."""

from pathlib import Path

from hardware.grab.contacts import ContactState
from tests.hardware.grab.touch_picture import EXAMPLES, picture, read

DOCS = Path(__file__).parents[3] / "docs"


def test_the_picture_in_the_docs_is_the_one_that_is_drawn() -> None:
    drawn = (DOCS / "touches.svg").read_text(encoding="utf-8")
    assert drawn == picture(), "draw it again: python -m tests.hardware.grab.touch_picture docs/touches.svg"


def test_every_row_reads_as_its_words_say() -> None:
    seen = {}
    for example in EXAMPLES:
        line = read(example)
        contacts = [c for c in line.contacts if c.standing is ContactState.COUNTS]
        seen[example.title] = (len(contacts), len(line.marks), any(c.earliest < c.at for c in contacts))
    assert seen == {
        "Press": (1, 0, False),
        "Tap": (1, 0, False),
        "Brush, then a press": (1, 1, False),
        "Brush or bounce?": (1, 0, True),
        "Two spikes": (0, 2, False),
        "Chatter": (0, 4, False),
        "Resting hand, chatter": (0, 0, False),
        "Resting hand lets go": (1, 0, False),
    }
