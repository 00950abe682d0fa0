"""Beside the board of Sequence States & Capitals: the sides, and below them the draw deck. No Kivy."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from companion.games.sequence_states.view import SeatView, SideView, View
from companion.journal import NamePlate
from ui.games.pending import SeatTap
from ui.games.sequence_states import art, words
from ui.games.sequence_states.art import TONES
from ui.stage import fonts, theme
from ui.stage.parts import LEAST_ROOM, mark, paragraph, readable
from ui.stage.rect import Rect
from ui.stage.scene import Pads, PlacedArt, Scene, Slot, Spot, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.table.names import joined

# The sides: for each a head, with chip and number of sequences, and a row or cell per seat.

ROW_MM, HIGH_ROW_MM = 9.0, 5.0
"""Heights of a seat's row: the greatest, and from which on the head may grow."""
HEAD_MM = 12.5
HEAD, LOW_HEAD = 0.43, 0.36
"""Share of the height for the head, and the smaller share if rows would get too low."""
STACKED_MM = 8.4
"""From this height on, a head has "of 2" below its figure; also the greatest size of its chip."""
CHIP_MM, LEAST_CHIP_MM = 5.0, 3.0
"""Sizes of a chip above a figure: what it gets before the figure grows, and the least."""

STATUS = 0.44
"""Share of a row's height for the line under the name."""
NARROW_MM = 10.5
"""With less width than this for text there is no arrow."""
ARROW_MM = 3.6
OF = 1.15
"""Height of the text below the number of sequences, in sizes of its letters."""
COUNT_MM, DIGIT = 7.0, 0.72
"""Least size of the number of sequences, and height and greatest width of a digit, in that size."""
FIGURE, LARGER = 1.25, 1.09
"""Size of that number, in heights of its room, and the factor by which large text may enlarge it."""
LEAST_LETTERS_MM = 2.8
"""Smaller text is left out."""
CARD_HIGH, CARD_WIDE = 0.8, 0.68
"""Height and width of a hand's little card, in sizes of its digit; digits have no descenders."""
PAPER = 1.12
"""Height of the card drawn for a hand, in heights of its digit's line, if there is room."""
LEAST_MARK_MM, ROW_GAP_MM, ROW_EDGE_MM = 3.2, 0.6, 0.6
"""In a row: least size of the mark, gap between parts, and margin around them."""
MARK = 0.42
"""Share of the width that a mark gets before the figure grows."""
UPRIGHT_SHARE = 0.4
"""Greatest share of the width for a head at the left."""
INSET_MM, CLOSE_MM = 0.8, 0.7
"""Margins inside a side: left and right, and above and below."""
TAKES = "yellow"
"""The colour for a draw that is due."""


def sides(
    view: View, plates: tuple[NamePlate, ...], room: Viewport, rect: Rect, gap: float, finger: Spot
) -> Scene:
    """Return the sides, one below the other or side by side; the rows of their seats are its spots."""
    items: list[Slot] = []
    pads: list[tuple[SeatTap, Rect]] = []
    names = [plates[seat.seat].name for seat in view.seats]
    longest = max(fonts.width(name, 1, bold=True) for name in names) or 1.0
    count = len(view.sides)
    rooms = rect.rows(count, gap) if rect.height > rect.width else rect.columns([1] * count, gap)
    cards = [at.on_pixels() for at in rooms]
    # Heights may differ by a pixel: plan for the lowest, so that all sides look alike.
    plan = _plan(room, min(cards, key=lambda card: card.height), len(view.sides[0].seats), longest)
    for side, card in zip(view.sides, cards, strict=True):
        head, cells = plan(card)
        turns = any(view.seats[seat].turns for seat in side.seats)
        items += _ground(room, card, side, turns=turns)
        items += _head(room, head, side, view.state.needed)
        for seat, cell in zip(side.seats, cells, strict=True):
            pads.append((SeatTap(seat), cell))
            items += _seat(room, cell, view.seats[seat], plates[seat], longest, finger == SeatTap(seat))
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _ground(room: Viewport, card: Rect, side: SideView, *, turns: bool) -> Iterator[Slot]:
    corner, line = room.mm(theme.RADIUS_MM), room.mm(0.6)
    yield Box(card, theme.PANEL, corner)
    yield Rim(card.inset(room.mm(0.35)), theme.line(TONES[side.colour]), line, corner) if turns else None


