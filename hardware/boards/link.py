"""The link to one grab board: keeps a session open while the board is plugged in.

While there is no board, a thread looks for it at intervals: opening a port may take a while.
"""

import secrets
import termios
from collections.abc import Callable, Iterable
from functools import partial

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import UNSTEERED
from hardware.boards.serial_ports import Port, SerialPort, is_wire, open_port
from hardware.boards.session import (
    BoardSession,
    Event,
    Jumped,
    Moved,
    Phase,
    SessionEnded,
    SessionOpened,
    Wants,
    WhyEnded,
)
from hardware.errors import report_fault
from hardware.firmware import frames
from hardware.loop import AT_ONCE, Call, DeviceLink, Due, Loop
from hardware.wiring.wiring import BoardPlug

FIRST_PAUSE = Nanoseconds(200 * MILLISECOND)
"""Pause before a board that failed is tried again."""
LONGEST_PAUSE = Nanoseconds(5 * SECOND)
"""Each failure doubles the pause, up to this."""
PATIENCE = Nanoseconds(500 * MILLISECOND)
"""How long a catch-up waits, not counting our own stalls; a silent board's session ends at half of that."""

PORT_FAILS = (OSError, termios.error, TypeError, ValueError)
"""What a serial port raises if its device is gone: pyserial's SerialException is an OSError."""

Opener = Callable[[BoardPlug], Port]


CTRL_C = 3
"""Interrupts a Pico that is starting; once its firmware runs, this is a byte like any other."""


class BoardListener:
    """Receives a board's events, one call at a time: in the loop, or in the thread that catches up.

    Methods that aren't overridden do nothing.
    """

    def opened(self, session: BoardSession) -> None:
        """Handle an open session: levels and a clock map are known."""

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Handle a change of inputs."""

    def jumped(self, session: BoardSession) -> None:
        """Handle a jump of the board's clock: earlier and later stamps are on different clocks."""

    def ended(self, session: BoardSession) -> None:
        """Handle the end of a session, whether or not it was ever open."""


class BoardLink(DeviceLink):
    """Opens a board's port whenever it is plugged in, with a new session each time; runs in a loop."""

    def __init__(
        self, loop: Loop, plug: BoardPlug, wants: Wants, listener: BoardListener, opener: Opener = open_port
    ) -> None:
        super().__init__(loop, unplugged(plug.name), FIRST_PAUSE, LONGEST_PAUSE)
        self._plug, self._wants, self._listener, self._opener = plug, wants, listener, opener
        self._port: Port | None = None
        self._session: BoardSession | None = None
        self._unsent = b""
        self._lit = 0
        self._asked = 0
        self._delivering = False

    def light(self, lit: int) -> None:
        """Light these lamps, a mask of pins, now and in all later sessions. Doesn't block."""
        self._lit = lit
        if self._loop.inside:
            self._send()
        else:
            self._loop.call_at(AT_ONCE, self._serve)

    def catch_up(self) -> None:
        """Deliver all events up to now to the listener; the session of a board that doesn't answer ends."""
        with self._loop.locked():
            session, port = self._session, self._port
            if session is None or port is None or session.phase is not Phase.OPEN or self._delivering:
                return
            file, now, remaining = port.fileno(), self._loop.clock.now(), PATIENCE
            self._asked += 1
            session.begin_catch_up(self._asked, now)
            while True:
                self._serve(now)
                if session is not self._session or session.caught_up >= self._asked:
                    return
                if remaining <= 0:
                    break
                # A stall of this machine isn't silence of the board.
                now = self._loop.clock.now()
                wait = max(0, min(session.deadline() - now, remaining))
                self._loop.pump(file, Instant(now + wait))
                remaining = Nanoseconds(remaining - min(self._loop.clock.now() - now, wait))
            session.end(WhyEnded.SILENCE)
            self._serve(now)

    def _open(self) -> Call:
        port = self._opener(self._plug)
        return lambda now: self._take_over(port)

    def _take_over(self, port: Port) -> None:
        if self._closed:
            port.close()
            return
        byte = port.byte if isinstance(port, SerialPort) else 0
        now = self._loop.clock.now()
        self._port, self._session = port, BoardSession(new_number(), self._wants, now, byte)
        self._unsent = b""
        self._loop.watch(port.fileno(), self._read)
        self._serve(now)

    def _read(self) -> list[Due]:
        port = self._port
        if port is None:
            return []
        before = self._loop.clock.now()
        try:
            data = port.read()
        except PORT_FAILS:
            return [(before, partial(self._fail, AT_ONCE))]
        # Only after reading: otherwise an answer that came meanwhile would seem to be back too early.
        now = self._loop.clock.now()
        return [(now, partial(self._serve, before, data, now, self._loop.clock.steered()))]

    def _serve(
        self, now: Instant, data: bytes = b"", read: Instant = AT_ONCE, steered: Nanoseconds = UNSTEERED
    ) -> None:
        """Process what had come in by `now`, and only then what is due: until then nothing is silence.

        `read`: when `data` had been read; `steered`: how far the clock was steered by then.
        """
        session = self._session
        if session is None:
            return
        try:
            self._deliver(session, session.take(data, read, steered))
            self._deliver(session, session.tick(now))
        except Exception:  # noqa: BLE001 - after any fault in this session the next one must be tried
            report_fault()
            self._fail(now)
            return
        self._send()
        if session.ended is not None:
            self._end(why_ended(self._plug.name, self._plug.port or "its USB port", session.ended))
        else:
            self._loop.call_at(session.deadline(), self._serve)

    def _send(self) -> None:
        session, port = self._session, self._port
        if session is None or port is None:
            return
        if session.lit != self._lit & self._wants.lamps:
            session.light(self._lit)
        waited = bool(self._unsent)
        self._unsent += session.outgoing(self._loop.clock.now())
        try:
            if self._unsent:
                self._unsent = self._unsent[port.write(self._unsent) :]
        except PORT_FAILS:
            # Not here: code that lights a lamp isn't ready to lose seats.
            self._loop.call_at(AT_ONCE, self._fail)
            return
        if waited or self._unsent:
            self._loop.watch(port.fileno(), self._read, self._send if self._unsent else None)

    def _deliver(self, session: BoardSession, events: Iterable[Event]) -> None:
        self._delivering = True
        try:
            for event in events:
                try:
                    if isinstance(event, SessionOpened):
                        self.trouble, self._pause = "", self._first_pause
                        self._listener.opened(session)
                    elif isinstance(event, Jumped):
                        self._listener.jumped(session)
                    else:
                        self._listener.moved(session, event)
                except Exception:  # noqa: BLE001 - one listener's fault must not end the edges of all others
                    report_fault()
        finally:
            self._delivering = False

    def _fail(self, now: Instant) -> None:
        self._end(self._unplugged)

    def _end(self, trouble: str) -> None:
        if self._session is not None:
            # Set before the listener is called, which then asks for the reason.
            self.trouble = trouble
            self._close_device()
            self._look_again(trouble)

    def _close_device(self) -> None:
        """Close the port and report the end of its session, if there is one."""
        self._loop.call_at(None, self._serve)
        session, port, self._session, self._port = self._session, self._port, None, None
        if session is not None and port is not None:
            self._loop.unwatch(port.fileno())
            port.close()
            try:
                self._listener.ended(session)
            except Exception:  # noqa: BLE001 - the next session must come whatever a listener does
                report_fault()


