"""The last step before a match: which board lies on the table."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived
from companion.games.speed_mode.model import Facts
from companion.journal import Plate
from ui.games.face import Memory
from ui.games.own import Seen
from ui.games.own_setup import OWN, OwnSetup
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.board_draft import Draft, mismatches
from ui.games.speed_mode.board_editor import BoardEditor
from ui.games.speed_mode.board_kept import CHOICE, FORM, Choice
from ui.games.speed_mode.board_picture import board_in, plus_in


class SetupScreen(OwnSetup[Board, Draft]):
    """The derived board or the owner's, which is entered from here; `on` gets the facts with the board."""

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        self._facts, self._on = facts, on
        there = {"derived": Seen(words.DERIVED, words.DERIVED_HINT, partial(board_in, board=derived()))}
        super().__init__(words, FORM, CHOICE, Choice(), there, memory, back)

    def own_seen(self, own: Board | None, draft: Draft | None) -> Seen:
        """Return the owner's board, or how far it is entered."""
        if own is not None:
            contents = words.contents(own, mismatches(own))
            return Seen(words.own_board(own), contents, partial(board_in, board=own))
        if draft is not None:
            return Seen(words.GO_ON, words.GO_ON_HINT, partial(board_in, board=draft.board))
        return Seen(words.ENTER, words.ENTER_HINT, plus_in)

    def editing(self, warning: str) -> BoardEditor:
        """Return the editor of the board."""
        kept = self.kept
        return BoardEditor(
            kept.begun, kept.keep, self.close, self.entered, kept=kept.corrected, warning=warning
        )

    def done(self) -> None:
        """Go on with the chosen board."""
        own = self.kept.thing
        self._on(replace(self._facts, board=own if self.which == OWN and own is not None else derived()))
