"""What was told wrongly before and shows only now: the entries that a refusal rests on."""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Protocol, get_args, runtime_checkable

from msgspec import Struct

from companion.game import Accepted, E, F, Game, R, Refused, S, Violation
from companion.line import Position, before
from companion.match import Match
from companion.match_reports import Insert, Replace
from companion.rulings import LOOK_AGAIN


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


def mends(
    match: Match[F, S, R, E], report: R | Replace[R] | Insert[R], violations: tuple[Violation, ...]
) -> tuple[Mend[R], ...]:
    """Return the entries that the refusal of a report rests on; only what would help is offered."""
    line: Sequence[Position[S, R, E]] = match.line
    if isinstance(report, Replace | Insert):
        line, report = before(match.line, report.entry), report.report
    if not isinstance(report, get_args(match.game.report_type)):
        return ()
    found: list[Mend[R]] = []
    if isinstance(match.game, Mending):
        found = [mend for fault in violations for mend in match.game.mistold(line[1:], fault)]
    return tuple(
        mend if mend.report is not None and _helps(match, mend, report) else Mend(mend.entry, None)
        for mend in found or _contradicted(match.game, line, report, violations)
    )


def _contradicted(
    game: Game[F, S, R, E], line: Sequence[Position[S, R, E]], report: R, violations: tuple[Violation, ...]
) -> Iterator[Mend[R]]:
    """Yield the entry since which hands can't have done what a report says, as the record has the table."""
    if not any(map(_told_wrongly, violations)):
        return
    for earlier, later in zip(line[-2::-1], line[:0:-1], strict=True):
        ruling = game.judge(earlier.state, report)
        if not isinstance(ruling, Refused) or not any(map(_told_wrongly, ruling.violations)):
            yield Mend(later.entry, None)
            return


def _told_wrongly(fault: Violation) -> bool:
    return not fault.audience and any(step.act == LOOK_AGAIN for step in fault.remedy)


def _helps(match: Match[F, S, R, E], mend: Mend[R], report: R) -> bool:
    """Tell whether the record can be corrected so, and then takes the report that was refused."""
    assert mend.report is not None
    trial = match.aside()
    return all(
        isinstance(trial.submit(told, seen=trial.length, at=match.entries[-1].at).ruling, Accepted)
        for told in (Replace(mend.entry, mend.report), report)
    )
