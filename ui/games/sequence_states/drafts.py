"""What is saved between matches: the owner's board, the draft of it, the last choices, and a tally."""

from typing import Literal

from msgspec import Struct, field

from companion.games.sequence_states.layout import (
    OWN,
    Draft,
    Layout,
    draft_from_text,
    draft_of,
    draft_to_text,
    finished,
    read_layout,
    write_layout,
)
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Colour
from ui.games.owners_item import SavedForm

BOARD = "sequence-states.board"
"""The owner's board, as CSV."""

DRAFT = "sequence-states.draft"
"""The board that is being entered, as JSON."""

CHOICE = "sequence-states.setup"
"""The last choice of board and colours, as JSON."""


PAINTED = "sequence-states.painted"
"""The last board tapped in for a tally, as text."""


class Chosen(Struct, frozen=True):
    """What was chosen last time, to be offered again."""

    which: Literal["own", "made_up", "none"] | None = field(default=None, name="board")
    colours: tuple[Colour, ...] = ()


def complete_layout(draft: Draft) -> Layout | None:
    """Return the layout of a complete draft, None while a space is missing."""
    return finished(draft, OWN) if len(draft) == len(SPACES) else None


FORM: SavedForm[Layout, Draft] = SavedForm(
    BOARD, DRAFT, lambda text: read_layout(text, OWN), write_layout, draft_from_text, draft_to_text,
    begin=lambda board: {} if board is None else draft_of(board),
    idle=lambda draft, _board: not draft, finished=complete_layout,
)  # fmt: skip
