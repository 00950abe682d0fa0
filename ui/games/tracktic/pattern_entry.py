"""Drawing one pattern: a pad of six by six cells."""

from collections.abc import Sequence

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_entry import entry
from ui.games.tracktic.profile_draft import Draft, PatternSheet
from ui.games.tracktic.profile_page import ProfilePage
from ui.kivy_types import Widget
from ui.stage.stage import Stage
from ui.table.telling import row_column
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class PatternPage(ProfilePage):
    """The pad at the left; a tap or a drag puts cells down, or takes them away."""

    def __init__(self, go: EditorNavigation[Draft], draft: Draft) -> None:
        self.pad = Stage()
        self.pad.on_stroke = self.stroke
        super().__init__(go, draft, self.pad, words.PATTERN_DONE)
        self._before = draft
        self._on: bool | None = None
        self.clear = Pad(frame.CLEAR, on_tap=self._clear, role=theme.body())
        hint = Text(words.ANY_CORNER, role=theme.body(), tone=theme.DIM, wraps=True)
        self.tools = [[self.clear], [hint]]

    def stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Draw on: the first cell tells whether the stroke puts down or takes away."""
        cells = [tap.cell for tap in trail]
        if self._on is None:
            self._before = self.draft
            self._on = cells[0] not in _sheet(self.draft).cells
        after = self._before.inked(cells, self._on)
        if lifted:
            self._on = None
            self.draft = self._before
            self.go.change(after)
            return
        self.draft = after
        self._draw(after)
        self.prompt.say(row_column(cells[-1]))

    def _clear(self) -> None:
        self.go.change(self.draft.inked(_sheet(self.draft).cells, False))

    def show(self, draft: Draft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show what was drawn so far."""
        self.draft = draft
        at = Cell(fault.line - 1, fault.column - 1) if fault is not None and fault.column else None
        self._draw(draft, at)
        self.clear.live = bool(_sheet(draft).cells)
        self.next.say(words.PATTERN_DONE if self._new else frame.DONE)
        super().show(draft, undoable=undoable, refused=refused)
        if not refused:
            self.prompt.say(words.TAP_PATTERN)

    def _draw(self, draft: Draft, fault: Cell | None = None) -> None:
        rows = _picture(draft)
        self.pad.draw(lambda room, finger: entry(rows, fault, room, finger))

    @property
    def _new(self) -> bool:
        return _sheet(self.draft).at >= len(self.draft.box.patterns)

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """The words have what the pad leaves."""
        return theme.mm(theme.TARGET_MM) if row[0] is self.clear else min(left, theme.mm(16))


def _sheet(draft: Draft) -> PatternSheet:
    assert draft.sheet is not None
    return draft.sheet


def _picture(draft: Draft) -> tuple[str, ...]:
    return tuple(line.replace(".", "#") for line in _sheet(draft).rows)
