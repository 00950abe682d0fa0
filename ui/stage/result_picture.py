"""The picture of a result: winners, final board, everybody's figures, what was remarkable. Pure.

It is drawn on the screen, and as a file for a stick.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.stage import fonts, theme
from ui.stage.parts import LINE, mark, panel, paragraph
from ui.stage.rect import Point, Rect
from ui.stage.scene import Drawing, PlacedArt, Scene, Slot, Viewport
from ui.stage.shapes import Box, Letters, Stroke
from ui.stage.theme import Tone

HEAD_MM, GAP_MM, LEAST_COLUMN_MM = 19.0, 2.5, 36.0
"""Height of the winners' line; gap between the parts; least width for figures next to the board."""
ROW_MM, BETWEEN_MM = 14.0, 1.2
"""Greatest height of a line of figures, and the gap to the next."""
FIGURES = 0.58
"""The share of their column that figures take at most if there is text below."""
UPRIGHT, WIDEST = 0.55, 1.3
"""The share of an upright room that the board takes at most, and how much wider than high its room is.

In a wider one it would have everybody's figures next to it.
"""
READABLE_MM, BOARDS = 3.0, (1.0, 0.8, 0.65)
"""Wanted size of letters, and the shares of its room a board shrinks to for them before it is left out."""
ASIDE_MM, ABOVE_MM, LINE_MARK_MM, BY_MM = 1.4, 0.8, 7.5, 0.8
"""In a line of figures: margins at its sides and above, greatest mark, gap after each part."""
DIGIT = 0.62
"""Width of a digit, in sizes of its font."""
NAME, APIECE = 1.23, 1.07
"""Height of a name, and of each line of its note, in lines of the note's letters."""
MOST_MARKS, MARKS = 4, 0.34
"""Most marks in a line (others are only named), and the share of its width they take at most."""
MUCH_LARGER = 1.25
"""How much larger the title's letters must get to be worth a second line."""
APART = 0.4
"""Gap between two sentences, in sizes of their font."""
TOLD, MARK_MM = 0.4, 8.0
"""The share of the room that text below a race takes at most, and the size of the race's marks."""
ONE_COLUMN = 6
"""Up to this many lines are in one column, more in two."""


class EndLine(Struct, frozen=True):
    """A player's or a team's line: marks, name, figure (empty: the game has none), and what it counts."""

    plates: tuple[NamePlate, ...]
    name: str
    figure: str
    note: str
    won: bool


class Course(Struct, frozen=True):
    """The figures of one player, or of those who share a line, through a match, until they left it."""

    plates: tuple[NamePlate, ...]
    figures: tuple[int, ...]
    won: bool


class End(Struct, frozen=True):
    """A result in words: the title, the winners' marks, why, everybody's line, and other remarks (`remarks`).

    `race` has everybody's course, if the game is a race.
    """

    title: str
    winners: tuple[NamePlate, ...]
    why: str
    lines: tuple[EndLine, ...]
    remarks: tuple[str, ...]
    length: str
    race: tuple[Course, ...] = ()


