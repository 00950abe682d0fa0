"""The grab board's protocol, version 1: frames, messages and their limits, for both ends of the wire.

A frame is COBS(payload + CRC-16, big endian) + 0x00; integers in a payload are little endian. payload[0] is
the message's id and payload[1:5] the session. docs/grab_board.md shows every message.
The file runs unchanged on CPython and on MicroPython, which has no typing, dataclasses or crc_hqx.
"""

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

_PLAIN = {
    HELLO: Hello,
    SETUP: Setup,
    ACK: Ack,
    LAMPS: Lamps,
    SYNC: Sync,
    READY: Ready,
    ECHO: Echo,
    REFUSED: Refused,
    DRIVEN: Driven,
}


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


# --- messages: packing ---


def _pack(kind: int, session: int, *fields: int | bytes) -> bytes:
    """Return a message's fixed part. Raises ValueError for numbers too large (MicroPython would cut them)."""
    layout = _HEADER + _LAYOUTS[kind]
    values = (kind, session) + fields  # noqa: RUF005 - MicroPython's compiler knows no starred tuple here
    for code, value in zip(layout.replace("8s", "s"), values):  # noqa: B905 - no `strict` in MicroPython
        if isinstance(value, int) and not 0 <= value < 1 << _BITS[code]:
            raise ValueError("a number doesn't fit")
    return struct.pack("<" + layout, *values)


def pack_hello(session: int, lowest: int = VERSION, highest: int = VERSION) -> bytes:
    """Return HELLO: the lowest and highest version that the host speaks."""
    if lowest > highest:
        raise ValueError("lowest is above highest")
    return _pack(HELLO, session, lowest, highest)


def pack_setup(session: int, inputs: int, lamps: int, pull: int) -> bytes:
    """Return SETUP: masks of pins (bit n = GPn) and the inputs' pull."""
    if pull > PULL_DOWN:
        raise ValueError("no such pull")
    return _pack(SETUP, session, inputs, lamps, pull)


def pack_ack(session: int, next: int) -> bytes:  # noqa: A002 - the protocol's word
    """Return ACK: all changes with a lower number have arrived."""
    return _pack(ACK, session, next)


def pack_lamps(session: int, lit: int) -> bytes:
    """Return LAMPS: the mask of lamps to light; all others go dark."""
    return _pack(LAMPS, session, lit)


def pack_sync(session: int, token: int) -> bytes:
    """Return SYNC."""
    return _pack(SYNC, session, token)


def pack_drive(session: int, outputs: int, steps: tuple[tuple[int, int], ...]) -> bytes:
    """Return DRIVE: 1 to 23 steps of (delay in ticks after the step before, from 1; word of all outputs)."""
    if not 1 <= len(steps) <= MOST_STEPS:
        raise ValueError("1 to 23 steps")
    payload = _pack(DRIVE, session, outputs, len(steps))
    for delay, word in steps:
        if not (0 < delay < 1 << 32 and 0 <= word < 1 << 32):
            raise ValueError("a delay is 1 to 2^32 - 1 ticks")
        payload += struct.pack("<II", delay, word)
    return payload


def pack_identity(
    session: int,
    version: int,
    firmware: tuple[int, int, int],
    board: bytes,
    usable: int,
    rate: int,
    uptime: int,
    cause: int,
    capacity: int,
    name: str,
) -> bytes:
    """Return IDENTITY; the name has at most 120 bytes of UTF-8, the board's id 8."""
    text = name.encode()
    if len(text) > MOST_NAME or len(board) != 8 or len(firmware) != 3 or cause > OTHER_CAUSE or rate < 1:
        raise ValueError("no such identity")
    major, minor, patch = firmware
    numbers = (usable, rate, uptime, cause, capacity, len(text))
    return _pack(IDENTITY, session, version, major, minor, patch, bytes(board), *numbers) + text


def pack_ready(session: int, inputs: int, lamps: int, levels: int, at: int, next: int) -> bytes:  # noqa: A002
    """Return READY: the set-up, the inputs' levels at this tick, and the next change's number."""
    return _pack(READY, session, inputs, lamps, levels, at, next)


