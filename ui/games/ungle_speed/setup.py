"""The last step before a match: choosing the deck."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.games.ungle_speed.deck import STANDARD, Deck
from companion.games.ungle_speed.model import Facts
from ui.games.own_setup import OwnSetup
from ui.games.owners_item import PadLook, SavedForm
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.art import tiled
from ui.games.ungle_speed.editor import CHOICE, Chosen, DeckEditor, form
from ui.games.ungle_speed.entries import cards_of, families
from ui.stage.parts import centred
from ui.stage.scene import Slot, Viewport

BOX, FILE = "box", "file"
"""Names of the offered decks in a choice; FILE is the one that the program was started with."""


class SetupScreen(OwnSetup[Deck, Deck]):
    """Choosing the box's deck or the family's own, with a way to mark its missing cards."""

    facts: Facts
    setup_words, choice_key, editor_of = words, CHOICE, DeckEditor

    @property
    def form(self) -> SavedForm[Deck, Deck]:
        """How the family's own deck is saved."""
        return form(self.facts.deck)

    @property
    def first_choice(self) -> Chosen:
        """The deck that the program was started with, if it isn't the box's."""
        return Chosen(FILE) if self.facts.deck != STANDARD else Chosen()

    def offered(self) -> dict[str, tuple[PadLook, Deck]]:
        """Return the box's deck, and the one that the program was started with if it is another."""
        decks = {BOX: (words.BOX, STANDARD)}
        if self.facts.deck != STANDARD:
            decks[FILE] = (self.facts.deck.name, self.facts.deck)
        return {
            name: (PadLook(title, words.size(deck), picture_of(deck)), deck)
            for name, (title, deck) in decks.items()
        }

    def own_look(self, deck: Deck | None, draft: Deck | None) -> PadLook:
        """Return the family's own deck, or the offer to mark missing cards."""
        if deck is None:
            return PadLook(words.ENTER, words.ENTER_HINT, picture_of(self.facts.deck, few=True))
        return PadLook(words.OUR_DECK, words.size(deck), picture_of(deck))

    def in_few_words(self, item: Deck | None) -> str:
        """Return the number of cards, or of missing ones, in a few words."""
        return words.shortly(item or STANDARD)

    def choice_to_save(self) -> Chosen:
        """Return the choice to remember: none for the deck that the program was started with."""
        return Chosen() if self.chosen_name == FILE else Chosen(self.chosen_name)

    def _take_choice(self, text: str) -> None:
        # Anyone who starts the program with a deck means that one.
        if FILE not in self.built_in:
            super()._take_choice(text)

    def chosen_facts(self) -> Facts:
        """Return the facts with the chosen deck."""
        return replace(self.facts, deck=self.chosen_item)


def picture_of(deck: Deck, *, few: bool = False) -> Callable[[Viewport], Iterable[Slot]]:
    """Return a drawing of one card of each family; `few`: with a gap for a missing one."""
    by_family = [cards_of(deck, name) for name in families(deck)]
    cards = [of_family[n % len(of_family)] for n, of_family in enumerate(by_family) if of_family]

    def drawn(room: Viewport) -> Iterable[Slot]:
        for n, (cell, card) in enumerate(zip(tiled(room.rect, len(cards), room.mm(1)), cards, strict=True)):
            if not (few and n == len(cards) // 2):
                yield centred(art.card(card, deck.colours), cell)

    return drawn
