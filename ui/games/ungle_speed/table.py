"""Drawing the table of Ungle Speed: the seats around it, the totem in the middle. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.game import Seat
from companion.games.ungle_speed.view import SeatView, View
from companion.journal import NamePlate
from ui.games.art import sharp
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.art import ink
from ui.stage import fonts, theme
from ui.stage.art import arc, around, oval
from ui.stage.parts import LINE, felt, least_width, mark, paragraph, readable
from ui.stage.rect import Point, Rect, Side, seated
from ui.stage.scene import Item, Pads, PlacedArt, Scene, Slot, TableProps, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke

# The middle of the table: the totem, the pot under it, and a ring of colours while colours match.

MIDDLE_MM = (26.0, 19.0)
"""Least width and height for the totem and the pot."""
MOST_MM = 26.0
"""Greatest height of the totem."""
POT_MM = (26.0, 4.2)
"""Width and height of the pot's words."""
POT_SHOWN = 5
"""Most cards drawn in the fan under the totem."""
FAN = 11
"""Degrees between two cards of the fan."""
SHADE = 0.1
"""How far the totem's shadow is below it, in heights of the totem."""
RING_MM = 1.1


def middle(view: View, room: Viewport, panels: list[Rect]) -> Iterator[Slot]:
    """Yield the table under its seats' panels, and the totem in the room that they leave."""
    rect, height = room.rect, panels[0].height
    across, down = min(panels[0].width * 0.4, rect.width * 0.2), min(height * 0.35, rect.height * 0.2)
    yield from felt(rect.inset(across, down))
    rows = [p for p in panels if (p.y < rect.y + 1 or p.top > rect.top - 1) and _spans(p, rect)]
    # With panels in two lines, those of the inner line are just above or below the totem.
    slim = room.mm(MIDDLE_MM[0]) * SLIMMEST / 2
    rows += [p for p in panels if p.x < rect.center[0] + slim and p.right > rect.center[0] - slim]
    low = max((p.top for p in rows if p.center[1] < rect.center[1]), default=rect.y)
    high = min((p.y for p in rows if p.center[1] > rect.center[1]), default=rect.top)
    wide, text = map(room.mm, POT_MM)
    tall = max(0.0, min((high - low - text - room.mm(2)) / (1 + SHADE), room.mm(MOST_MM)))
    x, y = rect.center[0], (low + high - tall * (1 + SHADE) - text) / 2 + text + tall * SHADE
    reach = max(0.0, min(tall * 0.72, (high - low) / 2 - room.mm(0.8)))
    step = 360 / max(1, len(view.deck.colours))
    for n, colour in enumerate(view.deck.colours):
        ring = arc((x, (low + high) / 2), reach, 84 - step * n, 96 - step * (n + 1))
        yield Stroke(ring, ink(colour, view.deck.colours), room.mm(RING_MM)) if view.by_colour else None
    shadow, totem = standing_totem((x, y), tall)
    yield shadow
    yield from _fan(view, x, y, tall * 0.34)
    yield totem
    tone = theme.TEXT if view.pot else theme.DIM
    line = Rect(x - wide / 2, y - tall * SHADE - text, wide, text)
    yield Letters(words.pot_of(view.pot), line, tone, room.mm(theme.BODY_MM))


def standing_totem(foot: tuple[float, float], tall: float) -> tuple[PlacedArt, PlacedArt]:
    """Return the totem's shadow and the totem, on whole pixels."""
    x, y = foot
    shadow = PlacedArt(art.SHADOW, (x, y + tall * 0.02), tall, 0.35)
    return shadow, sharp(art.TOTEM, x - tall / 2, y, tall)


def _fan(view: View, x: float, y: float, side: float) -> Iterator[PlacedArt | None]:
    """Yield the pot's cards, fanned out at the totem's foot; None for those that aren't there."""
    visible = min(view.pot, POT_SHOWN)
    for n in range(POT_SHOWN):
        off = n - (visible - 1) / 2
        at = around((x + off * side * 0.45, y), side * 0.28, 90 - off * FAN)
        yield PlacedArt(art.card(None, view.deck.colours), at, side, turn=-off * FAN) if n < visible else None


def _spans(panel: Rect, room: Rect) -> bool:
    """Return whether a panel is above or below the totem rather than at its side."""
    near = room.width * 0.3
    return panel.x < room.center[0] + near and panel.right > room.center[0] - near


