"""The picture of an end: who has won, the final board, everybody's figures, what was remarkable. Pure.

It is drawn on the screen, and as a file for a stick.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.journal import Plate
from ui import theme
from ui.stage import fonts
from ui.stage.parts import LINE, mark, panel, paragraph
from ui.stage.rect import Rect
from ui.stage.scene import Drawing, Item, Room, Scene
from ui.stage.shapes import Letters
from ui.theme import Tone

HEAD_MM, GAP_MM, LEAST_COLUMN_MM = 13.0, 2.5, 36.0
"""Height of the winners' line; between the parts; what the figures need beside the board at least."""
ROW_MM, BETWEEN_MM = 14.0, 1.2
"""A line of figures is at most so high, and so far from the next."""
FIGURES = 0.58
"""The share of their column that figures take at most where more is told below."""
UPRIGHT = 0.55
"""The share of an upright room that the board takes at most."""
MOST_MARKS = 4
"""More winners than these are only named."""
APART = 0.4
"""Between two sentences, in sizes of their font."""
ONE_COLUMN = 6
"""More lines than these stand in two columns."""


class EndLine(Struct, frozen=True):
    """A player's or a team's line: marks, name, figure (empty: the game has none), and what that is."""

    plates: tuple[Plate, ...]
    name: str
    figure: str
    note: str
    won: bool


class End(Struct, frozen=True):
    """An end in words: the title, the winners' marks, why, everybody's line, and what else is told."""

    title: str
    winners: tuple[Plate, ...]
    why: str
    lines: tuple[EndLine, ...]
    told: tuple[str, ...]
    length: str


def end_picture(end: End, board: Drawing | None, room: Room) -> Scene:
    """Return it: figures beside the board, or in an upright room below; without one they have all of it."""
    gap = room.mm(GAP_MM)
    head, rest = room.rect.cut_top(room.mm(HEAD_MM), gap)
    items: list[Item | None] = [*_head(end, room, head)]
    column = rest
    if board is not None:
        side = min(rest.height * 1.3, rest.width - room.mm(LEAST_COLUMN_MM) - gap, rest.width * 0.62)
        left, column = rest.cut_left(side, gap)
        if rest.height > rest.width:
            left, column = rest.cut_top(min(rest.width, rest.height * UPRIGHT), gap)
        items += board(Room(left.on_pixels(), room.density), None).items
    low, column = column.cut_bottom(room.mm(theme.SMALL_MM) * LINE)
    items.append(Letters(end.length, low, theme.DIM, room.mm(theme.SMALL_MM), along=0))
    told = [(text, theme.TEXT) for text in end.told]
    told += [(text, theme.DIM) for text in end.why.splitlines()]
    columns = 1 if len(end.lines) <= ONE_COLUMN else 2
    deep, between = max(1, -(-len(end.lines) // columns)), room.mm(BETWEEN_MM)
    most = column.height * (FIGURES if told else 1.0)
    figures, below = column.cut_top(min(most, deep * (room.mm(ROW_MM) + between)), gap)
    for line, cell in zip(end.lines, figures.grid(len(end.lines), columns, between), strict=True):
        items += _line(line, Room(cell.on_pixels(), room.density))
    items += _told(told, room, below)
    return Scene(tuple(items))


def _head(end: End, room: Room, rect: Rect) -> Iterator[Item | None]:
    side = rect.height * 0.92
    for plate in end.winners[:MOST_MARKS]:
        at, rect = rect.cut_left(side, room.mm(GAP_MM))
        yield from mark(plate, round(at.x), round(at.center[1] - side / 2), side)
    yield Letters(end.title, rect, theme.TEXT, room.mm(theme.FIGURE_MM), bold=True, along=0)


def _line(line: EndLine, room: Room) -> Iterator[Item | None]:
    rect = room.rect
    yield from panel(room, rect, theme.RAISED, theme.seat_tone(line.plates[0]) if line.won else None)
    inner = rect.inset(room.mm(1.4), min(room.mm(0.8), rect.height * 0.08))
    side = min(inner.height, room.mm(7.5), inner.width / (2 + len(line.plates)))
    for plate in line.plates[:MOST_MARKS]:
        at, inner = inner.cut_left(side, room.mm(0.8))
        yield from mark(plate, round(at.x), round(at.center[1] - side / 2), side)
    if line.figure:
        size = min(room.mm(theme.FIGURE_MM), inner.height * 0.95)
        at, inner = inner.cut_right(min(inner.width * 0.45, size * 0.62 * len(line.figure)), room.mm(0.8))
        yield Letters(line.figure, at, theme.TEXT, size, bold=True, along=1)
    name, note = inner, None
    if line.note:
        name, note = inner.cut_top(min(inner.height * 0.5, room.mm(theme.BODY_MM) * LINE))
    yield Letters(
        line.name, name, theme.TEXT, min(room.mm(theme.BODY_MM), name.height * 0.9), bold=True, along=0
    )
    if note is not None:
        yield from paragraph(line.note, note, theme.DIM, min(room.mm(theme.SMALL_MM), note.height * 0.8), 3)


def _told(told: list[tuple[str, Tone]], room: Room, rect: Rect) -> Iterator[Letters]:
    """Yield sentences one below the other, all of one size: as large as lets all of them in."""
    size = room.mm(theme.BODY_MM)

    def broken() -> list[list[str]]:
        return [fonts.wrapped(text, rect.width, size) for text, _ in told]

    def high() -> float:
        return size * (sum(LINE * len(lines) for lines in broken()) + APART * (len(told) - 1))

    while high() > rect.height and size > 1:
        size *= 0.96
    top = rect.top
    for lines, (_, tone) in zip(broken(), told, strict=True):
        for line in lines:
            top -= size * LINE
            yield Letters(line, Rect(rect.x, top, rect.width, size * LINE), tone, size, along=0)
        top -= size * APART
