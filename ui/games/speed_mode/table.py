"""The table of Speed Mode: the pairs, the players next to or below them, and the face-up cards. Pure."""

from collections.abc import Collection, Iterator, Mapping
from math import inf

from msgspec import Struct

from companion.games.speed_mode.board import CARDS, FIRST, SECOND, Kind, Place
from companion.games.speed_mode.model import FACE_UP, Extra
from companion.games.speed_mode.view import HalfView, PairView, SeatView, View
from companion.journal import NamePlate
from ui.games.art import mark_and_name, sharp
from ui.games.pending import CardTap
from ui.games.speed_mode import art, words
from ui.games.speed_mode.pending import DrawingCards, HalfTap, Pending
from ui.stage import fonts, theme
from ui.stage.art import MIDDLE, Art, disc, sector
from ui.stage.parts import centred, panel, readable, unknown
from ui.stage.rect import Point, Rect
from ui.stage.scene import Pads, PlacedArt, Scene, Slot, Spot, TableProps, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim
from ui.table.names import cards

# The places of pairs in a room: rows and columns of tiles, two halves each, three cards per half.

GAP, PLAN_GAP_MM = 0.14, 2.6
"""Gap between pairs, as a share of the distance from pair to pair, and its maximum."""
HIGH, LOW = 1.75, 0.72
"""Greatest height of a tile, and least if there is room, in its widths."""
SPLIT = 0.025
"""Gap between the halves, in tiles."""
CARD = 0.9
"""Size of a card, as a share of its room in the half."""


def tiles_in(
    rect: Rect,
    places: Collection[Place],
    most: float,
    widest: float = inf,
    high: float = HIGH,
    low: float = LOW,
) -> tuple[dict[Place, Rect], float]:
    """Return the largest tiles in the middle of a rectangle, and the gap between them, `most` at most.

    Tiles are at most `widest`; `high` and `low` are their greatest and least height in widths. Lengths are in
    pixels. Without places or room, there are no tiles.
    """
    if not places or rect.width < 1 or rect.height < 1:
        return {}, 0.0
    row, column = min(place.row for place in places), min(place.column for place in places)
    down = max(place.row for place in places) - row + 1
    across = max(place.column for place in places) - column + 1
    gap = min(most, min(rect.width / across, rect.height / down) * GAP)
    wide = min((rect.width - gap * (across - 1)) / across, widest)
    tall = min((rect.height - gap * (down - 1)) / down, wide * high)
    wide, tall = int(min(wide, tall / low)), int(tall)
    if not min(wide, tall):
        return {}, 0.0
    x, y = rect.center
    left = round(x - (across * (wide + gap) - gap) / 2)
    top = round(y + (down * (tall + gap) - gap) / 2)
    return {
        place: Rect(
            left + (place.column - column) * (wide + gap),
            top - (place.row - row) * (tall + gap) - tall,
            wide,
            tall,
        )
        for place in places
    }, gap


def half_in(tile: Rect, half: int) -> Rect:
    """Return the rectangle of a half."""
    return tile.columns([1, 1], tile.width * SPLIT)[half]


def cards_at(half: Rect, count: int) -> tuple[int, list[Point]]:
    """Return the side of a half's cards and their centres, along its longer side."""
    rows = half.rows(count, 0) if half.height >= half.width else half.columns([1] * count, 0)
    side = max(2, int(min(rows[0].width, rows[0].height) * CARD))
    return side, [(round(row.center[0]), round(row.center[1])) for row in rows]


# The pairs of a board with their tokens as a scene, for the table and for the tally.

COVERED, LOST = 0.42, 0.26
"""Opacity of cards under a token, and of those that nobody can combine any more."""
CROSS, TOKEN = 0.62, 0.94
"""Width of a cross, in halves, and of a circle, in pairs."""
EXTRA_MM = 5.0
"""Greatest size of a quadrilateral."""
EXTRA = 2.1
"""Its size in gaps between pairs."""
RADIUS = 0.08
"""Radius of a pair's outer corners, in its widths."""
PAIRS_LINE_MM = 0.35
"""Line around the half under a finger, and around those covered last."""
CARD_MM = 9.5
"""Greatest size of a single card."""
NUMBER_LEAST = 9
"""Least size of a card whose number can be read, in pixels."""

Covered = frozenset[tuple[Place, int]]
"""The halves that the last move covered."""


class BoardContents(Struct, frozen=True):
    """A board's pairs and the extra-point tokens between them; plates are by seat."""

    pairs: tuple[PairView, ...]
    extras: tuple[Extra, ...]
    plates: tuple[NamePlate, ...]
    last: Covered = frozenset()


