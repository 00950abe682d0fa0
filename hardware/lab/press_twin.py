"""Simulated hands with a stick, and switches of known stiffness, for `companion lab press --simulated`."""

import random
from collections.abc import Mapping

from companion.clock import MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.rig import quiet
from hardware.pads.simulated import SimulatedPad

STIFF = {Seat(2): 2.5 * MILLISECOND}
"""Seat 3's switch closes so much later than the others."""

STANDS_FOR = "SIMULATED: no button was struck; hands and switches are a model with known faults"

HELD = Nanoseconds(100 * MILLISECOND)


def ms(time: float) -> str:
    """Return a time in ns as milliseconds for people."""
    return f"{time / MILLISECOND:g} ms"


class PressTwin:
    """A pad, and hands that strike whatever two seats are asked for; times in nanoseconds."""

    def __init__(
        self,
        seats: int,
        stiff: Mapping[Seat, float],
        *,
        seed: int,
        scatter: float = 1.5 * MILLISECOND,
        side: float = 0.8 * MILLISECOND,
    ) -> None:
        self.clock = HandClock(Instant(1_000 * SECOND))
        self._alarm = HandAlarm(self.clock)
        self.pad = SimulatedPad(map(Seat, range(seats)), self.clock, self._alarm, timing=ContactTimes())
        self._stiff, self._scatter, self._side = dict(stiff), scatter, side
        self._chance = random.Random(seed)
        self._asked: tuple[Seat, Seat] | None = None

    @property
    def words(self) -> str:
        """The model in a few words, for the report."""
        stiff = [f"seat {seat + 1} stiffer by {ms(late)}" for seat, late in sorted(self._stiff.items())]
        return ", ".join(
            ["put in:", *stiff, f"right end later by {ms(self._side)}", f"scatter {ms(self._scatter)}"]
        ).replace(":,", ":", 1)

    def ask(self, left: Seat, right: Seat) -> None:
        """Have this pair struck next."""
        self._asked = left, right

    def wait(self) -> None:
        """Let hands strike if they are asked and the pad listens; otherwise let time pass."""
        if self._asked is not None and self.pad.armed:
            left, right = self._asked
            later = self._chance.gauss(self._side, self._scatter)
            at = self.clock.now() + 10 * MILLISECOND
            closes = {
                left: round(at + self._stiff.get(left, 0.0)),
                right: round(at + later + self._stiff.get(right, 0.0)),
            }
            for seat, instant in sorted(closes.items(), key=lambda entry: entry[1]):
                self._alarm.advance(Nanoseconds(max(0, instant - self.clock.now())))
                self.pad.press(seat, Instant(instant))
            self._alarm.advance(HELD)
            for seat in closes:
                self.pad.release(seat)
        self._alarm.advance(quiet(ContactTimes()))

    def close(self) -> None:
        """Close the pad."""
        self.pad.close()
