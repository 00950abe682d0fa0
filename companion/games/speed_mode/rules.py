"""Judge: every rule about what may be reported. One comment a rule, above where it is decided."""

from companion.game import Accepted, Details, Refused, Remedy, Violation
from companion.games.speed_mode.board import DECK
from companion.games.speed_mode.drawing import exchange, pass_turn, replenish, turn_up
from companion.games.speed_mode.ending import finishing, played
from companion.games.speed_mode.events import (
    Ended,
    GroupsCounted,
    PlayedOn,
    Recounted,
    StuckCalled,
    Verdict,
    Why,
)
from companion.games.speed_mode.evolve import fold
from companion.games.speed_mode.faults import NOBODY, over_faults
from companion.games.speed_mode.making import make
from companion.games.speed_mode.model import FACE_UP, MOST_GROUPS, State
from companion.games.speed_mode.reports import (
    AnswerEnd,
    AnyReport,
    CallStuck,
    CountGroups,
    Exchange,
    MakeCombination,
    Pass,
    Recount,
    Replenish,
    TurnUp,
)
from companion.games.speed_mode.score import outcome
from companion.rulings import may_lack


def judge(state: State, report: AnyReport) -> Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    match report:
        case TurnUp():
            return turn_up(state, report)
        case AnswerEnd():
            return _answer_end(state, report)
        case CountGroups():
            return _count_groups(state, report)
        case Recount():
            return _recount(state, report)
        case _ if report.seat not in state.seats:
            return NOBODY
        case MakeCombination():
            return make(state, report)
        case Exchange():
            return exchange(state, report)
        case Replenish():
            return replenish(state, report)
        case Pass():
            return pass_turn(state, report)
        case CallStuck():
            return _call_stuck(state, report)


def _call_stuck(state: State, report: CallStuck) -> Verdict:
    seat = report.seat
    faults = list(over_faults(state, seat))
    # Not before the deck is exhausted.
    if state.deck:
        faults.append(Violation("sm.end", seat, {"why": "deck", "deck": state.deck}))
    # Once is enough, while nothing has changed since.
    if state.stuck[seat]:
        faults.append(Violation("sm.end", seat, {"why": "said"}))
    if faults:
        return Refused(tuple(faults))
    return Accepted(played(state, (StuckCalled(seat),)))


def _answer_end(state: State, report: AnswerEnd) -> Verdict:
    # Only where the table was asked.
    if not state.asked:
        return Refused((Violation("sm.end", details={"why": "not_asked", "exchanges": state.exchanges}),))
    return Accepted(finishing(state, Why.AGREED) if report.end else (PlayedOn(),))


def _count_groups(state: State, report: CountGroups) -> Verdict:
    # By hand only where the table has chosen so, and only when play is over.
    if not state.finished:
        return Refused((Violation("sm.unpaired", details={"why": "early"}),))
    if len(report.points) != len(state.hands):
        return NOBODY
    if not all(0 <= points <= MOST_GROUPS for points in report.points):
        return Refused((Violation("sm.unpaired", details={"why": "points", "most": MOST_GROUPS}),))
    counted = GroupsCounted(report.points)
    return Accepted((counted, Ended(outcome(fold(state, (counted,))))))


def _recount(state: State, report: Recount) -> Verdict:
    if len(report.hands) != len(state.hands):
        return NOBODY
    counts = (report.deck, report.face_up, *report.hands)
    # No card is ever made, and one is lost only if the table says so: what was counted is the deck.
    missing = DECK - sum(state.discards.values()) - sum(counts)
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(counts) < 0:
        details: Details = {"why": "count" if lacks else "negative", "missing": missing}
        return Refused((Violation("sm.setup", None, details, (Remedy("count_again", details=details),)),))
    # Five lie face up while the deck has cards, and never more.
    if report.face_up > FACE_UP or (report.deck and report.face_up < FACE_UP):
        wanted: Details = {"why": "five", "face_up": report.face_up, "deck": report.deck}
        return Refused((Violation("sm.face-up", None, wanted, (Remedy("turn_up", details=wanted),)),))
    return Accepted(played(state, (Recounted(report.deck, report.face_up, report.hands, missing),)))
