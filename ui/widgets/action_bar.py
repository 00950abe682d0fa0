"""The bar that is always there: back, undo, history, referee."""

from collections.abc import Callable

from kivy.graphics import Color, Rectangle

from ui import theme, words
from ui.stage import icons
from ui.widgets.face import Face
from ui.widgets.icon_pad import IconPad
from ui.widgets.layout import Rect, put_each

WIDTH_MM = 14.0


class RefereeBar(Face):
    """Four pads, one below the other, always in the same place."""

    def __init__(
        self,
        back: Callable[[], None],
        undo: Callable[[], None],
        history: Callable[[], None],
        referee: Callable[[], None],
    ) -> None:
        super().__init__()
        with self.canvas.before:
            Color(*theme.BAR)
            self._ground = Rectangle()
        self.back = IconPad(icons.back, words.BACK, back)
        self.undo = IconPad(icons.undo, words.UNDO, undo)
        self.history = IconPad(icons.history, words.HISTORY, history)
        self.referee = IconPad(icons.referee, words.REFEREE, referee)
        self.add_parts(*self.pads)

    @property
    def pads(self) -> tuple[IconPad, ...]:
        """All four, from the top."""
        return (self.back, self.undo, self.history, self.referee)

    def arrange(self, rect: Rect) -> None:
        """Share the height out among the four."""
        self._ground.pos, self._ground.size = (rect.x, rect.y), (rect.width, rect.height)
        put_each(self.pads, rect.inset(theme.mm(0.6)).rows(4, theme.mm(3)))
