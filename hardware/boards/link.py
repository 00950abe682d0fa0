"""The link to one grab board: a thread that keeps a session open as long as the board is plugged in.

The thread sleeps until the port has bytes, somebody wants something, or the session's next deadline.
"""

import os
import secrets
import select
import termios
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from companion.clock import SECOND, Clock
from hardware.boards.serial_ports import Port, SerialPort, open_port
from hardware.boards.session import BoardSession, Event, Moved, SessionOpened, Wants, WhyEnded
from hardware.boards.trouble import sentence, unplugged
from hardware.errors import HardwareError
from hardware.faults import report_fault
from hardware.firmware import frames
from hardware.wiring.wiring import BoardPlug

FIRST_PAUSE = 0.2
"""Seconds before a board that failed is tried again."""
LONGEST_PAUSE = 5.0
"""Seconds: each failure doubles the pause up to here."""
PATIENCE = 0.5
"""Seconds a catch-up waits for the thread, whose session gives up after half of that."""

PORT_FAILS = (OSError, termios.error, TypeError, ValueError)
"""What a serial port raises when its device goes: pyserial's SerialException is an OSError."""

Opener = Callable[[BoardPlug], Port]


CTRL_C = 3
"""What stops a Pico that is just starting: only its firmware takes it for a byte like any other."""


class Listener(Protocol):
    """Who hears what a board says; called from the link's thread, without any lock of the link."""

    def opened(self, session: BoardSession) -> None:
        """A session is open: levels and a clock map are there."""
        ...

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Inputs changed."""
        ...

    def ended(self, session: BoardSession) -> None:
        """The session is over, whether it was ever open or not."""
        ...


class BoardLink:
    """A thread, a port, and one session after the other."""

    def __init__(
        self, plug: BoardPlug, wants: Wants, listener: Listener, clock: Clock, opener: Opener = open_port
    ) -> None:
        self.trouble = ""
        self._plug, self._wants, self._listener, self._clock, self._opener = (
            plug,
            wants,
            listener,
            clock,
            opener,
        )
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._changed = threading.Condition()
        self._session: BoardSession | None = None
        self._lit = 0
        self._wanted = 0
        self._done = 0
        self._dropped: BoardSession | None = None
        self._closed = False
        self._gone = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start looking for the board."""
        with self._changed:
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(
                    target=self._run, name=f"board-{self._plug.name}", daemon=True
                )
                self._thread.start()

    def light(self, lit: int) -> None:
        """Have these lamps lit, a mask of pins, now and in every session to come; never waits."""
        self._lit = lit
        self._wake()

    def catch_up(self) -> bool:
        """Wait until the listener was told all that has happened by now; False if that can't be had.

        True as well where no session is open: then there is nothing to wait for.
        """
        if threading.current_thread() is self._thread:
            return True
        with self._changed:
            session = self._session
            self._wanted += 1
            mine = self._wanted
            self._wake()
            served = self._changed.wait_for(
                lambda: self._done >= mine or self._session is not session or session is None, PATIENCE
            )
            if not served:
                self._dropped = session
        self._wake()
        return served

    def close(self) -> None:
        """Stop the thread and wait for it, unless it is the one that calls."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            if self._thread is None:
                self._let_go()
                return
        self._wake()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closed:
            try:
                if self._try():
                    pause = FIRST_PAUSE
            except Exception:  # noqa: BLE001 - whatever happened to this session, the next one must be tried
                self.trouble = unplugged(self._plug.name)
                report_fault()
            self._rest(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        with self._changed:
            self._let_go()

    def _try(self) -> bool:
        """Open the port and hold a session; return whether that came to be open."""
        try:
            port = self._opener(self._plug)
        except HardwareError as error:
            self.trouble = str(error)
            return False
        byte = port.byte if isinstance(port, SerialPort) else 0
        session = BoardSession(new_number(), self._wants, self._clock.now(), byte)
        try:
            self._hold(session, port)
        except PORT_FAILS:
            self.trouble = unplugged(self._plug.name)
        else:
            if session.ended is not None:
                self.trouble = sentence(self._plug.name, self._plug.port or "its USB port", session.ended)
        finally:
            port.close()
            self._over(session)
        return session.map is not None

    def _hold(self, session: BoardSession, port: Port) -> None:
        lit = session.lit
        unsent = b""
        while not self._closed and session.ended is None:
            if lit != self._lit:
                lit = self._lit
                session.light(lit)
            if self._wanted > self._done:
                session.ask(self._wanted, self._clock.now())
            unsent += session.outgoing(self._clock.now())
            if unsent:
                unsent = unsent[port.write(unsent) :]
            writing = [port.fileno()] if unsent else []
            wait = max(0, session.deadline() - self._clock.now()) / SECOND
            ready, _, _ = select.select([port.fileno(), self._wake_read], writing, [], wait)
            if self._wake_read in ready:
                self._drain()
            if port.fileno() in ready:
                data = port.read()
                self._hear(session, session.take(data, self._clock.now()))
            # Only now: what had come in while this thread was held up is no silence.
            self._hear(session, session.tick(self._clock.now()))
            if session is self._dropped:
                session.end(WhyEnded.SILENCE)

    def _hear(self, session: BoardSession, events: Iterable[Event]) -> None:
        for event in events:
            try:
                if isinstance(event, SessionOpened):
                    self._session, self.trouble = session, ""
                    self._listener.opened(session)
                else:
                    self._listener.moved(session, event)
            except Exception:  # noqa: BLE001 - one listener's fault must not end the edges of all others
                report_fault()
        if session.caught_up > self._done:
            with self._changed:
                self._done = session.caught_up
                self._changed.notify_all()

    def _over(self, session: BoardSession) -> None:
        try:
            self._listener.ended(session)
        except Exception:  # noqa: BLE001 - the next session must come whatever a listener does
            report_fault()
        # Not before everybody knows: whoever waits for a catch-up goes on to a ruling.
        with self._changed:
            self._session = None
            self._changed.notify_all()

    def _rest(self, pause: float) -> None:
        until = self._clock.now() + round(pause * SECOND)
        while not self._closed and (left := until - self._clock.now()) > 0:
            select.select([self._wake_read], [], [], left / SECOND)
            self._drain()

    def _wake(self) -> None:
        # A full pipe wakes as well. A closed one's number may be another file's by now.
        with self._changed, suppress(BlockingIOError):
            if not self._gone:
                os.write(self._wake_write, b"x")

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake_read, 4096)

    def _let_go(self) -> None:
        self._gone = True
        os.close(self._wake_read)
        os.close(self._wake_write)


def new_number() -> int:
    """Return a number for a session, by chance; its HELLO has no `CTRL_C` in it."""
    while True:
        number = 1 + secrets.randbelow(0xFFFFFFFF)
        if CTRL_C not in frames.encode(frames.pack_hello(number)):
            return number
