"""The line of play: the positions that stand, and how they are judged again after a correction."""

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
    AnyGame,
    Crossing,
    E,
    Forgoing,
    R,
    Refused,
    Ruling,
    S,
    Steps,
    Unclear,
    Violation,
)
from companion.journal import Redone, StoredRow
from companion.match_reports import Insert, Replace, Strike
from companion.whole_file import CHECKPOINTS, program

MATCH_OVER: Refused[Any] = Refused((Violation("match.over"),))


class Position(Struct, Generic[S, R, E], frozen=True):
    """A point of the line of play: the entry that led there, its report and events, and the state after it.

    `stood` marks a report that was refused and let stand. The opening has neither report nor events. All
    positions that one correction inserted have that correction's entry number.
    """

    entry: int
    at: WallTime
    report: R | None
    events: tuple[E, ...]
    state: S
    stood: bool = False


# Corrections work for every game, so states, reports and events can't be typed here.
Line: TypeAlias = Sequence[Position[Any, Any, Any]]
Events: TypeAlias = tuple[Any, ...]
Happening: TypeAlias = tuple[Events | None, Events | None]
"""An entry's events before and after a correction; None if it wasn't there then, or never happened."""
Change: TypeAlias = Strike | Replace[Any] | Insert[Any]


class Misfit(Struct, frozen=True):
    """The first report that can't have happened after a correction, its entry, and why not.

    `new`: the correction itself contains it.
    """

    entry: int
    report: Any
    ruling: Refused[Any] | Unclear
    new: bool


class Replayed(Struct, frozen=True):
    """What stands from `entry` on after a correction, up to the `misfit` if there is one."""

    entry: int
    line: tuple[Redone[Any, Any], ...]
    misfit: Misfit | None = None


def happenings(line: Line, replayed: Replayed, changes: Sequence[Change]) -> list[Happening]:
    """Return each entry's events in the old `line` and after a correction, in the order of play."""
    struck = {change.entry for change in changes if isinstance(change, Strike)}
    old = {position.entry for position in line}
    after, both = list(replayed.line), list[Happening]()
    for position in line[index_of(line, replayed.entry) :]:
        while after and after[0].entry not in old:
            both.append((None, after.pop(0).events))
        if after and after[0].entry == position.entry:
            both.append((position.events, after.pop(0).events))
        else:
            # A claim that has become unnecessary: hands still did then what followed from it.
            both.append((position.events, None if position.entry in struck else ()))
    return both + [(None, inserted.events) for inserted in after]


class _Claim(Struct, frozen=True):
    """A report to be judged again: an entry's, or (`new`) one from the correction itself.

    `before` is the state that it followed in the old line, None for one from the correction.
    """

    entry: int
    report: Any
    stood: bool
    new: bool = False
    before: Any = None


def index_of(line: Line, entry: int) -> int | None:
    """Return the first index of an entry in the line; None if it doesn't stand, or is the opening."""
    return next((i for i, position in enumerate(line) if i and position.entry == entry), None)


def before(line: Line, entry: int) -> Line:
    """Return the part of a line before an entry; all of it if the entry doesn't stand."""
    return line[: index_of(line, entry)]


def judge_again(game: AnyGame, line: Line, changes: Sequence[Change], number: int) -> Replayed:
    """Judge a line again with `changes` applied, from the first changed entry on.

    Every changed entry must stand in the line. `number`: the correction's entry number, which all that it
    inserts gets.
    """
    first = min(index for change in changes if (index := index_of(line, change.entry)) is not None)
    start = line[first].entry
    state = line[first - 1].state
    redone: list[Redone[Any, Any]] = []
    for claim in _claims(line[first - 1 :], changes, number):
        ruling = _ruling(game, state, claim)
        if ruling is None:
            continue
        events = events_of(ruling, stood=claim.stood)
        if events is None:
            assert not isinstance(ruling, Accepted)
            return Replayed(start, tuple(redone), Misfit(claim.entry, claim.report, ruling, claim.new))
        state = reduce(game.evolve, events, state)
        redone.append(Redone(claim.entry, claim.report, events, claim.stood and isinstance(ruling, Refused)))
    return Replayed(start, tuple(redone))


