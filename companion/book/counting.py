"""Computes a store's book, from a cache of the matches that haven't changed.

The cache is a file next to the store. It can be deleted at any time: it is made again, and holds nothing that
the journals don't.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct

from companion.book import imported
from companion.book.figures import Book
from companion.book.played import Played, played
from companion.decoding import from_json, json_decoder
from companion.errors import CompanionError, UnknownGame
from companion.games.shelf import GAMES
from companion.store import StoreReader, typed
from companion.whole_file import read_plain, write_whole

FORM = 6
"""Version of the cache; others are discarded. Raise it when you change what is counted."""

MOST_BYTES = 256 << 20


class CachedMatch(Struct, frozen=True):
    """A cached match, with its record's length and checksum then; `played` is None if it was unreadable."""

    length: int
    crc: int
    played: Played | None


_decode = json_decoder(tuple[str, CachedMatch]).decode


def cache_path(store: Path) -> Path:
    """Return the path of a store's cache."""
    return store.with_name(store.name + "-book")


def compute(store: StoreReader, known: Mapping[str, CachedMatch] = {}) -> tuple[Book, dict[str, CachedMatch]]:
    """Compute a store's book; matches that are `known` and haven't changed since aren't read.

    Returns the book, and what is known now. Records that can't be read at all aren't in the book. Nor are
    those of a game that isn't installed, or that fails, until it no longer does. Raises StoreError if the
    store can't be read.
    """
    current: dict[str, CachedMatch] = {}
    newest = "(select cast({} as integer) from entry where match = id order by n desc limit 1)"
    query = f"select {typed('text', 'id')}, {newest.format('n')}, {newest.format('crc')} from match"
    for match, last, crc in store.read(query):
        if last is None:
            continue
        cached = known.get(match)
        if cached is None or (cached.length, cached.crc) != (last + 1, crc):
            try:
                cached = CachedMatch(last + 1, crc, _read_match(store, match))
            except KeyboardInterrupt:
                raise
            except BaseException:  # noqa: BLE001 - another author's game may raise anything, even SystemExit
                continue
        current[match] = cached
    readable = [cached.played for cached in current.values() if cached.played is not None]
    matches = [match for match in (*readable, *imported.results(store, current)) if match.game in GAMES]
    return Book.of(matches, store.people()), current


def _read_match(store: StoreReader, match: str) -> Played | None:
    """Return a match, None if its record can't be read; raises what its game does, and for wrong figures."""
    try:
        found = played(store.rows(match))
        if found.result is not None and len(found.result.standings) != found.players:
            raise ValueError(f"{len(found.result.standings)} places for {found.players} players")
        return from_json(msgspec.json.encode(found), Played)
    except UnknownGame:
        raise
    except CompanionError:
        return None


def read_cache(path: Path) -> dict[str, CachedMatch]:
    """Read the cache; empty if the file is damaged, of another version or missing.

    It has a line per match and is decoded line by line, so no other thread waits long.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            return {}
        first, *lines = read_plain(path, MOST_BYTES).split(b"\n")
        if first != _header(lines):
            return {}
        return dict(map(_decode, lines))
    except (OSError, ValueError, RecursionError):
        return {}


def write_cache(path: Path, known: Mapping[str, CachedMatch]) -> None:
    """Write the cache, readable by the owner only; a failure is ignored, since nothing is lost."""
    lines = [*map(msgspec.json.encode, known.items())]
    with suppress(OSError):
        write_whole(path, b"\n".join([_header(lines), *lines]), durable=False)


def _header(lines: Sequence[bytes]) -> bytes:
    """Return the cache's first line: its version, and the checksum of all other lines."""
    crc = 0
    for line in lines:
        crc = crc32(line, crc32(b"\n", crc))
    return b"%d %08x" % (FORM, crc)


def open_book(store: StoreReader) -> Book:
    """Return a store's book, using the cache and updating it."""
    path = cache_path(store.path)
    known = read_cache(path)
    book, current = compute(store, known)
    if current != known:
        write_cache(path, current)
    return book
