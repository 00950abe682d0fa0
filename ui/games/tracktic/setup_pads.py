"""The pad of a box in the last step before a match: its grid, and beside it what it is."""

from collections.abc import Callable

from ui import theme
from ui.games.tracktic.grid_picture import picture
from ui.stage.painter import Painter, room_in
from ui.stage.scene import Scene
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad

LARGEST_MM = 3.0
"""A cell of the picture."""


class BoxPad(Pad):
    """A box to play with."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self.title.halign = self.subtitle.halign = "left"
        self.title.valign, self.subtitle.valign = "bottom", "top"
        self._rows: tuple[str, ...] = ()
        self._picture = Painter()
        self.canvas.add(self._picture.group)

    def picture(self, rows: tuple[str, ...]) -> None:
        """Change the grid; one without rows is not drawn."""
        self._rows = rows
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The grid at the left, the words beside it."""
        text = inner = rect.inset(theme.mm(2))
        at = Rect(inner.x, inner.y, 0, 0)
        if self._rows:
            at, text = inner.cut_left(min(inner.height, inner.width * 0.42), theme.mm(2.5))
        self._picture.show(Scene(tuple(picture(self._rows, room_in(at), LARGEST_MM, theme.RAISED))))
        upper, lower = text.cut_top(min(text.height * 0.5, theme.heading() * 2.6), theme.mm(0.6))
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1
