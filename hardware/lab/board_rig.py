"""A rig that is a second grab board: its PIO plays the presses, exact to a tick of its clock.

It keeps one session while it is open: in a new one the board would turn its outputs into inputs, and a weakly
pulled line may read either way.
"""

import secrets
import select
import termios
import time
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from companion.clock import SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.boards.serial_ports import Port, open_port
from hardware.firmware import frames
from hardware.grab.contacts import Seat
from hardware.lab.trials import EXACT, Driven, RigError
from hardware.wiring.wiring import BoardPlug

PATIENCE = Nanoseconds(SECOND)
"""How long an answer may take."""

LEAD_TICKS = 1_000
"""Ticks from the order to the first step."""

CRYSTALS = 10_000
"""Two clocks' rates differ by at most one part in this many: twice the tolerance of a Pico's crystal."""

M = TypeVar("M")


class BoardRig:
    """A second grab board whose outputs press buttons. Raises RigError, or what `open_port` raises.

    `pressed_high`: the seats whose button is pressed by a high level; the others by a low one.
    """

    least = EXACT
    stands_for = "a second grab board presses the inputs: no switch and no hand was involved"

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        board: str,
        pressed_high: Collection[Seat],
        clock: Clock | None = None,
        opener: Callable[[BoardPlug], Port] = open_port,
        ready: Callable[[Port, float], bool] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.seats = tuple(sorted(outputs))
        self._pins = {seat: 1 << pin for seat, pin in outputs.items()}
        self._open = sum(pin for seat, pin in self._pins.items() if seat not in pressed_high)
        self._clock, self._ready, self._sleep = clock or SystemClock(), ready or readable, sleep
        self._session = 1 + secrets.randbelow(0xFFFFFFFF)
        self._decoder = frames.Decoder()
        self._port = opener(BoardPlug("rig", board))
        try:
            identity = self._ask(frames.hello(self._session), frames.Identity)
            self._rate: int = identity.rate
            self._play((LEAD_TICKS, self._open))
        except BaseException:
            self.close()
            raise

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Have the board play both presses, at least a tick apart, and wait until they are over."""
        ticks = max(1, round(apart * self._rate / SECOND))
        one, both = self._pins[first], self._pins[first] | self._pins[second]
        held = round(hold * self._rate / SECOND)
        self._play((LEAD_TICKS, self._open ^ one), (ticks, self._open ^ both), (held, self._open))
        true = round(ticks * SECOND / self._rate)
        return Driven(Nanoseconds(true), Nanoseconds(-(-true // CRYSTALS)))

    def close(self) -> None:
        """Close the port. Outputs keep their last state, which is that of open buttons."""
        self._port.close()

    def _play(self, *steps: tuple[int, int]) -> None:
        """Play steps of (ticks after the one before, levels), and wait, since a busy board refuses more."""
        self._ask(frames.Drive(self._session, sum(self._pins.values()), steps), frames.Driven)
        self._sleep((LEAD_TICKS + sum(ticks for ticks, _ in steps)) / self._rate)

    def _ask(self, message: tuple[object, ...], wanted: type[M]) -> M:
        """Send a message and return its answer, skipping any messages meant for others."""
        try:
            return self._answer(frames.framed(message), wanted)
        except (OSError, termios.error) as error:
            raise RigError("the rig's board was unplugged: plug it in and start again") from error

    def _answer(self, unsent: bytes, wanted: type[M]) -> M:
        until = Instant(self._clock.now() + PATIENCE)
        while (remaining := until - self._clock.now()) > 0:
            unsent = unsent[self._port.write(unsent) :] if unsent else b""
            if not self._ready(self._port, remaining / SECOND):
                continue
            for message in map(unpacked, self._decoder.feed(self._port.read())):
                if isinstance(message, wanted):
                    return message
                if isinstance(message, frames.Refused):
                    raise RigError(refusal(message))
        raise RigError(
            "the rig's board doesn't answer: put the grab board's firmware on it (docs/grab_board.md)"
        )


def unpacked(payload: bytes) -> tuple[object, ...] | None:
    """Return the message in a payload; None if it isn't one."""
    try:
        return frames.unpack(payload)
    except ValueError:
        return None


def refusal(refused: frames.Refused) -> str:
    """Return what a refusal by the rig's board means, and what to do."""
    if refused.reason == frames.BAD_PINS:
        pins = " and ".join(f"GP{pin}" for pin in range(32) if refused.detail >> pin & 1)
        return f"the rig's board can't drive {pins}: use other pins in the rig file"
    if refused.reason == frames.NO_VERSION:
        return "the rig's board speaks another version of the protocol: put this program's firmware on it"
    return f"the rig's board refused (reason {refused.reason}): unplug it, plug it in and start again"


def readable(port: Port, seconds: float) -> bool:
    """Wait until the port has something to read; return False after `seconds` without."""
    ready, _, _ = select.select([port.fileno()], [], [], seconds)
    return bool(ready)
