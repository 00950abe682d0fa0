"""A rig of GPIO outputs, each wired to a button's input through a resistor.

The true separation is read from the clock just before and just after each write: each press happened in
between, so half of both writes is the uncertainty. It runs best in a process of its own (`apart`).
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import gpiod
from gpiod.line import Direction, Value

from companion.clock import MILLISECOND, SECOND, Clock, Instant, Nanoseconds, SystemClock
from hardware.contacts import Seat, Timing
from hardware.gpiod_factory import GpiodFactory
from hardware.gpiod_seam import Handle
from hardware.lab.rig import WRITTEN, Driven, hold, quiet

SPUN = Nanoseconds(2 * MILLISECOND)
"""The end of every wait is spun away: a sleep ends when the scheduler likes."""

HEAD_START = Nanoseconds(2 * MILLISECOND)
"""From being asked to the first press, so that whoever asked is back at rest."""


class GpioRig:
    """Outputs of a chip that press buttons; `factory` is the rig's own and closes with it.

    Raises LineBusyError, LineMissingError, and then leaves nothing claimed.
    """

    least = WRITTEN
    stands_for = "outputs of this machine press its own inputs: no switch and no hand was involved"

    def __init__(
        self,
        outputs: Mapping[Seat, int],
        factory: GpiodFactory,
        pressed_high: bool,
        timing: Timing,
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock or SystemClock()
        self._sleep = sleep
        self._timing = timing
        self._factory = factory
        self._lines: dict[Seat, Handle] = {}
        settings = gpiod.LineSettings(
            direction=Direction.OUTPUT, active_low=not pressed_high, output_value=Value.INACTIVE
        )
        try:
            for seat, pin in sorted(outputs.items()):
                line = factory.claim(pin)
                self._lines[seat] = line
                line.reconfigure_lines(dict.fromkeys(line.offsets, settings))
        except BaseException:
            self.close()
            raise

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have an output."""
        return tuple(self._lines)

    @property
    def pace(self) -> Nanoseconds:
        """How long a trial takes, the separation not counted."""
        return Nanoseconds(HEAD_START + hold(self._timing) + quiet(self._timing))

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        """Press both, the second as soon after the asked separation as a write can be made."""
        start = Instant(self._clock.now() + HEAD_START)
        before, after = self._press(first, start)
        # From one beginning to the other: the writes take about as long, so their middles are as far apart.
        later_before, later_after = self._press(second, Instant(before + separation))
        self._wait(Instant(later_after + hold(self._timing)))
        self._write(first, Value.INACTIVE)
        self._write(second, Value.INACTIVE)
        return Driven(
            Nanoseconds((later_before + later_after - before - after) // 2),
            Nanoseconds((later_after - later_before + after - before + 1) // 2),
        )

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

    def _press(self, seat: Seat, at: Instant) -> tuple[Instant, Instant]:
        self._wait(at)
        before = self._clock.now()
        self._write(seat, Value.ACTIVE)
        return before, self._clock.now()

    def _write(self, seat: Seat, value: Value) -> None:
        line = self._lines[seat]
        line.set_value(line.offsets[0], value)

    def _wait(self, until: Instant) -> None:
        left = until - self._clock.now()
        if left > SPUN:
            self._sleep((left - SPUN) / SECOND)
        while self._clock.now() < until:
            pass
