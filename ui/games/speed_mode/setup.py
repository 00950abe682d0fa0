"""The last step before a match: the board on the table."""

from functools import partial

from msgspec.structs import replace

from companion.games.speed_mode.board import Board
from companion.games.speed_mode.board_file import derived, mismatches
from companion.games.speed_mode.model import Facts
from ui.games.own_setup import OwnSetup
from ui.games.owners_item import PadLook
from ui.games.speed_mode import setup_words as words
from ui.games.speed_mode.drafts import CHOICE, FORM, BoardDraft, Chosen, board_in, plus_in
from ui.games.speed_mode.editor import BoardEditor


class SetupScreen(OwnSetup[Board, BoardDraft]):
    """The choice of the derived board or the owner's, which is entered from here."""

    facts: Facts
    setup_words, choice_key, editor_of = words, CHOICE, BoardEditor
    form, first_choice = FORM, Chosen()

    def offered(self) -> dict[str, tuple[PadLook, Board]]:
        """Return the derived board."""
        look = PadLook(words.DERIVED, words.DERIVED_HINT, partial(board_in, board=derived()))
        return {"derived": (look, derived())}

    def own_look(self, board: Board | None, draft: BoardDraft | None) -> PadLook:
        """Return the pad of the owner's board, or of its draft."""
        if board is not None:
            contents = words.contents(board, mismatches(board))
            return PadLook(words.own_board(board), contents, partial(board_in, board=board))
        if draft is not None:
            return PadLook(words.GO_ON, words.GO_ON_HINT, partial(board_in, board=draft.board))
        return PadLook(words.ENTER, words.ENTER_HINT, plus_in)

    def chosen_facts(self) -> Facts:
        """Return the facts with the chosen board."""
        return replace(self.facts, board=self.chosen_item)
