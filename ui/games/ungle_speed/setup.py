"""The last step before a match: which deck is played with."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.games.ungle_speed.deck import STANDARD, Deck
from companion.games.ungle_speed.model import Facts
from companion.journal import Plate
from ui.games.face import Memory
from ui.games.own import Seen
from ui.games.own_setup import OWN, OwnSetup
from ui.games.ungle_speed import art
from ui.games.ungle_speed import setup_words as words
from ui.games.ungle_speed.card_tiles import cards_of, families
from ui.games.ungle_speed.deck_kept import CHOICE, Choice, form
from ui.games.ungle_speed.deck_page import DeckEditor
from ui.games.ungle_speed.tiling import tiled
from ui.stage.parts import centred
from ui.stage.scene import Item, Room

BOX, FILE = "box", "file"
"""How the decks that are there are called in a choice; FILE is the one that the program was started with."""


class SetupScreen(OwnSetup[Deck, Deck]):
    """The box's deck or the family's own, whose missing cards are told from here; `on` gets the facts."""

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        self._facts, self._on = facts, on
        self._decks = {BOX: STANDARD}
        if facts.deck != STANDARD:
            self._decks[FILE] = facts.deck
        there = {
            name: Seen(words.BOX if name == BOX else deck.name, words.size(deck), picture_of(deck))
            for name, deck in self._decks.items()
        }
        choice = Choice(FILE) if FILE in self._decks else Choice()
        super().__init__(words, form(facts.deck), CHOICE, choice, there, memory, back)

    def own_seen(self, own: Deck | None, draft: Deck | None) -> Seen:
        """Return the family's own deck, or the offer to tell which cards are missing."""
        if own is None:
            return Seen(words.ENTER, words.ENTER_HINT, picture_of(self._facts.deck, few=True))
        return Seen(words.OUR_DECK, words.size(own), picture_of(own))

    def editing(self, warning: str) -> DeckEditor:
        """Return the board of the cards."""
        return DeckEditor(self.kept.begun, self.kept.keep, self.close, self.entered, warning=warning)

    def remembered(self) -> Choice:
        """Return the choice; of the deck that the program was started with nothing is remembered."""
        return Choice() if self.which == FILE else Choice(self.which)

    def _take_choice(self, text: str) -> None:
        # Whoever starts the program with a deck means that one.
        if FILE not in self._decks:
            super()._take_choice(text)

    def done(self) -> None:
        """Go on with the chosen deck."""
        own = self.kept.thing
        deck = own if self.which == OWN and own is not None else self._decks.get(self.which, STANDARD)
        self._on(replace(self._facts, deck=deck))


def picture_of(deck: Deck, *, few: bool = False) -> Callable[[Room], Iterable[Item | None]]:
    """Return what draws a card of each family; `few`: with a gap where one is missing."""
    every = [cards_of(deck, name) for name in families(deck)]
    cards = [found[n % len(found)] for n, found in enumerate(every) if found]

    def drawn(room: Room) -> Iterable[Item | None]:
        cells = tiled(room.rect, len(cards), 1, room.mm(1), 1.0).cells
        for n, (cell, card) in enumerate(zip(cells, cards, strict=False)):
            if not (few and n == len(cards) // 2):
                yield centred(art.card(card, deck.colours), cell)

    return drawn
