"""Text as white textures, tinted by the colour instruction before them."""

from functools import cache, lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel

KEPT = 150
"""Lines of text cached as textures, besides those on the screen: each takes about 20 kB."""


@lru_cache(maxsize=KEPT)
def lettering(text: str, size: int, bold: bool = False) -> Any:  # a texture: Kivy has no types
    """Return a line of text as a texture; `size` is that of the font, in pixels."""
    label = CoreLabel(text=text, font_size=max(6, size), bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


@lru_cache(maxsize=8192)
def extents(text: str, size: int, bold: bool = False) -> tuple[float, float]:
    """Return the width and height of a line at a font size, in pixels, without drawing it."""
    wide, high = _measure(size, bold).get_extents(text)
    return float(wide), float(high)


@cache
def _measure(size: int, bold: bool) -> Any:
    """Return a Kivy label to measure with at one size; its own text doesn't matter."""
    return CoreLabel(font_size=size, bold=bold)
