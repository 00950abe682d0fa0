"""The line of play: the positions that stand, and how they are judged anew when the record is corrected."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Generic, TypeAlias

from msgspec import Struct

from companion.clock import WallTime
from companion.game import Accepted, E, Forgoing, Game, R, Refused, Ruling, S, Unclear, Violation
from companion.journal import Redone
from companion.match_reports import Insert, Replace, Strike

OVER: Refused[Any] = Refused((Violation("match.over"),))


class Position(Struct, Generic[S, R, E], frozen=True):
    """A point of the line of play: the entry that led there, what it said, and the state after it.

    `stood` marks a report that was refused and let stand. The opening has neither report nor events. What one
    correction put in bears the number of that correction, however much it was.
    """

    entry: int
    at: WallTime
    report: R | None
    events: tuple[E, ...]
    state: S
    stood: bool = False


# A correction serves every game; states, reports and events are of types known only to that game.
AnyGame: TypeAlias = Game[Any, Any, Any, Any]
Line: TypeAlias = Sequence[Position[Any, Any, Any]]
Events: TypeAlias = tuple[Any, ...]
Happening: TypeAlias = tuple[Events | None, Events | None]
"""What followed from an entry before a correction and after it; None: it wasn't told, or never happened."""
Change: TypeAlias = Strike | Replace[Any] | Insert[Any]


class Misfit(Struct, frozen=True):
    """What can't have happened where it stands: `report`, which entry said it, and why not.

    `told`: the correction itself says it.
    """

    entry: int
    report: Any
    ruling: Refused[Any] | Unclear
    told: bool


class Anew(Struct, frozen=True):
    """What stands from `entry` on after a correction, up to the `misfit` where there is one."""

    entry: int
    line: tuple[Redone[Any, Any], ...]
    misfit: Misfit | None = None


def happened(line: Line, anew: Anew, changes: Sequence[Change]) -> list[Happening]:
    """Return what followed from each entry: by the `line` as it stood, and now, in the table's order."""
    struck = {change.entry for change in changes if isinstance(change, Strike)}
    stood = {position.entry for position in line}
    now, both = list(anew.line), list[Happening]()
    for position in line[index_of(line, anew.entry) :]:
        while now and now[0].entry not in stood:
            both.append((None, now.pop(0).events))
        if now and now[0].entry == position.entry:
            both.append((position.events, now.pop(0).events))
        else:
            # A claim that is needed no more was still followed by what hands did then.
            both.append((position.events, None if position.entry in struck else ()))
    return both + [(None, left.events) for left in now]


class _Claim(Struct, frozen=True):
    """A report to be judged anew: what an entry said, or what a correction says."""

    entry: int
    report: Any
    stood: bool
    told: bool = False


def index_of(line: Line, entry: int) -> int | None:
    """Return where in the line an entry begins, None where it doesn't stand. The opening isn't an entry."""
    return next((i for i, position in enumerate(line) if i and position.entry == entry), None)


def before(line: Line, entry: int) -> Line:
    """Return the line as it was before an entry; all of it where the entry doesn't stand in it."""
    return line[: index_of(line, entry)]


def judged_anew(game: AnyGame, line: Line, changes: Sequence[Change], number: int) -> Anew:
    """Judge a line as `changes` would have it, from the first changed entry on.

    Every changed entry stands in the line. `number` is that of the correction, which what it puts in bears.
    """
    first = min(index for change in changes if (index := index_of(line, change.entry)) is not None)
    begins = line[first].entry
    state = line[first - 1].state
    redone: list[Redone[Any, Any]] = []
    for claim in _claims(line[first:], changes, number):
        # The referee has ruled by itself now on what it had to ask for then.
        if not claim.told and isinstance(game, Forgoing) and game.moot(state, claim.report):
            continue
        ruling = OVER if game.outcome(state) is not None else game.judge(state, claim.report)
        events = events_of(ruling, stood=claim.stood)
        if events is None:
            assert not isinstance(ruling, Accepted)
            return Anew(begins, tuple(redone), Misfit(claim.entry, claim.report, ruling, claim.told))
        state = reduce(game.evolve, events, state)
        redone.append(Redone(claim.entry, claim.report, events, claim.stood and isinstance(ruling, Refused)))
    return Anew(begins, tuple(redone))


def _claims(line: Line, changes: Sequence[Change], number: int) -> Iterable[_Claim]:
    seen: set[int] = set()
    for position in line:
        entry = position.entry
        if entry not in seen:
            seen.add(entry)
            here = [change for change in changes if change.entry == entry]
            for insert in (change for change in here if isinstance(change, Insert)):
                yield _Claim(number, insert.report, insert.stood, told=True)
            for instead in (change for change in here if isinstance(change, Replace)):
                yield _Claim(entry, instead.report, instead.stood, told=True)
        if not any(isinstance(change, Strike | Replace) and change.entry == entry for change in changes):
            yield _Claim(entry, position.report, position.stood)


def events_of(ruling: Ruling[E], *, stood: bool) -> tuple[E, ...] | None:
    """Return what follows from a ruling, None for nothing; what is refused may stand if it `stood`."""
    if isinstance(ruling, Accepted):
        return ruling.events
    return ruling.stands if isinstance(ruling, Refused) and stood else None
