"""The grab board's logic, without its hardware: sessions, changes kept until acknowledged, lamps, refusals.

Payloads, samples and ticks go in, frames come out, on CPython as on MicroPython. Times are in ticks.
"""

import struct
from array import array

from hardware.firmware import frames
from hardware.firmware.frames import BAD_PINS, BUSY, MALFORMED, NO_SESSION, NO_VERSION, VERSION

FIRMWARE = (1, 1, 0)
CAPACITY = 512
"""Changes kept until they are acknowledged."""
_MOST_ANSWERS = 8
_MOST_SYNCS = 4
_MOST = 0xFFFFFFFF
_ANY = 0
"""Session of a refusal if the message's own can't be read."""


class BoardProgram:
    """One board, from start to end: call `take`, then `sense`, then `outgoing`, over and over."""

    def __init__(  # type: ignore[no-untyped-def]
        self,
        pins,  # noqa: ANN001 - has wire, light and play as in pins.py; no typing on the board
        usable: int,
        rate: int,
        board: bytes,
        cause: int,
        name: str = "Grab board",
    ) -> None:
        """`usable`: mask of pins; `rate`: ticks a second; `board`: 8 bytes; `cause`: why it started."""
        self.lead = 0
        """Ticks from a call of `outgoing` until its ECHO is on the wire, measured last time."""
        self._pins = pins
        self._usable = usable
        self._rate = rate
        self._quiet = rate
        self._resend = rate * 30 // 1000
        self._about = (bytes(board), usable, rate, cause, name)
        self._raw = 0
        self._stamps = array("Q", bytes(8 * CAPACITY))
        self._after = array("I", bytes(4 * CAPACITY))
        self._answers: list[tuple[object, ...]] = []
        self._forget(None, 0)

    def _forget(self, session: int | None, now: int) -> None:
        """Begin a session, or with None have none: no inputs, lamps off, no changes kept."""
        self._session = session
        self._heard = now
        self._away = False
        self._setup: tuple[int, int, int] | None = None
        self._waits = False  # for the levels to send in READY
        self._inputs = self._lamps = self._outputs = self._lit = self._levels = 0
        self._first = self._next = 0  # changes from first up to, but not including, next are kept
        self._sent = self._sent_once = 0  # next to send; all below `told` were sent at least once
        self._moved = now
        self._latest = 0
        self._lost = self._lost_before = self._lost_below = 0
        self._syncs: list[list[int]] = []
        self._pins.wire(0, 0, 0)

    # --- from the host ---

    def take(self, payload: bytes, now: int) -> None:
        """Handle a payload that came at this tick; no content makes this fail."""
        kind = payload[0]
        if kind >= frames.IDENTITY:
            return  # a board's own message: an echo on the wire, or two boards on one wire
        session = struct.unpack("<I", payload[1:5])[0] if len(payload) >= 5 else _ANY
        if kind != frames.HELLO and self._session is not None and session != self._session:
            return
        try:
            message = frames.unpack(payload)
        except ValueError:
            self._refuse(session, MALFORMED, kind)
            return
        if isinstance(message, frames.Hello):
            self._hello(message, now)
        elif self._session is None:
            self._refuse(session, NO_SESSION, kind)
        else:
            self._heard = now
            self._away = False
            self._obey(message, now)

    def _hello(self, hello: frames.Hello, now: int) -> None:
        # A doubled HELLO must not end the session that it began.
        if hello.session != self._session:
            self._answers = []
            speaks = hello.lowest <= VERSION <= hello.highest
            self._forget(hello.session if speaks else None, now)
            if not speaks:
                self._refuse(hello.session, NO_VERSION, VERSION << 8 | VERSION)
                return
        self._heard = now
        self._away = False
        board, usable, rate, cause, name = self._about
        about = (board, usable, rate, now, cause, CAPACITY, name)
        self._answer(frames.Identity(hello.session, VERSION, FIRMWARE, *about))

    def _obey(self, message: tuple[object, ...], now: int) -> None:
        if isinstance(message, frames.Setup):
            self._set_up(message)
        elif isinstance(message, frames.Ack):
            if message.next > self._next:
                self._refuse(message.session, MALFORMED, frames.ACK)
            elif message.next > self._first:
                self._first = message.next
                self._sent = max(self._sent, self._first)
                self._sent_once = max(self._sent_once, self._first)
                self._moved = now
        elif isinstance(message, frames.Lamps):
            if message.lit & ~self._lamps:
                self._refuse(message.session, BAD_PINS, message.lit & ~self._lamps)
            else:
                self._lit = message.lit
                self._pins.light(self._lit)
        elif isinstance(message, frames.Sync):
            if len(self._syncs) < _MOST_SYNCS:
                self._syncs.append([message.token, now, -1])
        elif isinstance(message, frames.Drive):
            self._drive(message)

    def _set_up(self, setup: frames.Setup) -> None:
        inputs, lamps, pull = setup.inputs, setup.lamps, setup.pull
        wrong = (inputs | lamps) & (~self._usable | self._outputs) | inputs & lamps
        if self._setup is not None:
            wrong |= self._inputs ^ inputs | self._lamps ^ lamps
            if self._setup[2] != pull and not wrong:
                wrong = inputs
        if wrong:
            self._refuse(setup.session, BAD_PINS, wrong)
        elif self._setup is None:
            self._setup = (inputs, lamps, pull)
            self._inputs, self._lamps = inputs, lamps
            self._pins.wire(inputs, lamps, pull)
            self._waits = True
        elif not self._waits:
            self._tell_ready(self._heard)

    def _drive(self, drive: frames.Drive) -> None:
        wrong = drive.outputs & (~self._usable | self._inputs | self._lamps)
        if wrong:
            self._refuse(drive.session, BAD_PINS, wrong)
            return
        at = self._pins.play(drive.outputs, drive.steps)
        if at < 0:
            self._refuse(drive.session, BUSY, frames.DRIVE)
        else:
            self._outputs |= drive.outputs
            self._answer(frames.Driven(drive.session, at, len(drive.steps)))

    # --- from the pins ---

    def sense(self, samples: list[tuple[int, int]], now: int, lost: int) -> None:
        """Take samples (tick, levels) that were read after tick `now`, and the total number lost so far."""
        ready = self._setup is not None and not self._waits
        for at, levels in samples:
            self._raw = levels
            if ready and levels & self._inputs != self._levels:
                self._levels = levels & self._inputs
                self._keep(at)
        if self._waits:
            self._waits = False
            self._levels = self._raw & self._inputs
            self._lost_before = lost
            self._tell_ready(max(now, samples[-1][0]) if samples else now)
        self._lost_below = lost
        for sync in self._syncs:
            if sync[2] < 0:
                sync[2] = self._next

    def _keep(self, at: int) -> None:
        if self._next - self._first >= CAPACITY or self._next >= _MOST:
            self._lost += 1
            return
        if at < self._latest:
            # A stamp that goes back is wrong: keep the change, but report a loss, which makes verdicts void.
            self._lost += 1
            at = self._latest
        self._latest = at
        place = self._next % CAPACITY
        self._stamps[place] = at
        self._after[place] = self._levels
        self._next += 1

    # --- to the host ---

    def outgoing(self, now: int) -> bytes:
        """Return the next frame to send, or b""; none for a host that hasn't been heard for a second."""
        if self._answers:
            return frames.framed(self._answers.pop(0))
        if self._session is None or self._away:
            return b""
        if now - self._heard >= self._quiet:
            self._away = True
            self._lit = 0
            self._pins.light(0)
            return b""
        if self._syncs and 0 <= self._syncs[0][2] <= self._sent_once:
            token, received, _ = self._syncs.pop(0)
            return frames.framed(self._echo(token, received, now + self.lead))
        if self._first < self._sent and now - self._moved >= self._resend:
            self._sent = self._first
        if self._sent < self._next:
            # Only sending the oldest restarts its timer: changes may come faster than they are sent again.
            if self._sent == self._first:
                self._moved = now
            return frames.framed(self._changes())
        return b""

    def _echo(self, token: int, received: int, sent: int) -> tuple[object, ...]:
        lost = min(self._lost + self._lost_below - self._lost_before, _MOST) if self._setup else 0
        state = (self._next, self._levels, self._lit, lost)
        return frames.Echo(self._session or 0, token, received, sent, *state)

    def _changes(self) -> tuple[object, ...]:
        """Return CHANGES from the next one to send: as many as fit into a message and into 32-bit times."""
        first = self._sent
        at = self._stamps[first % CAPACITY]
        changes = []
        for number in range(first, min(first + frames.MOST_CHANGES, self._next)):
            after = self._stamps[number % CAPACITY] - at
            if after > _MOST:
                break
            changes.append((after, self._after[number % CAPACITY]))
        self._sent = first + len(changes)
        self._sent_once = max(self._sent_once, self._sent)
        return frames.Changes(self._session or 0, first, at, tuple(changes))

    def _tell_ready(self, at: int) -> None:
        ready = (self._inputs, self._lamps, self._levels, at, self._next)
        self._answer(frames.Ready(self._session or 0, *ready))

    def _refuse(self, session: int, reason: int, detail: int) -> None:
        self._answer(frames.Refused(session, reason, detail & _MOST))

    def _answer(self, message: tuple[object, ...]) -> None:
        if len(self._answers) < _MOST_ANSWERS:
            self._answers.append(message)
