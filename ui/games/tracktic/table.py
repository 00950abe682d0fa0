"""The table of Tracktic: the grid, and beside it the players and the open cards. Pure."""

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from companion.games.tracktic.view import View
from ui.games.tracktic import cards, grid, seats
from ui.games.tracktic.aims import Aim, Flipping, Laying, SeatTap, mover
from ui.games.tracktic.ending import Last
from ui.games.tracktic.grid_contents import GridContents
from ui.games.tracktic.hints import connecting
from ui.games.tracktic.marks import NOTHING, Marks
from ui.stage import fonts
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Room, Scene, Sight, Spot

GAP_MM, SEAT_GAP_MM = 2.4, 1.6
PANEL_MM, MOST_PANEL_MM = 27.0, 40.0
"""What stands beside the grid needs so much at least, and takes no more."""
MOST_SEAT_MM = 19.0
BELOW_MM = 31.0
"""What stands below the grid in an upright picture; more than `ROWS` players stand in two columns."""
ROWS = 2


def table(sight: Sight[View, Aim, Last], room: Room, finger: Spot | None) -> Scene:
    """Return the grid as large as it fits at the left, and the players in what is left beside it.

    Its spots are `CellTap`, `CardTap` and `SeatTap`.
    """
    view, rect, gap = sight.view, room.rect, room.mm(GAP_MM)
    lying = GridContents(view.printed, view.pieces, view.start, marks(sight), view.printed - view.area)
    if room.narrow:
        return grid.scene(lying, room, finger)
    columns, upright = 1, rect.height > rect.width
    if upright:
        below, board = rect.cut_bottom(room.mm(BELOW_MM), gap)
        lower, upper = below.cut_right(room.mm(PANEL_MM), gap)
        columns = 1 if len(view.seats) <= ROWS else 2
    else:
        left, _ = rect.cut_left(rect.width - room.mm(PANEL_MM) - gap)
        wide = grid.width_in(Room(left, room.density), view.printed)
        panel = min(rect.width - wide - gap, room.mm(MOST_PANEL_MM))
        # What is left over lies at both sides.
        board, below = rect.inset((rect.width - wide - gap - panel) / 2, 0).cut_left(wide, gap)
        lower, upper = below.cut_bottom(cards.height_in(Room(below, room.density), view.watched), gap)
    if view.ended is None:
        chosen = sight.aim.card if isinstance(sight.aim, Laying) else None
        items, pads = cards.scene(view, chosen, Room(lower.on_pixels(), room.density), finger)
    else:
        items, pads, upper = [], Pads(()), below
    beside, places = _seats(sight, Room(upper, room.density), columns, finger)
    shown = grid.scene(lying, Room(board.on_pixels(), room.density), finger)
    return Scene((*beside, *items, *shown.items), (*shown.spots, pads, places))


def _seats(
    sight: Sight[View, Aim, Last], room: Room, columns: int, finger: Spot | None
) -> tuple[list[Item | None], Pads]:
    """Return the players' panels; a tap on one is a move out of turn, and after the end draws its path."""
    view, between, count = sight.view, room.mm(SEAT_GAP_MM), len(sight.view.seats)
    lines = -(-count // columns)
    high = min(room.mm(MOST_SEAT_MM), (room.rect.height - between * (lines - 1)) / lines)
    rows, _ = room.rect.cut_top(high * lines + between * (lines - 1))
    names = (sight.plates[seat.seat].name for seat in view.seats)
    longest = max(names, key=lambda name: fonts.width(name, 1.0, bold=True))
    items: list[Item | None] = []
    pads: list[tuple[Spot, Rect]] = []
    for seat, row in zip(view.seats, rows.grid(count, columns, between), strict=True):
        rect, tap = row.on_pixels(), SeatTap(seat.seat)
        if view.ended is None:
            look = seats.SeatLook(seat, turn=seat.seat == mover(sight.aim, view.turn))
        else:
            look = seats.look(seat, sight.last, view.ended.winners)
        pads.append((tap, rect))
        its = Room(rect, room.density)
        items += seats.panel_of(look, sight.plates[seat.seat], longest, its, pressed=finger == tap)
    return items, Pads(tuple(pads))


def marks(sight: Sight[View, Aim, Last]) -> Marks:
    """Return what is marked on the grid."""
    view, aim, last = sight.view, sight.aim, sight.last
    if view.ended is not None:
        if last.paths is None or last.paths.drawn is None:
            return NOTHING
        who, pieces = last.paths.drawn
        seat = view.seats[who]
        return Marks(path=seat.path[:pieces], dim_others=seat.colour)
    colour = view.seats[mover(aim, view.turn)].colour
    match aim:
        case Laying(card, cells=cells):
            ghost = frozenset(cells)
            hints = connecting(view, card) if aim.hints else frozenset[Cell]()
            return Marks(ghost, colour, wrong=_wrong(view, ghost), hints=hints)
        case Flipping(flipped):
            return Marks(ghost_colour=colour, flipped=flipped)
        case _:
            return Marks(last=last.cells)


def _wrong(view: View, ghost: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells that aren't free: beside the area, or with a piece on them that has a colour."""
    free = (None, Piece.WHITE)
    return frozenset(cell for cell in ghost if cell not in view.area or view.pieces.get(cell) not in free)
