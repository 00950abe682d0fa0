"""Matches for tests: begun without a table, and given one report after another."""

from itertools import pairwise
from typing import Any, TypeAlias

from msgspec.structs import fields

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


NOT_LISTED = {("Recount",), ("CorrectPiece",), ("VoidGrab",), ("GiveUp", "agreed")}
"""Kinds that `legal` needn't list: they set the record right, say what buttons did, or need everybody."""
MEASURED = {"took", "touches"}
"""Fields that only a clock or buttons fill in."""


def kinds_missing(match: AnyMatch) -> set[tuple[str, ...]]:
    """Return the kinds of moves that were made in a match and that `legal` doesn't list, as it should.

    A kind is a type with the names of the optional fields that say something, such as the card turned.
    """
    first: dict[tuple[str, ...], Any] = {}
    for before, after in pairwise(match.line):
        if not after.stood:
            first.setdefault(_kind(after.report), before.state)
    listed = ((kind, map(_kind, match.game.legal(state))) for kind, state in first.items())
    return {kind for kind, able in listed if kind not in able} - NOT_LISTED


def _kind(report: Any) -> tuple[str, ...]:
    optional = (field for field in fields(report) if not field.required and field.name not in MEASURED)
    said = (field.name for field in optional if getattr(report, field.name) != field.default)
    return (type(report).__name__, *said)
