"""What a table sends to the program that serves phones: what everybody at the table sees, nothing else.

It goes through a socket on this machine, one packet a picture. The table never waits: what can't be sent now
is sent in a later frame, or not at all if something newer has come. No Kivy here.

Once a table lets phones show a player's own clues, each picture comes with a note for each seat that asked
for a code. All notes have the same length, and all come with every picture. The program knows only the codes'
hashes.
"""

import os
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from socket import AF_UNIX, SO_SNDBUF, SOCK_SEQPACKET, SOL_SOCKET, socket
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from companion.decoding import from_msgpack
from companion.game import Seat
from companion.journal import NamePlate
from companion.places import window_path
from ui.language import languages, words
from ui.stage import theme
from ui.table.overlay import BrokenOff, GameOver, Held, Lost, Overlay, RulingShown, ToPutBack
from ui.table.presenting import (
    Banner,
    Dialog,
    HasPrivateNotes,
    PhotoFinish,
    Presenter,
    PrivateNote,
    private_seats,
)
from ui.table.session import Session

MOST = 1 << 18
"""Most bytes of a packet; a picture has at most half as many."""
NOTE = 1024
"""Bytes of a private note, whatever it says."""

Note: TypeAlias = Callable[[Seat], PrivateNote | None]


class OverTable(Struct, frozen=True):
    """What is over the table for everybody: its words, and the photo finish of a verdict."""

    title: str
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    finish: PhotoFinish | None = None


class MatchPicture(Struct, frozen=True):
    """A match as everybody sees it: `facts` and `view` in the types of their game, all else as words.

    `seat` is the one that the banner addresses, `said` the newest sentence, and `points` the names and points
    of those who haven't left, in games that have points before the end.
    """

    game: str
    facts: Raw
    view: Raw
    plates: tuple[NamePlate, ...]
    language: str
    seat: int | None
    title: str
    subtitle: str
    said: str
    lies: OverTable | None
    over: bool
    points: tuple[tuple[str, int], ...] = ()


class Sent(Struct, frozen=True):
    """A packet: a packed `MatchPicture`, and by the hash of a seat's code what only that seat may see."""

    seen: bytes
    own: dict[str, bytes] = {}


class WindowNews(Struct, frozen=True):
    """What the program reports: where phones find it, how many watch, and in one word what is `wrong`."""

    url: str = ""
    watchers: int = 0
    wrong: str = ""


def pack_picture(session: Session, turn: Banner, newest: str, overlay: Overlay | None) -> bytes:
    """Return a packet of a match as everybody sees it now; view and facts have no secrets left in them."""
    encode, race = msgspec.msgpack.encode, session.match.game.results.race
    return encode(
        MatchPicture(
            session.match.game.name,
            Raw(encode(session.match.game.public(session.match.facts))),
            Raw(encode(session.view)),
            tuple(replace(plate, person="") for plate in session.plates),
            theme.now.language,
            turn.seat,
            str(turn.title),
            str(turn.subtitle),
            str(newest),
            _over_table(overlay),
            session.match.outcome is not None or session.match.abandoned,
            tuple(
                (plate.name, points)
                for plate, points in zip(session.plates, race(session.match.state), strict=False)
                if points is not None
            )
            if race is not None
            else (),
        )
    )


def _over_table(overlay: Overlay | None) -> OverTable | None:
    match overlay:
        case Held(explained) | ToPutBack(explained):
            lines = tuple(map(str, (*explained.steps, *explained.also)))
            return OverTable(str(explained.title), str(explained.rule), lines)
        case GameOver(Dialog() as dialog):
            parts = ((f.name, f.figure, f.note) for f in dialog.figures)
            figures = tuple(" · ".join(map(str, filter(None, texts))) for texts in parts)
            return OverTable(str(dialog.title), str(dialog.subtitle), figures)
        case RulingShown(Dialog() as dialog):
            asked = (str(dialog.question),) if dialog.question else ()
            return OverTable(str(dialog.title), str(dialog.subtitle), asked, _translated(dialog.finish))
        case BrokenOff():
            return OverTable(str(words.ABANDONED))
        case Lost() | None:
            return None


def _translated(finish: PhotoFinish | None) -> PhotoFinish | None:
    """Return a photo finish with its notes translated."""
    if finish is None:
        return None
    both = (finish.marks, finish.ignored)
    marks, ignored = (tuple(replace(mark, note=str(mark.note)) for mark in presses) for presses in both)
    return replace(finish, marks=marks, ignored=ignored)


def seat_note(session: Session, presenter: Presenter, seat: Seat) -> PrivateNote | None:
    """Return what only a seat may see, in its player's language, without anything pending or wrong."""
    if seat not in private_seats(presenter.routine(session.view, None)):
        return None
    assert isinstance(presenter, HasPrivateNotes), "its choices have a view for a seat"
    view = session.match.game.view(session.match.state, seat)
    with languages.spoken_to(presenter.seat_plate(seat)):
        return presenter.private_note(view, None, ()).translated


