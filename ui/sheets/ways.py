"""What may have gone wrong: the changes of the record that would have it as the table lies."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Any

from kivy.clock import Clock

from ui import theme, words
from ui.table.presenting import Choice
from ui.widgets.choice_pads import ChoicePads
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

SECONDS = 0.008
"""So much of each frame goes into the search: the screen stays quick."""
MOST = 12
"""Changes found, after which a search is over: nobody reads more."""


class WaysSheet(SheetPanel):
    """Choices as they are `found` (None: nothing yet), and below them what else can be done."""

    def __init__(
        self,
        found: Iterator[Choice | None],
        otherwise: Sequence[Choice],
        close: Callable[[], None],
        told: Callable[[Any], None],
    ) -> None:
        super().__init__(theme.PANEL)
        self._search, self._otherwise, self._told = found, otherwise, told
        self.found: list[Choice] = []
        self.over = False
        self._title = Text(words.WHAT_WENT_WRONG, role=theme.title(), bold=True)
        self._so_far = Text("", role=theme.body(), tone=theme.DIM)
        self.close = Pad(words.TABLE_WRONG, words.TABLE_WRONG_HINT, on_tap=close, role=theme.body())
        self.choices = ChoicePads((), told)
        self.add_parts(self._title, self._so_far, self.close)
        self._show()
        self._frame = Clock.schedule_interval(self._look, 0)

    def look_on(self, most: int) -> None:
        """Try `most` changes more; once there are none, or enough is found, it is over."""
        before, tried = len(self.found), 0
        for choice in islice(self._search, most):
            tried += 1
            if choice is not None:
                self.found.append(choice)
        if tried < most or len(self.found) >= MOST:
            self.over = True
            self._frame.cancel()
        if self.over or len(self.found) > before:
            self._show()

    def _look(self, *_: object) -> None:
        if self.parent is None:
            self._frame.cancel()
            return
        until = perf_counter() + SECONDS
        while not self.over and perf_counter() < until:
            self.look_on(1)

    def _show(self) -> None:
        page = self.choices.page
        self.remove_widget(self.choices)
        self.choices = ChoicePads((*self.found, *self._otherwise), self._told, columns=1)
        self.choices.page = page
        self.add_widget(self.choices)
        self._so_far.text = (words.looked if self.over else words.looking)(len(self.found))
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Title and how far it has got above, the way out at the right of them."""
        head, rest = self.inner(rect).cut_top(theme.mm(15), theme.mm(2))
        pad, head = head.cut_right(theme.mm(44), theme.mm(3))
        upper, lower = head.cut_top(head.height * 0.58)
        put(self._title, upper)
        put(self._so_far, lower)
        put(self.close, pad)
        put(self.choices, rest)
