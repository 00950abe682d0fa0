"""The longest path on the grid: a thick line through the middles of its cells, with numbers."""

from kivy.graphics import Color, InstructionGroup, Line

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.pieces import INK, LIGHT, spot
from ui.stage.lettering import Caption
from ui.widgets.sprites import HIDDEN, Pool

WIDTH = 0.22
"""Of the line, in cells."""
RIM = 0.31
"""Of the light line that lies under it."""
EVERY = 5
"""The first cell has its number, each fifth, and the last."""
DISC = 0.74
LEAST_MM = 3.1
"""Side of a number's disc in cells, and where cells are small."""


class PathLine:
    """The instructions of one path; they are changed in place. Without `numbers` it is the line alone."""

    def __init__(self, *, numbers: bool = True) -> None:
        self.group = InstructionGroup()
        self._rim_tone, self._rim = Color(*HIDDEN), Line(width=1, cap="round", joint="round")
        self._tone, self._line = Color(*HIDDEN), Line(width=1, cap="round", joint="round")
        self._discs, self._over = Pool(), InstructionGroup()
        self._numbers: list[Caption] = []
        for part in (self._rim_tone, self._rim, self._tone, self._line, self._discs.group, self._over):
            self.group.add(part)
        self._numbered = numbers
        self._shown: tuple[tuple[Cell, ...], Lattice] | None = None

    def show(self, path: tuple[Cell, ...], lattice: Lattice) -> None:
        """Draw a path, as far as it is given."""
        if (path, lattice) == self._shown:
            return
        self._shown = (path, lattice)
        points = [value for cell in path for value in lattice.centre(cell)]
        long = len(path) > 1
        self._rim_tone.rgba, self._tone.rgba = (LIGHT if long else HIDDEN), (INK if long else HIDDEN)
        for line, width in ((self._rim, RIM), (self._line, WIDTH)):
            line.width = max(1.0, lattice.side * width / 2)
            line.points = points if long else []
        if self._numbered:
            self._draw_numbers(path, lattice)

    def _draw_numbers(self, path: tuple[Cell, ...], lattice: Lattice) -> None:
        side = max(lattice.side, round(theme.mm(LEAST_MM / DISC)))
        wide = side > lattice.side
        told = numbered(len(path), 2 if wide else 1)
        while len(self._numbers) < len(told):
            self._numbers.append(Caption(theme.TEXT, bold=True))
            self._over.add(self._numbers[-1].group)
        self._discs.clear()
        for caption, number in zip(self._numbers, told, strict=False):
            x, y = lattice.centre(path[number - 1])
            self._discs.put(spot(INK, LIGHT, DISC, side), (x, y), side)
            room = side * DISC * 0.76
            caption.place(x - room / 2, y - side / 2, room, side, side * 0.4)
            caption.show(str(number))
        self._discs.done()
        for caption in self._numbers[len(told) :]:
            caption.show("")


def numbered(length: int, apart: int = 1) -> list[int]:
    """Return which cells of a path have their number; the last but one only so far from the last."""
    if not length:
        return []
    told = [1, *(n for n in range(EVERY, length, EVERY) if length - n >= apart)]
    return [*told, length] if length > 1 else told
