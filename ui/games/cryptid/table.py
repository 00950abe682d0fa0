"""The table of Cryptid: the map, and the players beside it. No Kivy.

All of it is drawn from a view, so it can't show what the view doesn't contain.
"""

from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec import Struct

from companion.game import Seat
from companion.games.cryptid.maps import (
    ACROSS,
    COLUMNS,
    DOWN,
    MAP,
    ROWS,
    Animal,
    Colour,
    Hex,
    PieceHex,
    Structure,
    StructureKind,
    Terrain,
    cell_at,
)
from companion.games.cryptid.model import Answering, HexContents, Hue
from companion.games.cryptid.view import OwnClue, View
from companion.journal import NamePlate
from ui.games.art import edge_name, mark_and_name, sharp
from ui.games.cryptid import art, words
from ui.games.cryptid.pending import At, Correcting, Pending, Searching
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.parts import bubble, mark, panel, readable
from ui.stage.rect import Point, Rect
from ui.stage.scene import Drawing, Item, PlacedArt, Scene, Slot, TableProps, Viewport
from ui.stage.shapes import Letters, Stroke

# Beside the map: the players, their colours, and how many pieces of each are on the map.

LEGEND_GAP_MM = 2.0
MARK_MM, LEGEND_NAME_MM, SPACE_MM = 7.6, 4.8, 1.4
ROW_MM, HIGH_ROW_MM = 6.4, 9.2
"""Height of a colour's line with numbers beside the pieces, and with numbers below them."""
ICON_MM, NUMBER_MM, NUMBER_GAP_MM = 4.9, 5.0, 0.9
LEAST_GAP_MM, LEAST_MARK = 0.8, 0.5
"""Least gap between a mark and the name beside it, and how far the mark may shrink for the name."""
LINES_MM = 19.0
"""Greatest width of the colours' lines."""
NAME_BESIDE_MM = 22.0
"""From this width on, names are beside marks and numbers beside pieces; so they are in a low panel."""


def legend(view: View, plates: tuple[NamePlate, ...], room: Viewport) -> Iterator[Slot]:
    """Yield the players' panels, one below the other in a high room, side by side in a wide one."""
    rect, gap = room.rect, room.mm(LEGEND_GAP_MM)
    wide = rect.width > rect.height
    places = rect.columns([1] * view.players, gap) if wide else rect.rows(view.players, gap)
    for seat, place in zip(view.seats, places, strict=True):
        yield from _player(view, seat, plates[seat], Viewport(place, room.density))


def _player(view: View, seat: Seat, plate: NamePlate, room: Viewport) -> Iterator[Slot]:
    """Yield a player's panel: mark and name, and below them a line for each colour."""
    rect, hues, moves = room.rect, view.own(seat), view.ended is None and view.mover == seat
    ground = theme.RAISED if moves else theme.PANEL
    yield from panel(room, rect, ground, theme.seat_tone(plate, 0.9) if moves else None)
    name_beside, share = _look(room, len(hues))
    small = Viewport(rect, room.density * share)
    side, space = small.mm(MARK_MM), small.mm(SPACE_MM)
    row = small.mm(ROW_MM if name_beside else HIGH_ROW_MM)
    name = 0.0 if name_beside else room.mm(LEGEND_NAME_MM)
    spare = (rect.height - side - name - space - len(hues) * row) / 2
    inner = rect.inset(min(small.mm(2.2), rect.width * 0.1), max(0.0, spare))
    head, below = inner.cut_top(side + name, space)
    tone = theme.TEXT if moves else theme.DIM
    if name_beside:
        size = max(small.mm(theme.HEADING_MM), room.mm(LEAST_NAME_MM))
        yield from mark_and_name(room, plate, head, side, LEAST_MARK, small.mm(LEAST_GAP_MM), tone, size)
    else:
        yield from mark(plate, round(head.center[0] - side / 2), round(head.top - side), side)
        under = Rect(head.x, head.y, head.width, name)
        yield readable(room, plate.name, under, tone, room.mm(theme.BODY_MM), bold=True, whole=True)
    wide = min(inner.width, small.mm(LINES_MM))
    x = inner.x if name_beside else inner.center[0] - wide / 2
    lines = Rect(x, below.top - len(hues) * row, wide, len(hues) * row).rows(len(hues), 0)
    for hue, line in zip(hues, lines, strict=True):
        cubes, discs = line.columns([1, 1], 0)
        yield from _count(art.cube(hue), sum(spot.cube is hue for spot in view.spots), small, cubes)
        yield from _count(art.disc_art(hue), sum(hue in spot.discs for spot in view.spots), small, discs)