# One seat at the table: mark and name, the size of the stack, the top card of the face-up pile.

CAPTIONS_FROM_MM = 11.0
"""Least height of a panel with words under its figures."""
NARROW_MM = 14.0
"""Least height of a panel with a word under the stack."""
TILTS = (-6.0, 4.0, -3.0, 5.0, 3.0, -5.0)
"""Angles of cards in degrees, by seat: people lay them slightly askew."""
CARD, LONE_CARD = 0.78, 0.98
"""Side of the card in heights of the panel, with and without words below."""
MARK, LEAST_MARK_MM = 0.48, 4.0
"""The mark's share of the width without the card, less if the figure needs room; its least width."""
COUNT_MM, COUNT = 7.0, 1.15
"""Least size of a stack's figure, and its greatest in heights of its line, as digits have no descenders."""
LEAST_SMALL_MARK_MM = 3.2
"""In a panel with room for little more than the figure: width of the mark before the figure may grow."""
SMALL_EDGE_MM = (0.5, 0.15)
"""Margins of such a panel, across and down."""
LEAST_CARD_MM = 3.6
"""Least width of a card in an upright panel."""
LOW = 0.23
"""Height of the words under the figures, in heights of the panel."""


def panel_of(
    seat: SeatView,
    plate: NamePlate,
    word: str,
    colours: tuple[str, ...],
    room: Viewport,
    *,
    pressed: bool,
    small_picture: bool = False,
    has_left: bool = False,
) -> Iterator[Slot]:
    """Yield a seat's panel; `word` is the caption of its stack, `colours` are the deck's.

    `small_picture`: the mark and the card matter more than the figure. A seat that `has_left` gets no figure,
    as 0 is how to win.
    """
    rect = room.rect
    corner, line = min(room.mm(theme.RADIUS_MM), rect.height * 0.18), room.mm(0.7 if seat.turns else 0.2)
    yield Box(rect, theme.PRESSED if pressed else theme.RAISED if seat.turns else theme.PANEL, corner)
    edge = theme.seat_tone(plate) if seat.turns else theme.LINE
    yield Rim(rect.inset(line / 2), edge, line, corner)
    inner = rect.inset(rect.height * 0.08)
    if has_left:
        yield from _left_panel(plate, Viewport(inner, room.density))
        return
    captions = rect.height >= room.mm(CAPTIONS_FROM_MM)
    least = 0.0 if small_picture else fonts.width("00", room.mm(COUNT_MM) * theme.LARGER, bold=True)
    side = round(min(inner.height * (CARD if captions else LONE_CARD), inner.width * 0.38))
    right, rest = inner.cut_right(side * 1.06, inner.height * 0.06)
    gap = inner.height * 0.04
    head, middle = rest.cut_left(max(0.0, min(rest.width * MARK, rest.width - gap - least)), gap)
    low, needs = inner.height * LOW, least_width(room, plate.name)
    if head.width < room.mm(LEAST_MARK_MM) and not small_picture:
        small = Viewport(rect.inset(*map(room.mm, SMALL_EDGE_MM)), room.density)
        yield from _small_panel(seat, plate, colours, small)
        return
    # A long name takes the room of the caption next to it; if it still doesn't fit, only the mark is drawn.
    narrow = rect.height < room.mm(NARROW_MM) or needs > head.width
    name_alone = needs > rest.width
    high = inner.height - low
    shape = min(head.width * 0.9, high * 0.72)
    yield from mark(plate, head.center[0] - shape / 2, head.y + low + (high - shape) / 2, shape)
    under = Rect(head.x, head.y, inner.width if name_alone else rest.width if narrow else head.width, low)
    yield _name(room, plate, under)
    figure = middle.cut_bottom(low if captions else 0.0)[1]
    yield _stack(room, seat, figure)
    for column, text, fits in (
        (middle, word, captions and not narrow),
        (right, words.face_up(seat.pile), captions and not name_alone),
    ):
        under, _ = column.cut_bottom(low * 0.9)
        yield readable(room, text, under, theme.DIM, room.mm(theme.SMALL_MM), whole=True) if fits else None
    above = inner.height - side if captions else (inner.height - side) / 2
    yield _card(seat, colours, (round(right.center[0]), round(right.y + above + side / 2)), side)


