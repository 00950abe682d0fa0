"""Drawing a sheet's table: a column for each side with the rounds below, or a panel for each side.

Pure.
"""

from collections.abc import Callable, Iterator, Sequence

from companion.game import Seat
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.view import View
from companion.journal import NamePlate
from ui.games.sheet import words
from ui.language.phrases import inside
from ui.stage import fonts, theme
from ui.stage.parts import LEAST_ROOM, least_width, mark, panel, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Scene, Slot, Spot, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.theme import Tone

SheetProps = TableProps[View, None, None]

MOST_WITH_COLUMNS = 6
"""Most sides that have columns; more of them have panels."""
HEAD_MM, TOTAL_MM, ROW_MM = 11.0, 12.0, 7.0
"""Height of the names, of the totals, and least height of a round."""
MOST_ROW_MM = 9.0
NUMBER_MM, GAP_MM, MARK_MM = 12.0, 1.4, 7.4
"""Width of the rounds' numbers; gap between columns; size of a mark."""
PANEL_MM, MOST_PANEL_MM = 6.5, 34.0
"""Least and greatest height of a panel."""
WIDE_MM = 33.0
"""Least width of a panel if several are side by side."""
COUNT_MM = 7.0
"""Least size of a total."""
GROWN = 1.5
"""Greatest size of a total in a panel that has the room, in glance sizes."""
NAME, NOTED = 0.4, 0.65
"""Least share of a panel for the name, and greatest share of the figures' room for words next to them."""
ABOVE = 0.4
"""Share of a high panel's height for the name above the total."""
LEAST_MARK = 0.6
"""Least size of a mark that gives way to a name, in its usual size."""
USUAL, FLAT = 1.2, 1.32
"""Usual and greatest size of digits in heights of their line: they are less high than their size."""
FEW, MANY, NEARER_MM = 4, 9, 0.8
"""Fewer sides than `FEW` have panels one below the other; from `MANY` on the gap is `NEARER_MM`."""


def table(props: SheetProps, room: Viewport, finger: Spot | None) -> Scene:
    """Return the whole sheet. Its spots are seats: the first one stands for a whole team."""
    sides = len(props.view.totals)
    wide = room.rect.width / sides - room.mm(GAP_MM) - room.mm(2)
    longest = max(least_width(room, _name(props.plates, _members(props.view, side))) for side in range(sides))
    if sides <= MOST_WITH_COLUMNS and not room.narrow and longest <= wide - room.mm(NUMBER_MM) / sides:
        return _columns(props, room, finger)
    return _panels(props, room, finger)


def rounds(view: View) -> list[tuple[int, list[int | None]]]:
    """Return each round's number with the points by side; None for a side that hasn't had its turn."""
    sides = len(view.totals)
    if view.sheet.told == "rounds":
        return [(row.round, list(row.points)) for row in view.rows]
    by_round: dict[int, list[int | None]] = {}
    for row in view.rows:
        assert row.seat is not None
        points = by_round.setdefault(row.round, [None] * sides)
        points[row.seat] = (points[row.seat] or 0) + row.points[0]
    return list(by_round.items())


def _members(view: View, side: int) -> list[int]:
    return [seat for seat, team in enumerate(view.team_of) if team == side]


def _tone(view: View, side: int) -> Tone:
    """Return the tone of a total: bright for those in front, and for all before the first row."""
    best = (max if view.sheet.wins == "high" else min)(view.totals)
    behind = bool(view.rows) and bool(view.sheet.columns) and view.totals[side] != best
    return theme.DIM if behind else theme.TEXT


def _has_turn(view: View, side: int) -> bool:
    turn = view.turn if view.settled else view.hands.answering
    return view.ended is None and turn is not None and view.team_of[turn] == side


