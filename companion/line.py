"""The line of play: the positions that stand, and how they are judged anew when the record is corrected."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, TypeAlias

import msgspec
from msgspec import Struct

from companion.clock import WallTime
from companion.decoding import from_json, json_decoder
from companion.game import (
    Accepted,
    Crossing,
    E,
    Forgoing,
    Game,
    R,
    Refused,
    Ruling,
    S,
    Steps,
    Unclear,
    Violation,
)
from companion.journal import KeptRow, Redone
from companion.match_reports import Insert, Replace, Strike
from companion.whole_file import CHECKPOINTS, program

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


class Replayed(Struct, frozen=True):
    """What stands from `entry` on after a correction, up to the `misfit` where there is one."""

    entry: int
    line: tuple[Redone[Any, Any], ...]
    misfit: Misfit | None = None


def happened(line: Line, anew: Replayed, changes: Sequence[Change]) -> list[Happening]:
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
    """A report to be judged anew: what an entry said, or what a correction says.

    `before` is the state that it followed on as the line stood, None for what the correction says.
    """

    entry: int
    report: Any
    stood: bool
    told: bool = False
    before: Any = None


def index_of(line: Line, entry: int) -> int | None:
    """Return where in the line an entry begins, None where it doesn't stand. The opening isn't an entry."""
    return next((i for i, position in enumerate(line) if i and position.entry == entry), None)


def before(line: Line, entry: int) -> Line:
    """Return the line as it was before an entry; all of it where the entry doesn't stand in it."""
    return line[: index_of(line, entry)]


def judged_anew(game: AnyGame, line: Line, changes: Sequence[Change], number: int) -> Replayed:
    """Judge a line as `changes` would have it, from the first changed entry on.

    Every changed entry stands in the line. `number` is that of the correction, which what it puts in bears.
    """
    first = min(index for change in changes if (index := index_of(line, change.entry)) is not None)
    begins = line[first].entry
    state = line[first - 1].state
    redone: list[Redone[Any, Any]] = []
    for claim in _claims(line[first - 1 :], changes, number):
        ruling = _ruling(game, state, claim)
        if ruling is None:
            continue
        events = events_of(ruling, stood=claim.stood)
        if events is None:
            assert not isinstance(ruling, Accepted)
            return Replayed(begins, tuple(redone), Misfit(claim.entry, claim.report, ruling, claim.told))
        state = reduce(game.evolve, events, state)
        redone.append(Redone(claim.entry, claim.report, events, claim.stood and isinstance(ruling, Refused)))
    return Replayed(begins, tuple(redone))


def _ruling(game: AnyGame, state: Any, claim: _Claim) -> Ruling[Any] | None:
    """Rule on a claim; None where the referee has ruled by itself now on what it had to ask for then."""
    if not claim.told and isinstance(game, Forgoing) and game.moot(state, claim.report):
        return None
    if game.outcome(state) is not None:
        return OVER
    if not claim.told and isinstance(game, Crossing):
        question = game.crossed(claim.before, state, claim.report)
        if question is not None:
            return Unclear(question)
    return game.judge(state, claim.report)


def _claims(line: Line, changes: Sequence[Change], number: int) -> Iterable[_Claim]:
    """Yield what is judged anew: of a line, all that follows on its first position."""
    seen: set[int] = set()
    for earlier, position in pairwise(line):
        entry = position.entry
        if entry not in seen:
            seen.add(entry)
            here = [change for change in changes if change.entry == entry]
            for insert in (change for change in here if isinstance(change, Insert)):
                yield _Claim(number, insert.report, insert.stood, told=True)
            for instead in (change for change in here if isinstance(change, Replace)):
                yield _Claim(entry, instead.report, instead.stood, told=True)
        if not any(isinstance(change, Strike | Replace) and change.entry == entry for change in changes):
            yield _Claim(entry, position.report, position.stood, before=earlier.state)


def events_of(ruling: Ruling[E], *, stood: bool) -> tuple[E, ...] | None:
    """Return what follows from a ruling, None for nothing; what is refused may stand if it `stood`."""
    if isinstance(ruling, Accepted):
        return ruling.events
    return ruling.stands if isinstance(ruling, Refused) and stood else None


# What stands after an entry, kept beside the journal: a long record is gone on with from there.
#
# It is made from the journal, can be thrown away at any time, and says nothing that the journal doesn't say:
# of every report that stands the entry, the time, and what followed. There is no state in it: those are
# folded anew, by today's rules. A seal binds it to the version of the program, and to every byte of the
# record up to its entry. One that doesn't fit is as good as none.

FORM = 3
"""Version of what is in it. Whoever changes how entries are folded, or what is refused in one, raises it."""

EVERY = 1_000
"""Entries from one checkpoint to the next; few records are as long, and those that aren't need none."""


class Stands(Struct, Generic[R, E], frozen=True):
    """A report that stands: a position without its state."""

    entry: int
    at: WallTime
    report: R
    events: tuple[E, ...]
    stood: bool


class Checkpoint(Struct, Generic[R, E], frozen=True):
    """What the first `length` entries come to: the line of play, and which of them holds it.

    `put_back` and `ticked`: as of a match.
    """

    length: int
    line: tuple[Stands[R, E], ...]
    hold: int | None
    abandoned: bool
    put_back: Steps = ()
    ticked: tuple[int, ...] = ()


# Whose reports and events these are is known only to the game.
AnyCheckpoint = Checkpoint[Any, Any]


class _Seal(Struct, frozen=True):
    match: str
    length: int
    seal: str


_encode = msgspec.json.Encoder().encode
_seal = json_decoder(_Seal)


def sealed(checkpoint: AnyCheckpoint, match: str, rows: Sequence[KeptRow]) -> bytes:
    """Return a checkpoint as it is kept; `rows` is the record, or more of it."""
    body = _encode(checkpoint)
    seal = _sum(match, body, rows[: checkpoint.length])
    return _encode(_Seal(match, checkpoint.length, seal)) + b"\n" + body


def fitting(kept: bytes, game: Game[Any, Any, Any, Any], rows: Sequence[KeptRow]) -> AnyCheckpoint | None:
    """Return the checkpoint of a record out of what was kept; None where that is none of this record."""
    head, _, body = kept.partition(b"\n")
    try:
        said = _seal.decode(head)
        upto = rows[: said.length]
        if not 0 < said.length == len(upto) or said.seal != _sum(said.match, body, upto):
            return None
        # Which structs these are is known only here, at run time.
        return from_json(body, Checkpoint[game.report_type, game.event_type])  # type: ignore[name-defined]
    except (ValueError, RecursionError):
        return None


def _sum(match: str, body: bytes, rows: Sequence[KeptRow]) -> str:
    found = blake2b(_encode((FORM, program(), match, len(body))), digest_size=32)
    found.update(body)
    for row in rows:
        found.update(b"%d %d %d\n" % (row.n, row.crc, len(row.entry)))
        found.update(row.entry)
    return found.hexdigest()


def matches(store: Path) -> Iterator[str]:
    """Yield which matches have one."""
    for line in CHECKPOINTS.first_lines(store):
        with suppress(ValueError):
            yield _seal.decode(line).match