Plan: TypeAlias = Callable[[Rect], tuple[Rect, list[Rect]]]
"""Returns the rectangles of a side's head and of its seats' rows."""


def _plan(room: Viewport, card: Rect, count: int, longest: float) -> Plan:
    """Return the layout for sides of `count` seats, with the longest name at the table.

    If a row has no room for name and figure, choose columns and the head's place so that figures are large
    enough; then so that names fit; then for the largest figures; then so that nothing else is small.
    """
    inner, gap, digit = _inside(room, card), _gap(room, card), room.mm(COUNT_MM) * theme.LARGER
    row = (inner.height - _low_head(room, inner)) / count - gap
    if row >= digit * CARD_HIGH and row_wide(room, longest) <= inner.width:
        return partial(_in_rows, room, count)
    plans: list[Plan] = [
        partial(_in_cells, room, count, columns, head_on_top)
        for columns in range(1, count + 1)
        for head_on_top in (True, False)
    ]

    def worth(plan: Plan) -> tuple[int, bool, int, bool, float]:
        head, (cell, *_) = plan(card)
        figure = round(min(_figure(room, head), _digit(room, cell)))
        enough = min(figure, round(room.mm(COUNT_MM)))
        fits_beside, fits_above = _names_fit(room, cell, longest)
        return enough, fits_beside or fits_above, figure, fits_beside, min(_chip(room, head), cell.height)

    return max(plans, key=worth)


def _inside(room: Viewport, card: Rect) -> Rect:
    return card.inset(room.mm(INSET_MM), room.mm(CLOSE_MM))


def _gap(room: Viewport, card: Rect) -> float:
    return min(room.mm(0.8), card.height * 0.02)


def _low_head(room: Viewport, inner: Rect) -> float:
    """Return the least height of a head: its figure's."""
    figure = room.mm(COUNT_MM) * theme.LARGER * DIGIT
    return min(room.mm(HEAD_MM), max(inner.height * LOW_HEAD, figure))


def _in_rows(room: Viewport, count: int, card: Rect) -> tuple[Rect, list[Rect]]:
    """Return the head's rectangle, and rows of seats below it."""
    inner, gap = _inside(room, card), _gap(room, card)
    head = _low_head(room, inner)
    # The head gets its full share only if the rows stay high enough.
    high_enough = max(room.mm(COUNT_MM) * theme.LARGER, room.mm(HIGH_ROW_MM))
    if (inner.height * (1 - HEAD)) / count - gap >= high_enough:
        head = min(room.mm(HEAD_MM), inner.height * HEAD)
    row = min(room.mm(ROW_MM), (inner.height - head) / count - gap)
    free = inner.height - head - (row + gap) * count
    above, below = inner.cut_top(head + free * 0.3)
    used = Rect(below.x, below.y + free * 0.35, below.width, (row + gap) * count - gap)
    cells = used.rows(count, gap)
    return Rect(above.x, above.top - head, above.width, head), [cell.on_pixels() for cell in cells]


