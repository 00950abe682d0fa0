"""Watching a grab pad on simulated lines: when edges reach Python, and what the pad reports."""

import threading
import time
from collections.abc import Callable

from gpiozero.pins import Factory

from companion.clock import MILLISECOND, Nanoseconds, SystemClock
from hardware.grab.adjudicate import Verdict
from hardware.grab.contacts import ContactTimes, Edge, Seat, SeatState, SeatStatus
from hardware.pads.grab_pad import GrabPad
from hardware.pins.bank import GpioBank
from hardware.wiring.wiring import SeatWires, Wiring
from tests.kernel.lines import Chip

SEATS = 15

LAST_OF_HEADER = 27

PATIENCE = 5.0
"""Seconds after which something that should have come counts as lost."""

QUICK = ContactTimes(lock_out=Nanoseconds(5 * MILLISECOND), storm_strokes=1_000)
"""For bursts faster than any hands, on lines that don't bounce."""

UNSTORMED = ContactTimes(storm_strokes=1_000)
"""For duels in quicker succession than real ones, on switches that bounce."""


def wiring(chip: Chip, timing: ContactTimes = QUICK, seats: int = SEATS) -> Wiring:
    """Return a wiring with buttons on lines 0, 1, ...; and lamps as far as a Pi's header has lines."""
    wires = tuple(SeatWires(Seat(seat), seat, lamp(seat)) for seat in range(seats))
    return Wiring(seats=wires, chip=chip.path, timing=timing)


def lamp(seat: int) -> int | None:
    """Return the line of a seat's lamp, None if the header has none left."""
    return seat + SEATS if seat + SEATS <= LAST_OF_HEADER else None


class TimedPad(GrabPad):
    """A grab pad that records each edge, and when it reached Python."""

    def __init__(self, wiring: Wiring, factory: Factory) -> None:
        self.reached: list[tuple[Seat, Edge, int]] = []
        clock = SystemClock()
        super().__init__([GpioBank(wiring, clock, factory)], wiring.timing, clock)

    def edge(self, seat: Seat, edge: Edge) -> None:
        """Record the edge, then handle it as usual."""
        self.reached.append((seat, edge, time.monotonic_ns()))
        super().edge(seat, edge)


class Watcher:
    """Records what a pad reports. A waiting caller is woken once, as waking costs the pad's threads time."""

    def __init__(self, pad: GrabPad) -> None:
        self.verdicts: list[tuple[Verdict, int]] = []
        """Each verdict with the time it was reported, in ns."""
        self.picture: Verdict | None = None
        self.states: dict[Seat, SeatState] = {seat: status.state for seat, status in pad.states.items()}
        self._wanted: Callable[[], bool] | None = None
        self._there = threading.Event()
        pad.on_verdict = self._verdict
        pad.on_late = self._late
        pad.on_state_change = self._state

    def clear(self) -> None:
        """Forget all verdicts."""
        self.verdicts, self.picture = [], None

    def wait(self, wanted: Callable[[], bool], patience: float = PATIENCE) -> bool:
        """Wait until `wanted` holds, for up to `patience` seconds; return whether it does."""
        self._there.clear()
        self._wanted = wanted
        self._look()
        self._there.wait(patience)
        self._wanted = None
        return wanted()

    def all_are(self, state: SeatState) -> bool:
        """Return whether all buttons are in this state."""
        return set(self.states.values()) == {state}

    def _look(self) -> None:
        wanted = self._wanted
        if wanted is not None and wanted():
            self._there.set()

    def _verdict(self, verdict: Verdict) -> None:
        self.verdicts.append((verdict, time.monotonic_ns()))
        self.picture = verdict
        self._look()

    def _late(self, verdict: Verdict) -> None:
        self.picture = verdict
        self._look()

    def _state(self, seat: Seat, status: SeatStatus) -> None:
        self.states[seat] = status.state
        # Dozens of presses come while times are measured, and nobody waits for that state: don't look.
        if status.state is not SeatState.PRESSED:
            self._look()
