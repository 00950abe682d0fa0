"""What is marked on the grid beside its pieces. Pure."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic import art
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.sides import joined
from ui.games.tracktic.tones import PIECES
from ui.stage import scene
from ui.stage.art import Art

GHOST = 0.5
"""How much of a piece is seen that isn't laid yet."""


class Marks(Struct, frozen=True):
    """What is marked on the grid.

    `ghost` are the cells of a pattern that is being laid in `ghost_colour`; those among `wrong` can't be, and
    are crossed out. `flipped` is being turned over. `hints` tell where a pattern could be connected, `last`
    what the last move changed. `path` is drawn as a line with numbers. The pieces of colours other than
    `dim_others` are dimmed, white ones aren't. `faults` have a red outline.
    """

    ghost: frozenset[Cell] = frozenset()
    ghost_colour: Piece = Piece.WHITE
    wrong: frozenset[Cell] = frozenset()
    flipped: Cell | None = None
    hints: frozenset[Cell] = frozenset()
    last: frozenset[Cell] = frozenset()
    path: tuple[Cell, ...] = ()
    dim_others: Piece | None = None
    faults: frozenset[Cell] = frozenset()


NOTHING = Marks()


def marked(lattice: Lattice, marks: Marks, flipped: Piece | None) -> Iterator[scene.PlacedArt]:
    """Yield everything but the path; `flipped` is what lies on the cell that is being turned over."""

    def on(cell: Cell, look: Art, opacity: float = 1.0) -> scene.PlacedArt:
        return scene.PlacedArt(look, lattice.centre(cell), lattice.side, opacity)

    for cell in sorted(marks.last):
        yield on(cell, art.border(theme.TEXT, joined(cell, marks.last), 0.07), 0.85)
    for cell in sorted(marks.faults):
        yield on(cell, art.border(art.WRONG, width=0.11))
    for cell in sorted(marks.hints - marks.ghost):
        yield on(cell, art.spot(PIECES[marks.ghost_colour], art.INK, 0.42), 0.9)
    if marks.flipped is not None and flipped is not None:
        yield on(marks.flipped, art.flipping(flipped))
        yield on(marks.flipped, art.border(theme.TEXT))
    ghost = [cell for cell in sorted(marks.ghost) if lattice.holds(cell)]
    for cell in ghost:
        yield on(cell, art.veil(marks.ghost_colour, joined(cell, marks.ghost)), GHOST)
    for cell in ghost:
        yield on(cell, art.border(theme.TEXT, joined(cell, marks.ghost)))
    for cell in sorted(marks.wrong):
        if lattice.holds(cell):
            yield on(cell, art.CROSS)
