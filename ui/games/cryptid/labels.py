"""The letters of the rows and the numbers of the columns, at the edges of the map."""

from kivy.graphics import InstructionGroup

from companion.games.cryptid.hexes import COLUMNS, ROWS, Hex
from ui import theme
from ui.games.cryptid import words
from ui.games.cryptid.hex_shapes import Lattice
from ui.stage.lettering import Caption

LETTERS_MM, NUMBERS_MM = 3.6, 2.9
"""Room for the letters of the rows at the left, and the numbers of the columns above."""
LABEL_MM = 2.5
FAINT = theme.tone("#7d8892")


class Labels:
    """Letters and numbers, changed in place."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._rows = [Caption(FAINT, bold=True) for _ in range(ROWS)]
        self._columns = [Caption(FAINT, bold=True) for _ in range(COLUMNS)]
        for row, caption in enumerate(self._rows):
            caption.show(words.ROWS[row])
        for column, caption in enumerate(self._columns, 1):
            caption.show(str(column))
        for caption in (*self._rows, *self._columns):
            self.group.add(caption.group)

    def arrange(self, lattice: Lattice) -> None:
        """Put them beside the rows of the first column, and above the columns."""
        size, letters, numbers = theme.mm(LABEL_MM), theme.mm(LETTERS_MM), theme.mm(NUMBERS_MM)
        for row, caption in enumerate(self._rows):
            _, y = lattice.centre(Hex(row, 0))
            caption.place(lattice.left - letters, y - size, letters, 2 * size, size)
        for column, caption in enumerate(self._columns):
            x, _ = lattice.centre(Hex(0, column))
            caption.place(x - lattice.width / 2, lattice.top, lattice.width, numbers, size)

    def light(self, at: Hex | None) -> None:
        """Light those of one hex."""
        for row, caption in enumerate(self._rows):
            caption.paint(theme.TEXT if at is not None and at.row == row else FAINT)
        for column, caption in enumerate(self._columns):
            caption.paint(theme.TEXT if at is not None and at.column == column else FAINT)
