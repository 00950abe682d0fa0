"""Art as textures: drawn once per size, with smooth edges, and cached while in use."""

from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

from kivy.graphics import Callback, Color, Fbo, Rectangle
from kivy.graphics.opengl import (
    GL_ONE,
    GL_ONE_MINUS_SRC_ALPHA,
    GL_SRC_ALPHA,
    GL_ZERO,
    glBlendFuncSeparate,
)
from kivy.graphics.texture import Texture

from ui.stage.art import Art
from ui.stage.drawn import drawn
from ui.stage.shapes import scaled
from ui.stage.theme import Tone

FINER, FINE, LARGE = 2, 1.5, 60
"""How many times finer than shown a texture is, which smooths its edges even when it is rotated.

One that is shown `LARGE` pixels wide or more is `FINE`: its edges matter less, and its memory most.
"""
LEAST, MOST = 1, 1024
"""Least and greatest side of a texture, in pixels as shown."""
SPARE = 2_500_000
"""Pixels of textures to keep, the most recently used ones: a piece that is gone often comes back.

Enough for all cards of a deck as pads to tap, drawn ahead of time.
"""


SHOWN = (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
"""How Kivy blends: half opacity on clear ground becomes a quarter, which doesn't show in a window."""
LAID_OVER = (GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
"""The same for a texture, whose opacity matters."""
COPIED = (GL_ONE, GL_ZERO, GL_ONE, GL_ZERO)


class Textures:
    """The textures of all art on the screen, and of some that was shown recently."""

    def __init__(self, spare: int = SPARE) -> None:
        self.made = 0
        self._spare = spare
        self._shown: WeakValueDictionary[tuple[Art, int], Texture] = WeakValueDictionary()
        self._last: OrderedDict[tuple[Art, int], Texture] = OrderedDict()
        self._pixels = 0

    def of(self, art: Art, side: float) -> Texture:
        """Return art as a texture, to be shown `side` pixels wide."""
        key = (art, min(MOST, max(LEAST, round(side))))
        texture = self._shown.get(key)
        if texture is None:
            texture = self._shown[key] = textured(*key)
            self.made += 1
        if key not in self._last:
            self._pixels += texture.width * texture.height
        self._last[key] = texture
        self._last.move_to_end(key)
        while self._pixels > self._spare and len(self._last) > 1:
            _, gone = self._last.popitem(last=False)
            self._pixels -= gone.width * gone.height
        return texture

    def __len__(self) -> int:
        return len(self._shown)


def textured(art: Art, side: int) -> Texture:
    """Return art as a texture, to be shown `side` pixels wide."""
    texture = _blank(round(side * _finer(side)))
    paint(texture, art, side)
    return texture


def paint(texture: Texture, art: Art, side: int) -> None:
    """Draw art finer than its texture and scale it down: each pixel is the mean of several."""
    large = _blank(round(side * _finer(side) ** 2))
    with_shapes = [drawn(shape, fine=True) for shape in art.shapes]
    for part, shape in zip(with_shapes, art.shapes, strict=True):
        part.show(scaled(shape, large.width))
    _onto(large, art.rim, [part.group for part in with_shapes], LAID_OVER)
    _onto(texture, art.rim, [Color(1, 1, 1, 1), Rectangle(texture=large, size=texture.size)], COPIED)


def _finer(side: int) -> float:
    return FINER if side < LARGE else FINE


def _blank(side: int) -> Texture:
    return Texture.create(size=(side, side))


def _onto(texture: Texture, rim: Tone, parts: list[Any], blending: tuple[int, ...]) -> None:
    """Draw parts onto a clear texture, which is all that outlives the frame buffer."""
    fbo = Fbo(size=texture.size, texture=texture, clear_color=(*rim[:3], 0))
    blends = [Callback(lambda _, way=way: glBlendFuncSeparate(*way)) for way in (blending, SHOWN)]
    for part in (blends[0], *parts, blends[1]):
        fbo.add(part)
    fbo.draw()


TEXTURES = Textures()
"""The program's textures, which its one window shares."""