def _look(room: Viewport, lines: int) -> tuple[bool, float]:
    """Return whether name and numbers go beside mark and pieces, and a scale for everything."""
    width, height, least = room.rect.width, room.rect.height, room.mm(NAME_BESIDE_MM)
    if width < least and height >= room.mm(MARK_MM + LEGEND_NAME_MM + SPACE_MM + lines * HIGH_ROW_MM):
        return False, 1.0
    return True, min(1.0, width / least, height / _height(room, lines))


def _height(room: Viewport, lines: int) -> float:
    """Return the height, in full size, of a panel with the name beside the mark."""
    return room.mm(MARK_MM + 2 * SPACE_MM + lines * ROW_MM)


def _count(look: Art, count: int, room: Viewport, rect: Rect) -> Iterator[Item]:
    """Yield a piece and, beside or below it, how many are on the map; 0 is dim."""
    icon, gap, size = room.mm(ICON_MM), room.mm(NUMBER_GAP_MM), room.mm(theme.BODY_MM)
    side = round(icon)
    x, y = rect.center
    if rect.height > 1.5 * icon:
        left, low = x - icon / 2, rect.top - icon
        at = Rect(rect.x, rect.y, rect.width, rect.height - icon)
    else:
        left, low = rect.x, y - icon / 2
        wide = min(rect.width - icon - gap, room.mm(NUMBER_MM))
        at = Rect(rect.x + icon + gap, rect.y, wide, rect.height)
    yield sharp(look, left, low, side)
    yield Letters(str(count), at, theme.TEXT if count else theme.DIM, size, bold=True)


# Structures, discs and cubes in a hex or on a pad.

UNREPORTED = 0.6
"""Opacity of discs that aren't reported yet."""
LEAST = 8
"""Least side of a piece, in pixels."""
ALONE, TOGETHER = 0.82, 0.62
"""Side of a single piece on a pad, and of several that overlap, in sides of the room."""


class Hexful(Struct, frozen=True):
    """Everything on one hex; `begun` are discs not reported yet, `next` marks a structure to place now."""

    structure: Structure | None
    spot: HexContents
    unreported: tuple[Hue, ...] = ()
    next: bool = False


def pieces(full: Hexful, middle: Point, height: float, opacity: float = 1.0) -> Iterator[PlacedArt]:
    """Yield the pieces on a hex of this height around `middle`."""
    structure, spot, unreported = full.structure, full.spot, full.unreported
    where = art.places(structure is not None, spot.cube is not None, len(spot.discs) + len(unreported))
    if structure is not None:
        yield _piece(art.structure(*structure.shape), where.structure, middle, height, opacity)
    fades = [opacity] * len(spot.discs) + [opacity * UNREPORTED] * len(unreported)
    # A hex can't have more discs than there are places.
    for hue, fade, slot in zip((*spot.discs, *unreported), fades, where.discs, strict=False):
        yield _piece(art.disc_art(hue), slot, middle, height, fade)
    if spot.cube is not None:
        yield _piece(art.cube(spot.cube), where.cube, middle, height, opacity)
    if full.next:
        yield _piece(art.HALO, art.HexSpot(where.structure.x, where.structure.y, 1.0), middle, height, 1.0)


def _piece(look: Art, slot: art.HexSpot, middle: Point, height: float, opacity: float) -> PlacedArt:
    """Return a piece in a place of a hex."""
    side = max(LEAST, round(slot.side * height))
    x, y = slot.place(middle, height)
    return sharp(look, x - side / 2, y - side / 2, side, opacity)