def _small_panel(
    seat: SeatView, plate: NamePlate, colours: tuple[str, ...], room: Viewport
) -> Iterator[Slot]:
    """Yield the figure at its proper size, mark and card beside or above it, and the name below.

    A card too small to be recognized is left out.
    """
    inner, low, name = room.rect, room.mm(theme.SMALL_MM) * LINE, None
    least, digits = room.mm(COUNT_MM), fonts.width(str(seat.stack), 1.0, bold=True)
    count, mark_width = least * theme.LARGER, room.mm(LEAST_SMALL_MARK_MM)
    if inner.height - low >= count:
        under, above = inner.cut_bottom(low)
        name = _name(room, plate, under)
        inner = above if name.text else inner
    # The mark comes before a figure larger than it must be.
    if inner.height > inner.width:
        free = inner.height - max(least, min(count, (inner.height - mark_width) * COUNT)) / COUNT
        no_card = inner.width / 2 < room.mm(LEAST_CARD_MM)
        side = max(0.0, min(inner.width / (1 if no_card else 2), free))
        head, figure = inner.cut_top(side)
        first, second = (head, None) if no_card else head.columns([1, 1], 0)
    else:
        count = min(max(least, min(count, (inner.width - mark_width) / digits)), inner.height * COUNT)
        wide = count * digits
        side = max(0.0, min(inner.width - wide, inner.height / 2))
        figure, column = inner.cut_left(inner.width - side)
        first, second = column.rows(2, 0)
    side = round(side * 0.92)
    yield from mark(plate, round(first.center[0] - side / 2), round(first.center[1] - side / 2), side)
    yield name
    yield _stack(room, seat, figure)
    yield from (None, None)
    if second is not None:
        yield _card(seat, colours, (round(second.center[0]), round(second.center[1])), side)


def _left_panel(plate: NamePlate, room: Viewport) -> Iterator[Slot]:
    """Yield the mark and name of a player who left, and the words for it if they fit."""
    inner, line = room.rect, room.mm(theme.BODY_MM) * LINE
    under, above = inner.cut_bottom(line)
    name = _name(room, plate, under)
    if name.text and above.height >= line:
        inner = above
        yield name
    if inner.height > inner.width:
        head, text_rect = inner.cut_top(inner.height / 2)
    else:
        head, text_rect = inner.cut_left(min(inner.height, inner.width / 2), inner.height * 0.1)
    side = round(min(head.width, head.height) * 0.72)
    yield from mark(plate, round(head.center[0] - side / 2), round(head.center[1] - side / 2), side)
    size, text = room.mm(theme.SMALL_MM), str(words.LEFT_TABLE)
    lines = fonts.wrapped(text, text_rect.width, size)
    fits = len(lines) * size * LINE <= text_rect.height
    fits = fits and all(fonts.width(line, size) <= text_rect.width for line in lines)
    yield from paragraph(text, text_rect, theme.DIM, size, max(1, len(lines))) if fits else (None,)


def _name(room: Viewport, plate: NamePlate, rect: Rect) -> Letters:
    """Return the name, empty unless all of it fits."""
    return readable(room, plate.name, rect, theme.TEXT, room.mm(theme.BODY_MM), bold=True, whole=True)


def _stack(room: Viewport, seat: SeatView, rect: Rect) -> Letters:
    """Return the figure of a stack."""
    text = str(seat.stack)
    wide = rect.width / fonts.width(text, 1.0, bold=True)
    size = min(room.mm(theme.GLANCE_MM), rect.height * COUNT, wide)
    return Letters(text, rect, theme.TEXT, size, bold=True)


def _card(seat: SeatView, colours: tuple[str, ...], middle: Point, side: float) -> PlacedArt:
    """Return the top of the face-up pile, or the empty place for it."""
    face = art.card(seat.top, colours) if seat.pile else art.slot()
    return PlacedArt(face, middle, side, turn=TILTS[seat.seat % len(TILTS)])


# Positions of the seats' panels around the table, clockwise and without overlap.

ASPECT = (1.5, 2.0)
"""Least and greatest width of a panel, in its heights."""
UPRIGHT, SLIM, SLIMMEST = 0.78, 0.6, 0.4
"""Around an upright board: least width of a panel in its heights, then the middle's usual and least width.

Widths of the middle are shares of what it needs otherwise.
"""
TWO_HANDS: tuple[Seat, ...] = (Seat(2), Seat(1), Seat(3), Seat(0))
"""Two players face each other; clockwise from the bottom left: left 1, right 2, left 2, right 1."""


