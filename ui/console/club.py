"""`companion club`: a club is joined and left, and results go there on a stick; for the screen too."""

from pathlib import Path
from uuid import uuid4

from companion.club import outbox
from companion.club.mailbox import MOST_JOIN, Mailbox, file_of, read_join
from companion.club.outbox import read_heard
from companion.errors import SetupError
from companion.places import club_path
from companion.store import Store, reason
from companion.whole_file import read_owners_file, write_owners_file
from ui.appliance import care_words as words

JOIN_FILE = "club-join.json"
OUT_FILE, HEARD_FILE = "club-outbox", "club-outbox.heard"
"""What the table writes on a stick, and what the desk writes beside it."""


def drawn() -> str:
    """Return a new id for a series."""
    return str(uuid4())


def waiting(store: Store) -> int | None:
    """Return how much waits for the desk; None where the table is in no club."""
    return None if outbox.counter(store) is None else outbox.count(store)


def join(store: Store, mailbox: Mailbox, text: bytes) -> str:
    """Join the club of a join file, or of a QR code's text; SetupError or NotSaved where that can't be."""
    found = read_join(text)
    try:
        mailbox.join(store, found, drawn())
    except OSError as error:
        raise SetupError(words.club_not_joined(reason(error))) from None
    return words.club_joined(found.table)


def leave(store: Store, mailbox: Mailbox) -> str:
    """Leave it, with all that waits."""
    mailbox.leave(store)
    return words.CLUB_LEFT


def listen(store: Store, text: bytes) -> bool:
    """Let go of what the desk has, as a file of its says; tell whether anything went."""
    word = read_heard(text)
    return word is not None and outbox.heard(store, word, drawn())


# The command line.


def told(path: Path) -> str:
    """Say whether the table is in a club, and how much waits."""
    with Store(path, reading=True) as store:
        return str(words.club_waits(waiting(store)))


def join_with(path: Path, source: str) -> str:
    """Join with a file, or with the text of a QR code itself."""
    text = source.encode() if source.startswith(("{", "7B")) else read_owners_file(Path(source), MOST_JOIN)
    with Store(path) as store:
        return join(store, Mailbox(club_path(path)), text)


def leave_it(path: Path) -> str:
    """Leave the club."""
    with Store(path) as store:
        return leave(store, Mailbox(club_path(path)))


def write_out(path: Path, target: Path) -> str:
    """Write all that waits to a file for the desk."""
    with Store(path, reading=True) as store:
        count = waiting(store)
        if count is None:
            raise SetupError(words.CLUB_NONE)
        write_owners_file(target, file_of(store))
    return str(words.club_written(count, str(target)))


def hear(path: Path, source: Path) -> str:
    """Let go of what the desk has, as its file says."""
    with Store(path) as store:
        listen(store, read_owners_file(source, MOST_JOIN))
        return str(words.club_waits(waiting(store)))
