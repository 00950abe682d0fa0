"""A folder shared by the app, which has no network access, and the courier, which has no store.

The app writes `outbox`: all waiting items, one per line, after a line that identifies the table. The courier
writes `heard`: what the desk has received. `join` says where the desk is. Each is replaced as a whole. The
store is authoritative: the outbox can be deleted, and is written again from it. `feed` is the courier's
socket, on which it receives the table's public view.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.club import outbox
from companion.club.outbox import Ack, Item, decoded, encode, read_ack, read_item
from companion.errors import SetupError
from companion.store import Store, StoreReader
from companion.whole_file import make_folder, read_plain, write_whole

TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
"""What a desk calls a table; that may be part of a file's name."""
JOIN, OUTBOX, HEARD, FEED = "join", "outbox", "heard", "feed"
MOST_JOIN = 64 << 10
MOST_OUTBOX = 64 << 20


class Join(Struct, frozen=True):
    """What a table needs to join a club: the content of the desk's join file, and of its QR code.

    The QR code holds it in hexadecimal digits: a scanner types those correctly on every keyboard layout.

    `ca` is the certificate (PEM) that signed the broker's; empty on a closed network without TLS. `home`:
    Home Assistant on the same broker sees what the club's wall display does. `club` is drawn by the desk, and
    stays the same if its machine gets another address; desks of earlier versions have none.
    """

    table: str
    password: str
    host: str
    port: int = 1883
    ca: str = ""
    home: bool = False
    club: str = ""

    def renews(self, before: "Join") -> bool:
        """Return whether this is for the same table of the same club as a join before it."""
        known = self.club and before.club
        same = self.club == before.club if known else self.host == before.host
        return same and self.table == before.table


def read_join(text: bytes) -> Join:
    """Read a join file, or the text of a QR code. Raises SetupError if it is neither."""
    with suppress(ValueError):
        text = bytes.fromhex(text[:MOST_JOIN].decode("ascii"))
    join = decoded(text[:MOST_JOIN], Join)
    # With a name that no MQTT topic can hold, or an impossible host, the courier would fail again and again.
    with suppress(UnicodeError):
        if (
            join
            and join.table.isascii()
            and join.table.isprintable()
            and set("+#/").isdisjoint(join.table)
            and join.host.encode("idna")
            and 0 < join.port < 1 << 16
        ):
            return join
    raise SetupError("this isn't a file from a club's desk")


def read_items(text: bytes) -> list[Item]:
    """Read a file's items; skip lines that can't be read: files are whole, so those aren't ours."""
    items = []
    for line in text.splitlines():
        with suppress(SetupError):
            items.append(read_item(line))
    return items


class Mailbox:
    """The shared folder, from both sides; unless stated, no OSError is raised: writes are retried later."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written: tuple[Ack, int] | None = None

    # The app's side.

    def join(self, store: Store, join: Join, series: str) -> None:
        """Join a club, with a new `series` id. Raises OSError or NotSaved if that can't be saved."""
        self._clear(OUTBOX, HEARD)
        self.keep_join(join)
        outbox.join(store, series)

    def keep_join(self, join: Join) -> None:
        """Save where the desk is. Raises OSError."""
        make_folder(self.folder)
        self._write(JOIN, msgspec.json.encode(join))

    def leave(self, store: Store) -> None:
        """Leave the club and drop everything that waits."""
        outbox.leave(store)
        self._clear(JOIN, OUTBOX, HEARD)

    def exchange(self, store: Store, draw: Callable[[], str], *, anyway: bool = False) -> None:
        """Drop items that the desk has received, and write the outbox if it changed, or `anyway`.

        `draw` returns a new id for a series.
        """
        # The outbox has no gaps, so its ends describe it; counting would read all of it.
        state = outbox.ends(store)
        if state is None:
            return
        ack = self.last_ack()
        if ack is not None and ack.n >= state[1] and outbox.acknowledge(store, ack, draw()):
            state = outbox.ends(store)
        if state == self._written and not anyway:
            return
        text = file_of(store)
        with suppress(OSError):
            make_folder(self.folder)
            if not anyway or text != self._read(OUTBOX, MOST_OUTBOX):
                self._write(OUTBOX, text)
            self._written = state

    # The courier's side.

    def joined(self) -> Join | None:
        """Return where the desk is; None if the table is in no club."""
        with suppress(SetupError):
            return read_join(self._read(JOIN, MOST_JOIN))
        return None

    def stamp(self) -> int:
        """Return a stamp (ns) that changes when the outbox is written; 0 if there is none."""
        with suppress(OSError):
            return (self.folder / OUTBOX).stat().st_mtime_ns
        return 0

    def items(self) -> list[Item]:
        """Return the waiting items, after one with number 0 that identifies the table."""
        return read_items(self._read(OUTBOX, MOST_OUTBOX))

    def last_ack(self) -> Ack | None:
        """Return the desk's last acknowledgement."""
        return read_ack(self._read(HEARD, MOST_JOIN))

    def save_ack(self, ack: Ack) -> None:
        """Save the desk's acknowledgement."""
        with suppress(OSError):
            self._write(HEARD, encode(ack))

    def _read(self, name: str, most: int) -> bytes:
        with suppress(OSError):
            return read_plain(self.folder / name, most)
        return b""

    def _write(self, name: str, text: bytes) -> None:
        # The courier is another user, in the folder's group, and may read at any time.
        write_whole(self.folder / name, text, durable=name == JOIN, mode=0o640)

    def _clear(self, *names: str) -> None:
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()


def file_of(store: StoreReader) -> bytes:
    """Return all waiting items as a file, for the courier or a stick; empty if the table is in no club."""
    hello = outbox.hello(store)
    if hello is None:
        return b""
    return b"".join(encode(item) + b"\n" for item in (hello, *outbox.waiting(store)))
