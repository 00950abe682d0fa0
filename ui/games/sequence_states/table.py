"""The table of Sequence States & Capitals: spaces, the sides beside or below, a loupe at the finger. Pure."""

from companion.games.sequence_states.view import View
from ui.games.sequence_states import spaces
from ui.games.sequence_states.aims import Aim, SpaceTap
from ui.games.sequence_states.loupe import loupe
from ui.games.sequence_states.sides import sides
from ui.games.sequence_states.stock import height_mm, stock
from ui.stage.scene import Room, Scene, Sight, Spot

GAP_MM, SIDE_GAP_MM = 2.0, 1.6
PANEL_MM, CROWDED_PANEL_MM = 28.5, 32.0
"""What the sides beside the board need at least, and what they need where many sit at the table."""
CROWD = 8
"""Players, from whom on there are many."""
LOW = 0.78
"""How high the sides are below the board, in the width that they need beside it."""
STOCK_MM = 20.0
"""Width of the stock beside the sides, where there is little room below the board."""
SHORT = 2
"""So few heights of the stock are little."""


def table(sight: Sight[View, Aim, None], room: Room, finger: Spot | None) -> Scene:
    """Return the whole table; its spots are `SpaceTap` and `SeatTap`."""
    view, gap = sight.view, room.mm(GAP_MM)
    if room.narrow:
        alone = spaces.spaces_in(room)
        return Scene(tuple(spaces.drawn(view, sight.aim, alone, room, finger)), (alone,))
    panel = room.mm(CROWDED_PANEL_MM if len(view.seats) >= CROWD else PANEL_MM)
    wide, tall, between = room.rect.width, room.rect.height, room.mm(SIDE_GAP_MM)
    at_side, above = min(tall, wide - panel - gap), min(wide, tall - panel * LOW - gap)
    # Seen from a short edge, or upright, the board is larger with the sides below it.
    if at_side >= above:
        left, right = room.rect.cut_left(at_side, gap)
        low, high = right.on_pixels().cut_bottom(room.mm(height_mm(view)), between)
    else:
        left, under = room.rect.cut_top(above, gap)
        stock_tall = room.mm(height_mm(view))
        if len(view.seats) >= CROWD or under.height < SHORT * stock_tall:
            low, high = under.on_pixels().cut_right(room.mm(STOCK_MM), between)
        else:
            low, high = under.on_pixels().cut_bottom(stock_tall, between)
    board = spaces.spaces_in(Room(left.on_pixels(), room.density))
    beside = sides(view, sight.plates, room, high, between, finger)
    items = (
        *spaces.drawn(view, sight.aim, board, room, finger),
        *beside.items,
        *stock(view, room, low.on_pixels()),
    )
    if isinstance(finger, SpaceTap):
        seen = view.spaces[finger.space.index]
        items = (*items, *loupe(room, board.of(finger.space), seen, spaces.colour_of(view, seen)))
    return Scene(items, (board, *beside.spots))
