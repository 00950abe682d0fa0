"""Shapes as Kivy instructions: each is made once and then changed in place."""

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, RoundedRectangle, SmoothLine
from kivy.graphics.tesselator import Tesselator

from ui.stage.lettering import lettering
from ui.stage.rect import Point
from ui.stage.scene import PlacedArt
from ui.stage.shapes import Area, Box, Letters, Rim, Shape, Stroke

EDGE = 1.1
"""Width of the line that smooths the edge of an area, in pixels on either side."""

LEAST = 0.01
"""Least half width of a line, in pixels: in a tiny room it would be 0, which Kivy refuses."""


class Drawn:
    """The instructions of one item, in a group."""

    def __init__(self, *parts: Any) -> None:  # Kivy's
        self.group = InstructionGroup()
        for part in parts:
            self.group.add(part)

    def show(self, item: Any) -> None:  # an item of the class that it was made for
        """Change the instructions to show another item of the same kind."""
        raise NotImplementedError


class DrawnArea(Drawn):
    """A mesh, with a line that smooths its edge unless it is drawn `fine`."""

    def __init__(self, *, fine: bool) -> None:
        self._tone, self._mesh = Color(), Mesh(mode="triangles")
        self._edge = None if fine else SmoothLine(width=EDGE, close=True)
        super().__init__(self._tone, self._mesh, *([] if fine else [self._edge]))
        self._points: tuple[Point, ...] = ()

    def show(self, item: Area) -> None:
        """Fill another polygon."""
        self._tone.rgba = item.tone
        if item.points != self._points:
            self._points = item.points
            vertices, self._mesh.indices = triangles(item.points)
            self._mesh.vertices = vertices
            if self._edge is not None:
                self._edge.points = flat(item.points)


class DrawnBox(Drawn):
    """A rounded rectangle."""

    def __init__(self) -> None:
        self._tone, self._box = Color(), RoundedRectangle()
        super().__init__(self._tone, self._box)

    def show(self, item: Box) -> None:
        """Fill another rectangle."""
        rect, corners = item.rect, item.corners
        self._tone.rgba = item.tone
        self._box.pos, self._box.size = (rect.x, rect.y), (rect.width, rect.height)
        self._box.radius = [(r, r) for r in corners] if isinstance(corners, tuple) else [corners]


class DrawnRim(Drawn):
    """A line around a rounded rectangle; Kivy's defaults would also round each joint of its corners."""

    def __init__(self) -> None:
        self._tone, self._line = Color(), Line(cap="none", joint="miter")
        super().__init__(self._tone, self._line)

    def show(self, item: Rim) -> None:
        """Draw another outline."""
        rect = item.rect
        self._tone.rgba = item.tone
        self._line.width = max(LEAST, item.width / 2)
        self._line.rounded_rectangle = (rect.x, rect.y, rect.width, rect.height, item.corner)


class DrawnStroke(Drawn):
    """Lines; slanted ones have smooth edges unless they are drawn `fine`."""

    def __init__(self, item: Stroke, *, fine: bool) -> None:
        self._smooth = not (fine or item.round or not askew(item.points))
        self._tone, self._lines = Color(), [self._line(item)]
        super().__init__(self._tone, *self._lines)

    def show(self, item: Stroke) -> None:
        """Draw another line."""
        self._tone.rgba = item.tone
        wanted = item.lines
        while len(self._lines) < len(wanted):
            self._lines.append(self._line(item))
            self.group.add(self._lines[-1])
        for line, points in zip(self._lines, wanted, strict=False):
            line.width, line.points = max(LEAST, item.width / 2), flat(points)
        for line in self._lines[len(wanted) :]:
            line.points = []

    def _line(self, item: Stroke) -> Line:
        closed = item.closed and not item.dash
        if self._smooth:
            return SmoothLine(close=closed)
        cap, joint = ("round", "round") if item.round else ("none", "miter")
        return Line(cap=cap, joint=joint, close=closed)


