"""The table of Sequence States & Capitals: spaces, the sides beside or below, a loupe at the finger. Pure."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from math import inf
from typing import TypeAlias

from msgspec import Struct

from companion.games.sequence_states.layout import STATES, Draft
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour, Side
from companion.games.sequence_states.view import SeatView, SideView, SpaceView, View
from companion.journal import NamePlate
from ui.games.sequence_states import art, words
from ui.games.sequence_states.art import DARK, TONES, SpaceLight, lights, mixed, tinted
from ui.games.sequence_states.pending import Pending, SeatTap, SpaceTap
from ui.stage import fonts, theme
from ui.stage.parts import LEAST_ROOM, mark, panel, paragraph, readable
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Pads, PlacedArt, Scene, Spot, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.theme import Tone
from ui.table.telling import joined, row_column

# Beside the board: the sides with their sequences and seats, and below them what lies on the table.

ROW_MM, HIGH_ROW_MM = 9.0, 5.0
"""Heights of a seat's row: at most; and so high that the head may grow."""
HEAD_MM = 12.5
HEAD, LOW_HEAD = 0.43, 0.36
"""Share of the height that chip and figure take, and what they take where the rows would become low."""
STACKED_MM = 8.4
"""Heads of this height have what is needed below the figure; and a chip is at most so large."""
CHIP_MM, LEAST_CHIP_MM = 5.0, 3.0
"""Above a figure a chip is so large before the figure is larger than it has to be, and so large at least."""

STATUS = 0.44
"""Share of a row's height that the line under the name takes."""
NARROW_MM = 10.5
"""Where there is less room than this for the words, they are fewer, and there is no arrow."""
ARROW_MM = 3.6
OF = 1.15
"""Height of the words below the number of sequences, in sizes of their letters."""
COUNT_MM, DIGIT = 7.0, 0.72
"""Size of a number of sequences at least, and of a digit in it: so high and at most so wide."""
FIGURE, LARGER = 1.25, 1.09
"""Size of that number, in heights of its room, and how much larger large text may make it."""
LEAST_LETTERS_MM = 2.8
"""What would be smaller isn't written."""
CARD_HIGH, CARD_WIDE = 0.8, 0.68
"""Height and width of a little card, in sizes of its digit: digits have no descenders."""
PAPER = 1.12
"""So much higher than its digit's line the little card of a hand is, where there is room."""
LEAST_MARK_MM, ROW_GAP_MM, ROW_EDGE_MM = 3.2, 0.6, 0.6
"""In a row: the mark at least, what lies between its parts, and what lies around them."""
MARK = 0.42
"""Share of the width that a mark has before a figure is larger than it has to be."""
STANDING = 0.4
"""Share of the width that a head takes at most where it stands at the left."""
INSET_MM, CLOSE_MM = 0.8, 0.7
"""Between the edge of a side and what stands in it, at the left and right, and above and below."""
TAKES = "yellow"
"""The colour of what has to be done: a card to be taken."""


def sides(
    view: View, plates: tuple[NamePlate, ...], room: Viewport, rect: Rect, gap: float, finger: Spot
) -> Scene:
    """Return the sides from the top down, or beside each other; the rows of their seats are its spots."""
    items: list[Item | None] = []
    pads: list[tuple[SeatTap, Rect]] = []
    names = [plates[seat.seat].name for seat in view.seats]
    longest = max(fonts.width(name, 1, bold=True) for name in names) or 1.0
    count = len(view.sides)
    rooms = rect.rows(count, gap) if rect.height > rect.width else rect.columns([1] * count, gap)
    cards = [at.on_pixels() for at in rooms]
    # All sides lie alike, as the lowest of them does: they differ by a pixel.
    plan = _plan(room, min(cards, key=lambda card: card.height), len(view.sides[0].seats), longest)
    for side, card in zip(view.sides, cards, strict=True):
        head, cells = plan(card)
        turns = any(view.seats[seat].turns for seat in side.seats)
        items += _ground(room, card, side, turns=turns)
        items += _head(room, head, side, view.needed)
        for seat, cell in zip(side.seats, cells, strict=True):
            pads.append((SeatTap(seat), cell))
            items += _seat(room, cell, view.seats[seat], plates[seat], longest, finger == SeatTap(seat))
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _ground(room: Viewport, card: Rect, side: SideView, *, turns: bool) -> Iterator[Item | None]:
    corner, line = room.mm(theme.RADIUS_MM), room.mm(0.6)
    yield Box(card, theme.PANEL, corner)
    yield Rim(card.inset(room.mm(0.35)), theme.line(TONES[side.colour]), line, corner) if turns else None


Plan: TypeAlias = Callable[[Rect], tuple[Rect, list[Rect]]]
"""Returns where a side's head and the rows of its seats lie."""


