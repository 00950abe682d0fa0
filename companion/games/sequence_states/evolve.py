"""From a position and an event to the next position. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.cards import REMOVE, CardFace, Pile
from companion.games.sequence_states.events import (
    AnyEvent,
    CardDrawn,
    CardForfeited,
    ChipPlaced,
    ChipRemoved,
    DeadSwapped,
    DeckShuffled,
    DrawLost,
    Ended,
    FiveChosen,
    Passed,
    Recounted,
    SequenceMade,
    TalkRuled,
    TurnPassed,
)
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Board, Longer, Owed, Removed, Sequence, Side, State
from companion.values import folding, put


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after one event. Total: it never refuses."""
    match event:
        case ChipPlaced(seat, space, card, laid):
            side = state.sides[seat] if laid is None else laid
            placed = replace(
                state, board=_lay(state.board, space, side), chips=_add(state.chips, side, -1), removed=None
            )
            return _moved(placed, seat, card, space)
        case ChipRemoved(seat, space, side):
            taken = replace(
                state,
                board=_lay(state.board, space, None),
                chips=_add(state.chips, side, 1),
                removed=Removed(seat, space),
            )
            return _moved(taken, seat, REMOVE, space)
        case SequenceMade(side, five, others):
            longer = (*state.longer, Longer(five, others)) if others else state.longer
            return replace(state, sequences=(*state.sequences, Sequence(side, five)), longer=longer)
        case FiveChosen(side, five, instead_of):
            return _chosen(state, side, five, instead_of)
        case DeadSwapped(seat, card):
            return replace(
                state,
                discards=_discard(state, seat, card),
                deck=state.deck - 1,
                swapped=state.swapped or seat == state.turn,
                passes=0,
            )
        case CardDrawn(seat, owed):
            owing = _without_oldest(state.owed, seat) if owed else state.owed
            late = tuple(other for other in state.late if other != seat)
            # The table lets it be taken after all: then it isn't lost.
            given = -1 if not owed and seat in state.late and state.lost[seat] else 0
            return replace(
                state,
                hands=_add(state.hands, seat, 1),
                deck=state.deck - 1,
                owed=owing,
                late=late,
                lost=_add(state.lost, seat, given),
                passes=0,
            )
        case DrawLost(seat, move):
            owing = tuple(owed for owed in state.owed if owed.move != move)
            late = (*state.late, seat) if seat not in state.late else state.late
            return replace(state, owed=owing, lost=_add(state.lost, seat, 1), late=late)
        case DeckShuffled(cards):
            return replace(state, deck=state.deck + cards, discards=((),) * len(state.discards))
        case TalkRuled(_, seats):
            return replace(state, forfeits=seats)
        case CardForfeited(seat, card):
            left = tuple(other for other in state.forfeits if other != seat)
            hands = _add(state.hands, seat, -1)
            return replace(state, discards=_discard(state, seat, card), hands=hands, forfeits=left, passes=0)
        case Passed(seat):
            return replace(
                state,
                turn=state.after(seat),
                swapped=False,
                longer=(),
                removed=None,
                passes=state.passes + 1,
            )
        case TurnPassed(to):
            return replace(state, turn=to, swapped=False)
        case Recounted(deck, hands, short):
            payers = tuple(seat for seat in state.forfeits if hands[seat])
            return replace(state, deck=deck, hands=hands, forfeits=payers, passes=0, short=short)
        case Ended(outcome):
            return replace(state, ended=outcome, longer=(), forfeits=())


fold = folding(evolve)


def _moved(state: State, seat: Seat, card: CardFace, space: Space) -> State:
    """A card was played: it lies face up, another may be taken for it, and the next player's turn begins."""
    moves = state.moves + 1
    owing = tuple(
        replace(owed, before=seat) if owed.before is None and owed.seat != seat else owed
        for owed in state.owed
    )
    return replace(
        state,
        hands=_add(state.hands, seat, -1),
        discards=_discard(state, seat, card),
        owed=(*owing, Owed(seat, moves)),
        moves=moves,
        turn=state.after(seat),
        swapped=False,
        longer=(),
        last=space,
        passes=0,
    )


def _chosen(state: State, side: Side, five: Five, instead_of: Five) -> State:
    sequences = tuple(
        Sequence(side, five) if sequence.five == instead_of and sequence.side == side else sequence
        for sequence in state.sequences
    )
    longer = tuple(
        Longer(five, tuple(sorted({*line.others, instead_of} - {five}))) if line.five == instead_of else line
        for line in state.longer
    )
    return replace(state, sequences=sequences, longer=longer)


def _lay(board: Board, space: Space, side: Side | None) -> Board:
    return put(board, space.index, side)


def _discard(state: State, seat: Seat, card: CardFace) -> tuple[Pile, ...]:
    return put(state.discards, seat, (*state.discards[seat], card))


def _add(counts: tuple[int, ...], where: int, what: int) -> tuple[int, ...]:
    return put(counts, where, counts[where] + what)


def _without_oldest(owing: tuple[Owed, ...], seat: Seat) -> tuple[Owed, ...]:
    oldest = next((n for n, owed in enumerate(owing) if owed.seat == seat), len(owing))
    return owing[:oldest] + owing[oldest + 1 :]