class Halves(Struct, frozen=True):
    """The halves of tiles as spots that a finger can slide across; gaps belong to the nearer tile."""

    tiles: tuple[tuple[Place, Rect], ...]
    gap: float
    apart: bool = False

    def at(self, x: float, y: float, before: Spot | None) -> HalfTap | None:
        """Return the half at a point, None if there is no pair."""
        for place, tile in self.tiles:
            if tile.inset(-self.gap / 2).holds(x, y):
                return HalfTap(place, FIRST if x < tile.center[0] else SECOND)
        return None

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a half."""
        tile = dict(self.tiles).get(spot.place) if isinstance(spot, HalfTap) else None
        return None if tile is None else half_in(tile, spot.half).center


def pairs_scene(contents: BoardContents, room: Viewport, finger: Spot | None) -> Scene:
    """Return the scene of all pairs, as large as fits."""
    tiles, gap = tiles_in(room.rect, [pair.place for pair in contents.pairs], room.mm(PLAN_GAP_MM))
    if not tiles:
        return Scene()
    halves = [(pair, half, view) for pair in contents.pairs for half, view in enumerate(pair.halves)]
    items: list[Slot] = []
    for pair, half, view in halves:
        items += _ground(contents, tiles[pair.place], room, HalfTap(pair.place, half), view, finger)
    items += [_token(contents.plates, tiles[pair.place], pair, half, view) for pair, half, view in halves]
    # Their number varies, so they come last, and everything else keeps its slot.
    items += _extras(contents, tiles, round(min(room.mm(EXTRA_MM), gap * EXTRA)))
    return Scene(tuple(items), (Halves(tuple(tiles.items()), gap),))


def _ground(
    contents: BoardContents, tile: Rect, room: Viewport, at: HalfTap, half_view: HalfView, finger: Spot | None
) -> Iterator[Slot]:
    """Yield a half without its token: its cards, and a cross if nobody can make it any more."""
    rect, corner = half_in(tile, at.half), tile.width * RADIUS
    lost = half_view.free and not half_view.possible
    tone = theme.PANEL if lost or not half_view.free else theme.RAISED
    # Outer corners are round, and the halves meet in the middle.
    corners = (corner, 1.0, 1.0, corner) if at.half == FIRST else (1.0, corner, corner, 1.0)
    yield Box(rect, theme.PRESSED if finger == at else tone, corners)
    line = max(1.0, room.mm(PAIRS_LINE_MM))
    edge = theme.TEXT if finger == at else theme.DIM if (at.place, at.half) in contents.last else None
    yield None if edge is None else Rim(rect.inset(line / 2), edge, line, max(1.0, corner * 0.6))
    side, middles = cards_at(rect, len(half_view.cards))
    for kind, middle in zip(half_view.cards, middles, strict=True):
        opacity = LOST if lost else 1.0 if half_view.free else COVERED
        yield PlacedArt(art.card(kind, numbered=side >= NUMBER_LEAST), middle, side, opacity)
    yield PlacedArt(art.CROSS, rect.center, max(4, round(rect.width * CROSS))) if lost else None


def card_in(rect: Rect, kind: Kind, most: float = inf) -> PlacedArt:
    """Return a card in the middle of a rectangle, as large as fits."""
    side = int(min(rect.width, rect.height, most))
    return centred(art.card(kind, numbered=side >= NUMBER_LEAST), rect, most)


def _token(
    plates: tuple[NamePlate, ...], tile: Rect, pair: PairView, half: int, half_view: HalfView
) -> PlacedArt | None:
    """Return the token on a half; a circle is drawn with the first half."""
    seat = pair.circle if pair.circle is not None else half_view.by
    if seat is None or (pair.circle is not None and half != FIRST):
        return None
    shape = art.WHOLE if pair.circle is not None else half
    side = round(min(tile.width, tile.height) * TOKEN)
    return PlacedArt(art.token(plates[seat], shape), tile.center, side)


def _extras(contents: BoardContents, tiles: Mapping[Place, Rect], side: float) -> Iterator[PlacedArt]:
    for extra in contents.extras:
        same_place = [other for other in contents.extras if other.between == extra.between]
        off = (same_place.index(extra) - (len(same_place) - 1) / 2) * side
        (x, y), (u, v) = (tiles[place].center for place in extra.between)
        side_by_side = abs(x - u) >= abs(y - v)
        middle = ((x + u) / 2 + (0 if side_by_side else off), (y + v) / 2 + (off if side_by_side else 0))
        yield PlacedArt(art.extra(contents.plates[extra.seat], group=extra.group), middle, side)


GAP_MM, SEAT_GAP_MM, CARD_GAP_MM = 2.4, 1.8, 3.0
PANEL_MM, LEAST_MM = 28.0, 40.0
"""Width of the column next to the pairs, and the least height of a room that shows it."""
CARDS_MM = 12.0
"""Height of the face-up cards' pads."""

