"""The table of Tracktic: the grid, with the players and the open cards next to it. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import LETTERS, OPEN, Card, Piece
from companion.games.tracktic.profile import Pattern
from companion.games.tracktic.view import SeatView, View
from companion.journal import NamePlate
from ui.games.art import edge_name, sharp
from ui.games.pending import CardTap, SeatTap
from ui.games.tracktic import art, words
from ui.games.tracktic.pending import CellTap, Flipping, LayingPattern, Pending, connecting, mover
from ui.games.tracktic.words import COLOURS
from ui.stage import fonts, theme
from ui.stage.art import Art
from ui.stage.parts import bubble, least_height, mark, panel, readable, unknown
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, PlacedArt, Scene, Slot, Spot, TableProps, Viewport
from ui.stage.shapes import Letters

# The open cards next to the grid, each with a small pattern, and the number of cards left.

HEAD_MM = 4.6
CARDS_GAP_MM = 2.0
LOW_MM, HIGH_MM = 12.0, 15.0
"""Least and greatest height of a card."""
MOST_CELL_MM, MOST_FLIP_MM = 3.4, 6.0
"""Largest side of a pattern's cells, and of the piece on a flip card."""


def pattern_items(room: Viewport, pattern: Pattern, kind: Piece = Piece.WHITE) -> tuple[PlacedArt, ...]:
    """Return a pattern in the middle of a room, as large as fits."""
    cells = {Cell(row, column) for row, column in pattern.shape}
    lattice = art.fitted(cells, room.rect, room.mm(MOST_CELL_MM))
    pieces = ((cell, art.piece(kind, art.joined(cell, cells, art.STRAIGHT))) for cell in sorted(cells))
    return tuple(PlacedArt(piece, lattice.centre(cell), lattice.side) for cell, piece in pieces)


def flip_items(room: Viewport, kind: Piece) -> tuple[Item, ...]:
    """Return a piece that is being turned over, with its word below."""
    rect = room.rect
    side = int(min(rect.width, rect.height * 0.62, room.mm(MOST_FLIP_MM)))
    size = min(room.mm(theme.SMALL_MM), rect.height * 0.34)
    tall = size * (fonts.ASCENT + fonts.DESCENT)
    high = side + tall * 0.8
    top = rect.center[1] + high / 2
    below = Rect(rect.x, top - high - tall * 0.12, rect.width, tall)
    piece = sharp(art.flipping(kind), rect.center[0] - side / 2, top - side, side)
    return piece, Letters(words.FLIP_WORD, below, theme.DIM, size)


def card_items(room: Viewport, view: View, card: Card) -> tuple[Item, ...]:
    """Return a card's picture; a flip card shows an opponent's colour."""
    pattern = view.state.profile.pattern(card)
    if pattern is not None:
        return pattern_items(room, pattern)
    mover_colour = view.seats[view.turn].colour
    return flip_items(room, next(seat.colour for seat in view.seats if seat.colour is not mover_colour))


def height_in(room: Viewport, watched: bool) -> float:
    """Return the height of the cards next to a grid, in pixels."""
    if not watched:
        return room.mm(HEAD_MM)
    high = min(room.mm(HIGH_MM), max(room.mm(LOW_MM), room.rect.height * 0.17))
    return room.mm(HEAD_MM + CARDS_GAP_MM) + 2 * high


