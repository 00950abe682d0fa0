"""The grab board's two PIO programs: one samples all pins at once, one plays known steps.

Their names (`mov`, `jmp` ...) come from MicroPython's assembler `rp2.asm_pio`; chapter 3 of the RP2040's data
sheet explains each instruction. tests/firmware runs both on an emulator.
"""
# ruff: noqa: F821 - the assembler's names
# mypy: disable-error-code="name-defined, no-untyped-def, untyped-decorator"

import rp2  # type: ignore[import-not-found] # MicroPython's own

CYCLES = 25
"""Cycles per step in both programs, on every path."""
BASE = 2
"""The first pin sampled and played, GP2: GP0 and GP1 are the serial line."""
WIDTH = 27
"""Number of pins from the first: GP2 to GP28."""
ROOM = 3
"""`status` is all ones while the FIFO has fewer words than this, so that a pair still fits into its four."""


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT)
def sample():  # noqa: ANN201
    """Sample all pins every 25 cycles; on a change push two words: the levels, and the counter.

    X counts the steps down from 2^32 - 1; it is never stopped, nor read from outside. A pair is pushed only
    if there is room for both words: only the DMA touches the FIFO, and it takes words out, so the room can't
    shrink before the second. Without room, the change waits for a later step and PIO interrupt flag 0 is
    raised: its stamp will be late, and the host is informed.
    """
    mov(x, invert(null))
    mov(y, invert(null))  # no sample is all ones, so that the first one is pushed

    wrap_target()
    label("sample")
    mov(osr, x)
    in_(pins, 27)
    mov(x, isr)
    jmp(x_not_y, "changed")
    mov(isr, null)[5]
    jmp("count")

    label("changed")
    mov(x, status)
    jmp(not_x, "full")
    mov(y, isr)
    push(noblock)
    mov(isr, osr)
    push(noblock)
    jmp("count")

    label("full")
    irq(0)[3]
    mov(isr, null)

    label("count")
    mov(x, osr)[12]
    jmp(x_dec, "sample")
    wrap()


@rp2.asm_pio(out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_TX)
def play():  # noqa: ANN201
    """Play steps of two words each: the ticks to wait less one, and the levels of all pins.

    Each tick of a wait, from one step's levels to the next one's, is 25 cycles; the DMA brings the words.
    """
    wrap_target()
    pull(block)
    mov(x, osr)
    pull(block)
    jmp("test")
    label("wait")
    nop()[23]
    label("test")
    jmp(x_dec, "wait")
    out(pins, 27)[19]
    wrap()
