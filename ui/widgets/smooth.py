"""Drawings as textures, finer than they are shown: that smooths their edges."""

from collections.abc import Callable
from typing import Any, TypeAlias

from kivy.graphics import Fbo

Texture: TypeAlias = Any  # Kivy has no types

KEPT = 2
"""Textures are this many times finer than shown: that smooths their edges, also where they lie askew."""


def smooth(
    side: int, draw: Callable[[float], None], ground: tuple[float, float, float]
) -> tuple[Texture, Any]:  # the owner of a texture: Kivy has no types
    """Return a square texture of what `draw` adds to a canvas of the side it is given, and its owner.

    `side` in pixels as shown; `ground` is what the edges fade into, with no opacity of its own.
    """
    # A part that has no room yet is drawn all the same.
    side = max(1, side)
    kept = Fbo(size=(side * KEPT, side * KEPT), clear_color=(*ground, 0))
    with kept:
        draw(side * KEPT)
    kept.draw()
    return kept.texture, kept
