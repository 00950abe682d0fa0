"""What a table shows its club during a match: what everybody there sees, drawn on the table's machine.

The courier draws it, so that a desk of many tables draws nothing, and decodes nothing of any game.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, socket

import msgspec
from msgspec import Struct

from companion.club.mailbox import Join
from companion.club.outbox import MOST_BYTES, decoded
from companion.decoding import from_msgpack
from companion.errors import SetupError
from ui.language.words import game_names
from ui.phones.feed import MOST, MatchPicture
from ui.phones.glance import Artist, PageKind

MOST_PICTURE = 1 << 20


class Glance(Struct, frozen=True):
    """A match in words, and its board as a zlib-compressed SVG document; `age` is in seconds, when sent.

    `verdict` is shown over the table for everybody, with `lines` below it. `points` are names and points; two
    may have the same name. Tables and desks of different versions exchange all the fields that both know.
    """

    game: str
    title: str
    subtitle: str
    said: str
    over: bool
    verdict: str = ""
    lines: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    board: bytes = b""
    age: float = 0.0

    def picture(self) -> bytes:
        """Return the board's SVG, empty if there is none or it is too large."""
        unpacking = zlib.decompressobj()
        with suppress(zlib.error):
            svg = unpacking.decompress(self.board, MOST_PICTURE)
            return svg if unpacking.eof else b""
        return b""


def read_glance(text: bytes) -> Glance | None:
    """Return what a table shows, None if nothing any more; SetupError for anything else."""
    glance = decoded(text[:MOST_BYTES], Glance)
    if text and glance is None:
        raise SetupError("it shows what is no match")
    return glance


class Watch:
    """The courier's end of the socket on which the app shows a match; `glance` draws a packet."""

    def __init__(self, path: Path) -> None:
        self._artist, self._path = Artist(PageKind()), path
        self._connection: socket | None = None
        self._listener = socket(AF_UNIX, SOCK_SEQPACKET)
        self._listener.setblocking(False)
        # Without a socket the club gets results, but sees no match.
        with suppress(OSError):
            path.unlink(missing_ok=True)
            self._listener.bind(str(path))
            os.chmod(path, 0o660)
            self._listener.listen(1)

    def newest(self) -> bytes | None:
        """Return the last packet received, b"" once the table has gone, None if there is nothing new."""
        packet: bytes | None = None
        with suppress(OSError):
            connection = self._listener.accept()[0]
            self._hang_up()
            self._connection = connection
            self._connection.setblocking(False)
        try:
            while self._connection is not None:
                packet = self._connection.recv(MOST)
                if not packet:
                    self._hang_up()
        except BlockingIOError:
            return packet
        except OSError:
            self._hang_up()
            return b""
        return packet

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def glance(self, packet: bytes) -> Glance | None:
        """Return what a packet shows; None if this version doesn't know the format or the game."""
        with suppress(msgspec.MsgspecError, LookupError):
            picture = from_msgpack(packet, MatchPicture)
            board = zlib.compress(self._artist.board(picture).encode())
            board *= len(board) < MOST_BYTES // 2
            game = str(game_names().get(picture.game, picture.game))
            over = (picture.lies.title, picture.lies.lines) if picture.lies else ("", ())
            head = game, picture.title, picture.subtitle, picture.said, picture.over
            return Glance(*head, *over, picture.points, board)
        return None

    def close(self) -> None:
        """Close and remove the socket."""
        self._hang_up()
        self._listener.close()
        self._path.unlink(missing_ok=True)


# What Home Assistant finds of a table on the club's broker, in the format of its MQTT integration.

HOME_USER = "home-assistant"
"""Home Assistant's user name at the broker."""
BIRTH = "homeassistant/status"
"""The topic on which it says that it has started, and needs everything announced again."""
CONFIG, PRESENT = "homeassistant/device/companion-{}/config", "club/{}/home/present"
STATE, VERDICT = "club/{}/home/state", "club/{}/home/verdict"
ONLINE, OFFLINE = "online", "offline"
MOST_STATE = 255
"""Most letters of a state in Home Assistant; a longer one would show as unknown."""


def discovery(join: Join) -> bytes:
    """Return the announcement of a table's entities; an empty one, which removes them, if it shows none."""
    if not join.home:
        return b""
    table = join.table

    def entity(name: str, platform: str, topic: str, **settings: object) -> dict[str, object]:
        called = {"name": name.capitalize(), "unique_id": f"companion-{table}-{name}"}
        return called | {"platform": platform, "state_topic": topic.format(table), "qos": 1, **settings}

    def sensor(name: str) -> dict[str, object]:
        return entity(name, "sensor", STATE, value_template=f"{{{{ value_json.{name} }}}}")

    entities = {name: sensor(name) for name in ("turn", "score", "game")}
    entities["verdict"] = entity("verdict", "event", VERDICT, event_types=["verdict"])
    announcement = {
        "device": {"identifiers": [f"companion-{table}"], "name": f"Table {table}"},
        "origin": {"name": "Table Companion"},
        "components": entities,
        "availability_topic": PRESENT.format(table),
    }
    return msgspec.json.encode(announcement)


def home_state(glance: Glance | None) -> bytes:
    """Return the state that the sensors read."""
    every = {"turn": "", "score": "", "game": ""}
    if glance is not None and not glance.over:
        every |= {"turn": glance.title, "game": glance.game}
    if glance is not None:
        every["score"] = ", ".join(f"{who} {points}" for who, points in glance.points)
    return msgspec.json.encode({name: text[:MOST_STATE] for name, text in every.items()})


def home_event(glance: Glance) -> bytes:
    """Return the event for a verdict."""
    event = {"event_type": "verdict", "verdict": glance.verdict, "lines": glance.lines}
    return msgspec.json.encode(event)


def home_rights(tables: list[str]) -> list[str]:
    """Return the broker's access rules for tables that show themselves, and for Home Assistant, by line."""
    lines = ["", f"user {HOME_USER}", "topic read homeassistant/#", "topic read club/+/home/#"]
    lines.append(f"topic write {BIRTH}")
    for table in tables:
        lines += ["", f"user {table}", f"topic read {BIRTH}"]
        lines += [f"topic write {topic.format(table)}" for topic in (CONFIG, PRESENT, STATE, VERDICT)]
    return lines