def end_picture(end: End, board: Drawing | None, room: Viewport, grown: float = 1.0) -> Scene:
    """Return a result on a panel: the race, or figures next to the board (below it in an upright room).

    Without a race or board, the figures fill it. `grown`, 0 to 1, is how much is seen of a race, or of
    everybody's lines, from the last one on.
    """
    card = Box(room.rect, theme.PANEL, room.mm(theme.RADIUS_MM))
    room = Viewport(room.rect.inset(room.mm(3), room.mm(2)), room.density)
    gap = room.mm(GAP_MM)
    head, below_head = room.rect.cut_top(room.mm(HEAD_MM), gap)
    items: list[Slot] = [card, *_head(end, room, head)]
    if end.race:
        sentences = [(end.remarks[0], theme.TEXT)] if end.remarks else []
        sentences += [(text, theme.DIM) for text in end.remarks[1:]]
        low = min(below_head.height * TOLD, room.mm(theme.BODY_MM) * (LINE + APART) * len(sentences))
        below, race = below_head.cut_bottom(low, gap if sentences else 0)
        # What the figures count, if that is the same for all.
        notes = {line.note for line in end.lines if line.figure}
        unit = notes.pop() if len(notes) == 1 else ""
        items += _race(end.race, Viewport(race, room.density), unit, grown)
        items += _sentences(sentences, room, below)
        return Scene(tuple(items))
    sentences = [(text, theme.TEXT) for text in end.remarks]
    sentences += [(text, theme.DIM) for text in end.why.splitlines()]
    columns, between = 1 if len(end.lines) <= ONE_COLUMN else 2, room.mm(BETWEEN_MM)
    rows = [end.lines[n : n + columns] for n in range(0, len(end.lines), columns)]

    def needed(width: float, size: float) -> tuple[list[float], float]:
        """Return the heights of the lines, and of the text below, at a font size."""
        needs = [max(_height_of(line, room, width / columns, size) for line in row) + between for row in rows]
        return needs, _text_height(sentences, width, size) + gap if sentences else 0.0

    size = room.mm(READABLE_MM)
    for rooms in _rooms(below_head, room, board is not None):
        board_room, column = rooms
        needs, deep = needed(column.width, size)
        if sum(needs) + deep <= column.height:
            break
    while sum(needs) + deep > column.height and size > 1:
        size *= 0.96
        needs, deep = needed(column.width, size)
    if board is not None and board_room.height:
        items += board(Viewport(board_room.on_pixels(), room.density), None).items
    height = max(column.height * (FIGURES if sentences else 1), min(column.height - deep, sum(needs)))
    visible, after = grown * len(end.lines), len(end.lines)
    for row, high in zip(rows, _stretched(needs, room.mm(ROW_MM) + between, height), strict=True):
        across, column = column.cut_top(high - between, between)
        for line, cell in zip(row, across.columns([1] * columns, between), strict=False):
            after -= 1
            drawn = _line(line, Viewport(cell.on_pixels(), room.density), size)
            items += (_faded(item, min(1.0, max(0.0, visible - after))) for item in drawn)
    items += _sentences(sentences, room, column.cut_top(gap)[1])
    return Scene(tuple(items))


def _rooms(rect: Rect, room: Viewport, with_board: bool) -> Iterator[tuple[Rect, Rect]]:
    """Yield rooms for a board (if `with_board`) and for the text, with more for the text each time."""
    gap = room.mm(GAP_MM)
    side = min(rect.height * WIDEST, rect.width - room.mm(LEAST_COLUMN_MM) - gap, rect.width * 0.62)
    for share in BOARDS if with_board else ():
        if rect.height > rect.width:
            board, column = rect.cut_top(min(rect.width, rect.height * UPRIGHT) * share, gap)
            yield board.inset(max(0.0, board.width - board.height * WIDEST) / 2, 0), column
        else:
            yield rect.cut_left(side * share, gap)
    yield rect.cut_top(0)


def _height_of(line: EndLine, room: Viewport, width: float, size: float) -> float:
    """Return the height of a line `width` wide, with its note in letters of a size."""
    marks = (LINE_MARK_MM + BY_MM) * len(line.plates[:MOST_MARKS])
    figure = theme.FIGURE_MM * DIGIT * len(line.figure) + BY_MM * bool(line.figure)
    width -= room.mm(2 * ASIDE_MM + marks + figure)
    below = bool(line.note) and width < _one_line(line, size)
    notes = len(fonts.wrapped(line.note, width, size)) if below else 0
    return size * LINE * (NAME + notes * APIECE) + room.mm(2 * ABOVE_MM)


def _one_line(line: EndLine, size: float) -> float:
    """Return the width of a name with its note next to it, in letters of a size."""
    return fonts.width(line.name, NAME * size, bold=True) + size + fonts.width(line.note, size)


