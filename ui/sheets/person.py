"""What can be done about a person: another name, no seat, no rank, or forgetting, which must be held."""

from collections.abc import Callable

from companion.people import Person
from ui import records_words as words
from ui import theme
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text


class PersonSheet(SheetPanel):
    """Pads for one person; each is told to whoever opened the sheet."""

    def __init__(
        self,
        person: Person,
        rename: Callable[[], None],
        hide: Callable[[], None],
        rank: Callable[[], None],
        forget: Callable[[], None],
        close: Callable[[], None],
    ) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._title = Text(person.name, role=theme.title(), bold=True)
        self.rename = Pad(words.RENAME, words.RENAME_HINT, on_tap=rename)
        shown = (words.OFFER, words.OFFER_HINT) if person.hidden else (words.HIDE, words.HIDE_HINT)
        self.hide = Pad(*shown, on_tap=hide)
        shown = (words.RANK_OFF, words.RANK_OFF_HINT) if person.rated else (words.RANK_ON, words.RANK_ON_HINT)
        self.rank = Pad(*shown, on_tap=rank)
        self.forget = HoldPad(words.FORGET, words.FORGET_HINT, on_held=forget)
        self.close = Pad(words.CLOSE, on_tap=close)
        self._pads = (self.rename, self.hide, self.rank, self.forget, self.close)
        for part in (self._title, *self._pads):
            self.add_widget(part)

    def arrange(self, rect: Rect) -> None:
        """The name above, a row a pad below."""
        head, rest = self.inner(rect).cut_top(theme.title() * 1.5, theme.mm(2))
        put(self._title, head)
        for pad, row in zip(self._pads, rest.rows(len(self._pads), theme.mm(theme.GAP_MM)), strict=True):
            put(pad, row)