def on_pad(spot: HexContents, rect: Rect) -> Iterator[PlacedArt]:
    """Yield pieces for a pad, in the middle of a rectangle; several overlap."""
    looks = [art.disc_art(hue) for hue in spot.discs] + ([] if spot.cube is None else [art.cube(spot.cube)])
    side = int(min(rect.width, rect.height) * (ALONE if len(looks) == 1 else TOGETHER))
    x, y = rect.center
    for n, look in enumerate(looks):
        off = side * 0.3 * (2 * n - len(looks) + 1)
        yield sharp(look, x + off - side / 2, y - off * 0.6 - side / 2, side)


# The map with everything on it, for the table and the set-up.

LETTERS_MM, NUMBERS_MM = 3.6, 2.9
"""Room for the rows' letters at the left, and for the columns' numbers above."""
LABEL_MM = 2.5
TWO_FIGURES, CAPITAL = 1.1, 0.8
"""Room that labels need, in font sizes, so that they don't touch: width of two digits, height of a letter."""
SEAM = 0.085
"""Width of the line between two pieces of the map, in widths of a hex."""
DIM, DIM_PIECES = 0.3, 0.45
"""Opacity of a dimmed hex, and of the pieces on it."""
FORBIDDEN = (1.0, 0.6, 0.36)
"""Opacity of a hex by how many of the viewer's clues forbid it."""
MAP_WIDE = art.WIDE / (art.HIGH * art.TALL)
"""Width of a map, in its heights."""
LOUPE_MM, NAME_MM = 15.0, 6.6
"""Width of the magnified hex beside a finger, and height of the name over it."""


class MapContents(Struct, frozen=True):
    """A map, as far as it is known, and everything on it; `spots` is row by row."""

    tiles: art.KnownTiles = ()
    structures: tuple[Structure, ...] = ()
    spots: tuple[HexContents, ...] = ()
    marks: art.Marks = art.Marks()

    def on(self, at: Hex) -> Hexful:
        """Return everything on a hex."""
        structure = next((other for other in self.structures if other.at == at), None)
        spot = self.spots[at.index] if self.spots else HexContents()
        is_next = structure is not None and structure == self.marks.structure
        return Hexful(structure, spot, self.marks.unreported(at), is_next)


def map_of(contents: MapContents) -> Drawing:
    """Return the drawing of a map."""
    return partial(scene, contents)


def lattice_in(room: Viewport) -> art.Lattice:
    """Return the largest map that fits into a room with its letters and numbers."""
    _, right = room.rect.cut_left(room.mm(LETTERS_MM))
    return art.fitted(right.cut_top(room.mm(NUMBERS_MM))[1])


def scene(contents: MapContents, room: Viewport, finger: Hex | None) -> Scene:
    """Return the map as large as fits; its spots are hexes."""
    lattice, marks = lattice_in(room), contents.marks
    if min(lattice.width, lattice.height) < 1:
        return Scene()
    known = cells(contents.tiles)
    items: list[Slot] = [*_labels(lattice, room, finger or marks.chosen)]
    for at, cell in zip(MAP, known, strict=True):
        forbidden_opacity = FORBIDDEN[min(len(marks.forbidden.get(at, ())), len(FORBIDDEN) - 1)]
        faded = min(forbidden_opacity, DIM) if marks.dims(at) else forbidden_opacity
        items.append(PlacedArt(art.ground(cell, lattice.tall), lattice.middle(at), lattice.width, faded))
    items += (Stroke(seam, art.EDGE, lattice.width * SEAM) for seam in lattice.seams())
    for at in MAP:
        faded = DIM_PIECES if marks.dims(at) else 1.0
        items += pieces(contents.on(at), lattice.middle(at), lattice.height, faded)
    items += _frame(marks, lattice)
    items += art.badges(marks, lattice)
    also = marks.also if marks.also != marks.chosen else None
    rings = {art.Outline.ALSO: also, art.Outline.CHOSEN: marks.chosen, art.Outline.FINGER: finger}
    items += (art.ring(kind, lattice, at) for kind, at in rings.items() if at is not None)
    if finger is not None:
        items += _loupe(contents, room, finger, lattice)
    return Scene(tuple(items), (lattice,))


@lru_cache(maxsize=8)
def cells(tiles: art.KnownTiles) -> tuple[PieceHex | None, ...]:
    """Return the hexes row by row, None where there is no piece yet."""
    return tuple(_cell(tiles, at) for at in MAP)


