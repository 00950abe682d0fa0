"""The grab board: decoding frames, contact to verdict over a pty, and processor use while idle.

The board is a twin, the firmware's logic in a separate process, so this measures the host's side.
"""

import select
import subprocess
import sys
import tempfile
import time
from binascii import crc_hqx
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from statistics import quantiles

from companion.clock import MILLISECOND, SystemClock
from hardware.boards.serial_ports import SerialPort
from hardware.firmware import frames
from hardware.grab.adjudicate import Verdict
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads.base import ignore
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.bench.measure import Row, in_turn, timed

FRAMES = 5_000
DUELS = 200
SEATS = 15
REST = 10.0
"""Seconds over which processor use while idle is measured."""
CALM = 0.06
"""Seconds between duels, as presses within a lock-out, or 15 times a second, don't count."""
PATIENCE = 20


def rows() -> Iterator[Row]:
    """Measure decoding, duels and idling."""
    yield decoding()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "port"
        with plugged(path, "echo"):
            echo = echoes(SerialPort(str(path)))
        with plugged(path) as board, open_pad(wiring(path)) as pad:
            yield duels(pad, board, echo)
            yield at_rest(pad)


def decoding() -> Row:
    """Decode and unpack CHANGES frames of three contacts; the baseline only splits frames and checks CRCs."""
    contacts = (0, 1), (7, 3), (90, 7)
    packed = (
        frames.pack(frames.Changes(0x1020304, 3 * n, 10**9 + 5000 * n, contacts)) for n in range(FRAMES)
    )
    stream = b"".join(map(frames.encode, packed))

    def ours() -> None:
        decoder = frames.Decoder()
        for start in range(0, len(stream), 64):
            for payload in decoder.feed(stream[start : start + 64]):
                frames.unpack(payload)

    def bare() -> None:
        for frame in stream.split(b"\x00"):
            crc_hqx(frame, 0xFFFF)

    took, baseline = in_turn(ours, bare)
    return Row(
        "grab board: frames decoded",
        f"{FRAMES / took:,.0f} a second",
        f"split and crc_hqx alone: {FRAMES / baseline:,.0f} a second",
        took / baseline,
        ">= 20,000 a second",
        FRAMES / took >= 20_000,
    )


def wiring(path: Path) -> Wiring:
    seats = tuple(SeatWires(Seat(seat), 2 + seat, board="left") for seat in range(SEATS))
    return Wiring(seats=seats, boards=(BoardPlug("left", str(path)),))


class Board:
    """A twin in another process, controlled by lines of text."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def tell(self, line: str) -> int:
        """Send a command; return when its execution began, in ns."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def plugged(path: Path, *kind: str) -> Iterator[Board]:
    """Plug in a twin at a path."""
    command = [sys.executable, "-m", "tests.hardware.boards.pty", str(path), *kind]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield Board(process)
    finally:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.wait()
        process.stdout.close()


def echoes(port: SerialPort) -> float:
    """Return the 99th percentile of echoing a SYNC's 13 bytes, in seconds."""
    took = []
    for _ in range(DUELS):
        start = time.perf_counter()
        left = port.write(bytes(13))
        while left:
            select.select([port.fileno()], [], [], PATIENCE)
            left -= len(port.read())
        took.append(time.perf_counter() - start)
    port.close()
    return quantiles(took, n=100)[-1]


def duels(pad: GrabPad, board: Board, echo: float) -> Row:
    """Measure duels in which all seats grab at once; the board's clock gives the time of the first press."""
    verdicts: SimpleQueue[tuple[int, Verdict]] = SimpleQueue()
    opened: SimpleQueue[None] = SimpleQueue()
    clock = SystemClock()

    def changed(seat: Seat, status: SeatStatus) -> None:
        if all(status.state is SeatState.OPEN for status in pad.states.values()):
            opened.put(None)

    pad.on_verdict = lambda verdict: verdicts.put((clock.now(), verdict))
    pad.on_state_change = changed
    took = []
    for number in range(DUELS):
        if not all(status.state is SeatState.OPEN for status in pad.states.values()):
            opened.get(timeout=PATIENCE)
        time.sleep(CALM)
        first = number % SEATS
        pad.arm()
        began = board.tell(f"press {2 + first}; {' '.join(str(2 + seat) for seat in range(SEATS))}")
        at, verdict = verdicts.get(timeout=PATIENCE)
        assert len(verdict.contacts) == SEATS, verdict
        took.append((at - began) / MILLISECOND)
        board.tell("release")
        while not opened.empty():
            opened.get()
    pad.on_verdict = pad.on_state_change = ignore
    middle, slow = quantiles(took, n=100)[49], quantiles(took, n=100)[-1]
    what = f"grab board: contact to verdict over a pty, {SEATS} seats, 99 of 100 (half: {middle:.1f} ms)"
    return timed(what, slow / 1e3, "a bare echo over a pty", echo, 0.01)


def at_rest(pad: GrabPad) -> Row:
    """Measure an armed pad's processor use; the baseline wakes as often and does nothing."""
    pad.arm()
    shares = []
    for idle in (partial(time.sleep, REST), _waking):
        cpu, wall = time.process_time(), time.perf_counter()
        idle()
        shares.append((time.process_time() - cpu) / (time.perf_counter() - wall))
        pad.disarm()
        pad.close()
    ours, bare = shares
    return Row(
        "grab board: processor's share while nobody grabs",
        f"{ours:.2%} of a core",
        f"waking five times a second: {bare:.3%}",
        ours / bare if bare else 0.0,
        "<= 1 %",
        ours <= 0.01,
    )


def _waking() -> None:
    for _ in range(round(REST * 5)):
        time.sleep(0.2)
