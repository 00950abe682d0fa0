"""Every English sentence of the last step before the deal and of recording one's own board.

Ready for gettext: `_` marks what a translation replaces. Rows and columns are counted from 1.
"""

from collections.abc import Sequence

from companion.games.sequence_states.cards import STATES, TWICE, StateCard
from companion.games.sequence_states.lines import SPACES, Space
from ui.table.telling import capital, row_column
from ui.words import _

# The last step before the deal.

TITLE = _("Board and chips")
HINT = _("tell the referee what lies on your table")
WHICH_BOARD = _("Which board do you play on?")
WHICH_CHIPS = _("Which chips does each side play with? Tap to change.")
YOURS = _("Your own board")
YOURS_HINT = _("as it was recorded")
RECORD = _("Record your board")
RECORD_HINT = _("once, about 10 minutes: say which state each space shows")
GO_ON = _("Go on recording")
CORRECT = _("Correct it")
GO_ON_CORRECTING = _("Go on correcting")
MADE_UP = _("Made-up board")
MADE_UP_HINT = _("just to try it out: no printed board looks like this")
NONE = _("Without the states")
NONE_HINT = _("start at once: turns, chips and lines are checked, but not the states")
DAMAGED = _("The board that was kept can't be read: record it again, or import it.")

# Recording.

FIRST_LETTER = _("Which state is it? Tap its first letter.")
EMPTY_HINT = _("this space")
OF_ALL = _("of {n}").format(n=len(SPACES))
NOT_TOLD = _("not recorded yet")
ALL_TOLD = _("All recorded")
RECORDED = _("Your board is recorded")
EACH_TWICE = _("each state twice")
RECORDED_HINT = _("It is kept. To correct a space, tap it.")
DAMAGED_DRAFT = _("What was recorded before can't be read: please start again.")
UNKNOWN = "?"
SHORT = 9
"""Letters of a name that fit below the letter of a pad."""


def title(space: Space | None) -> str:
    """Return which space is being told."""
    if space is None:
        return ALL_TOLD
    return capital(row_column(space))


def shown(card: StateCard | None) -> str:
    """Return what a space is known to show."""
    return NOT_TOLD if card is None else STATES[card].name


def so_far(count: int) -> str:
    """Return how much of the board is recorded."""
    return _("{n} of {all} spaces").format(n=count, all=len(SPACES))


def which(letter: str) -> str:
    """Return the question after a first letter."""
    return _("{letter}: which one?").format(letter=letter)


def told(card: StateCard) -> str:
    """Return what was recorded just now, and that it goes on."""
    return _("{state}. And the next one?").format(state=STATES[card].name)


def recorded_twice(card: StateCard) -> str:
    """Return that a state has both its spaces already; they are framed on the board."""
    return _("{state} is there twice already: see the frames.").format(state=STATES[card].name)


def count_of(states: Sequence[StateCard]) -> str:
    """Return what a first letter stands for: its only state, in short where it is long, or how many."""
    if len(states) == 1:
        name = STATES[states[0]].name
        return name if len(name) <= SHORT else states[0]
    return _("{n} states").format(n=len(states))


def left_of(card: StateCard, left: int) -> str:
    """Return the line below a state: its abbreviation, and how many of its spaces are recorded."""
    if left == TWICE:
        return card
    return _("{card} · {n} of {all}").format(card=card, n=TWICE - left, all=TWICE)


def players_of(names: Sequence[str]) -> str:
    """Return who plays together."""
    return ", ".join(names)
