"""A rig that is a second grab board: its PIO plays the presses, exact to a tick of its clock.

One session as long as the rig is open: at a new one the board makes inputs of its outputs, and a half pulled
line reads as it likes.
"""

import secrets
import select
import termios
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.clock import SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.contacts import Seat, Timing
from hardware.firmware import frames
from hardware.lab.rig import EXACT, Driven, RigError, hold, quiet
from hardware.serial_ports import Port, open_port
from hardware.wiring import BoardPlug

PATIENCE = Nanoseconds(SECOND)
"""How long an answer may take."""

LEAD_TICKS = 1_000
"""Ticks from the order to the first step."""

CRYSTALS = 10_000
"""Two clocks run apart by at most one part in so many: twice what a Pico's crystal may be off."""

M = TypeVar("M")


class BoardRig:
    """A second grab board whose outputs press buttons. RigError, or what `open_port` raises."""

    least = EXACT
    stands_for = "a second grab board presses the inputs: no switch and no hand was involved"

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        board: str,
        pressed_high: bool,
        timing: Timing,
        clock: Clock | None = None,
        opener: Callable[[BoardPlug], Port] = open_port,
        ready: Callable[[Port, float], bool] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._outputs = dict(sorted(outputs.items()))
        self._mask = sum(1 << pin for pin in self._outputs.values())
        self._pressed_high = pressed_high
        self._timing = timing
        self._clock = clock or SystemClock()
        self._ready = ready or readable
        self._sleep = sleep
        self._session = 1 + secrets.randbelow(0xFFFFFFFF)
        self._decoder = frames.Decoder()
        self._port = opener(BoardPlug("rig", board))
        try:
            identity = self._ask(frames.pack_hello(self._session), frames.Identity)
            self._rate: int = identity.rate
            self._play((LEAD_TICKS, self._word()))
            # A board that still plays refuses the next steps.
            self.settle()
        except BaseException:
            self.close()
            raise

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have an output."""
        return tuple(self._outputs)

    @property
    def pace(self) -> Nanoseconds:
        """How long a trial takes, the separation not counted."""
        return Nanoseconds(hold(self._timing) + quiet(self._timing))

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        """Have the board play both presses, and wait until it has."""
        ticks = max(1, round(separation * self._rate / SECOND))
        held = round(hold(self._timing) * self._rate / SECOND)
        self._play(
            (LEAD_TICKS, self._word(first)),
            (ticks, self._word(first, second)),
            (held, self._word()),
        )
        true = Nanoseconds(round(ticks * SECOND / self._rate))
        self._sleep((true + hold(self._timing)) / SECOND)
        return Driven(true, Nanoseconds(-(-true // CRYSTALS)))

    def settle(self) -> None:
        """Wait until the pad is ready again."""
        self._sleep(quiet(self._timing) / SECOND)

    def close(self) -> None:
        """Let the port go; the outputs rest as the last trial left them."""
        self._port.close()

    def _word(self, *pressed: Seat) -> int:
        down = sum(1 << self._outputs[seat] for seat in pressed)
        return down if self._pressed_high else self._mask & ~down

    def _play(self, *steps: tuple[int, int]) -> None:
        self._ask(frames.pack_drive(self._session, self._mask, steps), frames.Driven)

    def _ask(self, payload: bytes, wanted: type[M]) -> M:
        """Send a message and return its answer; a board that others talked to may have more to say."""
        try:
            return self._answer(frames.encode(payload), wanted)
        except (OSError, termios.error) as error:
            raise RigError("the rig's board was unplugged: plug it in and start again") from error

    def _answer(self, unsent: bytes, wanted: type[M]) -> M:
        until = Instant(self._clock.now() + PATIENCE)
        while (left := until - self._clock.now()) > 0:
            unsent = unsent[self._port.write(unsent) :] if unsent else b""
            if not self._ready(self._port, left / SECOND):
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
    """Return the message in a payload, or None where it is none."""
    try:
        return frames.unpack(payload)
    except ValueError:
        return None


def refusal(refused: frames.Refused) -> str:
    """Return what a refusal of the rig's board means, and what to do."""
    if refused.reason == frames.BAD_PINS:
        pins = " and ".join(f"GP{pin}" for pin in range(32) if refused.detail >> pin & 1)
        return f"the rig's board can't drive {pins}: use other pins in the rig file"
    if refused.reason == frames.NO_VERSION:
        return "the rig's board speaks another version of the protocol: put this program's firmware on it"
    return f"the rig's board refused (reason {refused.reason}): unplug it, plug it in and start again"


def readable(port: Port, seconds: float) -> bool:
    """Wait until the port has something to read; False if it doesn't come."""
    ready, _, _ = select.select([port.fileno()], [], [], seconds)
    return bool(ready)
