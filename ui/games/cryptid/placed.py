"""Structures, discs and cubes in their places in a hex, or on a pad. Pure."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.cryptid.maps import Structure
from companion.games.cryptid.model import Hue, Spot
from ui.games.cryptid import art
from ui.games.cryptid.slots import Slot, places
from ui.stage.art import Art
from ui.stage.rect import Point, Rect
from ui.stage.scene import PlacedArt

BEGUN = 0.6
"""Opacity of discs that aren't told yet."""
LEAST = 8
"""The least size at which a piece is drawn, in pixels."""
ALONE, TOGETHER = 0.82, 0.62
"""Sides of a piece by itself on a pad, and of two that overlap, in those of its room."""


class Hexful(Struct, frozen=True):
    """All that lies on one hex; `begun` are discs that aren't told yet, `next` is put down now."""

    structure: Structure | None
    spot: Spot
    begun: tuple[Hue, ...] = ()
    next: bool = False


def pieces(full: Hexful, middle: Point, height: float, opacity: float = 1.0) -> Iterator[PlacedArt]:
    """Yield what lies on one hex of a height around a middle."""
    there, spot, begun = full.structure, full.spot, full.begun
    where = places(there is not None, spot.cube is not None, len(spot.discs) + len(begun))
    if there is not None:
        yield _piece(art.structure(there.type, there.colour), where.structure, middle, height, opacity)
    fades = [opacity] * len(spot.discs) + [opacity * BEGUN] * len(begun)
    # More discs than there are places for can't lie on a hex.
    for hue, fade, slot in zip((*spot.discs, *begun), fades, where.discs, strict=False):
        yield _piece(art.disc(hue), slot, middle, height, fade)
    if spot.cube is not None:
        yield _piece(art.cube(spot.cube), where.cube, middle, height, opacity)
    if full.next:
        yield _piece(art.HALO, Slot(where.structure.x, where.structure.y, 1.0), middle, height, 1.0)


def _piece(look: Art, slot: Slot, middle: Point, height: float, opacity: float) -> PlacedArt:
    """Return a piece in a place of a hex, on whole pixels so that its letter stays sharp."""
    side = max(LEAST, round(slot.side * height))
    x, y = (round(at - side / 2) + side / 2 for at in slot.place(middle, height))
    return PlacedArt(look, (x, y), side, opacity)


def on_pad(spot: Spot, rect: Rect) -> Iterator[PlacedArt]:
    """Yield the pieces that a pad stands for into the middle of a rectangle; discs overlap."""
    looks = [art.disc(hue) for hue in spot.discs] + ([] if spot.cube is None else [art.cube(spot.cube)])
    side = int(min(rect.width, rect.height) * (ALONE if len(looks) == 1 else TOGETHER))
    if side < LEAST:
        return
    x, y = rect.center
    for n, look in enumerate(looks):
        off = side * 0.3 * (2 * n - len(looks) + 1)
        left, low = round(x + off - side / 2), round(y - off * 0.6 - side / 2)
        yield PlacedArt(look, (left + side / 2, low + side / 2), side)
