"""Paint textures only when somebody takes a picture of their widget.

Only one pixel of a frame drawn in the window is painted, and none is read.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

from kivy.graphics.texture import Texture

from ui.stage import offscreen, textures
from ui.stage.art import Art
from ui.stage.kivy_types import Widget

_at_once, _pixels = textures.paint, offscreen.pixels
_waiting: WeakKeyDictionary[Texture, tuple[Art, int]] = WeakKeyDictionary()


def put_off() -> None:
    """Postpone all painting until `paint`; call this before anything imports what makes pictures."""
    textures.paint, offscreen.pixels = _later, _looked_at


def paint(unpainted: Iterable[Texture] | None = None) -> None:
    """Paint these textures, or all that are waiting and still in use."""
    for texture in list(_waiting) if unpainted is None else unpainted:
        if (looks := _waiting.pop(texture, None)) is not None:
            _at_once(texture, *looks)


def instructions(canvas: Any) -> Iterator[Any]:  # Kivy has no types
    """Yield all instructions of a canvas, recursively."""
    for part in (canvas.before if getattr(canvas, "has_before", False) else None, *canvas.children):
        if part is not None:
            yield part
            if hasattr(part, "children"):
                yield from instructions(part)
    if getattr(canvas, "has_after", False):
        yield from instructions(canvas.after)


def _later(texture: Texture, art: Art, side: int) -> None:
    _waiting[texture] = (art, side)


def _looked_at(widget: Widget) -> tuple[int, int, bytes]:
    if _waiting:
        paint(part.texture for part in instructions(widget.canvas) if hasattr(part, "texture"))
    return _pixels(widget)