def _in_cells(room: Viewport, count: int, columns: int, on_top: bool, card: Rect) -> tuple[Rect, list[Rect]]:
    """Return the head's rectangle, above or at the left, and cells of seats in columns."""
    inner, gap = _inside(room, card), _gap(room, card)
    if on_top:
        cells_high = -(-count // columns) * (room.mm(COUNT_MM) * theme.LARGER * CARD_HIGH + gap)
        high = max(room.mm(COUNT_MM) * DIGIT, min(room.mm(HEAD_MM), inner.height - cells_high))
        head, rest = inner.cut_top(high, gap)
    else:
        head, rest = inner.cut_left(min(room.mm(STACKED_MM), inner.width * UPRIGHT_SHARE), 2 * gap)
    return head, [cell.on_pixels() for cell in rest.grid(count, columns, gap)]


def _is_upright(head: Rect) -> bool:
    """Return whether a head is upright, with its parts one below the other."""
    return head.height > head.width


def _figure(room: Viewport, head: Rect) -> float:
    """Return the size of the number of sequences that fits into a head."""
    count, high = room.mm(COUNT_MM), head.height
    if _is_upright(head):
        high -= room.mm(theme.SMALL_MM) * OF
        high = max(high - room.mm(CHIP_MM), min(high - room.mm(LEAST_CHIP_MM), count * DIGIT))
    return min(count * theme.LARGER, high / DIGIT)


def _chip(room: Viewport, head: Rect) -> float:
    """Return the size of the chip in a head."""
    if not _is_upright(head):
        return min(head.height, room.mm(STACKED_MM), head.width / 3)
    below = max(room.mm(COUNT_MM), _figure(room, head)) * DIGIT + room.mm(theme.SMALL_MM) * OF
    return max(0.0, min(head.width, head.height - below))


def _digit(room: Viewport, cell: Rect) -> float:
    """Return the size of a hand's figure that fits into a cell beside the mark."""
    count, wide = room.mm(COUNT_MM), cell.width - room.mm(ROW_GAP_MM + 2 * ROW_EDGE_MM)
    # The mark grows first, then the figure.
    mark_wide = max(room.mm(LEAST_MARK_MM), min(wide * MARK, wide - count * CARD_WIDE))
    return min(count * theme.LARGER, cell.height / CARD_HIGH, (wide - mark_wide) / CARD_WIDE)


def _names_fit(room: Viewport, cell: Rect, longest: float) -> tuple[bool, bool]:
    """Return whether names fit beside the figure in a cell, and whether they fit only above it."""
    small, digit = room.mm(theme.SMALL_MM), room.mm(COUNT_MM) * theme.LARGER
    inner, fits_beside = _inside_cell(room, cell), row_wide(room, longest) <= cell.width
    high_enough = inner.height - digit * CARD_HIGH >= small * LEAST_ROOM
    return fits_beside, not fits_beside and longest * small <= inner.width and high_enough


def _inside_cell(room: Viewport, cell: Rect) -> Rect:
    """Return the inside of a cell; its margins shrink if the figure needs the height."""
    spare = max(0.0, cell.height - room.mm(COUNT_MM) * theme.LARGER * CARD_HIGH)
    return cell.inset(room.mm(ROW_EDGE_MM), min(cell.height * 0.06, spare / 2))


def row_wide(room: Viewport, longest: float) -> float:
    """Return the width that a row needs for mark, name and the hand's figure."""
    name, figure = longest * room.mm(theme.SMALL_MM), room.mm(COUNT_MM) * theme.LARGER * CARD_WIDE
    return name + figure + room.mm(LEAST_MARK_MM + 2 * ROW_GAP_MM + 2 * ROW_EDGE_MM)


def _head(room: Viewport, head: Rect, side: SideView, needed: int) -> Iterator[Slot]:
    """Yield the chip, the colour's name, and the number of sequences as a large figure."""
    if _is_upright(head):
        yield from _upright_head(room, head, side, needed)
        return
    small, count = room.mm(theme.SMALL_MM), max(room.mm(COUNT_MM), _figure(room, head))
    needs = words.of_needed(needed)
    # The number needed goes below the figure, or beside it in a low head.
    if head.height >= max(room.mm(STACKED_MM), count * DIGIT + small * OF):
        right, rest = head.cut_right(room.mm(6.4), room.mm(0.6))
        of, figure = right.cut_bottom(small * OF)
        size = small * 1.1
    else:
        wide = count * DIGIT + room.mm(0.6) + fonts.width(str(needs), small) + room.mm(0.6)
        right, rest = head.cut_right(wide, room.mm(0.6))
        figure, of = right.cut_left(count * DIGIT, room.mm(0.6))
        of = Rect(of.x, of.y + of.height * 0.08, of.width, of.height * 0.6)
        size = min(small, of.height)
    chip = min(_chip(room, head), rest.width)
    at, rest = rest.cut_left(chip, room.mm(1.3))
    low = round(at.center[1] - chip / 2)
    yield PlacedArt(art.chip(side.colour), (round(at.x) + chip / 2, low + chip / 2), chip)
    # All sides' names have the size that fits the longest.
    fits = rest.width / max(fonts.width(name, 1, bold=True) for name in words.COLOURS.values())
    name = min(room.mm(theme.TITLE_MM), head.height * 0.6, fits)
    title = words.COLOURS[side.colour] if name >= room.mm(LEAST_LETTERS_MM) else ""
    yield Letters(title, rest, theme.TEXT, name, bold=True, along=0)
    glance = min(room.mm(theme.GLANCE_MM), max(figure.height * FIGURE * min(theme.LARGER, LARGER), count))
    yield Letters(str(side.sequences), figure, theme.TEXT, glance, bold=True)
    yield readable(room, needs, of, theme.DIM, size, whole=True)


def _upright_head(room: Viewport, head: Rect, side: SideView, needed: int) -> Iterator[Slot]:
    """Yield the same parts one below the other, without the colour's name."""
    small, count = room.mm(theme.SMALL_MM), max(room.mm(COUNT_MM), _figure(room, head))
    chip = _chip(room, head)
    at, rest = head.cut_top(chip)
    yield PlacedArt(art.chip(side.colour), (round(at.center[0]), round(at.center[1])), chip)
    yield None
    of, figure = rest.cut_bottom(small * OF)
    yield Letters(str(side.sequences), figure, theme.TEXT, max(count, figure.height), bold=True)
    yield readable(room, words.of_needed(needed), of, theme.DIM, small, whole=True)


def _seat(
    room: Viewport, rect: Rect, seat: SeatView, plate: NamePlate, longest: float, pressed: bool
) -> Iterator[Slot]:
    """Yield a seat's row: mark, name, hand as a little card, and an arrow if a draw is due.

    `longest` is the width of the longest name at the table, in sizes of its letters: all names fit, or none
    is shown.
    """
    corner, line = min(room.mm(1.4), rect.height * 0.25), max(1.0, room.mm(0.4))
    yield Box(rect, theme.PRESSED if pressed or seat.turns else (*theme.RAISED[:3], 0.55), corner)
    yield Rim(rect.inset(line / 2), theme.PRIMARY, line, corner) if seat.turns else None
    digit, gap, small = room.mm(COUNT_MM) * theme.LARGER, room.mm(ROW_GAP_MM), room.mm(theme.SMALL_MM)
    inner = _inside_cell(room, rect)
    name_beside, name_above = _names_fit(room, rect, longest)
    name_rect, low = inner.cut_top(inner.height - digit * CARD_HIGH)
    if name_above:
        inner = low
    high = min(inner.height, max(_digit(room, rect), room.mm(COUNT_MM)) * CARD_HIGH)
    wide = min(high * CARD_WIDE / CARD_HIGH, inner.width)
    mark_room = inner.width - wide - gap - (longest * small + gap if name_beside else 0.0)
    side = max(0.0, min(inner.height, room.mm(6.4), mark_room))
    left, rest = inner.cut_left(side, gap)
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), round(side))
    right, rest = rest.cut_right(wide, gap)
    # The hand of a seat that missed draws is dim, as with many players there is no room to say so.
    hand = theme.DIM if seat.lost else theme.PRIMARY
    ground = theme.COLOURS[TAKES] if seat.owes else hand if seat.hand else theme.LINE
    tall = min(high * PAPER, rect.height - 2 * line)
    paper = Rect(round(right.x), round(right.center[1] - tall / 2), round(wide), round(tall))
    yield Box(paper, ground, high * 0.14)
    ink = theme.ON_PRIMARY if seat.owes or seat.hand else theme.TEXT
    yield Letters(str(seat.hand), right, ink, high / CARD_HIGH, bold=True)
    narrow = rest.width < room.mm(NARROW_MM)
    line = min(small, rest.height * STATUS * 0.92)
    status = _status(seat, rest.width, line) if line >= room.mm(LEAST_LETTERS_MM) else ""
    low, name = rest.cut_bottom(rest.height * STATUS if status else 0)
    if seat.owes and not narrow:
        arrow, name = name.cut_right(min(room.mm(ARROW_MM), name.width * 0.3), room.mm(0.4))
        yield from _arrow(room, arrow)
    else:
        yield from (None, None)
    name = name_rect if name_above else name
    # All names have the size that fits the longest.
    size = max(min(room.mm(theme.HEADING_MM) * 0.85, inner.height * 0.52, name.width / longest), small)
    yield readable(room, plate.name, name, theme.TEXT, size, bold=True, along=0, whole=True)
    tone = theme.COLOURS[TAKES] if seat.owes else theme.DIM
    yield readable(room, status, low, tone, line, along=0, whole=True)


