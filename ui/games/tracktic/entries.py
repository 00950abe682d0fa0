"""Which card was turned up, and which one is played: a pad for each kind, with its picture."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.games.tracktic.model import FLIP, Card
from companion.games.tracktic.reports import OpenCard
from companion.games.tracktic.view import View
from ui import theme
from ui.games.entries import pads
from ui.games.tracktic import words
from ui.games.tracktic.aims import Flipping, Laying
from ui.games.tracktic.cards import flip, pattern
from ui.parts.values import Button, Pages, Picture
from ui.table.presenting import Begin


def opened(view: View, told: Callable[[OpenCard], None]) -> Pages:
    """Return the kinds that can have been turned up, with how many of them are still hidden."""
    hidden = {card: max(0, view.state.hidden(card)) for card in view.profile.cards}
    cards = {card: (count > 0, words.copies(count)) for card, count in hidden.items()}
    return _cards(view, cards, lambda card: told(OpenCard(card)))


def played(view: View, told: Callable[[Begin], None]) -> Pages:
    """Return the kinds that can be played; `told` gets what is begun.

    Where the open cards are told they come with how many lie open, else with how many are left.
    """
    cards = {card: (view.playable(card), _hint(view, card)) for card in view.profile.cards}
    return _cards(view, cards, lambda card: told(Begin(Flipping() if card == FLIP else Laying(card))))


def _cards(view: View, cards: Mapping[Card, tuple[bool, str]], told: Callable[[Card], None]) -> Pages:
    """Return a pad for each card, with whether it can be picked, and a hint."""
    return pads(
        Button(
            words.card_title(card), hint, partial(told, card), live=able, role=theme.body,
            picture=_picture(view, card), name=f"card {card}",
        )
        for card, (able, hint) in cards.items()
    )  # fmt: skip


def _picture(view: View, card: Card) -> Picture:
    colour, shown = view.seats[view.turn].colour, view.profile.pattern(card)
    return partial(flip, kind=colour) if shown is None else partial(pattern, shown=shown, kind=colour)


def _hint(view: View, card: Card) -> str:
    left = max(0, view.profile.cards[card] - view.used.get(card, 0))
    if not view.watched or not left:
        return words.copies(left)
    lying = view.open.count(card)
    return words.NOT_TOLD if not lying and view.playable(card) else words.lying_open(lying)
