"""Tally only: who played without the referee paints the final board, and gets all points and paths."""

from collections.abc import Callable

from companion.games.tracktic.boards import ts
from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic import board_words as words
from ui.games.tracktic import grid
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.lying import Lying
from ui.games.tracktic.marks import Marks
from ui.games.tracktic.painting import Painting, painting
from ui.games.tracktic.tally_result import TallyResult
from ui.games.tracktic.tally_rows import BrushPad
from ui.games.tracktic.words import COLOURS
from ui.stage.painter import room_in
from ui.stage.stage import Stage
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.header import MARGIN_MM
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.text import Text

COLUMN_MM = 56.0
"""The column beside the grid is so wide at least: three brushes stand in it beside each other."""
MOST_UNDONE = 200
"""So many strokes can be taken back."""
BRUSHES: tuple[Piece | None, ...] = (*Piece, None)


class TallyScreen(Face):
    """The grid at the left; beside it brushes, and after the count the points.

    `profile_area` are the rows of a box's grid, `board` what was painted last time. `keep` gets every
    board as text, `back` is called when the table is left.
    """

    def __init__(
        self,
        profile_area: tuple[str, ...],
        back: Callable[[], None],
        keep: Callable[[str], None] | None,
        board: str = "",
    ) -> None:
        super().__init__()
        self.painting = painting(profile_area, board)
        self.brush: Piece | None = Piece.YELLOW
        self._back, self._keep = back, keep
        self._undone: list[Painting] = []
        self._before: Painting | None = None
        self.grid = Stage()
        self.back = GlyphPad(icons.back, self.go_back)
        self.title = Text(words.TALLY, role=theme.heading(), bold=True)
        self.prompt = Text("", role=theme.small() * 1.1, tone=theme.DIM, wraps=True, valign="top")
        self.brushes = {brush: BrushPad(brush, lambda brush=brush: self.take(brush)) for brush in BRUSHES}  # type: ignore[misc]
        self.undo = Pad(words.UNDO, on_tap=self.go_undo, role=theme.body())
        self.clear = HoldPad(words.CLEAR, words.HOLD, on_held=self.go_clear, role=theme.body())
        self.count = Pad(words.COUNT, on_tap=self.go_count, primary=True)
        self.result = TallyResult(self._show, self._show_result, self.go_on_painting, back)
        self._set_out((*self.brushes.values(), self.undo, self.clear, self.count))
        self._listen(True)
        self._show()

    # What a finger does.

    def take(self, brush: Piece | None) -> None:
        """Take another brush; None: the rubber."""
        self.brush = brush
        self._show()

    def _stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Paint what a finger went over so far."""
        before = self._before or self.painting
        after = before
        for tap in trail:
            after = after.painted(tap.cell, self.brush)
        if lifted and len(trail) == 1 and before.pieces.get(trail[0].cell) is self.brush:
            # A tap with the same brush takes the piece away; a stroke may begin on one.
            after = before.painted(trail[0].cell, None)
        self._before, self.painting = None if lifted else before, after
        if lifted and before.pieces != after.pieces:
            self._undone = [*self._undone, before][-MOST_UNDONE:]
            self._changed()
        self._show()

    def go_undo(self) -> None:
        """Take the last stroke back."""
        if self._undone:
            self.painting = self._undone.pop()
            self._changed()
            self._show()

    def go_clear(self) -> None:
        """Take all pieces away; that can be taken back like a stroke."""
        if self.painting.pieces:
            self._undone.append(self.painting)
            self.painting = self.painting.cleared()
            self._changed()
            self._show()

    def go_count(self) -> None:
        """Look for the longest paths."""
        self._listen(False)
        self.count.live = False
        self.result.begin(self.painting)

    def go_on_painting(self) -> None:
        """From the points back to the board."""
        self.result.leave()
        self._set_out((*self.brushes.values(), self.undo, self.clear, self.count))
        self._listen(True)
        self._show()

    def go_back(self) -> None:
        """From the points to the board, and from the board away."""
        if self.result.parent is not None:
            self.go_on_painting()
        else:
            self._back()

    def leave(self) -> None:
        """Stop counting."""
        self.result.leave()

    def _changed(self) -> None:
        if self._keep is not None:
            self._keep(self.painting.text())

    # How it looks.

    def _listen(self, painting: bool) -> None:
        self.grid.on_stroke = self._stroke if painting else None

    def _set_out(self, parts: tuple[Face, ...]) -> None:
        self.clear_widgets()
        for part in (self.grid, self.back, self.title, self.prompt, *parts):
            self.add_widget(part)
        self.rearrange()

    def _show_result(self) -> None:
        """The points take the place of the brushes."""
        if self.result.parent is None:
            self._set_out((self.result,))

    def _show(self) -> None:
        """Show the board, and what can be done with it."""
        faults = ts(self.painting.board)
        if self.result.parent is not None:
            title, prompt, marks = self.result.title, self.result.subtitle, self.result.marks
            self.result.warn(words.t_warning(*faults[0], len(faults) - 1) if faults else "")
        else:
            marks = Marks(faults=frozenset(cell for _, cell in faults))
            title, prompt = words.TALLY, words.PAINT if self.painting.pieces else words.EMPTY
            if self.painting.pieces and not self.painting.colours:
                prompt = words.NOTHING
            if faults:
                title, prompt = words.has_t(faults[0][0]), words.t_places(faults[0][1], len(faults) - 1)
        self.title.text, self.prompt.text = title, prompt
        self.title.color = theme.WARNING if faults and self.result.parent is None else theme.TEXT
        lying = Lying(self.painting.area, self.painting.pieces, marks=marks)
        self.grid.draw(lambda room, finger: grid.scene(lying, room, finger))
        for brush, pad in self.brushes.items():
            if pad.chosen != (brush is self.brush):
                pad.choose(brush is self.brush)
            if brush is not None:
                pad.say(COLOURS[brush], str(self.painting.count(brush) or ""))
        self.undo.live, self.clear.live = bool(self._undone), bool(self.painting.pieces)
        self.count.live = bool(self.painting.colours) and not self.result.counting

    def arrange(self, rect: Rect) -> None:
        """The grid as large as it fits at the left, the column beside it."""
        gap, margin = theme.mm(theme.GAP_MM), theme.mm(MARGIN_MM)
        inner = rect.inset(margin)
        room, _ = inner.cut_left(inner.width - theme.mm(COLUMN_MM) - margin)
        left, column = inner.cut_left(grid.width_in(room_in(room), self.painting.area), margin)
        put(self.grid, left)
        head, rest = column.cut_top(theme.mm(theme.TARGET_MM + 4), gap)
        back, beside = head.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        put(
            self.back,
            Rect(back.x, back.top - theme.mm(theme.TARGET_MM + 2), back.width, theme.mm(theme.TARGET_MM + 2)),
        )
        title, prompt = beside.cut_top(theme.heading() * 1.25)
        put(self.title, title)
        put(self.prompt, prompt)
        if self.result.parent is not None:
            put(self.result, rest)
            return
        foot, rest = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        put(self.count, foot)
        most = 3 * theme.mm(theme.PRIMARY_MM) + 2 * gap
        rows = rest.cut_top(min(most, rest.height))[0].rows(3, gap)
        cells = [cell for row in rows[:2] for cell in row.columns([1] * 3, gap)]
        for pad, cell in zip(self.brushes.values(), cells, strict=True):
            put(pad, cell)
        for part, cell in zip((self.undo, self.clear), rows[2].columns([1, 1], gap), strict=True):
            put(part, cell)
