"""What a table says to the program that phones look into: what everybody at the table sees, and nothing else.

It crosses a socket of this machine, as one packet a picture. The table never waits: what can't be taken now
is sent at a later frame, or not at all where something newer has come. No Kivy here.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, SO_SNDBUF, SOCK_SEQPACKET, SOL_SOCKET, socket

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from companion.journal import NamePlate
from companion.places import window_path
from ui.language import words
from ui.stage import theme
from ui.table.overlay import BrokenOff, GameOver, Held, Lost, Overlay, RulingShown, ToPutBack
from ui.table.presenting import Banner, Dialog, PhotoFinish
from ui.table.session import Session

MOST = 1 << 18
"""A packet has at most so many bytes; a longer picture isn't sent."""


class Lying(Struct, frozen=True):
    """What lies over the table for everybody: its words, and the photo finish of a verdict."""

    title: str
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    finish: PhotoFinish | None = None


class Shown(Struct, frozen=True):
    """A match as everybody sees it: `facts` and `view` as their game's types have them, all else in words.

    `seat` is whom the banner names, `said` the newest sentence, and `score` everybody's points by name, in
    games that have any before their end.
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
    lies: Lying | None
    over: bool
    score: dict[str, int] = {}


class Opened(Struct, frozen=True):
    """What the program says: where phones find it, how many look on, and by a word what is `wrong`."""

    url: str = ""
    watchers: int = 0
    wrong: str = ""


def shown(session: Session, turn: Banner, said: str, lies: Overlay | None) -> bytes:
    """Return a match as everybody sees it now, as a packet; secrets were cut out of view and facts."""
    encode, race = msgspec.msgpack.encode, session.game.results.race
    return encode(
        Shown(
            session.game.name,
            Raw(encode(session.game.public(session.facts))),
            Raw(encode(session.view)),
            tuple(replace(plate, person="") for plate in session.plates),
            theme.now.language,
            turn.seat,
            str(turn.title),
            str(turn.subtitle),
            str(said),
            _lying(lies),
            session.outcome is not None or session.abandoned,
            dict(zip((plate.name for plate in session.plates), race(session.match.state), strict=False))
            if race is not None
            else {},
        )
    )


def _lying(lies: Overlay | None) -> Lying | None:
    match lies:
        case Held(told) | ToPutBack(told):
            return Lying(str(told.title), str(told.rule), tuple(map(str, (*told.steps, *told.also))))
        case GameOver(Dialog() as dialog):
            figures = tuple(
                " · ".join(map(str, filter(None, (f.name, f.figure, f.note)))) for f in dialog.figures
            )
            return Lying(str(dialog.title), str(dialog.subtitle), figures)
        case RulingShown(Dialog() as dialog):
            asked = (str(dialog.question),) if dialog.question else ()
            return Lying(str(dialog.title), str(dialog.subtitle), asked, _plain(dialog.finish))
        case BrokenOff():
            return Lying(str(words.ABANDONED))
        case Lost() | None:
            return None


def _plain(finish: PhotoFinish | None) -> PhotoFinish | None:
    """Return a photo finish with its notes said."""
    if finish is None:
        return None
    marks, ignored = (
        tuple(replace(mark, note=str(mark.note)) for mark in each) for each in (finish.marks, finish.ignored)
    )
    return replace(finish, marks=marks, ignored=ignored)


class Feed:
    """The table's end of the socket. `told` is what the program said last; `on_news` hears when that changes.

    It belongs to one match at a time: nothing of another one is ever sent.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.told = Opened()
        self.on_news: Callable[[], None] = lambda: None
        self._path = path or window_path()
        self._socket: socket | None = None
        self._match, self._sent, self._newest = "", b"", b""

    def shows(self, match: str) -> bool:
        """Tell whether phones may look at a match."""
        return self._socket is not None and self._match == match

    def open(self, match: str) -> None:
        """Ask for a window on a match; `told` says by "none" where no program answers."""
        self.close()
        line = socket(AF_UNIX, SOCK_SEQPACKET)
        line.setblocking(False)
        line.setsockopt(SOL_SOCKET, SO_SNDBUF, MOST)
        try:
            line.connect(str(self._path))
        except OSError:
            line.close()
            self._hear(Opened(wrong="none"))
            return
        self._socket, self._match = line, match

    def close(self) -> None:
        """Close the window: the program closes its port, and every code that was scanned is void."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._sent = self._newest = b""
        self._hear(Opened())

    def only(self, match: str) -> None:
        """Close a window on any other match."""
        if self._socket is not None and self._match != match:
            self.close()

    def show(self, match: str, picture: Callable[[], bytes]) -> None:
        """Send a picture of a match, if phones may look at it and it is another one than the last."""
        if self.shows(match):
            self._newest = picture()
            self.flush()

    def flush(self) -> None:
        """Hear what the program says, and send what couldn't be sent before; never wait."""
        line = self._socket
        if line is None:
            return
        try:
            with suppress(BlockingIOError):
                while True:
                    packet = line.recv(4096)
                    if not packet:
                        raise ConnectionError("the program has ended")
                    self._hear(msgspec.msgpack.decode(packet, type=Opened))
            if self._newest != self._sent and len(self._newest) < MOST // 2:
                with suppress(BlockingIOError):
                    line.send(self._newest)
                    self._sent = self._newest
        except (OSError, msgspec.MsgspecError):
            self.close()
            self._hear(Opened(wrong="gone"))

    def _hear(self, told: Opened) -> None:
        if told != self.told:
            self.told = told
            self.on_news()


class ClubFeed(Feed):
    """The same for the wall of a club: it shows each match by itself, wherever a courier listens.

    A courier listens only beside a table whose owner joined a club.
    """

    def show(self, match: str, picture: Callable[[], bytes]) -> None:
        """Send a picture to the courier, if there is one now; without one no socket is made."""
        self.only(match)
        if self._socket is None and os.access(self._path, os.W_OK):
            self.open(match)
        super().show(match, picture)
