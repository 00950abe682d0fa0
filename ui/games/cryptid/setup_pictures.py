"""What lies on the table, pictured on the pads of the set-up. Pure."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.cryptid.maps import Animal, Colour, PieceHex, StructureKind, Terrain
from companion.games.cryptid.model import Hue
from ui.games.cryptid.art import cube, disc, structure
from ui.games.cryptid.clue_form import What
from ui.games.cryptid.hex_shapes import TALL
from ui.games.cryptid.terrain import ground
from ui.parts.values import Picture
from ui.stage.art import Art
from ui.stage.scene import PlacedArt, Room

SIDE = 0.86
"""How much of its room a picture takes."""
BESIDE = 0.7
"""Several overlap a little: each stands so much of its width beside the one before."""


def picture_of(*whats: What) -> Picture:
    """Return what draws the things that a clue can speak of."""
    return partial(_drawn, tuple(art for what in whats for art in _arts(what)))


def picture_of_hues(hues: Sequence[Hue]) -> Picture:
    """Return what draws colours: a cube and a disc of one, or a disc of each of several."""
    return partial(_drawn, (*(cube(hue) for hue in hues if len(hues) == 1), *map(disc, hues)))


def picture_of_discs(hues: Sequence[Hue]) -> Picture:
    """Return what draws a disc of each colour."""
    return partial(_drawn, tuple(map(disc, hues)))


def picture_of_structure(kind: StructureKind, colour: Colour) -> Picture:
    """Return what draws a structure."""
    return partial(_drawn, (structure(kind, colour),))


def _arts(what: What) -> tuple[Art, ...]:
    match what:
        case Terrain():
            return (ground(PieceHex(what, None), TALL),)
        case Animal():
            # Its lines stand out best on the desert.
            return (ground(PieceHex(Terrain.DESERT, what), TALL),)
        case StructureKind():
            return (structure(what, Colour.WHITE),)
        case Colour():
            return tuple(structure(kind, what) for kind in StructureKind)


def _drawn(arts: Sequence[Art], room: Room) -> Iterator[PlacedArt]:
    wide = 1 + BESIDE * (len(arts) - 1)
    side = int(min(room.rect.height, room.rect.width / wide) * SIDE)
    x = room.rect.center[0] - side * wide / 2
    middle = round(room.rect.center[1] - side / 2) + side / 2
    for n, art in enumerate(arts if side else ()):
        yield PlacedArt(art, (round(x + n * side * BESIDE) + side / 2, middle), side)
