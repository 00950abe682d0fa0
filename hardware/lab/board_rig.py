"""A rig that is a second grab board: its PIO plays the presses, exact to a tick of its clock.

One session as long as the rig is open: at a new one the board makes inputs of its outputs, and a half pulled
line reads as it likes.
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
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.rig import EXACT, Made, RigError, quiet
from hardware.lab.score import Score, SwitchStroke
from hardware.wiring.wiring import BoardPlug

PATIENCE = Nanoseconds(SECOND)
"""How long an answer may take."""

LEAD_TICKS = 1_000
"""Ticks from the order to the first step."""

CRYSTALS = 10_000
"""Two clocks run apart by at most one part in this many: twice what a Pico's crystal may be off."""

M = TypeVar("M")


class BoardRig:
    """A second grab board whose outputs press buttons. RigError, or what `open_port` raises.

    `pressed_high` are the seats whose button is pressed by a high level; the others are by a low one.
    """

    least = EXACT
    stands_for = "a second grab board presses the inputs: no switch and no hand was involved"

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        board: str,
        pressed_high: Collection[Seat],
        timing: ContactTimes,
        clock: Clock | None = None,
        opener: Callable[[BoardPlug], Port] = open_port,
        ready: Callable[[Port, float], bool] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._outputs = dict(sorted(outputs.items()))
        self._mask = sum(1 << pin for pin in self._outputs.values())
        self._low = sum(1 << pin for seat, pin in self._outputs.items() if seat not in pressed_high)
        # A hand that rests stays down from one score to the next.
        self._down = 0
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
            self._play((LEAD_TICKS, self._levels(0)))
            # A board that still plays refuses the next steps.
            self.settle()
        except BaseException:
            self.close()
            raise

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have an output."""
        return tuple(self._outputs)

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Return how long a score so long takes, with the wait after it."""
        return Nanoseconds(length + quiet(self._timing))

    def play(self, score: Score) -> tuple[Made, ...]:
        """Have the board play a score, and wait until it has; every stroke comes at least a tick after."""
        steps: list[tuple[int, int]] = []
        made: list[Made] = []
        word, ticks = self._down, 0
        for place, stroke in enumerate(score):
            word = word | self._bit(stroke) if stroke.closed else word & ~self._bit(stroke)
            if place and stroke.at == score[place - 1].at:
                steps[-1] = steps[-1][0], self._levels(word)
            else:
                due = round((stroke.at - score[0].at) * self._rate / SECOND)
                wait = max(1, due - ticks) if place else LEAD_TICKS
                ticks += wait if place else 0
                steps.append((wait, self._levels(word)))
            true = round(ticks * SECOND / self._rate)
            within = -(-true // CRYSTALS)
            made.append(Made(Instant(true - within), Instant(true + within)))
        self._play(*steps)
        self._down = word
        self._sleep((score[-1].at - score[0].at) / SECOND)
        return tuple(made)

    def settle(self) -> None:
        """Wait until the pad is ready again."""
        self._sleep(quiet(self._timing) / SECOND)

    def close(self) -> None:
        """Let the port go; the outputs rest as the last trial left them."""
        self._port.close()

    def _bit(self, stroke: SwitchStroke) -> int:
        return 1 << self._outputs[stroke.seat]

    def _levels(self, down: int) -> int:
        return down ^ self._low

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
