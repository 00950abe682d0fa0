"""Thumbnails of saved matches: who won, and the final table as everybody saw it.

A thumbnail is made once from the record and cached next to the store. It holds people's ids, not names. As a
program, `python -m ui.records.thumbnails STORE MATCH...` makes and caches them.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec import MsgspecError, Struct
from msgspec.msgpack import encode as pack
from msgspec.structs import replace

from companion.book.played import match_result
from companion.decoding import from_msgpack
from companion.errors import CompanionError, UnknownGame
from companion.game import TABLE
from companion.games.shelf import game_named
from companion.journal import NamePlate, StoredRow, header_of
from companion.match import Match
from companion.store import Store
from companion.whole_file import SMALL_ENDS, program
from ui.games.face import GameFace
from ui.games.registry import FACES, asked, table_of
from ui.stage.scene import Drawing, Picture, Slot, Viewport
from ui.storage.saver import Saver
from ui.storage.workers import run_in_process, worker_main
from ui.table.names import all_plates

FORM = 3
"""Version of the cached form; thumbnails of another version are made again."""


class Thumbnail(Struct, frozen=True, omit_defaults=True):
    """A match's result: the plates by player, as recorded, and the players who won.

    `facts` and `view` are what everybody may know of the end, as MessagePack. A match that goes on or was
    ended early has neither these nor winners, because its position may hold secrets.
    """

    plates: tuple[NamePlate, ...]
    won: tuple[int, ...] = ()
    game: str = ""
    facts: bytes = b""
    view: bytes = b""

    @property
    def ended(self) -> bool:
        """Whether the match was played to its end."""
        return bool(self.game)

    def drawing(self, plates: tuple[NamePlate, ...]) -> Drawing | None:
        """Return the final table's drawing with these plates; None if its game is gone or has changed."""

        def still(face: GameFace) -> Drawing | None:
            with suppress(MsgspecError):
                presenter, kind = table_of(face, self.facts, plates)
                return face.still(presenter, from_msgpack(self.view, kind))
            return None

        return asked(self.game, still, None) if self.game in FACES else None

    def board(self, plates: tuple[NamePlate, ...]) -> Picture:
        """Return a picture of the final table, cached for the last size; empty if it can't be drawn."""
        drawing = self.drawing(plates)

        @lru_cache(maxsize=1)
        def draw(room: Viewport) -> tuple[Slot, ...]:
            return () if drawing is None else asked(self.game, lambda _: drawing(room, None).items, ())

        return draw


def end_of(rows: Sequence[StoredRow]) -> Thumbnail:
    """Return a match's thumbnail; a record that can't be read to its end counts as not ended.

    Raises UnknownGame if its game isn't installed.
    """
    match: Match[Any, Any, Any, Any]
    try:
        header = header_of(rows[0].entry)
        match, loss = Match.restore(game_named(header.game), rows)
    except UnknownGame:
        raise
    except CompanionError:
        return Thumbnail(())
    plates = all_plates(match.header.plates, match.facts.players)
    outcome = None if loss is not None or header.game not in FACES else match_result(match)
    if outcome is None:
        return Thumbnail(plates)
    won = tuple(player for player, standing in enumerate(outcome.standings) if standing.won)
    facts, view = match.game.public(match.facts), match.game.view(match.state, TABLE)
    return Thumbnail(plates, won, header.game, pack(facts), pack(view))


def cached(store: Store, matches: Sequence[str]) -> dict[str, Thumbnail]:
    """Return the cached thumbnails by match: those that still fit their records and can be drawn."""
    ends = {}
    for match in matches:
        head, _, body = SMALL_ENDS.read(store.path, match).partition(b"\n")
        if head and head == _head(store, match, body):
            end = from_msgpack(body, Thumbnail)
            if end.game not in FACES or end.drawing(end.plates) is not None:
                ends[match] = end
    return ends


def make(store: Store, match: str) -> None:
    """Make and cache a match's thumbnail; do nothing if it was deleted, or its game is gone or fails."""
    try:
        end = end_of(store.rows(match))
        body = pack(replace(end, plates=tuple(plate.recorded for plate in end.plates)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - another author's game may raise anything, even SystemExit
        return
    SMALL_ENDS.write(store.path, match, _head(store, match, body) + b"\n" + body)
    if not store.has(match):
        # Deleted meanwhile: leave nothing of it.
        SMALL_ENDS.throw_away(store.path, match)


def _head(store: Store, match: str, body: bytes) -> bytes:
    """Return a cached file's first line: form and program version, match, last entry, checksum of `body`."""
    last = store.read("select n, crc from entry where match = ? order by n desc limit 1", match)
    return msgspec.json.encode((FORM, program(), match, last, crc32(body)))


def _make_all(store: Store, *matches: str) -> int:
    for match in matches:
        make(store, match)
    return len(matches)


OnFound = Callable[[Mapping[str, Thumbnail]], None]


class Thumbnails:
    """Finds thumbnails; missing ones are made in one process at a time, the latest request first."""

    def __init__(self, saver: Saver) -> None:
        self._saver = saver
        self._waiting: list[tuple[list[str], OnFound]] = []
        self._making = False

    def ask(self, matches: Sequence[str], on_found: OnFound) -> None:
        """Call `on_found` with the cached thumbnails of these matches, then with the others once made."""

        def answered(ends: dict[str, Thumbnail] | None) -> None:
            if ends is None:
                return
            on_found(ends)
            missing = [match for match in matches if match not in ends]
            if missing:
                self._waiting.append((missing, on_found))
                self._make()

        self._saver.ask_in_thread(lambda store: cached(store, matches), answered)

    def _make(self) -> None:
        if self._making or not self._waiting:
            return
        self._making = True
        missing, on_found = self._waiting.pop()

        def make_by_worker(store: Store) -> dict[str, Thumbnail]:
            run_in_process(int, "ui.records.thumbnails", str(store.path), *missing)
            return cached(store, missing)

        def made(ends: dict[str, Thumbnail] | None) -> None:
            self._making = False
            on_found(ends or {})
            self._make()

        self._saver.ask_in_thread(make_by_worker, made)


if __name__ == "__main__":
    worker_main(_make_all)
