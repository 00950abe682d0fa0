"""The record in sentences, the newest first; one of them can be opened and corrected."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from kivy.graphics import Color, Rectangle
from msgspec import Struct

from companion.journal import Faulted, Opened
from ui import theme, words
from ui.kivy_types import Widget
from ui.table.presenting import Presenter
from ui.table.session import HistoryLine, Session
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.pages import Pages
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

ROW_MM = 14.0
LINES = 2
"""Lines that each of the two sentences of a row may have before it becomes smaller."""
WRAPPED = 0.94
"""How much of a line is filled where words wrap."""


class HistoryRow(Pad):
    """An entry: its number and time, what was told, and what followed; or what was taken back, in one row."""

    def __init__(self, line: HistoryLine, sentences: tuple[str, ...], on_tap: Callable[[], None]) -> None:
        self.line = line
        first, *others = sentences or ("",)
        super().__init__(first, " ".join(others), on_tap=on_tap, role=theme.body())
        self.title.halign = self.subtitle.halign = "left"
        self._number = Text(str(line.entry.n), role=theme.body(), tone=theme.DIM, bold=True, align="center")
        self._time = Text(words.clock(line.entry.at), role=theme.small(), tone=theme.DIM, align="center")
        self.add_parts(self._number, self._time)
        with self.canvas.after:
            Color(*theme.DIM[:3], 1.0 if line.struck else 0.0)
            self._strikes = [Rectangle() for _ in range(LINES)]
        if line.struck:
            self.title.color = theme.DIM
        elif isinstance(line.entry.body, Faulted):
            self.title.color = theme.WARNING
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Number and time at the left, the sentences beside them."""
        inner = rect.inset(theme.mm(1.6), theme.mm(1))
        left, rest = inner.cut_left(theme.mm(13), theme.mm(2))
        upper, lower = left.rows(2, 0)
        put(self._number, upper)
        put(self._time, lower)
        high = rest
        self.subtitle.opacity = 1 if self.subtitle.text else 0
        if self.subtitle.text:
            low, high = rest.cut_bottom(rest.height * _lower_share(self.title, self.subtitle, rest))
            put(self.subtitle, low)
        put(self.title, high)
        self._strike_out(high)

    def _strike_out(self, rect: Rect) -> None:
        """Draw a stroke through each line of what doesn't stand any more."""
        self.title.texture_update()
        wide, tall = self.title.texture_size
        count = max(1, min(LINES, round(tall / (self.title.font_size * 1.17))))
        for n, strike in enumerate(self._strikes):
            y = rect.center[1] + tall * ((count - 1) / 2 - n) / count
            strike.pos = (rect.x, y)
            strike.size = (min(rect.width, wide) if n < count else 0, max(1.0, theme.mm(0.25)))

    def _look(self, *_: object) -> None:
        self.paint(theme.PRESSED if self.pressed else theme.RAISED)


def _lower_share(title: Text, subtitle: Text, room: Rect) -> float:
    """Return how much of the height the lower text gets, so that neither becomes too small to read."""

    def scale(lines: tuple[int, int]) -> float:
        wide = [
            count * room.width * WRAPPED / text.natural_width
            for count, text in zip(lines, (title, subtitle), strict=True)
        ]
        return min(1.0, room.height / (_high(title, lines[0]) + _high(subtitle, lines[1])), *wide)

    above, below = max(product(range(1, LINES + 1), range(1, LINES + 1)), key=scale)
    return _high(subtitle, below) / (_high(title, above) + _high(subtitle, below))


def _high(text: Text, lines: int) -> float:
    return float(lines * text.role * 1.2)


class Corrections(Struct, frozen=True):
    """What can be done about an entry, and about what was forgotten just before it."""

    back_before: Callable[[int], None]
    strike: Callable[[int], None]
    replace: Callable[[int], None]
    insert: Callable[[int], None]