MOST_SEAT_MM, UPRIGHT_SEAT_MM = 30.0, 24.0
"""Greatest height of a player's panel, and its height below upright pairs."""
MARK_GAP_MM, LEAST_MARK = 0.8, 0.6
"""Gap between a mark and its name, and the mark's least size, as a share, to make room for the name."""
MARK_MM, HEAD_MM, LINE_MM, FIGURE_MM = 7.4, 8.0, 4.0, 11.0
"""On a panel: the mark, its line, each line below, and the points' height and width."""
SUPPLY_MM, COUNT_MM = 5.6, 8.0
"""Height of a line of the supply, and width of its figure."""


def table(props: TableProps[View, Pending, Covered], room: Viewport, finger: Spot | None) -> Scene:
    """Return the whole table; its spots are `HalfTap` and `CardTap`."""
    view, gap = props.view, room.mm(GAP_MM)
    contents = BoardContents(view.pairs, view.state.extras, props.plates, props.last)
    if room.narrow or room.rect.height < room.mm(LEAST_MM):
        return pairs_scene(contents, room, finger)
    # Face-up cards don't matter at the end.
    shown = view.state.watched and view.ended is None
    below, over = (room.mm(CARDS_MM), gap) if shown else (0.0, 0.0)
    wide, high = room.mm(PANEL_MM) * theme.LARGER, room.mm(UPRIGHT_SEAT_MM) * theme.LARGER
    if room.rect.height > room.rect.width:
        under, rest = room.rect.cut_bottom(below, over)
        ways = (2, rest.cut_right(wide, gap)), (1, rest.cut_bottom(high + gap + room.mm(SUPPLY_MM), gap))
        lines, (right, left) = max(ways, key=lambda way: _card_side(view, way[1][1], room))
    else:
        lines, (right, left) = 2, room.rect.cut_right(wide, gap)
        under, left = left.cut_bottom(below, over)
    items: tuple[Slot, ...] = ()
    pads = Pads(())
    if shown:
        items, pads = _cards(view, props.pending, Viewport(under.on_pixels(), room.density), finger)
    low, upper = right.cut_bottom(room.mm(SUPPLY_MM) * lines, gap)
    supply = _supply(view, Viewport(low.on_pixels(), room.density), lines)
    panels = (*supply, *_seats(props, room, upper, lines))
    pairs = pairs_scene(contents, Viewport(left.on_pixels(), room.density), finger)
    return Scene((*panels, *items, *pairs.items), (*pairs.spots, pads))


def _card_side(view: View, rect: Rect, room: Viewport) -> int:
    """Return how large the pairs' cards would be in a rectangle."""
    tiles, _ = tiles_in(rect, [pair.place for pair in view.pairs], room.mm(PLAN_GAP_MM))
    return min((cards_at(half_in(tile, FIRST), CARDS)[0] for tile in tiles.values()), default=0)


def changed(before: View | None, after: View, last: Covered | None) -> Covered:
    """Return the halves that the last move covered; a circle covers both of its pair."""
    if before is None or before.pairs == after.pairs:
        return last or frozenset()
    free = {(pair.place, half) for pair in before.pairs for half, view in enumerate(pair.halves) if view.free}
    return frozenset(
        (pair.place, half)
        for pair in after.pairs
        for half, view in enumerate(pair.halves)
        if not view.free and (pair.place, half) in free
    )


# The face-up cards.


def _cards(
    view: View, pending: Pending, room: Viewport, finger: Spot | None
) -> tuple[tuple[Slot, ...], Pads]:
    """Return the face-up cards in five fixed places; unreported ones are dashed."""
    drawing = list(pending.cards) if isinstance(pending, DrawingCards) else []
    items: list[Slot] = []
    pads = []
    cells = room.rect.columns([1] * FACE_UP, room.mm(CARD_GAP_MM))
    for number, cell in enumerate(cells[: len(view.state.open) + view.state.unreported]):
        rect, tap = cell.on_pixels(), CardTap(number)
        pads.append((tap, rect))
        if number >= len(view.state.open):
            items += unknown(room, rect, words.UNKNOWN_CARD, pressed=finger == tap)
            continue
        kind = view.state.open[number]
        chosen = kind in drawing
        if chosen:
            drawing.remove(kind)
        ground = theme.PRESSED if finger == tap else theme.RAISED
        items += panel(room, rect, ground, theme.PRIMARY if chosen else None)
        items.append(card_in(rect.inset(room.mm(1)), kind, room.mm(CARD_MM)))
    return tuple(items), Pads(tuple(pads))


# Next to the pairs.


