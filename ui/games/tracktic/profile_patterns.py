"""The patterns of a box: each as a little drawing with its count, to be added, counted and taken away."""

from collections.abc import Callable, Sequence

from companion.games.tracktic.box import MOST_OF_A_KIND, Pattern
from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui import words as frame
from ui.games.own_editor import EditorNavigation, FigureStepper
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.grid_picture import pattern_rows, picture
from ui.games.tracktic.profile_draft import BoxDraft
from ui.games.tracktic.profile_page import ProfilePage
from ui.kivy_types import Widget
from ui.stage.painter import Painter, room_in
from ui.widgets.layout import Rect, put
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.pages import Pages

ACROSS, DOWN = 5, 5
FEWER_ACROSS = 4
"""Patterns beside each other where pages must be turned."""
TILE_MM, CELL_MM = 13.6, 2.6


class PatternPad(Pad):
    """A pattern: its drawing, and below it how many cards show it."""

    def __init__(self, number: int, pattern: Pattern, on_tap: Callable[[], None]) -> None:
        super().__init__("", str(number), on_tap=on_tap, role=theme.body())
        self.subtitle.halign = "left"
        self._picture = Painter(self.canvas)
        self.show(pattern)

    def show(self, pattern: Pattern) -> None:
        """Show a pattern."""
        self._pattern = pattern
        self.title.text = words.times(pattern.count)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The drawing over its number and the count."""
        low, high = rect.inset(theme.mm(1.2), theme.mm(0.8)).cut_bottom(theme.body() * 1.15, theme.mm(0.6))
        number, count = low.cut_left(theme.mm(4))
        put(self.title, count)
        put(self.subtitle, number)
        self.subtitle.opacity = 1
        self._picture.draw(picture(pattern_rows(self._pattern.rows), room_in(high), CELL_MM, theme.RAISED))


class PatternsPage(ProfilePage):
    """All patterns at the left, and what can be done with the chosen one."""

    widest = 1.4

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft) -> None:
        self.list = Pages(theme.mm(TILE_MM), ACROSS, most=theme.mm(TILE_MM + 2))
        super().__init__(go, draft, self.list)
        self.chosen = len(draft.box.patterns) - 1
        self.pads: list[PatternPad] = []
        body = theme.body()
        self.add = Pad(words.ADD, words.ADD_HINT, on_tap=self._add, role=theme.heading())
        self.count = FigureStepper(1, self._count, least=1, most=MOST_OF_A_KIND, caption=words.LIKE_THIS)
        self.redraw = Pad(words.REDRAW, on_tap=self._redraw, role=body)
        self.away = HoldPad(words.TAKE_AWAY, frame.HOLD, on_held=self._take_away, role=body)

    def choose(self, at: int) -> None:
        """Choose a pattern, to be counted or taken away."""
        self.chosen = at
        for n, pad in enumerate(self.pads):
            pad.choose(n == at)
        if self._any:
            self.list.page = at // (FEWER_ACROSS * DOWN) if len(self.pads) > ACROSS * DOWN else 0
            self.list.rearrange()
            self.count.take(self.draft.box.patterns[at].count)

    @property
    def _any(self) -> bool:
        return 0 <= self.chosen < len(self.draft.box.patterns)

    def _add(self) -> None:
        self.go.change(self.draft.opened(len(self.draft.box.patterns)))

    def _redraw(self) -> None:
        self.go.change(self.draft.opened(self.chosen))

    def _count(self) -> None:
        self.go.change(self.draft.counted(self.chosen, self.count.value), f"count {self.chosen}")

    def _take_away(self) -> None:
        self.go.change(self.draft.without(self.chosen))

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show the patterns of a draft; the list is laid out anew only where one came or went."""
        before, self.draft = self.draft, draft
        patterns = draft.box.patterns
        if len(self.pads) != len(patterns):
            self.pads = [
                PatternPad(n + 1, pattern, lambda n=n: self.choose(n))  # type: ignore[misc]
                for n, pattern in enumerate(patterns)
            ]
            self.list.show(self.pads)
            if len(patterns) > len(before.box.patterns):
                self.chosen = len(patterns) - 1
        else:
            for pad, pattern in zip(self.pads, patterns, strict=True):
                pad.show(pattern)
        self.list.fill(ACROSS if len(patterns) <= ACROSS * DOWN else FEWER_ACROSS)
        self.choose(min(max(self.chosen, 0), len(patterns) - 1))
        self.add.live = not draft.full
        rows: list[Sequence[Widget]] = [[self.add]]
        self.tools = [*rows, [self.count], [self.redraw, self.away]] if self._any else rows
        super().show(draft, undoable=undoable, refused=refused)
