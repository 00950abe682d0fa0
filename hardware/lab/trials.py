"""What is tried, in which order, and what came of it: one line of JSON a trial."""

import random
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import combinations
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from companion.decoding import from_json
from hardware.errors import HardwareError, SeatsFileError
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import STORM_SPAN, ContactTimes, Seat
from hardware.machine import kernel, machine
from hardware.wiring.seats_file import HIGHEST_PIN, MOST_SEATS, Section, SectionReader, read_text
from hardware.wiring.wiring import BOARD_PINS, Wiring

# A rig presses two buttons a known time apart: what the laboratory asks of it, and what it answers.

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


def load_rig(path: Path, wiring: Wiring) -> RigWires:
    """Read a rig file for the buttons of `wiring`; RigFileError naming place and remedy."""
    text = read_text(path, "make one as docs/lab.md shows", RigFileError)
    return read_rig(text, wiring, str(path))


def read_rig(text: str, wiring: Wiring, path: str = "rig.toml") -> RigWires:
    """Read the text of a rig file; `path` is for messages only."""
    reader = _RigReader(path, wiring)
    return reader.rig(reader.parsed(text))


class _RigReader(SectionReader):
    kind = RigFileError
    nothing = "is no rig file"
    sample = "write it as docs/lab.md shows"
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
        pin = self._whole(output, place, 0, HIGHEST_PIN)
        if on_board and pin not in BOARD_PINS:
            self._refuse(place, f"GP{pin} can't be an output", "use GP2 to GP22 or GP26 to GP28")
        return pin

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


MOST = Nanoseconds(10 * MILLISECOND)
"""Hands further apart than this need no laboratory."""

STEPS = (1, 2, 5)
"""Three separations a decade."""

Pair = tuple[Seat, Seat]
L = TypeVar("L", bound=Struct)


class NotTrialsError(HardwareError, ValueError):
    """Raised when a file holds no trials of the laboratory."""


class Trial(Struct, frozen=True):
    """Two presses to be made, `first` first; times in nanoseconds."""

    first: Seat
    second: Seat
    apart: Nanoseconds
    hold: Nanoseconds


class Ruling(Enum):
    """What the pad said of a trial."""

    RIGHT = "right"
    """A grab by the seat that was pressed first."""
    WRONG = "wrong"
    """A grab by any other seat, or a dead heat with one that nobody pressed."""
    DEAD_HEAT = "dead_heat"
    VOID = "void"
    NONE = "none"
    """No verdict at all."""


class TrialResult(Struct, frozen=True, kw_only=True):
    """What a rig did, and what a pad made of it; times in nanoseconds."""

    first: Seat
    second: Seat
    asked: Nanoseconds
    separation: Nanoseconds
    """By how much the second press truly came later, give or take `uncertainty`."""
    uncertainty: Nanoseconds
    ruling: Ruling
    reason: str = ""
    """Of a void verdict."""
    after: Nanoseconds | None = None
    """By how much the second press was stamped later; None where either is missing."""
    lost: tuple[Seat, ...] = ()
    """Those whose press is nowhere in the picture."""

    @property
    def surely(self) -> Nanoseconds:
        """By how much the second press was later at the least; not above 0 where the rig can't tell."""
        return Nanoseconds(self.separation - self.uncertainty)

    @property
    def wrong(self) -> bool:
        """Whether the stamps are in the wrong order; alike counts as wrong, since it shows no order."""
        return self.after is not None and self.after <= 0


class StickStrike(Struct, frozen=True):
    """One stick on two buttons: how much later the one under its right end closed."""

    left: Seat
    right: Seat
    later: Nanoseconds


class ButtonAt(Struct, frozen=True):
    """Where a seat's button is: the source that stamps it, and its pin there."""

    source: str
    pin: int


class PadScan(Struct, frozen=True):
    """What the band of a USB pad was made of."""

    source: str
    scan: Nanoseconds
    """How far apart it looks at its buttons, as far as the seats file tells."""
    band: Nanoseconds


