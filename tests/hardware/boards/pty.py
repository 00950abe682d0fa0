"""A board's twin at the far end of a real pseudo-terminal, in a thread of its own: as if plugged in.

`python -m tests.hardware.boards.pty PORT` is one in a process of its own, told by lines what to do.
"""

import os
import queue
import select
import sys
import threading
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from hardware.firmware import frames
from tests.hardware.boards.twin import RATE, Twin

PATIENCE = 20.0
"""Seconds to wait for what takes milliseconds, even on a machine that is busy with other things."""

TURN = 0.005
"""Seconds until the firmware's loop goes round by itself."""


def ticks() -> int:
    """Return the ticks of a board that has been up for as long as this machine."""
    return time.monotonic_ns() * RATE // 1_000_000_000


class Device:
    """Whatever reads and writes an open tty, in a thread; `answer` says what it sends for what came."""

    def __init__(self, file: int, answer: Callable[[bytes], bytes], *also: int) -> None:
        self._file, self._answer, self._also = file, answer, also
        self._lock = threading.Lock()
        self._jobs: list[Callable[[], object]] = []
        self._silent = False
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], object]) -> None:
        """Let something be done in the device's thread, at once."""
        with self._lock:
            self._jobs.append(job)
        os.write(self._stop_write, b"j")

    def silence(self) -> None:
        """Let the device hang: it takes everything and says nothing."""
        self._silent = True

    def stop(self) -> None:
        os.write(self._stop_write, b"s")
        self._thread.join()
        for end in (self._file, *self._also, self._stop_read, self._stop_write):
            os.close(end)

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._file, self._stop_read], [], [], TURN)
            if self._stop_read in ready and b"s" in os.read(self._stop_read, 64):
                return
            with self._lock:
                jobs, self._jobs = self._jobs, []
            for job in jobs:
                job()
            try:
                came = os.read(self._file, 4096) if self._file in ready else b""
                if self._file in ready and not came:
                    return
                out = self._answer(came)
                if out and not self._silent:
                    os.write(self._file, out)
            except OSError:
                # The cable of a real gadget was pulled.
                return


class Plugged(Device):
    """A device behind a port named `path`, until `unplug`."""

    def __init__(self, path: Path, answer: Callable[[bytes], bytes]) -> None:
        self.path = path
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(theirs))
        # The other end is kept open, so that the port may be opened and closed as often as anybody likes.
        super().__init__(ours, answer, theirs)

    def unplug(self) -> None:
        """Pull the cable: the port fails for whoever has it open, and its name is gone."""
        self.path.unlink(missing_ok=True)
        self.stop()


class PtyBoard(Plugged):
    """A grab board that is plugged in."""

    def __init__(self, path: Path) -> None:
        self.twin = Twin(ticks)
        super().__init__(path, self.twin.turn)

    def press(self, *steps: Sequence[int]) -> None:
        """Let the pins of each step go low, one step after the other."""
        self.do(partial(self.twin.press, *steps))

    def release(self) -> None:
        """Let all pins go high."""
        self.do(self.twin.release)

    def on_light(self, heard: Callable[[int], None]) -> None:
        """Say which lamps are lit, a mask of pins, whenever the host says so."""
        light = self.twin.pins.light

        def overheard(lit: int) -> None:
            light(lit)
            heard(lit)

        self.twin.pins.light = overheard  # type: ignore[method-assign]  # as the firmware calls it


def future_board(came: bytes) -> bytes:
    """Answer as a board does that speaks versions 2 and 3 only."""
    return b"".join(
        frames.encode(frames.pack_refused(hello.session, frames.NO_VERSION, 2 << 8 | 3))
        for hello in map(frames.unpack, frames.Decoder().feed(came))
        if isinstance(hello, frames.Hello)
    )


def timed(began: "queue.SimpleQueue[int]", job: Callable[[], object]) -> None:
    """Do something and say when it began; in one go, lest another thread comes in between."""
    began.put(time.monotonic_ns())
    job()


def waited(times: "queue.SimpleQueue[int]") -> int:
    """Return the next of some times; 0 if there is none for long."""
    try:
        return times.get(timeout=PATIENCE)
    except queue.Empty:
        return 0


def main() -> None:
    """Be a board at the port named, or with `echo` a device that says everything back.

    Each line is `press 9; 2 3 4` (pins, step by step) or `release`; the answer is when it began, in ns. `lit`
    waits for a lamp to be lit after the last press; the answer is when, 0 if that takes too long.
    """
    path = Path(sys.argv[1])
    # A board of its own doesn't wait for what its host is busy with; without the right, it may.
    with suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))
    if "echo" in sys.argv:
        device: Plugged = Plugged(path, lambda came: came)
    else:
        device = PtyBoard(path)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    began: queue.SimpleQueue[int] = queue.SimpleQueue()
    lit: queue.SimpleQueue[int] = queue.SimpleQueue()
    if isinstance(device, PtyBoard):
        device.on_light(lambda mask: lit.put(time.monotonic_ns()) if mask else None)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "lit":
            sys.stdout.write(f"{waited(lit)}\n")
            sys.stdout.flush()
            continue
        if isinstance(device, PtyBoard):
            steps = [[int(pin) for pin in step.split()] for step in rest.split(";")]
            job = device.twin.release if word == "release" else partial(device.twin.press, *steps)
            while word == "press" and not lit.empty():
                lit.get()
            device.do(partial(timed, began, job))
        sys.stdout.write(f"{began.get()}\n")
        sys.stdout.flush()
    device.unplug()


if __name__ == "__main__":
    main()
