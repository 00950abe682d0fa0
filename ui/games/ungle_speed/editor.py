"""Marking the missing cards of one's own deck by tapping them; every tap is saved at once."""

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.games.ungle_speed.deck import Card, Deck, check_deck, notation
from ui.games.drafted import OwnEditor, held_pad
from ui.games.owners_item import SavedForm, read_json, write_json
from ui.games.ungle_speed import words
from ui.games.ungle_speed.entries import card_choice
from ui.language import words as frame
from ui.parts.values import Column, Header, Screen, column, row
from ui.stage import theme

# Settings of the last step before a match: the family's own deck, and which deck was chosen.

DECK = "ungle-speed.deck"
"""The family's own deck, as JSON."""

DRAFT = "ungle-speed.deck-draft"
"""Never saved: a deck is complete after every tap."""

CHOICE = "ungle-speed.setup"
"""The deck of the last match, as JSON."""


class Chosen(Struct, frozen=True):
    """Which deck was chosen last time; it is offered again."""

    which: str | None = None


def deck_from_text(text: str) -> Deck:
    """Read a saved deck. Raises SetupError if it is damaged."""
    deck = read_json(text, Deck, "our own deck")
    check_deck(deck)
    return deck


def form(printed: Deck) -> SavedForm[Deck, Deck]:
    """Return how the family's own deck is saved; it starts as `printed`."""
    return SavedForm(
        DECK, DRAFT, deck_from_text, write_json, deck_from_text, write_json,
        begin=lambda deck: deck or printed, idle=lambda draft, deck: draft == deck,
        finished=lambda draft: draft,
    )  # fmt: skip


def tapped(deck: Deck, card: Card) -> Deck:
    """Return the deck with one more copy of a card missing, or none missing if all were."""
    name = notation(card)
    others = tuple(missing for missing in deck.missing if missing != name)
    count = deck.missing.count(name) + 1 if deck.copies(card) else 0
    return replace(deck, missing=(*others, *[name] * count))


NONE_MM = 50.0


class DeckEditor(OwnEditor[Deck, Deck]):
    """All cards of a deck by family, missing ones crossed out, and how many are left."""

    family = ""

    def open(self, family: str) -> None:
        """Offer the cards of a family, or all families for ""."""
        self.family = family
        self.compose()

    def tap(self, card: Card) -> None:
        """Mark one more copy of a card as missing. The family stays open: the next one may be in it."""
        self.change(tapped(self.draft, card))

    def part(self) -> Screen:
        """Return the cards, with a line of tools below."""
        deck = self.draft
        finish = partial(self.on, deck)
        complete = partial(self.change, replace(deck, missing=()))
        none = held_pad(words.NONE_MISSING, complete, bool(deck.missing), "none missing", NONE_MM)
        cards = card_choice(deck, self.family, self.open, self.tap, upright=self.upright, with_missing=True)
        tools = row(self.undo_pad(), Column(), none, mm=theme.TARGET_MM)
        header = Header(
            words.WHICH_MISSING, self.warning or words.tap_cards(words.size(deck)), self.back, finish,
            frame.DONE, warns="hint" if self.warning else "",
        )  # fmt: skip
        return Screen(header, column(cards, tools))