def scene(view: View, chosen: Card | None, room: Viewport, finger: Spot | None) -> tuple[list[Slot], Pads]:
    """Return the counts of cards and, at the watching level, pads of open ones; `chosen` is being played."""
    head, below = room.rect.cut_top(room.mm(HEAD_MM - 0.8), room.mm(0.8))
    left, right = head.cut_left(head.width * 0.62)
    size = room.mm(theme.SMALL_MM) * 1.05
    items: list[Slot] = [
        Letters(words.cards_open(view.state.open_count), left.on_pixels(), theme.TEXT, size, along=0),
        Letters(words.cards_left(view.state.left), right.on_pixels(), theme.DIM, size, along=1),
    ]
    cards = (*view.state.open, *(None for _ in range(view.state.unreported))) if view.state.watched else ()
    chosen_index = cards.index(chosen) if chosen is not None and chosen in cards else -1
    pads = []
    most = max((len(pattern.shape) for pattern in view.state.profile.patterns), default=0) + 4
    for n, (card, cell) in enumerate(zip(cards, below.grid(OPEN, 2, room.mm(CARDS_GAP_MM)), strict=False)):
        rect, tap = cell.on_pixels(), CardTap(n)
        pads.append((tap, rect))
        pad = _pad(view, card, Viewport(rect, room.density), chosen=n == chosen_index, pressed=finger == tap)
        items += _slots(pad, most)
    return items, Pads(tuple(pads))


def _pad(view: View, card: Card | None, room: Viewport, *, chosen: bool, pressed: bool) -> Iterator[Slot]:
    if card is None:
        yield from unknown(room, room.rect, words.UNKNOWN_CARD, pressed=pressed)
        return
    ground = theme.PRESSED if pressed else theme.RAISED
    yield from panel(room, room.rect, ground, theme.PRIMARY if chosen else None)
    yield from card_items(Viewport(room.rect.inset(room.mm(1.2)), room.density), view, card)


def _slots(items: Iterable[Slot], count: int) -> list[Slot]:
    """Return items padded to `count` slots, so that what follows keeps its own."""
    padded = list(items)
    return [*padded, *[None] * (count - len(padded))]


# The pieces on a grid, and the marks.

DIM = 0.34
"""Opacity of pieces that the path isn't about."""


class GridContents(Struct, frozen=True):
    """A grid's cells, its pieces, the cells of start pieces, and the marks.

    `closed` cells are out of play.
    """

    area: frozenset[Cell]
    pieces: Mapping[Cell, Piece]
    start: frozenset[Cell] = frozenset()
    marks: art.Marks = art.NOTHING
    closed: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return _in_order(self.area)

    def look(self, cell: Cell) -> Art | None:
        """Return the look of the piece on a cell, None if there is none."""
        if (kind := self.pieces.get(cell)) is None:
            return None
        return art.piece(kind, art.alike(cell, self.pieces), start=cell in self.start)

    def opacity(self, cell: Cell) -> float:
        """Return the opacity of the piece on a cell."""
        dim = self.marks.dim_others is not None
        return DIM if dim and self.pieces[cell] not in (self.marks.dim_others, Piece.WHITE) else 1.0


