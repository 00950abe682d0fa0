"""A pad with the mark of somebody at its left."""

from collections.abc import Callable

from companion.journal import Plate
from ui import theme
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.seat_mark import SeatMark


class MarkedPad(Pad):
    """A pad in the size of a list; without a plate there is no mark."""

    def __init__(self, title: str, hint: str, on_tap: Callable[[], None], plate: Plate | None) -> None:
        super().__init__(title, hint, on_tap=on_tap, role=theme.body())
        self._mark = None if plate is None else SeatMark(plate)
        if self._mark is not None:
            self.add_widget(self._mark)

    def arrange(self, rect: Rect) -> None:
        """The mark at the left."""
        if self._mark is not None:
            mark, rect = rect.inset(theme.mm(1)).cut_left(min(rect.height, rect.width * 0.25))
            put(self._mark, mark)
        super().arrange(rect)
