"""The nouns of Ungle Speed: seats, piles, grabs, the state, and what may be reported of the table.

With two players each hand is a seat of its own, in the order right 1, right 2, left 1, left 2.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.game import Level, Outcome, Seat
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Card, Deck
from companion.grab import Grab as Grab
from companion.grab import Ignored as Ignored
from companion.grab import Touch as Touch

FaceUp: TypeAlias = Card | None
"""A card that lies face up; None where nobody told the referee which one."""

Pile: TypeAlias = tuple[FaceUp, ...]
"""Cards that lie face up, the top card last."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table chose where the rulebook is silent and there is more than one answer."""

    leftovers: Literal["deal", "pot"] = "deal"
    two_left_over: Literal["pot", "aside"] = "pot"
    dead_heat: Literal["regrab", "lots"] = "regrab"
    after_penalty: Literal["offender", "order"] = "offender"
    two_last_outward: Literal["hand_out", "ends"] = "hand_out"
    late_grab: Literal["nothing", "share"] = "nothing"
    dead_heat_wrong: Literal["regrab", "named", "both"] = "regrab"
    leaver: Literal["aside", "dealt"] = "aside"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first card: how many play, with which deck, and what was agreed."""

    players: int = 4
    deck: Deck = STANDARD
    rulings: dict[str, str] = {}
    level: Level = Level.COUNTING
    first: Seat = Seat(0)


# What happened at the totem.


class Duel(Struct, frozen=True):
    """Seats whose top cards show the same, by symbol or by colour."""

    seats: tuple[Seat, ...]
    by: Literal["symbol", "colour"]
    what: str


# The stages of a grab that is being ruled on.


class Unexplained(Struct, frozen=True, tag="unexplained"):
    """The totem is in somebody's hand; nobody has said yet what for. `late`: a card may still be entered."""

    grab: Grab
    late: bool = True


class Tied(Struct, frozen=True, tag="tied"):
    """A dead heat that lots are to settle."""

    grab: Grab


class Choosing(Struct, frozen=True, tag="choosing"):
    """The first was in a duel while inward arrows lay there, and chooses which of the two stands."""

    grab: Grab
    duel: Duel


class Sharing(Struct, frozen=True, tag="sharing"):
    """The winner of a duel with several losers says who takes how many of the cards, and who turns next.

    `wrong` are those among the losers who grabbed without right: then all face-up cards are split. Where all
    of them did, there is no winner, and the table says it.
    """

    grab: Grab
    losers: tuple[Seat, ...]
    piles: tuple[Seat, ...]
    cards: int
    wrong: tuple[Seat, ...] = ()


Chase: TypeAlias = Unexplained | Tied | Choosing | Sharing


class Flip(Struct, frozen=True):
    """Outward arrows: all turn at once. `seats` turn, `waiting` have not been entered; `owner` goes on.

    `second`: the arrows came out of a flip themselves, and act only if that one gave no duel; `not_yet`: the
    table said that nobody had turned for them when the totem was taken. Without seats nobody turns: the
    arrows were the owner's last card, and win unless there was a duel.
    """

    owner: Seat
    seats: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    second: bool = False
    not_yet: bool = False

    @property
    def untouched(self) -> bool:
        """Whether these are second arrows, and no card turned for them has been entered."""
        return self.second and self.waiting == self.seats


class State(Struct, frozen=True):
    """A position. Tuples of stacks, piles and turns are by seat.

    `heat`: who tied, while `again` is "dead_heat"; `left`: seats whose players have left the table; `short`:
    so many cards are lost.
    """

    players: int
    deck: Deck
    rulings: Rulings
    level: Level
    stacks: tuple[int, ...]
    piles: tuple[Pile, ...]
    pot: Pile
    aside: int
    turn: Seat
    by_colour: bool = False
    flip: Flip | None = None
    inward: tuple[Seat, ...] = ()
    fresh: tuple[Seat, ...] = ()
    lapsed: tuple[Duel, ...] = ()
    turns: int = 0
    turned_at: tuple[int, ...] = ()
    chase: Chase | None = None
    again: str = ""
    heat: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    short: int = 0
    ended: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(map(Seat, range(len(self.stacks))))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats whose players are still there, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    @property
    def two_handed(self) -> bool:
        """Whether two play, each hand a seat of its own."""
        return self.players == 2

    def player(self, seat: Seat) -> int:
        """Return which player a seat belongs to: with two players, hands alternate."""
        return seat % 2 if self.two_handed else seat

    def seats_of(self, player: int) -> tuple[Seat, ...]:
        """Return the seats of a player: both hands where two play."""
        return tuple(seat for seat in self.seats if self.player(seat) == player)

    @property
    def face_up(self) -> tuple[Seat, ...]:
        """The seats that have a face-up pile."""
        return tuple(seat for seat in self.seats if self.piles[seat])

    def top(self, seat: Seat) -> FaceUp:
        """Return the top card of a seat's face-up pile; None where there is none or it is not known."""
        return self.piles[seat][-1] if self.piles[seat] else None

    @property
    def due(self) -> Seat | None:
        """The seat whose last card is coloured arrows: it is to take all face-up cards. None: nobody is."""
        count = len(self.stacks)
        around = (Seat((self.turn + step) % count) for step in range(count))
        last = ArrowsCard(Arrows.COLOURED)
        return next((seat for seat in around if not self.stacks[seat] and self.top(seat) == last), None)

    def can_turn(self, seat: Seat) -> bool:
        """Tell whether a seat has a card to turn, or is about to get some."""
        return bool(self.stacks[seat]) or seat == self.due

    def cards(self, seat: Seat) -> int:
        """Return how many cards a seat has, face down and face up."""
        return self.stacks[seat] + len(self.piles[seat])

    def hidden(self, card: Card) -> int:
        """Return how many copies of a card aren't known to lie face up."""
        return self.deck.copies(card) - sum(pile.count(card) for pile in (*self.piles, self.pot))

    @property
    def up(self) -> int:
        """How many cards lie face up, the pot among them."""
        return sum(map(len, self.piles)) + len(self.pot)

    def in_duel(self, seats: tuple[Seat, ...]) -> int:
        """Return how many cards lie in a duel; with two players the pot is not among them."""
        return sum(len(self.piles[seat]) for seat in seats) + (0 if self.two_handed else len(self.pot))

    def next_with_stack(self, seat: Seat) -> Seat:
        """Return the first seat from `seat` on that can turn a card; `seat` itself where nobody can."""
        count = len(self.stacks)
        for step in range(count):
            candidate = Seat((seat + step) % count)
            if self.can_turn(candidate):
                return candidate
        return seat
