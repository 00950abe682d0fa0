"""A gpiozero pin factory on libgpiod: `GPIOZERO_PIN_FACTORY=gpiod` in any gpiozero program.

Ticks are the kernel's own: nanoseconds of CLOCK_MONOTONIC, taken in the interrupt. PWM is made by
threads, one per pin (hardware/pins/pin.py).
"""

import errno
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gpiod
from gpiod.line import Direction
from gpiozero.exc import PinUnknownPi
from gpiozero.pins import BoardInfo
from gpiozero.pins.local import LocalPiFactory

from companion.clock import SECOND, Instant
from hardware.errors import LineBusyError, LineMissingError
from hardware.loop import Loop, LoopThread
from hardware.machine import HEADER_LABELS
from hardware.pins.chip import FoundChip, chip_board, find_chip, our_name
from hardware.pins.claim import EVENT_BUFFER, ChipHandle, Claim, Handle
from hardware.pins.pin import GpiodPin


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero ships no types
    """Pins of one GPIO chip: the Pi's header, or the one named by `chip` or `GPIOZERO_GPIOD_CHIP`.

    Raises ChipMissingError or NoPermissionError; its pins raise LineBusyError or LineMissingError.
    """

    def __init__(
        self,
        chip: str | None = None,
        *,
        finder: Callable[[str | None], FoundChip] = find_chip,
        opener: Callable[[str], ChipHandle] = gpiod.Chip,
        reader: Callable[[int, int], bytes] = os.read,
        loop: Loop | None = None,
    ) -> None:
        super().__init__()
        # gpiozero shares these between all local factories, since it knows only one chip. Here the kernel
        # keeps two factories off the same line.
        self.pins: dict[Any, GpiodPin] = {}
        self._reservations: Any = defaultdict(list)
        self._res_lock = threading.Lock()
        self.pin_class = GpiodPin
        self._board: BoardInfo | None = None
        self._named: dict[str, int] | None = None
        self.found = finder(chip)
        self._chip: ChipHandle | None = opener(self.found.path)
        self._owns_loop = loop is None
        self.loop = loop or LoopThread()
        self.clock = self.loop.clock
        self._reader = reader
        self._claims: dict[int, Claim] = {}

    def close(self) -> None:
        """Release all pins, the chip and our own thread; a loop passed in keeps running."""
        super().close()
        for claim in set(self._claims.values()):
            claim.release()
        if self._owns_loop:
            self.loop.close()
        if self._chip is not None:
            self._chip.close()
        self._chip = None

    def catch_up(self) -> None:
        """Deliver every edge that has happened by now, before a ruling.

        Waits for deliveries under way: hold no lock that a listener needs.
        """
        self.read(dict.fromkeys(self._claims.values()))

    def read(self, claims: Iterable[Claim]) -> None:
        """Deliver all edges that the kernel holds of these claims, by time, in the caller's thread."""
        with self.loop.locked():
            self.loop.deliver(due for claim in claims for due in claim.take())

    def ticks(self) -> Instant:
        """Return the current time, in nanoseconds of the clock that stamps edges."""
        return self.clock.now()

    @staticmethod
    def ticks_diff(later: Instant, earlier: Instant) -> float:
        """Return the time between two ticks, in seconds."""
        return (later - earlier) / SECOND

    def gather(self, numbers: Iterable[int]) -> None:
        """Claim these GPIO numbers in one request, before their pins are made: `StampedEdge.since` needs it.

        They are released together, when the last of their pins closes. Raises LineBusyError or
        LineMissingError, and then nothing is claimed.
        """
        wanted = list(dict.fromkeys(numbers))
        for number in wanted:
            if self.offset(number) in self._claims:
                raise LineBusyError(
                    f"GPIO{number} of {self.found.label} has a pin in this program already: "
                    "gather the lines before any of their pins is made"
                )
        if wanted:
            self._claim(wanted)

    def claim(self, number: int) -> Claim:
        """Return the claim of the line of GPIO `number`, a new one if needed. Raises as `gather` does."""
        return self._claims.get(self.offset(number)) or self._claim([number])

    def request(self, numbers: Sequence[int]) -> Handle:
        """Request the lines of these GPIO numbers, unchanged. Raises LineBusyError or LineMissingError."""
        chip = self._open_chip()
        as_is = gpiod.LineSettings(direction=Direction.AS_IS)
        offsets = {self.offset(number): number for number in numbers}
        try:
            return chip.request_lines(dict.fromkeys(offsets, as_is), our_name(), EVENT_BUFFER)
        except OSError as error:
            if error.errno == errno.EBUSY:
                raise self._busy(offsets) from error
            if error.errno == errno.ENODEV:
                raise self.missing(numbers[0]) from error
            raise

    def offset(self, number: int) -> int:
        """Return the line of GPIO `number`: the one of that name, or else of that number.

        Raises LineMissingError.
        """
        chip = self._open_chip()
        lines = self.found.lines or 0
        if self._named is None:
            self._named = {chip.get_line_info(line).name: line for line in range(lines)}
        named = self._named.get(f"GPIO{number}")
        if named is not None:
            return named
        if number >= lines:
            raise LineMissingError(f"{self.found.label} has {lines} lines, no GPIO{number}: wire another pin")
        return number

    def missing(self, number: int) -> LineMissingError:
        """Return the error for a line that is gone."""
        return LineMissingError(
            f"GPIO{number} of {self.found.label} is gone: plug the board in again and restart"
        )

    def info(self, number: int) -> gpiod.LineInfo:
        """Return the kernel's information on the line of GPIO `number`."""
        return self._open_chip().get_line_info(self.offset(number))

    def _claim(self, numbers: Sequence[int]) -> Claim:
        handle = self.request(numbers)
        lines = list(handle.offsets)

        def released() -> None:
            for line in lines:
                del self._claims[line]

        claim = Claim(handle, self.loop, self._reader, released)
        self._claims.update(dict.fromkeys(lines, claim))
        return claim

    def _busy(self, offsets: dict[int, int]) -> LineBusyError:
        """Return the error that names the line in use; the kernel doesn't say which of them it is."""
        held = {offset: self._open_chip().get_line_info(offset) for offset in offsets}
        culprit = next((offset for offset, line in held.items() if line.used), next(iter(offsets)))
        holder = held[culprit].consumer or "another program"
        return LineBusyError(
            f"GPIO{offsets[culprit]} of {self.found.label} is held by {holder}: stop it, or wire another pin"
        )

    def _open_chip(self) -> ChipHandle:
        if self._chip is None:
            raise LineMissingError("the pin factory is closed: make a new one")
        return self._chip

    def _get_board_info(self) -> BoardInfo:
        if self._board is None:
            self._board = self._pi_board() or chip_board(self.found.label or "", self.found.lines or 0)
        return self._board

    def _pi_board(self) -> BoardInfo | None:
        if self.found.label not in HEADER_LABELS:
            return None
        try:
            return super()._get_board_info()
        except PinUnknownPi:
            return None
