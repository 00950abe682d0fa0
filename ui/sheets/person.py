"""What can be done about a person: another name, no seat, no rank; or forgetting, which must be held."""

from collections.abc import Callable

from msgspec import Struct

from companion.people import Person
from ui import records_words as words
from ui import theme
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

COLUMNS = 2


class PersonNavigation(Struct, frozen=True):
    """What each pad of the sheet leads to."""

    rename: Callable[[], None]
    give: Callable[[], None]
    merge: Callable[[], None]
    hide: Callable[[], None]
    rank: Callable[[], None]
    forget: Callable[[], None]
    close: Callable[[], None]


class PersonSheet(SheetPanel):
    """Pads for one person; each is told to whoever opened the sheet."""

    def __init__(self, person: Person, go: PersonNavigation) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._title = Text(person.name, role=theme.title(), bold=True)
        self.rename = Pad(words.RENAME, words.RENAME_HINT, on_tap=go.rename)
        self.give = Pad(words.GIVE, words.GIVE_HINT, on_tap=go.give)
        self.merge = Pad(words.MERGE, words.MERGE_HINT, on_tap=go.merge)
        shown = (words.OFFER, words.OFFER_HINT) if person.hidden else (words.HIDE, words.HIDE_HINT)
        self.hide = Pad(*shown, on_tap=go.hide)
        shown = (words.RANK_OFF, words.RANK_OFF_HINT) if person.rated else (words.RANK_ON, words.RANK_ON_HINT)
        self.rank = Pad(*shown, on_tap=go.rank)
        self.forget = HoldPad(words.FORGET, words.FORGET_HINT, on_held=go.forget)
        self.close = Pad(words.CLOSE, on_tap=go.close)
        self._pads = (self.rename, self.give, self.hide, self.merge, self.rank, self.forget)
        self.add_parts(self._title, self.close, *self._pads)

    def arrange(self, rect: Rect) -> None:
        """The name above, what can be done in the middle, close below."""
        gap = theme.mm(theme.GAP_MM)
        head, rest = self.inner(rect).cut_top(theme.title() * 1.5, theme.mm(2))
        foot, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self._title, head)
        put(self.close, foot)
        put_each(self._pads, rest.grid(len(self._pads), COLUMNS, gap))
