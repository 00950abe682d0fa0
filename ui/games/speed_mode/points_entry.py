"""What counts how much: a stepper for each kind of point."""

from collections.abc import Callable

from companion.games.speed_mode.board import MOST_EACH
from ui import theme
from ui.games.own_editor import EditorNavigation, EditorPage, FigureStepper
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import SCORES, BoardDraft, Score
from ui.games.speed_mode.board_picture import token_in
from ui.kivy_types import Widget
from ui.stage.painter import Painter, room_in
from ui.widgets.header import body_of
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.panel import Panel
from ui.widgets.text import Text


class PointsPage(EditorPage[BoardDraft]):
    """Three figures side by side, each below a picture of what it is for."""

    def __init__(self, go: EditorNavigation[BoardDraft], draft: BoardDraft) -> None:
        super().__init__(go, draft, words.WHAT_COUNTS, words.WHAT_COUNTS_HINT)
        self.figures = {
            score: FigureStepper(draft.score(score), self._stepping(score), most=MOST_EACH)
            for score in SCORES
        }
        self._panels = [WorthPanel(score, figure) for score, figure in self.figures.items()]
        self.add_parts(self.header, self.undo, *self._panels)

    def show(self, draft: BoardDraft, *, undoable: bool, refused: str = "") -> None:
        """Show the points of a draft."""
        super().show(draft, undoable=undoable)
        for score, figure in self.figures.items():
            figure.take(draft.score(score))

    def _stepping(self, score: Score) -> Callable[[], None]:
        return lambda: self.go.change(self.draft.scored(score, self.figures[score].value), score)

    def arrange(self, rect: Rect) -> None:
        """Undo below, as on the other pages at the left."""
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        foot, room = room.cut_bottom(theme.mm(theme.TARGET_MM + 2), gap)
        put(self.undo, foot.cut_left(theme.mm(theme.TARGET_MM + 2))[0])
        put_row(self._panels, room, gap)


class WorthPanel(Panel):
    """One figure with its picture and words."""

    def __init__(self, score: Score, figure: Widget) -> None:
        super().__init__()
        self._score, self._figure = score, figure
        self._words = Text(words.SCORES[score], role=theme.body(), align="center", wraps=True)
        self.add_parts(self._words, figure)
        self._painter = Painter(self.canvas)

    def arrange(self, rect: Rect) -> None:
        """Picture, words, figure from the top."""
        inner = rect.inset(theme.mm(2))
        low, room = inner.cut_bottom(theme.mm(theme.TARGET_MM), theme.mm(1))
        put(self._figure, low)
        under, room = room.cut_bottom(theme.body() * 2.6, theme.mm(1))
        put(self._words, under)
        self._painter.draw(token_in(room_in(room), self._score))