def _status(seat: SeatView, width: float, size: float) -> str:
    """Return a note about draws due or missed, shorter if there is less room."""
    if not (seat.owes or seat.lost):
        return ""
    long, short = words.lost_cards(seat.lost), words.lost(seat.lost)
    if seat.owes:
        long, short = words.draws_cards(seat.owes), words.DRAWS
        if seat.late:
            long, short = words.DRAW_NOW, words.NOW
    return long if fonts.width(long, round(size)) <= width else short


def _arrow(room: Viewport, rect: Rect) -> Iterator[Stroke]:
    """Yield an arrow towards the hand: a draw is due."""
    y, width, reach = rect.center[1], max(1.0, room.mm(0.32)), min(room.mm(1.1), rect.height * 0.3)
    tip, tone = rect.right - width, theme.COLOURS[TAKES]
    yield Stroke(((rect.x + width, y), (tip, y)), tone, 2 * width)
    yield Stroke(((tip - reach, y + reach), (tip, y), (tip - reach, y - reach)), tone, 2 * width)


# Below the sides, the stock: draw deck, discards, and notes about dead cards and few chips.

FEW_CHIPS = 10
"""A side's chips off the board are mentioned only if there are fewer than this."""
PAIRS = 4
"""With fewer seats than this there is room for two lines of notes."""
STOCK_HEAD_MM, NOTE_MM, MARK_MM = 5.6, 3.6, 3.8
"""Heights of the figures, of a line of notes, and of the mark of a made-up or unknown board."""
STOCK_LINE_MM, NOTES_MM = 5.0, 26.0
"""Height of the stock as a single line, for little room below the board; and the width that notes need in it:
with less, the mark of the board is left out."""
NAMED = 3
"""How many dead cards are named on a line of notes."""