class HistorySheet(SheetPanel):
    """All entries; a tapped one shows what can be done about it. What changes the record at once is held.

    `look_back` leads on to the table as it was at each of them.
    """

    def __init__(
        self,
        session: Session,
        presenter: Presenter,
        close: Callable[[], None],
        corrections: Corrections,
        look_back: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(theme.PANEL)
        self._session, self._presenter = session, presenter
        self._corrections = corrections
        self._title = Text(words.HISTORY, role=theme.title(), bold=True)
        self.pages = Pages(theme.mm(ROW_MM), most=theme.mm(ROW_MM + 2), gap=theme.mm(1.6))
        self.close = Pad(words.CLOSE, on_tap=close)
        self.look_back = None if look_back is None else Pad(words.LOOK_BACK, on_tap=look_back)
        self.back_here: list[HoldPad] = []
        self.strike_this = HoldPad(words.STRIKE, words.HOLD)
        self.replace_this = Pad(words.REPLACE, words.REPLACE_HINT, role=theme.body() * 1.1)
        self.insert_before = Pad(words.INSERT, words.INSERT_HINT, role=theme.body() * 1.1)
        self.leave = Pad(words.CANCEL, on_tap=self.show_all)
        self._sentences = Text("", role=theme.heading(), wraps=True)
        self._seen_since = Text("", role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self._lines: list[HistoryLine] = []
        self._opened = False
        self._unfolded: set[int] = set()
        self.show_all()

    def show_all(self) -> None:
        """List everything."""
        page = self.pages.page
        self._opened = False
        self.clear_widgets()
        self._title.text = words.HISTORY
        self._lines = list(self._listed(self._session.history()))
        # A record has hundreds: each is written when its page is turned to.
        self.pages.show([partial(self._row, line) for line in self._lines])
        self.pages.page = page
        for part in (self._title, self.close, self.look_back, self.pages):
            if part is not None:
                self.add_widget(part)
        self.rearrange()

    @property
    def rows(self) -> list[Widget]:
        """All rows, made if they weren't yet."""
        return [self.pages.item(n) for n in range(self.pages.count)]

    def _listed(self, lines: Iterable[HistoryLine]) -> Iterator[HistoryLine]:
        """Yield lines, with what was taken back where that was asked for."""
        for line in lines:
            yield line
            if line.entry.n in self._unfolded:
                yield from self._listed(line.undone)

    def _row(self, line: HistoryLine) -> HistoryRow:
        if not line.undone:
            return HistoryRow(line, self._presenter.told(line.entry), lambda: self.open(line))
        first, *_ = self._presenter.told(line.undone[-1].entry) or ("",)
        more = words.and_after_it(len(line.undone) - 1)
        return HistoryRow(line, (words.undone(first), more), lambda: self._unfold(line))

    def _unfold(self, line: HistoryLine) -> None:
        self._unfolded ^= {line.entry.n}
        self.show_all()

    def open_newest(self) -> None:
        """Show the newest entry of those that stand."""
        self.open(next(line for line in self._lines if line.correctable))

    def open_entry(self, entry: int) -> None:
        """Show an entry of the record by its number."""
        self.open(next(line for line in self._lines if line.entry.n == entry))

    def open(self, line: HistoryLine) -> None:
        """Show one entry, and what can be done about it."""
        if not line.correctable or isinstance(line.entry.body, Opened):
            return
        self._opened = True
        entry = line.entry.n
        self.clear_widgets()
        self._title.text = words.CORRECT_RECORD
        self._sentences.text = "\n".join(self._presenter.told(line.entry))
        seen = self._session.revealed_since(entry)
        self._seen_since.text = words.revealed_since(len(seen)) if seen else words.nothing_revealed()
        self._offer_back(entry, [self._presenter.seat_name(seat) for seat in seen])
        can = self._corrections
        self.strike_this.when_tapped = lambda: can.strike(entry)
        self.replace_this.when_tapped = lambda: can.replace(entry)
        self.insert_before.when_tapped = lambda: can.insert(entry)
        parts = (self._title, self.leave, self._sentences, self._seen_since, *self.back_here)
        self.add_parts(*parts)
        if self._session.correctable(entry):
            self.add_parts(self.strike_this, self.replace_this, self.insert_before)
        self.rearrange()

    def _offer_back(self, entry: int, agreeing: list[str]) -> None:
        """Offer to go back before an entry: one pad, or one for each player who must agree."""

        def held(pad: HoldPad) -> None:
            pad.choose(True)
            if all(other.chosen for other in self.back_here):
                self._corrections.back_before(entry)

        titles = [(words.agrees(name), words.AGREES_HINT) for name in agreeing]
        self.back_here = [HoldPad(*title) for title in titles or [(words.BACK_BEFORE, words.HOLD)]]
        for pad in self.back_here:
            pad.when_tapped = lambda pad=pad: held(pad)

    def arrange(self, rect: Rect) -> None:
        """A list, or one entry with its pads."""
        inner = self.inner(rect)
        head, rest = inner.cut_top(theme.mm(12), theme.mm(2))
        pad, title = head.cut_right(theme.mm(30), theme.mm(3))
        if self.look_back is not None and self.look_back.parent is not None:
            beside, title = title.cut_right(theme.mm(36), theme.mm(3))
            put(self.look_back, beside)
        put(self._title, title)
        put(self.close, pad)
        put(self.leave, pad)
        put(self.pages, rest)
        foot, middle = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
        pads: list[Pad] = [*self.back_here]
        if self.strike_this.parent is not None:
            pads.append(self.strike_this)
            upper, middle = middle.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(3))
            tellings = (self.replace_this, self.insert_before)
            put_row(tellings, upper, theme.mm(3))
        put_row(pads, foot, theme.mm(3))
        low, high = middle.cut_bottom(theme.mm(11), theme.mm(2))
        put(self._sentences, high)
        put(self._seen_since, low)
