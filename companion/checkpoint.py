"""What stands after an entry, kept beside the journal: a long record is gone on with from there.

It is made from the journal, can be thrown away at any time, and says nothing that the journal doesn't say: of
every report that stands the entry, the time, and what followed. There is no state in it: those are folded
anew, by today's rules. A seal binds it to the version of the program, and to every byte of the record up to
its entry. One that doesn't fit is as good as none.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic

import msgspec
from msgspec import Struct

from companion.beside import CHECKPOINTS, program
from companion.clock import WallTime
from companion.game import E, Game, R, Steps
from companion.journal import KeptRow

FORM = 2
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
_seal = msgspec.json.Decoder(_Seal)


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
        return msgspec.json.decode(body, type=Checkpoint[game.report_type, game.event_type])  # type: ignore[name-defined]
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
