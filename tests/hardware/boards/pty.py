"""A simulated board behind a real pseudo-terminal, in its own thread, as if it were plugged in.

`python -m tests.hardware.boards.pty PORT` runs one as a process that takes commands line by line.
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
"""Seconds to wait for something that takes milliseconds, so that a busy machine doesn't fail a test."""

TURN = 0.005
"""Seconds after which the firmware's loop runs even if no bytes came."""


def ticks() -> int:
    """Return the ticks of a board that started when this machine did."""
    return time.monotonic_ns() * RATE // 1_000_000_000


class Device:
    """A thread that serves an open tty; `answer` returns what to send for what was received."""

    def __init__(self, file: int, answer: Callable[[bytes], bytes], *also: int) -> None:
        self._file, self._answer, self._also = file, answer, also
        self._lock = threading.Lock()
        self._jobs: list[Callable[[], object]] = []
        self._silent = False
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], object]) -> None:
        """Run a job in the device's thread, at once."""
        with self._lock:
            self._jobs.append(job)
        os.write(self._stop_write, b"j")

    def silence(self) -> None:
        """Make the device hang: it still takes bytes and answers none."""
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
    """A device at a port named `path`, until `unplug`."""

    def __init__(self, path: Path, answer: Callable[[bytes], bytes]) -> None:
        self.path = path
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        path.unlink(missing_ok=True)
        path.symlink_to(os.ttyname(theirs))
        # The other end stays open, so the port may be opened and closed any number of times.
        super().__init__(ours, answer, theirs)

    def unplug(self) -> None:
        """Pull the cable: the port fails for anyone who has it open, and its name is removed."""
        self.path.unlink(missing_ok=True)
        self.stop()


class PtyBoard(Plugged):
    """A grab board that is plugged in."""

    def __init__(self, path: Path) -> None:
        self.twin = Twin(ticks)
        super().__init__(path, self.twin.turn)

    def press(self, *steps: Sequence[int]) -> None:
        """Pull the pins of each step low, step by step."""
        self.do(partial(self.twin.press, *steps))

    def release(self) -> None:
        """Release all pins."""
        self.do(self.twin.release)

    def on_light(self, heard: Callable[[int], None]) -> None:
        """Call `heard` with the mask of lit lamps whenever the host sets them."""
        light = self.twin.pins.light

        def overheard(lit: int) -> None:
            light(lit)
            heard(lit)

        self.twin.pins.light = overheard  # type: ignore[method-assign]  # as the firmware calls it


def future_board(came: bytes) -> bytes:
    """Answer like a board that speaks only protocol versions 2 and 3."""
    return b"".join(
        frames.framed(frames.Refused(hello.session, frames.NO_VERSION, 2 << 8 | 3))
        for hello in map(frames.unpack, frames.Decoder().feed(came))
        if isinstance(hello, frames.Hello)
    )


def timed(began: "queue.SimpleQueue[int]", job: Callable[[], object]) -> None:
    """Put the time and run the job as one call, so that no other job runs in between."""
    began.put(time.monotonic_ns())
    job()


def waited(times: "queue.SimpleQueue[int]") -> int:
    """Return the next of these times, or 0 if none comes within `PATIENCE`."""
    try:
        return times.get(timeout=PATIENCE)
    except queue.Empty:
        return 0


def main() -> None:
    """Run a board at the port named, or with `echo` a device that sends back everything it gets.

    Each input line is `press 9; 2 3 4` (pins, step by step) or `release`; the reply is the time it began, in
    ns. `lit` waits until a lamp is lit after the last press; the reply is that time, or 0 if it takes too
    long.
    """
    path = Path(sys.argv[1])
    # A real board doesn't wait while its host is busy. Without the right to raise its priority, this one may.
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
