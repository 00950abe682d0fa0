"""Judging reports: every rule, each with one comment above the line that decides it."""

from companion.game import UNSEATED, Accepted, Faults, Refused, Remedy, Seat, Violation
from companion.games.sheet import events as e
from companion.games.sheet import reports as r
from companion.games.sheet.evolve import evolve
from companion.games.sheet.figures import (
    ENTER_AGAIN,
    memory_after,
    memory_faults,
    points,
    refusal,
    row_faults,
    row_of,
    total_faults,
)
from companion.games.sheet.grabs import grab_open, judge_grab
from companion.games.sheet.model import Figures, State
from companion.games.sheet.score import ending, outcome
from companion.games.sheet.sheet import MOST_COLUMNS, MOST_TOOK


def judge(state: State, report: r.AnyReport) -> e.AnyRuling:
    """Rule on a report. `state` hasn't ended; the match sees to that."""
    match report:
        case r.TellRow():
            return _tell_row(state, report)
        case r.TellTurn(seat) | r.PassRound(seat) | r.TellFlag(seat) | r.GiveUp(seat) if (
            seat not in state.seats
        ):
            return UNSEATED
        case r.TellTurn():
            return _tell_turn(state, report)
        case r.PassRound():
            return _pass_round(state, report)
        case r.TurnRound():
            # Turns may be reversed if the sheet allows it, before the next one is entered.
            if not state.sheet.reverses:
                return refusal("sh.way", "never", Remedy(_entry_act(state), state.turn))
            return Accepted((e.TurnedRound(),))
        case r.StartClock() | r.PauseClock() | r.TellFlag() if state.sheet.clock is None:
            return refusal("sh.clock", "none", Remedy(ENTER_AGAIN))
        case r.StartClock():
            return _start_clock(state)
        case r.PauseClock(took):
            return _time_fault(state, took) or Accepted((e.ClockPaused(took),))
        case r.TellFlag(seat, took):
            return _tell_flag(state, seat, took)
        case r.GiveUp(seat):
            return _give_up(state, seat)
        case r.TellGrab() | r.VoidGrab() | r.CallRight() | r.CallWrong() | r.CallNobody():
            return _judge_answer(state, report)
        case r.CallEnd():
            return _call_end(state)


def _tell_row(state: State, report: r.TellRow) -> e.AnyRuling:
    # A sheet is filled in by rounds or by turns, not both.
    if state.sheet.told != "rounds":
        return refusal("sh.told", "turns", Remedy("tell_turn", state.turn), state.turn)
    # What a grab brought is entered once it is known who was right.
    if not state.settled:
        return grab_open(state)
    if faults := tuple(row_faults(state, report.figures)):
        return Refused(faults)
    # The later parts of a round are still to be entered.
    if state.part + 1 < len(state.parsed.parts):
        return Accepted((e.PartTold(state.part, report.figures),))
    row = (*state.begun, *report.figures)
    gained, too_large = _gained(state, row)
    return Refused(too_large) if too_large else _scored(state, e.RoundScored(row, gained))


def _tell_turn(state: State, report: r.TellTurn) -> e.AnyRuling:
    seat = report.seat
    if state.sheet.told != "turns":
        return refusal("sh.told", "rounds", Remedy("tell_row"), seat)
    # Cut the figures: more than any sheet has columns are as wrong as one too many.
    row = row_of(report.figures[: MOST_COLUMNS + 1])
    faults = list(row_faults(state, row, seat))
    if out_of_turn := _turn_fault(state, seat):
        return Refused((out_of_turn, *faults))
    if faults:
        return Refused(tuple(faults))
    if refused := _time_fault(state, report.took) or _flag_fault(state, seat, report.took):
        return refused
    gained, too_large = _gained(state, row, seat)
    if too_large:
        return Refused(too_large)
    return _scored(state, e.TurnScored(seat, report.figures, gained[seat], report.took))


def _pass_round(state: State, report: r.PassRound) -> e.AnyRuling:
    seat = report.seat
    # A player who passes is left out until the round is over.
    if not state.sheet.passes:
        return refusal("sh.pass", "never", Remedy(_entry_act(state), state.turn), seat)
    if out_of_turn := _turn_fault(state, seat):
        return Refused((out_of_turn,))
    refused = _time_fault(state, report.took) or _flag_fault(state, seat, report.took)
    return refused or _scored(state, e.Passed(seat, report.took))


