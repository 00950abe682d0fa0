"""What stands for games on a sheet, and for one of them: its columns, a clock, or a buzzer. Pure."""

from collections.abc import Callable

from companion.games.sheet.sheet import Sheet
from ui import theme
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Box, Letters, Rim, Stroke

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


MOST_COLUMNS = 5
"""More of them are too narrow to be seen."""
EVERY_TONE = ("orange", "sky", "green", "yellow", "purple", "vermilion")


def picture_of(sheet: Sheet) -> Callable[[Room], tuple[Item, ...]]:
    """Return what stands for one sheet: how its name begins, over its columns, its clock, or its buzzer."""

    def picture(room: Room) -> tuple[Item, ...]:
        high = int(min(room.rect.height, room.rect.width / WIDE, room.mm(MOST_MM)))
        if high < LEAST:
            return ()
        wide = round(high * WIDE)
        center = room.rect.center
        paper = Rect(round(center[0] - wide / 2), round(center[1] - high / 2), wide, high)
        line, corner = max(1.0, high * 0.03), high * 0.1
        name, foot = paper.inset(high * 0.1).cut_top(high * 0.5, high * 0.05)
        letter = Letters(sheet.name[:1].upper(), name, theme.TEXT, name.height, bold=True)
        return (
            Box(paper, theme.GROUND, corner),
            Rim(paper, theme.LINE, line, corner),
            letter,
            *_foot(sheet, foot),
        )

    return picture


def _foot(sheet: Sheet, rect: Rect) -> tuple[Item, ...]:
    """Return what is told: a buzzer is a disc, a clock a ring, and each column a bar."""
    side = min(rect.width, rect.height)
    disc = Rect(rect.center[0] - side / 2, rect.center[1] - side / 2, side, side)
    if sheet.grab is not None:
        return (Box(disc, theme.COLOURS["vermilion"], side / 2),)
    if sheet.clock is not None:
        ring = disc.inset(side * 0.08)
        middle = ring.center
        hand = ((middle[0], middle[1] + side * 0.3), middle, (middle[0] + side * 0.22, middle[1]))
        tone = theme.COLOURS["sky"]
        return (Rim(ring, tone, side * 0.12, ring.height / 2), Stroke(hand, tone, side * 0.12, round=True))
    told = [column for column in sheet.columns if not column.counted][:MOST_COLUMNS]
    bars = rect.columns([1] * len(told), rect.width * 0.06)
    return tuple(
        Box(bar, theme.COLOURS[EVERY_TONE[n]], min(bar.width, bar.height) / 4) for n, bar in enumerate(bars)
    )
