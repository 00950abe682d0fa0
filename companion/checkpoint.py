"""What stands after an entry, kept beside the journal: a long record is gone on with from there.

It is made from the journal, can be thrown away at any time, and says nothing that the journal doesn't say: of
every report that stands the entry, the time, and what followed. There is no state in it: those are folded
anew, by today's rules. A seal binds it to the version of the program, and to every byte of the record up to
its entry. One that doesn't fit is as good as none.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Generic

import msgspec
from msgspec import Struct

from companion.clock import WallTime
from companion.game import E, Game, R
from companion.journal import Row

FORM = 1
"""Version of what is in it. Whoever changes how entries are folded, or what is refused in one, raises it."""

EVERY = 1_000
"""Entries from one checkpoint to the next; few records are as long, and those that aren't need none."""

MOST = 20
"""So many are kept; the oldest goes."""

MOST_BYTES = 16 << 20
"""A line of play has some hundred reports of some hundred bytes."""


class Stands(Struct, Generic[R, E], frozen=True):
    """A report that stands: a position without its state."""

    entry: int
    at: WallTime
    report: R
    events: tuple[E, ...]
    stood: bool


class Checkpoint(Struct, Generic[R, E], frozen=True):
    """What the first `length` entries come to: the line of play, and which of them holds it."""

    length: int
    line: tuple[Stands[R, E], ...]
    hold: int | None
    abandoned: bool


# Whose reports and events these are is known only to the game.
AnyCheckpoint = Checkpoint[Any, Any]


class _Seal(Struct, frozen=True):
    match: str
    length: int
    seal: str


_encode = msgspec.json.Encoder().encode
_seal = msgspec.json.Decoder(_Seal)


def sealed(checkpoint: AnyCheckpoint, match: str, rows: Sequence[Row]) -> bytes:
    """Return a checkpoint as it is kept; `rows` is the record, or more of it."""
    body = _encode(checkpoint)
    seal = _sum(match, body, rows[: checkpoint.length])
    return _encode(_Seal(match, checkpoint.length, seal)) + b"\n" + body


def fitting(kept: bytes, game: Game[Any, Any, Any, Any], rows: Sequence[Row]) -> AnyCheckpoint | None:
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


def _sum(match: str, body: bytes, rows: Sequence[Row]) -> str:
    found = blake2b(_encode((FORM, _program(), match, len(body))), digest_size=32)
    found.update(body)
    for row in rows:
        found.update(b"%d %d %d\n" % (row.n, row.crc, len(row.entry)))
        found.update(row.entry)
    return found.hexdigest()


@cache
def _program() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("table-companion")
    except PackageNotFoundError:
        return ""


def beside(store: Path) -> Path:
    """Return the folder of the checkpoints of a store."""
    return store.with_name(store.name + "-checkpoints")


def read(store: Path, match: str) -> bytes:
    """Return what was kept of a match; nothing where there is none."""
    with suppress(OSError), _file(store, match).open("rb") as file:
        return file.read(MOST_BYTES)
    return b""


def write(store: Path, match: str, kept: bytes) -> None:
    """Keep a checkpoint, for the owner's eyes only, in place of the one before it.

    Nothing waits until it is on the disk: one that a power cut has torn doesn't bear its seal.
    """
    path = _file(store, match)
    partly = path.with_name(f"{path.name}.part")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(kept)
        partly.rename(path)
        newest_first = sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime_ns, reverse=True)
        for old in newest_first[MOST:]:
            old.unlink()


def matches(store: Path) -> Iterator[str]:
    """Yield which matches have one."""
    with suppress(OSError):
        for path in beside(store).iterdir():
            with suppress(OSError, ValueError), path.open("rb") as file:
                yield _seal.decode(file.readline(MOST_BYTES)).match


def throw_away(store: Path, match: str | None = None) -> None:
    """Remove the checkpoint of a match, or all there are."""
    with suppress(OSError):
        for path in [_file(store, match)] if match is not None else list(beside(store).iterdir()):
            path.unlink(missing_ok=True)


def _file(store: Path, match: str) -> Path:
    # Whoever brought a match has named it: that is no name for a file.
    return beside(store) / blake2b(match.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
