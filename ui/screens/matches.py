"""Kept matches, the last played first: all, or those of a game, with a person, of a month or a day."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from msgspec import Struct

from companion.journal import Plate
from companion.store import Kept
from ui import records_words, theme, words
from ui.appliance import care_words
from ui.small_ends import HIGH, WIDE, SmallEnd
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.listing import Listing
from ui.widgets.marked_pad import MarkedPad
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text

ROW_MM = 13.0
LISTED_MM = 13.5
"""Of a row on the home screen, and of one in the list of all."""
MOST_MM = 17.0
COLUMNS = 2
MOST_MARKS = 3
"""More winners than these are only named."""
LOOKED_SECONDS = 0.15
"""So long a page is looked at before anybody asks how its matches ended: who turns on has no use for it."""

Ends: TypeAlias = Mapping[str, tuple[SmallEnd, Sequence[Plate]]]
"""By match how it ended, and the plates of those who have won."""


class KeptRow(Pad):
    """A kept match: who played what, and when it began."""

    def __init__(self, kept: Kept, on_tap: Callable[[], None]) -> None:
        super().__init__(kept.title or kept.id, self._small(kept), on_tap=on_tap, role=theme.body())
        self.kept = kept
        self.title.wraps = False
        self.title.halign = self.subtitle.halign = "left"

    def _small(self, kept: Kept) -> str:
        return f"{words.played(kept)}\n{words.day(kept.began)}"

    def arrange(self, rect: Rect) -> None:
        """Who played, and two lines below: what, and when."""
        self._words(rect.inset(theme.mm(1.6), theme.mm(0.7)), theme.small() * 2.5)

    def _words(self, inner: Rect, below: float) -> None:
        name = self.title.role * 1.25
        spare = max(0.0, inner.height - name - below) / 2
        high, rest = inner.inset(0, spare).cut_top(name)
        put(self.title, high)
        put(self.subtitle, rest)


class EndedRow(KeptRow):
    """The same in the list of all: with the final board in small, and who won, once that is `told`."""

    def __init__(self, kept: Kept, on_tap: Callable[[], None]) -> None:
        super().__init__(kept, on_tap)
        self.asked = not kept.over
        self.won = Text(words.RESULT_KEPT if kept.over else words.UNFINISHED, role=theme.small())
        self.marks: list[SeatMark] = []
        self.picture: Any = None  # a texture: Kivy has no types
        self._shown = Rectangle(size=(0, 0))
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(self._shown)
        self.add_widget(self.won)

    def _small(self, kept: Kept) -> str:
        return f"{words.played(kept)} · {words.day_alone(kept.began)}"

    def tell(self, end: SmallEnd, plates: Sequence[Plate]) -> None:
        """Show how the match ended; `plates` are of those who have won, as they are called now."""
        if end.picture:
            self.picture = Texture.create(size=(WIDE, HIGH), colorfmt="rgb")
            self.picture.blit_buffer(end.picture, colorfmt="rgb")
            self.picture.flip_vertical()
            self._shown.texture = self.picture
            self.won.text = records_words.has_won([plate.name for plate in plates])
            self.marks = [SeatMark(plate) for plate in plates[:MOST_MARKS]]
            self.add_parts(*self.marks)
        else:
            self.won.text = words.BROKEN_OFF
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The board at the left; who played, what and when, and who won beside it."""
        inner = rect.inset(theme.mm(0.9))
        left, inner = inner.cut_left(inner.height * WIDE / HIGH, theme.mm(1.6))
        if self.picture is not None:
            left = left.on_pixels()
            self._shown.pos, self._shown.size = (left.x, left.y), (left.width, left.height)
        line = theme.small() * 1.3
        self._words(inner, line * 2.2)
        last, _ = Rect(inner.x, self.subtitle.y, inner.width, self.subtitle.height).cut_bottom(line)
        put(self.subtitle, Rect(inner.x, last.top, inner.width, self.subtitle.top - last.top))
        for mark in self.marks:
            at, last = last.cut_left(line, theme.mm(0.6))
            put(mark, at)
        put(self.won, last)


class Filter(Struct, frozen=True):
    """What matches are looked for by: how it is asked, what is chosen, and what offers something else."""

    asks: str
    chosen: str
    offer: Callable[[], None]


class MatchesScreen(Listing):
    """The matches page by page; `open_match` by its id. Above them what they are looked for by."""

    def __init__(
        self,
        open_match: Callable[[str], None],
        back: Callable[[], None],
        filters: Sequence[Filter],
        ends: Callable[[Sequence[str], Callable[[Ends], None]], None],
    ) -> None:
        super().__init__(
            TitleLine(words.MATCHES, "", back, None),
            Pages(theme.mm(LISTED_MM), COLUMNS, most=theme.mm(MOST_MM)),
        )
        self._open = open_match
        self._ends = ends
        self._look = Clock.create_trigger(self._ask, LOOKED_SECONDS)
        self.pages.bind(children=self._look)
        self.filters = [Pad(one.chosen or one.asks, on_tap=one.offer, role=theme.body()) for one in filters]
        for pad, one in zip(self.filters, filters, strict=True):
            pad.choose(bool(one.chosen))
            self.add_widget(pad)

    def show(self, matches: Sequence[Kept]) -> None:
        """Show these matches."""
        self.header.hint.text = care_words.in_all(len(matches)) if matches else records_words.NONE_FITS

        def row(n: int) -> EndedRow:
            return EndedRow(matches[n], partial(self._open, matches[n].id))

        self.pages.show_many(len(matches), row)

    def _ask(self, *_: object) -> None:
        """Ask how those ended that are looked at, each once."""
        rows = {
            row.kept.id: row for row in self.pages.children if isinstance(row, EndedRow) and not row.asked
        }
        for row in rows.values():
            row.asked = True

        def told(ends: Ends) -> None:
            for match, (end, winners) in ends.items():
                rows[match].tell(end, winners)

        if rows:
            self._ends(list(reversed(rows)), told)

    def arrange(self, rect: Rect) -> None:
        """What they are looked for by between the header and the matches."""
        head, room = body_of(rect)
        gap = theme.mm(theme.GAP_MM)
        row, rest = room.cut_top(theme.mm(theme.TARGET_MM), gap)
        put(self.header, head)
        self.pages.fill(1 if rect.height > rect.width else COLUMNS)
        put(self.pages, rest)
        put_row(self.filters, row, gap)


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
            TitleLine(title, "", back, None), Pages(theme.mm(ROW_MM), COLUMNS, most=theme.mm(MOST_MM))
        )
        self.pages.show([partial(MarkedPad, one.title, one.hint, one.take, one.plate) for one in options])
