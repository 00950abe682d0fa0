"""Beside the board: the sides with their sequences and seats, and below them what lies on the table. Pure."""

from collections.abc import Iterator

from companion.games.sequence_states.view import SeatView, SideView, View
from companion.journal import Plate
from ui import theme
from ui.games.sequence_states import art, words
from ui.games.sequence_states.aims import SeatTap
from ui.games.sequence_states.art import TONES
from ui.stage import fonts
from ui.stage.parts import mark, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, PlacedArt, Room, Scene, Spot
from ui.stage.shapes import Box, Letters, Rim, Stroke

ROW_MM, LEAST_ROW_MM, HIGH_ROW_MM = 9.0, 4.3, 5.0
"""Heights of a seat's row: at most; before seats stand side by side; and so high that the head may grow."""
HEAD_MM = 12.5
HEAD, LOW_HEAD = 0.43, 0.36
"""Share of the height that chip and figure take, and what they take where the rows would become low."""
STACKED_MM = 8.4
"""Heads of this height have what is needed below the figure; and a chip is at most so large."""

STATUS = 0.44
"""Share of a row's height that the line under the name takes."""
NARROW_MM = 10.5
"""Where there is less room than this for the words, they are fewer, and there is no arrow."""
ARROW_MM = 3.6
COUNT_MM, DIGIT = 7.0, 0.72
"""Size of a number of sequences at least, and of a digit in it: so high and at most so wide."""
FIGURE, LARGER = 1.25, 1.09
"""Size of that number, in heights of its room, and how much larger large text may make it."""
LEAST_LETTERS_MM = 2.8
"""What would be smaller isn't written."""
CARD = 0.74
"""Width of a little card, in its heights."""
TAKES = "yellow"
"""The colour of what has to be done: a card to be taken."""


def sides(view: View, plates: tuple[Plate, ...], room: Room, rect: Rect, gap: float, finger: Spot) -> Scene:
    """Return the sides from the top down, or beside each other; the rows of their seats are its spots."""
    items: list[Item | None] = []
    pads: list[tuple[SeatTap, Rect]] = []
    names = [plates[seat.seat].name for seat in view.seats]
    longest = max(fonts.width(name, 1, bold=True) for name in names) or 1.0
    count = len(view.sides)
    rooms = rect.rows(count, gap) if rect.height > rect.width else rect.columns([1] * count, gap)
    for side, at in zip(view.sides, rooms, strict=True):
        card = at.on_pixels()
        head, cells = _plan(room, card, len(side.seats))
        turns = any(view.seats[seat].turns for seat in side.seats)
        items += _ground(room, card, side, turns=turns)
        items += _head(room, head, side, view.needed)
        for seat, cell in zip(side.seats, cells, strict=True):
            pads.append((SeatTap(seat), cell))
            items += _seat(room, cell, view.seats[seat], plates[seat], longest, finger == SeatTap(seat))
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _ground(room: Room, card: Rect, side: SideView, *, turns: bool) -> Iterator[Item | None]:
    corner, line = room.mm(theme.RADIUS_MM), room.mm(0.6)
    yield Box(card, theme.PANEL, corner)
    yield Rim(card.inset(room.mm(0.35)), theme.line(TONES[side.colour]), line, corner) if turns else None


