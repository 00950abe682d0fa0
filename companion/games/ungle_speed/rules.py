"""Judging reports: every rule, each with one comment above the line that decides it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import (
    NO_SUCH_SEAT,
    UNSEATED,
    Accepted,
    Level,
    Question,
    Refused,
    Remedy,
    Seat,
    Violation,
    followed,
    may_lack,
)
from companion.games.ungle_speed import claims, settle
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.evolve import evolve, fold
from companion.games.ungle_speed.model import Grab, State, Tied
from companion.games.ungle_speed.score import ending, fewest
from companion.games.ungle_speed.turning import turn_all, turn_card, turn_next, unentered_turns


def judge(state: State, report: r.AnyReport) -> e.AnyRuling:
    """Rule on a report. `state` hasn't ended; the match sees to that."""
    prior = unentered_turns(state) if isinstance(report, _ABOUT_TOTEM) else ()
    table = fold(state, prior)
    if table.flip is not None and not table.flip.seats and _shows_no_duel(table, report):
        # Outward arrows were a player's last card, and act now that no duel came with them.
        winners = settle.last_outward(table) or (table.flip.owner,)
        prior = (*prior, e.FlipEnded(), *settle.outward_wins(table, winners))
        table = fold(state, prior)
    ended = table.ended is not None and state.ended is None
    ruling: e.AnyRuling = Accepted(()) if ended else _JUDGES[type(report)](table, report)
    return followed(ruling, lambda events: _with_consequences(state, (*prior, *events)))


def _shows_no_duel(state: State, report: r.AnyReport) -> bool:
    """Return whether a report rules out a duel between the cards on the table."""
    if state.chase is not None:
        return isinstance(report, _NO_DUEL)
    return not isinstance(report, _CARDLESS)


def _with_consequences(state: State, events: e.Events) -> e.Events:
    """Return the events with everything that follows from them automatically."""
    after = fold(state, events)
    # Watching: the cards show what the grab was, so nobody is asked.
    explained = settle.explain(after)
    after = fold(after, explained)
    # Out, and the winner: no stack and no face-up pile.
    ended = _end(after)
    if ended or after.ended is not None or settle.race_possible(after):
        return (*events, *explained, *ended)
    # If no race for the totem is possible, last coloured arrows cost their owner now.
    taken = settle.last_coloured(after)
    return (*events, *explained, *taken, *_end(fold(after, taken)))


def _end(state: State) -> e.Events:
    outcome = ending(state) if state.ended is None else None
    return (e.Ended(outcome),) if outcome is not None else ()


def _take_totem(state: State, report: r.TakeTotem) -> e.AnyRuling:
    grab = report.grab
    if not _grab_fits(state, grab):
        return UNSEATED
    # The first to grab has it: while one grab is being ruled on there is no other.
    if state.chase is not None:
        return Refused((settle.impossible_claim("us.duel-won", grab.first[0]),))
    if len(grab.first) == 1:
        return Accepted((e.TotemTaken(grab),))
    # Too close for the sensors to separate: grab again or draw lots, as the table chose.
    return Accepted((e.HeatCalled(grab) if state.rulings.dead_heat == "regrab" else e.LotsCalled(grab),))


def _grab_fits(state: State, grab: Grab) -> bool:
    seats = [*grab.first, *(touch.seat for touch in (*grab.touches, *grab.drawn))]
    return bool(grab.first) and len(set(grab.first)) == len(grab.first) and set(seats) <= set(state.playing)


def _void_grab(state: State, report: r.VoidGrab) -> e.AnyRuling:
    if state.chase is not None:
        return Refused((settle.impossible_claim("us.duel-won"),))
    return Accepted((e.GrabVoided(report.reason),))


def _draw_lots(state: State, report: r.DrawLots) -> e.AnyRuling:
    # Lots are drawn over a dead heat only, among those who tied.
    if not isinstance(state.chase, Tied) or report.seat not in state.chase.grab.first:
        return Refused((settle.impossible_claim("us.duel-won"),))
    grab = state.chase.grab
    return Accepted((e.TotemTaken(replace(grab, first=(report.seat,))),))


def _call_end(state: State, report: r.CallEnd) -> e.AnyRuling:
    # Only when nobody can turn a card any more, and no grab is being ruled on.
    if any(state.can_turn(seat) for seat in state.seats) or state.chase is not None:
        return Refused((Violation("us.called-end", remedy=(Remedy("count_again"),)),))
    return Accepted((e.Ended(fewest(state, "us.called-end")),))


def _recount(state: State, report: r.Recount) -> e.AnyRuling:
    # The count must add up to the deck: no card is ever made, and one is lost only if the table says so.
    seats = len(state.stacks)
    if len(report.stacks) != seats or len(report.piles) != seats:
        return UNSEATED
    counted = sum(report.stacks) + sum(report.piles) + report.pot
    missing = state.deck.size - state.aside - counted
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(*report.stacks, *report.piles, report.pot) < 0:
        details: dict[str, int | str] = {"missing": missing}
        return Refused((Violation("us.conserve", None, details, (Remedy("count_again", details=details),)),))
    event = e.Recounted(report.stacks, report.piles, report.pot, missing)
    after = evolve(state, event)
    if report.turn is None:
        return Accepted((event, *settle.onward(after)))
    faults = turn_faults(after, report.turn)
    return Refused(faults) if faults else Accepted((event, e.TurnPassed(report.turn)))


