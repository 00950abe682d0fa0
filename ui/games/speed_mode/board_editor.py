"""Changing one's own board: every tap is kept at once, so that leaving loses nothing."""

from companion.games.speed_mode.board import Board
from ui.games.own_editor import Editor, EditorNavigation, EditorPage
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import BoardDraft, Half, new_draft
from ui.games.speed_mode.combination_entry import CombinationPage
from ui.games.speed_mode.pairs_page import PairsPage
from ui.games.speed_mode.points_entry import PointsPage


class BoardEditor(Editor[Board, BoardDraft, EditorPage[BoardDraft]]):
    """All pairs, and from there a combination or the points."""

    def first_page(self) -> PairsPage:
        """Return the pairs."""
        self._go = EditorNavigation(self.change, self.close_page, self.undo, self.close_page)
        self.pairs = PairsPage(
            EditorNavigation(self.change, self._back, self.undo, self.go_on, self.kept),
            self.draft,
            self.open_half,
            self.open_points,
            self.start_over,
            self.as_kept,
        )
        return self.pairs

    # What a tap does.

    def start_over(self) -> None:
        """Begin with the derived board again."""
        self.pairs.choose(None)
        self.change(new_draft())

    def as_kept(self) -> None:
        """Go back to the board as it was before it was corrected."""
        if self.kept is not None:
            self.pairs.choose(None)
            self.change(self.kept)

    def open_half(self, half: Half) -> None:
        """Turn to the three cards of a half."""
        self.turn(CombinationPage(self._go, half, self.draft))

    def open_points(self) -> None:
        """Turn to the points."""
        self.turn(PointsPage(self._go, self.draft))

    def close_page(self) -> None:
        """Turn back to the pairs, where everything can be taken back."""
        self.turn(self.pairs, all_undoable=True)

    def go_on(self) -> None:
        """Be done; a board with a fault is kept back."""
        wrong = self.draft.fault
        if wrong is None:
            self._on(self.draft.board)
            return
        at = wrong.pair - 1
        pairs = self.draft.board.pairs
        self.pairs.choose(pairs[at].place if 0 <= at < len(pairs) else None)
        self.show(words.fault(wrong, self.draft.board))
