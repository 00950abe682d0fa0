"""The process that watches the buttons: `python -m hardware.pads.process`, with the app's socket as stdin.

No screen occupies the interpreter here, so lamps and verdicts are on time. It ends when the app does.
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
from hardware.pads import remote
from hardware.pads.grab_pad import GrabPad, open_pad
from hardware.pads.priority import take_priority

CLOSES_WITHIN = 10
"""Seconds until a process that hangs while closing is killed; the kernel then releases its lines."""
LOOK = Nanoseconds(500 * MILLISECOND)
"""Interval of checks of the pad's condition: a board's trouble may change without a callback."""

HANDS_OVER = 0.0005
"""Seconds after which a thread that opens a device hands the interpreter to the loop; by default 5 ms."""


class PadServer:
    """Runs a pad on the app's orders and sends it the news; `run` returns when the app has gone."""

    def __init__(self, pad: GrabPad, connection: socket.socket, loop: Loop) -> None:
        self._pad, self._socket, self._loop = pad, connection, loop
        self._condition = condition_of(pad)
        # The pad must not wait for the app, which may hang.
        self._outbox: deque[remote.News] = deque()
        pad.on_verdict = lambda verdict: self._queue(remote.VerdictGiven(verdict))
        pad.on_late = lambda verdict: self._queue(remote.PictureChanged(verdict))
        pad.on_state_change = lambda seat, status: self._queue(remote.SeatChanged(seat, status))
        pad.on_turn = lambda at: self._queue(remote.TurnPressed(at))
        pad.on_totem_fell = lambda at: self._queue(remote.Fell(at))

    def run(self) -> None:
        """Take orders until the app closes its end."""
        self._socket.setblocking(False)
        self._loop.watch(self._socket.fileno(), self._listen)
        # Read the states only here: a later change will be in the outbox.
        self._outbox.appendleft(remote.ButtonsOpened(self._pad.states, self._condition))
        self._look(self._loop.clock.now())
        self._loop.run()

    def _look(self, now: Instant) -> None:
        self._loop.call_at(Instant(now + LOOK), self._look)
        self._report_condition()
        self._send()

    def _report_condition(self) -> None:
        condition = condition_of(self._pad)
        if condition != self._condition:
            self._condition = condition
            self._outbox.append(condition)

    def _listen(self) -> list[Due]:
        """Take only one order, so that the buttons' events are handled between orders."""
        try:
            packet = self._socket.recv(remote.MOST)
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
            self._do(remote.order_of(packet))
        except BaseException:
            # The app's view of us may be wrong now, so have it restart us.
            self._loop.stop()
            raise

    def _do(self, order: remote.Order) -> None:
        match order:
            case remote.Arm():
                self._pad.arm(order.number, order.at)
            case remote.Disarm():
                self._pad.disarm()
            case remote.TakePart():
                self._pad.play(order.seats)
            case remote.Light():
                self._pad.light(order.seats)
            case remote.Open():
                raise ValueError("the buttons are open already")

    def _queue(self, news: remote.News) -> None:
        # The condition goes before its effects: code that shows a seat's change also shows the trouble.
        self._report_condition()
        self._outbox.append(news)
        # Other pin factories call from their own threads.
        if self._loop.inside:
            self._send()
        else:
            self._loop.call_at(AT_ONCE, lambda now: self._send())

    def _send(self) -> None:
        """Send the outbox, as far as the socket has room."""
        try:
            while self._outbox:
                send(self._socket, self._outbox[0])
                self._outbox.popleft()
        except BlockingIOError:
            self._loop.watch(self._socket.fileno(), self._listen, self._resume)
        except ConnectionError:
            self._loop.stop()

    def _resume(self) -> None:
        self._loop.watch(self._socket.fileno(), self._listen)
        self._send()


def condition_of(pad: GrabPad) -> remote.Condition:
    """Return the state of the pad as a whole."""
    return remote.Condition(pad.quality, pad.band, pad.trouble, pad.totem_stands, pad.has_priority)


def send(connection: socket.socket, news: remote.News) -> None:
    """Send news. Raises BlockingIOError while there is no room, ConnectionError if the app has gone."""
    connection.send(remote.encode(news))


def main() -> None:
    """Run the process: read the first order, open the pad, and serve it until the app has gone."""
    # Ctrl-C is for the app, which then ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setswitchinterval(HANDS_OVER)
    with socket.socket(fileno=sys.stdin.fileno()) as connection, suppress(ConnectionError):
        packet = connection.recv(remote.MOST)
        order = remote.order_of(packet) if packet else None
        if not isinstance(order, remote.Open):
            return
        loop = Loop()
        try:
            pad = open_pad(order.wiring, loop=loop)
        except Exception as error:  # noqa: BLE001 - gpiozero's factories have errors of no common family
            if not isinstance(error, HardwareError):
                report_fault()
            send(connection, remote.Failed(type(error).__name__, str(error)))
            return
        pad.has_priority = take_priority()
        try:
            PadServer(pad, connection, loop).run()
        finally:
            signal.alarm(CLOSES_WITHIN)
            pad.close()


if __name__ == "__main__":
    main()
