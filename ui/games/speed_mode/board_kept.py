"""What the last step before a match keeps, as text: the board that is being changed, and the choice. Pure."""

from typing import Literal

import msgspec
from msgspec import Struct

from companion.errors import SetupError
from companion.games.speed_mode.board import MOST_PAIRS
from companion.games.speed_mode.board_faults import HALVES
from companion.games.speed_mode.cards import CARDS
from ui.games.speed_mode.board_draft import Draft

DRAFT = "speed-mode.board-draft"
"""The board that is being changed, as JSON."""

CHOICE = "speed-mode.setup"
"""The board of the last match, as JSON."""


class Choice(Struct, frozen=True):
    """What was chosen last time; offered again."""

    board: Literal["own", "derived"] | None = None


def choice_from_text(text: str) -> Choice:
    """Read a choice as it was kept; a damaged one is none."""
    try:
        return msgspec.json.decode(text or "{}", type=Choice)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        return Choice()


def choice_to_text(choice: Choice) -> str:
    """Return a choice as it is kept."""
    return msgspec.json.encode(choice).decode()


def draft_to_text(draft: Draft) -> str:
    """Return a draft as it is kept."""
    return msgspec.json.encode(draft).decode()


def draft_from_text(text: str) -> Draft | None:
    """Read a draft as it was kept, None where there is none; SetupError where it is damaged.

    A board with a fault is read, so that it can be mended; one that can't be drawn is not.
    """
    if not text:
        return None
    try:
        draft = msgspec.json.decode(text, type=Draft)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError) as error:
        raise SetupError(f"the board that is being changed can't be read: {error}") from None
    pairs = draft.board.pairs
    whole = all(len(pair.halves) == HALVES for pair in pairs)
    whole = whole and all(len(half) == CARDS for pair in pairs for half in pair.halves)
    apart = len({pair.place for pair in pairs}) == len(pairs)
    if not (1 <= len(pairs) <= MOST_PAIRS and whole and apart):
        raise SetupError("the board that is being changed can't be read: too little or too much is on it")
    return draft
