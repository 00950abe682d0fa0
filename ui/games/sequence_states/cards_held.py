"""The cards of a simulated table: hands and the draw deck, which the referee never sees."""

from collections import Counter
from random import Random

from companion.games.sequence_states.cards import KINDS, Card, Pile, copies
from companion.games.sequence_states.model import State


class CardsHeld:
    """Real cards out of a shuffled deck, as many in each hand as the referee counts; the deck from below."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.deck: list[Card] = []
        self.hands: list[list[Card]] = []
        self._piles: tuple[Pile, ...] = ()

    def follow(self, state: State) -> None:
        """Put down, take and shuffle what the record tells; also after something was taken back."""
        self.hands = self.hands or [[] for _ in state.seats]
        for seat, pile in enumerate(state.discards):
            before = len(self._piles[seat]) if self._piles else 0
            for card in pile[before:]:
                if card in self.hands[seat]:
                    self.hands[seat].remove(card)
        self._piles = state.discards
        # Every card lies in one place: face up, in one of the hands, or in the deck.
        left = Counter({card: copies(card) for card in KINDS})
        left.subtract(card for pile in state.discards for card in pile if card is not None)
        for seat, hand in enumerate(self.hands):
            kept = _those_left(hand, left)[: state.hands[seat]]
            left.subtract(kept)
            self.hands[seat] = kept
        self.deck = _those_left(self.deck, left)
        left.subtract(self.deck)
        new = [card for card in KINDS for _ in range(left[card])]
        self._random.shuffle(new)
        # What is new lies below.
        self.deck = new + self.deck
        for seat, hand in enumerate(self.hands):
            while self.deck and len(hand) < state.hands[seat]:
                hand.append(self.deck.pop())


def _those_left(cards: list[Card], left: Counter[Card]) -> list[Card]:
    """Return the cards with how many copies of each are left."""
    seen: Counter[Card] = Counter()
    kept = []
    for card in cards:
        seen[card] += 1
        if seen[card] <= left[card]:
            kept.append(card)
    return kept
