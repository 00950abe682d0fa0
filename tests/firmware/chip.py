"""A simulated RP2040 for the firmware: MicroPython's `machine`, `rp2` and `uctypes`, and the time.

The PIO itself isn't simulated (test_pio.py runs it on an emulator): tests push the word pairs that its
program would push, and they go where the DMA channel was told to write.
"""

import importlib
import sys
import time
from array import array
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest

CYCLES = 25
CPU = 125_000_000
COUNTS = 1 << 32
_MODULES = ("pio", "sampler", "pins", "loop", "start")
_EXECCTRL_SET = 0x502020CC
_PIO0_IRQ = 0x50200030


class Registers(dict[int, int]):
    """The chip's registers by address; unwritten ones are 0."""

    def __missing__(self, address: int) -> int:
        return 0


class Dma:
    """A DMA channel that remembers its set-up."""

    def __init__(self) -> None:
        self.count = 0
        self.settings: dict[str, object] = {}
        self.control: dict[str, int] = {}

    def pack_ctrl(self, **control: int) -> int:
        """Store the fields; return 1, since no test reads the packed number."""
        self.control = control
        return 1

    def config(self, **settings: object) -> None:
        self.settings = settings
        count = settings["count"]
        assert isinstance(count, int)
        self.count = count


class Pin:
    """A pin; `Chip.pins` holds the newest pin of each number."""

    IN, OUT = 0, 1
    PULL_UP, PULL_DOWN = 1, 2
    made: dict[object, "Pin"]

    def __init__(self, number: object, mode: int = 0, pull: int | None = None, value: int = 0) -> None:
        self.mode, self.pull, self.level = mode, pull, value
        type(self).made[number] = self

    def value(self, level: int) -> None:
        self.level = level

    def toggle(self) -> None:
        self.level = 1 - self.level


class StateMachine:
    """A state machine that remembers its program and whether it runs."""

    def __init__(self, number: int, programme: Callable[[], None], in_base: Pin | None = None) -> None:
        self.number, self.programme, self.in_base = number, programme, in_base
        self.running = False

    def active(self, running: int) -> None:
        self.running = bool(running)


class Uart:
    """A UART; written bytes go to `sent` as far as the transmit buffer has `room`."""

    def __init__(self, number: int, baud: int, **settings: object) -> None:
        self.coming = self.sent = b""
        self.room = 256

    def any(self) -> int:
        """Return how many bytes can be read."""
        return len(self.coming)

    def read(self, size: int) -> bytes | None:
        """Return the bytes received, or None if there are none."""
        come, self.coming = self.coming[:size], self.coming[size:]
        return come or None

    def write(self, data: bytes) -> int | None:
        """Take the bytes that fit; return their number, or None if none fits."""
        taken = data[: self.room]
        self.sent += taken
        self.room -= len(taken)
        return len(taken) or None


class Chip:
    """The chip: a µs timer, pins, registers, DMA channels, and a counter that starts with the sampler."""

    def __init__(self, address: int = 0x20004A34) -> None:
        """Place the sampler's memory at `address`, which MicroPython doesn't align."""
        self.us = 12_345
        self.registers = Registers()
        self.channels: list[Dma] = []
        self.machines: list[StateMachine] = []
        self.uarts: list[Uart] = []
        self.pressed = False
        self.interrupt_keys: list[int] = []
        self._address = address
        self._memory: array[int] = array("I")
        self._started = 0
        self.pin: type[Pin] = type("Pin", (Pin,), {"made": {}})

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Install this chip's modules in place of MicroPython's own."""
        machine = SimpleNamespace(
            Pin=self.pin,
            UART=self._uart,
            mem32=self.registers,
            PWRON_RESET=1,
            WDT_RESET=3,
            reset_cause=lambda: 1,
            freq=lambda hertz: None,
        )
        rp2 = SimpleNamespace(
            PIO=SimpleNamespace(SHIFT_LEFT=0, SHIFT_RIGHT=1, JOIN_TX=1),
            asm_pio=lambda **settings: lambda function: function,
            DMA=self._dma,
            StateMachine=self._state_machine,
            bootsel_button=lambda: self.pressed,
        )
        uctypes = SimpleNamespace(addressof=self._addressof)
        micropython = SimpleNamespace(kbd_intr=self.interrupt_keys.append)
        ours = {"machine": machine, "rp2": rp2, "uctypes": uctypes, "micropython": micropython}
        for name, module in ours.items():
            monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr(time, "ticks_us", lambda: self.us % (1 << 30), raising=False)
        monkeypatch.setattr(time, "ticks_diff", _ticks_diff, raising=False)
        monkeypatch.setattr(time, "sleep_ms", self._sleep_ms, raising=False)
        for name in _MODULES:
            monkeypatch.delitem(sys.modules, f"hardware.firmware.{name}", raising=False)
            # Modules imported from here on belong to this chip and are removed with it.
            monkeypatch.setitem(sys.modules, f"hardware.firmware.{name}", ModuleType(name))
            del sys.modules[f"hardware.firmware.{name}"]

    def module(self, name: str) -> ModuleType:
        """Return a firmware module that runs on this chip."""
        return importlib.import_module(f"hardware.firmware.{name}")

    @property
    def tick(self) -> int:
        """Return the sampler's step at this µs."""
        return (self.us - self._started) * (CPU // CYCLES // 1_000_000)

    def push(self, levels: int, tick: int | None = None) -> None:
        """Push what the sampling program pushes when the pins change to these levels (bit n is GPn)."""
        count = -1 - (self.tick if tick is None else tick)
        for word in (levels >> 2 & 0x7FFFFFF, count % COUNTS):
            self._move(word)

    def overrun(self) -> None:
        """Raise the flag that says a change didn't fit."""
        self.registers[_PIO0_IRQ] |= 1

    def _move(self, word: int) -> None:
        channel = self.channels[0]
        write = channel.settings["write"]
        assert isinstance(write, int)
        ring = 1 << channel.control["ring_size"]
        count = channel.settings["count"]
        assert isinstance(count, int)
        moved = count - channel.count
        # The address's low bits wrap round; its high bits stay.
        at = (write & -ring) | (write + 4 * moved) % ring
        self._memory[(at - self._address) // 4] = word
        channel.count -= 1

    def _addressof(self, memory: "array[int]") -> int:
        self._memory = memory
        return self._address

    def _dma(self) -> Dma:
        self.channels.append(Dma())
        return self.channels[-1]

    def _state_machine(
        self, number: int, programme: Callable[[], None], in_base: Pin | None = None
    ) -> StateMachine:
        self.machines.append(StateMachine(number, programme, in_base))
        self._started = self.us
        return self.machines[-1]

    def _uart(self, number: int, baud: int, **settings: object) -> Uart:
        self.uarts.append(Uart(number, baud, **settings))
        return self.uarts[-1]

    def _sleep_ms(self, ms: int) -> None:
        self.us += 1000 * ms


def _ticks_diff(after: int, before: int) -> int:
    half = 1 << 29
    return (after - before + half) % (1 << 30) - half
