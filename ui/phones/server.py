"""`companion-window`: shows a match on phones, as everybody at the table sees it.

A separate program, because the app has no network. It sees no store, journal or device; a table sends it
pictures through a socket on this machine. It listens for phones only while a table has its window open, and
nothing that a phone sends means anything except "show me".
"""

import asyncio
import errno
import os
import pwd
import re
import secrets
import socket
import struct
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MethodType
from typing import Any

import click
import msgspec
from microdot import Microdot, Request, Response

from companion.places import window_path
from companion.whole_file import why_not
from ui.games import packages
from ui.phones.feed import MOST, WindowNews, hashed
from ui.phones.glance import PageKind, PhonePages
from ui.stage.fonts import font_file

PORT = 8420
MOST_PHONES, MOST_PER_ADDRESS = 500, 100
"""Most connections at once, and from one address."""
MOST_HEAD, HEAD_SECONDS, WRONG_SECONDS = 8192, 10.0, 1.0
"""Most bytes of a request; most seconds until it has come; seconds that a wrong one waits for its answer."""
STILL_SECONDS, STILL = 15.0, b"event: still\ndata: here\n\n"
"""Seconds without a change after which a page hears that its table is still there, and what it hears.

No comment, because scripts don't hear those. page.js misses the table after more than twice that time.
"""
UNREAD, DEAD_PEER_MS = 1 << 16, 30_000
"""Most bytes waiting for a slow phone besides the newest picture; ms until one that takes none is dropped."""

# Only this reaches the library: one form of request, without a body. The page's URLs have no per cent sign,
# for which the library may print a traceback.
HEAD = re.compile(rb"GET /[!-$&-~]{0,200} HTTP/1\.[01]\r\n(?:[!-9;-~]{1,60}: ?[\t -~]{0,2000}\r\n){0,60}\r\n")
BODY = re.compile(rb"\r\n(content-length|transfer-encoding):", re.IGNORECASE)

GUARD = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Connection": "close",
}
HERE = Path(__file__).parent
FILES = {
    "": (HERE / "page.html", "text/html; charset=utf-8"),
    "page.js": (HERE / "page.js", "text/javascript; charset=utf-8"),
    "page.css": (HERE / "page.css", "text/css; charset=utf-8"),
    "roboto.ttf": (font_file(), "font/ttf"),
    "roboto-bold.ttf": (font_file(bold=True), "font/ttf"),
}
WAYS = frozenset({*FILES, "events"})


@cache
def contents(name: str) -> bytes:
    """Return a file of the page."""
    return FILES[name][0].read_bytes()


class Window:
    """One match that phones may watch, under a token that nobody can guess."""

    def __init__(self, address: str, port: int) -> None:
        self.address, self.port = address, port
        self.token = secrets.token_urlsafe(16)
        self.glance = PhonePages()
        self.watchers = self._undrawn = 0
        self.changed = asyncio.Condition()
        self.counted = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._strangers: dict[asyncio.Task[None], None] = {}
        """Those that haven't shown the token yet, the oldest first."""
        self._connections: Counter[str] = Counter()
        self._closed = False
        self._app = Microdot()
        self._app.get("/<path:path>")(self._answer)
        self._app.get("/")(self._answer)

    @property
    def url(self) -> str:
        """The URL where phones find it."""
        return f"http://{self.address}:{self.port}/{self.token}/"

    async def take(self, packet: bytes) -> None:
        """Show a packet from the table."""
        self.glance.take(packet)
        async with self.changed:
            self.changed.notify_all()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: a request, its answer, the end."""
        task = asyncio.current_task()
        assert task is not None
        peer = str(writer.get_extra_info("peername", ("",))[0])
        if self._closed or self._connections[peer] >= MOST_PER_ADDRESS or not self._has_room():
            writer.transport.abort()
            return
        self._tasks.add(task)
        self._strangers[task] = None
        self._connections[peer] += 1
        try:
            await self._serve(reader, writer)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._tasks.discard(task)
            self._strangers.pop(task, None)
            self._connections[peer] -= 1

    def _has_room(self) -> bool:
        """Return whether one more may come in; the oldest without the token makes room for it."""
        if len(self._tasks) >= MOST_PHONES and self._strangers:
            oldest = next(iter(self._strangers))
            oldest.cancel()
            del self._strangers[oldest]
            self._tasks.discard(oldest)
        return len(self._tasks) < MOST_PHONES

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = writer.get_extra_info("socket")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
        writer.transport.set_write_buffer_limits(high=UNREAD)
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        if HEAD.fullmatch(head) is None or BODY.search(head):
            head = b"GET / HTTP/1.0\r\n\r\n"
        request = asyncio.StreamReader()
        request.feed_data(head)
        request.feed_eof()

        async def awrite(self: asyncio.StreamWriter, data: bytes) -> None:
            self.write(data)
            await self.drain()

        async def aclose(self: asyncio.StreamWriter) -> None:
            self.close()
            await self.wait_closed()

        serving = asyncio.current_task()
        assert serving is not None

        async def hung_up() -> None:
            with suppress(OSError):
                await reader.read(1)
            serving.cancel()

        # What the library wants of a stream in addition to asyncio's own methods.
        stream: Any = writer
        stream.awrite, stream.aclose = MethodType(awrite, writer), MethodType(aclose, writer)
        hang_up_watch = asyncio.create_task(hung_up())
        try:
            await self._app.handle_request(request, stream)
        finally:
            hang_up_watch.cancel()

    async def _answer(self, request: Request, path: str = "") -> Response:
        token, slash, name = path.partition("/")
        hosts = (f"{self.address}:{self.port}", *((self.address,) if self.port == 80 else ()))
        right = secrets.compare_digest(token.encode(), self.token.encode())
        if request.headers.get("Host") not in hosts or not right or not slash or name not in WAYS:
            # Whatever was wrong, the answer looks the same and takes as long.
            await asyncio.sleep(WRONG_SECONDS)
            return Response(b"Not found\n", 404, {**GUARD, "Content-Type": "text/plain"})
        serving = asyncio.current_task()
        assert serving is not None
        self._strangers.pop(serving, None)
        if name == "events":
            kind = PageKind("wide" in request.args, "light" in request.args)
            # A body may be streamed, which the library's types don't say.
            body: Any = self._events(kind, request.args.get("own", ""))
            return Response(body, headers={**GUARD, "Content-Type": "text/event-stream"})
        return Response(contents(name), headers={**GUARD, "Content-Type": FILES[name][1]})

    async def _events(self, kind: PageKind, code: str) -> AsyncIterator[bytes]:
        """Yield the newest picture each time the page has taken the one before.

        Each comes with a note if the page sent a `code`, right or wrong.
        """
        last, key = 0, hashed(code)
        self._count(1)
        try:
            yield b"retry: 2000\n\n"
            while True:
                if await self._newer(last):
                    event, last = self._drawn(kind, last), self.glance.number
                    yield event + (self.glance.note(key) if code else b"")
                else:
                    yield STILL
        finally:
            self._count(-1)

    def _drawn(self, kind: PageKind, last: int) -> bytes:
        """Return the event with the newest picture, or a comment and a line in the log if its game fails."""
        try:
            return self.glance.event(kind, last)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - another author's game may raise anything
            if self._undrawn != self.glance.number:
                self._undrawn = self.glance.number
                say_not_shown(error)
            return b": not drawn\n\n"

    async def _newer(self, last: int) -> bool:
        """Wait for another picture, up to `STILL_SECONDS`; return whether there is one."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STILL_SECONDS), self.changed:
                await self.changed.wait_for(lambda: self.glance.number != last)
        return self.glance.number != last

    def _count(self, more: int) -> None:
        self.watchers += more
        self.counted.set()

    async def close(self) -> None:
        """Disconnect every phone, also one that was let in just before and isn't served yet."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def say_not_shown(error: BaseException) -> None:
    """Log that a picture can't be shown, without the error's values: others can read the journal."""
    sys.stderr.write(f"what the table shows can't be shown here: {type(error).__name__}\n")


def local_address() -> str:
    """Return this machine's address in its network; OSError if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(("192.0.2.1", 9))
        return str(line.getsockname()[0])


