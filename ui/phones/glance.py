"""What a phone gets of a packet: words, and the board as SVG, of which only changed slots are sent. Pure."""

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from companion.decoding import from_msgpack
from companion.game import Seat
from companion.journal import NamePlate
from ui.games.face import GameFace
from ui.games.registry import FACES, table_of
from ui.language import words
from ui.phones.feed import OverTable, Sent, Shown, note_of
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Scene, Viewport
from ui.stage.svg import Slots, svg
from ui.table.photo_finish import photo_finish
from ui.table.presenting import Presenter

BEHIND = 20
"""A page that is this many pictures behind gets a whole one."""
EMPTY = note_of(None)
DENSITY, RIM = 1.0, 5
"""The density of the table's panel, and the margin around the board in pixels."""
FINISH = Rect(0, 0, 480, 200)
"""The size of a photo finish."""


class PageKind(Struct, frozen=True):
    """What a page is drawn for: an upright phone or a `wide` screen, in `light` or dark tones."""

    wide: bool = False
    light: bool = False

    @property
    def rect(self) -> Rect:
        """The size of the board."""
        return Rect(0, 0, 960, 580) if self.wide else Rect(0, 0, 480, 580)


class Page(Struct, frozen=True):
    """All that a page shows: words, how many `symbols` the artist had, and the SVG in each slot."""

    words: Mapping[str, Any]  # as JSON has it
    symbols: int
    slots: tuple[str, ...]


@lru_cache(maxsize=1)
def _match_of(
    game: str, packed: bytes, plates: tuple[NamePlate, ...], language: str
) -> tuple[GameFace, Presenter, type[Any]]:
    """Return a match's face, its presenter in a language, and its view type; cached to the match's end."""
    face = FACES[game]()
    return (face, *table_of(face, packed, plates))


class Artist:
    """Draws one match for pages of one kind."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind
        self._slots = Slots(kind.rect)

    def page(self, seen: Shown) -> Page:
        """Return a page; LookupError or MsgspecError if it can't be shown here."""
        scene, presenter = self._drawn(seen)
        with theme.drawn_at(DENSITY):
            said, slots = self._words(seen, presenter), self._slots.of(scene)
        return Page(said, len(self._slots.symbols), slots)

    def board(self, seen: Shown) -> str:
        """Return only the board, as an SVG document; errors as in `page`."""
        return svg(self._drawn(seen)[0], self._kind.rect, theme.GROUND)

    def _drawn(self, seen: Shown) -> tuple[Scene, Presenter]:
        theme.use(theme.Theme(light=self._kind.light, language=seen.language))
        face, presenter, kind = _match_of(seen.game, bytes(seen.facts), seen.plates, seen.language)
        view = from_msgpack(seen.view, kind)
        with theme.drawn_at(DENSITY):
            return face.still(presenter, view)(Viewport(self._kind.rect, DENSITY), None), presenter

    def _words(self, seen: Shown, presenter: Presenter) -> dict[str, Any]:
        rect, seat = self._kind.rect, None if seen.seat is None else Seat(seen.seat)
        tone = theme.PRIMARY if seat is None else theme.seat_tone(presenter.seat_plate(seat))
        return {
            "lang": seen.language or "en",
            "box": f"{-RIM} {-RIM} {rect.width + 2 * RIM:g} {rect.height + 2 * RIM:g}",
            "tone": "#" + "".join(f"{round(part * 255):02x}" for part in tone[:3]),
            "title": seen.title,
            "subtitle": seen.subtitle,
            "said": seen.said,
            "over": seen.over,
            "lies": None if seen.lies is None else self._lying(seen.lies, presenter),
            "lost": str(words.PHONES_LOST),
        }

    def _lying(self, lies: OverTable, presenter: Presenter) -> dict[str, Any]:
        drawn = ""
        if lies.finish is not None:
            scene = photo_finish(lies.finish, presenter)(Viewport(FINISH, DENSITY), None)
            drawn = svg(scene, FINISH, theme.GROUND)
        return {"title": lies.title, "subtitle": lies.subtitle, "lines": lies.lines, "finish": drawn}

    def event(self, page: Page, had: Page | None, number: int) -> bytes:
        """Return a server-sent event that updates a page which shows `had` (None: nothing yet)."""
        before = had.slots if had is not None else ()
        known = had.symbols if had is not None else 0
        changed = {n: slot for n, slot in enumerate(page.slots) if n >= len(before) or slot != before[n]}
        board = {
            "whole": had is None,
            "symbols": self._slots.symbols[known : page.symbols],
            "count": len(page.slots),
            "slots": changed,
        }
        text = json.dumps({**page.words, "board": board}, ensure_ascii=False, separators=(",", ":"))
        return f"id: {number}\ndata: {text}\n\n".encode()


class PhonePages:
    """The newest packet as pages of each kind, made once per change and only if somebody watches."""

    def __init__(self) -> None:
        self.number = 0
        self._seen: Shown | None = None
        self._own: dict[str, bytes] = {}
        self._artists: dict[PageKind, Artist] = {}
        self._page: Callable[[PageKind], Page] = cache(self._made)
        self._event: Callable[[PageKind, int], bytes] = cache(self._written)
        self._before: dict[tuple[PageKind, int], Page] = {}

    def take(self, packet: bytes) -> None:
        """Take a new packet. MsgspecError if it isn't a picture, LookupError for an unknown game."""
        sent = from_msgpack(packet, Sent)
        self._seen, self._own = from_msgpack(sent.seen, Shown), sent.own
        if self._seen.game not in FACES:
            raise LookupError(f"no game is called {self._seen.game!r}")
        self.number += 1
        self._page, self._event = cache(self._made), cache(self._written)
        self._before = {key: page for key, page in self._before.items() if key[1] >= self.number - BEHIND}

    def event(self, kind: PageKind, had: int) -> bytes:
        """Return the event that updates a page from picture `had` (0: none) to the newest one."""
        return self._event(kind, had if (kind, had) in self._before else 0)

    def own(self, code: str) -> bytes:
        """Return the event with the note for a code's hash; an empty note if nobody has that code."""
        return b"event: own\ndata: %s\n\n" % self._own.get(code, EMPTY)

    def _made(self, kind: PageKind) -> Page:
        assert self._seen is not None, "nobody is shown a match before there is one"
        page = self._artists.setdefault(kind, Artist(kind)).page(self._seen)
        self._before[kind, self.number] = page
        return page

    def _written(self, kind: PageKind, had: int) -> bytes:
        page = self._page(kind)
        return self._artists[kind].event(page, self._before.get((kind, had)), self.number)
