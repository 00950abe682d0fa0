"""How seats, piles and cards of one match are called in sentences."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.ungle_speed.deck import ArrowsCard, Card
from companion.journal import Plate
from ui.games.ungle_speed import words
from ui.table.telling import all_plates

HANDS = 4
"""Seats of two players, who play with both hands each."""


class Names:
    """The names of one match. Plates are by player; with two players the hands alternate."""

    def __init__(self, players: int, plates: tuple[Plate, ...]) -> None:
        self._two_handed = players == 2
        self._plates = all_plates(plates, players)
        self._seats = range(HANDS if self._two_handed else len(self._plates))

    def player(self, player: int) -> str:
        """Return a player's name."""
        return self._plates[player].name

    def everybody(self) -> list[str]:
        """Return who plays."""
        return [plate.name for plate in self._plates]

    def winner(self, seat: Seat) -> str:
        """Return the name of the player of a seat, whichever hand."""
        return self._player_of(seat).name

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return the players who have won, each once."""
        return list(dict.fromkeys(map(self.winner, seats)))

    def known(self, seat: int | str | None) -> str:
        """Return how a seat is called in a sentence; empty for none, or one where nobody sits."""
        return self.subject(Seat(seat)) if isinstance(seat, int) and seat in self._seats else ""

    def label(self, seat: Seat) -> str:
        """Return how a seat is called by itself: "Fox, right hand"."""
        name = self._player_of(seat).name
        return words.hand(name, self._right(seat)) if self._two_handed else name

    def brief(self, seat: Seat) -> str:
        """Return how a seat is called where there is little room: "Fox right"."""
        name = self._player_of(seat).name
        return words.hand_brief(name, self._right(seat)) if self._two_handed else name

    def subject(self, seat: Seat) -> str:
        """Return how a seat is called in a sentence: "Fox's right hand"."""
        name = self._player_of(seat).name
        return words.hand_subject(name, self._right(seat)) if self._two_handed else name

    def subjects(self, seats: Iterable[Seat]) -> list[str]:
        """Return several seats as they are called in a sentence."""
        return [self.subject(seat) for seat in seats]

    def pile(self, seat: Seat) -> str:
        """Return how a seat's face-up pile is called."""
        name = self._player_of(seat).name
        return words.pile_of_hand(name, self._right(seat)) if self._two_handed else words.pile_of(name)

    def stack(self, seat: Seat) -> str:
        """Return how a seat's stack is called."""
        name = self._player_of(seat).name
        return words.stack_of_hand(name, self._right(seat)) if self._two_handed else words.stack_of(name)

    @property
    def seat_plates(self) -> tuple[Plate, ...]:
        """The plates by seat."""
        return tuple(self.plate(Seat(seat)) for seat in self._seats)

    def plate(self, seat: Seat) -> Plate:
        """Return the plate of a seat: both hands have the player's colour and shape, the letters differ."""
        plate = self._player_of(seat)
        if not self._two_handed:
            return plate
        side = words.RIGHT if self._right(seat) else words.LEFT
        return Plate(plate.name, plate.colour, plate.shape, plate.letter + side[0].upper())

    def _player_of(self, seat: Seat) -> Plate:
        return self._plates[seat % 2 if self._two_handed else seat]

    @staticmethod
    def _right(seat: Seat) -> bool:
        return seat < 2


def card_name(card: Card) -> str:
    """Return how a card is called."""
    if isinstance(card, ArrowsCard):
        return words.ARROWS[card.arrows]
    return words.symbol_card(card.symbol, card.colour)
