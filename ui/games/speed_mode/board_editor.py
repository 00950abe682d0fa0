"""Changing one's own board: every tap is kept at once, so that leaving loses nothing."""

from collections.abc import Callable

from companion.games.speed_mode.board import Board
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import Draft, Half, draft_of, new_draft
from ui.games.speed_mode.board_page import BoardPage, Doors
from ui.games.speed_mode.combination_entry import CombinationPage
from ui.games.speed_mode.pairs_page import PairsPage
from ui.games.speed_mode.points_entry import PointsPage
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put


class BoardEditor(Face):
    """All pairs, and from there a combination or the points.

    `keep` gets every draft, and `on` the board when nothing is wrong with it. `kept` is the owner's board as
    it is now, to go back to, where one is being corrected.
    """

    def __init__(
        self,
        draft: Draft,
        keep: Callable[[Draft], None],
        back: Callable[[], None],
        on: Callable[[Board], None],
        *,
        kept: Draft | None = None,
        warning: str = "",
    ) -> None:
        super().__init__()
        self.draft = draft
        self._keep, self._on, self._kept = keep, on, kept
        self._undo: list[Draft] = []
        self._last = ""
        # On a page of its own, undo takes back only what was done there.
        self._before = 0
        self.pairs = PairsPage(
            Doors(self.change, back, self.undo), self.open_half, self.open_points, self.go_on,
            self.start_over, self.as_kept if kept is not None else None,
        )  # fmt: skip
        self.page: BoardPage = self.pairs
        self._turn(self.pairs)
        if warning:
            self._show(warning)

    # What a tap does.

    def change(self, draft: Draft, name: str = "") -> None:
        """Take a changed draft; changes of the same name in a row are undone together."""
        if draft == self.draft:
            self._show()
            return
        if not name or name != self._last:
            self._undo.append(self.draft)
        self._last = name
        self._take(draft)

    def undo(self) -> None:
        """Take the last change back."""
        if len(self._undo) > self._before:
            self._last = ""
            self._take(self._undo.pop())

    def start_over(self) -> None:
        """Begin with the derived board again."""
        self.pairs.choose(None)
        self.change(new_draft())

    def as_kept(self) -> None:
        """Go back to the board as it was before it was corrected."""
        if self._kept is not None:
            self.pairs.choose(None)
            self.change(draft_of(self._kept.board))

    def open_half(self, half: Half) -> None:
        """Turn to the three cards of a half."""
        self._turn(CombinationPage(Doors(self.change, self.close_page, self.undo), half, self.draft))

    def open_points(self) -> None:
        """Turn to the points."""
        self._turn(PointsPage(Doors(self.change, self.close_page, self.undo), self.draft))

    def close_page(self) -> None:
        """Turn back to the pairs."""
        self._turn(self.pairs)

    def go_on(self) -> None:
        """Be done; a board with a fault is kept back."""
        wrong = self.draft.fault
        if wrong is None:
            self._on(self.draft.board)
            return
        at = wrong.pair - 1
        pairs = self.draft.board.pairs
        self.pairs.choose(pairs[at].place if 0 <= at < len(pairs) else None)
        self._show(words.fault(wrong, self.draft.board))

    # How it goes on.

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        self._keep(draft)
        self._show()

    def _turn(self, page: BoardPage) -> None:
        self._before = 0 if page is self.pairs else len(self._undo)
        self._last = ""
        self.page = page
        self.clear_widgets()
        self.add_widget(page)
        self._show()
        self.rearrange()

    def _show(self, refused: str = "") -> None:
        self.page.show(self.draft, undoable=len(self._undo) > self._before, refused=refused)

    def arrange(self, rect: Rect) -> None:
        """The page takes all the room."""
        put(self.page, rect)