def _plan(room: Viewport, card: Rect, count: int, longest: float) -> Plan:
    """Return how sides of so many seats are laid out.

    Where a row hasn't room for a name and a figure, head and cells lie so that figures are large enough, then
    so that there are names, then so that figures are largest, and then so that nothing else is small.
    """
    inner, gap, digit = _inside(room, card), _gap(room, card), room.mm(COUNT_MM) * theme.LARGER
    row = (inner.height - _low_head(room, inner)) / count - gap
    if row >= digit * CARD_HIGH and _row_wide(room, longest) <= inner.width:
        return partial(_in_rows, room, count)
    plans: list[Plan] = [
        partial(_in_cells, room, count, columns, lies)
        for columns in range(1, count + 1)
        for lies in (True, False)
    ]

    def worth(plan: Plan) -> tuple[int, bool, int, bool, float]:
        head, (cell, *_) = plan(card)
        figure = round(min(_figure(room, head), _digit(room, cell)))
        enough, (beside, above) = min(figure, round(room.mm(COUNT_MM))), _named(room, cell, longest)
        return enough, beside or above, figure, beside, min(_chip(room, head), cell.height)

    return max(plans, key=worth)


def _inside(room: Viewport, card: Rect) -> Rect:
    return card.inset(room.mm(INSET_MM), room.mm(CLOSE_MM))


def _gap(room: Viewport, card: Rect) -> float:
    return min(room.mm(0.8), card.height * 0.02)


def _low_head(room: Viewport, inner: Rect) -> float:
    """Return how high a head is at least: as its figure."""
    figure = room.mm(COUNT_MM) * theme.LARGER * DIGIT
    return min(room.mm(HEAD_MM), max(inner.height * LOW_HEAD, figure))


def _in_rows(room: Viewport, count: int, card: Rect) -> tuple[Rect, list[Rect]]:
    """Lay rows below the head."""
    inner, gap = _inside(room, card), _gap(room, card)
    head = _low_head(room, inner)
    # The head gets what it wants only where the rows stay high.
    high_enough = max(room.mm(COUNT_MM) * theme.LARGER, room.mm(HIGH_ROW_MM))
    if (inner.height * (1 - HEAD)) / count - gap >= high_enough:
        head = min(room.mm(HEAD_MM), inner.height * HEAD)
    row = min(room.mm(ROW_MM), (inner.height - head) / count - gap)
    free = inner.height - head - (row + gap) * count
    above, below = inner.cut_top(head + free * 0.3)
    used = Rect(below.x, below.y + free * 0.35, below.width, (row + gap) * count - gap)
    cells = used.rows(count, gap)
    return Rect(above.x, above.top - head, above.width, head), [cell.on_pixels() for cell in cells]