def new_number() -> int:
    """Return a random number for a session; its HELLO has no `CTRL_C` in it."""
    while True:
        number = 1 + secrets.randbelow(0xFFFFFFFF)
        if CTRL_C not in frames.framed(frames.hello(number)):
            return number


# What can be wrong with a grab board, in one sentence each that says what to do.


def why_ended(name: str, port: str, ended: SessionEnded) -> str:
    """Return why the session with the board of this name ended, and what to do."""
    board = f'grab board "{name}"'
    if ended.why is WhyEnded.NO_ANSWER and is_wire(port):
        return (
            f"{board}: what is at {port} doesn't answer as a grab board; check that its data wires aren't "
            "swapped (TXD to GP1, RXD to GP0), that no login uses this line, and the board's power and "
            "firmware (docs/grab_board.md)"
        )
    if ended.why is WhyEnded.NO_ANSWER:
        return (
            f"{board}: what is at {port} doesn't answer as a grab board; put the firmware on it "
            "(docs/grab_board.md), or correct its port in the seats file"
        )
    if ended.why is WhyEnded.VERSION:
        lowest, highest = ended.detail >> 8, ended.detail & 0xFF
        newer = lowest > frames.VERSION
        which = "update this program" if newer else "put this program's firmware on the board"
        spoken = f"{lowest}" if lowest == highest else f"{lowest} to {highest}"
        return f"{board}: it speaks version {spoken} of the protocol, this program {frames.VERSION}; {which}"
    if ended.why is WhyEnded.PINS:
        pins = " and ".join(f"GP{pin}" for pin in range(32) if ended.detail >> pin & 1)
        return f"{board}: it can't use {pins}; wire that to other pins and correct the seats file"
    if ended.why is WhyEnded.RESET:
        return f"{board}: it started again; if that goes on, look at its power and its cable"
    if ended.why is WhyEnded.NONSENSE:
        return f"{board}: it contradicts itself; put this program's firmware on it (docs/grab_board.md)"
    return f"{board}: it stopped answering; look at its cable"


def unplugged(name: str) -> str:
    """Return the text for a board whose port failed."""
    return f'grab board "{name}": it was unplugged; plug it in again'


def lost_changes(name: str, lost: int) -> str:
    """Return the text for a board that lost changes."""
    changes = "a change" if lost == 1 else f"{lost} changes"
    return f'grab board "{name}": it lost {changes} of its inputs, so grabs were void; look for a loose wire'
