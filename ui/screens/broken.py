"""A page for what nobody foresaw: it names the error in a sentence, and leads back to the match.

Everybody at the table reads it: it says what kind of error it is and where it happened, and no value.
"""

from collections.abc import Callable
from contextlib import suppress

from ui import mishap, theme, words
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

MOST_LINES = 14
"""The end of a traceback tells where; the beginning is always the same."""


class BrokenScreen(SheetPanel):
    """Covers everything until somebody goes on."""

    def __init__(self, error: BaseException, go_on: Callable[[], None]) -> None:
        super().__init__(theme.WARNING_GROUND, theme.WARNING)
        self._course = mishap.course(error)
        self._title = Text(words.BROKEN_TITLE, role=theme.title(), bold=True, wraps=True)
        self._what = Text(_sentence(error), role=theme.body(), wraps=True, valign="top")
        self._kept = Text(words.BROKEN_KEPT, role=theme.heading(), wraps=True, valign="top")
        self.listing = Text("", role=theme.small(), tone=theme.DIM, wraps=True, valign="top")
        self.go_on = Pad(words.GO_ON, on_tap=go_on, primary=True)
        self.details = Pad(words.BROKEN_DETAILS, on_tap=self.show_details, role=theme.body())
        self.add_parts(self._title, self._what, self._kept, self.go_on, self.details)

    def show_details(self) -> None:
        """Show the end of the traceback and copy all of it, or hide it again."""
        if self.listing.parent is not None:
            self.remove_widget(self.listing)
            self.add_widget(self._kept)
            self.details.say(words.BROKEN_DETAILS)
        else:
            self.listing.text = "\n".join(self._course.splitlines()[-MOST_LINES:])
            self.remove_widget(self._kept)
            self.add_widget(self.listing)
            self.details.say(words.BROKEN_HIDE)
            # A clipboard that isn't there must not break the page of breakage; looking for one takes a while.
            with suppress(Exception):
                from kivy.core.clipboard import Clipboard

                Clipboard.copy(self._course)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Words above, pads below."""
        inner = self.inner(rect)
        foot, rest = inner.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
        left, right = foot.columns([1.4, 1], theme.mm(3))
        put(self.go_on, left)
        put(self.details, right)
        head, rest = rest.cut_top(theme.mm(13), theme.mm(1))
        put(self._title, head)
        line, rest = rest.cut_top(theme.body() * 2.8, theme.mm(2))
        put(self._what, line)
        put(self._kept, rest)
        put(self.listing, rest)


def _sentence(error: BaseException) -> str:
    at = mishap.spot(error)
    if at is None:
        return words.broken(mishap.kind(error))
    return words.broken_at(mishap.kind(error), at.file, at.line)
