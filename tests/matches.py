"""Matches for tests: begun without a table, and given one report after another."""

from typing import Any, TypeAlias

from companion.clock import WallTime
from companion.copies import stored_match
from companion.game import Accepted, Game
from companion.journal import MatchHeader, NamePlate
from companion.match import Answer, Match
from companion.store import Store

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


def new_match(
    game: Game[Any, Any, Any, Any],
    facts: Any,
    name: str = "m",
    plates: tuple[NamePlate, ...] = (),
    at: int = 0,
) -> AnyMatch:
    """Return a match of these people that has just begun."""
    return Match.begin(game, facts, MatchHeader(name, game.name, plates), WallTime(at))


def keep(store: Store, *matches: AnyMatch) -> None:
    """Save matches in their present state."""
    for match in matches:
        store.keep(stored_match(match), match.rows())


def submit(match: AnyMatch, *reports: Any, at: int = 0) -> Answer[Any, Any, Any]:
    """Submit these reports in turn; return the answer to the last."""
    for report in reports:
        answer = match.submit(report, seen=match.length, at=WallTime(at))
    return answer


def tell(match: AnyMatch, report: Any) -> bool:
    """Submit a report; return whether it was accepted."""
    return isinstance(submit(match, report).ruling, Accepted)