def seating(
    room: Rect, count: int, largest: float, gap: float, middle: Point, *, opposite: bool = False
) -> list[Rect]:
    """Return the panels of `count` seats clockwise, starting at the bottom left.

    `largest`: greatest height of a panel. `middle`: width and height kept free for the totem. All in pixels.
    `opposite`: four seats are two facing pairs, for two players with two hands.
    """
    ends = (0, count // 2) if opposite else range(count // 2 + 1)
    plans = {
        at_each_side: [
            panel for row in _plan(room, _spread(count, at_each_side), largest, gap, middle) for panel in row
        ]
        for at_each_side in ends
    }

    def worth(at_each_side: int) -> tuple[float, float]:
        # The largest panels; among equals, about a sixth of the seats at either end.
        panel = plans[at_each_side][0]
        return round(panel.width * panel.height), -abs(at_each_side - count / 6)

    return plans[max(plans, key=worth)]


def seating_as_chosen(
    room: Rect, seats: Sequence[tuple[int, Side]], largest: float, gap: float, middle: Point, wanted: Point
) -> list[Rect]:
    """Return the panels of seats where players sit around the screen, by seat; lengths as in `seating`.

    On each side seats go from the left to the right of those who sit there. If panels would be smaller than
    the `wanted` width and height, rows take two lines, or the totem gets less room.
    """
    seats_at = {side: [seat for seat, seat_side in seats if seat_side is side] for side in Side}
    counts = Counts(0, *(len(seats_at[side]) for side in CLOCKWISE))
    # In an upright room width is scarce, so panels are upright too and the totem is narrow.
    tall = room.height > room.width
    aspect, tries = (UPRIGHT, ((1, SLIM), (2, SLIM), (2, SLIMMEST))) if tall else (ASPECT[0], ((1, 1.0),))
    wide, high = middle
    plans = [_plan(room, counts, largest, gap, (wide * slim, high), aspect, lines) for lines, slim in tries]

    def worth(plan: tuple[list[Rect], ...]) -> float:
        panel = next(panel for row in plan for panel in row)
        return min(1.0, panel.width / wanted[0], panel.height / wanted[1])

    first, left, above, right, rest = max(plans, key=worth)
    # Clockwise is from right to left for those who sit at an edge.
    clockwise = [seat for side in CLOCKWISE for seat in reversed(seats_at[side])]
    panels = dict(zip(clockwise, [*first, *left, *above, *right, *rest], strict=True))
    return [panels[seat] for seat in sorted(panels)]


class Counts(NamedTuple):
    """Numbers of panels, clockwise: left end of the lower row, left, above, right, rest of the lower row."""

    first: int
    left: int
    above: int
    right: int
    rest: int


CLOCKWISE = (Side.LEFT, Side.FAR, Side.RIGHT, Side.FRONT)


def _spread(count: int, at_each_side: int) -> Counts:
    """Put `at_each_side` seats on the left and right each, the others above and below."""
    above = (count - 2 * at_each_side + 1) // 2
    below = count - 2 * at_each_side - above
    first = min(below, 1)
    return Counts(first, at_each_side, above, at_each_side, below - first)


def _plan(
    room: Rect,
    counts: Counts,
    largest: float,
    gap: float,
    middle: Point,
    aspect: float = ASPECT[0],
    lines: int = 1,
) -> tuple[list[Rect], ...]:
    """Return the panels around the middle, in the order of `counts`; `aspect` is the least width in heights.

    A row takes `lines` lines, alternating.
    """
    below, above, sides = counts.first + counts.rest, counts.above, max(counts.left, counts.right)
    rows = min(below, lines) + min(above, lines)
    height = min(largest, (room.height - rows * gap) / (rows + sides) - gap * (sides > 0))
    if rows and not sides:
        height = min(height, (room.height - middle[1]) / rows - gap)
    # Panels of one line are above the gaps of the other.
    width = min(height * ASPECT[1], room.width / (1 + (max(above, below, 1) - 1) / lines) - gap)
    if sides:
        width = min(width, (room.width - middle[0]) / 2 - gap)
    height = min(height, width / aspect)
    if height <= 0:
        return tuple([Rect(room.x, room.y, 0, 0)] * count for count in counts)
    size = (width, height)
    lower = _row(room, below, size, room.y, gap, sides, lines)
    upper = _row(room, above, size, room.top - height, gap, sides, lines)
    low = max((panel.top + gap for panel in lower), default=room.y)
    high = min((panel.y - gap for panel in upper), default=room.top)
    return (
        lower[: counts.first],
        _side(room, counts.left, size, low, high, left=True),
        upper,
        _side(room, counts.right, size, low, high, left=False),
        lower[counts.first :][::-1],
    )


def _row(room: Rect, count: int, size: Point, y: float, gap: float, sides: int, lines: int) -> list[Rect]:
    """Spread panels over a row, closer together if there are panels at the sides."""
    if not count:
        return []
    width, height = size
    inwards = height + gap if y < room.center[1] else -(height + gap)
    most = (room.width - width) / max(1, count - 1)
    step = max((width + gap) / lines, min(room.width / (count + 0.65 * (sides > 0)), width * 1.9, most))
    start = room.center[0] - step * (count - 1) / 2 - width / 2
    return [Rect(start + n * step, y + inwards * (n % lines), width, height) for n in range(count)]


def _side(room: Rect, count: int, size: Point, low: float, high: float, *, left: bool) -> list[Rect]:
    """Spread panels over a side, clockwise."""
    width, height = size
    x = room.x if left else room.right - width
    side = [Rect(x, low + (high - low) * (n + 0.5) / count - height / 2, width, height) for n in range(count)]
    return side if left else side[::-1]


PANEL_MM = 19.0
"""Greatest height of a seat's panel."""
GAP_MM, NEARER_MM = 1.6, 0.8
"""Gap between panels, usually and with many seats around the screen."""
MANY = 9
"""From this number of seats on the gap is `NEARER_MM`."""


def table(props: TableProps[View, None, None], room: Viewport, finger: Seat | None) -> Scene:
    """Return the whole table; its spots are seats."""
    view, hands = props.view, props.view.two_handed
    wide, high = map(room.mm, MIDDLE_MM)
    count, largest = len(view.seats), room.mm(PANEL_MM)
    gap = room.mm(NEARER_MM if props.sides and count >= MANY else GAP_MM)
    order = TWO_HANDS if hands and not props.sides else tuple(map(Seat, range(count)))
    if props.sides:
        chosen = seated(props.plates[:count], props.sides)
        figure, (across, down) = room.mm(COUNT_MM), map(room.mm, SMALL_EDGE_MM)
        mark_width = room.mm(LEAST_SMALL_MARK_MM)
        wanted = fonts.width("00", figure, bold=True) + mark_width + 2 * across, figure / COUNT + 2 * down
        places = seating_as_chosen(room.rect, chosen, largest, gap, (wide, high), wanted)
    else:
        places = seating(room.rect, count, largest, gap, (wide, high), opposite=hands)
    place_of = dict(zip(order, places, strict=True))
    # With players around the screen, an upright board is as narrow as a small picture, but higher.
    small_picture = room.narrow and room.rect.width > room.rect.height
    items: list[Slot] = [*middle(view, room, places)]
    pads: list[tuple[Seat, Rect]] = []
    for seat in view.seats:
        place = place_of[seat.seat]
        rect = Rect(round(place.x), round(place.y), round(place.width), round(place.height))
        pads.append((seat.seat, rect))
        seat_room, pressed = Viewport(rect, room.density), finger == seat.seat
        word = (words.RIGHT_SHORT if seat.seat < 2 else words.LEFT_SHORT) if hands else words.STACK
        plate, colours = props.plates[seat.seat], view.deck.colours
        has_left = seat.seat in view.left
        items += panel_of(
            seat, plate, word, colours, seat_room, pressed=pressed, small_picture=small_picture,
            has_left=has_left,
        )  # fmt: skip
    return Scene(tuple(items), (Pads(tuple(pads)),))


# The emblem on the home screen: the totem on a piece of its table.

EMBLEM_MOST_MM = 32.0


def emblem(room: Viewport) -> Iterator[Item]:
    """Yield the totem in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(EMBLEM_MOST_MM)
    side = min(rect.width, rect.height * 0.86, most)
    x, y = rect.center
    wide = min(side * 1.9, rect.width)
    yield Area(oval(Rect(x - wide / 2, y - side * 0.62, wide, side * 0.62)), theme.FELT)
    yield from standing_totem((x, y - side * 0.42), side)
