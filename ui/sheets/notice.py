"""Something that must be read before going on: a record that was damaged, a match that was broken off."""

from collections.abc import Callable

from ui import theme, words
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text


class NoticeSheet(SheetPanel):
    """A title, a sentence, and pads with what to do; what is `held` comes after them."""

    def __init__(
        self,
        title: str,
        text: str,
        pads: list[tuple[str, Callable[[], None]]],
        *,
        warning: bool,
        held: HoldPad | None = None,
    ) -> None:
        super().__init__(theme.WARNING_GROUND if warning else theme.PANEL, theme.WARNING if warning else None)
        self._title = Text(title, role=theme.title(), bold=True, wraps=True)
        self._text = Text(text, role=theme.heading() * 0.9, wraps=True, valign="top")
        self.pads = [Pad(word, on_tap=tap, primary=not n) for n, (word, tap) in enumerate(pads)]
        if held is not None:
            self.pads.append(held)
        self.add_parts(self._title, self._text, *self.pads)

    def arrange(self, rect: Rect) -> None:
        """Words above, pads below."""
        inner = self.inner(rect)
        foot, rest = inner.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
        put_row(self.pads, foot, theme.mm(3))
        head, rest = rest.cut_top(theme.mm(16), theme.mm(2))
        put(self._title, head)
        put(self._text, rest)


def lost(line: int, count: int, reason: str, go_on: Callable[[], None]) -> NoticeSheet:
    """Return the sheet that says what could not be read of a record."""
    return NoticeSheet(
        words.LOST_TITLE, words.lost(line, count, reason), [(words.LOST_GO_ON, go_on)], warning=True
    )