def _in_cells(room: Viewport, count: int, columns: int, lies: bool, card: Rect) -> tuple[Rect, list[Rect]]:
    """Lay cells in columns below a head that lies, or beside one that stands."""
    inner, gap = _inside(room, card), _gap(room, card)
    if lies:
        cells_high = -(-count // columns) * (room.mm(COUNT_MM) * theme.LARGER * CARD_HIGH + gap)
        high = max(room.mm(COUNT_MM) * DIGIT, min(room.mm(HEAD_MM), inner.height - cells_high))
        head, rest = inner.cut_top(high, gap)
    else:
        head, rest = inner.cut_left(min(room.mm(STACKED_MM), inner.width * STANDING), 2 * gap)
    return head, [cell.on_pixels() for cell in rest.grid(count, columns, gap)]


def _stands(head: Rect) -> bool:
    """Tell whether what is in a head stands one below the other."""
    return head.height > head.width


def _figure(room: Viewport, head: Rect) -> float:
    """Return how large the number of sequences may be in a head."""
    count, high = room.mm(COUNT_MM), head.height
    if _stands(head):
        high -= room.mm(theme.SMALL_MM) * OF
        high = max(high - room.mm(CHIP_MM), min(high - room.mm(LEAST_CHIP_MM), count * DIGIT))
    return min(count * theme.LARGER, high / DIGIT)


def _chip(room: Viewport, head: Rect) -> float:
    """Return how large the chip in a head is."""
    if not _stands(head):
        return min(head.height, room.mm(STACKED_MM), head.width / 3)
    below = max(room.mm(COUNT_MM), _figure(room, head)) * DIGIT + room.mm(theme.SMALL_MM) * OF
    return max(0.0, min(head.width, head.height - below))


def _digit(room: Viewport, cell: Rect) -> float:
    """Return how large the figure of a hand may be in a cell, beside the mark."""
    count, wide = room.mm(COUNT_MM), cell.width - room.mm(ROW_GAP_MM + 2 * ROW_EDGE_MM)
    # A mark that is larger than the least comes before a figure that is.
    mark_wide = max(room.mm(LEAST_MARK_MM), min(wide * MARK, wide - count * CARD_WIDE))
    return min(count * theme.LARGER, cell.height / CARD_HIGH, (wide - mark_wide) / CARD_WIDE)


def _named(room: Viewport, cell: Rect, longest: float) -> tuple[bool, bool]:
    """Tell whether names fit beside the figure in a cell, and whether they fit above it only."""
    small, digit = room.mm(theme.SMALL_MM), room.mm(COUNT_MM) * theme.LARGER
    inner, beside = _inside_cell(room, cell), _row_wide(room, longest) <= cell.width
    high_enough = inner.height - digit * CARD_HIGH >= small * LEAST_ROOM
    return beside, not beside and longest * small <= inner.width and high_enough


def _inside_cell(room: Viewport, cell: Rect) -> Rect:
    """Return what a cell has inside its edges, which are narrow where the figure needs the height."""
    spare = max(0.0, cell.height - room.mm(COUNT_MM) * theme.LARGER * CARD_HIGH)
    return cell.inset(room.mm(ROW_EDGE_MM), min(cell.height * 0.06, spare / 2))


def _row_wide(room: Viewport, longest: float) -> float:
    """Return how wide a row has to be for a name, its mark, and the figure of the hand."""
    name, figure = longest * room.mm(theme.SMALL_MM), room.mm(COUNT_MM) * theme.LARGER * CARD_WIDE
    return name + figure + room.mm(LEAST_MARK_MM + 2 * ROW_GAP_MM + 2 * ROW_EDGE_MM)


def _head(room: Viewport, head: Rect, side: SideView, needed: int) -> Iterator[Item | None]:
    """Yield the chip, the colour, and the number of sequences in a large figure."""
    if _stands(head):
        yield from _standing_head(room, head, side, needed)
        return
    small, count = room.mm(theme.SMALL_MM), max(room.mm(COUNT_MM), _figure(room, head))
    needs = words.of_needed(needed)
    # What is needed stands below the figure, or beside it where the head is low.
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
    # All sides' names are as large as the longest may be.
    fits = rest.width / max(fonts.width(name, 1, bold=True) for name in words.COLOURS.values())
    name = min(room.mm(theme.TITLE_MM), head.height * 0.6, fits)
    called = words.COLOURS[side.colour] if name >= room.mm(LEAST_LETTERS_MM) else ""
    yield Letters(called, rest, theme.TEXT, name, bold=True, along=0)
    glance = min(room.mm(theme.GLANCE_MM), max(figure.height * FIGURE * min(theme.LARGER, LARGER), count))
    yield Letters(str(side.sequences), figure, theme.TEXT, glance, bold=True)
    yield readable(room, needs, of, theme.DIM, size, whole=True)


def _standing_head(room: Viewport, head: Rect, side: SideView, needed: int) -> Iterator[Item | None]:
    """Yield the same one below the other, without the colour's name."""
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
) -> Iterator[Item | None]:
    """Yield a row: the mark, the name, the hand as a little card, and a card that is to be taken.

    `longest` is the width of the longest name at the table, in sizes of its letters: all names, or none.
    """
    corner, line = min(room.mm(1.4), rect.height * 0.25), max(1.0, room.mm(0.4))
    yield Box(rect, theme.PRESSED if pressed or seat.turns else (*theme.RAISED[:3], 0.55), corner)
    yield Rim(rect.inset(line / 2), theme.PRIMARY, line, corner) if seat.turns else None
    digit, gap, small = room.mm(COUNT_MM) * theme.LARGER, room.mm(ROW_GAP_MM), room.mm(theme.SMALL_MM)
    inner = _inside_cell(room, rect)
    named, over = _named(room, rect, longest)
    above, low = inner.cut_top(inner.height - digit * CARD_HIGH)
    if over:
        inner = low
    high = min(inner.height, max(_digit(room, rect), room.mm(COUNT_MM)) * CARD_HIGH)
    wide = min(high * CARD_WIDE / CARD_HIGH, inner.width)
    mark_room = inner.width - wide - gap - (longest * small + gap if named else 0.0)
    side = max(0.0, min(inner.height, room.mm(6.4), mark_room))
    left, rest = inner.cut_left(side, gap)
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), round(side))
    right, rest = rest.cut_right(wide, gap)
    # A hand that has lost cards is dim: where many sit there is no room to say so.
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
    name = above if over else name
    # All names are as large as the longest may be.
    size = max(min(room.mm(theme.HEADING_MM) * 0.85, inner.height * 0.52, name.width / longest), small)
    yield readable(room, plate.name, name, theme.TEXT, size, bold=True, along=0, whole=True)
    tone = theme.COLOURS[TAKES] if seat.owes else theme.DIM
    yield readable(room, status, low, tone, line, along=0, whole=True)


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


