"""Who was in it? The seats that the question is about, to be tapped."""

from collections.abc import Callable
from typing import Any

from companion.game import Seat
from ui import theme, words
from ui.table.presenting import Picking, Presenter
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text


class PickSheet(SheetPanel):
    """Asks for seats; `on_pick` gets the report that the presenter makes of them."""

    def __init__(
        self,
        picking: Picking,
        presenter: Presenter,
        close: Callable[[], None],
        on_pick: Callable[[Any], None],  # a report of the game
    ) -> None:
        super().__init__(theme.PANEL)
        self._picking, self._presenter, self._on_pick = picking, presenter, on_pick
        self._picked: set[Seat] = set(picking.fixed)
        self._title = Text(picking.question, role=theme.title(), bold=True)
        self.cancel = Pad(words.CANCEL, on_tap=close)
        self.done = Pad(words.DONE, on_tap=self._done, primary=True)
        self.seats = {
            seat: Pad(presenter.seat_name(seat), on_tap=lambda seat=seat: self.toggle(seat))  # type: ignore[misc]
            for seat in picking.seats
        }
        self._pages = Pages(theme.mm(theme.TARGET_MM), 3, most=theme.mm(theme.PRIMARY_MM))
        self._pages.show(list(self.seats.values()))
        self.add_parts(self._title, self.cancel, self.done, self._pages)
        self._look()

    def toggle(self, seat: Seat) -> None:
        """Put a seat in, or take it out again; those that must be in stay."""
        if seat not in self._picking.fixed:
            self._picked ^= {seat}
            self._look()

    def _look(self) -> None:
        for seat, pad in self.seats.items():
            pad.choose(seat in self._picked)
        self.done.live = len(self._picked) >= self._picking.least

    def _done(self) -> None:
        seats = tuple(seat for seat in self._picking.seats if seat in self._picked)
        self._on_pick(self._picking.report(seats))

    def arrange(self, rect: Rect) -> None:
        """Pads above, seats below."""
        head, rest = self.inner(rect).cut_top(theme.mm(15), theme.mm(3))
        done, head = head.cut_right(theme.mm(30), theme.mm(3))
        cancel, title = head.cut_right(theme.mm(26), theme.mm(3))
        put(self.done, done)
        put(self.cancel, cancel)
        put(self._title, title)
        put(self._pages, rest)
