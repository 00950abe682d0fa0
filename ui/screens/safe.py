"""After three quick stops: nothing goes on by itself, and everything that can be done is offered."""

from collections.abc import Callable

from msgspec import Struct

from companion.store import Kept
from ui import theme
from ui import words as frame_words
from ui.appliance import care_words as words
from ui.widgets.layout import Rect, put, put_each, put_row
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

MOST_LINES = 14
"""Lines of a record of calls that are shown."""


class SafeNavigation(Struct):
    """Where the safe screen leads. No choice loses anything."""

    go_on: Callable[[], None]
    aside: Callable[[], None]
    self_check: Callable[[], None]


class SafeScreen(SheetPanel):
    """Offers the match that was open (game and title, or none), a new start, and what went wrong.

    `last_words`: what the app said before it stopped; it names kinds and places, and no value.
    """

    def __init__(self, count: int, go: SafeNavigation, last_words: str, match: Kept | None = None) -> None:
        super().__init__(theme.PANEL, theme.WARNING)
        self._title = Text(words.safe_title(count), role=theme.title(), bold=True, wraps=True)
        self._kept = Text(words.SAFE_KEPT, role=theme.heading() * 0.9, wraps=True, valign="top")
        said = "\n".join(telling(last_words.splitlines())) or words.SAFE_SILENT
        self.listing = Text(said, role=theme.small(), tone=theme.DIM, wraps=True, valign="top")
        self.go_on: Pad | None = None
        if match is not None:
            hint = " · ".join((frame_words.played(match), match.title))
            self.go_on = Pad(words.SAFE_GO_ON, hint, on_tap=go.go_on, primary=True)
            self.aside = Pad(words.SAFE_ASIDE, words.SAFE_ASIDE_HINT, on_tap=go.aside)
        else:
            self.aside = Pad(words.SAFE_BEGIN, on_tap=go.aside, primary=True)
        self.what = Pad(words.SAFE_WHAT, on_tap=self.tell, role=theme.body())
        self.self_check = Pad(words.SELF_CHECK, on_tap=go.self_check, role=theme.body())
        for part in (self._title, self._kept, self.go_on, self.aside, self.what, self.self_check):
            if part is not None:
                self.add_widget(part)

    def tell(self) -> None:
        """Show what went wrong, or hide it again."""
        if self.listing.parent is None:
            self.remove_widget(self._kept)
            self.add_widget(self.listing)
            self.what.say(words.SAFE_WHAT_HIDE)
        else:
            self.remove_widget(self.listing)
            self.add_widget(self._kept)
            self.what.say(words.SAFE_WHAT)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Words above, two rows of pads below: what to do, and what to look at."""
        inner = self.inner(rect)
        gap = theme.mm(theme.GAP_MM)
        low, rest = inner.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put_row((self.what, self.self_check), low, gap)
        high, rest = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        pads = [pad for pad in (self.go_on, self.aside) if pad is not None]
        put_each(pads, high.columns([1.3, 1][: len(pads)], gap))
        head, rest = rest.cut_top(theme.mm(14), theme.mm(1))
        put(self._title, head)
        put(self._kept, rest)
        put(self.listing, rest)


def telling(lines: list[str]) -> list[str]:
    """Return the lines that tell where: an error's last calls, or the latest of the thread that crashed."""
    for n, line in enumerate(lines):
        # Python's own record of a crash lists all threads, and the latest call of each first.
        if line.startswith("Current thread"):
            return lines[n : n + MOST_LINES]
    return lines[-MOST_LINES:]
