"""The winner splits the cards: a stepper for everybody, and who turns next."""

from collections.abc import Callable
from typing import Any

from ui import theme, words
from ui.table.presenting import Presenter, Sheet, SplitAsked
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.seat_mark import SeatMark
from ui.widgets.sheet import SheetPanel
from ui.widgets.stepper import Stepper
from ui.widgets.text import Text


class _Taker(Face):
    """One who takes cards: who, how many, and whether they turn next."""

    def __init__(
        self,
        presenter: Presenter,
        seat: Any,
        cards: int,
        most: int,
        changed: Callable[[], None],
        starts: Callable[[], None],
    ) -> None:
        super().__init__()
        self._mark = SeatMark(presenter.seat_plate(seat))
        self._name = Text(presenter.seat_name(seat), role=theme.heading(), bold=True)
        self.stepper = Stepper(cards, changed, most=most)
        self.starts = Pad(words.TURNS_NEXT, on_tap=starts, role=theme.body())
        self.add_parts(self._mark, self._name, self.stepper, self.starts)

    def arrange(self, rect: Rect) -> None:
        """Side by side."""
        mark, rest = rect.cut_left(rect.height, theme.mm(2))
        right, rest = rest.cut_right(theme.mm(30), theme.mm(4))
        steps, name = rest.cut_right(theme.mm(40), theme.mm(2))
        put(self._mark, mark.inset(0, theme.mm(0.8)))
        put(self._name, name)
        put(self.stepper, steps)
        put(self.starts, right)


class SplitSheet(SheetPanel):
    """Asks for a sharing; `on_share` gets the report that the presenter makes of it."""

    def __init__(
        self, sheet: Sheet, split: SplitAsked, presenter: Presenter, on_share: Callable[[Any], None]
    ) -> None:
        super().__init__(theme.PANEL)
        self.sheet = sheet
        self._split, self._presenter, self._on_share = split, presenter, on_share
        self._title = Text(sheet.title, role=theme.title(), bold=True)
        self._subtitle = Text(sheet.subtitle, role=theme.body(), tone=theme.DIM)
        self._left = Text("", role=theme.heading(), bold=True)
        each, more = divmod(split.cards, len(split.seats))
        self.takers = [
            _Taker(presenter, seat, each + (n < more), split.cards, self._count, lambda n=n: self.start(n))  # type: ignore[misc]
            for n, seat in enumerate(split.seats)
        ]
        self._pages = Pages(theme.mm(theme.TARGET_MM), most=theme.mm(14), gap=theme.mm(2))
        self._pages.show(self.takers)
        self.share = Pad(words.SHARE_SO, on_tap=self._share, primary=True)
        self._starts = 0
        self.add_parts(self._title, self._subtitle, self._left, self._pages, self.share)
        self.start(0)
        self._count()

    def start(self, taker: int) -> None:
        """Say who turns next."""
        self._starts = taker
        for n, line in enumerate(self.takers):
            line.starts.choose(n == taker)

    def _count(self) -> None:
        self._left.text = words.to_share(self._split.cards - sum(line.stepper.value for line in self.takers))

    def _share(self) -> None:
        cards = tuple(line.stepper.value for line in self.takers)
        self._on_share(self._split.report(self._split.seats, cards, self._split.seats[self._starts]))

    def arrange(self, rect: Rect) -> None:
        """The takers in the middle, what is left over and the pad below."""
        inner = self.inner(rect)
        head, rest = inner.cut_top(theme.mm(13), theme.mm(2))
        foot, rest = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), theme.mm(2))
        low, high = head.cut_bottom(theme.body() * 1.4)
        put(self._title, high)
        put(self._subtitle, low)
        put(self._pages, rest)
        pad, left = foot.cut_right(foot.width * 0.45, theme.mm(3))
        put(self.share, pad)
        put(self._left, left)
