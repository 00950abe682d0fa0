"""A grid that is drawn on: the first cell tells whether a stroke puts down or takes away."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile_faults import Fault
from ui import words as frame
from ui.games.own_editor import EditorNavigation
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_entry import entry
from ui.games.tracktic.profile_draft import BoxDraft
from ui.games.tracktic.profile_page import ProfilePage
from ui.stage.stage import Stage
from ui.table.telling import row_column

Doing: TypeAlias = Callable[[BoxDraft, Sequence[Cell]], BoxDraft]
"""What a stroke does to a draft with the cells that it went over."""


class DrawingPage(ProfilePage):
    """The grid at the left; a page writes which `rows` it has, and what is `begun` on a cell."""

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft, on_word: str = frame.NEXT) -> None:
        self.grid = Stage()
        super().__init__(go, draft, self.grid, on_word)
        self._before = draft
        self._doing: Doing | None = None

    def rows_of(self, draft: BoxDraft) -> tuple[str, ...]:
        """Return the grid as it is drawn."""
        raise NotImplementedError

    def begun(self, cell: Cell) -> Doing:
        """Return what a stroke does that begins on a cell."""
        raise NotImplementedError

    def stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Draw on; it is taken when the finger is lifted."""
        cells = [tap.cell for tap in trail]
        if self._doing is None:
            self._before, self._doing = self.draft, self.begun(cells[0])
        after = self._doing(self._before, cells)
        if lifted:
            self._doing = None
            self.draft = self._before
            self.go.change(after)
            return
        self.draft = after
        self.draw(after)
        self.prompt.say(row_column(cells[-1]))

    def draw(self, draft: BoxDraft, fault: Fault | None = None) -> None:
        """Draw the grid, with a frame around the cell where something is wrong."""
        rows = self.rows_of(draft)
        at = Cell(fault.line - 1, fault.column - 1) if fault is not None and fault.column else None
        self.grid.draw(lambda room, finger: entry(rows, at, room, finger))
