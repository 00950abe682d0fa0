"""What is marked on the map beside the pieces. Pure."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import Structure
from companion.games.cryptid.model import Disc, Hue
from ui.games.cryptid import art
from ui.games.cryptid.art import Outline
from ui.games.cryptid.hex_shapes import Lattice, piece_of
from ui.games.cryptid.slots import Slot
from ui.stage.scene import PlacedArt

CROSSES = (Slot(-0.37, 0, 0.62), Slot(0.37, 0, 0.62))
"""Where crosses stand: each clue's own place, so that one clue can be followed over the map."""
STAR = 0.56
"""Side of the habitat's star, in widths of a hex."""


class Marks(Struct, frozen=True):
    """What is marked on the map.

    `chosen` has a thick outline, `also` a dashed one: the space asked about or searched. `placed` are discs
    of a search that aren't told yet. Hexes outside `lit` are dimmed, unless it is empty. `forbidden` (by
    which colours' clues) and `allowed` are private. `habitat` is marked after the game. `piece` (down,
    across) and `structure` are what is laid next.
    """

    chosen: Hex | None = None
    also: Hex | None = None
    placed: tuple[Disc, ...] = ()
    lit: frozenset[Hex] = frozenset()
    forbidden: dict[Hex, tuple[Hue, ...]] = {}
    allowed: frozenset[Hex] = frozenset()
    habitat: Hex | None = None
    piece: tuple[int, int] | None = None
    structure: Structure | None = None

    def dims(self, at: Hex) -> bool:
        """Tell whether a hex isn't among those that are meant."""
        unlit = bool(self.lit) and at not in self.lit
        return unlit or (self.piece is not None and self.piece != piece_of(at))

    def begun(self, at: Hex) -> tuple[Hue, ...]:
        """Return the discs on a hex that aren't told yet."""
        return tuple(disc.hue for disc in self.placed if disc.at == at)


def badges(marks: Marks, lattice: Lattice) -> Iterator[PlacedArt]:
    """Yield what lies over the pieces: what own clues say of each hex, and the habitat."""
    for at in sorted(marks.allowed):
        yield ring(Outline.ALLOWED, lattice, at)
    hues = sorted({hue for each in marks.forbidden.values() for hue in each}, key=list(Hue).index)
    for at in sorted(marks.forbidden):
        for hue in marks.forbidden[at]:
            slot = CROSSES[hues.index(hue) % len(CROSSES)]
            side = round(slot.side * lattice.height)
            yield PlacedArt(art.cross(hue), slot.place(lattice.middle(at), lattice.height), side)
    if marks.habitat is not None:
        x, y = lattice.middle(marks.habitat)
        yield ring(Outline.HABITAT, lattice, marks.habitat)
        yield PlacedArt(art.HABITAT, (x, y + lattice.height * 0.62), round(lattice.width * STAR))


def ring(kind: Outline, lattice: Lattice, at: Hex) -> PlacedArt:
    """Return a line around a hex."""
    return PlacedArt(art.outline(kind, lattice.tall), lattice.middle(at), round(lattice.width * art.ROOM))
