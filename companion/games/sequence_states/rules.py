"""Judge: every rule about what may be reported. One comment a rule, above where it is decided."""

from collections.abc import Callable
from typing import Any

from companion.game import Accepted, Details, Refused, Remedy, Violation
from companion.games.sequence_states.cards import BOX
from companion.games.sequence_states.events import (
    AnyEvent,
    CardDrawn,
    DeckShuffled,
    Ended,
    Recounted,
    TurnPassed,
    Verdict,
)
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.faults import NOBODY
from companion.games.sequence_states.model import State
from companion.games.sequence_states.moves import choose_five, pass_turn, place_chip, remove_chip
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    ForfeitAll,
    PassTurn,
    PlaceChip,
    Recount,
    RemoveChip,
    SwapDead,
)
from companion.games.sequence_states.score import ending
from companion.games.sequence_states.taking import call_talk, draw_card, forfeit, forfeit_all, swap_dead
from companion.rulings import may_lack


def judge(state: State, report: AnyReport) -> Verdict:
    """Rule on a report. `state` is not ended; the match sees to that."""
    ruling = _JUDGES[type(report)](state, report)
    match ruling:
        case Accepted(events):
            return Accepted(_in_full(state, events))
        case Refused(violations, lies, stands) if stands is not None:
            return Refused(violations, lies, _in_full(state, stands))
    return ruling


def _in_full(state: State, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Return the events with what follows from them by itself."""
    events = _shuffled(state, events)
    after = fold(state, events)
    outcome = ending(after)
    if outcome is not None:
        return (*events, Ended(outcome))
    # The ruling draws: the card for a move is taken for granted.
    if after.granted:
        drawn = tuple(CardDrawn(owed.seat) for owed in after.owed[: after.deck])
        events = _shuffled(state, (*events, *drawn))
        after = fold(state, events)
    # Whoever has no card, and can't take one, is passed over.
    turn = after.turn
    while not after.can_move(turn):
        turn = after.after(turn)
    return (*events, TurnPassed(turn)) if turn != after.turn else events


def _shuffled(state: State, events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """Return the events, and that the discards were shuffled where they leave no draw deck."""
    after = fold(state, events)
    # The draw deck is empty: all discard piles become a new one.
    lying = sum(map(len, after.discards))
    return (*events, DeckShuffled(lying)) if lying and not after.deck else events


def _recount(state: State, report: Recount) -> Verdict:
    if len(report.hands) != len(state.hands):
        return NOBODY
    # No card is ever made, and one is lost only if the table says so: what was counted is the box.
    missing = BOX - sum(map(len, state.discards)) - report.deck - sum(report.hands)
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(report.deck, *report.hands) < 0:
        details: Details = {"why": "count" if lacks else "negative", "missing": missing}
        return Refused((Violation("ss.box", None, details, (Remedy("count_again", details=details),)),))
    return Accepted((Recounted(report.deck, report.hands, missing),))


# By the report's type: each function takes exactly the type it stands under.
_JUDGES: dict[type, Callable[[State, Any], Verdict]] = {
    PlaceChip: place_chip,
    RemoveChip: remove_chip,
    ChooseFive: choose_five,
    SwapDead: swap_dead,
    DrawCard: draw_card,
    CallTalk: call_talk,
    Forfeit: forfeit,
    ForfeitAll: forfeit_all,
    PassTurn: pass_turn,
    Recount: _recount,
}
