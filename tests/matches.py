"""Matches of tests: begun without a table, and told one thing after the other."""

from typing import Any, TypeAlias

from companion.clock import WallTime
from companion.copies import kept_of
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
    """Return a match that has just begun, of these people."""
    return Match.begin(game, facts, MatchHeader(name, game.name, plates), WallTime(at))


def keep(store: Store, *matches: AnyMatch) -> None:
    """Keep matches as they stand."""
    for match in matches:
        store.keep(kept_of(match), match.rows())


def submit(match: AnyMatch, *reports: Any, at: int = 0) -> Answer[Any, Any, Any]:
    """Tell these, one after the other; return what is answered to the last."""
    for report in reports:
        answer = match.submit(report, seen=match.length, at=WallTime(at))
    return answer


def tell(match: AnyMatch, report: Any) -> bool:
    """Submit something; tell whether it stands."""
    return isinstance(submit(match, report).ruling, Accepted)
