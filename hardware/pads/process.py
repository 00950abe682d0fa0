"""The process that watches the buttons: `python -m hardware.pads.process`, the app's socket its stdin.

Here no screen holds the interpreter, so lamps and verdicts come when they are due. It ends when the app does.
"""

import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.errors import Finding, HardwareError, report_fault
from hardware.loop import AT_ONCE, Due, Loop
from hardware.pads import child
from hardware.pads.grab_pad import GrabPad, open_pad

CLOSES_WITHIN = 10
"""Seconds until the kernel takes the lines from a process that can't let them go by itself."""
LOOK = Nanoseconds(500 * MILLISECOND)
"""Until the pad's condition is looked at anew: what is wrong with a board changes without a call."""

HANDS_OVER = 0.0005
"""Seconds after which a thread that opens a device lets the loop have the interpreter; 5 ms otherwise."""


class PadChild:
    """A pad that does what the app orders and says what happens; `run` returns when the app has gone."""

    def __init__(self, pad: GrabPad, line: socket.socket, loop: Loop) -> None:
        self._pad, self._line, self._loop = pad, line, loop
        self._told = condition_of(pad)
        # The pad must not wait for the app, which may stand still.
        self._outbox: deque[child.News] = deque()
        pad.on_verdict = lambda verdict: self._say(child.VerdictTold(verdict))
        pad.on_late = lambda verdict: self._say(child.PictureTold(verdict))
        pad.on_state_change = lambda seat, status: self._say(child.SeatChanged(seat, status))
        pad.on_turn = lambda at: self._say(child.TurnPressed(at))
        pad.on_totem_fell = lambda at: self._say(child.Fell(at))

    def run(self) -> None:
        """Take orders until the app closes its end."""
        self._line.setblocking(False)
        self._loop.watch(self._line.fileno(), self._listen)
        # States are read here and not before: a change that isn't in them is in the outbox.
        self._outbox.appendleft(child.ButtonsOpened(self._pad.states, self._told))
        self._look(self._loop.clock.now())
        self._loop.run()

    def _look(self, now: Instant) -> None:
        self._loop.call_at(Instant(now + LOOK), self._look)
        self._look_over()
        self._send()

    def _look_over(self) -> None:
        condition = condition_of(self._pad)
        if condition != self._told:
            self._told = condition
            self._outbox.append(condition)

    def _listen(self) -> list[Due]:
        """Take one order: what the buttons have to tell goes between two."""
        try:
            packet = self._line.recv(child.MOST)
        except BlockingIOError:
            return []
        except ConnectionError:
            packet = b""
        if packet:
            return [(self._loop.clock.now(), partial(self._obey, packet))]
        self._loop.stop()
        return []

    def _obey(self, packet: bytes) -> None:
        try:
            self._do(child.order_of(packet))
        except BaseException:
            # Nobody knows what the app takes us for now: it starts us anew.
            self._loop.stop()
            raise

    def _do(self, order: child.Order) -> None:
        match order:
            case child.Arm():
                self._pad.arm(order.number, order.at)
            case child.Disarm():
                self._pad.disarm()
            case child.TakePart():
                self._pad.play(order.seats)
            case child.Light():
                self._pad.light(order.seats)
            case child.Open():
                raise ValueError("the buttons are open already")

    def _say(self, news: child.News) -> None:
        # What is wrong goes before what follows from it: whoever hears of a seat asks why.
        self._look_over()
        self._outbox.append(news)
        # Other pin factories call from threads of their own.
        if self._loop.inside:
            self._send()
        else:
            self._loop.call_at(AT_ONCE, lambda now: self._send())

    def _send(self) -> None:
        """Send what there is to say, as far as the app has room for it."""
        try:
            while self._outbox:
                send(self._line, self._outbox[0])
                self._outbox.popleft()
        except BlockingIOError:
            self._loop.watch(self._line.fileno(), self._listen, self._go_on)
        except ConnectionError:
            self._loop.stop()

    def _go_on(self) -> None:
        self._loop.watch(self._line.fileno(), self._listen)
        self._send()


def condition_of(pad: GrabPad) -> child.Condition:
    """Return what the pad is like now."""
    return child.Condition(pad.quality, pad.band, pad.trouble, pad.totem_stands, pad.goes_first)


