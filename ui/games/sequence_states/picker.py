"""Which state's card, with the picker of the recorder; and which dead card."""

from collections.abc import Callable

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.reports import SwapDead
from companion.games.sequence_states.view import View
from ui.games.sequence_states import words
from ui.games.sequence_states.aims import PlayState
from ui.games.sequence_states.state_picker import StatePicker
from ui.table.presenting import Begin, Choice

LETTERS_ACROSS = 7
"""The sheet is wider than the room beside a board that is recorded."""


def card_picker(view: View, told: Callable[[Begin], None]) -> StatePicker:
    """Return two taps to a state's card; `told` gets its aim. Cards that all lie face up are ticked off."""
    picker = StatePicker(
        lambda card: told(Begin(PlayState(card))), label=words.still_out, across=LETTERS_ACROSS
    )
    picker.offer({card: max(0, view.out[card]) for card in STATES})
    return picker


def dead_choices(view: View) -> list[Choice]:
    """Return what may be swapped: nobody says which first, for that is the quickest.

    A card of which all copies are said to lie face up is one of them: an entry may have been told wrongly.
    """
    title, hint = words.NOT_SAID, words.NOT_SAID_HINT
    if not (view.swappable or view.counted):
        title, hint = words.SWAPPED_ANYWAY, words.SWAPPED_ANYWAY_HINT
    return [
        *([Choice(title, hint, SwapDead(view.turn))] if view.swappable or not view.counted else []),
        *(
            Choice(words.state(card), words.still_out(card, view.out[card]), SwapDead(view.turn, card))
            for card in view.swappable
        ),
        *(Choice(words.state(card), words.BOTH_UP, SwapDead(view.turn, card)) for card in view.counted),
    ]
