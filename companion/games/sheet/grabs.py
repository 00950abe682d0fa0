"""Grabs on a sheet: who answers, and who is next after a wrong answer. One comment for each rule."""

from collections.abc import Collection
from typing import TypeAlias

from msgspec.structs import replace

from companion.game import UNSEATED, Accepted, Refused, Remedy, Seat
from companion.games.sheet import events as e
from companion.games.sheet import reports as r
from companion.games.sheet.figures import ENTER_AGAIN, refusal
from companion.games.sheet.model import State
from companion.grab import Grab, Touch

PRESS, TELL_ANSWER = "press", "tell_answer"

Order: TypeAlias = tuple[tuple[Seat, ...], ...]
GrabRuling: TypeAlias = Accepted[e.AnyEvent] | Refused[e.AnyEvent]


def judge_grab(state: State, report: r.Answer) -> GrabRuling:
    """Rule on a report about a grab; what is accepted is one event."""
    if state.sheet.grab is None:
        return refusal("sh.grab", "none", Remedy(ENTER_AGAIN))
    match report:
        case r.TellGrab(grab):
            return _tell_grab(state, grab)
        case r.VoidGrab(reason):
            # If nobody can tell who was first, nobody is picked: the same hands press again.
            return Accepted((e.GrabVoided(reason),)) if state.may_grab else grab_open(state)
        case r.CallRight():
            answering = state.hands.answering
            return grab_open(state) if answering is None else Accepted((e.SaidRight(answering),))
        case r.CallWrong(touches):
            return _call_wrong(state, touches)
        case r.CallNobody():
            return _call_nobody(state)


def grab_open(state: State) -> Refused[e.AnyEvent]:
    """Refuse a report at this stage of the grab, and say what is next: a row, an answer or a press."""
    if state.settled:
        return refusal("sh.grab", "settled", Remedy("tell_row"))
    if state.hands.answering is not None:
        return refusal("sh.grab", "says", Remedy(TELL_ANSWER, state.hands.answering), state.hands.answering)
    return refusal("sh.grab", "open", Remedy(PRESS))


def _tell_grab(state: State, grab: Grab) -> GrabRuling:
    if not state.may_grab:
        return grab_open(state)
    seats = {*grab.first, *(touch.seat for touch in grab.touches)}
    if not grab.first or not seats <= set(state.seats):
        return UNSEATED
    order = _only(grab.order, state.may_grab)
    # Nobody answers twice in one question, and after a dead heat only those in it press again.
    if not order:
        seat = grab.first[0]
        if state.hands.tied:
            return refusal("sh.heat", "outside", Remedy(PRESS), seat)
        why = "answered" if seat in state.hands.wrong else "partner"
        return refusal("sh.again", why, Remedy(PRESS), seat)
    # Those of a dead heat who didn't press again come after those who did, but before all later hands.
    queue = _followed_by(order, state.hands.order)
    # With a bell only the first hand counts.
    return Accepted((e.Grabbed(grab, queue if _buzzer(state) else queue[:1]),))


def _call_wrong(state: State, touches: tuple[Touch, ...]) -> GrabRuling:
    hands, answering = state.hands, state.hands.answering
    if answering is None:
        return grab_open(state)
    if not {touch.seat for touch in touches} <= set(state.seats):
        return UNSEATED
    side = state.team_of[answering]
    others = [seat for seat in state.not_answered if state.team_of[seat] != side]
    # The next in order of presses answers; presses after the verdict are part of that order.
    later = _only(replace(hands.grab, touches=touches).order, others) if touches and hands.grab else ()
    queue = _followed_by(later, _only(hands.order[1:], others)) if _buzzer(state) else ()
    return Accepted((e.SaidWrong(answering, queue, touches if queue else ()),))


def _call_nobody(state: State) -> GrabRuling:
    # A question can be given up. A bell need not be rung at all, so there is nothing to give up.
    if not _buzzer(state):
        return refusal("sh.nobody", "bell", Remedy(PRESS))
    return Accepted((e.NobodyKnew(),)) if state.may_grab else grab_open(state)


def _buzzer(state: State) -> bool:
    return state.sheet.grab is not None and state.sheet.grab.kind == "buzzer"


def _followed_by(order: Order, others: Order) -> Order:
    """Return an order, followed by those of another order who aren't in it."""
    named = {seat for group in order for seat in group}
    return (*order, *_only(others, {seat for group in others for seat in group} - named))


def _only(order: Order, seats: Collection[Seat]) -> Order:
    """Return an order reduced to these seats."""
    groups = (tuple(seat for seat in group if seat in seats) for group in order)
    return tuple(group for group in groups if group)
