"""What stands for games on a sheet on the home screen: a sheet with lines, and a column of figures. Pure."""

from ui import theme
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Box, Letters, Rim

ROWS = (("12", "7"), ("3", "20"), ("9", "-4"))
WIDE = 0.9
"""Width of the sheet in its heights."""
LEAST, MOST_MM = 16, 22.0
"""Fewer pixels show nothing; it is at most so high."""
TONES = ("orange", "sky")


def emblem(room: Room) -> tuple[Item, ...]:
    """Return the sheet in the middle of a rectangle."""
    rect, most = room.rect, room.mm(MOST_MM)
    high = int(min(rect.height, rect.width / WIDE, most))
    if high < LEAST:
        return ()
    wide = round(high * WIDE)
    paper = Rect(round(rect.center[0] - wide / 2), round(rect.center[1] - high / 2), wide, high)
    line = max(1.0, high * 0.02)
    head, rest = paper.inset(high * 0.06).cut_top(high * 0.2, high * 0.04)
    items: list[Item] = [Box(paper, theme.GROUND, high * 0.06), Rim(paper, theme.LINE, line, high * 0.06)]
    for name, cell in zip(TONES, head.columns([1, 1], high * 0.06), strict=True):
        items.append(Box(cell, theme.COLOURS[name], cell.height / 3))
    for figures, row in zip(ROWS, rest.rows(len(ROWS), 0), strict=True):
        for figure, cell in zip(figures, row.columns([1, 1], high * 0.06), strict=True):
            items.append(Letters(figure, cell, theme.TEXT, row.height * 0.62, bold=True))
    return tuple(items)