def _note(view: View, members: Sequence[int]) -> str:
    """Return the note on a side in this round: out, passed, deals, or how the grab stands."""
    if view.ended is not None:
        return ""
    if members[0] in view.out:
        return words.OUT
    if members[0] in view.passed:
        return words.PASSED
    grab_hands = view.hands
    notes = [words.DEALS] if view.dealer in members else []
    if grab_hands.right in members:
        notes.append(inside(words.RIGHT))
    elif any(seat in members for seat in grab_hands.wrong):
        notes.append(words.WAS_WRONG)
    elif grab_hands.order and any(seat in members for seat in grab_hands.order[0]):
        notes.append(words.AGAIN if grab_hands.tied else words.ANSWERS)
    return ", ".join(map(str, notes))


# A column for each side.


def _columns(props: SheetProps, room: Viewport, finger: Spot | None) -> Scene:
    view, gap = props.view, room.mm(GAP_MM)
    sides = len(view.totals)
    left, right = room.rect.cut_left(room.mm(NUMBER_MM), gap)
    columns = right.columns([1] * sides, gap)
    items, pads = _grounds(props, room, columns, finger)
    for side, (_, rect) in enumerate(pads):
        head, rest = rect.inset(room.mm(1)).cut_top(room.mm(HEAD_MM), gap)
        items += _head(props, room, side, head)
        foot, _ = rest.cut_bottom(room.mm(TOTAL_MM), gap)
        items.append(_total(view, room, side, foot))
    items += _rows(view, room, left, columns)
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _grounds(
    props: SheetProps, room: Viewport, cells: Sequence[Rect], finger: Spot | None
) -> tuple[list[Slot], list[tuple[Seat, Rect]]]:
    """Return a ground for each side, with a coloured edge in its turn, and where each is tapped."""
    items: list[Slot] = []
    pads = []
    for side, cell in enumerate(cells):
        spot, rect = Seat(_members(props.view, side)[0]), cell.on_pixels()
        pads.append((spot, rect))
        edge = theme.seat_tone(props.plates[spot]) if _has_turn(props.view, side) else None
        items += panel(room, rect, theme.PRESSED if finger == spot else theme.PANEL, edge)
    return items, pads


def _head(props: SheetProps, room: Viewport, side: int, rect: Rect) -> Iterator[Slot]:
    """Yield a side's marks and name, with the note below."""
    members = _members(props.view, side)
    size = min(room.mm(MARK_MM), rect.height * 0.6, rect.width / (len(members) + 1))
    x = rect.x
    for seat in members:
        yield from mark(props.plates[seat], round(x), round(rect.top - size), size)
        x += size * 1.1
    beside = Rect(x + room.mm(0.8), rect.top - size, max(0.0, rect.right - x - room.mm(0.8)), size)
    below, _ = rect.cut_bottom(max(0.0, rect.height - size))
    name, note, small = _name(props.plates, members), _note(props.view, members), room.mm(theme.SMALL_MM)
    # A long name has the whole width.
    first, second = (beside, below) if least_width(room, name) <= beside.width else (below, beside)
    yield readable(room, name, first, theme.TEXT, room.mm(theme.BODY_MM), bold=True, along=0)
    yield readable(room, note, second, theme.DIM, min(small, second.height), along=0)


def _name(plates: tuple[NamePlate, ...], members: Sequence[int]) -> str:
    return plates[members[0]].name if len(members) == 1 else ""


def _total(view: View, room: Viewport, side: int, rect: Rect) -> Letters:
    tone, size = _tone(view, side), min(room.mm(theme.GLANCE_MM), rect.height)
    return Letters(words.standing_of(view, side), rect, tone, size, bold=True)


