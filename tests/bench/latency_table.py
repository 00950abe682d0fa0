"""A table whose pad the latency bench measures: `PORT here|child SCENE PRIORITY FILE`.

The main thread does the screen's work in a scene. It reads lines from stdin and answers on stdout: `arm`
waits until all seats are open, and arms; `verdict` waits for a verdict and answers when it was handed over
and when it was in the inbox, in ns, and the reason if it is void.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TextIO

from companion.clock import SystemClock
from hardware.grab.adjudicate import Verdict, Void
from hardware.grab.contacts import Seat, SeatState, SeatStatus
from hardware.pads.grab_pad import open_pad
from hardware.pads.remote import CHILD, Pad, RemotePad
from tests.bench.latency import PATIENCE, wiring

STALL = 0.2
"""Seconds for which one call holds the interpreter lock."""
GIVEN_UP = 3
"""Seconds after which a verdict counts as missed."""
BREATH = 0.02
"""Seconds between two calls of `STALL`."""


class Watched:
    """A pad, and the times at which its verdicts reached the inbox."""

    def __init__(self, pad: Pad, handed: TextIO | None) -> None:
        self._pad, self._handed = pad, handed
        self._inbox: SimpleQueue[tuple[int, Verdict]] = SimpleQueue()
        self._changed: SimpleQueue[None] = SimpleQueue()
        self._clock = SystemClock()
        pad.on_verdict = self._verdict
        pad.on_state_change = self._state

    def serve(self) -> None:
        """Answer lines from stdin until it ends."""
        for line in sys.stdin:
            sys.stdout.write((self.armed() if line.strip() == "arm" else self.verdict()) + "\n")
            sys.stdout.flush()
        self._pad.close()

    def armed(self) -> str:
        """Arm the pad once all seats are open."""
        while not self._open():
            self._changed.get(timeout=PATIENCE)
        while not self._inbox.empty():
            self.verdict()
        self._pad.arm()
        return "armed"

    def verdict(self) -> str:
        """Return the answer for the next verdict; it is missed if the press came before the pad was armed."""
        try:
            inboxed, verdict = self._inbox.get(timeout=GIVEN_UP)
        except Empty:
            return "0 0 missed"
        handed = inboxed if self._handed is None else int(self._handed.readline())
        why = verdict.reason.value if isinstance(verdict, Void) else ""
        return f"{handed} {inboxed} {why}"

    def _open(self) -> bool:
        return all(status.state is SeatState.OPEN for status in self._pad.states.values())

    def _verdict(self, verdict: Verdict) -> None:
        self._inbox.put((self._clock.now(), verdict))

    def _state(self, seat: Seat, status: SeatStatus) -> None:
        self._changed.put(None)


def opened(where: str, priority: str, port: Path, handed: Path) -> Watched:
    """Open the pad in this process or in a child, with a priority."""
    if where == "here":
        pad: Pad = open_pad(wiring(port))
        threads = [thread.native_id for thread in threading.enumerate()[1:]]
        watched = Watched(pad, None)
    else:
        command = (*CHILD[:-1], "tests.bench.stamped_child", str(handed))
        os.mkfifo(handed)
        # Read and write, as opening for reading would wait for the other process.
        terminal = os.fdopen(os.open(handed, os.O_RDWR), "r", buffering=1)
        child = RemotePad(wiring(port), command=command)
        threads = [int(task.name) for task in Path(f"/proc/{child.pid}/task").iterdir()]
        watched = Watched(child, terminal)
    for thread in threads:
        if priority == "fifo":
            os.sched_setscheduler(thread or 0, os.SCHED_FIFO, os.sched_param(1))
        elif priority in ("normal", "nice"):
            os.sched_setscheduler(thread or 0, os.SCHED_OTHER, os.sched_param(0))
            os.setpriority(os.PRIO_PROCESS, thread or 0, -10 if priority == "nice" else 0)
    return watched


def stalls(ended: threading.Event) -> None:
    """Hold the interpreter lock with one C call after another, as a long frame does at worst."""
    usleep = ctypes.PyDLL(None).usleep
    while not ended.is_set():
        usleep(round(STALL * 1e6))
        time.sleep(BREATH)


def frames(ended: threading.Event) -> None:
    """Open a table and go home again, as often as possible."""
    from tests.bench.latency_frames import draw

    draw(ended)


SCENES: dict[str, Callable[[threading.Event], object]] = {
    "rest": threading.Event.wait,
    "load": threading.Event.wait,
    "stalls": stalls,
    "frames": frames,
}


def main() -> None:
    """Open the pad, and run the scene until stdin ends."""
    port, where, scene, priority, handed = sys.argv[1:]
    watched = opened(where, priority, Path(port), Path(handed))
    ended = threading.Event()

    def serve() -> None:
        try:
            watched.serve()
        finally:
            ended.set()

    threading.Thread(target=serve, daemon=True).start()
    with suppress(KeyboardInterrupt):
        SCENES[scene](ended)


if __name__ == "__main__":
    main()
