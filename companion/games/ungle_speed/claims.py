"""Judging the table's claims about a grab, and about whatever else happened to the totem.

`judge` has already added the cards of a flip (all turn at once) that nobody entered.
"""

from typing import TypeAlias

from companion.game import UNSEATED, Accepted, Level, Question, Refused, Remedy, Seat, Unclear, Violation
from companion.games.ungle_speed import matches, settle
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.events import AnyRuling, CardTurned, Events, FlipPutOff
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.model import Choosing, Sharing, State, Tied, Unexplained
from companion.games.ungle_speed.turning import unentered_turns

Claim: TypeAlias = r.CallDuel | r.CallInward | r.CallThreeColours | r.CallWrongGrab
"""Claims about what a grab was for."""


def all_turned_again(state: State) -> Events:
    """Return the unknown cards that everybody turned for the second outward arrows."""
    return tuple(CardTurned(seat, None) for seat in (state.flip.waiting if state.flip is not None else ()))


def _may_have_turned(state: State) -> bool:
    """Return whether all may have turned for second outward arrows, and only the table can know."""
    return state.flip is not None and state.flip.untouched and not settle.nobody_turned_again(state)


def asks_turned_again(state: State) -> bool:
    """Return whether the table must say if all had turned again before a grab."""
    return isinstance(state.chase, Unexplained) and _may_have_turned(state)


def _ask_turned_again(state: State) -> Unclear:
    """Ask whether all had turned again; `TurnAll` answers yes, `CallNotTurned` no."""
    assert state.chase is not None
    assert state.flip is not None
    return Unclear(Question("turned_again", state.chase.grab.first[0], {"owner": state.flip.owner}))


def call_grab(state: State, report: Claim) -> AnyRuling:
    """Rule on what a grab was: one that nobody has explained yet, or that the grabber may choose."""
    match state.chase, report:
        case Unexplained(grab), r.CallDuel():
            return _duel(state, grab.first[0], report)
        case Unexplained(grab), r.CallInward():
            return _inward(state, grab.first[0], report)
        case Unexplained(grab), r.CallThreeColours():
            return _three_colours(state, grab.first[0])
        case Unexplained(grab), r.CallWrongGrab():
            return _wrong_grab(state, grab.first[0], report)
        case Choosing(grab, duel), r.CallDuel():
            # The first to grab chooses the duel that was offered, no other.
            if set(report.seats) != set(duel.seats):
                return Refused((settle.impossible_claim("us.inward-and-duel", grab.first[0]),))
            return _duel_won(state, grab.first[0], report)
        case Choosing(grab), r.CallInward():
            winner = grab.first[0]
            return Accepted(settle.inward_won(state, winner, loser=settle.last_inward(state, winner)))
    return Refused((settle.impossible_claim("us.duel-won"),))


def _duel(state: State, grabber: Seat, report: r.CallDuel) -> AnyRuling:
    """Rule on the claim that the grab was in a duel between these seats."""
    turns: Events = ()
    faults = matches.duel_faults(state, grabber, report.seats)
    if faults and _may_have_turned(state):
        # The known cards rule it out, unless everybody had turned for the second outward arrows.
        turns = all_turned_again(state)
        faults = faults if matches.duel_faults(fold(state, turns), grabber, report.seats) else ()
    if faults:
        return Refused(faults)
    # Second outward arrows do nothing if there is a duel.
    return _duel_won(fold(state, turns), grabber, report, turns)


def _duel_won(state: State, winner: Seat, report: r.CallDuel, turns: Events = ()) -> AnyRuling:
    late = report.late
    return _refuse_late(state, late, report.seats) or Accepted(
        (*turns, *settle.duel_won(state, winner, report.seats, late))
    )


def _refuse_late(state: State, late: tuple[Seat, ...], duellists: tuple[Seat, ...]) -> AnyRuling | None:
    """Refuse late grabs that are impossible, or that cost nothing at this table."""
    if not late:
        return None
    if not set(late) <= set(state.playing) or len(set(late)) != len(late):
        return UNSEATED
    faults = [settle.impossible_claim("us.many-duel", seat) for seat in late if seat in duellists]
    faults.extend(right_faults(state, tuple(seat for seat in late if seat not in duellists)))
    if state.rulings.late_grab == "nothing":
        faults.append(settle.impossible_claim("us.wrong-grab", late[0]))
    return Refused(tuple(faults)) if faults else None


def _inward(state: State, grabber: Seat, report: r.CallInward) -> AnyRuling:
    """Rule on the claim that the grab was for inward arrows."""
    turns: Events = ()
    if _may_have_turned(state):
        if settle.inward_candidates(state):
            return _ask_turned_again(state)
        turns = all_turned_again(state)
    state = fold(state, turns)
    faults = []
    # Inward arrows count when they are turned, not later.
    if not settle.inward_candidates(state) or not set(report.whose) <= set(settle.inward_candidates(state)):
        faults.append(settle.impossible_claim("us.inward", grabber))
    # Two players: only the hand that turned its card last may grab for them.
    if not matches.hand_may_grab(state, grabber):
        faults.append(settle.impossible_claim("us.two-inward", grabber))
    if faults:
        return Refused(tuple(faults))
    loser = _owner_of_last_inward(state, grabber, report.whose)
    if isinstance(loser, Unclear):
        return loser
    return Accepted((*turns, *settle.inward_won(state, grabber, loser=loser)))


