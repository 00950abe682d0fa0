"""Picking a state with two taps, its first letter and then its name; and choosing a dead card.

A letter with only one state picks it at once. Letters and states always keep their places.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby

from companion.games.sequence_states.layout import STATES, StateCard
from companion.games.sequence_states.reports import SwapDead
from companion.games.sequence_states.view import View
from ui.games.sequence_states import setup_words, words
from ui.games.sequence_states.pending import PlayState
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Pages, Part, Text, column, grid, small_pad
from ui.stage import theme
from ui.table.presenting import Begin, Choice

BY_LETTER: dict[str, tuple[StateCard, ...]] = {
    letter: tuple(state.abbreviation for state in states)
    for letter, states in groupby(STATES.values(), key=lambda state: state.name[0])
}
"""The states by the first letter of their names: 19 letters, with up to 8 states each."""
LETTER_MM, BETWEEN_MM = 11.35, 2.45
"""Least height and width of a letter's pad, and gap between two: four rows of six fit beside a board."""
STATES_ACROSS = 3


def state_pads(
    letter: str | None,
    remaining: Mapping[StateCard, int],
    label: Callable[[StateCard, int], str],
    look: Callable[[str | None], None],
    pick: Callable[[StateCard], None],
    *tools: Part,
) -> Pages | Column:
    """Return pads for the letters, followed by `tools`; or for the states of a letter, and the way back.

    `look` is called with the letter to open, or None, and `pick` with the state. `label` returns the text
    below a state, from how many of it are `remaining`; with none left its pad looks done.
    """
    if letter is None:
        letters = []
        for initial, cards in BY_LETTER.items():
            done = not any(remaining[card] for card in cards)
            tap = partial(pick, cards[0]) if len(cards) == 1 else partial(look, initial)
            hint = setup_words.count_of(cards, done=done)
            letters.append(Button(initial, hint, tap, done=done, role=theme.title, name=f"letter {initial}"))
        return Pages((*letters, *tools), LETTER_MM, LETTER_MM, gap=BETWEEN_MM, name="letters of states")
    states: list[Part] = [
        small_pad(
            STATES[card].name, label(card, remaining[card]), partial(pick, card), done=not remaining[card],
            name=f"state {card}",
        )
        for card in BY_LETTER[letter]
    ]  # fmt: skip
    room: list[Part] = [Column()] * (STATES_ACROSS**2 - len(states) - 1)
    back = Button(icon="back", on_tap=partial(look, None), name="letters")
    return grid([*states, *room, back], STATES_ACROSS, BETWEEN_MM)


class StatePicker(PartScreen):
    """Asks which state's card is played; `on_pick` gets the answer. States with no copies out look done."""

    view: View
    on_pick: Callable[[Begin], None]
    letter: str | None = None

    def look(self, letter: str | None) -> None:
        """Show the states of a letter, or the letters for None."""
        self.letter = letter
        self.compose()

    def part(self) -> Column:
        """Return the question, and below it the letters, or the states of one."""
        remaining = {card: max(0, self.view.out[card]) for card in STATES}
        pads = state_pads(
            self.letter, remaining, words.still_out, self.look,
            lambda card: self.on_pick(Begin(PlayState(card))),
        )  # fmt: skip
        return column(Text(setup_words.letter_prompt(self.letter), dim=True), pads, gap=1)


def dead_choices(view: View) -> list[Choice]:
    """Return the cards that may be swapped; first the quickest choice, to leave the card unnamed.

    Cards of which all copies are face up already are offered too, as an earlier entry may be wrong.
    """
    title, hint = words.UNNAMED, words.UNNAMED_HINT
    if not view.swappable:
        title, hint = words.SWAPPED_ANYWAY, words.SWAPPED_ANYWAY_HINT
    return [
        *([Choice(title, hint, SwapDead(view.turn))] if view.swappable or not view.counted else []),
        *(
            Choice(words.state(card), words.still_out(card, view.out[card]), SwapDead(view.turn, card))
            for card in view.swappable
        ),
        *(Choice(words.state(card), words.BOTH_UP, SwapDead(view.turn, card)) for card in view.counted),
    ]