def _entry_act(state: State) -> str:
    return "tell_turn" if state.sheet.told == "turns" else "tell_row"


def _turn_fault(state: State, seat: Seat) -> Violation | None:
    """Return why it can't be this seat's turn, or None."""
    # One turn after another, in the sheet's order.
    turn = state.turn
    if turn is not None and seat != turn:
        return Violation("sh.turn", seat, {"why": "turn", "turn": turn}, (Remedy("tell_turn", turn),))
    # If turns are chosen, everybody has one in a round.
    if seat not in state.to_come:
        return Violation("sh.turn", seat, {"why": "had"}, (Remedy("tell_turn"),))
    return None


def _flag_fault(state: State, seat: Seat, took: int) -> Refused[e.AnyEvent] | None:
    """Refuse a turn that ended after the seat's time was up, or return None."""
    # A turn longer than the clock allowed is no turn, if running out ends it.
    clock = state.sheet.clock
    if clock is not None and clock.runs_out != "told" and clock.out(state.had[seat], state.used + took):
        return refusal("sh.flag", "fallen", Remedy("tell_flag", seat), seat)
    return None


def _time_fault(state: State, took: int) -> Refused[e.AnyEvent] | None:
    """Refuse a time that can't have been measured, or return None."""
    # Times are reported only with a clock, and aren't negative.
    if not 0 <= took <= (0 if state.sheet.clock is None else MOST_TOOK):
        return refusal("sh.clock", "took", Remedy(ENTER_AGAIN))
    # While the table pauses, nobody's turn goes on.
    if state.sheet.clock is not None and not state.runs:
        return refusal("sh.pause", "paused", Remedy("start_clock"))
    return None


def _start_clock(state: State) -> e.AnyRuling:
    if state.runs:
        return refusal("sh.pause", "runs", Remedy("pause_clock"))
    return Accepted((e.ClockStarted(),))


def _tell_flag(state: State, seat: Seat, took: int) -> e.AnyRuling:
    clock = state.sheet.clock
    assert clock is not None, "without one no time is told"
    if refused := _time_fault(state, took):
        return refused
    if out_of_turn := _turn_fault(state, seat):
        return Refused((out_of_turn,))
    # A flag falls once in a turn, when nothing is left on that seat's clock.
    if state.fell or not clock.out(state.had[seat], state.used + took):
        return refusal("sh.flag", "again" if state.fell else "left", Remedy("tell_turn", seat), seat)
    return _scored(state, e.FlagFell(seat, took))


def _give_up(state: State, seat: Seat) -> e.AnyRuling:
    # If running out of time loses, a player can lose in other ways too: the table knows when.
    clock = state.sheet.clock
    if clock is None or clock.runs_out != "loses" or seat in state.out:
        return refusal("sh.lost", "gone" if seat in state.out else "never", Remedy("call_end"), seat)
    return _scored(state, e.GaveUp(seat))


def _judge_answer(state: State, report: r.Answer) -> e.AnyRuling:
    ruling = judge_grab(state, report)
    if isinstance(ruling, Refused):
        return ruling
    (event,) = ruling.events
    after = evolve(state, event)
    # Nobody is picked by seat number: those too close to separate press again.
    if after.hands.tied and not isinstance(event, e.GrabVoided):
        return Accepted((event, e.HeatCalled(after.hands.tied)))
    # If nothing else is to be entered, the answer is the row.
    if not after.settled or after.parsed.parts[0]:
        return ruling
    gained, too_large = _gained(after, ())
    if too_large:
        return Refused(too_large)
    row = _scored(after, e.RoundScored((), gained))
    return Accepted((event, *row.events))


def _gained(state: State, row: Figures, seat: Seat | None = None) -> tuple[tuple[int, ...], Faults]:
    """Return the points by side for a row, or a seat's turn, and what would get too large by it."""
    gained, memory = points(state, row, seat), memory_after(state, row, seat)
    return gained, (*total_faults(state, gained), *memory_faults(state, memory))


def _scored(state: State, event: e.AnyEvent) -> Accepted[e.AnyEvent]:
    """Return a row's event, with the end of the game if it follows."""
    result = ending(evolve(state, event))
    return Accepted((event,) if result is None else (event, e.Ended(result)))


def _call_end(state: State) -> e.AnyRuling:
    # The table may end the game at any time after the first round or turn.
    if not state.rows:
        return refusal("sh.end", "nothing", Remedy(ENTER_AGAIN))
    return Accepted((e.Ended(outcome(state, "sh.end")),))
