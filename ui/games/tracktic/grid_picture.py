"""A grid, or a pattern, as a picture on a canvas that is kept: one small texture, and lines between cells."""

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from companion.games.tracktic.model import LETTERS, Piece
from ui import theme
from ui.games.tracktic.tones import PIECES, SHAPES
from ui.stage.parts import outline
from ui.widgets.layout import Rect

CELL = theme.tone("#4d5b68")
NOTHING = (0.0, 0.0, 0.0, 0.0)
TINTS = {".": CELL, "#": NOTHING, "X": theme.PRIMARY, **{sign: PIECES[LETTERS[sign]] for sign in "YBGR"}}
"""Of a sign of a grid or a pattern; the dots of a pattern are drawn as `#`."""

LINE_MM = 0.24
LEAST_LINED_MM = 1.5
"""Smaller cells have no lines between them."""
LEAST_MARKED_MM = 3.0
"""Larger start cells bear the shape of their colour."""


class GridPicture:
    """The instructions of a picture: `show` fills them anew, on whole pixels in the middle of a rectangle."""

    def __init__(self, ground: theme.Tone, back: theme.Tone = NOTHING) -> None:
        self.group = InstructionGroup()
        self._ground, self._back = ground, back
        self.pitch = 1
        self.corner = (0, 0)  # the upper left one

    def show(self, rows: tuple[str, ...], rect: Rect, most: float) -> None:
        """Show a grid with cells of at most `most` pixels."""
        self.group.clear()
        high, wide = len(rows), len(rows[0]) if rows else 0
        if not high or not wide:
            return
        self.pitch = pitch = max(1, int(min(rect.width / wide, rect.height / high, most)))
        x, y = rect.center
        left, top = round(x - pitch * wide / 2), round(y + pitch * high / 2)
        low = top - pitch * high
        self.corner = (left, top)
        texture = Texture.create(size=(wide, high), colorfmt="rgba")
        texture.mag_filter = texture.min_filter = "nearest"
        pixels = b"".join(_PIXELS[sign] for line in reversed(rows) for sign in line)
        texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
        self.group.add(Color(*self._back))
        self.group.add(Rectangle(pos=(left, low), size=(pitch * wide, pitch * high)))
        self.group.add(Color(1, 1, 1, 1))
        self.group.add(Rectangle(texture=texture, pos=(left, low), size=(pitch * wide, pitch * high)))
        if pitch >= theme.mm(LEAST_LINED_MM):
            self._draw_lines(wide, high)
        if pitch >= theme.mm(LEAST_MARKED_MM):
            for row, line in enumerate(rows):
                for column, sign in enumerate(line):
                    if sign in "YBGR":
                        at = self.rect_of(row, column)
                        draw_shape(self.group, at.inset(pitch * 0.22), LETTERS[sign])

    def rect_of(self, row: int, column: int) -> Rect:
        """Return where a cell lies."""
        left, top = self.corner
        return Rect(left + column * self.pitch, top - (row + 1) * self.pitch, self.pitch, self.pitch)

    def _draw_lines(self, wide: int, high: int) -> None:
        width = max(1, round(theme.mm(LINE_MM)))
        left, top = self.corner
        self.group.add(Color(*self._ground))
        for column in range(1, wide):
            at = (left + column * self.pitch - width // 2, top - high * self.pitch)
            self.group.add(Rectangle(pos=at, size=(width, high * self.pitch)))
        for row in range(1, high):
            at = (left, top - row * self.pitch - width // 2)
            self.group.add(Rectangle(pos=at, size=(wide * self.pitch, width)))


def draw_piece(group: InstructionGroup, rect: Rect, piece: Piece) -> None:
    """Draw a piece into the middle of a rectangle: its colour, and the shape that goes with it."""
    side = min(rect.width, rect.height)
    x, y = rect.center
    group.add(Color(*PIECES[piece]))
    at = (round(x - side / 2), round(y - side / 2))
    group.add(RoundedRectangle(pos=at, size=(side, side), radius=[side * 0.14]))
    draw_shape(group, Rect(*at, side, side).inset(side * 0.24), piece)


def draw_shape(group: InstructionGroup, rect: Rect, piece: Piece) -> None:
    """Draw the dark shape of a colour; white has none."""
    if piece not in SHAPES:
        return
    points = [(rect.x + x * rect.width, rect.y + y * rect.height) for x, y in outline(SHAPES[piece])]
    ring = [rect.center, *points, points[0]]
    vertices = [value for x, y in ring for value in (x, y, 0, 0)]
    group.add(Color(*theme.ON_SEAT))
    group.add(Mesh(vertices=vertices, indices=list(range(len(ring))), mode="triangle_fan"))


def pattern_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of a pattern as a picture of them: equally long, nothing but its pieces."""
    wide = max((len(line) for line in rows), default=0)
    return tuple(line.ljust(wide, ".").replace(".", "#") for line in rows)


_PIXELS = {sign: bytes(round(part * 255) for part in tone) for sign, tone in TINTS.items()}
