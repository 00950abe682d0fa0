"""Feeds random and mutated bytes to a session: `python -m tests.hardware.boards.fuzz` feeds ten million.

Whatever it is fed, the session continues or ends, uses no more memory, and still takes the next whole frame.
"""

import resource
import sys
import time
from random import Random

from companion.clock import MILLISECOND, Instant
from hardware.boards.session import BoardSession, Moved
from hardware.firmware import frames
from tests.hardware.boards.world import WANTS, World

BYTES = 10_000_000
NUMBER = 0x01020304


def opened() -> tuple[World, BoardSession]:
    """Return an open session, with its world."""
    world = World()
    return world, world.open()


def frames_of(random: Random, session: BoardSession) -> bytes:
    """Return a random frame that a board may send, in most cases for this session."""
    number = NUMBER if random.random() < 0.7 else random.getrandbits(32)
    word, tick = random.getrandbits(32), random.getrandbits(random.choice((8, 12, 16, 48, 64)))
    # Changes from the future end a session, so most are close together.
    bits = random.choice((4, 4, 32))
    times = sorted(random.getrandbits(bits) for _ in range(random.randrange(16)))
    changes = tuple((after, random.getrandbits(32)) for after in times)
    messages = (
        frames.Changes(number, random.choice((0, word)), tick >> 1, ((0, word), *changes)),
        frames.Echo(number, random.randrange(40), tick >> 1, tick, random.choice((0, word)), word, 0, 0),
        frames.Ready(number, word, word, word, tick, random.choice((0, word))),
        frames.Identity(number, 1, (1, 0, 0), bytes(8), word, 1 + word // 2, tick, 0, 9, "Any"),
        frames.Refused(number, random.randrange(1, 5), word),
        frames.Driven(number, tick, 3),
        frames.Hello(number, frames.VERSION, frames.VERSION),
    )
    rubbish = bytes(random.getrandbits(8) for _ in range(random.randrange(1, 200)))
    return frames.encode(random.choice((*map(frames.pack, messages), rubbish)))


def mutated(random: Random, data: bytes) -> bytes:
    """Return bytes after random bit flips, deletions, insertions and repeats."""
    harmed = bytearray(data)
    for _ in range(random.choice((0, 1, 1, 2, 8))):
        at = random.randrange(len(harmed) + 1)
        kind = random.randrange(4)
        if kind == 0 and at < len(harmed):
            harmed[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            del harmed[at : at + random.randrange(1, 9)]
        elif kind == 2:
            harmed[at:at] = random.randbytes(random.randrange(1, 300))
        else:
            harmed[at:at] = harmed[max(0, at - 20) : at]
    return bytes(harmed)


def fuzz(size: int, seed: int = 1) -> dict[str, int]:
    """Feed `size` bytes; return how many sessions that took, and counts of damaged frames and changes."""
    random = Random(seed)
    world, session = opened()
    fed = sessions = heard = damaged = 0
    now = world.clock.now()
    while fed < size:
        kind = random.randrange(3)
        if kind == 0:
            data = random.randbytes(random.randrange(1, 2000))
        else:
            data = b"".join(frames_of(random, session) for _ in range(random.randrange(1, 6)))
            data = mutated(random, data) if kind == 1 else data
        fed += len(data)
        now = Instant(now + random.randrange(2 * MILLISECOND))
        events = session.take(data, now)
        events += session.tick(now)
        session.outgoing(now)
        heard += sum(isinstance(event, Moved) for event in events)
        assert session.levels & ~WANTS.inputs == 0
        if random.random() < 0.05 and session.ended is None:
            _resyncs(session, now)
        if session.ended is not None or random.random() < 0.001:
            damaged += session._decoder.damaged
            sessions += 1
            world, session = opened()
            now = world.clock.now()
    return {"bytes": fed, "sessions": sessions, "damaged": damaged, "changes": heard}


def _resyncs(session: BoardSession, now: Instant) -> None:
    """Assert that a whole frame after the next zero byte is taken, whatever came before it."""
    again = frames.framed(frames.Refused(NUMBER, frames.NO_SESSION, 0))
    session.take(b"\x00" + again, now)
    assert session.ended is not None, "a whole frame was not heard"


def main() -> None:
    """Feed ten million bytes and print the counts, the memory growth and the time."""
    start = time.perf_counter()
    fuzz(100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tally = fuzz(BYTES)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    seconds = time.perf_counter() - start
    sys.stdout.write(f"{tally}, {grown} KiB more memory at the most, {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
