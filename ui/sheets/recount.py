"""The cards were counted on the table: a stepper for every figure."""

from collections.abc import Callable

from ui import theme, words
from ui.games.face import CountLine, Form
from ui.table.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.seat_mark import SeatMark
from ui.widgets.sheet import SheetPanel
from ui.widgets.stepper import Stepper
from ui.widgets.text import Text

STEPPER_MM = 36.0


class TallyRow(Face):
    """One line of the count."""

    def __init__(self, tally: CountLine, headings: tuple[str, ...], presenter: Presenter) -> None:
        super().__init__()
        self._mark = SeatMark(presenter.seat_plate(tally.seat)) if tally.seat is not None else None
        self._name = Text(tally.title, role=theme.heading() * 0.9, bold=True)
        named = headings if len(tally.figures) == len(headings) else ("",) * len(tally.figures)
        self.steppers = [
            Stepper(figure, lambda: None, caption=heading)
            for figure, heading in zip(tally.figures, named, strict=True)
        ]
        self.add_parts(self._name, *self.steppers)
        if self._mark is not None:
            self.add_widget(self._mark)

    def arrange(self, rect: Rect) -> None:
        """Who at the left, figures at the right."""
        for stepper in reversed(self.steppers):
            right, rect = rect.cut_right(theme.mm(STEPPER_MM), theme.mm(2))
            put(stepper, right)
        mark, rest = rect.cut_left(rect.height * 0.8, theme.mm(1.5))
        if self._mark is not None:
            put(self._mark, mark)
        put(self._name, rest)


class RecountSheet(SheetPanel):
    """The whole count; `on_done` gets the figures by line."""

    def __init__(
        self,
        form: Form,
        presenter: Presenter,
        close: Callable[[], None],
        on_done: Callable[[list[tuple[int, ...]]], None],
    ) -> None:
        super().__init__(theme.PANEL)
        self._on_done = on_done
        self._title = Text(words.RECOUNT_TITLE, role=theme.title(), bold=True)
        self.cancel = Pad(words.CANCEL, on_tap=close)
        self.done = Pad(words.DONE, on_tap=self._done, primary=True)
        self.rows = [TallyRow(tally, form.headings, presenter) for tally in form.tallies]
        self.pages = Pages(theme.mm(12), most=theme.mm(14))
        self.pages.show(self.rows)
        self.add_parts(self._title, self.cancel, self.done, self.pages)

    def _done(self) -> None:
        self._on_done([tuple(stepper.value for stepper in row.steppers) for row in self.rows])

    def arrange(self, rect: Rect) -> None:
        """Pads above, lines below."""
        head, rest = self.inner(rect).cut_top(theme.mm(15), theme.mm(3))
        done, head = head.cut_right(theme.mm(30), theme.mm(3))
        cancel, title = head.cut_right(theme.mm(26), theme.mm(3))
        put(self.done, done)
        put(self.cancel, cancel)
        put(self._title, title)
        put(self.pages, rest)
