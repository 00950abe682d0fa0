"""The board's ear and clock: a PIO programme samples all pins, a DMA channel keeps what changed in a ring.

Nothing here is in a hurry: stamps are made by the PIO, and the ring holds 1,024 changes until they are read.
"""

from array import array
from time import ticks_diff, ticks_us  # type: ignore[attr-defined] # MicroPython's

import rp2  # type: ignore[import-not-found] # MicroPython's own, as are the next two
import uctypes  # type: ignore[import-not-found]
from machine import Pin, mem32  # type: ignore[import-not-found]

from hardware.firmware.programmes import BASE, CYCLES, ROOM, sample

CPU = 125_000_000
"""Cycles a second; main.py sets the chip to it."""
RATE = CPU // CYCLES
"""Ticks a second: one sample each 200 ns."""
PAIRS = 1024
"""Changes that the ring holds; a loop of the firmware takes a few ms, a bounce some tens of changes."""

_RING_BITS = 13  # the ring's 8,192 bytes, at an address that is a multiple of them
_SLACK = RATE // 1000  # the µs timer's and the counter's ticks agree far better

# Registers of PIO block 0: set bits by writing to an address + 0x2000.
_RXF0 = 0x50200020
_IRQ = 0x50200030
_SM0_EXECCTRL_SET = 0x502020CC
_DREQ_PIO0_RX0 = 4


def extend(count: int, horizon: int) -> int:
    """Return the tick of a counter's value: the last one not after the horizon, with 32 bits made 64.

    The counter goes down from 2^32 - 1 and is through after 859 s; the horizon comes from the µs timer, which
    runs from the same crystal, so that the rounds are known also where nothing changes for hours.
    """
    return horizon - (horizon - (0xFFFFFFFF - count)) % 0x100000000


class Sampler:
    """All changes of all pins, each with its tick, oldest first."""

    def __init__(self, chip) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - no typing there
        """`chip`: one of chips.py."""
        self.lost = 0
        """At least one for each time that changes were lost: no room in FIFO or ring, or a stamp astray."""
        self._read = 0
        self._drained = 0
        self._kept = array("I", bytes(2 << _RING_BITS))
        address = uctypes.addressof(self._kept)
        skipped = -address % (1 << _RING_BITS)
        self._ring = memoryview(self._kept)[skipped // 4 : skipped // 4 + 2 * PAIRS]
        self._address = address + skipped
        self._transfers = chip.transfers
        self._dma = rp2.DMA()
        self._fill()
        self._machine = rp2.StateMachine(0, sample, in_base=Pin(BASE))
        mem32[_SM0_EXECCTRL_SET] = chip.status_of_rx | ROOM
        self._ticks = 0
        # Read after the start: the clock is some µs behind the stamps, not ahead of them.
        self._machine.active(1)
        self._us = ticks_us()

    def now(self) -> int:
        """Return the tick, to a µs; call it at least every 8 minutes, where the µs timer wraps."""
        us = ticks_us()
        self._ticks += ticks_diff(us, self._us) * (RATE // 1_000_000)
        self._us = us
        return self._ticks

    def drain(self, now: int) -> list[tuple[int, int]]:
        """Return what changed since the last time as (tick, levels of GP0 to GP28); `now` is just read."""
        if mem32[_IRQ] & 1:
            mem32[_IRQ] = 1
            self.lost += 1
        changes: list[tuple[int, int]] = []
        first = self._read
        end = self._moved()
        # Read after that: between `now` and here may lie any pause, and none of these changes is younger.
        horizon = self.now() + _SLACK
        for pair in range(max(first, end - PAIRS), end):
            word = pair % PAIRS * 2
            at = extend(self._ring[word + 1], horizon)
            if at < self._drained - _SLACK:
                self.lost += 1
            changes.append((at, self._ring[word] << BASE))
        if self._moved() - first >= PAIRS:
            self.lost += 1  # the ring was overtaken, by half a pair at least, if only while it was being read
        self._read = end
        if not self._dma.count:
            # After 134 million changes an RP2350's channel has counted to its end; what came since is lost.
            self.lost += 1
            self._read = 0
            self._fill()
        self._drained = now
        return changes

    def _fill(self) -> None:
        """Let the channel fill the ring, from its beginning."""
        control = self._dma.pack_ctrl(
            size=2, inc_read=False, ring_size=_RING_BITS, ring_sel=True, treq_sel=_DREQ_PIO0_RX0
        )
        self._dma.config(read=_RXF0, write=self._address, count=self._transfers, ctrl=control, trigger=True)

    def _moved(self) -> int:
        """Return how many whole pairs have come into the ring since the start."""
        pairs: int = (self._transfers - self._dma.count) // 2
        return pairs
