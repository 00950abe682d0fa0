"""The board's sampler and clock: a PIO program samples all pins, a DMA channel stores changes in a ring.

Nothing here is urgent: the PIO makes the stamps, and the ring holds 1,024 changes until they are read.
"""

from array import array
from time import ticks_diff, ticks_us  # type: ignore[attr-defined] # MicroPython's

import rp2  # type: ignore[import-not-found] # MicroPython's own, as are the next two
import uctypes  # type: ignore[import-not-found]
from machine import Pin, mem32  # type: ignore[import-not-found]

from hardware.firmware.pio import BASE, CYCLES, ROOM, sample

CPU = 125_000_000
"""Cycles a second; start.py sets the chip to this."""
RATE = CPU // CYCLES
"""Ticks a second: a sample every 200 ns."""
PAIRS = 1024
"""Changes that the ring holds; a turn of the firmware's loop takes a few ms, a bounce has tens of changes."""

_RING_BITS = 13  # the ring's 8,192 bytes, at an address that is a multiple of them
_SLACK = RATE // 1000  # the µs timer's and the counter's ticks agree far better

# Registers of PIO block 0: set bits by writing to an address + 0x2000.
_RXF0 = 0x50200020
_IRQ = 0x50200030
_SM0_EXECCTRL_SET = 0x502020CC
_DREQ_PIO0_RX0 = 4


def extend(count: int, horizon: int) -> int:
    """Return the tick of a counter value, made 64 bits from 32: the last such tick not after the horizon.

    The counter goes down from 2^32 - 1 and wraps round after 859 s. The horizon comes from the µs timer,
    which runs from the same crystal, so the wraps are known even if nothing changes for hours.
    """
    return horizon - (horizon - (0xFFFFFFFF - count)) % 0x100000000


class Sampler:
    """All changes of all pins, each with its tick, oldest first."""

    def __init__(self, chip) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - no typing there
        """`chip`: one of chips.py."""
        self.lost = 0
        """At least one for each time that changes were lost: no room in FIFO or ring, or a wrong stamp."""
        self._read = 0
        self._drained = 0
        self._buffer = array("I", bytes(2 << _RING_BITS))
        address = uctypes.addressof(self._buffer)
        skipped = -address % (1 << _RING_BITS)
        self._ring = memoryview(self._buffer)[skipped // 4 : skipped // 4 + 2 * PAIRS]
        self._address = address + skipped
        self._transfers = chip.transfers
        self._dma = rp2.DMA()
        self._fill()
        self._machine = rp2.StateMachine(0, sample, in_base=Pin(BASE))
        mem32[_SM0_EXECCTRL_SET] = chip.status_of_rx | ROOM
        self._ticks = 0
        # Read after the start, so that the clock is some µs behind the stamps and never ahead of them.
        self._machine.active(1)
        self._us = ticks_us()

    def now(self) -> int:
        """Return the tick, to a µs; call it at least every 8 minutes, or a wrap of the µs timer is missed."""
        us = ticks_us()
        self._ticks += ticks_diff(us, self._us) * (RATE // 1_000_000)
        self._us = us
        return self._ticks

    def drain(self, now: int) -> list[tuple[int, int]]:
        """Return the changes since the last call as (tick, levels of GP0 to GP28); `now` was just read."""
        if mem32[_IRQ] & 1:
            mem32[_IRQ] = 1
            self.lost += 1
        changes: list[tuple[int, int]] = []
        first = self._read
        end = self._moved()
        # Read after that: there may have been a pause since `now`, and none of these changes is later.
        horizon = self.now() + _SLACK
        for pair in range(max(first, end - PAIRS), end):
            word = pair % PAIRS * 2
            at = extend(self._ring[word + 1], horizon)
            if at < self._drained - _SLACK:
                self.lost += 1
            changes.append((at, self._ring[word] << BASE))
        if self._moved() - first >= PAIRS:
            self.lost += 1  # the ring was overrun, by half a pair at least, perhaps while it was being read
        self._read = end
        if not self._dma.count:
            # An RP2350's channel stops after 134 million changes; any since then are lost.
            self.lost += 1
            self._read = 0
            self._fill()
        self._drained = now
        return changes

    def _fill(self) -> None:
        """Start the channel, which fills the ring from its beginning."""
        control = self._dma.pack_ctrl(
            size=2, inc_read=False, ring_size=_RING_BITS, ring_sel=True, treq_sel=_DREQ_PIO0_RX0
        )
        self._dma.config(read=_RXF0, write=self._address, count=self._transfers, ctrl=control, trigger=True)

    def _moved(self) -> int:
        """Return how many whole pairs have come into the ring since `_fill`."""
        pairs: int = (self._transfers - self._dma.count) // 2
        return pairs
