"""All matches that are kept, the last played first."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.store import Kept
from ui import theme, words
from ui.appliance import care_words
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

ROW_MM = 13.0
LISTED_MM = 15.0
"""Of a row on the home screen, and of one in the list of all."""
COLUMNS = 2


class KeptRow(Pad):
    """A kept match: who played what, when it began, and unless `brief` whether it is over."""

    def __init__(self, kept: Kept, on_tap: Callable[[], None], *, brief: bool = False) -> None:
        state = "" if brief else words.RESULT_KEPT if kept.over else words.UNFINISHED
        when = " · ".join(part for part in (words.day(kept.began), state) if part)
        small = "\n".join((words.GAME_NAMES.get(kept.game, kept.game), when))
        super().__init__(kept.title or kept.id, small, on_tap=on_tap, role=theme.body())
        self.kept = kept
        self.title.wraps = False
        self.title.halign = self.subtitle.halign = "left"

    def arrange(self, rect: Rect) -> None:
        """Who played, and two lines below: what, and when."""
        inner = rect.inset(theme.mm(1.6), theme.mm(0.7))
        name, below = self.title.role * 1.25, theme.small() * 2.5
        spare = max(0.0, inner.height - name - below) / 2
        high, rest = inner.inset(0, spare).cut_top(name)
        put(self.title, high)
        put(self.subtitle, rest)


class MatchesScreen(Face):
    """The matches page by page; `open_match` by its id."""

    def __init__(
        self, matches: Sequence[Kept], open_match: Callable[[str], None], back: Callable[[], None]
    ) -> None:
        super().__init__()
        self.header = Header(words.MATCHES, care_words.in_all(len(matches)), back, None)
        self.pages = Pages(theme.mm(LISTED_MM), COLUMNS, most=theme.mm(17))
        self.pages.show([partial(KeptRow, kept, partial(open_match, kept.id)) for kept in matches])
        self.add_widget(self.header)
        self.add_widget(self.pages)

    def arrange(self, rect: Rect) -> None:
        """The header above, the matches below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)
