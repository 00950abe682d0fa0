"""The deck: which cards there are, read from a data file, since printings differ."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from msgspec import Struct

from companion.errors import SetupError
from companion.games.owned_toml import OwnersToml

MOST_CARDS = 1000
"""Most cards of a deck; the standard one has 80."""


class Arrows(StrEnum):
    """The three kinds of special card."""

    INWARD = "inward"
    OUTWARD = "outward"
    COLOURED = "coloured"


class SymbolCard(Struct, frozen=True, tag="symbol"):
    """A card with a symbol, printed in one colour."""

    symbol: str
    colour: str


class ArrowsCard(Struct, frozen=True, tag="arrows"):
    """A special card; it never matches anything."""

    arrows: Arrows


Card: TypeAlias = SymbolCard | ArrowsCard


class Symbol(Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol, and its family of look-alikes."""

    id: str
    family: str


class Deck(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every symbol once in every colour, and a number of each arrow card, without those that are `missing`.

    A missing card is written as symbol and colour, "star_wavy green", or as its arrows, "inward".
    """

    name: str
    colours: tuple[str, ...]
    symbols: tuple[Symbol, ...]
    inward: int
    outward: int
    coloured: int
    missing: tuple[str, ...] = ()

    @property
    def printed(self) -> tuple[Card, ...]:
        """Every card of the deck as printed, missing ones included."""
        symbols = (SymbolCard(symbol.id, colour) for symbol in self.symbols for colour in self.colours)
        inward, outward, coloured = map(ArrowsCard, Arrows)
        return (*symbols, *[inward] * self.inward, *[outward] * self.outward, *[coloured] * self.coloured)

    @property
    def size(self) -> int:
        """Number of cards, without missing ones."""
        return len(self.printed) - len(self.missing)

    def cards(self) -> Iterator[Card]:
        """Yield every card of the deck."""
        return _copies(self).elements()

    def copies(self, card: Card) -> int:
        """Return how many copies of a card the deck holds: 0 for a card of another deck."""
        return _copies(self)[card]

    def family(self, symbol: str) -> str:
        """Return a symbol's family of look-alikes. Raises SetupError for a symbol of another deck."""
        for entry in self.symbols:
            if entry.id == symbol:
                return entry.family
        raise SetupError(f"the deck {self.name!r} has no symbol {symbol!r}")


def notation(card: Card) -> str:
    """Return a card in the notation of `missing`."""
    return f"{card.symbol} {card.colour}" if isinstance(card, SymbolCard) else str(card.arrows)


@cache
def _copies(deck: Deck) -> Counter[Card]:
    """Return how many of each card a deck has."""
    cards = Counter(deck.printed)
    for card in cards:
        cards[card] -= deck.missing.count(notation(card))
    return cards


def check_deck(deck: Deck) -> None:
    """Raise SetupError, with the reason, for a deck that nobody could play with."""
    # Multiply before listing any cards: a file may name any number.
    symbols, colours = len(deck.symbols), len(deck.colours)
    if max(symbols, colours, symbols * colours + deck.inward + deck.outward + deck.coloured) > MOST_CARDS:
        raise SetupError(f"deck {deck.name!r}: more than {MOST_CARDS} cards don't fit on a table")
    names = [symbol.id for symbol in deck.symbols]
    for entries in (names, list(deck.colours)):
        for entry in entries:
            if entries.count(entry) > 1:
                raise SetupError(f"deck {deck.name!r}: {entry!r} is there twice")
    if min(deck.inward, deck.outward, deck.coloured) < 0:
        raise SetupError(f"deck {deck.name!r}: the number of arrow cards can't be negative")
    if not deck.symbols or not deck.colours:
        raise SetupError(f"deck {deck.name!r}: it needs at least one symbol and one colour")
    for missing in Counter(deck.missing) - Counter(map(notation, deck.printed)):
        raise SetupError(
            f"deck {deck.name!r}: missing {missing!r} isn't one of its cards, or is there too often; "
            f'write the symbol and the colour, as "{deck.symbols[0].id} {deck.colours[0]}", or the arrows'
        )


LONGEST_LINE = 8192
"""Greatest length of a line, in letters; three hundred missing cards fit on one."""

DECKS = OwnersToml(
    Deck,
    check_deck,
    LONGEST_LINE,
    "this is larger than any deck",
    "line {number}: this is longer than any line of a deck",
    "{where}: lists nested deeper than in any deck",
)

_STANDARD = files(f"{__package__}.decks").joinpath("standard.toml")
STANDARD = DECKS.read(_STANDARD.read_bytes(), _STANDARD.name)
"""The deck that comes with the program."""
