"""A QR code on the whole screen, and what it is."""

from collections.abc import Callable

from ui import theme
from ui import words as frame
from ui.stage.qr import code_of
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.header import MARGIN_MM
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class QrSheet(Face):
    """The code as large as the height allows; words and the way back beside it."""

    def __init__(self, title: str, hint: str, text: str, close: Callable[[], None]) -> None:
        super().__init__()
        self.code = Stage()
        self.code.draw(code_of(text))
        self._title = Text(title, role=theme.title(), bold=True, wraps=True, valign="bottom")
        self._hint = Text(hint, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self.close = Pad(frame.CLOSE, on_tap=close, primary=True)
        self.add_parts(self.code, self._title, self._hint, self.close)

    def arrange(self, rect: Rect) -> None:
        """The code at the left."""
        code, rest = rect.cut_left(rect.height, theme.mm(MARGIN_MM))
        put(self.code, code)
        column = rest.inset(theme.mm(MARGIN_MM))
        foot, rest = column.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(theme.GAP_MM))
        put(self.close, foot)
        upper, lower = rest.rows(2, theme.mm(2))
        put(self._title, upper)
        put(self._hint, lower)
