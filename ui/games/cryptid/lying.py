"""Structures, discs and cubes in their places on the map."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from companion.games.cryptid.hexes import MAP
from companion.games.cryptid.maps import Structure
from companion.games.cryptid.model import Hue, Spot
from ui.games.cryptid.hex_shapes import Lattice
from ui.games.cryptid.marks import Marks
from ui.games.cryptid.outlines import halo
from ui.games.cryptid.pieces import cube, disc, structure
from ui.games.cryptid.slots import Slot, places
from ui.widgets.layout import Point
from ui.widgets.smooth import Texture
from ui.widgets.sprites import Pool, faded

DIM = 0.45
"""What is left of pieces on a hex that isn't meant."""
BEGUN = 0.6
"""Opacity of discs that aren't told yet."""
EMPTY = Spot()


class Hexful(Struct, frozen=True):
    """All that lies on one hex; `begun` are discs that aren't told yet."""

    structure: Structure | None
    spot: Spot
    begun: tuple[Hue, ...] = ()


def put_pieces(
    pool: Pool, lattice: Lattice, structures: Sequence[Structure], spots: Sequence[Spot], marks: Marks
) -> None:
    """Put all structures and pieces of the map."""
    standing = {(each.row, each.col): each for each in structures}
    pool.clear()
    for at in MAP:
        there = standing.get((at.row, at.column))
        full = Hexful(there, spots[at.index] if spots else EMPTY, marks.begun(at))
        opacity = DIM if marks.dims(at) else 1.0
        put_hexful(pool, lattice.centre(at), lattice.height, full, opacity)
        if there is not None and there == marks.structure:
            where = places(True, full.spot.cube is not None, len(full.spot.discs)).structure
            _put(pool, lattice.centre(at), lattice.height, Slot(where.x, where.y, 1.0), halo, 1.0)
    pool.done()


def put_hexful(pool: Pool, middle: Point, height: float, full: Hexful, opacity: float = 1.0) -> None:
    """Put what lies on one hex of a height around a middle."""
    there, spot, begun = full.structure, full.spot, full.begun
    if there is None and spot.cube is None and not spot.discs and not begun:
        return
    where = places(there is not None, spot.cube is not None, len(spot.discs) + len(begun))
    if there is not None:
        _put(pool, middle, height, where.structure, partial(structure, there.type, there.colour), opacity)
    fades = [opacity] * len(spot.discs) + [opacity * BEGUN] * len(begun)
    # More discs than there are places for can't lie on a hex.
    for hue, fade, slot in zip((*spot.discs, *begun), fades, where.discs, strict=False):
        _put(pool, middle, height, slot, partial(disc, hue), fade)
    if spot.cube is not None:
        _put(pool, middle, height, where.cube, partial(cube, spot.cube), opacity)


def _put(
    pool: Pool, middle: Point, height: float, slot: Slot, make: Callable[[int], Texture], opacity: float
) -> None:
    """Put a piece into a place of a hex, on whole pixels so that its letter stays sharp."""
    side = max(8, round(slot.side * height))
    x, y = slot.place(middle, height)
    sharp = (round(x - side / 2) + side / 2, round(y - side / 2) + side / 2)
    pool.put(make(side), sharp, side, faded(opacity))
