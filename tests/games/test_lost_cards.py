"""A card under the sofa ends no game: play continues without it, and it returns when found."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Accepted, Refused
from companion.games.sequence_states.reports import Recount as SequenceRecount
from companion.games.speed_mode.reports import Recount as SpeedRecount
from companion.games.ungle_speed.reports import Recount as UngleRecount
from companion.match import Match
from tests.contract.cases import CASES
from ui.contract.walk import begin


def counted(match: Any) -> Any:
    state = match.state
    match match.game.name:
        case "ungle-speed":
            return UngleRecount(state.stacks, tuple(map(len, state.piles)), len(state.pot))
        case "sequence-states":
            return SequenceRecount(state.deck, state.hands)
        case _:
            return SpeedRecount(state.deck, state.face_up, state.hands)


def without(report: Any, cards: int) -> Any:
    """Return a count with this many cards missing."""
    if isinstance(report, UngleRecount):
        return replace(report, stacks=(report.stacks[0] - cards, *report.stacks[1:]))
    return replace(report, deck=report.deck - cards)


def tell(match: Any, report: Any) -> Any:
    return match.submit(report, seen=match.length, at=WallTime(0)).ruling


@pytest.mark.parametrize("name", ["ungle_speed", "sequence_states", "speed_mode"])
def test_a_lost_card_is_missing_from_then_on_and_can_be_given_back(name: str) -> None:
    case = CASES[name]
    match: Any = begin(case, case.facts[0])
    whole = counted(match)
    one = without(whole, 1)
    refused = tell(match, one)
    assert isinstance(refused, Refused)
    assert refused.violations[0].details["missing"] == 1
    assert isinstance(tell(match, replace(one, short=2)), Refused), "one is missing, not two"
    assert isinstance(tell(match, replace(one, short=1)), Accepted)
    assert match.state.short == 1
    for _ in range(4):
        assert isinstance(tell(match, next(iter(case.game.legal(match.state)))), Accepted), "play goes on"
    assert isinstance(tell(match, counted(match)), Accepted), "a recount works"
    assert match.state.short == 1
    assert isinstance(tell(match, without(counted(match), 1)), Refused), "a count doesn't lose another one"
    again, loss = Match.restore(case.game, match.rows())
    assert (loss, again.state) == (None, match.state)
    assert isinstance(tell(match, without(counted(match), -1)), Accepted), "it was found"
    assert match.state.short == 0
    assert isinstance(tell(match, without(counted(match), -1)), Refused), "no card ever appears from nowhere"
