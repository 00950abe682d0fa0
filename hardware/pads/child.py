"""A pad in a process of its own: the screen's work can't keep it waiting. It is started again if it ends."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from companion.clock import SECOND, Clock, Nanoseconds, SystemClock
from hardware.closing import Closing
from hardware.errors import HardwareError
from hardware.faults import report_fault
from hardware.pads.messages import MOST, ButtonsOpened, Failed, News, Open, Order, encode, news_of
from hardware.pads.mirror import MirrorPad
from hardware.wiring.wiring import Wiring

CHILD = (sys.executable, "-s", "-P", "-m", "hardware.pads.process")
OPENS_WITHIN = 20.0
"""Seconds to start and to open all lines; an SD card that was never read takes a few."""
CLOSES_WITHIN = 2.0
"""Seconds to put out the lamps and end."""
FIRST_PAUSE = 0.2
"""Seconds before a process that ended is started again."""
LONGEST_PAUSE = 5.0
"""Seconds: each failure doubles the pause up to here."""
OFTEN = 5
"""So many ends one after the other aren't chance: people are told to do something."""
STEADY = Nanoseconds(60 * SECOND)
"""A process that lived so long with its buttons open begins a new count."""

ENDED = "the program that watches the buttons has ended; it is being started again"
ENDS_OFTEN = (
    "the program that watches the buttons has ended {n} times in a row; restart the machine, and if that"
    " doesn't help play on the screen and see what companion doctor says"
)
NEVER_OPENED = "the program that watches the buttons doesn't start ({why}); start the companion again"


class ChildPad(MirrorPad, Closing):
    """Opens the buttons of a wiring in a process of its own; HardwareError where they can't be opened.

    Callbacks come from its one thread. A process that ends costs the arming that was running (void,
    `unplugged`) and is started again.
    """

    def __init__(self, wiring: Wiring, clock: Clock | None = None, command: Sequence[str] = CHILD) -> None:
        super().__init__(clock or SystemClock(), self._say)
        self._wiring, self._command = wiring, command
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._first: ButtonsOpened | Failed | None = None
        self._settled = threading.Event()
        self._ending = threading.Event()
        self._start()
        self._thread = threading.Thread(target=self._run, name="pad-child", daemon=True)
        self._thread.start()
        if not self._settled.wait(OPENS_WITHIN):
            self.close()
            raise HardwareError(NEVER_OPENED.format(why=f"it says nothing for {OPENS_WITHIN:.0f} s"))
        if isinstance(self._first, ButtonsOpened):
            return
        self.close()
        if self._first is None:
            raise HardwareError(NEVER_OPENED.format(why="it ended before the buttons were open"))
        raise self._first.error()

    @property
    def pid(self) -> int | None:
        """The number of the process that watches the buttons; None while there is none."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        """Have the other process put out its lamps and end; wait for that."""
        super().close()
        self._ending.set()
        with self._lock:
            if self._line is not None:
                # It may have gone by itself.
                with suppress(OSError):
                    self._line.shutdown(socket.SHUT_WR)
        self._thread.join(CLOSES_WITHIN)
        if self._thread.is_alive():
            self._kill()
            self._thread.join()

    def _start(self) -> None:
        """Start the process and order it to open the buttons."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ExitStack() as opened:
            opened.enter_context(theirs)
            failed = opened.enter_context(ExitStack())
            failed.callback(ours.close)
            # The packages of this process first, wherever it found them.
            found = (str(Path(__file__).absolute().parents[2]), os.environ.get("PYTHONPATH"))
            process = subprocess.Popen(
                self._command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))},
                # Ctrl-C is for the app.
                process_group=0,
            )
            failed.pop_all()
        # What can't be said any more shows when it is listened to.
        with suppress(ConnectionError):
            ours.send(encode(Open(self._wiring)))
        with self._lock:
            self._line, self._process = ours, process
            if self._ending.is_set():
                ours.shutdown(socket.SHUT_WR)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        ends = 0
        while True:
            began = self._clock.now()
            opened, trouble = self._listen()
            if opened and self._clock.now() - began >= STEADY:
                pause, ends = FIRST_PAUSE, 0
            ends += 1
            self.lost(ENDS_OFTEN.format(n=ends) if trouble == ENDED and ends >= OFTEN else trouble)
            self._reap()
            self._settled.set()
            if not isinstance(self._first, ButtonsOpened) or self._ending.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                self._start()
            except OSError:
                report_fault()

    def _listen(self) -> tuple[bool, str]:
        """Take what the process says until it ends; return whether it opened the buttons, and why."""
        opened = False
        trouble = ENDED
        try:
            for news in self._packets():
                if isinstance(news, Failed):
                    trouble = news.sentence
                else:
                    self._told(news)
                opened = opened or isinstance(news, ButtonsOpened)
                if self._first is None and isinstance(news, ButtonsOpened | Failed):
                    self._first = news
                    self._settled.set()
        except msgspec.DecodeError:
            # Another version of this program, after an upgrade: our end is closed, and it ends.
            report_fault()
        return opened, trouble

    def _told(self, news: News) -> None:
        try:
            self.take(news)
        except Exception:  # noqa: BLE001 - a fault in one callback must not cost the table all others
            report_fault()

    def _packets(self) -> Iterator[News]:
        line = self._line
        while line is not None:
            try:
                packet = line.recv(MOST)
            except ConnectionResetError:
                # It ended without having read all orders; what it said before that is still to come.
                continue
            if not packet:
                return
            yield news_of(packet)

    def _reap(self) -> None:
        """Close our end and wait for the end of the process."""
        with self._lock:
            line, process, self._line = self._line, self._process, None
        if line is not None:
            line.close()
        if process is not None:
            try:
                process.wait(CLOSES_WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._process = None

    def _kill(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    def _say(self, order: Order) -> None:
        """Send an order without waiting; called with the lock."""
        if self._line is None:
            return
        try:
            self._line.send(encode(order), socket.MSG_DONTWAIT)
        except BlockingIOError:
            # Hundreds of orders that it hasn't read: it will not come back.
            self._kill()
        except ConnectionError:
            # It has ended; the thread finds that out.
            pass