def _cell(tiles: art.KnownTiles, at: Hex) -> PieceHex | None:
    down, across = art.piece_of(at)
    piece = tiles[down][across] if tiles else None
    # Fill the map with this hex's piece, as the others may not be known yet.
    return None if piece is None else cell_at(((piece,) * ACROSS,) * DOWN, at)


def _labels(lattice: art.Lattice, room: Viewport, lit: Hex | None) -> Iterator[Letters]:
    """Yield the rows' letters and the columns' numbers; those of the hex `lit` are highlighted."""
    size, letters, numbers = room.mm(LABEL_MM), room.mm(LETTERS_MM), room.mm(NUMBERS_MM)
    # On a small map they would run together: skip every other one.
    high = lattice.middle(Hex(0, 0))[1] - lattice.middle(Hex(1, 0))[1]
    for row in range(0, ROWS, 1 if size * CAPITAL <= high else 2):
        _, y = lattice.middle(Hex(row, 0))
        rect = Rect(lattice.left - letters, y - size, letters, 2 * size)
        yield edge_name(words.ROWS[row], rect, size, pointed=lit is not None and lit.row == row)
    # Columns interlock, so they are less than a hex apart.
    wide = 0.9 * (lattice.middle(Hex(0, 1))[0] - lattice.middle(Hex(0, 0))[0])
    every = 1 if size * TWO_FIGURES <= wide else 2
    for column in range(0, COLUMNS, every):
        x, _ = lattice.middle(Hex(0, column))
        rect = Rect(x - wide * every / 2, lattice.top, wide * every, numbers)
        yield edge_name(str(column + 1), rect, size, pointed=lit is not None and lit.column == column)


def _frame(marks: art.Marks, lattice: art.Lattice) -> Iterator[Stroke]:
    """Yield the line around the piece of the map to be placed next."""
    if marks.piece is not None:
        line = lattice.outline(at for at in MAP if art.piece_of(at) == marks.piece)
        for tone, width in ((art.EDGE, 0.16), (art.LIGHT, 0.085)):
            yield Stroke(line, tone, max(2.0, lattice.width * width), closed=True)


def _loupe(contents: MapContents, room: Viewport, at: Hex, lattice: art.Lattice) -> Iterator[Slot]:
    """Yield a magnified hex with its name, beside the finger that covers the real one."""
    size = room.mm(theme.HEADING_MM)
    items, below = bubble(room, lattice.middle(at), words.space(at), size, NAME_MM)
    yield from items
    width = round(room.mm(LOUPE_MM) / 2) * 2
    height = round(width * art.TALL)
    middle = (round(below.center[0]), round(below.center[1]))
    yield PlacedArt(art.ground(cells(contents.tiles)[at.index], height / width), middle, width)
    yield from pieces(contents.on(at), middle, height)


GAP_MM = 2.4
LEAST_NAME_MM = 2.4
"""Least size of a name beside a mark; where it doesn't fit there is only the mark."""
LEAST_SHARE = 0.58
"""Least height of a player's panel, as a share of its full height."""
LEAST_MM, MOST_MM = 11.0, 27.0
"""Least and greatest width of the players beside the map; the greatest is also their height below it."""


def _too_low(view: View, room: Viewport) -> bool:
    """Return whether the players' numbers would be too small to read, with one panel below the other."""
    lines = max(len(view.own(seat)) for seat in view.seats)
    return room.rect.height / view.players < LEAST_SHARE * _height(room, lines)


def table(props: TableProps[View, Pending, None], room: Viewport, finger: Hex | None) -> Scene:
    """Return the map as large as fits, and the players beside or below it if there is room.

    Its spots are hexes.
    """
    view, rect, gap = props.view, room.rect, room.mm(GAP_MM)
    wide, high = lattice_in(room).size
    free_width = rect.width - wide - room.mm(LETTERS_MM) - 1 - gap
    free_height = rect.height - high - room.mm(NUMBERS_MM) - 1 - gap
    contents = MapContents(view.tiles, view.structures, view.spots, marks(view, props.pending))
    most = room.mm(MOST_MM)
    players_beside = free_width >= room.mm(LEAST_MM) and not _too_low(view, room)
    if room.narrow or not (players_beside or free_height >= most):
        return scene(contents, room, finger)
    cut = rect.cut_left(min(free_width, most), gap) if players_beside else rect.cut_bottom(most, gap)
    players, rest = (part.on_pixels() for part in cut)
    board = scene(contents, Viewport(rest, room.density), finger)
    return Scene((*legend(view, props.plates, Viewport(players, room.density)), *board.items), board.spots)


