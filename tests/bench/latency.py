"""How long lamp and verdict take while the screen is busy, with the pad in the app's process or its own.

The board is a twin in a separate process behind a pty: no USB, no Pico. `python -m tests.bench.latency` also
measures with different priorities.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles

from msgspec import Struct

from companion.clock import MILLISECOND
from hardware.grab.contacts import ContactTimes, Seat
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.bench.boards import CALM, Board, plugged
from tests.bench.measure import Row

DUELS = 100
SEATS = 8
PATIENCE = 20
WITHIN = 10.0
"""Limit for the 99th percentile, in milliseconds after the end of the window."""
SCENES = {
    "rest": "the screen at rest",
    "stalls": "calls of 200 ms that hold the interpreter",
    "frames": "the app laying its table again, frame by frame",
    "load": "both processors busy",
}
WAYS = (("here", "normal"), ("here", "fifo"), ("child", "normal"), ("child", "nice"), ("child", "fifo"))
"""Where the pad runs, and its priority: `nice` is -10, `fifo` is SCHED_FIFO at 1; `own` changes nothing."""


class Took(Struct, frozen=True):
    """99th percentile and median, in ms after the window, of lamp, verdict handed over, verdict in inbox."""

    lamp: tuple[float, float]
    handed: tuple[float, float]
    inbox: tuple[float, float]
    void: str
    """A note about duels left out because they were void or missed; empty for none."""


def wiring(port: Path) -> Wiring:
    """Return a wiring with seats and lamps on one board."""
    return Wiring(
        seats=tuple(SeatWires(Seat(seat), 2 + seat, 2 + SEATS + seat, "left") for seat in range(SEATS)),
        boards=(BoardPlug("left", str(port)),),
    )


def rows() -> Iterator[Row]:
    """Measure each scene; the baseline is the pad in the app's process."""
    for scene, words in SCENES.items():
        here, child = measured("here", scene), measured("child", scene)
        for what, ours, theirs in (("lamp", child.lamp, here.lamp), ("verdict", child.handed, here.handed)):
            yield Row(
                f"press to {what}, 99 of 100 beyond the window, {words} (half: {ours[1]:.1f} ms)",
                f"{ours[0]:.1f} ms{child.void}",
                f"the pad in the app's process: {theirs[0]:.1f} ms{here.void}",
                ours[0] / theirs[0],
                f"<= {WITHIN:.0f} ms",
                ours[0] <= WITHIN,
            )


def measured(where: str, scene: str, priority: str = "own", duels: int = DUELS) -> Took:
    """Measure duels at a table during a scene."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        port, handed = Path(folder) / "port", Path(folder) / "handed"
        board = opened.enter_context(plugged(port))
        table = opened.enter_context(process("latency_table", str(port), where, scene, priority, str(handed)))
        if scene == "load":
            for _ in range(os.cpu_count() or 1):
                opened.enter_context(busy())
        return duelled(board, table, duels)


def duelled(board: Board, table: "subprocess.Popen[str]", duels: int) -> Took:
    """Play duels; return the times of lamps and verdicts."""
    window = ContactTimes().window / MILLISECOND
    took: list[tuple[float, ...]] = []
    voids: list[str] = []
    for number in range(duels):
        ask(table, "arm")
        # Vary the pause, so that presses are never in step with the screen.
        time.sleep(CALM + number * 0.0137 % 0.1)
        first, second = 2 + number % SEATS, 2 + (number + 3) % SEATS
        began = board.tell(f"press {first}; {second}")
        handed, inboxed, *why = ask(table, "verdict").split()
        if why:
            voids.append(why[0])
        else:
            ends = (board.tell("lit"), int(handed), int(inboxed))
            took.append(tuple((end - began) / MILLISECOND - window for end in ends))
        board.tell("release")
    each = [quantiles(some, n=100) for some in zip(*took, strict=True)]
    void = f" ({len(voids)} left out: {', '.join(sorted(set(voids)))})" if voids else ""
    lamp, over, inbox = ((some[-1], some[49]) for some in each)
    return Took(lamp, over, inbox, void)


def ask(table: "subprocess.Popen[str]", line: str) -> str:
    """Send the table's process a line; return its answer."""
    assert table.stdin is not None
    assert table.stdout is not None
    table.stdin.write(f"{line}\n")
    table.stdin.flush()
    return table.stdout.readline()


@contextmanager
def process(module: str, *args: str) -> Iterator["subprocess.Popen[str]"]:
    """Run a module of the bench, controlled by lines of text."""
    line = [sys.executable, "-m", f"tests.bench.{module}", *args]
    # Ignore the seats file of the user who measures.
    environment = {**os.environ, "XDG_CONFIG_HOME": "/nowhere"}
    child = subprocess.Popen(line, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        yield child
    finally:
        child.stdin.close()
        child.wait()
        child.stdout.close()


@contextmanager
def busy() -> Iterator[None]:
    """Keep one processor busy."""
    started = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        started.kill()
        started.wait()


def main() -> None:
    """Print a table of all scenes and priorities, in milliseconds after the end of the window."""
    duels = int(sys.argv[1]) if sys.argv[1:] else DUELS
    out = sys.stdout
    out.write("| scene | pad | priority | lamp: half / 99 of 100 | verdict handed over | in the inbox |\n")
    out.write("|---|---|---|---:|---:|---:|\n")
    for scene in sys.argv[2:] or SCENES:
        for where, priority in WAYS:
            took = measured(where, scene, priority, duels)
            cells = (f"{half:.1f} / {slow:.1f}" for slow, half in (took.lamp, took.handed, took.inbox))
            out.write(f"| {scene} | {where} | {priority} | {' | '.join(cells)} |{took.void}\n")
            out.flush()


if __name__ == "__main__":
    main()
