"""Apply events to a position. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Seat, first_seat, folding, put
from companion.games.sequence_states import events as e
from companion.games.sequence_states import layout
from companion.games.sequence_states.layout import BOX, REMOVE, CardFace, Pile
from companion.games.sequence_states.lines import SPACES, Five, Space
from companion.games.sequence_states.model import (
    CHIPS,
    HANDS,
    Colour,
    Facts,
    Longer,
    Owed,
    Rulings,
    Sequence,
    Side,
    State,
)


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after one event; it never refuses one."""
    match event:
        case e.ChipPlaced(seat, space, card, other_side):
            side = state.sides[seat] if other_side is None else other_side
            placed = replace(
                state,
                board=put(state.board, space.index, side),
                chips=_add(state.chips, side, -1),
                remover=None,
            )
            return _after_move(placed, seat, card, space)
        case e.ChipRemoved(seat, space, side):
            removed = replace(
                state,
                board=put(state.board, space.index, None),
                chips=_add(state.chips, side, 1),
                remover=seat,
            )
            return _after_move(removed, seat, REMOVE, space)
        case e.SequenceMade(side, five, others):
            longer = (*state.longer, Longer(five, others)) if others else state.longer
            return replace(state, sequences=(*state.sequences, Sequence(side, five)), longer=longer)
        case e.FiveChosen(side, five, instead_of):
            return _chosen(state, side, five, instead_of)
        case e.DeadSwapped(seat, card):
            return replace(
                state,
                discards=_discard(state, seat, card),
                deck=state.deck - 1,
                swapped=state.swapped or seat == state.turn,
                passes=0,
            )
        case e.CardDrawn(seat, was_owed):
            late = tuple(other for other in state.late if other != seat)
            # The table allowed a draw that had been missed: it no longer counts as lost.
            given = -1 if not was_owed and seat in state.late else 0
            return replace(
                state,
                hands=_add(state.hands, seat, 1),
                deck=state.deck - 1,
                owed=_without_oldest(state.owed, seat),
                late=late,
                lost=_add(state.lost, seat, given),
                passes=0,
            )
        case e.DrawLost(seat, move):
            owed = tuple(draw for draw in state.owed if draw.move != move)
            return replace(state, owed=owed, lost=_add(state.lost, seat, 1), late=(*state.late, seat))
        case e.DeckShuffled(cards):
            return replace(state, deck=state.deck + cards, discards=((),) * len(state.discards))
        case e.TalkRuled(_, seats):
            return replace(state, forfeits=seats)
        case e.CardForfeited(seat, card):
            left = tuple(other for other in state.forfeits if other != seat)
            hands = _add(state.hands, seat, -1)
            return replace(state, discards=_discard(state, seat, card), hands=hands, forfeits=left, passes=0)
        case e.Passed(seat):
            return replace(
                state,
                turn=state.after(seat),
                swapped=False,
                longer=(),
                remover=None,
                passes=state.passes + 1,
            )
        case e.TurnPassed(to):
            return replace(state, turn=to, swapped=False)
        case e.Recounted(deck, hands, short):
            payers = tuple(seat for seat in state.forfeits if hands[seat])
            return replace(state, deck=deck, hands=hands, forfeits=payers, passes=0, short=short)
        case e.Ended(outcome):
            return replace(state, ended=outcome)


fold = folding(evolve)


def _after_move(state: State, seat: Seat, card: CardFace, space: Space) -> State:
    """Discard a card that was played, allow a draw for it, and start the next player's turn."""
    moves = state.moves + 1
    owed = tuple(
        replace(draw, before=seat) if draw.before is None and draw.seat != seat else draw
        for draw in state.owed
    )
    return replace(
        state,
        hands=_add(state.hands, seat, -1),
        discards=_discard(state, seat, card),
        owed=(*owed, Owed(seat, moves)),
        moves=moves,
        turn=state.after(seat),
        swapped=False,
        longer=(),
        last=space,
        passes=0,
    )


def _chosen(state: State, side: Side, five: Five, instead_of: Five) -> State:
    sequences = tuple(
        Sequence(side, five) if sequence.five == instead_of else sequence for sequence in state.sequences
    )
    longer = tuple(Longer(five, tuple(sorted({*line.others, instead_of} - {five}))) for line in state.longer)
    return replace(state, sequences=sequences, longer=longer)


def _discard(state: State, seat: Seat, card: CardFace) -> tuple[Pile, ...]:
    return put(state.discards, seat, (*state.discards[seat], card))


def _add(counts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return put(counts, index, counts[index] + amount)


def _without_oldest(owed: tuple[Owed, ...], seat: Seat) -> tuple[Owed, ...]:
    oldest = next((n for n, draw in enumerate(owed) if draw.seat == seat), len(owed))
    return owed[:oldest] + owed[oldest + 1 :]


# From the facts of a match to its first position.

ALONE = 3
"""Up to this many players play for themselves; more play in teams."""

MOST_SIDES = 3


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the first position, with cards dealt; SetupError if the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    # 2, 3, 4, 6, 8, 9, 10 or 12 players.
    if players not in HANDS:
        known = ", ".join(map(str, HANDS))
        raise SetupError(f"players: {players} can't play Sequence States & Capitals; {known} can")
    sides = seating(facts, rulings)
    count = len(set(sides))
    colours = facts.colours or tuple(Colour)[:count]
    if not len(colours) == len(set(colours)) == count:
        raise SetupError(f"colours: {count} sides need a colour each, and no two the same")
    if facts.layout is not None:
        layout.check(facts.layout)
    return State(
        sides=sides,
        colours=colours,
        layout=facts.layout,
        board=(None,) * len(SPACES),
        chips=(CHIPS,) * count,
        hands=(HANDS[players],) * players,
        discards=((),) * players,
        lost=(0,) * players,
        deck=BOX - players * HANDS[players],
        turn=first_seat(facts.first, players),
        granted=rulings.draws == "granted",
    )


def side_counts(players: int) -> tuple[int, ...]:
    """Return the possible numbers of sides: all alone up to three players, else two or three equal teams."""
    if players <= ALONE:
        return (players,)
    return tuple(count for count in range(2, MOST_SIDES + 1) if players % count == 0)


def seating(facts: Facts, rulings: Rulings) -> tuple[Side, ...]:
    """Return each seat's side; SetupError if the facts break the rules of seating."""
    allowed = side_counts(facts.players)
    if not facts.sides:
        wanted = 3 if rulings.teams == "three" else 2
        if wanted == MOST_SIDES and wanted not in allowed:
            raise SetupError(f"rulings: {facts.players} players can't make three teams")
        count = wanted if wanted in allowed else allowed[0]
        return tuple(Side(seat % count) for seat in range(facts.players))
    sides = facts.sides
    if len(sides) != facts.players:
        raise SetupError(f"sides: {facts.players} play, and {len(sides)} are told a side")
    count = len(set(sides))
    # Up to three players play alone, more in two or three equal teams.
    if set(sides) != set(range(count)) or count not in allowed:
        possible = " or ".join(map(str, allowed))
        raise SetupError(f"sides: {facts.players} players make {possible} equal sides, counted from 0")
    # Members of a team sit at every second or third place around the table.
    for seat, side in enumerate(sides):
        if side != sides[seat % count]:
            raise SetupError(
                f"sides: seat {seat} is of side {side}, where side {sides[seat % count]} should sit; "
                f"the members of a team sit at every {'second' if count == 2 else 'third'} place"
            )
    return sides
