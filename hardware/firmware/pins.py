"""The board's pins: inputs with their pull, lamps, and outputs that play known steps."""

from array import array
from time import sleep_ms  # type: ignore[attr-defined] # MicroPython's

import rp2  # type: ignore[import-not-found] # MicroPython's own, as is the next one
from machine import Pin, mem32  # type: ignore[import-not-found]

from hardware.firmware.frames import MOST_STEPS, PULL_DOWN, PULL_UP
from hardware.firmware.pio import BASE, WIDTH, play

_OWN = 0x03800000  # GP23 to GP25: used by the board itself, and hidden from the sampler
_SETTLE_MS = 1  # a pull of 50 kΩ fills a metre of cable (100 pF) in 25 µs

# GPIOn_CTRL: the function, and overrides of the input and of the output's enabling.
_FUNCTION = 31
_SIO = 5
_PIO1 = 7
_DEAF = 2 << 16  # whatever the pin does, the sampler sees low: lamps and loose wires can't fill its ring

_SM0_PINCTRL = 0x503000DC  # of PIO block 1
_TXF0 = 0x50300010
_DREQ_PIO1_TX0 = 8


class Pins:
    """The pins, for `BoardProgram`; bit n of every mask is GPn."""

    def __init__(self, clock, kind) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - no typing there
        """`clock`: returns the tick; `kind`: one of chips.py."""
        self._clock = clock
        self._usable = kind.usable
        self._control = kind.chip.control
        self._drives = kind.chip.drives
        self._lamps: list[tuple[int, object]] = []
        self._until = 0
        self._steps = array("I", bytes(8 * MOST_STEPS))
        self._machine = rp2.StateMachine(4, play)
        mem32[_SM0_PINCTRL] = WIDTH << 20 | BASE
        self._machine.active(1)
        self._dma = rp2.DMA()

    def wire(self, inputs: int, lamps: int, pull: int) -> None:
        """Make these pins inputs and lamps (off), and hide all others from the sampler; takes about 1 ms."""
        pulls = {PULL_UP: Pin.PULL_UP, PULL_DOWN: Pin.PULL_DOWN}
        self._lamps = []
        for number in range(29):
            mask = 1 << number
            if not mask & (self._usable | _OWN):
                continue
            if mask & _OWN:
                mem32[self._control + 8 * number] = mem32[self._control + 8 * number] & _FUNCTION | _DEAF
                continue
            function = _SIO | _DEAF
            if mask & inputs:
                Pin(number, Pin.IN, pulls.get(pull))
                function = _SIO
            elif mask & lamps:
                self._lamps.append((mask, Pin(number, Pin.OUT, value=0)))
            else:
                Pin(number, Pin.IN, Pin.PULL_DOWN)
            mem32[self._control + 8 * number] = function
        sleep_ms(_SETTLE_MS)

    def light(self, lit: int) -> None:
        """Light these lamps and no others."""
        for mask, pin in self._lamps:
            pin.value(1 if lit & mask else 0)  # type: ignore[attr-defined]

    def play(self, outputs: int, steps: tuple[tuple[int, int], ...]) -> int:
        """Play steps of (ticks after the one before, levels) on these pins; return the tick of the first.

        Steps are exact among each other; the first one's tick is known to about 20 µs. Returns -1 while an
        earlier call's steps are playing.
        """
        now: int = self._clock()
        if now < self._until:
            return -1
        for number in range(29):
            if outputs >> number & 1:
                mem32[self._control + 8 * number] = _PIO1 | self._drives | _DEAF
        at = 0
        length = 0
        for delay, levels in steps:
            self._steps[at] = delay - 1
            self._steps[at + 1] = levels >> BASE & (1 << WIDTH) - 1
            at += 2
            length += delay
        control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=_DREQ_PIO1_TX0)
        now = self._clock()
        self._dma.config(read=self._steps, write=_TXF0, count=at, ctrl=control, trigger=True)
        self._until = now + length + 1000
        return now + steps[0][0]