def marks(view: View, pending: Pending = None) -> art.Marks:
    """Return the marks on the map.

    A player's clues are marked only while the view has them, which is while that player holds their pad.
    """
    if view.ended is not None:
        return art.Marks(habitat=view.habitat)
    asked = view.stage.at if isinstance(view.stage, Answering) else None
    forbidden = _forbidden(view.clues)
    allowed = frozenset(at for at in MAP if at not in forbidden) if view.clues else frozenset()
    match pending:
        case At(at) | Correcting(at):
            return art.Marks(chosen=at, also=asked, forbidden=forbidden, allowed=allowed)
        case Searching(at, discs):
            return art.Marks(also=at, placed=discs, forbidden=forbidden, allowed=allowed)
        case None:
            return art.Marks(chosen=asked, forbidden=forbidden, allowed=allowed)


def _forbidden(clues: tuple[OwnClue, ...]) -> dict[Hex, tuple[Hue, ...]]:
    """Return the hexes that clues forbid, each with the colours of those clues."""
    allows = [(clue.hue, frozenset(clue.allows)) for clue in clues]
    forbidding = {at: tuple(hue for hue, hexes in allows if at not in hexes) for at in MAP}
    return {at: hues for at, hues in forbidding.items() if hues}


# The game's emblem on the home screen: a few hexes and pieces.

HEXES = {
    (0, 0): PieceHex(Terrain.DESERT, None),
    (0, 1): PieceHex(Terrain.MOUNTAIN, None),
    (0, -1): PieceHex(Terrain.SWAMP, None),
    (-1, 0): PieceHex(Terrain.FOREST, None),
    (-1, 1): PieceHex(Terrain.WATER, None),
    (1, 0): PieceHex(Terrain.WATER, Animal.BEAR),
    (1, 1): PieceHex(Terrain.FOREST, Animal.COUGAR),
}
"""A hex and its six neighbours, by column and row; rows count upwards, odd columns are half a hex lower."""
EMBLEM_WIDE, EMBLEM_HIGH = 2 * art.STEP + 1, 3.0
"""Size of the emblem, in widths and heights of a hex."""
EMBLEM_MOST_MM = 38.0
LARGE, SMALL = 0.54, 0.5
"""Sides of pieces in the emblem, in heights of a hex."""


def emblem(room: Viewport) -> tuple[PlacedArt, ...]:
    """Return the emblem in the middle of a room, as large as fits."""
    rect, most = room.rect, room.mm(EMBLEM_MOST_MM)
    wide, high = min(rect.width, most) / EMBLEM_WIDE, min(rect.height, most) / EMBLEM_HIGH / art.TALL
    width = max(2, int(min(wide, high) / 2) * 2)
    height = round(width * art.TALL)
    x0, y0 = (round(middle) for middle in rect.center)

    def placed(look: Art, column: int, row: float, side: float) -> PlacedArt:
        middle_y = y0 + (row - (0.5 if column else 0)) * height
        return PlacedArt(look, (x0 + column * art.STEP * width, middle_y), side)

    tall, large = height / width, round(height * LARGE)
    return (
        *(placed(art.ground(cell, tall), column, row, width) for (column, row), cell in HEXES.items()),
        placed(art.cube(Hue.ORANGE), -1, 0, large),
        placed(art.cube(Hue.PURPLE), 1, 1, large),
        placed(art.structure(StructureKind.ABANDONED_SHACK, Colour.WHITE), 0, -1, large),
        placed(art.outline(art.Outline.CHOSEN, tall), 0, 0, round(width * art.ROOM)),
        placed(art.disc_art(Hue.BLUE), 0, 0.06, round(height * SMALL)),
    )
