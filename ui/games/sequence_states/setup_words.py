"""All text of the last step before the deal, and of entering the owner's board.

`_` and `phrase` mark text for translation. Rows and columns count from 1.
"""

from collections.abc import Sequence

from companion.games.sequence_states.layout import STATES, TWICE, StateCard
from companion.games.sequence_states.lines import SPACES, Space
from ui.language.phrases import _, capital, phrase
from ui.table.names import row_column

# The last step before the deal.

LINE = _("Board")
TITLE = _("Board and chips")
HINT = _("what lies on your table?")
WHICH_BOARD = _("Which board do you play on?")
WHICH_CHIPS = _("Who plays with which chips? Tap to change.")
YOURS = _("Your own board")
YOURS_HINT = _("as you recorded it")
RECORD = _("Record your board")
RECORD_HINT = _("once: about 10 minutes")
GO_ON = _("Go on recording")
CORRECT = _("Correct your board")
GO_ON_CORRECTING = _("Go on correcting")
MADE_UP = _("Made-up board")
MADE_UP_HINT = _("to try it out")
NONE = _("Without the states")
NONE_HINT = _("states aren't checked")
DAMAGED = _("Your saved board can't be read: record it again.")

# Entering the owner's board.

FIRST_LETTER = _("Which state? Tap its first letter.")
RESET = _("Reset")
ALL_ENTERED = _("Your board is complete")
RECORDED = _("That's all 100 spaces. Is one wrong? Tap it.")
DAMAGED_DRAFT = _("What you tapped in before can't be read: please start again.")
NONE_LEFT = _("done")


def title(space: Space, card: StateCard | None) -> str:
    """Return a space, and the state it shows if that is entered."""
    at = capital(row_column(space))
    return at if card is None else _("{at}: {state}").format(at=at, state=STATES[card].name)


def progress(count: int) -> str:
    """Return how much of the board is entered."""
    return _("{n} of {all} spaces").format(n=count, all=len(SPACES))


prompt_and_progress = phrase("{what} · {so_far}", str, str)


def letter_prompt(letter: str | None) -> str:
    """Return what to tap: a letter, or one of its states."""
    return FIRST_LETTER if letter is None else _("{letter}: which one?").format(letter=letter)


next_one = phrase("{state}. And the next one?")


recorded_twice = phrase("{state} is there twice already: see the frames.")


def count_of(states: Sequence[StateCard], *, done: bool) -> str:
    """Return the text below a letter: its only state's abbreviation, how many it has, or that it is done."""
    if done:
        return NONE_LEFT
    return states[0] if len(states) == 1 else str(len(states))


def entered_of(card: StateCard, remaining: int) -> str:
    """Return the text below a state: its abbreviation, and how many of its spaces are entered."""
    if remaining == TWICE:
        return card
    return _("{card} · {n} of {all}").format(card=card, n=TWICE - remaining, all=TWICE)
