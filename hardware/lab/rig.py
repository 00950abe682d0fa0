"""A rig presses two buttons a known time apart: what the laboratory asks of it, and what it answers."""

import tomllib
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.errors import HardwareError, SeatsFileError
from hardware.grab.contacts import STORM_SPAN, ContactTimes, Seat
from hardware.wiring.seats_file import HIGHEST_PIN, MOST_SEATS, Section, SectionReader, read_text
from hardware.wiring.wiring import BOARD_PINS, Wiring

EXACT = Nanoseconds(1 * MICROSECOND)
"""The least separation worth asking of a rig that plays steps by a clock of its own."""

WRITTEN = Nanoseconds(10 * MICROSECOND)
"""The least separation worth asking of a rig that makes system calls: one takes some microseconds."""


class RigError(HardwareError):
    """Raised when a rig can't do its work: no wire arrives, or its process is gone."""


class Driven(Struct, frozen=True):
    """How much later the second press truly came than the first, in nanoseconds."""

    separation: Nanoseconds
    uncertainty: Nanoseconds
    """The truth lies within this of `separation`; 0 for a rig that plays exactly."""


class Rig(Protocol):
    """Presses buttons, or what stands in for them."""

    seats: tuple[Seat, ...]
    """The seats it can press, ascending."""
    least: Nanoseconds
    """The least separation worth asking for."""
    stands_for: str
    """What was simulated, and what was real, in a sentence: the report's first line."""

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press `first`, `second` so much later, and after `hold` let go of both; all in nanoseconds."""

    def close(self) -> None:
        """Leave all buttons open and let the lines go."""


def hold(timing: ContactTimes) -> Nanoseconds:
    """Return how long a press lasts: until a pad must have ruled."""
    return Nanoseconds(timing.window + 2 * timing.minimum_contact + 5 * MILLISECOND)


def quiet(timing: ContactTimes) -> Nanoseconds:
    """Return how long to wait after a press: the lock-out has to pass.

    And two seats that are pressed in turns all the time mustn't look like a storm.
    """
    calm = STORM_SPAN // (timing.storm_strokes - 1)
    return Nanoseconds(max(2 * timing.lock_out, calm))


# The rig file: which output presses which seat's button, as a small TOML file.
# A table `rig` with a line a seat: `1 = 5` says that output GPIO5 presses the button of seat 1.

KEYS = ("chip", "board", "rig")


class RigFileError(SeatsFileError):
    """Raised when the rig file says something that can't be done: file, place, problem, remedy."""


class RigWires(Struct, frozen=True):
    """Seat: output. GPIO numbers of `chip`, or GP numbers of the grab board at `board`."""

    outputs: dict[Seat, int]
    chip: str | None = None
    """Label, name or path of the GPIO chip; None for the one that the seats file uses."""
    board: str | None = None
    """Path or id of a second grab board that plays the presses; None for outputs of this machine."""


def load(path: Path, wiring: Wiring) -> RigWires:
    """Read a rig file for the buttons of `wiring`; RigFileError naming place and remedy."""
    text = read_text(path, "make one as docs/lab.md shows", RigFileError)
    return loads(text, wiring, str(path))


def loads(text: str, wiring: Wiring, path: str = "rig.toml") -> RigWires:
    """Read the text of a rig file; `path` is for messages only."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        raise RigFileError(
            path, place.rstrip(")") or "the file", f"not TOML: {what}", "write it as docs/lab.md shows"
        ) from error
    return _RigReader(path, wiring).rig(table)


class _RigReader(SectionReader):
    kind = RigFileError
    texts = dict.fromkeys(("chip", "board"), '"pinctrl-rp1"')

    def __init__(self, path: str, wiring: Wiring) -> None:
        super().__init__(path)
        self._wiring = wiring

    def rig(self, table: Section) -> RigWires:
        self._known(table, KEYS, "the file")
        chip, board = (self._text(table, key, key) for key in ("chip", "board"))
        if chip is not None and board is not None:
            self._refuse("chip and board", "are both there", "leave the one out whose outputs aren't used")
        lines = table.get("rig")
        if not isinstance(lines, dict) or len(lines) < 2:
            self._refuse("[rig]", "names fewer than two seats", "write [rig], then 1 = 5 and 2 = 6 below it")
        outputs: dict[Seat, int] = {}
        for key, output in lines.items():
            seat = self._seat(str(key))
            outputs[seat] = self._output(seat, output, board is not None)
        self._check(outputs, chip, board)
        return RigWires(outputs, chip, board)

    def _seat(self, key: str) -> Seat:
        seats = [seat + 1 for seat in self._wiring.numbers]
        if not key.isascii() or not key.isdigit() or not 1 <= int(key) <= MOST_SEATS:
            self._refuse(f"[rig] {key}", "is no seat", "write the seat's number, counting from 1")
        if int(key) not in seats:
            there = ", ".join(map(str, seats))
            self._refuse(f"[rig] {key}", "has no button in the seats file", f"use one of {there}")
        return Seat(int(key) - 1)

    def _output(self, seat: Seat, output: object, on_board: bool) -> int:
        place = f"[rig] {seat + 1}"
        if isinstance(output, bool) or not isinstance(output, int) or not 0 <= output <= HIGHEST_PIN:
            self._refuse(place, f"is {output!r}", f"give a whole number from 0 to {HIGHEST_PIN}")
        if on_board and output not in BOARD_PINS:
            self._refuse(place, f"GP{output} can't be an output", "use GP2 to GP22 or GP26 to GP28")
        return output

    def _check(self, outputs: dict[Seat, int], chip: str | None, board: str | None) -> None:
        taken: dict[int, str] = {}
        if board is None and chip in (None, self._wiring.chip):
            taken = {wire.pin: wire.what for wire in self._wiring.on(None)}
        for seat, output in outputs.items():
            if output in taken:
                name = f"GPIO{output}" if board is None else f"GP{output}"
                self._refuse(
                    f"[rig] {seat + 1}", f"{name} is {taken[output]} already", "wire the rig to another pin"
                )
            taken[output] = f"seat {seat + 1}'s output"
