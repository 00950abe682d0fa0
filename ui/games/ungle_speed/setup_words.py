"""Every English sentence of the last step before a match of Ungle Speed, and of one's own deck.

`_` and `phrase` mark what a translation replaces.
"""

from companion.games.ungle_speed.deck import Deck
from ui.language.phrases import _, many, phrase, plural

LINE = _("Cards")
TITLE = _("Which deck is it?")
HINT = _("which cards do you play with?")
BOX = _("The box's deck")
OUR_DECK = _("Our deck")
ENTER = _("Our deck lacks cards")
ENTER_HINT = _("tap those that got lost")
CORRECT = _("Change our deck")
GO_ON_CORRECTING = _("Go on changing")
DAMAGED = _("Our deck can't be read. It stays kept: tell once more which cards are missing.")
DAMAGED_DRAFT = DAMAGED

WHICH_MISSING = _("Which cards are missing?")
NONE_MISSING = _("None is missing")


all_cards = phrase("all {n}", int)


def shortly(deck: Deck) -> str:
    """Return how many cards are played with."""
    return missing(len(deck.missing)) if deck.missing else all_cards(deck.size)


def size(deck: Deck) -> str:
    """Return how many cards a deck has, and how many it lacks."""
    cards = many("{n} card", "{n} cards", deck.size).format(n=deck.size)
    return f"{cards}, {missing(len(deck.missing))}" if deck.missing else cards


missing = plural("{n} missing", "{n} missing")


tap_cards = phrase("Tap those that got lost: {size}.")