def height_mm(view: View) -> float:
    """Return the height of the stock, in millimetres."""
    return STOCK_HEAD_MM + NOTE_MM * _stock_lines(view) + (MARK_MM if _board_mark(view) else 0.0) + 1.8


def stock(view: View, room: Viewport, rect: Rect) -> Iterator[Slot]:
    """Yield figures, notes and the mark of a made-up or unknown board; all in one line in a low room."""
    yield Box(rect, theme.PANEL, room.mm(theme.RADIUS_MM))
    small, mark_text, note = room.mm(theme.SMALL_MM), _board_mark(view), notes(view)
    deck, size = str(words.deck(view.state.deck)), room.mm(theme.HEADING_MM) * 0.9
    if rect.height < room.mm(2 * STOCK_LINE_MM):
        inner, size = rect.inset(room.mm(1.8), room.mm(0.5)), min(size, rect.height * 0.8)
        deck_wide, mark_wide = fonts.width(deck, size, bold=True), fonts.width(mark_text, small) + room.mm(2)
        if note and inner.width - deck_wide - mark_wide < room.mm(NOTES_MM):
            mark_text = ""
        low, rest = inner.cut_right(mark_wide if mark_text else 0.0, room.mm(1.8))
        head, below = rest.cut_left(deck_wide, room.mm(1.2))
        # Notes take the place of the discards, and the full height.
        left, right = head, Rect(below.x, below.y, 0 if note else below.width, below.height)
        below = Rect(below.x, rect.y, below.width, rect.height)
    else:
        mark_high = room.mm(MARK_MM - 0.4) if mark_text else 0
        low, rest = rect.inset(room.mm(1.8), room.mm(0.9)).cut_bottom(mark_high, room.mm(0.4))
        # Without notes the figures are centred vertically.
        head, below = rest.cut_top(room.mm(STOCK_HEAD_MM) if note else rest.height)
        left, right = head.cut_left(fonts.width(deck, size, bold=True), room.mm(1.2))
    yield Letters(mark_text, low, theme.COLOURS["yellow"], small, along=0)
    yield Letters(deck, left, theme.TEXT, size, bold=True, along=0)
    discards = str(words.discards(sum(seat.discards for seat in view.seats)))
    yield readable(room, discards, right, theme.DIM, small, along=1, whole=True)
    yield from paragraph(note, below, theme.DIM, small, _stock_lines(view))


def notes(view: View) -> str:
    """Return notes about sides with few chips left, and about dead cards."""
    low = [side for side in view.sides if side.chips < FEW_CHIPS]
    few_chips = [words.CHIPS_LEFT[side.colour].format(n=side.chips) for side in low]
    if not view.dead:
        return joined(*few_chips)
    room = NAMED * _stock_lines(view) - len(few_chips) * NAMED // 2
    dead_cards = [(card.card, card.out) for card in view.dead[: max(1, room)]]
    return joined(*few_chips, words.dead_for_all(dead_cards, len(view.dead) - len(dead_cards)))


def _stock_lines(view: View) -> int:
    return 2 if len(view.seats) < PAIRS else 1


def _board_mark(view: View) -> str:
    layout = view.state.layout
    return words.NO_LAYOUT if layout is None else words.MADE_UP if layout.made_up else ""
