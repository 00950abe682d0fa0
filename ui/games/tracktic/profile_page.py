"""One step of entering a box: what it is about at the left, words and pads in a column beside it."""

from collections.abc import Sequence

from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import Doors
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.profile_draft import Draft
from ui.games.tracktic.profile_steps import steps
from ui.kivy_types import Widget
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.header import MARGIN_MM
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

COLUMN_MM = 58.0
LINE_MM = 15.0
"""A row of pads is at most so high."""


class ProfilePage(Face):
    """The parts that every step has; a step fills `tools`, row by row, and `left`."""

    def __init__(self, doors: Doors[Draft], left: Widget, on_word: str = frame.NEXT) -> None:
        super().__init__()
        self.doors, self.left = doors, left
        self.tools: list[Sequence[Widget]] = []
        self.back = GlyphPad(icons.back, doors.back)
        self._far = Text("", role=theme.small(), tone=theme.DIM)
        self.prompt = Text("", role=theme.body(), wraps=True)
        self.undo = GlyphPad(icons.undo, doors.undo)
        self.next = Pad(on_word, on_tap=doors.on, primary=True)
        self._shown: list[Widget] = []

    def show(self, draft: Draft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show a draft; what is wrong stands in place of what to do, and is marked where it can be seen."""
        self.say(refused or words.ASKS[draft.step], warning=bool(refused))
        every = steps(draft.two_alike)
        self._far.text = words.step_of(every.index(draft.step) + 1, len(every))
        self.undo.live = undoable
        wanted = [self.left, self.back, self._far, self.prompt, self.undo, self.next]
        wanted += [tool for row in self.tools for tool in row]
        if wanted != self._shown:
            self.clear_widgets()
            for part in wanted:
                self.add_widget(part)
            self._shown = wanted
        self.rearrange()

    def say(self, text: str, *, warning: bool = False) -> None:
        """Change the words at the top."""
        self.prompt.text = text
        self.prompt.color = theme.WARNING if warning else theme.TEXT

    def arrange(self, rect: Rect) -> None:
        """The left part as a square, the column beside it; every pad keeps its place from step to step."""
        margin, gap = theme.mm(MARGIN_MM), theme.mm(theme.GAP_MM)
        inner = rect.inset(margin)
        left, column = inner.cut_left(min(inner.height, inner.width - theme.mm(COLUMN_MM) - margin), margin)
        put(self.left, left)
        head, rest = column.cut_top(theme.mm(theme.TARGET_MM + 4), gap)
        back, beside = head.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        put(self.back, back.cut_top(theme.mm(theme.TARGET_MM + 2))[0])
        far, prompt = beside.cut_top(theme.small() * 1.2)
        put(self._far, far)
        put(self.prompt, prompt)
        foot, rest = rest.cut_bottom(theme.mm(theme.PRIMARY_MM), gap)
        undo, on = foot.cut_left(theme.mm(theme.TARGET_MM + 2), gap)
        put(self.undo, undo)
        put(self.next, on)
        for row in self.tools:
            line, rest = rest.cut_top(self.height_of(row, rest.height), gap)
            for tool, cell in zip(row, line.columns([1] * len(row), gap), strict=True):
                put(tool, cell)

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """Return how high a row of tools is."""
        gap, count = theme.mm(theme.GAP_MM), len(self.tools)
        every = (self._room - gap * (count - 1)) / count
        return min(theme.mm(LINE_MM), every, left)

    @property
    def _room(self) -> float:
        margin, gap = theme.mm(MARGIN_MM), theme.mm(theme.GAP_MM)
        return self.height - 2 * margin - theme.mm(theme.TARGET_MM + 4 + theme.PRIMARY_MM) - 2 * gap