def send(line: socket.socket, news: child.News) -> None:
    """Say something at once; BlockingIOError while there is no room, ConnectionError if the app has gone."""
    line.send(child.encode(news))


def go_first(tasks: Path = Path("/proc/self/task")) -> bool:
    """Have all threads, those of libraries and those to come included, go before all other programs.

    Return whether they may. What they do takes fractions of a millisecond. The unit ends a process that
    spins: opening, which may take seconds, comes before this.
    """
    try:
        for task in tasks.iterdir():
            # A thread may have ended since.
            with suppress(ProcessLookupError):
                os.sched_setscheduler(int(task.name), os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        return False
    return True


def main() -> None:
    """Be that process."""
    # Ctrl-C is said to the app, which ends us in its own way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(HANDS_OVER)
    with socket.socket(fileno=sys.stdin.fileno()) as line, suppress(ConnectionError):
        packet = line.recv(child.MOST)
        first = child.order_of(packet) if packet else None
        if not isinstance(first, child.Open):
            return
        loop = Loop()
        try:
            pad = open_pad(first.wiring, loop=loop)
        except Exception as error:  # noqa: BLE001 - gpiozero's factories have errors of no common family
            if not isinstance(error, HardwareError):
                report_fault()
            send(line, child.Failed(type(error).__name__, str(error)))
            return
        pad.goes_first = go_first()
        try:
            PadChild(pad, line, loop).run()
        finally:
            signal.alarm(CLOSES_WITHIN)
            pad.close()


if __name__ == "__main__":
    main()

# The right to go before all other programs, which the process that watches the buttons asks for.

PROCESSES = Path("/proc")
WATCHER = b"hardware.pads.process"
POLICY = 38
"""Which word of a process' `stat` tells its scheduling, counted from behind its name (man 5 proc)."""
LIMIT = "Max realtime priority"
"""The line of a process' `limits`: 0 where its user has no such right."""

NAME = "quick buttons"
FIRST = "the buttons go before everything else on this computer"
WAITS = (
    "the buttons wait their turn while this computer is busy, so you may have to grab again; "
    "it works all the same"
)
GRANT = (
    'for `make play` run echo "$USER - rtprio 1" | sudo tee /etc/security/limits.d/table-companion.conf, '
    "then log in again; an installed table has that right already"
)
REFUSED = "nothing; this system lets no program go first"


def may_go_first() -> bool:
    """Tell whether a process of this user may go first: a thread tries, and ends."""
    with ThreadPoolExecutor(1) as one:
        try:
            one.submit(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)).result()
        except OSError:
            return False
    return True


def examine_priority(processes: Path = PROCESSES, may: Callable[[], bool] = may_go_first) -> Finding:
    """Look whether the process that watches the buttons goes first; whether it could, where there is none."""
    first, granted = next(_rights(processes), (None, _granted(processes / "self")))
    if may() if first is None else first:
        return Finding(NAME, True, FIRST)
    # A hint and no fault: the table plays without it.
    return Finding(NAME, True, WAITS, REFUSED if granted else GRANT)


def watches(process: Path) -> bool:
    """Tell whether a process watches buttons, by its folder under /proc."""
    with suppress(OSError):
        return WATCHER in (process / "cmdline").read_bytes().split(b"\0")
    return False


def watchers(processes: Path = PROCESSES) -> Iterator[int]:
    """Yield each process that watches buttons."""
    yield from (int(process.name) for process in processes.glob("[0-9]*") if watches(process))


def _rights(processes: Path) -> Iterator[tuple[bool, bool]]:
    """Yield, of each process that watches buttons: it goes first; its user has the right to."""
    for number in watchers(processes):
        process = processes / str(number)
        # One that ends while it is looked at.
        with suppress(OSError, IndexError):
            policy = (process / "stat").read_text().rpartition(")")[2].split()[POLICY]
            yield policy == str(os.SCHED_FIFO), _granted(process)


def _granted(process: Path) -> bool:
    lines = (process / "limits").read_text().splitlines()
    return any(line.startswith(LIMIT) and line.removeprefix(LIMIT).split()[0] != "0" for line in lines)
