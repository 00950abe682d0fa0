"""The two PIO programmes of the grab board: one samples all pins in a clock's step, one plays known steps.

A programme's names (`mov`, `jmp` ...) are given to it by MicroPython's assembler `rp2.asm_pio`; what each
instruction does stands in the RP2040's data sheet, chapter 3. tests/firmware runs both on an emulator.
"""
# ruff: noqa: F821 - the assembler's names
# mypy: disable-error-code="name-defined, no-untyped-def, untyped-decorator"

import rp2  # type: ignore[import-not-found] # MicroPython's own

CYCLES = 25
"""Cycles of a step in both programmes, on every path."""
BASE = 2
"""The first pin sampled and played, GP2: GP0 and GP1 are the serial wire."""
WIDTH = 27
"""Pins from the first: GP2 to GP28."""
ROOM = 3
"""`status` is all ones while the FIFO holds fewer words than this: a pair of words fits into its four."""


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT)
def sample():  # noqa: ANN201
    """Sample all pins every 25 cycles; on a change push two words: the levels, and the counter.

    X counts the steps down from 2^32 - 1 and is never stopped or read from outside. A pair is pushed only
    where there is room for both words: nothing but the DMA touches the FIFO, and it takes words out, so that
    room can't shrink before the second. Where there is none, the change is kept for a later step and PIO
    interrupt flag 0 is raised: its stamp is late then, and the host is told.
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
    """Play steps of two words each: the steps to wait less one, and the levels of all pins.

    From one step's levels to the next one's it is 25 cycles for each step to wait; the DMA brings the words.
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
