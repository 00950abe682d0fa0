"""Judge: every rule about what may be reported. One comment a rule, above where it is decided."""

from collections.abc import Callable
from typing import Any

from companion.game import Accepted, Level, Refused, Remedy, Ruling, Violation
from companion.games.ungle_speed.claims import (
    call_dropped,
    call_duel,
    call_fell,
    call_inward,
    call_three_colours,
    call_wrong_grab,
    share_cards,
)
from companion.games.ungle_speed.events import (
    AnyEvent,
    Ended,
    GrabVoided,
    HeatCalled,
    LevelSet,
    LotsCalled,
    Recounted,
    TotemTaken,
)
from companion.games.ungle_speed.evolve import evolve, fold
from companion.games.ungle_speed.model import Grab, State, Tied
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallDuel,
    CallEnd,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    DrawLots,
    Recount,
    SetLevel,
    ShareCards,
    TakeTotem,
    TurnAll,
    TurnCard,
    VoidGrab,
)
from companion.games.ungle_speed.score import ending, fewest
from companion.games.ungle_speed.settle import Events, explain, onward
from companion.games.ungle_speed.turning import turn_all, turn_card

Verdict = Ruling[AnyEvent]


def judge(state: State, report: AnyReport) -> Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    ruling = _JUDGES[type(report)](state, report)
    match ruling:
        case Accepted(events):
            return Accepted(_in_full(state, events))
        case Refused(violations, lies, stands) if stands is not None:
            return Refused(violations, lies, _in_full(state, stands))
    return ruling


def _in_full(state: State, events: Events) -> Events:
    """Return the events with what follows from them by itself."""
    after = fold(state, events)
    # Watching: what the grab was follows from the cards, without asking.
    explained = explain(after)
    after = fold(after, explained)
    # Out, and the winner: no stack and no face-up pile.
    outcome = ending(after) if after.ended is None else None
    return (*events, *explained, *((Ended(outcome),) if outcome else ()))


def _take_totem(state: State, report: TakeTotem) -> Verdict:
    grab = report.grab
    if not _grab_fits(state, grab):
        return Refused((Violation("match.no-such-seat"),))
    # The first to grab has it: while one grab is being ruled on there is no other.
    if state.chase is not None:
        return Refused((Violation("us.duel-won", grab.first[0], remedy=(Remedy("ask_again"),)),))
    if len(grab.first) == 1:
        return Accepted((TotemTaken(grab),))
    # Nearer than the sensors can tell: grab again, or draw lots, as the table chose.
    return Accepted((HeatCalled(grab) if state.rulings.dead_heat == "regrab" else LotsCalled(grab),))


def _grab_fits(state: State, grab: Grab) -> bool:
    seats = [*grab.first, *(touch.seat for touch in grab.touches)]
    return bool(grab.first) and len(set(grab.first)) == len(grab.first) and set(seats) <= set(state.seats)


def _void_grab(state: State, report: VoidGrab) -> Verdict:
    if state.chase is not None:
        return Refused((Violation("us.duel-won", remedy=(Remedy("ask_again"),)),))
    return Accepted((GrabVoided(report.reason),))


def _draw_lots(state: State, report: DrawLots) -> Verdict:
    # Lots are drawn over a dead heat only, among those who tied.
    if not isinstance(state.chase, Tied) or report.seat not in state.chase.grab.first:
        return Refused((Violation("us.duel-won", remedy=(Remedy("ask_again"),)),))
    grab = state.chase.grab
    return Accepted((TotemTaken(Grab((report.seat,), grab.touches, grab.band, grab.source)),))


def _call_end(state: State, report: CallEnd) -> Verdict:
    # Only when nobody can turn a card any more, and no grab is being ruled on.
    if any(state.stacks) or state.chase is not None:
        return Refused((Violation("us.out", remedy=(Remedy("count_again"),)),))
    return Accepted((Ended(fewest(state, "us.out")),))


def _recount(state: State, report: Recount) -> Verdict:
    # No card is ever lost or made: what was counted must be the whole deck.
    seats = len(state.stacks)
    if len(report.stacks) != seats or len(report.piles) != seats:
        return Refused((Violation("match.no-such-seat"),))
    counted = sum(report.stacks) + sum(report.piles) + report.pot
    missing = state.deck.size - state.aside - counted
    if missing or min(*report.stacks, *report.piles, report.pot) < 0:
        details: dict[str, int | str] = {"missing": missing}
        return Refused(
            (Violation("us.conserve", details=details, remedy=(Remedy("count_again", details=details),)),)
        )
    event = Recounted(report.stacks, report.piles, report.pot)
    return Accepted((event, *onward(evolve(state, event))))


def _set_level(state: State, report: SetLevel) -> Verdict:
    return Accepted((LevelSet(Level(report.level)),))


# By the report's type: each function takes exactly the type it stands under.
_JUDGES: dict[type, Callable[[State, Any], Verdict]] = {
    TurnCard: turn_card,
    TurnAll: turn_all,
    TakeTotem: _take_totem,
    VoidGrab: _void_grab,
    DrawLots: _draw_lots,
    CallDuel: call_duel,
    CallInward: call_inward,
    CallThreeColours: call_three_colours,
    CallWrongGrab: call_wrong_grab,
    CallDropped: call_dropped,
    CallFell: call_fell,
    ShareCards: share_cards,
    CallEnd: _call_end,
    Recount: _recount,
    SetLevel: _set_level,
}