def _supply(view: View, room: Viewport, lines: int) -> Iterator[Slot]:
    """Yield two figures, each with what it counts, on so many lines."""
    yield from panel(room, room.rect, theme.GROUND)
    counts = ((view.state.deck, words.IN_DECK), (view.state.face_up, words.LIE_FACE_UP))
    for (count, text), line in zip(counts, room.rect.grid(2, 2 // lines, 0), strict=True):
        left, right = line.cut_left(room.mm(COUNT_MM), room.mm(1.4))
        size = min(room.mm(theme.HEADING_MM) * 1.1, line.height)
        yield Letters(str(count), left, theme.TEXT, size, bold=True, along=1)
        yield Letters(text, right, theme.DIM, room.mm(theme.SMALL_MM) * 1.15, along=0)


def _seats(
    props: TableProps[View, Pending, Covered], room: Viewport, rect: Rect, lines: int
) -> Iterator[Slot]:
    seats, between = props.view.seats, room.mm(SEAT_GAP_MM)
    high = min(room.mm(MOST_SEAT_MM), (rect.height - between * (lines - 1)) / lines)
    upper, _ = rect.cut_top(lines * high + between * (lines - 1))
    for seat, row in zip(seats, upper.grid(len(seats), 2 // lines, between), strict=True):
        yield from _seat(seat, props.plates[seat.seat], Viewport(row.on_pixels(), room.density))


def _seat(seat: SeatView, plate: NamePlate, room: Viewport) -> Iterator[Slot]:
    """Yield a player's panel: mark, name, large points, cards in hand and tokens left."""
    ground = theme.RAISED if seat.turns else theme.PANEL
    yield from panel(room, room.rect, ground, theme.seat_tone(plate) if seat.turns else None)
    inner = room.rect.inset(room.mm(1.2), room.mm(1.4))
    high = min(inner.height, room.mm(HEAD_MM + FIGURE_MM + 2 * LINE_MM))
    block = Rect(inner.x, inner.center[1] - high / 2, inner.width, high)
    head, rest = block.cut_top(min(room.mm(HEAD_MM), high * 0.34), room.mm(0.4))
    side, gap, size = min(room.mm(MARK_MM), head.height), room.mm(MARK_GAP_MM), room.mm(theme.HEADING_MM)
    yield from mark_and_name(room, plate, head, side, LEAST_MARK, gap, theme.TEXT, size)
    line = min(room.mm(LINE_MM), rest.height * 0.24)
    small = room.mm(theme.SMALL_MM)
    under, rest = rest.cut_bottom(line)
    size = min(small * 1.15, line)
    stuck = words.STUCK if seat.stuck else ""
    yield Letters(stuck, under, theme.WARNING, size, bold=True, along=0)
    under, rest = rest.cut_bottom(line)
    yield readable(room, _tokens(seat), under, theme.DIM, size, along=0)
    glance = min(room.mm(theme.GLANCE_MM), rest.height * 1.15 * theme.LARGER)
    points, hand, gap = str(seat.points), cards(seat.hand), room.mm(1.4)
    # If the words are long, the points get only the width they need.
    spare = rest.width - gap - fonts.width(hand, small * 1.08) - 1
    wide = max(min(room.mm(FIGURE_MM), spare), fonts.width(points, glance, bold=True))
    figures, hand_rect = rest.cut_left(wide, gap)
    yield Letters(points, figures, theme.TEXT, glance, bold=True, along=0)
    yield readable(room, hand, hand_rect, theme.TEXT, small * 1.08, along=0)


def _tokens(seat: SeatView) -> str:
    remaining = seat.circles_left
    if remaining is None:
        return ""
    return words.tokens(remaining) if remaining >= 0 else words.from_backs(-remaining)


# The emblem on the home screen: a pair under a circle, one half, and two halves.

HALVES = (("vermilion", "vermilion"), ("orange", None), ("sky", "orange"))
"""Colours of the left and right half of each circle."""
EMBLEM_GAP = 0.14
"""Gap between two circles, in their widths."""
MOST_MM = 30.0
EDGE = 0.045


def emblem(room: Viewport) -> tuple[PlacedArt, ...]:
    """Return the emblem's circles in the middle of a room, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    count = len(HALVES)
    wide = count + EMBLEM_GAP * (count - 1)
    side = int(min(rect.height, min(rect.width, most) / wide))
    left, low = rect.center[0] - side * wide / 2, rect.center[1] - side / 2
    step = side * (1 + EMBLEM_GAP)
    return tuple(sharp(circle(*halves), left + n * step, low, side) for n, halves in enumerate(HALVES))


@theme.cached_by_theme
def circle(left: str | None, right: str | None) -> Art:
    """Return a circle with halves in seat colours, None for a free half."""
    ring = Area(disc(MIDDLE, 0.5), theme.LINE)
    ground = Area(disc(MIDDLE, 0.5 - EDGE), theme.PANEL)
    halves = tuple(
        Area(sector(MIDDLE, 0.5 - EDGE, *angles), theme.COLOURS[name])
        for name, angles in ((right, (-90, 90)), (left, (90, 270)))
        if name is not None
    )
    return Art((ring, ground, *halves), theme.LINE)
