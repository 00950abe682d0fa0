"""A gpiozero pin factory on libgpiod: `GPIOZERO_PIN_FACTORY=gpiod` in any gpiozero program.

Ticks are the kernel's own: nanoseconds of CLOCK_MONOTONIC, taken in the interrupt. PWM is made by
threads, one a pin (hardware/pins/pin.py).
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

    Raises ChipMissingError and NoPermissionError; its pins raise LineBusyError and LineMissingError.
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
        # gpiozero shares these between all local factories, one chip being the only one it knows; the kernel
        # keeps two factories off one line.
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
        """Let all pins, the thread and the chip go; a loop that the caller gave goes on."""
        super().close()
        for claim in set(self._claims.values()):
            claim.release()
        if self._owns_loop:
            self.loop.close()
        if self._chip is not None:
            self._chip.close()
        self._chip = None

    def catch_up(self) -> None:
        """Deliver every edge that has happened by now, before something is ruled on.

        What is on its way is waited for: hold no lock that a listener wants.
        """
        self.read(dict.fromkeys(self._claims.values()))

    def read(self, claims: Iterable[Claim]) -> None:
        """Deliver, in the caller's thread and by time, all edges that the kernel holds of these claims."""
        with self.loop.alone():
            self.loop.tell(told for claim in claims for told in claim.take())

    @property
    def lost(self) -> int:
        """How many edges the kernel's sequence numbers show to be lost, on all pins together."""
        return sum(pin.lost for pin in self.pins.values())

    def ticks(self) -> Instant:
        """Return now, in nanoseconds of the clock that edges are stamped with."""
        return self.clock.now()

    @staticmethod
    def ticks_diff(later: Instant, earlier: Instant) -> float:
        """Return the seconds between two ticks."""
        return (later - earlier) / SECOND

    def gather(self, numbers: Iterable[int]) -> None:
        """Claim these GPIO numbers in one request, before their pins are made: `StampedEdge.since` needs it.

        They are let go together, when the last of their pins is closed. LineBusyError, LineMissingError; then
        nothing is claimed.
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
        """Return the claim that the line of GPIO `number` is in, a new one if need be; errors as `gather`."""
        return self._claims.get(self.offset(number)) or self._claim([number])

    def request(self, numbers: Sequence[int]) -> Handle:
        """Ask the kernel for the lines of these GPIO numbers as they are; LineBusyError, LineMissingError."""
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
        """Return the line of GPIO `number`: the line so named, or else the one so numbered."""
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
        """Return the error for a line that has gone."""
        return LineMissingError(
            f"GPIO{number} of {self.found.label} is gone: plug the board in again and restart"
        )

    def info(self, number: int) -> gpiod.LineInfo:
        """Return what the kernel says of the line of GPIO `number`."""
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
        """Return the error that names the line somebody holds: the kernel doesn't say which of them it is."""
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
