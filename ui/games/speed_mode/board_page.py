"""What the pages of one's own board have in common."""

from ui.games.speed_mode.board_draft import Draft
from ui.widgets.face import Face


class BoardPage(Face):
    """One page of the editor."""

    def show(self, draft: Draft, *, undoable: bool, refused: str = "") -> None:
        """Show a draft; what is wrong stands in place of what to do."""
