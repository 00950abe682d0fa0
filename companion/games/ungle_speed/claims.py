"""Judging what the table says a grab was, and what else happened to the totem."""

from companion.game import Accepted, Level, Refused, Remedy, Ruling, Seat, Violation
from companion.games.ungle_speed.events import AnyEvent, CardTurned
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import (
    duel_faults,
    hand_may_grab,
    inward_possible,
    match_of,
    three_colours_possible,
    tops_known,
)
from companion.games.ungle_speed.model import Choosing, Sharing, State, Unexplained
from companion.games.ungle_speed.reports import (
    CallDropped,
    CallDuel,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    ShareCards,
)
from companion.games.ungle_speed.settle import (
    Events,
    duel_won,
    inward_won,
    may_take_inward,
    settle_duel,
    totem_dropped,
    totem_fell,
    wrong_grab,
)

Verdict = Ruling[AnyEvent]


def _said(rule: str, seat: Seat | None = None) -> Violation:
    """A claim that can't be: nothing lies wrong on the table, the question is asked again."""
    return Violation(rule, seat, remedy=(Remedy("ask_again"),))


def flip_done(state: State) -> Events:
    """Outward arrows made all turn at once: who grabs has seen them, so they lie there by now."""
    waiting = state.flip.waiting if state.flip is not None else ()
    return tuple(CardTurned(seat, None) for seat in waiting)


def call_duel(state: State, report: CallDuel) -> Verdict:
    """Rule on the claim that the grab was a duel between these seats."""
    chase = state.chase
    if isinstance(chase, Choosing):
        # The first to grab chooses the duel that was offered, no other.
        if set(report.seats) != set(chase.duel.seats):
            return Refused((_said("us.inward-and-duel", chase.grab.first[0]),))
        return Accepted(duel_won(state, chase.grab.first[0], report.seats))
    if not isinstance(chase, Unexplained):
        return Refused((_said("us.duel-won"),))
    turned = flip_done(state)
    state = fold(state, turned)
    (grabber,) = chase.grab.first
    faults = duel_faults(state, grabber, report.seats)
    if faults:
        return Refused(faults)
    return Accepted((*turned, *duel_won(state, grabber, report.seats)))


def call_inward(state: State, report: CallInward) -> Verdict:
    """Rule on the claim that the grab was for inward arrows."""
    chase = state.chase
    if isinstance(chase, Choosing):
        return Accepted(inward_won(state, chase.grab.first[0]))
    if not isinstance(chase, Unexplained):
        return Refused((_said("us.duel-won"),))
    turned = flip_done(state)
    state = fold(state, turned)
    (grabber,) = chase.grab.first
    faults = []
    # Inward arrows count when they are turned, not later.
    if not inward_possible(state):
        faults.append(_said("us.inward", grabber))
    # Two players: only the hand that turned its card last may grab for them.
    if state.two_handed and not hand_may_grab(state, grabber):
        faults.append(_said("us.two-inward", grabber))
    if faults:
        return Refused(tuple(faults))
    return Accepted((*turned, *inward_won(state, grabber)))


def call_three_colours(state: State, report: CallThreeColours) -> Verdict:
    """Rule on the claim that the grab was for three top cards of one colour."""
    chase = state.chase
    if not isinstance(chase, Unexplained):
        return Refused((_said("us.duel-won"),))
    turned = flip_done(state)
    state = fold(state, turned)
    (grabber,) = chase.grab.first
    # Three players, three top cards, one colour.
    if not three_colours_possible(state):
        return Refused((_said("us.three", grabber),))
    return Accepted((*turned, *inward_won(state, grabber, arrows=False)))


def call_wrong_grab(state: State, report: CallWrongGrab) -> Verdict:
    """Rule on the claim that the grab was without right."""
    chase = state.chase
    if not isinstance(chase, Unexplained):
        return Refused((_said("us.duel-won"),))
    turned = flip_done(state)
    state = fold(state, turned)
    (grabber,) = chase.grab.first
    if state.level is Level.WATCHING and tops_known(state):
        # Who is in a match, or sees inward arrows, grabs with right.
        if match_of(state, grabber) is not None:
            return Refused((_said("us.duel", grabber),))
        if may_take_inward(state, grabber):
            return Refused((_said("us.inward", grabber),))
    return Accepted((*turned, *wrong_grab(state, grabber)))


def call_dropped(state: State, report: CallDropped) -> Verdict:
    """Rule on a dropped totem: it may happen at any time, to anybody."""
    if report.seat not in state.seats:
        return Refused((Violation("match.no-such-seat"),))
    turned = flip_done(state)
    return Accepted((*turned, *totem_dropped(fold(state, turned), report.seat)))


def call_fell(state: State, report: CallFell) -> Verdict:
    """Rule on a fallen totem: it may happen at any time."""
    turned = flip_done(state)
    return Accepted((*turned, *totem_fell(fold(state, turned))))


def share_cards(state: State, report: ShareCards) -> Verdict:
    """Rule on how the winner over several losers splits the cards."""
    chase = state.chase
    if not isinstance(chase, Sharing):
        return Refused((_said("us.many-duel"),))
    winner = chase.grab.first[0]
    takers = tuple(share.seat for share in report.shares)
    faults = []
    # Every loser is named once, nobody else, and all the cards are given out.
    if sorted(takers) != sorted(chase.losers) or any(share.cards < 0 for share in report.shares):
        faults.append(_said("us.many-duel", winner))
    missing = chase.cards - sum(share.cards for share in report.shares)
    if missing:
        details: dict[str, int | str] = {"missing": missing}
        faults.append(Violation("us.conserve", winner, details, (Remedy("count_again", details=details),)))
    # A loser turns the next card, and so must have one.
    given = sum(share.cards for share in report.shares if share.seat == report.starts)
    if report.starts not in chase.losers or not (given + state.stacks[report.starts]):
        faults.append(_said("us.after-duel", winner))
    if faults:
        return Refused(tuple(faults))
    return Accepted(settle_duel(state, winner, chase.piles, report.shares, report.starts))
