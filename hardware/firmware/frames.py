"""The grab board's protocol, version 1: frames, messages and their limits, for both ends of the wire.

A frame is COBS(payload + CRC-16, big endian) + 0x00; integers in a payload are little endian. payload[0] is
the message's id and payload[1:5] the session. docs/grab_board.md shows every message.
The file runs unchanged on CPython and on MicroPython, which has no typing, dataclasses or crc_hqx.
"""
# ruff: noqa: RUF005 - MicroPython's compiler knows no starred tuple

import struct
from array import array
from collections import namedtuple

VERSION = 1
MOST_PAYLOAD = 200
"""Most bytes in a payload; longer ones are neither sent nor accepted."""
MOST_FRAME = MOST_PAYLOAD + 3
"""Most bytes of a frame before its 0x00: payload, CRC, and the one byte that COBS adds to fewer than 254."""
MOST_CHANGES = 16
"""Most changes in one CHANGES."""
MOST_STEPS = 23
"""Most steps in one DRIVE, as many as fit into a payload."""
MOST_NAME = 120
"""Most bytes of the board's name: a line, in any script."""

HELLO, SETUP, ACK, LAMPS, SYNC, DRIVE = range(0x01, 0x07)
IDENTITY, READY, CHANGES, ECHO, REFUSED, DRIVEN = range(0x81, 0x87)

PULL_NONE, PULL_UP, PULL_DOWN = range(3)
POWER_ON, WATCHDOG, OTHER_CAUSE = range(3)
"""Why the board started."""
NO_VERSION, BAD_PINS, NO_SESSION, MALFORMED, BUSY = range(1, 6)
"""Why the board refused."""

_HEADER = "BI"
_LAYOUTS = {
    HELLO: "BB",
    SETUP: "IIB",
    ACK: "I",
    LAMPS: "I",
    SYNC: "I",
    DRIVE: "IB",
    IDENTITY: "BBBB8sIIQBHB",
    READY: "IIIQI",
    CHANGES: "IQB",
    ECHO: "IQQIIII",
    REFUSED: "BI",
    DRIVEN: "QB",
}
"""The fields after the header; messages with a count or a length have a tail after these."""
_BITS = {"B": 8, "H": 16, "I": 32, "Q": 64}

Hello = namedtuple("Hello", ("session", "lowest", "highest"))
Setup = namedtuple("Setup", ("session", "inputs", "lamps", "pull"))
Ack = namedtuple("Ack", ("session", "next"))
Lamps = namedtuple("Lamps", ("session", "lit"))
Sync = namedtuple("Sync", ("session", "token"))
Drive = namedtuple("Drive", ("session", "outputs", "steps"))
"""`steps`: tuple of (delay in ticks after the step before, word)."""
Identity = namedtuple(
    "Identity",
    (
        "session",
        "version",
        "firmware",
        "board",
        "usable",
        "rate",
        "uptime",
        "cause",
        "capacity",
        "name",
    ),
)
"""`firmware`: three numbers; `board`: 8 bytes; `rate`: ticks a second; `uptime`: ticks; `name`: text."""
Ready = namedtuple("Ready", ("session", "inputs", "lamps", "levels", "at", "next"))
Changes = namedtuple("Changes", ("session", "first", "at", "changes"))
"""`changes`: tuple of (ticks since `at`, levels); the first is at 0, and times never go back."""
Echo = namedtuple("Echo", ("session", "token", "received", "sent", "next", "levels", "lit", "lost"))
Refused = namedtuple("Refused", ("session", "reason", "detail"))
Driven = namedtuple("Driven", ("session", "at", "count"))

_MESSAGES = {
    HELLO: Hello,
    SETUP: Setup,
    ACK: Ack,
    LAMPS: Lamps,
    SYNC: Sync,
    DRIVE: Drive,
    IDENTITY: Identity,
    READY: Ready,
    CHANGES: Changes,
    ECHO: Echo,
    REFUSED: Refused,
    DRIVEN: Driven,
}
_KINDS = {message: kind for kind, message in _MESSAGES.items()}


# --- frames ---


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return table


def _crc_by_table(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFF00) ^ _TABLE[crc >> 8 ^ byte]
    return crc


_TABLE = array("H", _crc_table())
try:
    from binascii import crc_hqx as _crc_hqx

    _fast = None
except ImportError:
    _crc_hqx = None  # type: ignore[assignment] # MicroPython
    try:
        from hardware.firmware import fast as _fast  # type: ignore[assignment]
    except (ImportError, SyntaxError):
        _fast = None  # its compiler has no viper, as in WebAssembly


def crc16(data: bytes) -> int:
    """Return CRC-16/CCITT of the bytes: polynomial 0x1021, start 0xFFFF, not reflected."""
    if _crc_hqx is not None:
        return _crc_hqx(data, 0xFFFF)
    if _fast:
        return _fast.crc(data, len(data), _TABLE)
    return _crc_by_table(data)


def _stuff(data: bytes) -> bytes:
    """Return COBS of at most 254 bytes: without zeros, and one byte longer."""
    if _fast:
        buffer = bytearray(len(data) + 1)
        _fast.stuff(data, len(data), buffer)
        return bytes(buffer)
    stuffed = bytearray()
    for run in data.split(b"\x00"):
        stuffed.append(len(run) + 1)
        stuffed += run
    return bytes(stuffed)


def _unstuff(stuffed: bytes) -> bytes:
    """Return the bytes that `_stuff` was given. Raises ValueError if a run goes past the end."""
    data = bytearray()
    at = 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed):
            raise ValueError("a run goes past the end")
        if at:
            data.append(0)
        data += stuffed[at + 1 : end]
        at = end
    return bytes(data)


