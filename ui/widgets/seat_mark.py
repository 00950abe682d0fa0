"""The mark of a seat: a shape in the seat's colour, with a letter. Colour is never told by itself."""

from math import cos, pi, sin

from kivy.graphics import Color, InstructionGroup, Mesh, SmoothLine

from companion.journal import Plate
from ui import theme
from ui.kivy_types import Widget
from ui.widgets.lettering import Caption

Outline = tuple[tuple[float, float], ...]


def _regular(corners: int, start: float = pi / 2, radius: float = 0.5, low: float = 0.0) -> Outline:
    step = 2 * pi / corners
    return tuple(
        (0.5 + radius * cos(start + n * step), 0.5 - low + radius * sin(start + n * step))
        for n in range(corners)
    )


def _star() -> Outline:
    outer, inner = _regular(5, radius=0.54, low=0.03), _regular(5, pi / 2 + pi / 5, 0.27, 0.03)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


OUTLINES: dict[str, Outline] = {
    "circle": _regular(40, radius=0.48),
    "triangle": _regular(3, radius=0.58, low=0.1),
    "square": ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93)),
    "diamond": _regular(4, radius=0.53),
    "star": _star(),
    "hexagon": _regular(6),
    "pentagon": _regular(5, radius=0.52, low=0.03),
    "cross": (
        (0.3, 0.02), (0.7, 0.02), (0.7, 0.3), (0.98, 0.3), (0.98, 0.7), (0.7, 0.7),
        (0.7, 0.98), (0.3, 0.98), (0.3, 0.7), (0.02, 0.7), (0.02, 0.3), (0.3, 0.3),
    ),
}  # fmt: skip
"""The outlines of the theme's shapes, in a unit square with y upwards; seen whole from its middle."""

LETTER_AT = {"triangle": 0.4, "star": 0.46, "pentagon": 0.48}
"""How high the letter stands, where that is not the middle."""
LETTER_SIZE = {"triangle": 0.46, "star": 0.44, "diamond": 0.5}
LETTER_ROOM = {"triangle": 0.46, "star": 0.5}
LETTER = 0.56
"""Font size of the letter, in sides of the mark."""


def outline(shape: str) -> Outline:
    """Return the outline of a shape; a shape of an older record that is gone is drawn as a circle."""
    return OUTLINES.get(shape, OUTLINES["circle"])


class Mark:
    """The instructions of one mark, for a canvas that is kept: they are changed in place."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._tone = Color(0, 0, 0, 0)
        self._mesh = Mesh(mode="triangle_fan")
        self._edge = SmoothLine(width=1.1, close=True)
        self._letter = Caption(theme.ON_SEAT, bold=True)
        for instruction in (self._tone, self._mesh, self._edge, self._letter.group):
            self.group.add(instruction)
        self._plate: Plate | None = None
        self._at = (0.0, 0.0, 0.0)

    def show(self, plate: Plate, opacity: float = 1.0) -> None:
        """Show a plate; `opacity` fades a seat that has no part in what is shown."""
        self._tone.rgba = theme.seat_tone(plate, opacity)
        if plate != self._plate:
            self._plate = plate
            self._letter.show(plate.letter)
            self._draw()

    def place(self, x: float, y: float, side: float) -> None:
        """Put the mark's lower left corner, and its size, in pixels."""
        if (x, y, side) != self._at:
            self._at = (x, y, side)
            self._draw()

    def _draw(self) -> None:
        x, y, side = self._at
        if self._plate is None or side <= 0:
            return
        shape = self._plate.shape
        points = [(x + px * side, y + py * side) for px, py in outline(shape)]
        ring = [(x + side / 2, y + side / 2), *points, points[0]]
        self._mesh.vertices = [value for px, py in ring for value in (px, py, 0, 0)]
        self._mesh.indices = list(range(len(ring)))
        self._edge.points = [value for point in points for value in point]
        size = LETTER_SIZE.get(shape, LETTER) * side
        height = size * 1.3
        middle = y + LETTER_AT.get(shape, 0.5) * side
        room = LETTER_ROOM.get(shape, 0.7) * side
        self._letter.place(x + (side - room) / 2, middle - height / 2, room, height, size)


class SeatMark(Widget):
    """The mark of a seat as a widget; square, in the middle of its room."""

    def __init__(self, plate: Plate) -> None:
        super().__init__(size_hint=(None, None))
        self._mark = Mark()
        self._mark.show(plate)
        self.canvas.add(self._mark.group)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def show(self, plate: Plate) -> None:
        """Show another seat."""
        self._mark.show(plate)

    def _place(self, *_: object) -> None:
        side = min(self.width, self.height)
        self._mark.place(self.x + (self.width - side) / 2, self.y + (self.height - side) / 2, side)
