"""The pads of the pages on which one's own board is changed."""

from collections.abc import Callable

from ui import theme
from ui.games.own import Picture
from ui.stage.painter import Painter, room_in
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


class DrawnPad(Pad):
    """A pad with a drawing; its words, if it has any, are below it."""

    def __init__(self, on_tap: Callable[[], None], title: str = "", *, margin_mm: float = 1.2) -> None:
        super().__init__(title, on_tap=on_tap, role=theme.body())
        self._margin_mm = margin_mm
        self._picture: Picture | None = None
        self._painter = Painter(self.canvas)

    def picture(self, picture: Picture) -> None:
        """Change the drawing."""
        self._picture = picture
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The words below the drawing, in one line."""
        room = rect.inset(theme.mm(self._margin_mm))
        if self.title.text:
            line, room = room.cut_bottom(theme.body() * 1.2, theme.mm(0.4))
            put(self.title, line)
        self.subtitle.opacity = 0
        if self._picture is not None:
            self._painter.draw(self._picture(room_in(room)))
