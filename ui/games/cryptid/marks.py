"""What is marked on the map beside the pieces, and the pictures of it."""

from msgspec import Struct

from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import Structure
from companion.games.cryptid.model import Disc, Hue
from ui.games.cryptid.hex_shapes import Lattice, piece_of
from ui.games.cryptid.outlines import ROOM, Outline, cross, outline, star
from ui.games.cryptid.slots import Slot
from ui.widgets.sprites import Pool

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


NOTHING = Marks()


def put_badges(pool: Pool, lattice: Lattice, marks: Marks) -> None:
    """Put what lies over the pieces: what own clues say of each hex, and the habitat."""
    width, height = int(lattice.width), lattice.height
    pool.clear()
    for at in sorted(marks.allowed):
        pool.put(outline(Outline.ALLOWED, width, height), lattice.centre(at), round(width * ROOM))
    hues = sorted({hue for each in marks.forbidden.values() for hue in each}, key=list(Hue).index)
    for at in sorted(marks.forbidden):
        for hue in marks.forbidden[at]:
            slot = CROSSES[hues.index(hue) % len(CROSSES)]
            side = round(slot.side * height)
            pool.put(cross(hue, side), slot.place(lattice.centre(at), height), side)
    if marks.habitat is not None:
        x, y = lattice.centre(marks.habitat)
        pool.put(outline(Outline.HABITAT, width, height), (x, y), round(width * ROOM))
        pool.put(star(round(width * STAR)), (x, y + height * 0.62), round(width * STAR))
    pool.done()