def _stretched(needs: list[float], row_height: float, height: float) -> list[float]:
    """Return each need, raised towards `row_height` as far as all fit into `height` together."""
    spare = [max(need, row_height) - need for need in needs]
    share = min(1.0, max(0.0, height - sum(needs)) / sum(spare)) if any(spare) else 0.0
    return [need + extra * share for need, extra in zip(needs, spare, strict=True)]


def _text_height(sentences: list[tuple[str, Tone]], width: float, size: float) -> float:
    """Return the height of sentences one below the other."""
    lines = sum(len(fonts.wrapped(text, width, size)) for text, _ in sentences)
    return size * (LINE * lines + APART * (len(sentences) - 1))


def _head(end: End, room: Viewport, rect: Rect) -> Iterator[Slot]:
    winners = end.winners[:MOST_MARKS]
    side = min(rect.height * 0.96, rect.width * MARKS / max(1, len(winners)))
    for plate in winners:
        at, rect = rect.cut_left(side, room.mm(GAP_MM))
        yield from mark(plate, round(at.x), round(at.center[1] - side / 2), side)
    low, high = rect.cut_bottom(room.mm(theme.BODY_MM) * LINE)
    yield from _title(end.title, high, room.mm(theme.GLANCE_MM))
    yield Letters(end.length, low, theme.DIM, room.mm(theme.BODY_MM), along=0)


def _title(title: str, rect: Rect, greatest: float) -> Iterator[Letters]:
    """Yield the title on one line, or on two if the letters get much larger that way."""
    one = min(greatest, rect.width / fonts.width(title, 1.0, bold=True))
    two = min(greatest, rect.height / (2 * LINE))
    while two > one and not _in_two(title, rect.width, two):
        two *= 0.96
    size = two if two > one * MUCH_LARGER else one
    lines = fonts.wrapped(title, rect.width, size, bold=True) if size > one else [title]
    for line, row in zip(lines, rect.rows(len(lines), 0), strict=True):
        yield Letters(line, row, theme.TEXT, size, bold=True, along=0)


def _in_two(title: str, width: float, size: float) -> bool:
    lines = fonts.wrapped(title, width, size, bold=True)
    return len(lines) <= 2 and all(fonts.width(line, size, bold=True) <= width for line in lines)


def _race(race: tuple[Course, ...], room: Viewport, label: str, grown: float) -> Iterator[Slot]:
    """Yield everybody's curve, the winners' thicker and on top, with marks and figures at their ends.

    While it grows, marks lead their curves and no figure is shown. The curve of a player who left is shorter,
    and its mark stays where it ends.
    """
    size, small = room.mm(theme.HEADING_MM), room.mm(theme.SMALL_MM)
    left_edge, top = room.rect.x, room.rect.top - (small * LINE if label else 0)
    if label:
        heading = Rect(left_edge, top, room.rect.width, small * LINE)
        yield Letters(label, heading, theme.DIM, small, along=0)
    highest = max(max(course.figures) for course in race)
    lowest = min(0, *(min(course.figures) for course in race))
    side = min(room.mm(MARK_MM), (top - room.rect.y) / len(race))
    steps = max(len(course.figures) for course in race) - 1
    ends = [course for course in race if len(course.figures) > steps]
    widest = max(len(str(course.figures[-1])) for course in ends)
    right = room.rect.right - side * 1.25 - size * DIGIT * widest
    low = room.rect.y + side / 2
    unit = max(1.0, top - side / 2 - low) / max(1, highest - lowest)

    def level(figure: float) -> float:
        return low + (figure - lowest) * unit

    yield Stroke(((left_edge, level(0)), (right, level(0))), theme.LINE, room.mm(0.3))
    ranked = sorted(race, key=lambda course: course.won)
    for course in ranked:
        step = (right - left_edge) / max(1, steps)
        curve = [(left_edge + n * step, level(figure)) for n, figure in enumerate(course.figures)]
        points = _first_steps(curve, grown * steps)
        tone = theme.line(theme.seat_tone(course.plates[0]))
        yield Stroke(points, tone, room.mm(1.1 if course.won else 0.6), round=True)
        if grown < 1 or course not in ends:
            x, y = points[-1]
            yield from mark(course.plates[0], x + side * 0.15, y - side / 2, side * 0.92)
    if grown < 1:
        return
    # Marks that would overlap move apart, each staying as near to its curve's end as possible.
    ends.sort(key=lambda course: course.figures[-1])
    places: list[float] = []
    for n, course in enumerate(ends):
        least_y = places[-1] + side if places else room.rect.y
        most_y = top - side * (len(ends) - n)
        places.append(min(max(level(course.figures[-1]) - side / 2, least_y), most_y))
    for course, y in zip(ends, places, strict=True):
        yield from mark(course.plates[0], right + side * 0.15, y + side * 0.04, side * 0.92)
        figure = Rect(right + side * 1.2, y, room.rect.right - right - side * 1.2, side)
        yield Letters(str(course.figures[-1]), figure, theme.TEXT, min(size, side), bold=course.won, along=0)


