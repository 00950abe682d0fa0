"""Which card was turned up, and which one is played: a pad for each kind, with its picture."""

from collections.abc import Callable
from functools import partial

from companion.games.tracktic.model import FLIP, Card
from companion.games.tracktic.reports import OpenCard
from companion.games.tracktic.view import View
from ui import theme
from ui.games.tracktic import words
from ui.games.tracktic.aims import Flipping, Laying
from ui.games.tracktic.cards import flip, pattern
from ui.stage.painter import drawing
from ui.table.presenting import Begin
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages

COLUMNS = 3
ROW_MM, MOST_MM = 12.0, 16.0


class CardPicker(Pages):
    """Kinds of cards to pick from, each with whether it can be, and a hint; `told` gets the card."""

    def __init__(self, view: View, cards: dict[Card, tuple[bool, str]], told: Callable[[Card], None]) -> None:
        super().__init__(theme.mm(ROW_MM), COLUMNS, most=theme.mm(MOST_MM))
        self.pads = []
        for card, (able, hint) in cards.items():
            pad = Pad(words.card_title(card), hint, on_tap=partial(told, card), role=theme.body())
            pad.live = able
            colour, shown = view.seats[view.turn].colour, view.profile.pattern(card)
            look = partial(flip, kind=colour) if shown is None else partial(pattern, shown=shown, kind=colour)
            pad.draw_beside(drawing(look))
            self.pads.append(pad)
        self.show(self.pads)


def opened_picker(view: View, told: Callable[[OpenCard], None]) -> CardPicker:
    """Return the kinds that can have been turned up, with how many of them are still hidden."""
    hidden = {card: max(0, view.state.hidden(card)) for card in view.profile.cards}
    cards = {card: (count > 0, words.copies(count)) for card, count in hidden.items()}
    return CardPicker(view, cards, lambda card: told(OpenCard(card)))


def played_picker(view: View, told: Callable[[Begin], None]) -> CardPicker:
    """Return the kinds that can be played; `told` gets what is begun.

    Where the open cards are told they come with how many lie open, else with how many are left.
    """
    cards = {card: (view.playable(card), _hint(view, card)) for card in view.profile.cards}
    return CardPicker(view, cards, lambda card: told(Begin(Flipping() if card == FLIP else Laying(card))))


def _hint(view: View, card: Card) -> str:
    left = max(0, view.profile.cards[card] - view.used.get(card, 0))
    if not view.watched or not left:
        return words.copies(left)
    lying = view.open.count(card)
    return words.NOT_TOLD if not lying and view.playable(card) else words.lying_open(lying)
