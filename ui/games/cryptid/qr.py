"""A set-up as a QR code: dark on white, each module a whole number of pixels, as large as fits."""

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, Rectangle

from ui.theme import Tone, tone
from ui.widgets.face import Face
from ui.widgets.layout import Rect

QUIET = 4
"""Modules left white around a code, as its standard asks."""

WHITE: Tone = tone("#ffffff")
DARK: Tone = tone("#000000")


def matrix_of(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a text's QR code, row by row from the top; True is dark."""
    # Not before a code is asked for: the first screen comes sooner.
    import segno

    code = segno.make(text, error="l", micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


class QrCode(Face):
    """One QR code on one canvas, in the middle of its room."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix: tuple[tuple[bool, ...], ...] = ()
        self.module = 0
        self._code = InstructionGroup()
        self.canvas.add(self._code)

    def show(self, text: str) -> None:
        """Show a text; an empty one leaves the room blank."""
        self.matrix = matrix_of(text) if text else ()
        self.rearrange()

    def corner(self, rect: Rect) -> tuple[float, float]:
        """Return the upper left corner of the first module in a room, in pixels."""
        across = len(self.matrix) * self.module
        return round(rect.center[0] - across / 2), round(rect.center[1] + across / 2)

    def arrange(self, rect: Rect) -> None:
        """Draw white ground, then the dark runs of each row."""
        self._code.clear()
        if not self.matrix:
            return
        count = len(self.matrix)
        self.module = int(min(rect.width, rect.height) // (count + 2 * QUIET))
        left, top = self.corner(rect)
        margin, across = QUIET * self.module, (count + 2 * QUIET) * self.module
        self._code.add(Color(*WHITE))
        self._code.add(
            Rectangle(pos=(left - margin, top - count * self.module - margin), size=(across, across))
        )
        self._code.add(Color(*DARK))
        for down, row in enumerate(self.matrix):
            for start, end in _runs(row):
                low = top - (down + 1) * self.module
                where = (left + start * self.module, low)
                self._code.add(Rectangle(pos=where, size=((end - start) * self.module, self.module)))


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Return where dark modules stand beside each other: from, and up to without."""
    edges = [n for n in range(len(row) + 1) if (row[n] if n < len(row) else False) != (n > 0 and row[n - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))
