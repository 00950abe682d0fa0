"""Draws scenes on a canvas: equal items stay as they are, items of the same kind are changed in place."""

from collections.abc import Iterable

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import Metrics

from ui.stage.drawn import Drawn, drawn, kind_of
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Slot, Viewport
from ui.stage.textures import TEXTURES


class DrawnPiece(Drawn):
    """A texture, rotated if its item is."""

    def __init__(self, *, turned: bool) -> None:
        self._tint, self._box = Color(), Rectangle()
        self._turn = Rotate(axis=(0, 0, 1)) if turned else None
        around, after = ((PushMatrix(), self._turn), (PopMatrix(),)) if turned else ((), ())
        super().__init__(*around, self._tint, self._box, *after)

    def show(self, item: PlacedArt) -> None:
        """Show another piece."""
        (x, y), side = item.middle, item.side
        self._tint.rgba = (1.0, 1.0, 1.0, item.opacity)
        self._box.texture = TEXTURES.of(item.art, side)
        wide = side * item.wide
        self._box.pos, self._box.size = (x - wide / 2, y - side / 2), (wide, side)
        if self._turn is not None:
            self._turn.angle, self._turn.origin = item.turn, item.middle


class _Slot:
    """The place of one item, above the items before it."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._item: Slot = None
        self._kind: tuple[object, ...] = ()
        self._drawn: Drawn | None = None

    def show(self, item: Slot) -> None:
        if item is self._item or item == self._item:
            return
        self._item = item
        kind = () if item is None else kind_of(item)
        if kind != self._kind:
            self._kind = kind
            self.group.clear()
            self._drawn = None if item is None else _drawn(item)
            if self._drawn is not None:
                self.group.add(self._drawn.group)
        if self._drawn is not None:
            self._drawn.show(item)


class Painter:
    """Draws one scene after another into a group, which is added to `canvas` if there is one."""

    def __init__(self, canvas: InstructionGroup | None = None) -> None:
        self.group = InstructionGroup()
        if canvas is not None:
            canvas.add(self.group)
        self._slots: list[_Slot] = []

    def draw(self, drawn: Iterable[Slot]) -> None:
        """Draw these items instead of the last ones; only those that differ are touched."""
        items = tuple(drawn)
        while len(self._slots) < len(items):
            self._slots.append(_Slot())
            self.group.add(self._slots[-1].group)
        for slot in self._slots[len(items) :]:
            self.group.remove(slot.group)
        del self._slots[len(items) :]
        for slot, item in zip(self._slots, items, strict=True):
            slot.show(item)


def _drawn(item: Item) -> Drawn:
    return DrawnPiece(turned=bool(item.turn)) if isinstance(item, PlacedArt) else drawn(item)


def room_in(rect: Rect) -> Viewport:
    """Return a rectangle of the window as a viewport with this panel's density."""
    return Viewport(rect, Metrics.density)
