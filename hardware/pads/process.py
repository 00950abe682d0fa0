"""The process that watches the buttons: `python -m hardware.pads.process`, the app's socket its stdin.

Here no screen holds the interpreter, so lamps and verdicts come when they are due. It ends when the app does.
"""

import signal
import socket
import sys
from collections import deque
from contextlib import suppress
from functools import partial

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.errors import HardwareError, report_fault
from hardware.loop import AT_ONCE, Due, Loop
from hardware.pads import child
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.pads.priority import go_first

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