@lru_cache(maxsize=8)
def _in_order(area: frozenset[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(area))


# The loupe: small cells enlarged next to the finger that covers them, with row and column.

LARGE_MM = 7.0
"""Cells this large can be seen around a finger and need no loupe."""
CELL_MM, NAME_MM = 5.2, 5.4
"""Side of a cell in the loupe, and height of its numbers."""
REACH = 1
"""Cells shown on each side of the one under the finger."""


def loupe(cell: Cell, lattice: art.Lattice, contents: GridContents, room: Viewport) -> Iterator[Slot]:
    """Yield an enlarged cell and those around it, away from the finger; nothing if cells are large."""
    if lattice.side >= room.mm(LARGE_MM):
        return
    name = f"{cell.row + 1} · {cell.column + 1}"
    ground, below = bubble(room, lattice.centre(cell), name, room.mm(theme.BODY_MM), NAME_MM)
    yield from ground
    side, wide = round(room.mm(CELL_MM)), 2 * REACH + 1
    left, top = round(below.center[0] - wide * side / 2), round(below.center[1] + wide * side / 2)
    large = art.Lattice(left, top, side, cell.row - REACH, cell.column - REACH, wide, wide)
    marks = contents.marks
    for other in contents.cells:
        if not large.holds(other):
            continue
        middle = large.centre(other)
        yield PlacedArt(art.ground(), middle, side)
        look = contents.look(other)
        if look is not None:
            yield PlacedArt(look, middle, side)
        if other in marks.ghost:
            around = art.joined(other, marks.ghost)
            yield PlacedArt(art.veil(marks.ghost_colour, around), middle, side, art.GHOST)
            yield PlacedArt(art.border(theme.TEXT, around), middle, side)
    yield PlacedArt(art.border(theme.TEXT, width=art.POINTED), large.centre(cell), side)


# The grid with its pieces as a scene, for the table and for the tally.

NUMBERS_MM, NUMBER_MM = 3.4, 2.4
"""Margin for the numbers of rows and columns, at the left and above, and their size."""
CLOSED = 0.3
"""Opacity of cells that are out of play."""


def lattice_in(room: Viewport, area: Collection[Cell]) -> art.Lattice:
    """Return the largest cells in the middle of a room that leave a margin for their numbers."""
    numbers = round(room.mm(NUMBERS_MM))
    _, right_of_numbers = room.rect.cut_left(numbers)
    _, below = right_of_numbers.cut_top(numbers)
    return art.fitted(area, below)


def width_in(room: Viewport, area: Collection[Cell]) -> float:
    """Return the width of the largest cells in a room with their numbers, in pixels."""
    return min(room.rect.width, lattice_in(room, area).room.width + round(room.mm(NUMBERS_MM)))


def grid_scene(contents: GridContents, room: Viewport, finger: Spot | None) -> Scene:
    """Return the scene of a grid as large as fits; its spots are `CellTap`."""
    lattice, marks = lattice_in(room, contents.area), contents.marks
    if not lattice.side:
        return Scene()
    at = finger.cell if isinstance(finger, CellTap) else None
    flipped = contents.pieces.get(marks.flipped) if marks.flipped is not None else None
    items: list[Slot] = list(_grounds(contents.cells, contents.closed, lattice))
    items += _pieces(contents, lattice)
    items += _numbers(contents, lattice, room, at)
    # Their number varies, so they come last, and everything else keeps its slot.
    items += art.path_lines(marks.path, lattice)
    items += art.path_discs(marks.path, lattice, room)
    items += art.mark_items(lattice, marks, flipped)
    if at is not None:
        items.append(PlacedArt(art.border(theme.TEXT, width=art.POINTED), lattice.centre(at), lattice.side))
        items += loupe(at, lattice, contents, room)
    return Scene(tuple(items), (art.Cells(lattice, contents.area),))


@lru_cache(maxsize=4)
def _grounds(cells: tuple[Cell, ...], closed: frozenset[Cell], lattice: art.Lattice) -> tuple[PlacedArt, ...]:
    return tuple(
        PlacedArt(art.ground(), lattice.centre(cell), lattice.side, CLOSED if cell in closed else 1.0)
        for cell in cells
    )


def _pieces(contents: GridContents, lattice: art.Lattice) -> Iterator[PlacedArt | None]:
    for cell in contents.cells:
        look, centre = contents.look(cell), lattice.centre(cell)
        yield None if look is None else PlacedArt(look, centre, lattice.side, contents.opacity(cell))


def _numbers(grid: GridContents, lattice: art.Lattice, room: Viewport, at: Cell | None) -> Iterator[Letters]:
    """Yield the numbers of rows and columns; those of the cell under a finger are bright."""
    wide, size = room.mm(NUMBERS_MM), min(room.mm(NUMBER_MM), lattice.side * 0.8)
    for row in sorted({cell.row for cell in grid.area}):
        low = lattice.rect(Cell(row, lattice.column)).y
        row_label = Rect(lattice.left - wide, low, wide - room.mm(0.5), lattice.side)
        yield edge_name(str(row + 1), row_label, size, 1, pointed=at is not None and at.row == row)
    for column in sorted({cell.column for cell in grid.area}):
        left = lattice.rect(Cell(lattice.row, column)).x
        column_label = Rect(left, lattice.top, lattice.side, wide)
        yield edge_name(str(column + 1), column_label, size, pointed=at is not None and at.column == column)


# The emblem on the home screen: a path joined by a white piece.

EMBLEM = ("GG..B", ".GWGB", "Y..GG", "YY.RR")
PATH = ((0, 0), (0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4))
MOST_MM = 38.0


def emblem(room: Viewport) -> Iterator[Slot]:
    """Yield the emblem in the middle of a room, as large as fits."""
    signs = {Cell(row, column): sign for row, line in enumerate(EMBLEM) for column, sign in enumerate(line)}
    pieces = {cell: LETTERS[sign] for cell, sign in signs.items() if sign in LETTERS}
    contents = GridContents(frozenset(signs), pieces)
    lattice = art.fitted(contents.area, room.rect, room.mm(MOST_MM / len(EMBLEM[0])))
    yield from (*_grounds(contents.cells, contents.closed, lattice), *_pieces(contents, lattice))
    yield from art.path_lines(tuple(Cell(*at) for at in PATH), lattice)


# After the end: all paths are drawn piece by piece, the winner's last, then the points appear.

REST_BEATS = 12
"""Beats that a finished path stays before the next one begins."""


class Paths(Struct, frozen=True):
    """Paths drawn one after another, a piece per beat: their seats and `lengths`.

    The first `pieces` of path `number` are drawn; a whole one has stayed for `rest` beats. `alone`: all
    points are known, and no other path follows.
    """

    lengths: tuple[tuple[Seat, int], ...]
    number: int = 0
    pieces: int = 0
    rest: int = 0
    alone: bool = False

    def next(self) -> "Paths | None":
        """Return the paths a beat later, None once all are drawn."""
        if self.pieces < self.lengths[self.number][1]:
            return replace(self, pieces=self.pieces + 1)
        if self.alone or self.number + 1 == len(self.lengths):
            return None
        if self.rest < REST_BEATS:
            return replace(self, rest=self.rest + 1)
        return replace(self, number=self.number + 1, pieces=min(1, self.lengths[self.number + 1][1]), rest=0)

    @property
    def drawn(self) -> tuple[Seat, int] | None:
        """The seat of the path that is drawn, and how many pieces of it."""
        seat, _ = self.lengths[self.number]
        return (seat, self.pieces) if self.pieces or self.alone else None

    def known(self, seat: Seat) -> bool:
        """Return whether a seat's path has been drawn to its end."""
        finished = self.pieces == self.lengths[self.number][1]
        return self.alone or seat in [other for other, _ in self.lengths[: self.number + finished]]

    @property
    def all_known(self) -> bool:
        """Whether all paths have been drawn to their ends."""
        return self.known(self.lengths[-1][0])


class Last(Struct, frozen=True):
    """The cells that the last move changed and, after the end, how far the paths are drawn."""

    cells: frozenset[Cell] = frozenset()
    paths: Paths | None = None

    def next(self) -> "Last | None":
        """Return the paths a beat later."""
        paths = None if self.paths is None else self.paths.next()
        return None if paths is None else replace(self, paths=paths)

    def tapped(self, spot: Spot) -> "Last | None":
        """Return the replay of one seat's path, with all points visible from now on; None for other spots."""
        if self.paths is None or not isinstance(spot, SeatTap):
            return None
        lengths = self.paths.lengths
        number = [seat for seat, _ in lengths].index(spot.seat)
        return replace(self, paths=Paths(lengths, number, alone=True))


def changed(before: View | None, after: View, last: Last | None) -> Last:
    """Return the cells that changed since `before`, and after the end the paths to draw."""
    last = last or Last()
    if before is None:
        cells: frozenset[Cell] = frozenset()
    elif before.pieces != after.pieces:
        cells = frozenset(at for at, piece in after.pieces.items() if before.pieces.get(at) is not piece)
    else:
        cells = last.cells
    if after.ended is None:
        return Last(cells)
    if last.paths is not None and before is not None and before.seats == after.seats:
        return last
    winners = after.ended.winners
    order = sorted(after.seats, key=lambda seat: (seat.seat in winners, len(seat.path), -seat.seat))
    return Last(cells, Paths(tuple((seat.seat, len(seat.path)) for seat in order)))


GAP_MM, SEAT_GAP_MM = 2.4, 1.6
PANEL_MM, MOST_PANEL_MM = 27.0, 40.0
"""Least and greatest width of what is next to the grid."""
MOST_SEAT_MM = 19.0
BELOW_MM = 31.0
"""Height of what is below an upright grid; more than `ROWS` players are in two columns."""
ROWS = 2


def table(props: TableProps[View, Pending, Last], room: Viewport, finger: Spot | None) -> Scene:
    """Return the grid as large as fits, with the players and cards next to it or, upright, below.

    Its spots are `CellTap`, `CardTap` and `SeatTap`.
    """
    view, state, rect, gap = props.view, props.view.state, room.rect, room.mm(GAP_MM)
    contents = GridContents(state.printed, view.pieces, state.start, marks(props), state.printed - state.area)
    if room.narrow:
        return grid_scene(contents, room, finger)
    columns, upright = 1, rect.height > rect.width
    if upright:
        below, board = rect.cut_bottom(room.mm(BELOW_MM), gap)
        # If cards aren't shown, their number is only a line.
        if state.watched:
            lower, upper = below.cut_right(room.mm(PANEL_MM), gap)
        else:
            lower, upper = below.cut_bottom(room.mm(HEAD_MM), gap)
        columns = 1 if len(view.seats) <= ROWS else 2
    else:
        left, _ = rect.cut_left(rect.width - room.mm(PANEL_MM) - gap)
        wide = width_in(Viewport(left, room.density), state.printed)
        panel = min(rect.width - wide - gap, room.mm(MOST_PANEL_MM))
        # Spare room is at both sides.
        board, below = rect.inset((rect.width - wide - gap - panel) / 2, 0).cut_left(wide, gap)
        lower, upper = below.cut_bottom(height_in(Viewport(below, room.density), state.watched), gap)
    if view.ended is None:
        chosen = props.pending.card if isinstance(props.pending, LayingPattern) else None
        items, pads = scene(view, chosen, Viewport(lower.on_pixels(), room.density), finger)
    else:
        items, pads, upper = [], Pads(()), below
    panels, places = _seats(props, Viewport(upper, room.density), columns, finger)
    grid = grid_scene(contents, Viewport(board.on_pixels(), room.density), finger)
    return Scene((*panels, *items, *grid.items), (*grid.spots, pads, places))


def _seats(
    props: TableProps[View, Pending, Last], room: Viewport, columns: int, finger: Spot | None
) -> tuple[list[Slot], Pads]:
    """Return the players' panels; a tap on one begins a move out of turn, or after the end draws its path."""
    view, between, count = props.view, room.mm(SEAT_GAP_MM), len(props.view.seats)
    lines = -(-count // columns)
    high = min(room.mm(MOST_SEAT_MM), (room.rect.height - between * (lines - 1)) / lines)
    rows, _ = room.rect.cut_top(high * lines + between * (lines - 1))
    names = (props.plates[seat.seat].name for seat in view.seats)
    longest = max(names, key=lambda name: fonts.width(name, 1.0, bold=True))
    items: list[Slot] = []
    pads: list[tuple[Spot, Rect]] = []
    for seat, row in zip(view.seats, rows.grid(count, columns, between), strict=True):
        rect, tap = row.on_pixels(), SeatTap(seat.seat)
        if view.ended is None:
            look = SeatLook(seat, turn=seat.seat == mover(props.pending, view.turn))
        else:
            look = seat_look(seat, props.last, view.ended.winners)
        pads.append((tap, rect))
        seat_room = Viewport(rect, room.density)
        items += panel_of(look, props.plates[seat.seat], longest, seat_room, pressed=finger == tap)
    return items, Pads(tuple(pads))


def marks(props: TableProps[View, Pending, Last]) -> art.Marks:
    """Return the marks on the grid."""
    view, pending, last = props.view, props.pending, props.last
    if view.ended is not None:
        if last.paths is None or last.paths.drawn is None:
            return art.NOTHING
        mover_seat, pieces = last.paths.drawn
        seat = view.seats[mover_seat]
        return art.Marks(path=seat.path[:pieces], dim_others=seat.colour)
    colour = view.seats[mover(pending, view.turn)].colour
    match pending:
        case LayingPattern(card, cells=cells):
            ghost = frozenset(cells)
            hints = connecting(view, card) if card is not None and pending.hints else frozenset[Cell]()
            return art.Marks(ghost, colour, wrong=_wrong(view, ghost), hints=hints)
        case Flipping(flipped):
            return art.Marks(ghost_colour=colour, flipped=flipped)
        case _:
            return art.Marks(last=last.cells)


def _wrong(view: View, ghost: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells that can't be laid on: outside the area, or with a coloured piece."""
    area, free = view.state.area, (None, Piece.WHITE)
    return frozenset(cell for cell in ghost if cell not in area or view.pieces.get(cell) not in free)


# The players' panels: mark, name, pieces and tokens left, and at the end the points.

TOKEN_MM, MORE_MM = 3.0, 3.4
MOST_TOKENS = 4
"""Most tokens drawn one by one; more are a number next to one."""
STEP = 0.5
"""Distance of overlapping tokens, in their widths."""
MARK_MM, PIECE_MM = 8.0, 3.9
NARROW_MM = 30.0
"""Width of panels below which the mark is a little smaller."""
FIGURE_MM = 9.6
LEAST_MARK = 0.6
"""Least size of the mark, as a share of its own, to make room for a name."""
BLOCK_MM, POINTS_BLOCK_MM = 12.5, 13.5
"""Height of both lines together, without points and with them."""
SUPPLY_MM, SUPPLY = 7.0, 1.32
"""Greatest size of the number of pieces left, in mm and in lines: digits have no descenders."""
OUT = 0.4
"""Opacity of the mark and tokens of a player who has skipped."""
UNKNOWN = "·"
"""Shown until the points are known."""


class SeatLook(Struct, frozen=True):
    """What a player's panel shows: `points` is the text of the figure, empty until the end."""

    seat: SeatView
    turn: bool = False
    points: str = ""
    winner: bool = False
    chosen: bool = False


def seat_look(seat: SeatView, last: Last, winners: tuple[int, ...]) -> SeatLook:
    """Return what a player's panel shows after the end."""
    paths = last.paths
    if paths is None:
        return SeatLook(seat, points=UNKNOWN)
    chosen = paths.drawn is not None and paths.drawn[0] == seat.seat
    points = UNKNOWN
    if paths.known(seat.seat):
        points = str(len(seat.path)) if seat.exact else words.at_least(len(seat.path))
    if chosen and paths.pieces < len(seat.path):
        points = str(paths.pieces)
    return SeatLook(seat, points=points, winner=seat.seat in winners and paths.all_known, chosen=chosen)


def panel_of(
    look: SeatLook, plate: NamePlate, longest: str, room: Viewport, *, pressed: bool
) -> Iterator[Slot]:
    """Yield a player's panel.

    `longest` is the longest name at the table: all names are as large as that one may be.
    """
    rect, highlighted, out = room.rect, look.turn or look.chosen, look.seat.skipped and not look.points
    ground = theme.PRESSED if pressed else theme.RAISED if highlighted or look.winner else theme.PANEL
    yield from panel(room, rect, ground, theme.line(art.PIECES[look.seat.colour]) if highlighted else None)
    inner = rect.inset(room.mm(1.7), room.mm(0.8))
    side = min(room.mm(MARK_MM) * (1.0 if rect.width >= room.mm(NARROW_MM) else 0.85), inner.height * 0.86)
    # A readable name matters more than a large mark.
    needs = fonts.width(longest, room.mm(theme.SMALL_MM), bold=True)
    if needs + room.mm(1.5) + side * LEAST_MARK <= inner.width:
        side = min(side, inner.width - room.mm(1.5) - needs)
    left, rest = inner.cut_left(side, room.mm(1.5))
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), side, OUT if out else 1.0)
    # The points are next to the name, so the colour below has the whole width.
    block = min(rest.height, room.mm(POINTS_BLOCK_MM if look.points else BLOCK_MM))
    rest = Rect(rest.x, rest.center[1] - block / 2, rest.width, block)
    upper, lower = rest.cut_top(block * 0.62 if look.points else max(block * 0.45, least_height(room)))
    if look.points:
        right, name = upper.cut_right(min(room.mm(FIGURE_MM), upper.width * 0.5), room.mm(0.8))
        tone = theme.TEXT if look.winner or look.chosen else theme.DIM
        size = min(room.mm(theme.FIGURE_MM), upper.height * 1.1)
        yield Letters(look.points, right, tone, size, bold=True, along=1)
    else:
        wide, tokens = _tokens(look.seat.tokens, upper, room, OUT if out else 1.0)
        name = Rect(upper.x, upper.y, upper.width - wide, upper.height)
        if name.width < needs <= upper.width:
            # There is no room for them next to a long name.
            wide, tokens = _tokens(look.seat.tokens, lower, room, OUT if out else 1.0)
            name, lower = upper, Rect(lower.x, lower.y, lower.width - wide, lower.height)
        yield from tokens
    size = min(room.mm(theme.HEADING_MM), name.height * 0.95)
    size = max(min(size, name.width / fonts.width(longest, 1.0, bold=True)), room.mm(theme.SMALL_MM))
    tone = theme.DIM if out else theme.TEXT
    yield readable(room, plate.name, name, tone, size, bold=True, along=0, whole=True)
    yield from _note(look, lower, room)


def _note(look: SeatLook, rect: Rect, room: Viewport) -> Iterator[Slot]:
    """Yield a piece of the colour, the number left, and a note if there is room."""
    side = round(min(room.mm(PIECE_MM), rect.height))
    icon, text = rect.cut_left(side, room.mm(0.9))
    yield sharp(art.piece(look.seat.colour), icon.x, icon.center[1] - side / 2, side)
    if look.points or look.seat.skipped:
        yield None
    else:
        figure, high = str(look.seat.supply), min(room.mm(SUPPLY_MM) * theme.LARGER, rect.height * SUPPLY)
        at, text = text.cut_left(fonts.width(figure, high, bold=True), room.mm(1))
        yield Letters(figure, at, theme.TEXT, high, bold=True, along=0)
    note = words.SKIPPED if look.seat.skipped and not look.points else COLOURS[look.seat.colour]
    # The piece shows the colour's shape, so a word is dropped rather than cut off.
    yield readable(room, note, text, theme.DIM, room.mm(theme.SMALL_MM), along=0, whole=True)


def _tokens(count: int, rect: Rect, room: Viewport, opacity: float) -> tuple[float, list[Slot]]:
    """Return the width of the tokens at the right end of a line, and their items."""
    if not count:
        return 0.0, [None] * (MOST_TOKENS + 1)
    side, many = round(min(room.mm(TOKEN_MM), rect.height)), count > MOST_TOKENS
    drawn = 1 if many else count
    more = room.mm(MORE_MM) if many else 0.0
    wide = side * STEP * (drawn - 1) + side + more
    x, y = rect.right - wide + side / 2, round(rect.center[1])
    disc = art.spot(art.TOKEN, art.TOKEN_RIM, 0.96)
    middles = [(round(x + n * side * STEP), y) for n in range(drawn)]
    items: list[Slot] = [PlacedArt(disc, middle, side, opacity) for middle in middles]
    items += [None] * (MOST_TOKENS - drawn)
    count_rect = Rect(rect.right - more + room.mm(0.5), rect.y, more, rect.height)
    small = room.mm(theme.SMALL_MM)
    items.append(Letters(str(count), count_rect, art.TOKEN, small, bold=True, along=0) if many else None)
    return wide + room.mm(1), items
