"""The deal: from the facts of a match to its first position."""

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.games.ungle_speed.deck import Arrows, Card, Deck, check_deck
from companion.games.ungle_speed.model import Facts, Pile, Rulings, State


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Deal; SetupError where the facts don't make a game."""
    check_deck(facts.deck)
    rulings = catalogue.settle(facts.rulings, Rulings)
    # Two to fifteen players, and more where the deck allows: everybody needs a card.
    if facts.players < 2:
        raise SetupError(f"players: {facts.players} is too few; Ungle Speed needs at least 2")
    seats = 4 if facts.players == 2 else facts.players
    deck = _in_play(facts)
    if seats > deck.size:
        raise SetupError(f"players: {facts.players} is too many for a deck of {deck.size} cards")
    if not 0 <= facts.first < seats:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {seats - 1}")
    each, over = divmod(deck.size, seats)
    stacks, pot, aside = _leftovers(facts.players, seats, each, over, rulings)
    return State(
        players=facts.players,
        deck=deck,
        rulings=rulings,
        level=facts.level,
        stacks=stacks,
        piles=((),) * seats,
        pot=pot,
        aside=aside,
        turn=facts.first,
        turned_at=(0,) * seats,
    )


def left_over(facts: Facts) -> int:
    """Return how many cards don't divide evenly."""
    return _in_play(facts).size % (4 if facts.players == 2 else facts.players)


def _in_play(facts: Facts) -> Deck:
    # With two and with three players the coloured arrows leave the deck.
    return _without_coloured(facts.deck) if facts.players < 4 else facts.deck


def _without_coloured(deck: Deck) -> Deck:
    missing = tuple(card for card in deck.missing if card != Arrows.COLOURED)
    return replace(deck, coloured=0, missing=missing)


def _leftovers(
    players: int, seats: int, each: int, over: int, rulings: Rulings
) -> tuple[tuple[int, ...], Pile, int]:
    """Place the cards that don't divide: into the pot, aside, or onto the first stacks."""
    unknown: Card | None = None
    even = (each,) * seats
    # Two players: four equal stacks.
    if players == 2:
        return (even, (), over) if rulings.two_left_over == "aside" else (even, (unknown,) * over, 0)
    if rulings.leftovers == "pot":
        return even, (unknown,) * over, 0
    return tuple(each + (seat < over) for seat in range(seats)), (), 0