def _ruling(game: AnyGame, state: Any, claim: _Claim) -> Ruling[Any] | None:
    """Rule on a claim; None if the referee now rules by itself on what it had to ask for then."""
    if not claim.new and isinstance(game, Forgoing) and game.moot(state, claim.report):
        return None
    if game.outcome(state) is not None:
        return MATCH_OVER
    if not claim.new and isinstance(game, Crossing):
        question = game.crossed(claim.before, state, claim.report)
        if question is not None:
            return Unclear(question)
    return game.judge(state, claim.report)


def _claims(line: Line, changes: Sequence[Change], number: int) -> Iterable[_Claim]:
    """Yield the claims to judge again: those of all positions but the first, with `changes` applied."""
    done: set[int] = set()
    for earlier, position in pairwise(line):
        entry = position.entry
        if entry not in done:
            done.add(entry)
            here = [change for change in changes if change.entry == entry]
            for insert in (change for change in here if isinstance(change, Insert)):
                yield _Claim(number, insert.report, insert.stood, new=True)
            for instead in (change for change in here if isinstance(change, Replace)):
                yield _Claim(entry, instead.report, instead.stood, new=True)
        if not any(isinstance(change, Strike | Replace) and change.entry == entry for change in changes):
            yield _Claim(entry, position.report, position.stood, before=earlier.state)


def events_of(ruling: Ruling[E], *, stood: bool) -> tuple[E, ...] | None:
    """Return the events of a ruling, or of a refusal if it `stood`; None if the report doesn't stand."""
    if isinstance(ruling, Accepted):
        return ruling.events
    return ruling.stands if isinstance(ruling, Refused) and stood else None


# Checkpoints: what stands after an entry, saved next to the journal so that a long record opens faster.
#
# A checkpoint is derived from the journal and may be deleted at any time. For every report that stands it
# has the entry, the time and the events, but no states: those are folded again, by today's rules. A seal
# binds it to the program's version and to every byte of the record up to its entry. One whose seal doesn't
# match is ignored.

FORM = 4
"""Version of the format. Raise it on any change in how entries are folded, or which of them are refused."""

EVERY = 1_000
"""Entries between checkpoints; the many shorter records need none."""


class StoredPosition(Struct, Generic[R, E], frozen=True):
    """A report that stands: a position without its state."""

    entry: int
    at: WallTime
    report: R
    events: tuple[E, ...]
    stood: bool


class Checkpoint(Struct, Generic[R, E], frozen=True):
    """The result of the first `length` entries: the line of play, and the entry that holds it, if any.

    `put_back` and `ticked`: see `Match`.
    """

    length: int
    line: tuple[StoredPosition[R, E], ...]
    hold: int | None
    abandoned: bool
    put_back: Steps = ()
    ticked: tuple[int, ...] = ()


# The types of reports and events are known only to the game.
AnyCheckpoint = Checkpoint[Any, Any]


class _Seal(Struct, frozen=True):
    match: str
    length: int
    seal: str


_encode = msgspec.json.Encoder().encode
_decode_seal = json_decoder(_Seal).decode


def encode_checkpoint(checkpoint: AnyCheckpoint, match: str, rows: Sequence[StoredRow]) -> bytes:
    """Return a checkpoint as bytes to save; `rows`: the record, at least up to the checkpoint."""
    body = _encode(checkpoint)
    digest = _digest(match, body, rows[: checkpoint.length])
    return _encode(_Seal(match, checkpoint.length, digest)) + b"\n" + body


def read_checkpoint(text: bytes, game: AnyGame, rows: Sequence[StoredRow]) -> AnyCheckpoint | None:
    """Return the checkpoint in saved bytes; None if it doesn't match this record."""
    head, _, body = text.partition(b"\n")
    try:
        seal = _decode_seal(head)
        covered = rows[: seal.length]
        if not 0 < seal.length == len(covered) or seal.seal != _digest(seal.match, body, covered):
            return None
        # These types are known only at run time.
        return from_json(body, Checkpoint[game.report_type, game.event_type])  # type: ignore[name-defined]
    except (ValueError, RecursionError):
        return None


def _digest(match: str, body: bytes, rows: Sequence[StoredRow]) -> str:
    digest = blake2b(_encode((FORM, program(), match, len(body))), digest_size=32)
    digest.update(body)
    for row in rows:
        digest.update(b"%d %d %d\n" % (row.n, row.crc, len(row.entry)))
        digest.update(row.entry)
    return digest.hexdigest()


def with_checkpoints(store: Path) -> Iterator[str]:
    """Yield the ids of the matches with a checkpoint."""
    for line in CHECKPOINTS.first_lines(store):
        with suppress(ValueError):
            yield _decode_seal(line).match
