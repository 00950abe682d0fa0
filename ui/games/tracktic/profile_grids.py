"""Entering a grid: its size, which cells there are, and where each colour starts; then the grid for two."""

from collections.abc import Sequence
from functools import partial

from companion.games.tracktic.box import STARTS, cells_of
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import LETTERS
from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation, FigureStepper
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.grid_picture import piece
from ui.games.tracktic.profile_draft import GAP, BoxDraft, Grid, new_draft, starts_of
from ui.games.tracktic.profile_drawing import Doing, DrawingPage
from ui.games.tracktic.profile_steps import FOR_TWO, BoxStep
from ui.kivy_types import Widget
from ui.stage.painter import drawing
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.text import Text


class GridPage(DrawingPage):
    """A step at which a grid is shown, and drawn on with the brush where there is one."""

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft) -> None:
        super().__init__(go, draft)
        self.which: Grid = "area_two" if draft.step in FOR_TWO else "area"
        self.brush = STARTS[0] if draft.step in (BoxStep.STARTS, BoxStep.TWO_STARTS) else GAP
        if draft.step not in (BoxStep.SIZE, BoxStep.TWO):
            self.grid.on_stroke = self.stroke
        rows = draft.grid(self.which)
        self.rows = FigureStepper(len(rows), self._resize, least=1, most=MOST, caption=words.ROWS)
        self.columns = FigureStepper(len(rows[0]), self._resize, least=1, most=MOST, caption=words.COLUMNS)
        body = theme.body()
        self.over = HoldPad(frame.START_OVER, frame.HOLD, on_held=self._start_over, role=body)
        self.as_kept = HoldPad(words.AS_KEPT, frame.HOLD, on_held=self._restore, role=body)
        self.same = Pad(words.SAME, on_tap=lambda: self._two(True), role=body)
        self.own = Pad(words.OWN_GRID, on_tap=lambda: self._two(False), role=body)
        self.brushes = {
            letter: Pad(words.brush(letter), on_tap=lambda letter=letter: self.pick(letter), role=body)  # type: ignore[misc]
            for letter in STARTS
        }
        for letter, pad in self.brushes.items():
            pad.draw_beside(drawing(partial(piece, kind=LETTERS[letter])))
        self._count = Text("", role=theme.title(), bold=True)
        self._legend = [
            Text(line, role=body, tone=theme.DIM) for line in (words.A_CELL, words.NO_CELL, words.DRAW_BACK)
        ]

    # What a finger does.

    def rows_of(self, draft: BoxDraft) -> tuple[str, ...]:
        """Return the grid of this step."""
        return draft.grid(self.which)

    def begun(self, cell: Cell) -> Doing:
        """Return that the sign of the brush is put on cells, or taken off them."""
        sign = self.draft.brushed(self.which, cell, self.brush)
        return lambda draft, cells: draft.marked(self.which, cells, sign)

    def pick(self, letter: str) -> None:
        """Draw with another colour."""
        self.brush = letter
        for other, pad in self.brushes.items():
            pad.choose(other == letter)

    def _resize(self) -> None:
        self.go.change(self.draft.resized(self.which, self.rows.value, self.columns.value), "size")

    def _two(self, alike: bool) -> None:
        if alike != self.draft.two_alike:
            self.go.change(self.draft.two(alike))

    def _start_over(self) -> None:
        self.go.change(new_draft())

    def _restore(self) -> None:
        if self.go.kept is not None:
            self.go.change(self.go.kept)

    # How it looks.

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show the grid of a draft, and where it is wrong."""
        rows = draft.grid(self.which)
        self.draw(draft, fault)
        if fault is not None and fault.letter and self.brush != GAP:
            self.brush = fault.letter
        self.grid.opacity = 0.45 if draft.step is BoxStep.TWO and draft.two_alike else 1.0
        self.tools = self._tools(draft)
        self.over.live = draft != new_draft()
        self.as_kept.live = draft != self.go.kept
        self.rows.take(len(rows))
        self.columns.take(len(rows[0]))
        self.same.choose(draft.two_alike)
        self.own.choose(not draft.two_alike)
        starts = starts_of(rows)
        for letter, pad in self.brushes.items():
            pad.say(words.brush(letter), words.cells(starts[letter]))
            pad.choose(letter == self.brush)
        self._count.text = words.cells(len(cells_of(rows)))
        super().show(draft, undoable=undoable, refused=refused)

    def _tools(self, draft: BoxDraft) -> list[Sequence[Widget]]:
        match draft.step:
            case BoxStep.SIZE:
                again = [self.over] if self.go.kept is None else [self.over, self.as_kept]
                return [[self.rows], [self.columns], again]
            case BoxStep.TWO:
                choice = [self.same, self.own]
                return [choice] if draft.two_alike else [choice, [self.rows], [self.columns]]
            case BoxStep.STARTS | BoxStep.TWO_STARTS:
                pads = [*self.brushes.values()]
                return [pads[:2], pads[2:]]
            case _:
                return [[self._count], *([line] for line in self._legend)]

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """Words take less height than pads."""
        small = isinstance(row[0], Text)
        return row[0].role * 1.4 if small else super().height_of(row, left)
