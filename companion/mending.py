"""What was told wrongly before and shows only now: the entries that a refusal rests on."""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, runtime_checkable

from msgspec import Struct

from companion.game import Accepted, E, F, R, S, Violation
from companion.match import Match, Position
from companion.match_reports import Replace


class Mend(Struct, Generic[R], frozen=True):
    """An entry that a refusal rests on.

    Had it read `report`, nothing would be refused; None: the referee knows of no such report.
    """

    entry: int
    report: R | None


@runtime_checkable
class Mending(Protocol):
    """What a game can do as well whose refusals may rest on what was told wrongly before."""

    # Each game's own types, as in `Game`.
    def mistold(self, line: Sequence[Position[Any, Any, Any]], violation: Violation) -> Iterator[Mend[Any]]:
        """Yield the entries of a line of play that a violation rests on, each with what it may have been."""
        ...


def mends(match: Match[F, S, R, E], report: R, violations: tuple[Violation, ...]) -> tuple[Mend[R], ...]:
    """Return the entries that the refusal of a report rests on; only what would help is offered."""
    if not isinstance(match.game, Mending):
        return ()
    found = [mend for fault in violations for mend in match.game.mistold(match.line[1:], fault)]
    return tuple(
        mend if mend.report is not None and _helps(match, mend, report) else Mend(mend.entry, None)
        for mend in found
    )


def _helps(match: Match[F, S, R, E], mend: Mend[R], report: R) -> bool:
    """Tell whether the record can be corrected so, and then takes the report that was refused."""
    assert mend.report is not None
    trial = Match(match.game, match.entries)
    return all(
        isinstance(trial.submit(told, seen=trial.length, at=match.entries[-1].at).ruling, Accepted)
        for told in (Replace(mend.entry, mend.report), report)
    )
