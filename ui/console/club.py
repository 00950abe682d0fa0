"""`companion club`: joins and leaves a club, exchanges files with its desk; also used by the screen."""

import os
from pathlib import Path
from uuid import uuid4

from companion.club import outbox
from companion.club.mailbox import MOST_JOIN, TABLE_NAME, Mailbox, file_of, read_join
from companion.club.outbox import Ack, read_ack
from companion.errors import SetupError
from companion.places import club_path
from companion.store import Store
from companion.whole_file import read_owners_file, write_owners_file
from ui.appliance import care_words as words
from ui.language.words import why

JOIN_FILE = "club-join.json"


def table_name(mailbox: Mailbox) -> str:
    """Return what the club calls this table, as part of a file's name; "" if it is in no club."""
    join = mailbox.joined()
    return join.table if join and TABLE_NAME.fullmatch(join.table) else ""


def out_file(mailbox: Mailbox) -> str:
    """Return the name of the file on a stick with the table's results.

    Several tables may share a stick. The desk's acknowledgement has `.heard` after that name.
    """
    return "-".join(filter(None, ("club-outbox", table_name(mailbox))))


def new_series() -> str:
    """Return a new id for a series."""
    return str(uuid4())


def waiting(store: Store) -> int | None:
    """Return how many items wait for the desk; None if the table is in no club."""
    return None if outbox.counter(store) is None else outbox.count(store)


def join(store: Store, mailbox: Mailbox, text: bytes) -> str:
    """Join a club by a join file's content, or a QR code's text; return a message.

    In a club already, the table can only get a new password or address of its desk; what waits stays. Raises
    SetupError or NotSaved.
    """
    credentials = read_join(text)
    try:
        if outbox.counter(store) is None:
            mailbox.join(store, credentials, new_series())
        else:
            # A copy of the store doesn't hold where its desk is.
            if not credentials.renews(mailbox.joined() or credentials):
                raise SetupError(words.CLUB_OTHER)
            mailbox.keep_join(credentials)
    except OSError as error:
        raise SetupError(words.club_not_joined(why(error))) from None
    return words.club_joined(credentials.table)


def leave(store: Store, mailbox: Mailbox) -> str:
    """Leave the club and drop everything that waits; return a message."""
    mailbox.leave(store)
    return words.CLUB_LEFT


def listen(store: Store, ack: Ack | None) -> None:
    """Drop what the desk has acknowledged, if it has."""
    if ack is not None:
        outbox.acknowledge(store, ack, new_series())


# The command line.


def describe(path: Path) -> str:
    """Say whether the table is in a club, and how many items wait."""
    with Store(path, reading=True) as store:
        return str(words.club_waits(waiting(store)))


def join_with(path: Path, source: str) -> str:
    """Join with the name of a join file, its JSON text, or a QR code's text in hexadecimal."""
    text = (
        source.encode()
        if source.upper().startswith(("{", "7B")) and not os.path.exists(source)
        else read_owners_file(Path(source), MOST_JOIN)
    )
    with Store(path) as store:
        return join(store, Mailbox(club_path(path)), text)


def leave_it(path: Path) -> str:
    """Leave the club. Raises SetupError if the table is in none."""
    mailbox = Mailbox(club_path(path))
    with Store(path) as store:
        if waiting(store) is None and mailbox.joined() is None:
            raise SetupError(words.CLUB_NONE)
        return leave(store, mailbox)


def write_out(path: Path, target: Path) -> str:
    """Write all waiting items to a file for the desk. Raises SetupError if the table is in no club."""
    with Store(path, reading=True) as store:
        count = waiting(store)
        if count is None:
            raise SetupError(words.CLUB_NONE)
        write_owners_file(target, file_of(store))
    return str(words.club_written(count, str(target)))


def hear(path: Path, source: Path) -> str:
    """Drop what the desk has acknowledged in its file, and say what still waits. Raises SetupError."""
    ack = read_ack(read_owners_file(source, MOST_JOIN))
    if ack is None:
        raise SetupError(words.club_not_heard(str(source)))
    with Store(path) as store:
        listen(store, ack)
        return str(words.club_waits(waiting(store)))
