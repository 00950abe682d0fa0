"""A rig of GPIO outputs, each wired to a button's input through a resistor.

The truth is read from the clock just before and just after each write: each stroke happened in between. It
runs best in a process of its own (`apart`).
"""

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

import gpiod
from gpiod.line import Direction, Value

from companion.clock import MILLISECOND, SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.rig import WRITTEN, Made, quiet
from hardware.lab.score import Score
from hardware.pins.factory import GpiodFactory
from hardware.pins.seam import Handle

SPUN = Nanoseconds(2 * MILLISECOND)
"""The end of every wait is spun away: a sleep ends when the scheduler likes."""

HEAD_START = Nanoseconds(2 * MILLISECOND)
"""From being asked to the first stroke, so that whoever asked is back at rest."""


class GpioRig:
    """Outputs of a chip that press buttons; `factory` is the rig's own and closes with it.

    `pressed_high` are the seats whose button is pressed by a high level; the others are by a low one.

    Raises LineBusyError, LineMissingError, and then leaves nothing claimed.
    """

    least = WRITTEN
    stands_for = "outputs of this machine press its own inputs: no switch and no hand was involved"

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        factory: GpiodFactory,
        pressed_high: Collection[Seat],
        timing: ContactTimes,
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock or SystemClock()
        self._sleep = sleep
        self._timing = timing
        self._factory = factory
        self._lines: dict[Seat, Handle] = {}
        try:
            for seat, pin in sorted(outputs.items()):
                line = factory.request([pin])
                self._lines[seat] = line
                settings = gpiod.LineSettings(
                    direction=Direction.OUTPUT,
                    active_low=seat not in pressed_high,
                    output_value=Value.INACTIVE,
                )
                line.reconfigure_lines(dict.fromkeys(line.offsets, settings))
        except BaseException:
            self.close()
            raise

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have an output."""
        return tuple(self._lines)

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Return how long a score so long takes, with the wait after it."""
        return Nanoseconds(HEAD_START + length + quiet(self._timing))

    def play(self, score: Score) -> tuple[Made, ...]:
        """Make every stroke as soon after its time as a write can be made, counted from the first write."""
        made: list[Made] = []
        begins = Instant(self._clock.now() + HEAD_START)
        for stroke in score:
            since = made[0].before if made else begins
            self._wait(Instant(since + stroke.at - score[0].at))
            before = self._clock.now()
            self._write(stroke.seat, Value.ACTIVE if stroke.closed else Value.INACTIVE)
            made.append(Made(before, self._clock.now()))
        return tuple(made)

    def settle(self) -> None:
        """Wait until the pad is ready again."""
        self._sleep(quiet(self._timing) / SECOND)

    def close(self) -> None:
        """Make inputs of all outputs, then let them go: one left low would go on holding its button."""
        for line in self._lines.values():
            with suppress(OSError):
                line.reconfigure_lines(
                    dict.fromkeys(line.offsets, gpiod.LineSettings(direction=Direction.INPUT))
                )
            line.release()
        self._lines.clear()
        self._factory.close()

    def _write(self, seat: Seat, value: Value) -> None:
        line = self._lines[seat]
        line.set_value(line.offsets[0], value)

    def _wait(self, until: Instant) -> None:
        left = until - self._clock.now()
        if left > SPUN:
            self._sleep((left - SPUN) / SECOND)
        while self._clock.now() < until:
            pass
