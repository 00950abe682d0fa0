"""A map as large as fits below the header, and a column for words and pads beside it."""

from ui import theme
from ui.games.cryptid.hex_shapes import HIGH, TALL, WIDE
from ui.widgets.header import MARGIN_MM, body_of
from ui.widgets.layout import Rect, cut_pads

COLUMN_MM = 57.0
"""The column is so wide at least: four pads stand in it beside each other."""


def beside_map(rect: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the rooms of the header, of the map and of the column on a whole screen."""
    head, room = body_of(rect)
    margin = theme.mm(MARGIN_MM)
    wide = min(room.height * WIDE / (HIGH * TALL), room.width - theme.mm(COLUMN_MM) - margin)
    column, at = cut_pads(room, room.width - wide - margin, margin)
    return head, at, column
