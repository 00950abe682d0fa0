"""Which card was turned up, and which one is played: a pad for each kind, with its picture."""

from collections.abc import Callable
from functools import partial

from companion.games.tracktic.model import FLIP, Card
from companion.games.tracktic.reports import OpenCard
from companion.games.tracktic.view import View
from ui import theme
from ui.games.tracktic import words
from ui.games.tracktic.aims import Flipping, Laying
from ui.games.tracktic.card_pads import draw_flip, draw_pattern
from ui.presenting import Begin
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

COLUMNS = 3
ROW_MM, MOST_MM = 12.0, 16.0


class CardPicker(Pages):
    """Kinds of cards to pick from; `told` gets the card."""

    def __init__(self, view: View, cards: dict[Card, int], told: Callable[[Card], None]) -> None:
        super().__init__(theme.mm(ROW_MM), COLUMNS, most=theme.mm(MOST_MM))
        self.pads = []
        for card, count in cards.items():
            pad = Pad(
                words.card_title(card), words.copies(count), on_tap=partial(told, card), role=theme.body()
            )
            pad.live = count > 0
            pattern = view.profile.pattern(card)
            colour = view.seats[view.turn].colour
            if pattern is not None:
                pad.draw_beside(partial(draw_pattern, pattern=pattern, kind=colour))
            elif card == FLIP:
                pad.draw_beside(partial(draw_flip, kind=colour))
            self.pads.append(pad)
        self.show(self.pads)


def opened_picker(view: View, told: Callable[[OpenCard], None]) -> CardPicker:
    """Return the kinds that can have been turned up, with how many of them are still hidden."""
    hidden = {card: view.state.hidden(card) for card in view.profile.cards}
    return CardPicker(view, hidden, lambda card: told(OpenCard(card)))


def played_picker(view: View, told: Callable[[Begin], None]) -> CardPicker:
    """Return the kinds that can be played, with how many of them are left; `told` gets what is begun."""
    left = {
        card: count - view.used.get(card, 0) if view.playable(card) else 0
        for card, count in view.profile.cards.items()
    }
    return CardPicker(view, left, lambda card: told(Begin(Flipping() if card == FLIP else Laying(card))))