def _plan(room: Room, card: Rect, count: int) -> tuple[Rect, list[Rect]]:
    """Return where a side's head and the rows of its seats lie."""
    inner = card.inset(room.mm(1.5), room.mm(1.1))
    gap = min(room.mm(0.8), inner.height * 0.03)
    columns = 1 if (inner.height * 0.62 - gap * count) / count >= room.mm(LEAST_ROW_MM) else 2
    columns = min(columns, count)
    lines = -(-count // columns)
    # The head gets what it wants only where the rows stay high.
    high = (inner.height * (1 - HEAD) - gap * lines) / lines >= room.mm(HIGH_ROW_MM)
    head = min(room.mm(HEAD_MM), inner.height * (HEAD if high else LOW_HEAD))
    row = min(room.mm(ROW_MM), (inner.height - head - gap * lines) / lines)
    free = inner.height - head - (row + gap) * lines
    above, below = inner.cut_top(head + free * 0.3)
    used = Rect(below.x, below.y + free * 0.35, below.width, (row + gap) * lines - gap)
    cells = [cell.on_pixels() for cell in used.grid(count, columns, gap)]
    return Rect(above.x, above.top - head, above.width, head), cells


def _head(room: Room, head: Rect, side: SideView, needed: int) -> Iterator[Item | None]:
    """Yield the chip, the colour, and the number of sequences in a large figure."""
    chip = min(head.height, room.mm(STACKED_MM), head.width / 3)
    at, rest = head.cut_left(chip, room.mm(1.3))
    low = round(at.center[1] - chip / 2)
    yield PlacedArt(art.chip(side.colour), (round(at.x) + chip / 2, low + chip / 2), chip)
    small, count = room.mm(theme.SMALL_MM), room.mm(COUNT_MM) * theme.LARGER
    # What is needed stands below the figure, or beside it where the head is low.
    if head.height >= max(room.mm(STACKED_MM), count * DIGIT + small * 1.15):
        right, rest = rest.cut_right(room.mm(6.4), room.mm(0.6))
        of, figure = right.cut_bottom(small * 1.15)
        size = small * 1.1
    else:
        right, rest = rest.cut_right(room.mm(9.6) + (theme.LARGER - 1) * count, room.mm(0.6))
        figure, of = right.cut_left(count * DIGIT, room.mm(0.6))
        of = Rect(of.x, of.y + of.height * 0.08, of.width, of.height * 0.6)
        size = min(small, of.height)
    # All sides' names are as large as the longest may be.
    fits = rest.width / max(fonts.width(name, 1, bold=True) for name in words.COLOURS.values())
    name = min(room.mm(theme.TITLE_MM), head.height * 0.6, fits)
    called = words.COLOURS[side.colour] if name >= room.mm(LEAST_LETTERS_MM) else ""
    yield Letters(called, rest, theme.TEXT, name, bold=True, along=0)
    glance = min(room.mm(theme.GLANCE_MM), max(figure.height * FIGURE * min(theme.LARGER, LARGER), count))
    yield Letters(str(side.sequences), figure, theme.TEXT, glance, bold=True)
    yield readable(room, words.of_needed(needed), of, theme.DIM, size)


def _seat(
    room: Room, rect: Rect, seat: SeatView, plate: Plate, longest: float, pressed: bool
) -> Iterator[Item | None]:
    """Yield a row: the mark, the name, the hand as a little card, and a card that is to be taken.

    `longest` is the width of the longest name at the table, in sizes of its letters.
    """
    corner, line = min(room.mm(1.4), rect.height * 0.25), max(1.0, room.mm(0.4))
    yield Box(rect, theme.PRESSED if pressed or seat.turns else (*theme.RAISED[:3], 0.55), corner)
    yield Rim(rect.inset(line / 2), theme.PRIMARY, line, corner) if seat.turns else None
    inner = rect.inset(min(room.mm(0.9), rect.height * 0.12), rect.height * 0.09)
    side = min(inner.height, room.mm(6.4), inner.width * 0.26)
    left, rest = inner.cut_left(side, min(room.mm(1.2), side * 0.25))
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), round(side))
    high = min(inner.height * 0.96, room.mm(6), inner.width * 0.3)
    right, rest = rest.cut_right(high * CARD, min(room.mm(0.8), high * 0.2))
    # A hand that has lost cards is dim: where many sit there is no room to say so.
    hand = theme.DIM if seat.lost else theme.PRIMARY
    ground = theme.COLOURS[TAKES] if seat.owes else hand if seat.hand else theme.LINE
    paper = Rect(round(right.x), round(right.center[1] - high / 2), round(high * CARD), round(high))
    yield Box(paper, ground, high * 0.14)
    ink = theme.ON_PRIMARY if seat.owes or seat.hand else theme.TEXT
    # Where many sit at the table the figure has all of its card.
    size = max(high * 0.66, min(room.mm(LEAST_LETTERS_MM), high * 0.95))
    yield Letters(str(seat.hand), right, ink, size, bold=True)
    narrow = rest.width < room.mm(NARROW_MM)
    small = min(room.mm(theme.SMALL_MM), rest.height * STATUS * 0.92)
    status = _status(seat, rest.width, small) if small >= room.mm(LEAST_LETTERS_MM) else ""
    low, name = rest.cut_bottom(rest.height * STATUS if status else 0)
    if seat.owes and not narrow:
        arrow, name = name.cut_right(min(room.mm(ARROW_MM), name.width * 0.3), room.mm(0.4))
        yield from _arrow(room, arrow)
    else:
        yield from (None, None)
    # All names are as large as the longest may be.
    size = min(room.mm(theme.HEADING_MM) * 0.85, inner.height * 0.52)
    size = max(min(size, name.width / longest), room.mm(theme.SMALL_MM))
    yield readable(room, plate.name, name, theme.TEXT, size, bold=True, along=0)
    tone = theme.COLOURS[TAKES] if seat.owes else theme.DIM
    yield readable(room, status, low, tone, small, along=0)


def _status(seat: SeatView, width: float, size: float) -> str:
    """Return what is the matter with a seat's cards, shorter where there is less room."""
    if not (seat.owes or seat.lost):
        return ""
    long, short = words.lost_cards(seat.lost), words.lost(seat.lost)
    if seat.owes:
        long, short = words.draws_cards(seat.owes), words.DRAWS
        if seat.late:
            long, short = words.DRAW_NOW, words.NOW
    return long if fonts.width(long, round(size)) <= width else short


def _arrow(room: Room, rect: Rect) -> Iterator[Stroke]:
    """Yield an arrow into the hand: a card is to be taken."""
    y, width, reach = rect.center[1], max(1.0, room.mm(0.32)), min(room.mm(1.1), rect.height * 0.3)
    tip, tone = rect.right - width, theme.COLOURS[TAKES]
    yield Stroke(((rect.x + width, y), (tip, y)), tone, 2 * width)
    yield Stroke(((tip - reach, y + reach), (tip, y), (tip - reach, y - reach)), tone, 2 * width)