def _rows(view: View, room: Viewport, left: Rect, columns: Sequence[Rect]) -> Iterator[Slot]:
    """Yield as many of the last rounds as fit, newest at the bottom, then the round being entered."""
    gap = room.mm(GAP_MM)
    inner = left.inset(0, room.mm(1))
    _, rest = inner.cut_top(room.mm(HEAD_MM), gap)
    foot, body = rest.cut_bottom(room.mm(TOTAL_MM), gap)
    small = room.mm(theme.SMALL_MM) * 1.1
    yield Letters(words.TOTAL, foot, theme.DIM, min(small, foot.height))
    fits = max(1, int(body.height / room.mm(ROW_MM)))
    lines = [(number, [_points_text(points) for points in by_side]) for number, by_side in rounds(view)]
    if view.begun and view.ended is None:
        lines.append((view.round, [_unfinished(view, side) for side in range(len(columns))]))
    lines = lines[-fits:]
    high = min(body.height / fits, room.mm(MOST_ROW_MM))
    for line in range(fits):
        number, figures = lines[line] if line < len(lines) else (None, [""] * len(columns))
        y = body.top - (line + 1) * high
        row = Rect(left.x, y, left.width, high)
        size = min(room.mm(theme.HEADING_MM), high * 0.8)
        yield Letters("" if number is None else str(number), row, theme.DIM, min(small, high))
        for figure, column in zip(figures, columns, strict=True):
            yield Letters(figure, Rect(column.x, y, column.width, high), theme.TEXT, size)


def _points_text(points: int | None) -> str:
    return "" if points is None else f"{points:+d}" if points else "0"


def _unfinished(view: View, side: int) -> str:
    """Return the figures of a side that have been entered in this round, in brackets."""
    columns = (view.sheet.columns[number] for number in view.parsed.entered)
    figures = []
    for column, column_figures in zip(columns, view.begun, strict=False):
        if column.of == "seat":
            figures += [str(column_figures[seat]) for seat in _members(view, side)]
        elif column.of == "team":
            figures.append(str(column_figures[side]))
    return f"({', '.join(figures)})" if figures else ""


# A panel for each side.