async def serve_table(line: socket.socket, address: str, port: int) -> None:
    """Keep a window open for a table until it closes it or is gone."""
    loop = asyncio.get_running_loop()

    def send_news(opened: WindowNews) -> None:
        with suppress(OSError):
            line.send(msgspec.msgpack.encode(opened))

    try:
        window = Window(address or local_address(), port)
        server = await asyncio.start_server(window.connect, window.address, port, limit=MOST_HEAD)
    except OSError as error:
        sys.stderr.write(f"no window for phones: {error}\n")
        send_news(WindowNews(wrong="port" if error.errno == errno.EADDRINUSE else "net"))
        # A table that closes before it has read this is gone, too.
        with suppress(OSError):
            while await loop.sock_recv(line, MOST):
                pass
        return
    window.port = server.sockets[0].getsockname()[1]

    async def count() -> None:
        while True:
            await window.counted.wait()
            window.counted.clear()
            send_news(WindowNews(window.url, window.watchers))

    window.counted.set()
    counting = asyncio.create_task(count())
    try:
        while packet := await loop.sock_recv(line, MOST):
            await window.take(packet)
    except OSError:
        pass  # the table is gone
    except (msgspec.MsgspecError, LookupError) as error:
        say_not_shown(error)
    finally:
        counting.cancel()
        server.close()
        await window.close()


def allowed(line: socket.socket, user: str) -> bool:
    """Return whether the peer is this program's own user, root, or the table's."""
    _, uid, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    users = {0, os.getuid()}
    with suppress(KeyError):
        users.add(pwd.getpwnam(user).pw_uid)
    return uid in users


def open_door(path: Path) -> socket.socket:
    """Return the socket that tables connect to; OSError if it can't be made."""
    path.parent.mkdir(mode=0o755, exist_ok=True)
    # Only a socket of before is replaced, never somebody's file.
    if path.is_socket():
        path.unlink()
    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        door.bind(str(path))
        path.chmod(0o666)
        door.listen(4)
    except OSError:
        door.close()
        raise
    door.setblocking(False)
    return door


async def listen(door: socket.socket, address: str, port: int, user: str) -> None:
    """Wait for tables, and serve one after the other."""
    with door:
        sys.stdout.write("waiting for a table\n")
        sys.stdout.flush()
        while True:
            line, _ = await asyncio.get_running_loop().sock_accept(door)
            with line:
                line.setblocking(False)
                if allowed(line, user):
                    await serve_table(line, address, port)


@click.command()
@click.option("--socket", "path", type=click.Path(path_type=Path), help="where the table finds this program")
@click.option("--address", default="", help="where phones find it; by itself this machine's address")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--user", default="companion", show_default=True, help="whose table it shows")
def main(path: Path | None, address: str, port: int, user: str) -> None:
    """Show a match on phones that scan its code, as everybody at the table sees it."""
    packages.bring()
    path = path or window_path()
    try:
        door = open_door(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {why_not(error)}") from None
    with suppress(KeyboardInterrupt):
        asyncio.run(listen(door, address, port, user))


if __name__ == "__main__":
    main()
