"""The process that watches the buttons: `python -m hardware.pads.process`, the app's socket its stdin.

Here no screen holds the interpreter, so lamps and verdicts come when they are due. It ends when the app does.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from hardware.errors import HardwareError
from hardware.faults import report_fault
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.pads.messages import (
    MOST,
    Arm,
    ButtonsOpened,
    Changed,
    Condition,
    Disarm,
    Failed,
    Fell,
    Light,
    News,
    Open,
    Order,
    Pictured,
    Ruled,
    TakePart,
    TurnPressed,
    encode,
    order_of,
)

CLOSES_WITHIN = 10
"""Seconds until the kernel takes the lines from a process that can't let them go by itself."""
LOOK = 0.5
"""Seconds until the pad's condition is looked at anew: what is wrong with a board changes without a call."""


class PadChild:
    """A pad that does what the app orders and says what happens; `run` returns when the app has gone."""

    def __init__(self, pad: GrabPad, line: socket.socket) -> None:
        self._pad, self._line = pad, line
        # The pad's callbacks must not wait for the app, which may stand still.
        self._outbox: SimpleQueue[News | None] = SimpleQueue()
        self._told = condition_of(pad)
        pad.on_verdict = lambda verdict: self._outbox.put(Ruled(verdict))
        pad.on_late = lambda verdict: self._outbox.put(Pictured(verdict))
        pad.on_state_change = lambda seat, status: self._outbox.put(Changed(seat, status))
        pad.on_turn = lambda at: self._outbox.put(TurnPressed(at))
        pad.on_totem_fell = lambda at: self._outbox.put(Fell(at))
        self._sender = threading.Thread(target=self._send_all, name="pad-news", daemon=True)

    def run(self) -> None:
        """Take orders until the app closes its end."""
        self._sender.start()
        try:
            for order in orders(self._line):
                self._do(order)
        finally:
            self._outbox.put(None)
            self._sender.join()

    def _do(self, order: Order) -> None:
        match order:
            case Arm():
                self._pad.arm(order.number, order.at)
            case Disarm():
                self._pad.disarm()
            case TakePart():
                self._pad.play(order.seats)
            case Light():
                self._pad.light(order.seats)
            case Open():
                raise ValueError("the buttons are open already")

    def _send_all(self) -> None:
        with suppress(ConnectionError):
            # States are read here and not before: a change that isn't in them is in the outbox.
            send(self._line, ButtonsOpened(self._pad.states, self._told))
            while True:
                waiting: list[News | None] = []
                with suppress(Empty):
                    waiting.append(self._outbox.get(timeout=LOOK))
                # What is wrong goes before what follows from it: whoever hears of a seat asks why.
                condition = condition_of(self._pad)
                if condition != self._told:
                    self._told = condition
                    send(self._line, condition)
                for news in waiting:
                    if news is None:
                        return
                    send(self._line, news)


def condition_of(pad: GrabPad) -> Condition:
    """Return what the pad is like now."""
    return Condition(pad.quality, pad.band, pad.trouble, pad.totem_stands)


def orders(line: socket.socket) -> Iterator[Order]:
    """Yield what the app orders, until it has gone."""
    with suppress(ConnectionError):
        while packet := line.recv(MOST):
            yield order_of(packet)


def send(line: socket.socket, news: News) -> None:
    """Say something; ConnectionError when the app has gone."""
    line.send(encode(news))


def go_first(tasks: Path = Path("/proc/self/task")) -> None:
    """Have all threads, those of libraries and those to come included, go before all other programs.

    Without the right to that they don't. What they do takes fractions of a millisecond. The unit ends a
    process that spins: opening, which may take seconds, comes before this.
    """
    with suppress(OSError):
        for task in tasks.iterdir():
            os.sched_setscheduler(int(task.name), os.SCHED_FIFO, os.sched_param(1))


def main() -> None:
    """Be that process."""
    # Ctrl-C is said to the app, which ends us in its own way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with socket.socket(fileno=sys.stdin.fileno()) as line:
        first = next(orders(line), None)
        if not isinstance(first, Open):
            return
        try:
            pad = open_pad(first.wiring)
        except Exception as error:  # noqa: BLE001 - gpiozero's factories have errors of no common family
            if not isinstance(error, HardwareError):
                report_fault()
            with suppress(ConnectionError):
                send(line, Failed(type(error).__name__, str(error)))
            return
        go_first()
        try:
            PadChild(pad, line).run()
        finally:
            signal.alarm(CLOSES_WITHIN)
            pad.close()


if __name__ == "__main__":
    main()