def _panels(props: SheetProps, room: Viewport, finger: Spot | None) -> Scene:
    view, sides = props.view, len(props.view.totals)
    gap = room.mm(GAP_MM if sides < MANY else NEARER_MM)
    most = max(1, int((room.rect.width + gap) / (room.mm(WIDE_MM) + gap)))
    high = room.mm(PANEL_MM) + gap
    fits = max(1, int((room.rect.height + gap) / high))
    # An upright room has height for panels one below the other, but no width for two.
    few = sides < FEW or room.rect.height > room.rect.width
    across = min(most, max(-(-sides // fits), 1 if few else 2))
    down = -(-sides // across)
    height = min(room.mm(MOST_PANEL_MM), (room.rect.height - gap * (down - 1)) / down)
    used, _ = room.rect.cut_top(height * down + gap * (down - 1))
    cells = used.grid(down * across, across, gap)
    last = rounds(view)[-1][1] if view.rows and view.sheet.columns else [None] * sides
    items, pads = _grounds(props, room, cells[:sides], finger)
    for side, (_, rect) in enumerate(pads):
        items += _panel(props, room, side, rect.inset(room.mm(1), room.mm(0.2)), last)
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _panel(
    props: SheetProps, room: Viewport, side: int, rect: Rect, last: Sequence[int | None]
) -> Iterator[Slot]:
    """Yield a side's marks, name, points of the last round and total; a long name goes above the figures."""
    view, gap, small = props.view, room.mm(0.5), room.mm(theme.SMALL_MM)
    members, sides = _members(view, side), range(len(view.totals))
    names = [_name(props.plates, _members(view, other)) for other in sides]
    longest = max(least_width(room, name) for name in names)
    # A readable name is worth more than a large mark.
    size = min(room.mm(MARK_MM), rect.height)
    size = max(min(size, rect.width - longest - room.mm(0.8) - size * 0.1), size * LEAST_MARK)
    x = rect.x
    for seat in members:
        yield from mark(props.plates[seat], round(x), round(rect.center[1] - size / 2), size)
        x += size * 1.1
    rest = Rect(x + room.mm(0.8), rect.y, max(0.0, rect.right - x - room.mm(0.8)), rect.height)
    name_text, note = _name(props.plates, members), _note(view, members)
    points = words.standing_of(view, side)
    # Points of a round have up to three digits; a note, such as who presses again, is a word or two.
    shows_note = bool(note) and (not view.settled or members[0] in view.passed)
    round_points = note if shows_note else _points_text(last[side]) if view.settled else ""
    points_width = max(fonts.width(text, small) for text in (round_points, *map(_points_text, last))) + gap
    count = room.mm(COUNT_MM)
    if rest.height - count * theme.LARGER / FLAT >= small * LEAST_ROOM:
        count *= theme.LARGER
    most = max(fonts.width(words.standing_of(view, other), count, bold=True) for other in sides) + 2 * gap
    above = rest.height - count / FLAT
    text, glance = room.mm(theme.BODY_MM), room.mm(theme.GLANCE_MM)
    widest = max(fonts.width(words.standing_of(view, other), 1.0, bold=True) for other in sides)
    # In a high panel the total is larger below the name than next to it.
    high_enough = rest.height >= text + glance / FLAT
    wide_enough = longest + points_width + widest * glance <= rest.width
    if high_enough and not wide_enough:
        name, figures = rest.cut_top(max(text, rest.height * ABOVE))
    elif longest > rest.width - most - points_width and above >= small * LEAST_ROOM:
        name, figures = rest.cut_top(above)
    else:
        if longest > rest.width - most - points_width and not shows_note:
            # The points of the last round are in the history too.
            points_width, round_points = 0.0, ""
        wide = max(fonts.width(name, text, bold=True) for name in names)
        free = max(rest.width - most - points_width, rest.width * NAME)
        name, figures = rest.cut_left(min(wide, free), gap)
    points_rect, total = figures.cut_left(min(points_width, figures.width * NOTED), gap)
    yield readable(room, name_text, name, theme.TEXT, min(text, rect.height), bold=True, along=0, whole=True)
    yield Letters(round_points, points_rect, theme.DIM, min(small, rect.height), along=1)
    tone = _tone(view, side)
    high = min(glance * GROWN, max(figures.height * USUAL, min(count, figures.height * FLAT)))
    # All totals have the same size.
    high = min(high, total.width / widest) if widest else high
    yield Letters(points, total, tone, high, bold=True, along=1)


# Pictures of games on a sheet in general, and of one: its columns, a clock, or a buzzer.

ROWS = (("12", "7"), ("3", "20"), ("9", "-4"))
WIDE = 0.9
"""Width of the paper in its heights."""
MOST_MM = 22.0
"""Greatest height of the paper."""
TONES = ("orange", "sky")


def _paper(room: Viewport) -> Rect:
    """Return the rectangle of the paper in the middle of a room."""
    high = int(min(room.rect.height, room.rect.width / WIDE, room.mm(MOST_MM)))
    wide, (x, y) = round(high * WIDE), room.rect.center
    return Rect(round(x - wide / 2), round(y - high / 2), wide, high)


def emblem(room: Viewport) -> tuple[Item, ...]:
    """Return a sheet in the middle of a rectangle."""
    paper = _paper(room)
    high = paper.height
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
"""Most columns in a picture; more would be too narrow to see."""
EVERY_TONE = ("orange", "sky", "green", "yellow", "purple", "vermilion")


def picture_of(sheet: Sheet) -> Callable[[Viewport], tuple[Item, ...]]:
    """Return the picture of one sheet: its initial over its columns, its clock, or its buzzer."""

    def picture(room: Viewport) -> tuple[Item, ...]:
        paper = _paper(room)
        high = paper.height
        line, corner = max(1.0, high * 0.03), high * 0.1
        name, foot = paper.inset(high * 0.1).cut_top(high * 0.5, high * 0.05)
        letter = Letters(sheet.name[:1].upper(), name, theme.TEXT, name.height, bold=True)
        ground, rim = Box(paper, theme.GROUND, corner), Rim(paper, theme.LINE, line, corner)
        return (ground, rim, letter, *_foot(sheet, foot))

    return picture


def _foot(sheet: Sheet, rect: Rect) -> tuple[Item, ...]:
    """Return what is used for the scores: a buzzer as a disc, a clock as a ring, each column as a bar."""
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
    entered = [column for column in sheet.columns if not column.formula][:MOST_COLUMNS]
    bars = rect.columns([1] * len(entered), rect.width * 0.06)
    return tuple(
        Box(bar, theme.COLOURS[EVERY_TONE[n]], min(bar.width, bar.height) / 4) for n, bar in enumerate(bars)
    )
