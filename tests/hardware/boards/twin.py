"""A simulated grab board: the real firmware's logic on simulated pins, with any clock."""

from collections.abc import Callable, Sequence

from hardware.firmware.board import BoardProgram
from hardware.firmware.loop import BoardLoop
from hardware.wiring.wiring import BOARD_PINS

USABLE = sum(1 << pin for pin in BOARD_PINS)
RATE = 5_000_000
ID = bytes.fromhex("e6614103e7452d2f")


class Wire:
    """The board's end of the cable."""

    def __init__(self) -> None:
        self.came = bytearray()
        self.gone = bytearray()

    def has_bytes(self) -> bool:
        """Return whether bytes are waiting."""
        return bool(self.came)

    def read(self) -> bytes:
        """Return the bytes received, 64 at most."""
        data = bytes(self.came[:64])
        del self.came[:64]
        return data

    def has_room(self) -> bool:
        """Return whether a frame can be sent: always."""
        return True

    def write(self, frame: bytes) -> None:
        self.gone += frame


class Pins:
    """The pins as `BoardProgram` drives them and a sampler reads them; all high at first."""

    def __init__(self, ticks: Callable[[], int]) -> None:
        self.now = ticks
        self.lost = 0
        self.levels = USABLE
        self.inputs = 0
        self.lamps = 0
        self.pull = 0
        self.lit = 0
        self.samples: list[tuple[int, int]] = []

    def wire(self, inputs: int, lamps: int, pull: int) -> None:
        """Make these pins inputs and lamps, and ignore all others."""
        self.inputs, self.lamps, self.pull, self.lit = inputs, lamps, pull, 0
        self.samples.append((self.now(), self.levels & inputs))

    def light(self, lit: int) -> None:
        self.lit = lit

    def play(self, outputs: int, steps: tuple[tuple[int, int], ...]) -> int:
        """Drive nothing."""
        return -1

    def drain(self, now: int) -> list[tuple[int, int]]:
        """Return the changes since the last call."""
        samples, self.samples = self.samples, []
        return samples


class Twin:
    """A board from power-on; `ticks` reads its clock."""

    def __init__(self, ticks: Callable[[], int], *, usable: int = USABLE, name: str = "Twin") -> None:
        self.pins = Pins(ticks)
        self.wire = Wire()
        self.board = BoardProgram(self.pins, usable, RATE, ID, 0, name)
        self._loop = BoardLoop((self.wire,), self.pins, self.board)

    def move(self, mask: int, high: bool) -> int:
        """Set the levels of some pins at once; return the tick."""
        at = self.pins.now()
        self.pins.levels = self.pins.levels | mask if high else self.pins.levels & ~mask
        self.pins.samples.append((at, self.pins.levels & self.pins.inputs))
        return at

    def press(self, *steps: Sequence[int]) -> None:
        """Pull the pins of each step low, step by step."""
        for pins in steps:
            self.move(sum(1 << pin for pin in pins), high=False)

    def release(self) -> None:
        self.move(self.pins.inputs, high=True)

    def turn(self, came: bytes = b"") -> bytes:
        """Receive bytes and run the firmware's loop until it is quiet; return what it sends."""
        self.wire.came += came
        self._loop.turn()
        while True:
            length = len(self.wire.gone)
            self._loop.turn()
            if len(self.wire.gone) == length and not self.wire.came:
                break
        data = bytes(self.wire.gone)
        self.wire.gone.clear()
        return data