def _faded(item: Slot, share: float) -> Slot:
    """Return an item at a share of its opacity."""
    if item is None or share == 1:
        return item
    if isinstance(item, PlacedArt):
        return replace(item, opacity=item.opacity * share)
    return replace(item, tone=(*item.tone[:3], item.tone[3] * share))


def _first_steps(points: list[Point], along: float) -> tuple[Point, ...]:
    """Return the first `along` steps of a line, the last one in part."""
    complete = int(along)
    if complete + 1 >= len(points):
        return tuple(points)
    (x, y), (u, v), part = points[complete], points[complete + 1], along - complete
    return (*points[: complete + 1], (x + (u - x) * part, y + (v - y) * part))


def _line(line: EndLine, room: Viewport, size: float) -> Iterator[Slot]:
    rect = room.rect
    yield from panel(room, rect, theme.RAISED, theme.seat_tone(line.plates[0]) if line.won else None)
    inner = rect.inset(room.mm(ASIDE_MM), min(room.mm(ABOVE_MM), rect.height * 0.08))
    side = min(inner.height, room.mm(LINE_MARK_MM), inner.width / (2 + len(line.plates)))
    for plate in line.plates[:MOST_MARKS]:
        at, inner = inner.cut_left(side, room.mm(BY_MM))
        yield from mark(plate, round(at.x), round(at.center[1] - side / 2), side)
    if line.figure:
        large = min(room.mm(theme.FIGURE_MM), inner.height * 0.95)
        at, inner = inner.cut_right(min(inner.width * 0.45, large * DIGIT * len(line.figure)), room.mm(BY_MM))
        yield Letters(line.figure, at, theme.TEXT, large, bold=True, along=1)
    name, note = inner, None
    if line.note and inner.width >= _one_line(line, size) and inner.height < 2 * size * LINE * NAME:
        name, note = inner.cut_left(fonts.width(line.name, NAME * size, bold=True), size)
    elif line.note:
        notes = len(fonts.wrapped(line.note, inner.width, size))
        high = inner.height * NAME / (NAME + notes * APIECE)
        name, note = inner.cut_top(min(high, room.mm(theme.BODY_MM) * LINE))
    large = min(room.mm(theme.BODY_MM), name.height * 0.9)
    yield Letters(line.name, name, theme.TEXT, large, bold=True, along=0)
    if note is not None:
        yield from paragraph(line.note, note, theme.DIM, min(room.mm(theme.SMALL_MM), note.height * 0.8), 3)


def _sentences(sentences: list[tuple[str, Tone]], room: Viewport, rect: Rect) -> Iterator[Letters]:
    """Yield sentences one below the other, all in the largest size at which all fit."""
    size = room.mm(theme.BODY_MM)

    while _text_height(sentences, rect.width, size) > rect.height and size > 1:
        size *= 0.96
    top = rect.top
    for text, tone in sentences:
        for line in fonts.wrapped(text, rect.width, size):
            top -= size * LINE
            yield Letters(line, Rect(rect.x, top, rect.width, size * LINE), tone, size, along=0)
        top -= size * APART
