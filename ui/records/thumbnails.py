"""How kept matches ended, in small: who won, and the final board as a little picture.

That is made once, from the record, and kept beside the store; it can be thrown away, and holds ids and no
names. As a program, `python -m ui.records.thumbnails STORE THEME MATCH...` makes and keeps it,
drawn in the theme of that setting.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zlib import compress, crc32, decompress

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.book.played import came_to
from companion.decoding import json_decoder
from companion.errors import CompanionError, UnknownGame
from companion.game import TABLE
from companion.games.shelf import game_named
from companion.journal import KeptRow, NamePlate, header_of
from companion.match import Match
from companion.store import Store
from companion.whole_file import SMALL_ENDS, program
from ui.games.registry import FACES, presenter_of
from ui.stage import theme
from ui.stage.pixels import pixels
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.storage.saver import Saver
from ui.storage.workers import answer, apart
from ui.table.telling import all_plates

WIDE, HIGH = 192, 144
"""Of the picture, in pixels: as large as a row of the list shows it at 1280x720."""
ROOM = Viewport(Rect(0, 0, 480, 360))
"""The room that the table is drawn for, before it becomes so small."""

FORM = 2
"""Version of what is kept; another one is made again. Whoever changes the drawings raises it."""


class Thumbnail(Struct, frozen=True, omit_defaults=True):
    """How a match came out: by player the plate of its record, and who won.

    The picture is rows from the top, three bytes a pixel. A match that goes on, or was broken off, has
    neither picture nor winners: its position may hold secrets.
    """

    plates: tuple[NamePlate, ...]
    won: tuple[int, ...] = ()
    picture: bytes = b""

    @property
    def ended(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.picture)


_decode = json_decoder(Thumbnail).decode


def end_of(rows: Sequence[KeptRow]) -> Thumbnail:
    """Return how a match came out; a record that can't be read to its end hasn't ended.

    UnknownGame where its game isn't here.
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
    came = None if loss is not None or header.game not in FACES else came_to(match)
    if came is None:
        return Thumbnail(plates)
    view = match.game.view(match.state, TABLE)
    scene = FACES[header.game]().still(presenter_of(match), view)(ROOM, None)
    won = tuple(player for player, standing in enumerate(came.standings) if standing.won)
    return Thumbnail(plates, won, pixels(scene, ROOM.rect, WIDE, HIGH, theme.GROUND))


def kept(store: Store, matches: Sequence[str]) -> dict[str, Thumbnail]:
    """Return those of matches that are kept, and fit their records as these stand now."""
    found = {}
    for match in matches:
        head, _, rest = SMALL_ENDS.read(store.path, match).partition(b"\n")
        if head and head == _head(store, match, rest):
            body, _, picture = rest.partition(b"\n")
            found[match] = replace(_decode(body), picture=decompress(picture) if picture else b"")
    return found


def make(store: Store, match: str) -> None:
    """Keep how a match ended; nothing where it isn't kept any more, or its game isn't here now."""
    try:
        end = end_of(store.rows(match))
    except UnknownGame:
        return
    # The picture stands behind it, packed.
    body = msgspec.json.encode(Thumbnail(tuple(plate.recorded for plate in end.plates), end.won))
    rest = body + b"\n" + (compress(end.picture) if end.picture else b"")
    SMALL_ENDS.write(store.path, match, _head(store, match, rest) + b"\n" + rest)
    if not store.has(match):
        # Deleted meanwhile: nothing of it may stay.
        SMALL_ENDS.throw_away(store.path, match)


def _head(store: Store, match: str, rest: bytes) -> bytes:
    """Return the first line of what is kept: by which program, in which theme, of which
    record, and a sum of the rest."""
    last = store.read("select n, crc from entry where match = ? order by n desc limit 1", match)
    return msgspec.json.encode((FORM, program(), theme.now.light, match, last, crc32(rest)))


def _make_all(store: Store, chosen: str, *matches: str) -> int:
    theme.use(theme.Theme.read(chosen))
    for match in matches:
        make(store, match)
    return len(matches)


Tell = Callable[[Mapping[str, Thumbnail]], None]


class Thumbnails:
    """Tells how matches ended. What isn't kept yet one process at a time makes, the last asked for first."""

    def __init__(self, saver: Saver) -> None:
        self._saver = saver
        self._waiting: list[tuple[list[str], Tell]] = []
        self._making = False

    def ask(self, matches: Sequence[str], tell: Tell) -> None:
        """Have told how these ended: at once what is kept, and the others when they are made."""

        def answered(found: dict[str, Thumbnail] | None) -> None:
            if found is None:
                return
            tell(found)
            missing = [match for match in matches if match not in found]
            if missing:
                self._waiting.append((missing, tell))
                self._make()

        self._saver.ask_beside(lambda store: kept(store, matches), answered)

    def _make(self) -> None:
        if self._making or not self._waiting:
            return
        self._making = True
        missing, tell = self._waiting.pop()

        def make_apart(store: Store) -> dict[str, Thumbnail]:
            apart(int, "ui.records.thumbnails", str(store.path), theme.now.setting, *missing)
            return kept(store, missing)

        def made(found: dict[str, Thumbnail] | None) -> None:
            self._making = False
            tell(found or {})
            self._make()

        self._saver.ask_beside(make_apart, made)


if __name__ == "__main__":
    answer(_make_all)