def show_table(
    feeds: Iterable["Feed"], session: Session, presenter: Presenter, newest: str, overlay: Overlay | None
) -> None:
    """Send what everybody may see to phones and a club's wall, without pending input and private notes."""

    @cache
    def picture() -> bytes:
        return pack_picture(session, presenter.banner(session.view), newest, overlay)

    for feed in feeds:
        feed.show(session.name, picture, partial(seat_note, session, presenter))


def hashed(code: str) -> str:
    """Return the hash by which the program knows a seat's code."""
    return sha256(code.encode()).hexdigest()


def note_of(note: PrivateNote | None) -> bytes:
    """Return a private note as JSON, empty for None, cut and padded to `NOTE` bytes."""
    title, lines = ("", []) if note is None else (str(note.title), [[*map(str, line)] for line in note.lines])
    while len(written := msgspec.json.encode({"title": title, "lines": lines})) > NOTE:
        title, lines = title[: NOTE // 8], lines[:-1]
    return written.ljust(NOTE)


class Feed:
    """The table's end of the socket. `news` is the program's last news; `on_news` is called when it changes.

    It belongs to one match at a time: nothing of another one is ever sent. `notes_on` is the second switch:
    whether players may have their own clues on their phones.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.news = WindowNews()
        self.on_news: Callable[[], None] = lambda: None
        self.notes_on = False
        self._codes: dict[Seat, str] = {}
        self._path = path or window_path()
        self._socket: socket | None = None
        self._match, self._sent, self._newest = "", b"", b""

    def shows(self, match: str) -> bool:
        """Return whether phones may watch a match."""
        return self._socket is not None and self._match == match

    def open(self, match: str) -> None:
        """Ask for a window on a match; if no program answers, `news.wrong` is "none"."""
        self.close()
        line = socket(AF_UNIX, SOCK_SEQPACKET)
        line.setblocking(False)
        line.setsockopt(SOL_SOCKET, SO_SNDBUF, MOST)
        try:
            line.connect(str(self._path))
        except OSError:
            line.close()
            self._hear(WindowNews(wrong="none"))
            return
        self._socket, self._match = line, match

    def close(self) -> None:
        """Close the window: the program closes its port, and all codes become invalid."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._sent = self._newest = b""
        self.allow_notes(False)
        self._hear(WindowNews())

    def allow_notes(self, on: bool) -> None:
        """Allow or forbid players' own clues on their phones; either makes all seats' codes invalid."""
        self.notes_on = on
        self._codes.clear()

    def code(self, seat: Seat) -> str:
        """Return the URL of the match with a seat's notes, which has a code that nobody can guess."""
        return f"{self.news.url}#{self._codes.setdefault(seat, secrets.token_urlsafe(16))}"

    def only(self, match: str) -> None:
        """Close the window unless it is on this match."""
        if self._socket is not None and self._match != match:
            self.close()

    def show(self, match: str, picture: Callable[[], bytes], note: Note = lambda _: None) -> None:
        """Send a picture of a match, if phones may watch it and something has changed.

        `note` returns what only a seat may see now; it is called for each seat that has a code.
        """
        if self.shows(match):
            self._newest = self._packet(picture(), note)
            if len(self._newest) >= MOST // 2:
                self.close()
                self._hear(WindowNews(wrong="large"))
            self.flush()

    def _packet(self, picture: bytes, note: Note) -> bytes:
        notes = {hashed(code): note_of(note(seat)) for seat, code in self._codes.items()}
        return msgspec.msgpack.encode(Sent(picture, notes))

    def flush(self) -> None:
        """Receive the program's news, and send what couldn't be sent before; never wait."""
        line = self._socket
        if line is None:
            return
        try:
            with suppress(BlockingIOError):
                while True:
                    packet = line.recv(4096)
                    if not packet:
                        raise ConnectionError("the program has ended")
                    self._hear(from_msgpack(packet, WindowNews))
            if self._newest != self._sent:
                with suppress(BlockingIOError):
                    line.send(self._newest)
                    self._sent = self._newest
        except (OSError, msgspec.MsgspecError):
            self.close()
            self._hear(WindowNews(wrong="gone"))

    def _hear(self, news: WindowNews) -> None:
        if news != self.news:
            self.news = news
            self.on_news()


class ClubFeed(Feed):
    """The same for a club's wall: it opens for each match by itself, wherever a courier listens.

    A courier only listens on a table whose owner joined a club.
    """

    def show(self, match: str, picture: Callable[[], bytes], note: Note = lambda _: None) -> None:
        """Send a picture to the courier, if there is one now; otherwise no socket is made."""
        self.only(match)
        if self._socket is None and os.access(self._path, os.W_OK):
            self.open(match)
        super().show(match, picture, note)

    def _packet(self, picture: bytes, note: Note) -> bytes:
        return picture