def encode(payload: bytes) -> bytes:
    """Return the frame of a payload of 1 to 200 bytes. Raises ValueError for any other length."""
    if not 1 <= len(payload) <= MOST_PAYLOAD:
        raise ValueError("a payload has 1 to 200 bytes")
    return _stuff(bytes(payload) + struct.pack(">H", crc16(payload))) + b"\x00"


def decode(frame: bytes) -> bytes:
    """Return the payload of a frame given without its 0x00. Raises ValueError if it is damaged."""
    if len(frame) > MOST_FRAME or 0 in frame:
        raise ValueError("not one frame")
    data = _unstuff(frame)
    if len(data) < 3 or crc16(data[:-2]) != data[-2] << 8 | data[-1]:
        raise ValueError("a damaged frame")
    return data[:-2]


class Decoder:
    """Cuts a stream of bytes into payloads; damaged frames are counted, and end at the next 0x00.

    It never holds more than one frame's bytes.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._part = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes of the stream; return the payloads that they complete, oldest first."""
        payloads: list[bytes] = []
        start = 0
        while True:
            end = data.find(b"\x00", start)
            stop = len(data) if end < 0 else end
            if len(self._part) + stop - start > MOST_FRAME:
                self._too_long = True
                self._part = bytearray()
            elif not self._too_long:
                self._part += data[start:stop]
            if end < 0:
                return payloads
            start = end + 1
            if self._part or self._too_long:
                try:
                    payloads.append(decode(b"" if self._too_long else bytes(self._part)))
                except ValueError:
                    self.damaged += 1
            self._part = bytearray()
            self._too_long = False


# --- messages ---


def _check(message: tuple[object, ...]) -> None:
    """Raise ValueError for a message that makes no sense."""
    if isinstance(message, Hello) and message.lowest > message.highest:
        raise ValueError("lowest is above highest")
    if isinstance(message, Setup) and message.pull > PULL_DOWN:
        raise ValueError("no such pull")
    if isinstance(message, Refused) and not NO_VERSION <= message.reason <= BUSY:
        raise ValueError("no such reason")
    if isinstance(message, Identity) and (message.cause > OTHER_CAUSE or message.rate < 1):
        raise ValueError("no such identity")
    if isinstance(message, Identity) and len(message.name.encode()) > MOST_NAME:
        raise ValueError("too long a name")
    if isinstance(message, Drive):
        delays = [delay for delay, _ in message.steps]
        if not 1 <= len(delays) <= MOST_STEPS or not all(delays):
            raise ValueError("1 to 23 steps, each with a delay")
    if isinstance(message, Changes):
        times = [after for after, _ in message.changes]
        if not 1 <= len(times) <= MOST_CHANGES or times[0] or times != sorted(times):
            raise ValueError("1 to 16 changes that go forward, the first at 0")


def _packed(layout: str, values: tuple[object, ...]) -> bytes:
    """Return the values as bytes. Raises ValueError if one doesn't fit (MicroPython would cut it)."""
    for code, value in zip(layout.replace("8s", "s"), values):  # noqa: B905 - no `strict` in MicroPython
        if isinstance(value, int):
            if not 0 <= value < 1 << _BITS[code]:
                raise ValueError("a number doesn't fit")
        elif len(value) != 8:  # type: ignore[arg-type] # the board's id
            raise ValueError("a board's id has 8 bytes")
    return struct.pack("<" + layout, *values)


def pack(message: tuple[object, ...]) -> bytes:
    """Return the payload of a message. Raises ValueError for what `unpack` would refuse."""
    _check(message)
    kind = _KINDS[type(message)]
    fields, tail = tuple(message), b""
    if isinstance(message, Identity):
        tail = message.name.encode()
        fields = fields[:2] + message.firmware + (bytes(message.board),) + fields[4:-1] + (len(tail),)
    elif isinstance(message, (Drive, Changes)):
        pairs = message.steps if isinstance(message, Drive) else message.changes
        tail = b"".join([_packed("II", pair) for pair in pairs])
        fields = fields[:-1] + (len(pairs),)
    return _packed(_HEADER + _LAYOUTS[kind], (kind,) + fields) + tail


def framed(message: tuple[object, ...]) -> bytes:
    """Return the frame of a message. Raises ValueError as `pack` does."""
    return encode(pack(message))


def hello(session: int) -> tuple[object, ...]:
    """Return the HELLO of a host of this version."""
    return Hello(session, VERSION, VERSION)


def unpack(payload: bytes) -> tuple[object, ...]:
    """Return the message (`Hello`, `Setup` ... `Driven`) in a payload. Raises ValueError if it isn't one."""
    kind = payload[0] if payload else 0
    if kind not in _LAYOUTS:
        raise ValueError("an unknown message")
    layout = "<" + _HEADER + _LAYOUTS[kind]
    size = struct.calcsize(layout)
    if not size <= len(payload) <= MOST_PAYLOAD:
        raise ValueError("a wrong length")
    fields = struct.unpack(layout, payload[:size])[1:]
    tail = payload[size:]
    if len(tail) != {IDENTITY: 1, DRIVE: 8, CHANGES: 8}.get(kind, 0) * fields[-1]:
        raise ValueError("a wrong length")
    if kind == IDENTITY:
        named = (bytes(tail).decode(),)
        fields = fields[:2] + (fields[2:5], bytes(fields[5])) + fields[6:-1] + named
    elif kind in (DRIVE, CHANGES):
        pairs = [struct.unpack("<II", tail[at : at + 8]) for at in range(0, len(tail), 8)]
        fields = fields[:-1] + (tuple(pairs),)
    message: tuple[object, ...] = _MESSAGES[kind](*fields)
    _check(message)
    return message
