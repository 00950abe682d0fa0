"""The table of Ungle Speed: the seats around it, the totem in its middle. Pure."""

from companion.game import Seat
from companion.games.ungle_speed.view import View
from ui.games.ungle_speed import words
from ui.games.ungle_speed.middle import MIDDLE_MM, middle
from ui.games.ungle_speed.seating import TWO_HANDS, seating, seating_as_chosen
from ui.games.ungle_speed.seats import panel_of
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Room, Scene, Sight
from ui.stage.sides import seated

PANEL_MM = 19.0
"""Greatest height of a seat's panel."""
GAP_MM = 1.6
LEAST = 2
"""Panels less wide, in pixels, aren't drawn."""


def table(sight: Sight[View, None, None], room: Room, finger: Seat | None) -> Scene:
    """Return the whole table; its spots are seats."""
    view, hands = sight.view, sight.view.two_handed
    wide, high = map(room.mm, MIDDLE_MM)
    count, largest, gap = len(view.seats), room.mm(PANEL_MM), room.mm(GAP_MM)
    order = TWO_HANDS if hands and not sight.sides else tuple(map(Seat, range(count)))
    if sight.sides:
        chosen = seated(sight.plates[:count], sight.sides)
        places = seating_as_chosen(room.rect, chosen, largest, gap, (wide, high))
    else:
        places = seating(room.rect, count, largest, gap, (wide, high), opposite=hands)
    if places[0].width < LEAST:
        return Scene()
    at = dict(zip(order, places, strict=True))
    items: list[Item | None] = [*middle(view, room, places)]
    pads: list[tuple[Seat, Rect]] = []
    for seat in view.seats:
        place = at[seat.seat]
        rect = Rect(round(place.x), round(place.y), round(place.width), round(place.height))
        pads.append((seat.seat, rect))
        its, pressed = Room(rect, room.density), finger == seat.seat
        word = (words.RIGHT_SHORT if seat.seat < 2 else words.LEFT_SHORT) if hands else words.STACK
        items += panel_of(seat, sight.plates[seat.seat], word, view.deck.colours, its, pressed=pressed)
    return Scene(tuple(items), (Pads(tuple(pads)),))