class DrawnDashes(Drawn):
    """A horizontal or vertical line of dashes, as one mesh instead of a hundred lines."""

    def __init__(self) -> None:
        self._tone, self._mesh = Color(), Mesh(mode="triangles")
        super().__init__(self._tone, self._mesh)

    def show(self, item: Stroke) -> None:
        """Draw another line."""
        self._tone.rgba = item.tone
        vertices: list[float] = []
        for (x, y), (u, v) in item.lines:
            length = hypot(u - x, v - y) or 1.0
            aside, up = (item.width / 2 * part / length for part in (y - v, u - x))
            for sign, at in ((1, (x, y)), (-1, (x, y)), (1, (u, v)), (-1, (u, v))):
                vertices += (at[0] + sign * aside, at[1] + sign * up, 0, 0)
        self._mesh.vertices = vertices
        self._mesh.indices = [4 * n + corner for n in range(len(item.lines)) for corner in (0, 1, 2, 1, 2, 3)]


class DrawnLetters(Drawn):
    """A line of text, on whole pixels so that it is sharp, unless it is drawn `fine`."""

    def __init__(self, *, fine: bool) -> None:
        self._tone, self._box, self._fine = Color(), Rectangle(), fine
        super().__init__(self._tone, self._box)

    def show(self, item: Letters) -> None:
        """Write another text."""
        room = item.room
        self._tone.rgba = item.tone
        if not item.text or room.width < 1 or room.height < 1:
            self._box.size = (0, 0)
            return
        texture = lettering(item.text, round(item.size), item.bold)
        if texture.width > room.width:
            # Drawn again at a smaller size rather than squeezed: squeezed text blurs.
            texture = lettering(item.text, int(item.size * room.width / texture.width), item.bold)
        self._box.texture, self._box.size = texture, texture.size
        at = room.x + (room.width - texture.width) * item.along, room.y + (room.height - texture.height) / 2
        self._box.pos = at if self._fine else tuple(map(round, at))


def kind_of(item: Shape | PlacedArt) -> tuple[object, ...]:
    """Return the kind of an item; instructions made for one kind can show any item of it."""
    match item:
        case Stroke():
            return Stroke, item.round, item.closed, bool(item.dash), askew(item.points)
        case PlacedArt():
            return PlacedArt, bool(item.turn)
    return (type(item),)


def drawn(item: Shape, *, fine: bool = False) -> Drawn:
    """Return a shape's instructions, which don't show it yet; `fine`: drawn larger than it is shown."""
    match item:
        case Area():
            return DrawnArea(fine=fine)
        case Box():
            return DrawnBox()
        case Rim():
            return DrawnRim()
        case Stroke():
            plain = not (item.round or askew(item.points))
            return DrawnDashes() if item.dash and plain else DrawnStroke(item, fine=fine)
        case Letters():
            return DrawnLetters(fine=fine)


def askew(points: tuple[Point, ...]) -> bool:
    """Return whether any part of a line is slanted: its edge would have steps."""
    return any(x != u and y != v for (x, y), (u, v) in pairwise(points))


def flat(points: tuple[Point, ...]) -> list[float]:
    """Return points as Kivy wants them: x, y, x, y, ..."""
    return [value for point in points for value in point]


@lru_cache(maxsize=256)
def triangles(points: tuple[Point, ...]) -> tuple[list[float], list[int]]:
    """Return the vertices and indices of the triangles that fill a polygon."""
    if len(points) < 3:
        return [], []
    cutter = Tesselator()
    cutter.add_contour(flat(points))
    cutter.tesselate()
    vertices: list[float] = []
    indices: list[int] = []
    for fan, corners in cutter.meshes:
        first = len(vertices) // 4
        vertices += fan
        # The cutter gives fans: each corner after the first two makes a triangle with the first.
        for one, other in pairwise(corners[1:]):
            indices += (first + corners[0], first + one, first + other)
    return vertices, indices
