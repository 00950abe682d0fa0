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
from ui.phones.feed import MatchPicture, OverTable, Sent, note_of
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

    def page(self, picture: MatchPicture) -> Page:
        """Return a page; LookupError or MsgspecError if it can't be shown here."""
        scene, presenter = self._drawn(picture)
        with theme.drawn_at(DENSITY):
            texts, slots = self._words(picture, presenter), self._slots.of(scene)
        return Page(texts, len(self._slots.symbols), slots)

    def board(self, picture: MatchPicture) -> str:
        """Return only the board, as an SVG document; errors as in `page`."""
        return svg(self._drawn(picture)[0], self._kind.rect, theme.GROUND)

    def _drawn(self, picture: MatchPicture) -> tuple[Scene, Presenter]:
        theme.use(theme.Theme(light=self._kind.light, language=picture.language))
        facts = bytes(picture.facts)
        face, presenter, kind = _match_of(picture.game, facts, picture.plates, picture.language)
        view = from_msgpack(picture.view, kind)
        with theme.drawn_at(DENSITY):
            return face.still(presenter, view)(Viewport(self._kind.rect, DENSITY), None), presenter

    def _words(self, picture: MatchPicture, presenter: Presenter) -> dict[str, Any]:
        rect, seat = self._kind.rect, None if picture.seat is None else Seat(picture.seat)
        tone = theme.PRIMARY if seat is None else theme.seat_tone(presenter.seat_plate(seat))
        return {
            "lang": picture.language or "en",
            "box": f"{-RIM} {-RIM} {rect.width + 2 * RIM:g} {rect.height + 2 * RIM:g}",
            "tone": "#" + "".join(f"{round(part * 255):02x}" for part in tone[:3]),
            "title": picture.title,
            "subtitle": picture.subtitle,
            "said": picture.said,
            "over": picture.over,
            "lies": None if picture.lies is None else self._dialog(picture.lies, presenter),
            "lost": str(words.PHONES_LOST),
            "old": str(words.PHONES_OLD),
        }

    def _dialog(self, over: OverTable, presenter: Presenter) -> dict[str, Any]:
        drawn = ""
        if over.finish is not None:
            scene = photo_finish(over.finish, presenter)(Viewport(FINISH, DENSITY), None)
            drawn = svg(scene, FINISH, theme.GROUND)
        return {"title": over.title, "subtitle": over.subtitle, "lines": over.lines, "finish": drawn}

    def event(self, page: Page, last: Page | None, number: int) -> bytes:
        """Return a server-sent event that updates a page which shows `last` (None: nothing yet)."""
        before = last.slots if last is not None else ()
        known = last.symbols if last is not None else 0
        changed = {n: slot for n, slot in enumerate(page.slots) if n >= len(before) or slot != before[n]}
        new = self._slots.symbols[known : page.symbols]
        board = {"whole": last is None, "symbols": new, "count": len(page.slots), "slots": changed}
        text = json.dumps({**page.words, "board": board}, ensure_ascii=False, separators=(",", ":"))
        return f"id: {number}\ndata: {text}\n\n".encode()


class PhonePages:
    """The newest packet as pages of each kind, made once per change and only if somebody watches."""

    def __init__(self) -> None:
        self.number = 0
        self._picture: MatchPicture | None = None
        self._notes: dict[str, bytes] = {}
        self._artists: dict[PageKind, Artist] = {}
        self._page: Callable[[PageKind], Page] = cache(self._draw_page)
        self._event: Callable[[PageKind, int], bytes] = cache(self._encode_event)
        self._before: dict[tuple[PageKind, int], Page] = {}

    def take(self, packet: bytes) -> None:
        """Take a new packet. MsgspecError if it isn't a picture, LookupError for an unknown game."""
        sent = from_msgpack(packet, Sent)
        self._picture, self._notes = from_msgpack(sent.seen, MatchPicture), sent.own
        if self._picture.game not in FACES:
            raise LookupError(f"no game is called {self._picture.game!r}")
        self.number += 1
        self._page, self._event = cache(self._draw_page), cache(self._encode_event)
        self._before = {key: page for key, page in self._before.items() if key[1] >= self.number - BEHIND}

    def event(self, kind: PageKind, last: int) -> bytes:
        """Return the event that updates a page from picture `last` (0: none) to the newest one."""
        return self._event(kind, last if (kind, last) in self._before else 0)

    def note(self, code: str) -> bytes:
        """Return the event with the note for a code's hash; an empty note if nobody has that code."""
        return b"event: own\ndata: %s\n\n" % self._notes.get(code, EMPTY)

    def _draw_page(self, kind: PageKind) -> Page:
        assert self._picture is not None, "nobody is shown a match before there is one"
        page = self._artists.setdefault(kind, Artist(kind)).page(self._picture)
        self._before[kind, self.number] = page
        return page

    def _encode_event(self, kind: PageKind, last: int) -> bytes:
        page = self._page(kind)
        return self._artists[kind].event(page, self._before.get((kind, last)), self.number)