def pack_changes(session: int, first: int, at: int, changes: tuple[tuple[int, int], ...]) -> bytes:
    """Return CHANGES: 1 to 16 of (ticks since `at`, levels after it), from the one numbered `first`."""
    if not 1 <= len(changes) <= MOST_CHANGES:
        raise ValueError("1 to 16 changes")
    payload = _pack(CHANGES, session, first, at, len(changes))
    before = 0
    for after, levels in changes:
        if not (before <= after < 1 << 32 and 0 <= levels < 1 << 32):
            raise ValueError("changes go forward")
        payload += struct.pack("<II", after, levels)
        before = after
    if changes[0][0]:
        raise ValueError("the first change is at 0")
    return payload


def pack_echo(
    session: int,
    token: int,
    received: int,
    sent: int,
    next: int,  # noqa: A002
    levels: int,
    lit: int,
    lost: int,
) -> bytes:
    """Return ECHO: the ticks when SYNC came and this left; levels, lamps, and how many changes were lost."""
    return _pack(ECHO, session, token, received, sent, next, levels, lit, lost)


def pack_refused(session: int, reason: int, detail: int) -> bytes:
    """Return REFUSED."""
    if not NO_VERSION <= reason <= BUSY:
        raise ValueError("no such reason")
    return _pack(REFUSED, session, reason, detail)


def pack_driven(session: int, at: int, count: int) -> bytes:
    """Return DRIVEN: the tick of the first step, and how many steps there are."""
    return _pack(DRIVEN, session, at, count)


# --- messages: unpacking ---


def _pairs(tail: bytes, count: int, most: int) -> tuple[tuple[int, int], ...]:
    """Return `count` pairs of numbers. Raises ValueError unless the tail has exactly that length."""
    if not 1 <= count <= most or len(tail) != 8 * count:
        raise ValueError("a wrong count")
    return tuple([struct.unpack("<II", tail[at : at + 8]) for at in range(0, len(tail), 8)])


def unpack(payload: bytes) -> tuple[object, ...]:
    """Return the message (`Hello`, `Setup` ... `Driven`) in a payload. Raises ValueError if it isn't one."""
    kind = payload[0] if payload else 0
    if kind not in _LAYOUTS:
        raise ValueError("an unknown message")
    layout = "<" + _HEADER + _LAYOUTS[kind]
    size = struct.calcsize(layout)
    if len(payload) < size or len(payload) > MOST_PAYLOAD or (kind in _PLAIN and len(payload) != size):
        raise ValueError("a wrong length")
    fields = struct.unpack(layout, payload[:size])[1:]
    tail = payload[size:]
    if kind == DRIVE:
        steps = _pairs(tail, fields[2], MOST_STEPS)
        if not all(delay for delay, _ in steps):
            raise ValueError("a step without a delay")
        return Drive(fields[0], fields[1], steps)
    if kind == CHANGES:
        changes = _pairs(tail, fields[3], MOST_CHANGES)
        if changes[0][0] or any(changes[n][0] < changes[n - 1][0] for n in range(1, len(changes))):
            raise ValueError("changes go forward")
        return Changes(fields[0], fields[1], fields[2], changes)
    if kind == IDENTITY:
        session, version, major, minor, patch, board, usable, rate, uptime, cause, capacity, length = fields
        if len(tail) != length or length > MOST_NAME or cause > OTHER_CAUSE or rate < 1:
            raise ValueError("no such identity")
        numbers = (usable, rate, uptime, cause, capacity)
        return Identity(session, version, (major, minor, patch), bytes(board), *numbers, bytes(tail).decode())
    if kind == HELLO and fields[1] > fields[2]:
        raise ValueError("lowest is above highest")
    if kind == SETUP and fields[3] > PULL_DOWN:
        raise ValueError("no such pull")
    if kind == REFUSED and not NO_VERSION <= fields[1] <= BUSY:
        raise ValueError("no such reason")
    message: tuple[object, ...] = _PLAIN[kind](*fields)
    return message
