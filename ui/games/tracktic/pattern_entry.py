"""Drawing one pattern: a pad of six by six cells."""

from collections.abc import Sequence

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.profile_draft import BoxDraft, PatternSheet
from ui.games.tracktic.profile_drawing import Doing, DrawingPage
from ui.kivy_types import Widget
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class PatternPage(DrawingPage):
    """The pad at the left; a tap or a drag puts cells down, or takes them away."""

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft) -> None:
        super().__init__(go, draft, words.PATTERN_DONE)
        self.grid.on_stroke = self.stroke
        self.clear = Pad(frame.CLEAR, on_tap=self._clear, role=theme.body())
        hint = Text(words.ANY_CORNER, role=theme.body(), tone=theme.DIM, wraps=True)
        self.tools = [[self.clear], [hint]]

    def rows_of(self, draft: BoxDraft) -> tuple[str, ...]:
        """Return the pad with the cells of the pattern."""
        return tuple(line.replace(".", "#") for line in _sheet(draft).rows)

    def begun(self, cell: Cell) -> Doing:
        """Return that cells are put down, or taken away."""
        on = cell not in _sheet(self.draft).cells
        return lambda draft, cells: draft.inked(cells, on)

    def _clear(self) -> None:
        self.go.change(self.draft.inked(_sheet(self.draft).cells, False))

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show what was drawn so far."""
        self.draft = draft
        self.draw(draft, fault)
        self.clear.live = bool(_sheet(draft).cells)
        self.next.say(words.PATTERN_DONE if self._new else frame.DONE)
        super().show(draft, undoable=undoable, refused=refused)
        if not refused:
            self.prompt.say(words.TAP_PATTERN)

    @property
    def _new(self) -> bool:
        return _sheet(self.draft).at >= len(self.draft.box.patterns)

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """The words have what the pad leaves."""
        return theme.mm(theme.TARGET_MM) if row[0] is self.clear else min(left, theme.mm(16))


def _sheet(draft: BoxDraft) -> PatternSheet:
    assert draft.sheet is not None
    return draft.sheet
