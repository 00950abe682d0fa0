"""Pictures on a canvas that is kept: made once, then moved, tinted and hidden in place."""

from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import Any

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from ui import theme
from ui.widgets.layout import Point
from ui.widgets.smooth import KEPT, Texture, smooth

PLAIN = theme.tone("#ffffff")
HIDDEN = (0.0, 0.0, 0.0, 0.0)


def picture(side: int, draw: Callable[[float], None], ground: theme.Tone) -> Texture:
    """Return what `draw` draws into a square, to be shown `side` pixels wide, with smoothed edges."""
    fine, owner = smooth(side * KEPT, draw, ground[:3])

    def smaller(across: float) -> None:
        Color(*PLAIN)
        Rectangle(texture=fine, size=(across, across))

    # What was drawn is in the smaller one: the larger one goes, and so does what it was drawn on.
    texture, _ = smooth(side, smaller, ground[:3])
    del owner
    return texture


def faded(opacity: float) -> theme.Tone:
    """Return the tint of what is faded so far."""
    return (*PLAIN[:3], opacity)


def polygon(points: Iterable[Point]) -> None:
    """Fill a shape that is seen whole from its middle."""
    ring = list(points)
    x, y = (sum(point[n] for point in ring) / len(ring) for n in (0, 1))
    fan = [(x, y), *ring, ring[0]]
    Mesh(
        vertices=[value for px, py in fan for value in (px, py, 0, 0)],
        indices=list(range(len(fan))),
        mode="triangle_fan",
    )


def regular(x: float, y: float, radius: float, count: int, start: float = pi / 2) -> list[Point]:
    """Return the corners of an even shape around a middle."""
    turns = (start + 2 * pi * n / count for n in range(count))
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


class Sprite:
    """One picture: a tint and a rectangle."""

    def __init__(self, group: InstructionGroup) -> None:
        self._tone, self._box = Color(*HIDDEN), Rectangle(size=(0, 0))
        self._shown: tuple[Any, ...] = ()  # texture, place, size and tint, to leave alone what stays
        group.add(self._tone)
        group.add(self._box)

    def show(self, texture: Texture, middle: Point, side: float, tint: theme.Tone = PLAIN) -> None:
        """Show a picture around a point."""
        wanted = (texture, middle, side, tint)
        if wanted != self._shown:
            self._shown = wanted
            self._tone.rgba = tint
            self._box.texture = texture
            self._box.pos, self._box.size = (middle[0] - side / 2, middle[1] - side / 2), (side, side)

    def hide(self) -> None:
        """Show nothing, and keep nothing of what was shown."""
        if self._shown:
            self._shown = ()
            self._tone.rgba = HIDDEN
            self._box.size = (0, 0)
            self._box.texture = None


class Pool:
    """As many pictures as were ever needed at once, in the order in which they are put."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._sprites: list[Sprite] = []
        self._used = 0

    def clear(self) -> None:
        """Begin anew; what isn't put again is hidden by `done`."""
        self._used = 0

    def put(self, texture: Texture, middle: Point, side: float, tint: theme.Tone = PLAIN) -> None:
        """Put one more picture on top."""
        if self._used == len(self._sprites):
            self._sprites.append(Sprite(self.group))
        self._sprites[self._used].show(texture, middle, side, tint)
        self._used += 1

    def done(self) -> None:
        """Hide what wasn't put this time."""
        for sprite in self._sprites[self._used :]:
            sprite.hide()
