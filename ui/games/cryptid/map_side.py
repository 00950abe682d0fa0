"""A map as large as fits at the left, and a column for words and pads beside it."""

from ui import theme
from ui.games.cryptid.hex_shapes import HIGH, TALL, WIDE
from ui.widgets.header import MARGIN_MM
from ui.widgets.layout import Rect

COLUMN_MM = 57.0
"""The column is so wide at least: four pads stand in it beside each other."""


def beside_map(rect: Rect) -> tuple[Rect, Rect]:
    """Return the rooms of the map and of the column on a whole screen."""
    margin = theme.mm(MARGIN_MM)
    inner = rect.inset(margin)
    wide = min(inner.height * WIDE / (HIGH * TALL), inner.width - theme.mm(COLUMN_MM) - margin)
    return inner.cut_left(wide, margin)


def top_of(column: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the rooms of the way back, of the words beside it, and of what is left below."""
    gap = theme.mm(theme.GAP_MM)
    head, rest = column.cut_top(theme.mm(theme.TARGET_MM + 2), gap)
    back, beside = head.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
    return back, beside, rest