def _arrow(room: Viewport, rect: Rect) -> Iterator[Stroke]:
    """Yield an arrow into the hand: a card is to be taken."""
    y, width, reach = rect.center[1], max(1.0, room.mm(0.32)), min(room.mm(1.1), rect.height * 0.3)
    tip, tone = rect.right - width, theme.COLOURS[TAKES]
    yield Stroke(((rect.x + width, y), (tip, y)), tone, 2 * width)
    yield Stroke(((tip - reach, y + reach), (tip, y), (tip - reach, y - reach)), tone, 2 * width)


# The ten by ten spaces with their chips, as a scene: for the table, the recorder and the emblem.

CHIP, LOCKED_CHIP = 0.9, 0.83
"""Side of a chip's square, in spaces; between two chips of a sequence its line shows."""
LINE = 0.34
"""Width of that line."""
CORNER = 0.13
GAP = 0.045
"""Between two spaces."""
MOST_LINES = 12
"""More sequences than can ever lie on the board at once."""
CROSSES = 2
STUCK = 0.2
"""So far, in spaces, a finger slides over an edge before it is on the next one: it rolls when it lifts."""
NUMBERS_MM = 3.2
"""Room for the numbers of rows and columns, at the left and above."""
MOST_LETTERS_MM, NUMBER_MM = 4.0, 2.4
LAST_MM, FINGER_MM, CROSS_MM = 0.4, 0.7, 0.56
"""Widths of lines: around the space that was changed last and the one under a finger, and of a cross."""

SHADED = (SpaceLight.DIM, SpaceLight.CROSSED)


