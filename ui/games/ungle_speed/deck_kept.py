"""What the last step before a match keeps: the family's own deck, and which deck was chosen. Pure."""

from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.ungle_speed.deck import Card, Deck, check_deck, written
from ui.games.own import KeptForm, read_json, write_json

DECK = "ungle-speed.deck"
"""The family's own deck, as JSON."""

DRAFT = "ungle-speed.deck-draft"
"""Never there: a deck is whole after every tap."""

CHOICE = "ungle-speed.setup"
"""The deck of the last match, as JSON."""


class Chosen(Struct, frozen=True):
    """Which deck was chosen last time; offered again."""

    which: str | None = None


def deck_from_text(text: str) -> Deck:
    """Read a deck as it was kept; SetupError where it is damaged."""
    deck = read_json(text, Deck, "our own deck")
    if deck is None:
        raise SetupError("our own deck can't be read: nothing is there")
    check_deck(deck)
    return deck


def form(printed: Deck) -> KeptForm[Deck, Deck]:
    """Return how the family's own deck is kept; it begins as `printed`."""
    return KeptForm(
        DECK, DRAFT, deck_from_text, write_json, lambda _text: None, write_json,
        begin=lambda deck: deck or printed, idle=lambda draft, deck: draft == deck, whole=lambda draft: draft,
    )  # fmt: skip


def tapped(deck: Deck, card: Card) -> Deck:
    """Return the deck with one card more missing; where all of its kind are, none of them is."""
    name = written(card)
    others = tuple(missing for missing in deck.missing if missing != name)
    count = deck.missing.count(name) + 1 if deck.copies(card) else 0
    return replace(deck, missing=(*others, *[name] * count))


def complete(deck: Deck) -> Deck:
    """Return the deck with no card missing."""
    return replace(deck, missing=())
