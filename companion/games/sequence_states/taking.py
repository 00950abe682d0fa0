"""Judging cards between deck, hands and piles: a draw, a swap, and what table talk costs."""

from companion.game import Accepted, Faults, Refused, Remedy, Seat, Violation
from companion.games.sequence_states.cards import ADD, REMOVE, CardFace
from companion.games.sequence_states.deck import dead, deadened, removable, swappable
from companion.games.sequence_states.events import (
    CardDrawn,
    CardForfeited,
    DeadSwapped,
    DrawLost,
    TalkRuled,
    Verdict,
)
from companion.games.sequence_states.faults import (
    NOBODY,
    card_back,
    copies_faults,
    hand_faults,
    pending_faults,
    spot,
    turn_faults,
)
from companion.games.sequence_states.model import State
from companion.games.sequence_states.reports import CallTalk, DrawCard, Forfeit, ForfeitAll, SwapDead
from companion.rulings import ruled

RETURN_DRAWN = "return_drawn"
"""The card that was taken goes back on top of the draw deck, unseen."""


def draw_card(state: State, report: DrawCard) -> Verdict:
    """Rule on a card that was taken after a move."""
    seat = report.seat
    if seat not in state.seats:
        return NOBODY
    # Neither a draw deck nor discards: one plays on without taking cards.
    empty = () if state.deck else (Violation("ss.draw", seat, {"why": "empty"}),)
    mine = next((owed for owed in state.owed if owed.seat == seat), None)
    if mine is None:
        # One card for each move, and none for one whose card was lost.
        why = "lost" if seat in state.late else "taken"
        fault = Violation("ss.draw", seat, {"why": why, "lost": state.lost[seat]})
        return ruled((fault,), empty, (Remedy(RETURN_DRAWN, seat),), (CardDrawn(seat, owed=False),))
    # Whoever moved before and has not taken a card now never may.
    late = [owed for owed in state.owed if owed.before == seat and owed.move < mine.move]
    return ruled((), empty, (), (CardDrawn(seat), *(DrawLost(owed.seat, owed.move, seat) for owed in late)))


def swap_dead(state: State, report: SwapDead) -> Verdict:
    """Rule on a dead card that was put down for another."""
    seat = report.seat
    if seat not in state.seats:
        return NOBODY
    card = report.card or _only_one(state, seat)
    faults = (*turn_faults(state, seat), *_twice_faults(state, seat), *_alive_faults(state, seat, card))
    impossible = (
        *hand_faults(state, seat),
        *copies_faults(state, seat, card),
        *_counted_faults(state, seat, card),
    )
    if not state.deck:
        impossible = (*impossible, Violation("ss.dead", seat, {"why": "empty"}))
    steps = (card_back(seat, report.card), Remedy(RETURN_DRAWN, seat))
    return ruled(faults, impossible, steps, (DeadSwapped(seat, card),), stand=not state.forfeits)


def _twice_faults(state: State, seat: Seat) -> Faults:
    # Once a turn.
    twice = state.swapped and seat == state.turn
    return (Violation("ss.dead", seat, {"why": "twice"}),) if twice else ()


def _only_one(state: State, seat: Seat) -> CardFace:
    """Return the one card that can have been swapped, None where there are several, or nobody can tell."""
    if state.layout is None:
        return None
    able = list(swappable(state, state.sides[seat]))
    return able[0] if len(able) == 1 else None


def _alive_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    side = state.sides[seat]
    # ADD is never dead, and REMOVE only while it has no chip to take.
    if card == ADD or (card == REMOVE and removable(state, side)):
        return (Violation("ss.dead", seat, {"why": "never", "card": card}),)
    if card is not None and card != REMOVE and state.layout is not None and not dead(state, card):
        # A card is dead when both of its spaces are covered.
        space = next(space for space in state.layout.spaces_of(card) if state.chip(space) is None)
        return (Violation("ss.dead", seat, {"why": "open", "card": card, **spot(space)}),)
    # Nobody says which, or nobody can tell: there must be one that can be dead.
    able = tuple(deadened(state, side))
    if not able or (card is not None and card not in able):
        return (Violation("ss.dead", seat, {"why": "none"}),)
    return ()


def _counted_faults(state: State, seat: Seat, card: CardFace) -> Faults:
    """Return that all copies of each dead card lie face up, where nobody says which card it is."""
    side = state.sides[seat]
    if card is not None or any(swappable(state, side)) or not any(deadened(state, side)):
        return ()
    return (Violation("ss.dead", seat, {"why": "counted"}),)


def call_talk(state: State, report: CallTalk) -> Verdict:
    """Rule on a call that somebody coached a team mate."""
    side = report.side
    if not 0 <= side < len(state.colours):
        return NOBODY
    team = state.team(side)
    payers = tuple(seat for seat in team if state.hands[seat])
    # Whoever plays alone has nobody to coach.
    if len(team) == 1:
        return Refused((Violation("ss.table-talk", team[0], {"why": "alone"}),))
    if state.forfeits or not payers:
        return Refused(
            pending_faults(state, None) or (Violation("ss.table-talk", details={"why": "nothing"}),)
        )
    # Every member of that team puts down one card.
    return Accepted((TalkRuled(side, payers),))


def forfeit(state: State, report: Forfeit) -> Verdict:
    """Rule on a card that was put down for table talk."""
    seat, card = report.seat, report.card
    if seat not in state.seats:
        return NOBODY
    # Only those of that team, and one card each.
    payers = state.forfeits
    faults = () if seat in payers else (Violation("ss.table-talk", seat, {"why": "not_you"}),)
    impossible = (*hand_faults(state, seat), *copies_faults(state, seat, card))
    return ruled(faults, impossible, (card_back(seat, card),), (CardForfeited(seat, card),))


def forfeit_all(state: State, report: ForfeitAll) -> Verdict:
    """Rule on all cards that are still to be put down."""
    if not state.forfeits:
        return Refused((Violation("ss.table-talk", details={"why": "nothing"}),))
    return Accepted(tuple(CardForfeited(seat, None) for seat in state.forfeits))
