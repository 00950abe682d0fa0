"""Garbage for the board: random bytes, damaged frames, and sound frames with damaged messages in them."""

import gc
import tracemalloc
from dataclasses import dataclass
from random import Random

from hardware.firmware import frames
from hardware.firmware.board import BoardProgram
from tests.firmware.hand import HandPins

RATE = 5_000_000
USABLE = 0x1C7FFFFC
SESSIONS = (1, 2)
MOST_KEPT = 20_000
"""Bytes of memory by which decoder and board may grow after the first tenth."""


@dataclass
class Fuzzed:
    """The counts of a run."""

    bytes: int = 0
    damaged: int = 0
    payloads: int = 0
    answers: int = 0
    found: int = 0
    """How often the stream was found again, each time at the first sound frame after an end of frame."""
    grown: int = 0
    """Bytes of memory used at the end beyond those used after the first tenth."""


def fuzz(size: int, seed: int) -> Fuzzed:
    """Feed a board at least `size` bytes; raise AssertionError, or any error that the board raises."""
    chance = Random(seed)
    decoder = frames.Decoder()
    board = BoardProgram(HandPins(), USABLE, RATE, b"12345678", frames.POWER_ON)
    come = Fuzzed()
    now = 0
    tenth = -1
    tracemalloc.start()
    try:
        while come.bytes < size:
            if tenth < 0 and come.bytes >= size // 10:
                tenth = _held()
            data = _rubbish(chance)
            now += chance.choice((100, 5_000, 200_000, 6_000_000))
            for start in range(0, len(data), 64):
                for payload in decoder.feed(data[start : start + 64]):
                    come.payloads += 1
                    board.take(payload, now)
            samples = [(now + n, chance.getrandbits(29)) for n in range(chance.choice((0, 0, 1, 20)))]
            board.sense(samples, now, 0)
            for _ in range(chance.randrange(4)):
                frame = board.outgoing(now)
                if frame:
                    come.answers += 1
                    frames.unpack(frames.decode(frame[:-1]))
            come.bytes += len(data)
            # Whatever came before, a frame after one 0x00 is a frame.
            marker = frames.pack(frames.Sync(chance.getrandbits(32), chance.getrandbits(32)))
            found = decoder.feed(b"\x00" + frames.encode(marker))
            assert found[-1:] == [marker], f"lost the stream with seed {seed} after {come.bytes} bytes"
            come.found += 1
        come.damaged = decoder.damaged
        come.grown = _held() - tenth
    finally:
        tracemalloc.stop()
    assert come.grown < MOST_KEPT, f"{come.grown} bytes of memory more are in use with seed {seed}"
    return come


def _held() -> int:
    """Return the bytes of memory in use, after collecting the tracebacks of refusals."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _rubbish(chance: Random) -> bytes:
    """Return some bytes of one of four kinds."""
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 600))
    data = bytearray()
    for _ in range(chance.randrange(1, 8)):
        payload = _message(chance)
        if kind == 1 and chance.random() < 0.5:
            payload[chance.randrange(len(payload))] = chance.randrange(256)
        if kind == 1 and chance.random() < 0.2:
            payload = payload[: chance.randrange(1, len(payload) + 1)]
        frame = bytearray(frames.encode(bytes(payload)))
        if kind == 2:
            frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
        if kind == 3 and chance.random() < 0.3:
            del frame[chance.randrange(len(frame)) :]
        data += frame
    return bytes(data)


def _message(chance: Random) -> bytearray:
    """Return a sound message, usually of a session that may be open."""
    session = chance.choice(SESSIONS)
    mask = chance.getrandbits(29)
    pins = chance.getrandbits(29) & USABLE
    steps = tuple((chance.getrandbits(20) + 1, mask) for _ in range(chance.randrange(1, 24)))
    messages = (
        lambda: frames.Hello(session, 0, chance.randrange(3)),
        lambda: frames.Setup(session, pins & 0xFFFF, pins & ~0xFFFF, chance.randrange(3)),
        lambda: frames.Setup(session, mask, 0, 0),
        lambda: frames.Ack(session, chance.randrange(600)),
        lambda: frames.Lamps(session, mask),
        lambda: frames.Sync(session, mask),
        lambda: frames.Drive(session, pins, steps),
        lambda: frames.Driven(session, 1, 1),
    )
    return bytearray(frames.pack(chance.choice(messages)()))
