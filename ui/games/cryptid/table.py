"""The table of Cryptid: the map, and the two players beside it. Pure.

All of it is drawn from a view: what that doesn't hold, nobody can see.
"""

from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import Answering, Hue
from companion.games.cryptid.view import OwnClue, View
from ui.games.cryptid import hex_map
from ui.games.cryptid.aims import Aim, At, Correcting, Searching
from ui.games.cryptid.hex_map import LETTERS_MM, Lying, lattice_in
from ui.games.cryptid.legend import legend
from ui.games.cryptid.marks import Marks
from ui.stage.scene import Room, Scene, Sight

GAP_MM = 2.4
LEAST_MM, MOST_MM = 11.0, 27.0
"""What the players beside the map need at least, and the most that they take."""


def table(sight: Sight[View, Aim, None], room: Room, finger: Hex | None) -> Scene:
    """Return the map as large as it fits, and the players in what is left beside it; its spots are hexes."""
    view, rect, gap = sight.view, room.rect, room.mm(GAP_MM)
    left = rect.width - lattice_in(room).size[0] - room.mm(LETTERS_MM) - 1 - gap
    lying = Lying(view.tiles, view.structures, view.spots, marks(view, sight.aim))
    if room.narrow or left < room.mm(LEAST_MM):
        return hex_map.scene(lying, room, finger)
    players, beside = (part.on_pixels() for part in rect.cut_left(min(left, room.mm(MOST_MM)), gap))
    shown = hex_map.scene(lying, Room(beside, room.density), finger)
    return Scene((*legend(view, sight.plates, Room(players, room.density)), *shown.items), shown.spots)


def marks(view: View, aim: Aim = None) -> Marks:
    """Return what is marked on the map.

    The own clues are marked only while a view holds them: that is while their owner's finger lies on the pad.
    """
    if view.ended is not None:
        return Marks(habitat=view.habitat)
    asked = view.stage.at if isinstance(view.stage, Answering) else None
    forbidden = _forbidden(view.clues)
    allowed = frozenset(at for at in MAP if at not in forbidden) if view.clues else frozenset()
    match aim:
        case At(at) | Correcting(at):
            return Marks(chosen=at, also=asked, forbidden=forbidden, allowed=allowed)
        case Searching(at, discs):
            return Marks(also=at, placed=discs, forbidden=forbidden, allowed=allowed)
        case None:
            return Marks(chosen=asked, forbidden=forbidden, allowed=allowed)


def _forbidden(clues: tuple[OwnClue, ...]) -> dict[Hex, tuple[Hue, ...]]:
    """Return for each hex that a clue forbids the colours of those that do."""
    allows = [(clue.hue, frozenset(clue.allows)) for clue in clues]
    each = {at: tuple(hue for hue, hexes in allows if at not in hexes) for at in MAP}
    return {at: hues for at, hues in each.items() if hues}