class Setting(Struct, frozen=True, kw_only=True):
    """All that is the same for all trials of a run, or for all strikes."""

    stands_for: str
    """What was simulated, and what was real."""
    factory: str
    """What stamped the presses."""
    places: dict[Seat, ButtonAt]
    timing: ContactTimes
    quality: Quality
    band: Nanoseconds
    """The pad's error band."""
    seed: int
    date: str
    """As the caller gave it; empty if nobody did."""
    machine: str = field(default_factory=machine)
    kernel: str = field(default_factory=kernel)
    planned: int = 0
    """How many trials there should have been."""
    pads: tuple[PadScan, ...] = ()
    """The USB pads among the sources."""


def series(least: Nanoseconds, most: Nanoseconds = MOST) -> tuple[Nanoseconds, ...]:
    """Return separations from `least` to `most`, 1, 2, 5, 10 ..., in nanoseconds."""
    found = (step * 10**power for power in range(len(str(most))) for step in STEPS)
    return tuple(Nanoseconds(one) for one in found if least <= one <= most)


def all_pairs(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return every pair of seats once."""
    return tuple(combinations(sorted(seats), 2))


def ring(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return neighbours around the table, the last with the first: so that every seat is in two pairs."""
    ordered = sorted(seats)
    if len(ordered) < 3:
        return all_pairs(ordered)
    return tuple(zip(ordered, [*ordered[1:], ordered[0]], strict=True))


def known(pairs: Iterable[Pair] | None, seats: Iterable[Seat]) -> tuple[Pair, ...] | None:
    """Return the pairs, if any, where they are pairs of these seats; RigError otherwise."""
    if pairs is None:
        return None
    wanted, there = tuple(pairs), sorted(seats)
    for one, other in wanted:
        for seat in {one, other}.difference(there):
            use = ", ".join(str(seat + 1) for seat in there)
            raise RigError(f"seat {seat + 1} can't be pressed here: use {use}")
        if one == other:
            raise RigError(f"{one + 1}-{other + 1} is no pair: name two seats")
    return wanted


def named(seats: Iterable[Seat]) -> str:
    """Return seats as people count them."""
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats))


def plan(
    pairs: Iterable[Pair],
    least: Nanoseconds,
    repeat: int,
    seed: int,
    hold: Nanoseconds,
    bands: Mapping[Seat, Nanoseconds],
) -> tuple[Trial, ...]:
    """Return every pair, both ways round, at every separation from `least` on, `repeat` times, mixed.

    Mixed, since a machine that warms up would otherwise look like a seat that is late. `bands` has the seats
    on USB pads: their separations go to four bands, about so much, for even ones would always meet the pad's
    scan in the same places. Presses last `hold`, there two bands longer. All in nanoseconds.
    """
    chance = random.Random(seed)
    trials = []
    for one, other in pairs:
        wide = max(bands.get(one, 0), bands.get(other, 0))
        steps = series(Nanoseconds(wide // 10), Nanoseconds(4 * wide)) if wide else series(least)
        for first, second in ((one, other), (other, one)):
            for step in steps * repeat:
                apart = round(step * chance.uniform(0.7, 1.4)) if wide else step
                trials.append(Trial(first, second, Nanoseconds(apart), Nanoseconds(hold + 2 * wide)))
    chance.shuffle(trials)
    return tuple(trials)


def run_lines(setting: Setting, results: Iterable[Struct]) -> bytes:
    """Return a run as JSON lines: the setting, then a line a trial or strike."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (setting, *results))


def read_run(text: bytes, kind: type[L]) -> tuple[Setting, list[L]]:
    """Read the JSON lines of a run or of strikes; msgspec.DecodeError or ValueError for anything else."""
    first, *rest = text.splitlines()
    return from_json(first, Setting), [from_json(line, kind) for line in rest]
