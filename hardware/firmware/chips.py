"""The boards that the firmware runs on, and the differences of their two chips.

Registers: pico-sdk, src/rp2040 and src/rp2350, hardware_regs (io_bank0.h, pio.h, dma.h). Everything else that
the firmware uses is at the same address on both.
"""

from collections import namedtuple

Chip = namedtuple("Chip", ("control", "drives", "status_of_rx", "transfers"))
"""`control`: address of GPIO0_CTRL; `drives`: its override that enables the output; `status_of_rx`: the bit
of EXECCTRL that makes `status` show the RX FIFO; `transfers`: the most a DMA channel counts, as an even
number."""

RP2040 = Chip(0x40014004, 3 << 12, 1 << 4, 0xFFFFFFFE)
RP2350 = Chip(0x40028004, 3 << 14, 1 << 5, 0x0FFFFFFE)

PICO, PICO_W = "Raspberry Pi Pico", "Raspberry Pi Pico W"
PICO_2, PICO_2_W = "Raspberry Pi Pico 2", "Raspberry Pi Pico 2 W"

USABLE = 0x1C7FFFFC
"""GP2 to GP22 and GP26 to GP28, on all four boards. GP0 and GP1 are the serial line; GP23 to GP25 and GP29
are used by the board itself, for its power and its LED, or on a W its radio."""

Kind = namedtuple("Kind", ("name", "chip", "usable", "led"))
"""`led`: whether the LED is on the chip. A W's is on its radio, which would have to be started."""

KINDS = {
    "Raspberry Pi Pico with RP2040": Kind(PICO, RP2040, USABLE, True),
    "Raspberry Pi Pico W with RP2040": Kind(PICO_W, RP2040, USABLE, False),
    "Raspberry Pi Pico2 with RP2350": Kind(PICO_2, RP2350, USABLE, True),
    "Raspberry Pi Pico 2 W with RP2350": Kind(PICO_2_W, RP2350, USABLE, False),
}


def kind_of(machine: str) -> Kind:
    """Return the kind of board by MicroPython's name for it (`sys.implementation._machine`).

    Raises RuntimeError for any other: MicroPython shows it at its prompt, and the doctor reports the board.
    """
    if machine not in KINDS:
        ours = "a Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W"
        raise RuntimeError(f"this firmware is for {ours}, not for {machine}")
    return KINDS[machine]
