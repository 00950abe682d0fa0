"""Which state's card, with the picker of the recorder; and which dead card, one pad for each."""

from collections.abc import Callable

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.reports import SwapDead
from companion.games.sequence_states.view import View
from ui import theme
from ui.games.sequence_states import words
from ui.games.sequence_states.aims import PlayState
from ui.games.sequence_states.state_picker import StatePicker
from ui.table.presenting import Begin, Choice
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

LETTERS_ACROSS = 7
"""The sheet is wider than the room beside a board that is recorded."""


def card_picker(view: View, told: Callable[[Begin], None]) -> StatePicker:
    """Return two taps to a state's card; `told` gets its aim. Cards that all lie face up are ticked off."""
    picker = StatePicker(
        lambda card: told(Begin(PlayState(card))), label=words.still_out, across=LETTERS_ACROSS
    )
    picker.offer({card: max(0, view.out[card]) for card in STATES})
    return picker


class DeadPicker(Pages):
    """The cards that nobody can play, each a pad; `told` gets the report of the swap."""

    def __init__(self, view: View, told: Callable[[SwapDead], None]) -> None:
        super().__init__(theme.mm(theme.TARGET_MM), 3, most=theme.mm(theme.PRIMARY_MM))
        self.pads = [
            Pad(
                choice.title,
                choice.subtitle,
                on_tap=lambda report=choice.report: told(report),  # type: ignore[misc]
                role=theme.body() * 1.1,
            )
            for choice in dead_choices(view)
        ]
        self.show(self.pads)


def dead_choices(view: View) -> list[Choice]:
    """Return what may be swapped: nobody says which first, for that is the quickest."""
    title, hint = words.NOT_SAID, words.NOT_SAID_HINT
    if not view.swappable:
        title, hint = words.SWAPPED_ANYWAY, words.SWAPPED_ANYWAY_HINT
    return [
        Choice(title, hint, SwapDead(view.turn)),
        *(
            Choice(words.state(card), words.still_out(card, view.out[card]), SwapDead(view.turn, card))
            for card in view.swappable
        ),
    ]