class Spaces(Struct, frozen=True):
    """The spaces in a square, as spots: a finger slides from one to the next, a little `stuck` to each."""

    rect: Rect
    stuck: float = 0.0
    apart: bool = False

    @property
    def side(self) -> float:
        """Width of a space, in pixels."""
        return self.rect.width / SIDE

    def of(self, space: Space) -> Rect:
        """Return where a space lies."""
        side = self.side
        return Rect(self.rect.x + space.column * side, self.rect.top - (space.row + 1) * side, side, side)

    def at(self, x: float, y: float, before: Spot | None) -> SpaceTap | None:
        """Return the space at a point."""
        rect, side = self.rect, self.side
        if not (rect.x <= x < rect.right and rect.y < y <= rect.top) or side < 1:
            return None
        if isinstance(before, SpaceTap) and self.of(before.space).inset(-side * self.stuck).holds(x, y):
            return before
        row, column = int((rect.top - y) / side), int((x - rect.x) / side)
        return SpaceTap(SPACES[min(row, SIDE - 1) * SIDE + min(column, SIDE - 1)])

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a space."""
        return self.of(spot.space).center if isinstance(spot, SpaceTap) else None


def spaces_in(room: Viewport) -> Spaces:
    """Return the largest spaces at the upper left of a room, on whole pixels, beside their numbers."""
    rect, numbers = room.rect, room.mm(NUMBERS_MM)
    side = max(0, int((min(rect.width, rect.height) - numbers) / SIDE)) * SIDE
    return Spaces(Rect(round(rect.x + numbers), round(rect.top - numbers) - side, side, side), STUCK)


def colour_of(view: View, space: SpaceView) -> Colour | None:
    """Return the colour of the chip on a space, None for an open one."""
    return None if space.side is None else view.sides[space.side].colour


def drawn(
    view: View, pending: Pending, spaces: Spaces, room: Viewport, finger: Spot | None
) -> Iterator[Item | None]:
    """Yield all spaces, what lies on them, and the numbers along two edges; each keeps its slot."""
    if not spaces.side:
        return
    lit = lights(view, pending)
    every = [
        (spaces.of(seen.space), seen, colour_of(view, seen), light)
        for seen, light in zip(view.spaces, lit, strict=True)
    ]
    gap = max(1.0, round(spaces.side * GAP))
    for rect, seen, colour, light in every:
        yield ground(rect.inset(gap / 2), _ground_tone(seen, colour, light))
    yield from _lines(view, spaces, dim=SpaceLight.DIM in lit)
    for rect, seen, colour, light in every:
        yield chip_in(rect, colour, locked=seen.locked, opacity=0.32 if light in SHADED else 1.0)
    for rect, seen, colour, light in every:
        text = seen.card or f"{seen.space.row + 1}·{seen.space.column + 1}"
        yield letters_in(rect, text, _letter_tone(seen, colour, light), seen, room.mm(MOST_LETTERS_MM))
    yield from numbers(spaces, room, finger)
    yield frame(spaces, view.last, room.mm(LAST_MM), 0.9)
    crossed = [rect for rect, _, _, light in every if light is SpaceLight.CROSSED][:CROSSES]
    yield from (line for rect in crossed for line in _cross(rect, max(2.0, room.mm(CROSS_MM))))
    yield from [None] * 2 * (CROSSES - len(crossed))
    yield frame(spaces, finger.space if isinstance(finger, SpaceTap) else None, room.mm(FINGER_MM), 1.0)


def ground(rect: Rect, tone: Tone) -> Box:
    """Return the ground of a space."""
    return Box(rect, tone, rect.width * CORNER)


def chip_in(rect: Rect, colour: Colour | None, *, locked: bool, opacity: float = 1.0) -> PlacedArt | None:
    """Return the chip on a space, if there is one."""
    if colour is None:
        return None
    return PlacedArt(
        art.chip(colour, locked=locked), rect.center, rect.width * (LOCKED_CHIP if locked else CHIP), opacity
    )


def letters_in(rect: Rect, text: str, tone: Tone, seen: SpaceView, most: float = inf) -> Letters:
    """Return what stands on a space, `most` pixels high at most: a state is larger than a place."""
    size = rect.width * (0.46 if seen.card else 0.3)
    if seen.side is not None:
        size = rect.width * (0.44 if seen.card else 0.28) * (0.95 if seen.locked else 1)
    return Letters(text, rect.inset(rect.width * 0.06, 0), tone, min(size, most), bold=True)


def line_between(spaces: tuple[Rect, Rect], tone: Tone) -> Stroke:
    """Return the line through the chips of a sequence; its ends lie under them."""
    one, other = spaces
    return Stroke((one.center, other.center), tone, one.width * LINE)


def tint(seen: SpaceView) -> Tone:
    """Return the ground of a space: by its state, or like a chess board where nobody knows it."""
    if seen.card is None:
        return tinted(0 if (seen.space.row + seen.space.column) % 2 else 5)
    return art.tint(seen.card)


def _ground_tone(seen: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.TEXT
    if light is SpaceLight.TARGET:
        return theme.DIM
    if light is SpaceLight.OPEN:
        return mixed(tint(seen), theme.LATTICE, 0.8)
    tone = tint(seen)
    if colour is not None and seen.locked:
        tone = mixed(tone, TONES[colour], 0.3)
    return mixed(tone, theme.GROUND, 0.6) if light in SHADED else tone


def _letter_tone(seen: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.ON_PRIMARY
    if light is SpaceLight.OPEN:
        return theme.TEXT
    if colour is not None:
        return (*theme.TEXT[:3], 0.75) if light in SHADED else DARK
    if light in SHADED:
        return (*theme.TEXT[:3], 0.3)
    return theme.TEXT if seen.card else theme.DIM


def _lines(view: View, spaces: Spaces, *, dim: bool) -> Iterator[Stroke | None]:
    for sequence in view.sequences:
        tone = theme.line(TONES[view.sides[sequence.side].colour])
        ends = spaces.of(sequence.five[0]), spaces.of(sequence.five[-1])
        yield line_between(ends, (*tone[:3], 0.3 if dim else 1.0))
    yield from [None] * (MOST_LINES - len(view.sequences))


def numbers(spaces: Spaces, room: Viewport, finger: Spot | None) -> Iterator[Letters]:
    """Yield the numbers of rows and columns; those of the space under a finger are brighter."""
    at, size = finger.space if isinstance(finger, SpaceTap) else None, room.mm(NUMBER_MM)
    board = spaces.rect
    for n in range(SIDE):
        near = spaces.of(Space(n, n))
        beside = Rect(board.x - room.mm(NUMBERS_MM), near.y, room.mm(NUMBERS_MM), near.height)
        above = Rect(near.x, board.top, near.width, room.mm(NUMBERS_MM))
        for rect, pointed in ((beside, at and at.row), (above, at and at.column)):
            yield Letters(str(n + 1), rect, theme.TEXT if pointed == n else theme.FAINT, size, bold=True)


def _cross(rect: Rect, width: float) -> Iterator[Stroke]:
    box = rect.inset(rect.width * 0.14)
    for ends in (((box.x, box.y), (box.right, box.top)), ((box.x, box.top), (box.right, box.y))):
        yield Stroke(ends, (*theme.TEXT[:3], 0.9), width)


def frame(spaces: Spaces, space: Space | None, width: float, opacity: float) -> Rim | None:
    """Return the line around a space, None for none."""
    if space is None:
        return None
    return Rim(spaces.of(space), (*theme.TEXT[:3], opacity), width, spaces.side * 0.16)


# Below the sides: the draw deck, the discards, dead cards, and what else has to be known.

FEW_CHIPS = 10
"""Chips off the board are only told when there are fewer than these."""
PAIRS = 4
"""Up to fewer seats than these there is room for two lines of notes."""
STOCK_HEAD_MM, NOTE_MM, MARK_MM = 5.6, 3.6, 3.8
"""Heights of the figures, of a line of notes, and of the mark of a board that is none of print."""
NAMED = 3
"""Dead cards that are named on a line of notes."""


def height_mm(view: View) -> float:
    """Return how high the stock is."""
    return STOCK_HEAD_MM + NOTE_MM * _stock_lines(view) + (MARK_MM if _marked(view) else 0.0) + 1.8


def stock(view: View, room: Viewport, rect: Rect) -> Iterator[Item | None]:
    """Yield figures above, notes below, and the mark of a made-up board; all in a line where it is low."""
    yield Box(rect, theme.PANEL, room.mm(theme.RADIUS_MM))
    small, marked, said = room.mm(theme.SMALL_MM), _marked(view), notes(view)
    deck, size = str(words.deck(view.deck)), room.mm(theme.HEADING_MM) * 0.9
    if rect.height < room.mm(2 * STOCK_LINE_MM):
        inner, size = rect.inset(room.mm(1.8), room.mm(0.5)), min(size, rect.height * 0.8)
        deck_wide, mark_wide = fonts.width(deck, size, bold=True), fonts.width(marked, small) + room.mm(2)
        if said and inner.width - deck_wide - mark_wide < room.mm(NOTES_MM):
            marked = ""
        low, rest = inner.cut_right(mark_wide if marked else 0.0, room.mm(1.8))
        head, below = rest.cut_left(deck_wide, room.mm(1.2))
        # Notes come before the discards, and have all of the height.
        left, right = head, Rect(below.x, below.y, 0 if said else below.width, below.height)
        below = Rect(below.x, rect.y, below.width, rect.height)
    else:
        low, rest = rect.inset(room.mm(1.8), room.mm(0.9)).cut_bottom(
            room.mm(MARK_MM - 0.4) if marked else 0, room.mm(0.4)
        )
        # Without notes the figures stand in the middle.
        head, below = rest.cut_top(room.mm(STOCK_HEAD_MM) if said else rest.height)
        left, right = head.cut_left(fonts.width(deck, size, bold=True), room.mm(1.2))
    line, yellow = max(2.0, room.mm(0.24)), theme.COLOURS["yellow"]
    yield Rim(low, (*yellow[:3], 0.7), line, low.height * 0.45) if marked else None
    yield Letters(marked, low, yellow, small)
    yield Letters(deck, left, theme.TEXT, size, bold=True, along=0)
    discards = str(words.discards(sum(seat.discards for seat in view.seats)))
    yield readable(room, discards, right, theme.DIM, small, along=1, whole=True)
    yield from paragraph(said, below, theme.DIM, small, _stock_lines(view))


def notes(view: View) -> str:
    """Return what has to be known of few chips, and of cards that are dead."""
    few = [
        words.CHIPS_LEFT[side.colour].format(n=side.chips) for side in view.sides if side.chips < FEW_CHIPS
    ]
    if not view.dead:
        return joined(*few)
    room = NAMED * _stock_lines(view) - len(few) * NAMED // 2
    named = [(card.card, card.out) for card in view.dead[: max(1, room)]]
    return joined(*few, words.dead_for_all(named, len(view.dead) - len(named)))


def _stock_lines(view: View) -> int:
    return 2 if len(view.seats) < PAIRS else 1


def _marked(view: View) -> str:
    return words.MADE_UP if view.made_up else "" if view.laid_out else words.NO_LAYOUT


# What lies under a finger, in large letters beside it: a space is smaller than a fingertip.

SIZE_MM = (60.0, 25.0)
LOUPE_NARROW_MM = 52.0
"""A bubble less wide than this has words only."""
AWAY_MM = 9.0
"""So far from the space the bubble stays: there the finger is, and the hand below it."""
TILE_MM, SHADOW_MM = 15.0, 0.9
SPACED = 1.28
"""Lines are so far apart where there is room, in sizes of their letters."""


def beside(cell: Rect, room: Rect, width: float, height: float, away: float) -> Rect:
    """Return where a bubble lies: above the finger, or beside it near the upper edge; inside `room`."""
    width, height = min(width, room.width), min(height, room.height)
    y = cell.top + away
    if y + height <= room.top:
        x = cell.center[0] - width / 2
        return Rect(min(max(x, room.x), room.right - width), y, width, height)
    # At the upper edge it moves to the side with more room, and is as narrow as that.
    left, right = cell.x - away - room.x, room.right - cell.right - away
    width = min(width, max(left, right))
    x = cell.x - away - width if left > right else cell.right + away
    return Rect(x, room.top - height, width, height)


def loupe(room: Viewport, cell: Rect, seen: SpaceView, colour: Colour | None) -> Iterator[Item | None]:
    """Yield a bubble with the state of a space that lies at `cell`, its capital, its place and its chip."""
    wide, high = map(room.mm, SIZE_MM)
    at = beside(cell, room.rect, wide, high, room.mm(AWAY_MM)).on_pixels()
    yield Box(at.inset(-room.mm(SHADOW_MM)), (0.0, 0.0, 0.0, 0.5), room.mm(theme.RADIUS_MM))
    yield from panel(room, at, theme.RAISED, theme.PRIMARY)
    text = at.inset(room.mm(2.4), room.mm(2))
    tile: tuple[Item | None, ...] = (None, None, None)
    if at.width >= room.mm(LOUPE_NARROW_MM) and (seen.card is not None or colour is not None):
        left, text = text.cut_left(room.mm(TILE_MM), room.mm(3))
        side = min(left.width, left.height)
        tile = _tile(left.inset((left.width - side) / 2, (left.height - side) / 2), seen, colour)
    yield from tile
    lines = list(_loupe_lines(room, seen, colour))
    height = sum(size for *_, size in lines)
    spaced = min(SPACED, text.height / height)
    y = text.center[1] + height * spaced / 2
    for words_of, tone, bold, size in lines:
        y -= size * spaced
        yield Letters(words_of, Rect(text.x, y, text.width, size * spaced), tone, size, bold=bold, along=0)


def _tile(rect: Rect, seen: SpaceView, colour: Colour | None) -> tuple[Item | None, ...]:
    tone = theme.TEXT if colour is None else DARK
    return (
        ground(rect, mixed(tint(seen), theme.TEXT, 0.1)),
        chip_in(rect, colour, locked=seen.locked),
        letters_in(rect, seen.card or "", tone, seen),
    )


def _loupe_lines(
    room: Viewport, seen: SpaceView, colour: Colour | None
) -> Iterator[tuple[str, Tone, bool, float]]:
    """Yield each line: its words, their tone, whether they are bold, and their size."""
    if seen.card is not None:
        state = STATES[seen.card]
        yield state.name, theme.TEXT, True, room.mm(theme.TITLE_MM)
        yield state.capital, theme.DIM, False, room.mm(theme.BODY_MM)
    yield row_column(seen.space), theme.TEXT, True, room.mm(theme.HEADING_MM) * 0.95
    chip = words.OPEN if colour is None else words.chip_there(colour, seen.locked)
    yield chip, theme.DIM, False, room.mm(theme.SMALL_MM) * 1.1


GAP_MM, SIDE_GAP_MM = 2.0, 1.6
PANEL_MM, CROWDED_PANEL_MM, BELOW_MM = 28.5, 34.5, 32.0
"""What the sides need at least beside the board, where many sit there or a name is long, and below it."""
CROWD = 8
"""Players, from whom on there are many."""
LOW = 0.78
"""How high the sides are below the board, in the width that they need beside it."""
STOCK_LINE_MM, NOTES_MM = 5.0, 26.0
"""Height of the stock in one line, where there is little room below the board; and the width that notes need
there: where there is less, the mark of the board gives way to them."""
SHORT = 2
"""So few heights of the stock are little."""


def table(props: TableProps[View, Pending, None], room: Viewport, finger: Spot | None) -> Scene:
    """Return the whole table; its spots are `SpaceTap` and `SeatTap`."""
    view, gap = props.view, room.mm(GAP_MM)
    if room.narrow:
        alone = spaces_in(room)
        return Scene(tuple(drawn(view, props.pending, alone, room, finger)), (alone,))
    longest = max(fonts.width(plate.name, 1, bold=True) for plate in props.plates)
    least, most = room.mm(PANEL_MM), room.mm(CROWDED_PANEL_MM)
    crowd = len(view.seats) >= CROWD
    panel = most if crowd else min(most, max(least, _row_wide(room, longest) + 2 * room.mm(1.5)))
    wide, tall, between = room.rect.width, room.rect.height, room.mm(SIDE_GAP_MM)
    below = room.mm(BELOW_MM) if crowd else least
    at_side, above = min(tall, wide - panel - gap), min(wide, tall - below * LOW - gap)
    # Seen from a short edge, or upright, the board is larger with the sides below it.
    if at_side >= above:
        left, right = room.rect.cut_left(at_side, gap)
        low, high = right.on_pixels().cut_bottom(room.mm(height_mm(view)), between)
    else:
        left, under = room.rect.cut_top(above, gap)
        stock_tall = room.mm(height_mm(view))
        stock_tall = stock_tall if under.height >= SHORT * stock_tall else room.mm(STOCK_LINE_MM)
        low, high = under.on_pixels().cut_bottom(stock_tall, between)
    board = spaces_in(Viewport(left.on_pixels(), room.density))
    beside = sides(view, props.plates, room, high, between, finger)
    items = (
        *drawn(view, props.pending, board, room, finger),
        *beside.items,
        *stock(view, room, low.on_pixels()),
    )
    if isinstance(finger, SpaceTap):
        seen = view.spaces[finger.space.index]
        items = (*items, *loupe(room, board.of(finger.space), seen, colour_of(view, seen)))
    return Scene(items, (board, *beside.spots))


# What stands for the game on the home screen: a piece of the board, and a sequence across it.

PIECE = (
    ("ME", "OR", "OH", "FL", "NV"),
    ("TX", "UT", "ID", "GA", "AK"),
    ("IA", "NY", "MN", "WA", "RI"),
    ("CA", "DE", "AL", "VT", "MI"),
    ("KS", "HI", "CO", "NM", "SD"),
)
EMBLEM_LINE = Colour.BLUE
"""The chips along the diagonal."""
OTHERS = {
    (0, 3): Colour.RED, (1, 2): Colour.GREEN, (2, 4): Colour.RED, (3, 1): Colour.GREEN, (4, 0): Colour.RED,
}  # fmt: skip
MOST_MM = 38.0
LEAST = 2
"""Smaller spaces, in pixels, aren't drawn."""


