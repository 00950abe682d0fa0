"""The real program next to a table, and phones that are plain sockets. Nothing sleeps: all wait for bytes."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from companion.clock import HandClock, Instant, WallTime
from companion.game import Level, Seat
from companion.journal import NamePlate
from ui.games.registry import FACES
from ui.phones.feed import Feed, Sent, pack_picture
from ui.stage import theme
from ui.table.session import Session

PATIENCE = 60.0


class Program(Struct):
    """The program, and the table's end of its socket."""

    process: "subprocess.Popen[str]"
    path: Path
    feed: Feed

    def until(self, what: Any) -> None:
        """Serve the socket, as frames do, until the condition holds."""
        line = self.feed._socket
        assert line is not None
        line.setblocking(True)
        line.settimeout(PATIENCE)
        while not what():
            peek = line.recv(1, socket.MSG_PEEK)
            line.setblocking(False)
            self.feed.flush()
            if self.feed._socket is None or not peek:
                break
            line.setblocking(True)
            line.settimeout(PATIENCE)
        if self.feed._socket is not None:
            line.setblocking(False)
        assert what()


@contextmanager
def running(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Run the program for any number of tables, on a free port for this machine alone."""
    line = [sys.executable, "-m", "ui.phones.server", "--socket", str(path)]
    here = ("--address", "127.0.0.1", "--port", "0")
    process = subprocess.Popen([*line, *here], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting for a table\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def table_of(process: "subprocess.Popen[str]", path: Path) -> Iterator[Program]:
    """Connect a table to the running program; at the end the table and all phones are closed."""
    feed = Feed(path)
    try:
        yield Program(process, path, feed)
    finally:
        while Phone.every:
            Phone.every.pop().close()
        feed.close()


@contextmanager
def program(folder: Path) -> Iterator[Program]:
    """Run the program for one test."""
    path = folder / "feed"
    with running(path) as process, table_of(process, path) as found:
        yield found


def a_match(
    game: str = "tracktic", players: int = 3, plates: tuple[NamePlate, ...] = theme.plates()
) -> Session:
    """Return a match that has just begun."""
    face = FACES[game]()
    facts = face.facts(players, {}, Level.COUNTING, Seat(0))
    clock = HandClock(Instant(0), WallTime(0))
    return Session.begin(face.game, facts, plates[:players], "m", clock, lambda *_: None)


def picture(session: Session, said: str = "") -> bytes:
    """Return a match as everybody sees it."""
    presenter = FACES[session.match.game.name]().presenter(session.match.facts, session.plates)
    return pack_picture(session, presenter.banner(session.view), said, None)


def packet(session: Session) -> bytes:
    """Return the packet for a match in which no player's clues are on a phone."""
    return msgspec.msgpack.encode(Sent(picture(session)))


def opened(run: Program, session: Session) -> str:
    """Open a window on a match; return its address."""
    run.feed.open("m")
    run.until(lambda: run.feed.news.url)
    run.feed.show("m", lambda: picture(session))
    return run.feed.news.url


class Phone:
    """A connection: `get` sends a request with a host, `rest` returns everything until the other end closes.

    It comes from the address `source` and has a receive buffer of `takes` bytes.
    """

    every: ClassVar[list["Phone"]] = []

    def __init__(self, url: str, source: str = "", takes: int = 0) -> None:
        self.every.append(self)
        self.parts = urlsplit(url)
        assert self.parts.port is not None
        self.line = socket.socket()
        self.line.settimeout(PATIENCE)
        if takes:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        self.line.bind((source, 0))
        self.line.connect(("127.0.0.1", self.parts.port))
        self.file = self.line.makefile("rb")

    def get(self, name: str = "", host: str = "", path: str = "") -> "Phone":
        """Request a file below the token, or any path."""
        where = path or f"{self.parts.path}{name}"
        return self.send(f"GET {where} HTTP/1.1\r\nHost: {host or self.parts.netloc}\r\n\r\n".encode())

    def send(self, request: bytes) -> "Phone":
        """Send any bytes, even if the connection was cut off before."""
        with suppress(ConnectionError):
            self.line.sendall(request)
        return self

    def rest(self) -> bytes:
        """Return everything until the end; nothing if the connection is cut."""
        try:
            return self.file.read()
        except ConnectionError:
            return b""

    def event(self) -> dict[str, Any]:
        """Wait for the next picture, or for a private note that came with one."""
        found: dict[str, Any] = json.loads(self.data())
        return found

    def data(self) -> bytes:
        """Wait for the next event; return its data."""
        while line := self.file.readline():
            if line.startswith(b"data: "):
                return line[6:]
        raise AssertionError("the window was closed")

    def close(self) -> None:
        self.file.close()
        self.line.close()
