"""What is written in a picture."""

from collections.abc import Iterable

from ui.stage.scene import Slot
from ui.stage.shapes import Letters


def letters(items: Iterable[Slot]) -> list[Letters]:
    """Return the lines of text among items, in the order in which they are drawn."""
    return [item for item in items if isinstance(item, Letters) and item.text]


def said(items: Iterable[Slot]) -> list[str]:
    """Return the texts among items."""
    return [line.text for line in letters(items)]
