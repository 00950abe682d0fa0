"""Judge: every rule about what may be reported. One comment a rule, above where it is decided."""

from companion.game import Accepted, Refused, Remedy, Violation
from companion.games.sheet.events import AnyEvent, Ended, PartTold, RoundScored, TurnScored, Verdict
from companion.games.sheet.evolve import evolve
from companion.games.sheet.figures import (
    ENTER_AGAIN,
    points,
    row_faults,
    total_faults,
    turn_faults,
    turn_points,
)
from companion.games.sheet.model import State
from companion.games.sheet.reports import AnyReport, CallEnd, TellRow, TellTurn
from companion.games.sheet.score import ending, outcome

NOBODY: Verdict = Refused((Violation("match.no-such-seat"),))


def judge(state: State, report: AnyReport) -> Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    match report:
        case TellRow():
            return _tell_row(state, report)
        case TellTurn(seat) if seat not in state.seats:
            return NOBODY
        case TellTurn():
            return _tell_turn(state, report)
        case CallEnd():
            return _call_end(state)


def _tell_row(state: State, report: TellRow) -> Verdict:
    # By rounds, or by turns: a sheet has one of them.
    if state.sheet.told != "rounds":
        return Refused(
            (Violation("sh.told", state.turn, {"why": "turns"}, (Remedy("tell_turn", state.turn),)),)
        )
    if faults := tuple(row_faults(state, report.figures)):
        return Refused(faults)
    # What is told later in the round is waited for.
    if state.part + 1 < len(state.worked.parts):
        return Accepted((PartTold(state.part, report.figures),))
    every = (*state.begun, *report.figures)
    brought = points(state, every)
    if faults := tuple(total_faults(state, brought)):
        return Refused(faults)
    return _played(state, RoundScored(every, brought))


def _tell_turn(state: State, report: TellTurn) -> Verdict:
    seat = report.seat
    if state.sheet.told != "turns":
        return Refused((Violation("sh.told", seat, {"why": "rounds"}, (Remedy("tell_row"),)),))
    faults = list(turn_faults(state, seat, report.figures))
    # One turn after the other, in the sheet's order.
    if state.turn is not None and seat != state.turn:
        wrong = Violation(
            "sh.turn", seat, {"why": "turn", "turn": state.turn}, (Remedy("tell_turn", state.turn),)
        )
        return Refused((wrong, *faults))
    if faults:
        return Refused(tuple(faults))
    brought = turn_points(state, seat, report.figures)
    if beyond := tuple(total_faults(state, [brought if other == seat else 0 for other in state.seats])):
        return Refused(beyond)
    return _played(state, TurnScored(seat, report.figures, brought))


def _played(state: State, event: AnyEvent) -> Verdict:
    """Return what follows when a row is over: the end, if it is one."""
    over = ending(evolve(state, event))
    return Accepted((event,) if over is None else (event, Ended(over)))


def _call_end(state: State) -> Verdict:
    # The table may end when it likes, once anything has been told.
    if not state.rows:
        return Refused((Violation("sh.end", None, {"why": "nothing"}, (Remedy(ENTER_AGAIN),)),))
    return Accepted((Ended(outcome(state, "sh.end")),))
