"""A match that is over, looked at step by step: the table as it was, and the photo finish of each duel."""

from collections.abc import Callable

from companion.game import TABLE
from companion.journal import Entry, Told
from ui import theme, words
from ui.games.face import GameFace
from ui.kivy_types import Widget
from ui.stage.stage import Stage
from ui.table.presenting import Finish, Presenter, Sheet
from ui.table.session import Session
from ui.widgets import icons
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.photo_finish import PhotoFinish
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text


class LookBack(SheetPanel):
    """Shows what stood after each step of the line of play, the last one first.

    It shows what everybody may see; of a match that is over that is no secret any more.
    """

    def __init__(
        self, session: Session, game: GameFace, presenter: Presenter, close: Callable[[], None]
    ) -> None:
        super().__init__(theme.PANEL)
        self._session, self._game, self._presenter = session, game, presenter
        self._line = session.match.line
        self._number = Text("", role=theme.heading(), bold=True)
        self._told = Text("", role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self.close = Pad(words.CLOSE, on_tap=close)
        self.first = Pad(words.FIRST_STEP, on_tap=lambda: self.show(0))
        self.before = GlyphPad(icons.back, lambda: self.show(self.step - 1))
        self.after = GlyphPad(icons.forward, lambda: self.show(self.step + 1))
        self.last = Pad(words.LAST_STEP, on_tap=lambda: self.show(len(self._line) - 1))
        self.duel_before = Pad(words.DUEL_BEFORE, on_tap=lambda: self._to_duel(-1))
        self.duel_after = Pad(words.DUEL_AFTER, on_tap=lambda: self._to_duel(1))
        self.stage = Stage()
        self.finish: Widget | None = None
        pads: list[Pad] = [self.first, self.before, self.after, self.last]
        if game.grabs(session.facts) is not None:
            pads = [self.first, self.duel_before, self.before, self.after, self.duel_after, self.last]
        self._pads = pads
        self.add_parts(self._number, self._told, self.close, self.stage, *pads)
        self.step = 0
        self.show(len(self._line) - 1)

    def show(self, step: int) -> None:
        """Show the table after a step; 0 is the opening."""
        last = len(self._line) - 1
        self.step = max(0, min(step, last))
        position = self._line[self.step]
        self._number.text = words.step_of(self.step, last)
        entry = self._session.match.entries[0]
        if self.step:
            entry = Entry(position.entry, position.at, Told(position.report, position.events))
        self._told.text = " ".join(self._presenter.told(entry))
        self._show_finish(self._sheet_at(self.step))
        view = self._game.game.view(position.state, TABLE)
        self.stage.draw(self._game.still(self._presenter, view))
        for pad in (self.first, self.before, self.duel_before):
            pad.live = self.step > 0
        for pad in (self.last, self.after, self.duel_after):
            pad.live = self.step < last
        self.rearrange()

    def _sheet_at(self, step: int) -> Sheet | None:
        return self._presenter.sheet(self._game.game.view(self._line[step].state, TABLE))

    def _finish_of(self, sheet: Sheet | None) -> Finish | None:
        return sheet.finish if sheet is not None and sheet.finish is not None and sheet.finish.marks else None

    def _show_finish(self, sheet: Sheet | None) -> None:
        """Show the photo finish of a duel beside the table, where there is one."""
        if self.finish is not None:
            self.remove_widget(self.finish)
            self.finish = None
        found = self._finish_of(sheet)
        if sheet is not None and found is not None:
            self._number.text += f" · {sheet.title}"
            widget = PhotoFinish()
            widget.show(found, self._presenter)
            self.finish = widget
            self.add_widget(widget)

    def _to_duel(self, way: int) -> None:
        """Show the next step, one way or the other, that has a photo finish, if any has."""
        steps = range(self.step + way, len(self._line) if way > 0 else -1, way)
        found = next((step for step in steps if self._finish_of(self._sheet_at(step)) is not None), None)
        if found is not None:
            self.show(found)

    def arrange(self, rect: Rect) -> None:
        """What happened above, the pads below, and in between the table, or the photo finish."""
        inner, gap = self.inner(rect), theme.mm(theme.GAP_MM)
        head, rest = inner.cut_top(theme.mm(theme.TARGET_MM), theme.mm(2))
        pad, head = head.cut_right(theme.mm(30), gap)
        put(self.close, pad)
        above, below = head.cut_top(head.height * 0.5)
        put(self._number, above)
        put(self._told, below)
        rows = 2 if inner.height > inner.width else 1
        columns = -(-len(self._pads) // rows)
        foot, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM) * rows + gap * (rows - 1), gap)
        for each, cell in zip(self._pads, foot.grid(rows * columns, columns, gap), strict=False):
            put(each, cell)
        self.stage.opacity = 0 if self.finish is not None else 1
        put(self.stage, rest)
        if self.finish is not None:
            put(self.finish, rest)
