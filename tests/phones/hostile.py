"""Broken or hostile phones, more than are allowed and all at once, while a match goes on.

The table's thread is timed while it sends, for it must never wait. `python -m tests.phones.hostile` is the
heavy form; `test_window.py` has a few of each kind.
"""

import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from tests.bench.phones import memory_of
from tests.phones.program import Phone, Program, a_match, opened, picture, program
from ui.phones.server import MOST_PER_ADDRESS, MOST_PHONES
from ui.table.session import Session

CHANGES = 120
SLOWER, MEMORY = 3.0, 100.0
"""How much longer a change may take the table than without phones; and the program's limit in MB."""
LEAST = 0.002
"""Seconds of a frame that are always acceptable: below them a ratio means nothing."""


def fuzzed(url: str, chance: Random, count: int) -> None:
    """Send requests with some wrong bytes, and some of random bytes; hang up after each."""
    path = url.split("/", 3)[3]
    right = f"GET /{path}events HTTP/1.1\r\nHost: {url.split('/')[2]}\r\nAccept: */*\r\n\r\n".encode()
    for n in range(count):
        request = bytearray(right if n % 3 else chance.randbytes(chance.randrange(1, 9000)))
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(request))
            request[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
            request = request or bytearray(b"\0")
        phone = Phone(url)
        phone.send(bytes(request))
        phone.close()


def half_closed(url: str, chance: Random, count: int, source: str = "") -> Iterator[Phone]:
    """Yield connections that send half a request, or a whole one, and then shut down their end."""
    for n in range(count):
        phone = Phone(url, source)
        phone.send(b"GET /" + chance.randbytes(20)) if n % 2 else phone.get("events")
        phone.line.shutdown(socket.SHUT_WR)
        yield phone


def slow(url: str, count: int, source: str = "") -> list[Phone]:
    """Return phones that ask for everything and read none of it."""
    return [Phone(url, source, takes=4096).get("events") for _ in range(count)]


def busy(run: Program, match: Session, names: str) -> float:
    """Send changes; return the median time in seconds that one holds up the table's thread."""
    took = []
    for n in range(CHANGES):
        now = time.perf_counter()
        run.feed.show("m", partial(picture, match, f"{names} {n}"))
        run.feed.flush()
        took.append(time.perf_counter() - now)
    return median(took)


def follows(run: Program, watcher: Phone, said: str) -> None:
    """Flush frames until a phone has seen a change."""
    while watcher.event()["said"] != said:
        run.feed.flush()


def stopped(run: Program, match: Session, watcher: Phone) -> float:
    """Stop the program in the middle and let it continue; return a change's time meanwhile, in seconds."""
    run.process.send_signal(signal.SIGSTOP)
    took = busy(run, match, "stopped")
    run.process.send_signal(signal.SIGCONT)
    line = run.feed._socket
    assert line is not None, "a program that hangs isn't gone"
    while run.feed._newest != run.feed._sent:
        run.feed.flush()
    follows(run, watcher, f"stopped {CHANGES - 1}")
    return took


def main() -> None:
    """Run all of it at once; AssertionError says what the table noticed."""
    chance = Random(1)
    with tempfile.TemporaryDirectory() as folder, program(Path(folder)) as run:
        match = a_match()
        url = opened(run, match)
        watcher = Phone(url).get("events")
        watcher.event()
        quiet = busy(run, match, "quiet")
        follows(run, watcher, f"quiet {CHANGES - 1}")
        fuzzed(url, chance, 300)
        # From several addresses of this machine, each with as many connections as one may have.
        rest = MOST_PER_ADDRESS - 2
        crowd = [*slow(url, rest)]
        for n in range(2, 2 + MOST_PHONES // MOST_PER_ADDRESS):
            crowd += half_closed(url, chance, MOST_PER_ADDRESS // 4, f"127.0.0.{n}")
            crowd += slow(url, MOST_PER_ADDRESS, f"127.0.0.{n}")
        late = [Phone(url, f"127.0.0.{n}").get("events") for n in range(20, 40)]
        crowded = busy(run, match, "crowded")
        follows(run, watcher, f"crowded {CHANGES - 1}")
        watchers = run.feed.news.watchers
        assert MOST_PHONES / 2 < watchers <= MOST_PHONES
        stood = stopped(run, match, watcher)
        held = memory_of(run.process.pid)
        assert run.process.poll() is None
        run.process.kill()
        run.process.wait()
        killed = busy(run, match, "killed")
        assert run.feed.news.wrong == "gone"
        for took in (crowded, stood, killed):
            assert took <= max(SLOWER * quiet, LEAST), f"{1000 * took:.2f} ms, not {1000 * quiet:.2f}"
        assert held <= MEMORY, f"{held:.0f} MB"
    sys.stdout.write(
        f"phones lane: {len(crowd) + len(late)} hostile connections ({watchers} let in), 300 bad requests: "
        f"a change takes the table {1000 * crowded:.2f} ms, {1000 * quiet:.2f} before; {1000 * stood:.2f} "
        f"with a program that hangs, {1000 * killed:.2f} with a killed one; it held {held:.0f} MB\n"
    )


if __name__ == "__main__":
    main()