def _set_turn(state: State, report: r.SetTurn) -> e.AnyRuling:
    faults = turn_faults(state, report.seat)
    return Refused(faults) if faults else Accepted((e.TurnPassed(report.seat),))


def turn_faults(state: State, seat: Seat) -> tuple[Violation, ...]:
    """Return every reason why it can't be this seat's turn."""
    if seat not in state.playing:
        return (NO_SUCH_SEAT,)
    faults = []
    # During a flip or while a grab is being ruled on, it is nobody's turn yet.
    if state.chase is not None or state.flip is not None:
        faults.append(settle.impossible_claim("us.turn", seat))
    if not state.can_turn(seat):
        faults.append(Violation("us.last-card", seat, remedy=(Remedy("count_again"),)))
    return tuple(faults)


def _leave_table(state: State, report: r.LeaveTable) -> e.AnyRuling:
    seat = report.seat
    if seat not in state.playing:
        return UNSEATED
    others = [other for other in state.playing if other != seat]
    # At least two must play on, so with two players nobody leaves. A grab or a flip is finished first.
    busy = state.chase is not None or state.flip is not None
    if state.two_handed or len(others) < 2 or busy:
        rule = "us.players" if not busy else "us.duel-won"
        return Refused((settle.impossible_claim(rule, seat),))
    dealt: tuple[r.Share, ...] = ()
    if state.rulings.leaver == "dealt":
        # Dealt out as at the beginning: one at a time, clockwise, from the left of the player who leaves.
        receivers = [other for other in state.clockwise(seat) if other in others]
        share, extra = divmod(state.cards(seat), len(receivers))
        dealt = tuple(r.Share(other, share + (n < extra)) for n, other in enumerate(receivers))
    event = e.SeatLeft(seat, dealt)
    return Accepted((event, *settle.onward(evolve(state, event))))


def _set_level(state: State, report: r.SetLevel) -> e.AnyRuling:
    return Accepted((e.LevelSet(Level(report.level)),))


_NO_DUEL = (r.CallInward, r.CallThreeColours, r.CallWrongGrab, r.CallDropped, r.CallFell)
"""Reports that show that a grab was not for a duel."""
_ABOUT_TOTEM = (*_NO_DUEL, r.CallDuel, r.CallNotTurned)
"""Reports about the totem. By the time of one, all cards of a flip have been turned."""

_CARDLESS = (r.TakeTotem, r.VoidGrab, r.CallDuel, r.SetLevel)
"""Reports that don't show whether there was a duel."""

_ANSWERS = (r.CallDuel, r.CallInward, r.CallThreeColours, r.CallWrongGrab, r.CallNotTurned)
"""Reports that only make sense while a grab waits for them."""


def moot(state: State, report: r.AnyReport) -> bool:
    """Return whether a claim has nothing left to answer: its grab was ruled on, or there was none."""
    return state.chase is None and isinstance(report, _ANSWERS)


_TURNS = (r.TurnCard, r.TurnNext, r.TurnAll)
"""Reports of turned cards."""


def crossed(before: State, now: State, report: r.AnyReport) -> Question | None:
    """Ask whether a card was turned before a grab if a correction would swap the two, or return None."""
    chase = now.chase or before.chase
    if not isinstance(report, _TURNS) or chase is None or (now.chase and before.chase):
        return None
    # A removed grab moved no card, so nothing has swapped.
    if now.chase is None and _table(before) == _table(now):
        return None
    return Question("turned_before_grab", chase.grab.first[0])


def _table(state: State) -> tuple[Seat, tuple[int, ...], tuple[int, ...]]:
    """Return whose turn it is, and the sizes of stacks and piles."""
    return state.turn, state.stacks, tuple(map(len, state.piles))


# By report type: each function takes exactly that type.
_JUDGES: dict[type, Callable[[State, Any], e.AnyRuling]] = {
    r.TurnCard: turn_card,
    r.TurnNext: turn_next,
    r.TurnAll: turn_all,
    r.TakeTotem: _take_totem,
    r.VoidGrab: _void_grab,
    r.DrawLots: _draw_lots,
    r.CallDuel: claims.call_grab,
    r.CallInward: claims.call_grab,
    r.CallThreeColours: claims.call_grab,
    r.CallWrongGrab: claims.call_grab,
    r.CallWrongHeat: claims.call_wrong_heat,
    r.CallNotTurned: claims.call_not_turned,
    r.CallDropped: claims.call_dropped,
    r.CallFell: claims.call_fell,
    r.ShareCards: claims.share_cards,
    r.CallEnd: _call_end,
    r.Recount: _recount,
    r.SetTurn: _set_turn,
    r.LeaveTable: _leave_table,
    r.SetLevel: _set_level,
}
