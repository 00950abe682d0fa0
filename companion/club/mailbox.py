"""A folder between the app, which has no net, and the courier, which has no store.

The app writes `outbox`, all that waits, a line an item, the first of which says who speaks; the courier
writes `heard`, what the desk has. `join` says where the desk is. Each is written whole. The store holds the
truth: the outbox can be thrown away, and is written again from it. `feed` is the courier's socket, on which
it sees what everybody at the table sees.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.club import outbox
from companion.club.outbox import Heard, Item, decoded, encode, read_heard, read_item
from companion.errors import SetupError
from companion.store import Store
from companion.whole_file import make_folder, read_plain, write_whole

JOIN, OUTBOX, HEARD, FEED = "join", "outbox", "heard", "feed"
MOST_JOIN = 64 << 10
MOST_OUTBOX = 64 << 20


class Join(Struct, frozen=True):
    """What a table needs to join: its file, and in hexadecimal digits the text of its QR code.

    Those a scanner types by the same keys on every keyboard that there is, whatever is printed on them.

    `ca` is the certificate (PEM) that the broker's is signed with; empty on a closed network without TLS.
    `home`: Home Assistant on the same broker sees what the wall does.
    """

    table: str
    password: str
    host: str
    port: int = 1883
    ca: str = ""
    home: bool = False


def read_join(text: bytes) -> Join:
    """Read a join file, or the text of a QR code; SetupError where it is none."""
    with suppress(ValueError):
        text = bytes.fromhex(text[:MOST_JOIN].decode("ascii"))
    found = decoded(text[:MOST_JOIN], Join)
    # Whom no topic can name, or a host that can't be, the courier would stumble over again and again.
    with suppress(UnicodeError):
        if (
            found
            and found.table.isascii()
            and found.table.isprintable()
            and set("+#/").isdisjoint(found.table)
            and found.host.encode("idna")
            and 0 < found.port < 1 << 16
        ):
            return found
    raise SetupError("this is no file of a club's desk")


def write_items(items: Sequence[Item]) -> bytes:
    """Return items as a file."""
    return b"".join(encode(item) + b"\n" for item in items)


def read_items(text: bytes) -> list[Item]:
    """Read the items of a file; what can't be read is left out, for it is whole or of somebody else."""
    found = []
    for line in text.splitlines():
        with suppress(SetupError):
            found.append(read_item(line))
    return found


class Mailbox:
    """The folder, from both sides. OSError isn't raised: what can't be written now is written later."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._said: tuple[Heard, int] | None = None

    # The app's side.

    def join(self, store: Store, join: Join, series: str) -> None:
        """Join a club; OSError or NotSaved where that can't be kept."""
        self._clear(OUTBOX, HEARD)
        self.keep_join(join)
        outbox.join(store, series)

    def keep_join(self, join: Join) -> None:
        """Write down where the desk is; OSError where that can't be."""
        make_folder(self.folder)
        self._write(JOIN, msgspec.json.encode(join))

    def leave(self, store: Store) -> None:
        """Leave it, with all that waits."""
        outbox.leave(store)
        self._clear(JOIN, OUTBOX, HEARD)

    def exchange(self, store: Store, draw: Callable[[], str], *, anyway: bool = False) -> None:
        """Let go of what the desk has, and put out what waits where that has changed, or `anyway`.

        `draw` makes a new id for a series.
        """
        # Between its ends the outbox has no gaps, so these say it all; to count it would be to read it all.
        state = outbox.ends(store)
        if state is None:
            return
        if (word := self.heard()) is not None and word.n >= state[1] and outbox.heard(store, word, draw()):
            state = outbox.ends(store)
        if state == self._said and not anyway:
            return
        text = file_of(store)
        with suppress(OSError):
            make_folder(self.folder)
            if not anyway or text != self._read(OUTBOX, MOST_OUTBOX):
                self._write(OUTBOX, text)
            self._said = state

    # The courier's side.

    def joined(self) -> Join | None:
        """Return where the desk is; None while the table is in no club."""
        with suppress(SetupError):
            return read_join(self._read(JOIN, MOST_JOIN))
        return None

    def stamp(self) -> int:
        """Return what changes when the outbox was written; 0 where there is none."""
        with suppress(OSError):
            return (self.folder / OUTBOX).stat().st_mtime_ns
        return 0

    def items(self) -> list[Item]:
        """Return what waits, after a number 0 that says who speaks."""
        return read_items(self._read(OUTBOX, MOST_OUTBOX))

    def heard(self) -> Heard | None:
        """Return what the desk has said that it has."""
        return read_heard(self._read(HEARD, MOST_JOIN))

    def hear(self, word: Heard) -> None:
        """Write down what the desk said."""
        with suppress(OSError):
            self._write(HEARD, encode(word))

    def _read(self, name: str, most: int) -> bytes:
        with suppress(OSError):
            return read_plain(self.folder / name, most)
        return b""

    def _write(self, name: str, text: bytes) -> None:
        # The courier is another user, of the folder's group, and may look at any instant.
        write_whole(self.folder / name, text, durable=name == JOIN, mode=0o640)

    def _clear(self, *names: str) -> None:
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()


def file_of(store: Store) -> bytes:
    """Return all that waits as a file, for the courier or a stick; empty where the table is in no club."""
    hello = outbox.hello(store)
    return b"" if hello is None else write_items([hello, *outbox.waiting(store)])
