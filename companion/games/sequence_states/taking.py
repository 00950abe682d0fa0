"""Judging cards between deck, hands and piles: a draw, a swap, and what table talk costs."""

from companion.game import Accepted, Details, Refused, Remedy, Seat, Violation
from companion.games.sequence_states.cards import ADD, REMOVE, CardFace
from companion.games.sequence_states.deck import dead, out, removable, swappable
from companion.games.sequence_states.events import (
    AnyEvent,
    CardDrawn,
    CardForfeited,
    DeadSwapped,
    DrawLost,
    TalkRuled,
)
from companion.games.sequence_states.faults import (
    NOBODY,
    Faults,
    Steps,
    Verdict,
    copies_faults,
    hand_faults,
    pending_faults,
    spot,
    turn_faults,
)
from companion.games.sequence_states.model import State
from companion.games.sequence_states.reports import CallTalk, DrawCard, Forfeit, ForfeitAll, SwapDead

RETURN_DRAWN = "return_drawn"
"""The card that was taken goes back on top of the draw deck, unseen."""


def draw_card(state: State, report: DrawCard) -> Verdict:
    """Rule on a card that was taken after a move."""
    seat = report.seat
    if seat not in state.seats:
        return NOBODY
    mine = next((owed for owed in state.owed if owed.seat == seat), None)
    # One card for each move, and none for one whose card was lost.
    if mine is None:
        details: Details = {"why": "lost" if state.lost[seat] else "taken", "lost": state.lost[seat]}
        fault = Violation("ss.draw", seat, details, (Remedy(RETURN_DRAWN, seat),))
        return Refused((fault,), lies=True, stands=(CardDrawn(seat, owed=False),) if state.deck else None)
    # Whoever moved before and has not taken a card now never may.
    late = [owed.seat for owed in state.owed if owed.before == seat and owed.move < mine.move]
    events: tuple[AnyEvent, ...] = (CardDrawn(seat), *(DrawLost(other) for other in late))
    return Accepted(events)


def swap_dead(state: State, report: SwapDead) -> Verdict:
    """Rule on a dead card that was put down for another."""
    seat = report.seat
    if seat not in state.seats:
        return NOBODY
    card = report.card or _only_one(state, seat)
    back: Steps = (
        Remedy("card_back", seat, {} if card is None else {"card": card}),
        Remedy(RETURN_DRAWN, seat),
    )
    turn = turn_faults(state, seat, back)
    # Once a turn.
    twice = (Violation("ss.dead", seat, {"why": "twice"}, back),) if state.swapped else ()
    alive = _alive_faults(state, seat, card, back)
    impossible = (*hand_faults(state, seat), *copies_faults(state, seat, card))
    faults = (*turn, *twice, *alive, *impossible)
    event = DeadSwapped(seat, card)
    if not faults:
        return Accepted((event,))
    lies = not impossible
    return Refused(faults, lies, (event,) if lies and not state.forfeits else None)


def _only_one(state: State, seat: Seat) -> CardFace:
    """Return the one card that can have been swapped, None where there are several, or nobody can tell."""
    if state.layout is None:
        return None
    able = list(swappable(state, state.sides[seat]))
    return able[0] if len(able) == 1 else None


def _alive_faults(state: State, seat: Seat, card: CardFace, back: Steps) -> Faults:
    side = state.sides[seat]
    if card is None:
        # Nobody says which: there must be one that is dead.
        return () if any(swappable(state, side)) else (Violation("ss.dead", seat, {"why": "none"}, back),)
    # ADD is never dead, and REMOVE only while it has no chip to take.
    if card == ADD or (card == REMOVE and removable(state, side)):
        return (Violation("ss.dead", seat, {"why": "never", "card": card}, back),)
    if card == REMOVE or state.layout is None or dead(state, card):
        return ()
    # A card is dead when both of its spaces are covered.
    space = next(space for space in state.layout.spaces_of(card) if state.chip(space) is None)
    return (Violation("ss.dead", seat, {"why": "open", "card": card, **spot(space)}, back),)


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
    if seat not in state.forfeits:
        back = (Remedy("card_back", seat, {} if card is None else {"card": card}),)
        fault = Violation("ss.table-talk", seat, {"why": "not_you"}, back)
        lies = state.hands[seat] > 0 and (card is None or out(state, card) > 0)
        return Refused((fault,), lies, (CardForfeited(seat, card),) if lies else None)
    faults = copies_faults(state, seat, card)
    return Refused(faults) if faults else Accepted((CardForfeited(seat, card),))


def forfeit_all(state: State, report: ForfeitAll) -> Verdict:
    """Rule on all cards that are still to be put down."""
    if not state.forfeits:
        return Refused((Violation("ss.table-talk", details={"why": "nothing"}),))
    return Accepted(tuple(CardForfeited(seat, None) for seat in state.forfeits))
