"""What the last step before a match keeps: the board, the one being changed, and the choice. Pure."""

from typing import Literal

from msgspec import Struct, field

from companion.errors import SetupError
from companion.games.speed_mode.board import MOST_PAIRS, Board
from companion.games.speed_mode.board_faults import HALVES
from companion.games.speed_mode.board_file import read_board, write_board
from companion.games.speed_mode.cards import CARDS
from ui.games.own import KeptForm, read_json, write_json
from ui.games.speed_mode.board_draft import BoardDraft, draft_of, new_draft
from ui.games.speed_mode.kept import BOARD

DRAFT = "speed-mode.board-draft"
"""The board that is being changed, as JSON."""

CHOICE = "speed-mode.setup"
"""The board of the last match, as JSON."""


class Chosen(Struct, frozen=True):
    """What was chosen last time; offered again."""

    which: Literal["own", "derived"] | None = field(default=None, name="board")


def draft_from_text(text: str) -> BoardDraft | None:
    """Read a draft as it was kept, None where there is none; SetupError where it is damaged.

    A board with a fault is read, so that it can be mended; one that can't be drawn is not.
    """
    draft = read_json(text, BoardDraft, "the board that is being changed")
    if draft is None:
        return None
    pairs = draft.board.pairs
    whole = all(len(pair.halves) == HALVES for pair in pairs)
    whole = whole and all(len(half) == CARDS for pair in pairs for half in pair.halves)
    apart = len({pair.place for pair in pairs}) == len(pairs)
    if not (1 <= len(pairs) <= MOST_PAIRS and whole and apart):
        raise SetupError("the board that is being changed can't be read: too little or too much is on it")
    return draft


def begun(board: Board | None) -> BoardDraft:
    """Return the draft to begin with: the owner's board, or where there is none the derived one."""
    return new_draft() if board is None else draft_of(board)


def board_from_text(text: str) -> Board:
    """Read a board as it was kept; SetupError where it is damaged."""
    return read_board(text.encode("utf-8", "replace"))


FORM = KeptForm(
    BOARD, DRAFT, board_from_text, write_board, draft_from_text, write_json,
    begin=begun, idle=lambda draft, board: draft == begun(board),
)  # fmt: skip