def _owner_of_last_inward(state: State, winner: Seat, whose: tuple[Seat, ...]) -> Seat | Unclear | None:
    """Return who turned the arrows as a last card and lost the totem, or None; ask if it isn't clear."""
    if state.open_inward:
        return settle.last_inward(state, winner)
    candidates = whose or settle.inward_candidates(state)
    last = [seat for seat in candidates if not state.stacks[seat] and seat != winner]
    if len(candidates) > 1 and last:
        return Unclear(Question("whose_inward", winner))
    return last[0] if last else None


def _three_colours(state: State, grabber: Seat) -> AnyRuling:
    """Rule on the claim that the grab was for three top cards of one colour."""
    # Before all turned again, the second outward arrows were on top, which have no colour.
    turns = all_turned_again(state) if _may_have_turned(state) else ()
    state = fold(state, turns)
    # Three players, three top cards, one colour.
    if not matches.three_colours_possible(state):
        return Refused((settle.impossible_claim("us.three", grabber),))
    return Accepted((*turns, *settle.inward_won(state, grabber)))


def _wrong_grab(state: State, grabber: Seat, report: r.CallWrongGrab) -> AnyRuling:
    """Rule on the claim that the grab was wrong."""
    if _may_have_turned(state):
        return _ask_turned_again(state)
    if faults := right_faults(state, (grabber,)):
        return Refused(faults)
    late = report.late
    return _refuse_late(state, late, (grabber,)) or Accepted(settle.wrong_grab(state, grabber, late))


def right_faults(state: State, seats: tuple[Seat, ...]) -> tuple[Violation, ...]:
    """Return these seats' rights to the totem as violations; none unless all top cards are known."""
    if state.level is not Level.WATCHING or not matches.tops_known(state):
        return ()
    impossible = settle.impossible_claim
    # A seat in a match, or one that may grab for inward arrows, has a right to the totem.
    duels = [impossible("us.duel", seat) for seat in seats if matches.match_of(state, seat) is not None]
    inward = [impossible("us.inward", seat) for seat in seats if settle.may_take_inward(state, seat)]
    return (*duels, *inward)


def tied_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats that tied and still play, until they grab again or draw lots."""
    if isinstance(state.chase, Tied):
        return state.chase.grab.first
    if state.chase is not None or state.regrab_reason != "dead_heat":
        return ()
    return tuple(seat for seat in state.tied if seat in state.playing)


def call_wrong_heat(state: State, report: r.CallWrongHeat) -> AnyRuling:
    """Rule on a dead heat in which nobody had a right to the totem."""
    tied = tied_seats(state)
    # The table chose: they grab again, it names who pays, or all of them pay.
    chosen = state.rulings.dead_heat_wrong
    if not tied or chosen == "regrab" or (report.named is None) != (chosen == "both"):
        return Refused((settle.impossible_claim("us.wrong-grab"),))
    if report.named is not None and report.named not in tied:
        return Refused((settle.impossible_claim("us.wrong-grab", report.named),))
    turns = unentered_turns(state)
    state = fold(state, turns)
    if faults := right_faults(state, tied):
        return Refused(faults)
    offender, *others = tied if report.named is None else (report.named,)
    return Accepted((*turns, *settle.wrong_grab(state, offender, tuple(others))))


def call_not_turned(state: State, report: r.CallNotTurned) -> AnyRuling:
    """Rule on the answer that nobody had turned for the second outward arrows."""
    if not asks_turned_again(state):
        return Refused((settle.impossible_claim("us.outward-again"),))
    return Accepted((FlipPutOff(),))


def call_dropped(state: State, report: r.CallDropped) -> AnyRuling:
    """Rule on a dropped totem: that may happen at any time, to anybody."""
    if report.seat not in state.playing:
        return UNSEATED
    return Accepted(settle.totem_dropped(state, report.seat))


def call_fell(state: State, report: r.CallFell) -> AnyRuling:
    """Rule on a fallen totem: that may happen at any time."""
    return Accepted(settle.totem_fell(state))


def share_cards(state: State, report: r.ShareCards) -> AnyRuling:
    """Rule on how the cards are split among several losers."""
    chase = state.chase
    if not isinstance(chase, Sharing):
        return Refused((settle.impossible_claim("us.many-duel"),))
    winner = chase.grab.first[0]
    takers = tuple(share.seat for share in report.shares)
    faults = []
    # Every loser is named once, nobody else is, and all cards are given out.
    if sorted(takers) != sorted(chase.losers) or any(share.cards < 0 for share in report.shares):
        faults.append(settle.impossible_claim("us.many-duel", winner))
    missing = chase.cards - sum(share.cards for share in report.shares)
    if missing:
        details: dict[str, int | str] = {"missing": missing}
        faults.append(Violation("us.conserve", winner, details, (Remedy("count_again", details=details),)))
    # A loser turns the next card, and so must have one.
    given = sum(share.cards for share in report.shares if share.seat == report.starts)
    if report.starts not in chase.losers or not (given + state.stacks[report.starts]):
        faults.append(settle.impossible_claim("us.after-duel", winner))
    if faults:
        return Refused(tuple(faults))
    if chase.wrong == chase.losers:
        return Accepted(settle.penalty_shared(state, chase, report.shares, report.starts))
    return Accepted(
        settle.settle_duel(
            state, winner, chase.losers, chase.piles, report.shares, report.starts, wrong=bool(chase.wrong)
        )
    )
