"""Every English sentence of the last step before a match of Ungle Speed, and of one's own deck.

Ready for gettext: `_` marks what a translation replaces.
"""

from companion.games.ungle_speed.deck import Deck
from ui.words import _, _many

TITLE = _("Which deck is it?")
HINT = _("tell the referee which cards you play with")
BOX = _("The box's deck")
OUR_DECK = _("Our deck")
ENTER = _("Our deck lacks cards")
ENTER_HINT = _("Tap the cards that got lost; it is kept for next time.")
CORRECT = _("Change it")
GO_ON_CORRECTING = _("Go on changing")
DAMAGED = _("Our deck can't be read. It stays kept: tell once more which cards are missing.")
DAMAGED_DRAFT = DAMAGED

WHICH_MISSING = _("Which cards are missing?")
NONE_MISSING = _("None is missing")


def size(deck: Deck) -> str:
    """Return how many cards a deck has, and how many it lacks."""
    cards = _many("{n} card", "{n} cards", deck.size).format(n=deck.size)
    return f"{cards}, {missing(len(deck.missing))}" if deck.missing else cards


def missing(count: int) -> str:
    """Return how many cards are missing."""
    return _many("{n} missing", "{n} missing", count).format(n=count)


def tap_cards(deck: Deck) -> str:
    """Return what to do, and how far it has got."""
    return _("Tap those that got lost: {size}.").format(size=size(deck))
