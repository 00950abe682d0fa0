"""Where structure, cube and discs lie in a hex, so that each of them stays in sight."""

from msgspec import Struct

from ui.stage.rect import Point


class Slot(Struct, frozen=True):
    """A place in a hex: its middle from that of the hex, and its side, in heights of the hex."""

    x: float
    y: float
    side: float

    def place(self, middle: Point, height: float) -> Point:
        """Return the middle of the place, in pixels, in a hex around `middle`."""
        return (middle[0] + self.x * height, middle[1] + self.y * height)


class Places(Struct, frozen=True):
    """Where everything in one hex lies; the structure is drawn first, then the discs, then the cube."""

    structure: Slot
    discs: tuple[Slot, ...]
    cube: Slot


ALONE = Slot(0, 0, 0.54)
LARGE = Slot(0, 0, 0.58)
DISCS: tuple[tuple[Slot, ...], ...] = (
    (),
    (ALONE,),
    (Slot(-0.19, 0.06, 0.5), Slot(0.19, -0.06, 0.5)),
    (Slot(-0.23, -0.14, 0.44), Slot(0.23, -0.14, 0.44), Slot(0, 0.2, 0.44)),
    (Slot(-0.22, 0.2, 0.42), Slot(0.22, 0.2, 0.42), Slot(-0.22, -0.2, 0.42), Slot(0.22, -0.2, 0.42)),
    (
        Slot(-0.22, 0.24, 0.38),
        Slot(0.22, 0.24, 0.38),
        Slot(-0.36, -0.12, 0.38),
        Slot(0.36, -0.12, 0.38),
        Slot(0, -0.2, 0.38),
    ),
)
"""Discs by themselves, by how many there are."""
BELOW: tuple[tuple[Slot, ...], ...] = (
    (),
    (Slot(0, -0.2, 0.42),),
    (Slot(-0.2, -0.2, 0.42), Slot(0.2, -0.2, 0.42)),
    (Slot(-0.29, -0.15, 0.38), Slot(0, -0.22, 0.38), Slot(0.29, -0.15, 0.38)),
    (Slot(-0.36, -0.1, 0.34), Slot(-0.13, -0.22, 0.34), Slot(0.13, -0.22, 0.34), Slot(0.36, -0.1, 0.34)),
    (
        Slot(-0.38, -0.04, 0.3),
        Slot(-0.22, -0.27, 0.3),
        Slot(0, -0.04, 0.3),
        Slot(0.22, -0.27, 0.3),
        Slot(0.38, -0.04, 0.3),
    ),
)
"""Discs below something else."""


def places(structure: bool, cube: bool, discs: int) -> Places:
    """Return where everything lies in a hex with or without a structure and a cube, and with its discs."""
    count = min(discs, len(DISCS) - 1)
    if structure and cube:
        if not discs:
            return Places(Slot(-0.23, 0.06, 0.46), (), Slot(0.24, -0.04, 0.44))
        return Places(Slot(-0.21, 0.21, 0.4), BELOW[count], Slot(0.21, 0.21, 0.38))
    if not discs:
        return Places(LARGE, (), ALONE)
    if structure:
        return Places(Slot(0, 0.22, 0.42), BELOW[count], ALONE)
    if cube:
        return Places(LARGE, BELOW[count], Slot(0, 0.2, 0.42))
    return Places(LARGE, DISCS[count], ALONE)
