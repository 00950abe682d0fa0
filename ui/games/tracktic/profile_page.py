"""One step of entering a box: what it is about at the left, words and pads in a column beside it."""

from collections.abc import Sequence

from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation, EditorPage
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.profile_draft import BoxDraft
from ui.games.tracktic.profile_steps import steps
from ui.kivy_types import Widget
from ui.widgets.header import MARGIN_MM, body_of
from ui.widgets.layout import Rect, cut_pads, put, put_row, rect_of

COLUMN_MM = 58.0
LINE_MM = 15.0
"""A row of pads is at most so high."""


class ProfilePage(EditorPage[BoxDraft]):
    """The parts that every step has; a step fills `tools`, row by row, and `left`."""

    widest = 1.0
    """How wide the left part may be, in its heights."""

    def __init__(
        self, go: EditorNavigation[BoxDraft], draft: BoxDraft, left: Widget, on_word: str = frame.NEXT
    ) -> None:
        super().__init__(go, draft, on_word=on_word)
        self.left = left
        self.tools: list[Sequence[Widget]] = []
        self.back, self.prompt, self.next = self.header.back, self.header.title, self.header.next
        self._shown: list[Widget] = []

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show a draft; what is wrong stands in place of what to do, and is marked where it can be seen."""
        super().show(draft, undoable=undoable)
        self.prompt.say(refused or words.ASKS[draft.step], warning=bool(refused))
        every = steps(draft.two_alike)
        self.header.hint.text = words.step_of(every.index(draft.step) + 1, len(every))
        wanted = [self.header, self.left, self.undo]
        wanted += [tool for row in self.tools for tool in row]
        if wanted != self._shown:
            self.set_parts(*wanted)
            self._shown = wanted
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The left part as wide as it may be; every pad keeps its place from step to step."""
        margin, gap = theme.mm(MARGIN_MM), theme.mm(theme.GAP_MM)
        head, room = body_of(rect)
        put(self.header, head)
        wide = max(theme.mm(COLUMN_MM), room.width - room.height * self.widest - margin)
        rest, left = cut_pads(room, wide, margin)
        put(self.left, left)
        foot, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put(self.undo, foot.cut_left(theme.mm(theme.TARGET_MM + 2))[0])
        for row in self.tools:
            line, rest = rest.cut_top(self.height_of(row, rest.height), gap)
            put_row(row, line, gap)

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """Return how high a row of tools is."""
        gap, count = theme.mm(theme.GAP_MM), len(self.tools)
        every = (self._room - gap * (count - 1)) / count
        return min(theme.mm(LINE_MM), every, left)

    @property
    def _room(self) -> float:
        _, room = body_of(rect_of(self))
        return room.height - theme.mm(theme.TARGET_MM + theme.GAP_MM)
