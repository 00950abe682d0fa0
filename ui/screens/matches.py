"""Kept matches, the last played first: all, or those of a game, with a person, of a month or a day."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from companion.journal import Plate
from companion.store import Kept
from ui import records_words, theme, words
from ui.appliance import care_words
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.listing import Listing
from ui.widgets.marked_pad import MarkedPad
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

ROW_MM = 13.0
LISTED_MM = 13.5
"""Of a row on the home screen, and of one in the list of all."""
MOST_MM = 17.0
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


class Filter(Struct, frozen=True):
    """What matches are looked for by: how it is asked, what is chosen, and what offers something else."""

    asks: str
    chosen: str
    offer: Callable[[], None]


class MatchesScreen(Listing):
    """The matches page by page; `open_match` by its id. Above them what they are looked for by."""

    def __init__(
        self, open_match: Callable[[str], None], back: Callable[[], None], filters: Sequence[Filter]
    ) -> None:
        super().__init__(
            Header(words.MATCHES, "", back, None),
            Pages(theme.mm(LISTED_MM), COLUMNS, most=theme.mm(MOST_MM)),
        )
        self._open = open_match
        self.filters = [Pad(one.chosen or one.asks, on_tap=one.offer, role=theme.body()) for one in filters]
        for pad, one in zip(self.filters, filters, strict=True):
            pad.choose(bool(one.chosen))
            self.add_widget(pad)

    def show(self, matches: Sequence[Kept]) -> None:
        """Show these matches."""
        self.header.hint.text = care_words.in_all(len(matches)) if matches else records_words.NONE_FITS

        def row(n: int) -> KeptRow:
            return KeptRow(matches[n], partial(self._open, matches[n].id))

        self.pages.show_many(len(matches), row)

    def arrange(self, rect: Rect) -> None:
        """What they are looked for by between the header and the matches."""
        head, room = body_of(rect)
        gap = theme.mm(theme.GAP_MM)
        row, rest = room.cut_top(theme.mm(theme.TARGET_MM), gap)
        put(self.header, head)
        put(self.pages, rest)
        for pad, cell in zip(self.filters, row.columns([1] * len(self.filters), gap), strict=True):
            put(pad, cell)


class Option(Struct, frozen=True):
    """What can be chosen: how it is called, of how many matches, what a tap does; of a person the mark."""

    title: str
    hint: str
    take: Callable[[], None]
    plate: Plate | None = None


class OptionsScreen(Listing):
    """Everything that can be chosen, a pad each."""

    def __init__(self, title: str, options: Sequence[Option], back: Callable[[], None]) -> None:
        super().__init__(
            Header(title, "", back, None), Pages(theme.mm(ROW_MM), COLUMNS, most=theme.mm(MOST_MM))
        )
        self.pages.show([partial(MarkedPad, one.title, one.hint, one.take, one.plate) for one in options])