def emblem(room: Viewport) -> Iterator[Item | None]:
    """Yield the piece in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    count = len(PIECE)
    side = int(min(rect.width, rect.height, most) / count)
    if side < LEAST:
        return
    left, low = round(rect.center[0] - side * count / 2), round(rect.center[1] - side * count / 2)
    every = [
        (Rect(left + column * side, low + (count - 1 - row) * side, side, side), row, column, state)
        for row, states in enumerate(PIECE)
        for column, state in enumerate(states)
    ]
    for at, row, column, state in every:
        colour = EMBLEM_LINE if row == column else OTHERS.get((row, column))
        seen = SpaceView(Space(row, column), state, None if colour is None else Side(0), row == column)
        yield ground(at.inset(max(0.5, side * 0.025)), tint(seen))
        if colour is None:
            yield letters_in(at, state, theme.TEXT, seen)
    yield line_between((every[0][0], every[-1][0]), theme.line(TONES[EMBLEM_LINE]))
    for at, row, column, _ in every:
        colour = EMBLEM_LINE if row == column else OTHERS.get((row, column))
        yield chip_in(at, colour, locked=row == column)


# A board at a glance: a tint a state, so that one recording looks unlike another.

TINTS = tuple(
    theme.tone(code) for code in ("#6d7f8c", "#4f6b62", "#7a6a55", "#6a5a72", "#50627d", "#7d7a58", "#5a7d78")
)
"""Seven muted tones; states that follow each other in the alphabet differ."""
PICTURE_LEAST = 3
"""The least width of a space, in pixels."""
PICTURE_LINE = tuple(Space(7 - n, 2 + n) for n in range(5))
"""Where five chips lie on the picture of a board without states."""


def picture_in(rect: Rect) -> Rect:
    """Return where the picture lies: at the left, as large as fits, so that every space is as large."""
    side = max(PICTURE_LEAST, int(min(rect.width, rect.height) / SIDE)) * SIDE
    return Rect(round(rect.x), round(rect.center[1] - side / 2), side, side)


def board_picture(draft: Draft, at: Rect, chips: Collection[Space] = ()) -> Iterator[Item]:
    """Yield the spaces that are known of a board in their tints, and some chips."""
    pitch = at.width / SIDE
    side = pitch - max(1, pitch // 8)
    order = tuple(STATES)
    yield Box(at, theme.BAR)
    for space in SPACES:
        card = draft.get(space)
        tone = theme.PANEL if card is None else TINTS[order.index(card) % len(TINTS)]
        spot = Rect(at.x + space.column * pitch, at.top - (space.row + 1) * pitch, side, side)
        yield Box(spot, tone)
        if space in chips:
            yield PlacedArt(art.chip(Colour.BLUE), spot.center, pitch)


def chip_alone(room: Viewport, colour: Colour) -> tuple[Item]:
    """Return a chip in the middle of a room, as large as fits."""
    return (PlacedArt(art.chip(colour), room.rect.center, min(room.rect.width, room.rect.height)),)
