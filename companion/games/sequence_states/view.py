"""What a viewer may see: everything, as the referee knows nobody's cards."""

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.sequence_states.deck import copies_out, dead_cards, maybe_dead, swappable, targets
from companion.games.sequence_states.layout import KINDS, Card, CardFace, StateCard
from companion.games.sequence_states.lines import SPACES, Five, Space
from companion.games.sequence_states.model import Colour, Sequence, Side, State


class SpaceView(Struct, frozen=True):
    """A space: the state it shows (None without a layout), its chip's side, and whether that is locked."""

    space: Space
    card: StateCard | None
    side: Side | None
    locked: bool


class SideView(Struct, frozen=True):
    """A side: its colour, seats and number of sequences, and how many chips it has off the board."""

    side: Side
    colour: Colour
    seats: tuple[Seat, ...]
    sequences: int
    chips: int


class SeatView(Struct, frozen=True):
    """A seat: cards in hand, cards that it may still draw (`owes`), draws it missed, and its discard pile.

    `late` warns that the next player has moved too: once that player draws, this seat misses its draw. `top`
    is the discard pile's top card and `discards` its size; `turns` if it is this seat's turn.
    """

    seat: Seat
    side: Side
    hand: int
    owes: int
    late: bool
    lost: int
    top: CardFace
    discards: int
    turns: bool


class DeadCard(Struct, frozen=True):
    """A card that nobody can play now, and how many copies are in hands and the draw deck."""

    card: Card
    out: int


class View(Struct, frozen=True):
    """The table: the position, in which nothing is secret, and what follows from it.

    `spaces`, row by row, and `sequences` are those of the position, or of the real table while it is being
    compared; `made` are the sequences that the last move completed.
    `removable` are the spaces of chips that the seat to move may remove, `swappable` the cards that it may
    swap like dead ones, and `counted` those it could swap if not all copies were face up already.
    `dead` are the states' cards that nobody can play, though copies are still out;
    `out` has the number of copies in hands and draw deck of each kind of card.
    """

    state: State
    spaces: tuple[SpaceView, ...]
    sequences: tuple[Sequence, ...]
    made: tuple[Five, ...]
    sides: tuple[SideView, ...]
    seats: tuple[SeatView, ...]
    turn: Seat
    removable: tuple[Space, ...]
    swappable: tuple[Card, ...]
    counted: tuple[Card, ...]
    dead: tuple[DeadCard, ...]
    out: dict[Card, int]
    ended: Outcome | None

    @property
    def laid_out(self) -> bool:
        """Whether the referee knows which state each space shows."""
        return self.state.layout is not None


def view(state: State, viewer: Viewer) -> View:
    """Return the table as `viewer` may see it: the same for everybody."""
    locked = {space for sequence in state.sequences for space in sequence.five}
    layout = state.layout
    mover = state.sides[state.turn]
    return View(
        state=state,
        spaces=tuple(
            SpaceView(space, layout.at(space) if layout else None, state.chip(space), space in locked)
            for space in SPACES
        ),
        sequences=state.sequences,
        # The space was open before, so no earlier sequence can hold it.
        made=tuple(sequence.five for sequence in state.sequences if state.last in sequence.five),
        sides=tuple(
            SideView(side, colour, state.team(side), len(state.made(side)), state.chips[side])
            for side, colour in ((Side(n), colour) for n, colour in enumerate(state.colours))
        ),
        seats=tuple(
            SeatView(
                seat=seat,
                side=state.sides[seat],
                hand=state.hands[seat],
                owes=0 if state.ended else state.owes(seat),
                late=_late(state, seat),
                lost=state.lost[seat],
                top=state.discards[seat][-1] if state.discards[seat] else None,
                discards=len(state.discards[seat]),
                turns=seat == state.turn and state.ended is None,
            )
            for seat in state.seats
        ),
        turn=state.turn,
        removable=tuple(targets(state, mover)),
        swappable=tuple(swappable(state, mover)),
        counted=tuple(card for card in maybe_dead(state, mover) if not copies_out(state, card)),
        dead=tuple(
            DeadCard(card, copies_out(state, card)) for card in dead_cards(state) if copies_out(state, card)
        ),
        out={card: copies_out(state, card) for card in KINDS},
        ended=state.ended,
    )


def _late(state: State, seat: Seat) -> bool:
    return any(
        draw.seat == seat and next_draw.seat == draw.before and next_draw.move > draw.move
        for draw in state.owed
        for next_draw in state.owed
    )


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must report what next: a move, draws, cards for table talk; empty once the game is over."""
    if state.ended is not None:
        return ()
    if state.forfeits:
        return (Prompt("forfeit", state.forfeits),)
    owing = tuple(dict.fromkeys(owed.seat for owed in state.owed))
    draws = (Prompt("draw_card", owing),) if owing else ()
    if not state.hands[state.turn]:
        return draws
    return (Prompt("play_card", (state.turn,)), *draws)
