"""The data of Ungle Speed: seats, piles, grabs, rulings and the state.

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
"""A face-up card; None if nobody entered which one."""

Pile: TypeAlias = tuple[FaceUp, ...]
"""Face-up cards, the top card last."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's choices where the rulebook is silent."""

    leftovers: Literal["deal", "pot"] = "deal"
    two_left_over: Literal["pot", "aside"] = "pot"
    dead_heat: Literal["regrab", "lots"] = "regrab"
    after_penalty: Literal["offender", "order"] = "offender"
    two_last_outward: Literal["hand_out", "ends"] = "hand_out"
    late_grab: Literal["nothing", "share"] = "nothing"
    dead_heat_wrong: Literal["regrab", "named", "both"] = "regrab"
    leaver: Literal["aside", "dealt"] = "aside"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first card: number of players, deck, rulings, level, first seat."""

    players: int = 4
    deck: Deck = STANDARD
    rulings: dict[str, str] = {}
    level: Level = Level.COUNTING
    first: Seat = Seat(0)


# What happened at the totem.


class Duel(Struct, frozen=True):
    """A match: seats whose top cards have the same symbol or colour; `what` is its id."""

    seats: tuple[Seat, ...]
    by: Literal["symbol", "colour"]
    what: str


# The stages of a grab until it is settled.


class Unexplained(Struct, frozen=True, tag="unexplained"):
    """A player has the totem; nobody has said what for. `late`: cards turned before it may still come in."""

    grab: Grab
    late: bool = True


class Tied(Struct, frozen=True, tag="tied"):
    """A dead heat that will be settled by lots."""

    grab: Grab


class Choosing(Struct, frozen=True, tag="choosing"):
    """The first to grab was in a duel while inward arrows were open, and chooses which counts."""

    grab: Grab
    duel: Duel


class Sharing(Struct, frozen=True, tag="sharing"):
    """The winner of a duel with several losers says how they split the cards, and who turns next.

    Losers in `wrong` grabbed without right; all face-up cards are split then. If all losers did, there is no
    winner, and the table decides.
    """

    grab: Grab
    losers: tuple[Seat, ...]
    piles: tuple[Seat, ...]
    cards: int
    wrong: tuple[Seat, ...] = ()


Chase: TypeAlias = Unexplained | Tied | Choosing | Sharing


class Flip(Struct, frozen=True):
    """Outward arrows: all of `seats` turn at once; `waiting` haven't been entered; `owner` turns next.

    `second`: the arrows came out of a flip themselves, and act only if that made no duel. `not_yet`: the
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
        """Whether these are second arrows and no card turned for them has been entered."""
        return self.second and self.waiting == self.seats


class State(Struct, frozen=True):
    """A state of the game. Tuples of numbers and piles are by seat.

    `open_inward`: seats whose inward arrows are open. `just_turned`: seats that turned last, all at once
    after a flip. `lapsed`: matches that can't be grabbed for any more. `turned_at`: the value of `turns` at
    a seat's last card. `regrab_reason`: why the totem must be grabbed again, "" if not. `tied`: who tied,
    while `regrab_reason` is "dead_heat". `left`: seats whose players left. `short`: number of lost cards.
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
    open_inward: tuple[Seat, ...] = ()
    just_turned: tuple[Seat, ...] = ()
    lapsed: tuple[Duel, ...] = ()
    turns: int = 0
    turned_at: tuple[int, ...] = ()
    chase: Chase | None = None
    regrab_reason: str = ""
    tied: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    short: int = 0
    ended: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(map(Seat, range(len(self.stacks))))

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats clockwise, from `first` on."""
        return self.seats[first:] + self.seats[:first]

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats whose players haven't left, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.left)

    @property
    def two_handed(self) -> bool:
        """Whether two play, each hand a seat of its own."""
        return self.players == 2

    def player(self, seat: Seat) -> int:
        """Return the player of a seat; with two players, hands alternate."""
        return seat % 2 if self.two_handed else seat

    def seats_of(self, player: int) -> tuple[Seat, ...]:
        """Return the seats of a player: both hands with two players."""
        return tuple(seat for seat in self.seats if self.player(seat) == player)

    @property
    def face_up(self) -> tuple[Seat, ...]:
        """The seats that have a face-up pile."""
        return tuple(seat for seat in self.seats if self.piles[seat])

    def top(self, seat: Seat) -> FaceUp:
        """Return the top card of a seat's face-up pile; None if it has none or the card is unknown."""
        return self.piles[seat][-1] if self.piles[seat] else None

    @property
    def must_take_all(self) -> Seat | None:
        """The seat whose last card is coloured arrows, and which must take all face-up cards, or None."""
        around, last = self.clockwise(self.turn), ArrowsCard(Arrows.COLOURED)
        return next((seat for seat in around if not self.stacks[seat] and self.top(seat) == last), None)

    def can_turn(self, seat: Seat) -> bool:
        """Return whether a seat has a card to turn, or is about to get some."""
        return bool(self.stacks[seat]) or seat == self.must_take_all

    def cards(self, seat: Seat) -> int:
        """Return how many cards a seat has, face down and face up."""
        return self.stacks[seat] + len(self.piles[seat])

    def hidden(self, card: Card) -> int:
        """Return how many copies of a card aren't known to be face up."""
        return self.deck.copies(card) - sum(pile.count(card) for pile in (*self.piles, self.pot))

    @property
    def face_up_count(self) -> int:
        """Number of face-up cards, including the pot."""
        return sum(map(len, self.piles)) + len(self.pot)

    def cards_in_duel(self, seats: tuple[Seat, ...]) -> int:
        """Return how many cards a duel is for; with two players the pot isn't among them."""
        return sum(len(self.piles[seat]) for seat in seats) + (0 if self.two_handed else len(self.pot))

    def next_with_stack(self, seat: Seat) -> Seat:
        """Return the first seat clockwise from `seat` that can turn a card; `seat` itself if none can."""
        return next(filter(self.can_turn, self.clockwise(seat)), seat)
