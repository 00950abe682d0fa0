"""The verdict, or a question: who, the photo finish, and what there is to answer."""

from collections.abc import Callable, Sequence
from typing import Any

from ui import theme
from ui.sheets.choices import Choices
from ui.table.presenting import Choice, Presenter, Sheet
from ui.widgets.layout import Rect, put
from ui.widgets.seat_mark import SeatMark
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

LINE = 45
"""Characters of a question that fit on one line; what hands must do takes two."""

MOST_MARKS = 4
"""More winners than these are only named."""


class VerdictSheet(SheetPanel):
    """Shows a `Sheet` of the presenter; `on_choice` gets the report that was tapped.

    `more` are further pads, whose reports are functions to be called.
    """

    def __init__(
        self,
        sheet: Sheet,
        presenter: Presenter,
        finish: Any,  # the game's own photo finish: a widget with `show`
        on_choice: Callable[[Any], None],
        more: Sequence[Choice] = (),
    ) -> None:
        super().__init__(theme.PANEL)
        self.sheet = sheet
        self._presenter, self._more = presenter, more
        self._marks = [SeatMark(presenter.seat_plate(seat)) for seat in sheet.winners[:MOST_MARKS]]
        self._title = Text(sheet.title, role=theme.figure() * 0.88, bold=True)
        self._subtitle = Text(sheet.subtitle, role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self._question = Text(sheet.question, role=theme.heading(), bold=True, wraps=True)
        self._finish = finish if sheet.finish is not None and sheet.finish.marks else None
        self.choices = Choices([*sheet.choices, *more], on_choice)
        self.add_parts(*self._marks, self._title, self._subtitle, self._question, self.choices)
        if self._finish is not None:
            self.add_widget(self._finish)
            self._finish.show(sheet.finish, presenter)

    def picture(self, sheet: Sheet) -> None:
        """Show later presses, and the margin that follows from them; the answers stay where they are.

        What an answer tells may have them in it.
        """
        self.sheet = sheet
        self.choices.retell([*sheet.choices, *self._more])
        self._subtitle.text = sheet.subtitle
        if self._finish is not None and sheet.finish is not None:
            self._finish.show(sheet.finish, self._presenter)

    def arrange(self, rect: Rect) -> None:
        """Who above, answers below, the photo finish in between with all that is left."""
        inner = self.inner(rect)
        gap = theme.mm(theme.GAP_MM)
        rows = self.choices.rows
        answers = theme.mm(theme.PRIMARY_MM) if rows == 1 else theme.mm(13 * rows) + gap * (rows - 1)
        foot, rest = inner.cut_bottom(answers if self.choices.pads else 0, theme.mm(2))
        put(self.choices, foot)
        if self.sheet.question:
            lines = 1 if len(self.sheet.question) <= LINE else 2
            line, rest = rest.cut_bottom(theme.heading() * 1.35 * lines, theme.mm(0.5))
            put(self._question, line)
        if self._finish is None:
            # Nothing to draw: the words stand in the middle of what is left.
            head = Rect(rest.x, rest.center[1] - theme.mm(13), rest.width, min(rest.height, theme.mm(30)))
            self._head(head, theme.mm(16), max(0.0, head.y - rest.y))
            return
        head, rest = rest.cut_top(theme.mm(14), theme.mm(1.5))
        self._head(head, theme.mm(5))
        put(self._finish, rest)

    def _head(self, rect: Rect, under: float, spare: float = 0.0) -> None:
        """Marks and title, the small print `under` them; a long one takes what is to `spare` below."""
        side = min(rect.height, theme.mm(14))
        for mark in self._marks:
            at, rect = rect.cut_left(side, theme.mm(2.5))
            put(mark, Rect(at.x, at.top - side, side, side))
        low, high = rect.cut_bottom(min(under, rect.height * 0.55))
        put(self._title, high)
        put(self._subtitle, Rect(low.x, low.y - spare, low.width, low.height + spare))
