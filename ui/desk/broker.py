"""The broker's files: who may log in, and that each table may only use the topics under its own name.

Mosquitto reads them again on SIGHUP. A table's password is only in its join file; the broker has a salted
hash (PBKDF2, in the format of `mosquitto_passwd`).
"""

import fcntl
import os
import secrets
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import pbkdf2_hmac
from pathlib import Path

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace
from paho.mqtt.client import Client
from paho.mqtt.reasoncodes import ReasonCode

from companion.club.mailbox import TABLE_NAME, Join
from companion.club.outbox import MOST_BYTES
from companion.decoding import from_json
from companion.errors import SetupError
from companion.whole_file import make_folder, read_owners_file, why_not, write_whole
from ui.desk import glance, words
from ui.desk.glance import HOME_USER as USER

DESK = "desk"
HOST, PORT, DATABASE = "127.0.0.1", 1883, "dbname=companion_desk"
"""Defaults of a new desk."""
OUT, HEARD, GLANCE = "club/{}/out", "club/{}/heard", "club/{}/glance"
"""Topics: what a table sends, what the desk acknowledges, and what everybody at the table sees."""
_ROUNDS = 101
"""Rounds of the hash, as in Mosquitto; passwords are 128 random bits, so nobody guesses them."""


class _Settings(Struct, frozen=True):
    host: str
    port: int
    database: str
    password: str
    tables: dict[str, str] = {}
    """Password hashes by table."""
    home: str = ""
    """Home Assistant's password hash, if it is let in."""
    club: str = ""
    """What tables know this club by; drawn once."""


class DeskFolder:
    """The desk's folder: its settings, and the files that the broker is started with."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not (path / "desk.json").exists():
            raise SetupError(words.NO_DESK.format(path))
        self.now = _read(path)

    @classmethod
    def make(
        cls, path: Path, host: str | None = None, port: int | None = None, database: str | None = None
    ) -> "DeskFolder":
        """Make the folder of a new desk; if there is one, only the settings given here change."""
        make_folder(path)
        if not (path / "desk.json").exists():
            _save(path, _Settings(HOST, PORT, DATABASE, secrets.token_hex(16)))
        desk = cls(path)
        desk._change(
            lambda now: replace(
                now, host=host or now.host, port=port or now.port, database=database or now.database
            )
        )
        return desk

    def join(self) -> Join:
        """Return the desk's own login, on its own machine."""
        return Join(DESK, self.now.password, "127.0.0.1", self.now.port)

    def add(self, table: str, ca: str = "", *, home: bool = False) -> Join:
        """Let a table in, with a new password; SetupError if the name isn't allowed."""
        if not TABLE_NAME.fullmatch(table) or table in (DESK, USER):
            raise SetupError(words.NO_NAME.format(table[:40], USER))
        password = secrets.token_hex(16)
        self._change(lambda now: replace(now, tables={**now.tables, table: _hash(password)}))
        return Join(table, password, self.now.host, self.now.port, ca, home, self.now.club)

    def let_home_in(self) -> Join:
        """Let Home Assistant in, with a new password; it sees tables that were added for it."""
        password = secrets.token_hex(16)
        self._change(lambda now: replace(now, home=_hash(password)))
        return Join(USER, password, self.now.host, self.now.port)

    def remove(self, table: str) -> None:
        """Revoke a table's login; what it sent stays. SetupError if there is no such table."""
        if table not in self.now.tables:
            raise SetupError(words.NO_TABLE.format(table[:40]))
        self._change(
            lambda now: replace(
                now, tables={name: digest for name, digest in now.tables.items() if name != table}
            )
        )

    def _change(self, change: Callable[[_Settings], _Settings]) -> None:
        """Change the settings as saved now, under a lock: another process may change them meanwhile."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            now = _read(self.path)
            self.now = change(now if now.club else replace(now, club=secrets.token_hex(8)))
            _save(self.path, self.now)
        finally:
            os.close(folder)


class ConnectionNews:
    """Prints why a connection fails, once until that changes: it is tried again every few seconds."""

    def __init__(self, client: Client, join: Join) -> None:
        self._join, self._said = join, ""
        client.on_connect_fail = self._failed

    def connected(self, code: ReasonCode) -> bool:
        """Return whether the broker has let the client in, for its `on_connect`."""
        self._say(words.SHUT_OUT.format(self._join.table, code) if code.is_failure else "")
        return not code.is_failure

    def _failed(self, *_: object) -> None:
        # It is called while the error is handled.
        error = sys.exception()
        why = why_not(error) if isinstance(error, OSError) else error
        self._say(words.NO_BROKER.format(self._join.host, self._join.port, why))

    def _say(self, text: str) -> None:
        if text not in ("", self._said):
            click.echo(text, err=True)
        self._said = text


def write_join(join: Join, path: Path) -> bytes:
    """Write a join file that only its owner can read; return its content."""
    text = msgspec.json.encode(join)
    write_whole(path, text)
    return text


def _read(path: Path) -> _Settings:
    try:
        return from_json(read_owners_file(path / "desk.json", 1 << 20), _Settings)
    except msgspec.DecodeError as error:
        raise SetupError(f"{path}/desk.json: {error}") from None


def _save(path: Path, now: _Settings) -> None:
    write_whole(path / "desk.json", msgspec.json.format(msgspec.json.encode(now), indent=1))
    rights = [f"user {DESK}", "topic read club/+/out", "topic read club/+/glance", "topic write club/+/heard"]
    for table in now.tables:
        rights += ["", f"user {table}", f"topic write {OUT.format(table)}"]
        rights += [f"topic write {GLANCE.format(table)}", f"topic read {HEARD.format(table)}"]
    logins = {DESK: _hash(now.password), **now.tables}
    if now.home:
        logins[USER] = now.home
        rights += glance.home_rights(list(now.tables))
    hosts = dict.fromkeys((now.host, "127.0.0.1"))
    listeners = "".join(f"listener {now.port} {host}\n" for host in hosts)
    conf = f"""# Written by companion-desk: start the broker with `mosquitto -c` and this file.
{listeners}allow_anonymous false
password_file {path.absolute()}/passwords
acl_file {path.absolute()}/rights
use_username_as_clientid true
message_size_limit {MOST_BYTES}
max_queued_messages 2000
max_keepalive 120
persistence true
persistence_location {path.absolute()}/
"""
    passwords = "".join(f"{name}:{digest}\n" for name, digest in logins.items())
    texts = {"rights": "\n".join(rights) + "\n", "passwords": passwords, "mosquitto.conf": conf}
    for name, text in texts.items():
        write_whole(path / name, text.encode())


def _hash(password: str) -> str:
    salt = secrets.token_bytes(12)
    digest = pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${b64encode(salt).decode()}${b64encode(digest).decode()}"
