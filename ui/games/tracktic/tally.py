"""Tally only: who played without the referee paints the final board, and gets all points and paths."""

from collections.abc import Callable

from companion.games.tracktic.boards import ts
from companion.games.tracktic.model import Piece
from ui import theme
from ui import words as frame
from ui.games.tally import TallyFrame
from ui.games.tracktic import board_words as words
from ui.games.tracktic import grid
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_contents import GridContents
from ui.games.tracktic.marks import Marks
from ui.games.tracktic.painting import Painting, painting
from ui.games.tracktic.tally_result import TallyResult
from ui.games.tracktic.tally_rows import BrushPad
from ui.games.tracktic.words import COLOURS
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad

COLUMN_MM = 45.0
"""Width of the column beside the grid: two brushes stand in it beside each other."""
BRUSHES: tuple[Piece | None, ...] = (*Piece, None)


class TallyScreen(TallyFrame[Painting]):
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
        super().__init__(painting(profile_area, board), self.go_back, keep)
        self.brush: Piece | None = Piece.YELLOW
        self._back = back
        self._before: Painting | None = None
        self.grid = Stage()
        self.brushes = {brush: BrushPad(brush, lambda brush=brush: self.take(brush)) for brush in BRUSHES}  # type: ignore[misc]
        self.count = Pad(words.COUNT, on_tap=self.go_count, primary=True)
        self.result = TallyResult(self.show, self._show_result, self.go_on_painting, back)
        self._set_out((*self.brushes.values(), self.undo, self.clear, self.count))
        self._listen(True)
        self.show()

    # What a finger does.

    def take(self, brush: Piece | None) -> None:
        """Take another brush; None: the rubber."""
        self.brush = brush
        self.show()

    def _stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Paint what a finger went over so far."""
        before = self._before or self.lying
        after = before
        for tap in trail:
            after = after.painted(tap.cell, self.brush)
        if lifted and len(trail) == 1 and before.pieces.get(trail[0].cell) is self.brush:
            # A tap with the same brush takes the piece away; a stroke may begin on one.
            after = before.painted(trail[0].cell, None)
        self._before, self.lying = None if lifted else before, before if lifted else after
        if lifted:
            self.lay(after)
        self.show()

    def go_count(self) -> None:
        """Look for the longest paths."""
        self._listen(False)
        self.count.live = False
        self.result.begin(self.lying)

    def go_on_painting(self) -> None:
        """From the points back to the board."""
        self.result.leave()
        self._set_out((*self.brushes.values(), self.undo, self.clear, self.count))
        self._listen(True)
        self.show()

    def go_back(self) -> None:
        """From the points to the board, and from the board away."""
        if self.result.parent is not None:
            self.go_on_painting()
        else:
            self._back()

    def leave(self) -> None:
        """Stop counting."""
        self.result.leave()

    # What lies there.

    @property
    def bare(self) -> Painting:
        """The grid without pieces."""
        return self.lying.cleared()

    def text(self) -> str:
        """Return the board as text."""
        return self.lying.text()

    # How it looks.

    def _listen(self, painting: bool) -> None:
        self.grid.on_stroke = self._stroke if painting else None

    def _set_out(self, parts: tuple[Face, ...]) -> None:
        self.set_parts(self.grid, self.back, self.title, self.prompt, *parts)

    def _show_result(self) -> None:
        """The points take the place of the brushes."""
        if self.result.parent is None:
            self._set_out((self.result,))

    def show(self) -> None:
        """Show the board, and what can be done with it."""
        faults = ts(self.lying.board)
        if self.result.parent is not None:
            title, prompt, marks = self.result.title, self.result.subtitle, self.result.marks
            self.result.warn(words.t_warning(*faults[0], len(faults) - 1) if faults else "")
        else:
            marks = Marks(faults=frozenset(cell for _, cell in faults))
            title, prompt = frame.TALLY_ONLY, words.PAINT if self.lying.pieces else words.EMPTY
            if self.lying.pieces and not self.lying.colours:
                prompt = words.NOTHING
            if faults:
                title, prompt = words.has_t(faults[0][0]), words.t_places(faults[0][1], len(faults) - 1)
        self.title.text, self.prompt.text = title, prompt
        self.title.color = theme.WARNING if faults and self.result.parent is None else theme.TEXT
        shown = GridContents(self.lying.area, self.lying.pieces, marks=marks)
        self.grid.draw(lambda room, finger: grid.scene(shown, room, finger))
        for brush, pad in self.brushes.items():
            if pad.chosen != (brush is self.brush):
                pad.choose(brush is self.brush)
            if brush is not None:
                pad.say(COLOURS[brush], str(self.lying.count(brush) or ""))
        self.show_ways_back()
        self.count.live = bool(self.lying.colours) and not self.result.counting

    def arrange(self, rect: Rect) -> None:
        """The grid as large as it fits, the column beside it."""
        gap = theme.mm(theme.GAP_MM)
        low = 2 * theme.mm(theme.TARGET_MM) + theme.mm(theme.PRIMARY_MM) + 2 * gap
        board, rest = self.arrange_head(rect, theme.mm(COLUMN_MM), low)
        put(self.grid, board)
        if self.result.parent is not None:
            put(self.result, rest)
            return
        foot, rest = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        put(self.count, foot)
        most = 3 * theme.mm(theme.PRIMARY_MM) + 2 * gap
        across = 2 if rest.width < rest.height else 3
        rows = rest.cut_top(min(most, rest.height))[0].rows(len(BRUSHES) // across, gap)
        cells = [cell for row in rows for cell in row.columns([1] * across, gap)]
        put_each(self.brushes.values(), cells)
