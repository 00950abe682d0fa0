"""The same inputs for the firmware on CPython and on MicroPython: every answer must be the same.

Written in what both understand. `run` reports a line for each batch of inputs: its name and a check sum of
all answers so far, so the first line that differs shows where to look.
"""

from binascii import crc32

from hardware.firmware import frames
from hardware.firmware.board import BoardProgram

RATE = 5_000_000
USABLE = 0x1C7FFFFC
BATCH = 100


class Chance:
    """Random numbers that are the same everywhere: xorshift, 32 bits."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, the limit."""
        state = self.state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self.state = state
        return state % limit

    def bytes(self, size: int) -> bytes:
        """Return `size` bytes, about a quarter of them zero."""
        return bytes([self.below(256) if self.below(4) else 0 for _ in range(size)])


class Pins:
    """Pins that record what is done to them."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def wire(self, inputs: int, lamps: int, pull: int) -> None:
        """Record it."""
        self.done.append((inputs, lamps, pull))

    def light(self, lit: int) -> None:
        """Record it."""
        self.done.append(lit)

    def play(self, outputs: int, steps: tuple[tuple[int, int], ...]) -> int:
        """Record it."""
        self.done.append((outputs, steps))
        return len(steps) * 1000 - 1001


def message(chance: Chance) -> bytes:
    """Return a host's message, usually a sound one."""
    session = 7 + (chance.below(8) == 0)
    kind = chance.below(8)
    word = chance.below(1 << 32)
    if kind == 0:
        return frames.pack(frames.Hello(session, 0, chance.below(4)))
    if kind == 1:
        return frames.pack(frames.Setup(session, word & 0x1FFC, word & 0x7FE000, chance.below(3)))
    if kind == 2:
        return frames.pack(frames.Ack(session, chance.below(40)))
    if kind == 3:
        return frames.pack(frames.Lamps(session, word & 0x7FE000))
    if kind == 4:
        steps = [(chance.below(1 << 31) + 1, chance.below(1 << 32)) for _ in range(chance.below(22) + 1)]
        return frames.pack(frames.Drive(session, word & 0x1C000000, tuple(steps)))
    if kind == 5:
        return frames.pack(frames.Sync(session, word))[: chance.below(10)] or b"\x05"
    return frames.pack(frames.Sync(session, word))


def answer(payload: bytes) -> str:
    """Return the result of unpacking a payload, as text."""
    try:
        message = frames.unpack(payload)
    except ValueError:
        return "refused"
    return type(message).__name__ + repr(tuple(message))


def codec(chance: Chance) -> bytes:
    """Return the codec's answers to one random input."""
    data = chance.bytes(chance.below(230))
    kinds = bytes([1, 2, 3, 4, 5, 6, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86])
    text = answer(data) + answer(kinds[chance.below(12) :][:1] + data) + answer(message(chance))
    decoder = frames.Decoder()
    stream = data + b"\x00" + frames.encode(data[:200] or b"\x01") + data
    got = decoder.feed(stream[:100]) + decoder.feed(stream[100:])
    number = chance.below(1 << 32)
    long = chance.below(1 << 32) << 32 | number
    made = (
        frames.pack(frames.Identity(number, 1, (1, 2, 3), b"12345678", number, 1, long, 1, 512, "Zähler"))
        + frames.pack(frames.Ready(number, 1, 2, 3, long, 4))
        + frames.pack(frames.Changes(number, number, long, ((0, 1), (number, 2))))
        + frames.pack(frames.Echo(number, number, long, long, 1, 2, 3, 4))
        + frames.pack(frames.Driven(number, long, 200))
    )
    return text.encode() + repr((got, decoder.damaged, frames.crc16(data))).encode() + made


def run(report, rounds: int) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - no typing there
    """Report (name, number of inputs, check sum) after each hundred inputs to the codec, then to a board."""
    chance = Chance(0x2545F491)
    total = 0
    for n in range(1, rounds + 1):
        total = crc32(codec(chance), total)
        if n % BATCH == 0:
            report("codec", n, total)
    pins = Pins()
    board = BoardProgram(pins, USABLE, RATE, b"12345678", frames.POWER_ON)
    decoder = frames.Decoder()
    now = 0
    for n in range(1, rounds + 1):
        now += (50, 5_000, 200_000, 30_000_000, 1 << 33)[chance.below(30) % 5 if chance.below(3) == 0 else 1]
        stream = frames.encode(message(chance))
        if chance.below(5) == 0:
            stream = chance.bytes(30) + stream
        for payload in decoder.feed(stream):
            board.take(payload, now)
        samples = [(now + 10 * k, chance.below(1 << 29)) for k in range(chance.below(8))]
        board.sense(samples, now, n // 300)
        for _ in range(3):
            total = crc32(board.outgoing(now), total)
        total = crc32(repr(pins.done).encode(), total)
        pins.done = []
        if n % BATCH == 0:
            report("board", n, total)
