"""What is tried, in which order, and the results: one line of JSON per trial."""

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

# A rig presses two buttons a known time apart: what the laboratory asks of it, and its answers.

EXACT = Nanoseconds(1 * MICROSECOND)
"""The least separation worth asking of a rig that plays steps by its own clock."""

WRITTEN = Nanoseconds(10 * MICROSECOND)
"""The least separation worth asking of a rig that makes system calls: one takes some microseconds."""

MOST_TRIALS = 1_000_000
"""Most trials of a run, all planned before the first: these take 120 MB."""


class RigError(HardwareError):
    """Raised when a rig can't do its work: a press doesn't arrive, or its process is gone."""


class Driven(Struct, frozen=True):
    """How much later the second press actually came than the first, in nanoseconds."""

    separation: Nanoseconds
    uncertainty: Nanoseconds
    """The truth is within this of `separation`; 0 for an exact rig."""


class Rig(Protocol):
    """Presses buttons, or simulates presses."""

    seats: tuple[Seat, ...]
    """The seats it can press, ascending."""
    least: Nanoseconds
    """The least separation worth asking for."""
    stands_for: str
    """What is simulated and what is real, in a sentence: the report's first line."""

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press `first`, then `second` after `apart`, and release both after `hold`; in nanoseconds."""

    def close(self) -> None:
        """Leave all buttons open and release the lines."""


def hold(timing: ContactTimes) -> Nanoseconds:
    """Return how long to hold a press: until the pad must have ruled."""
    return Nanoseconds(timing.window + 2 * timing.minimum_contact + 5 * MILLISECOND)


def quiet(timing: ContactTimes) -> Nanoseconds:
    """Return how long to wait after a press: until its lock-out is over.

    Also long enough that two seats pressed in turns don't look like a storm.
    """
    calm = STORM_SPAN // (timing.storm_strokes - 1)
    return Nanoseconds(max(2 * timing.lock_out, calm))


# The rig file: which output presses which seat's button, as a small TOML file.
# A table `rig` with a line per seat: `1 = 5` means that output GPIO5 presses the button of seat 1.

KEYS = ("chip", "board", "rig")


class RigFileError(SeatsFileError):
    """Raised when a rig file says something impossible; has file, place, problem and remedy."""


class RigWires(Struct, frozen=True):
    """The outputs by seat: GPIO numbers of `chip`, or GP numbers of the grab board at `board`."""

    outputs: dict[Seat, int]
    chip: str | None = None
    """Label, name or path of the GPIO chip; None for the seats file's."""
    board: str | None = None
    """Path or id of a second grab board that plays the presses; None for outputs of this machine."""


def load_rig(path: Path, wiring: Wiring) -> RigWires:
    """Read a rig file for the buttons of `wiring`. Raises RigFileError with place and remedy."""
    text = read_text(path, "make one as docs/lab.md shows", RigFileError)
    return read_rig(text, wiring, str(path))


def read_rig(text: str, wiring: Wiring, path: str = "rig.toml") -> RigWires:
    """Parse the text of a rig file; `path` is for messages only."""
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
        self._check_keys(table, KEYS, "the file")
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
        seats = [seat + 1 for seat in self._wiring.button_seats]
        if not key.isascii() or not key.isdigit() or not 1 <= int(key) <= MOST_SEATS:
            self._refuse(f"[rig] {key}", "is no seat", "write the seat's number, counting from 1")
        if int(key) not in seats:
            available = ", ".join(map(str, seats))
            self._refuse(f"[rig] {key}", "has no button in the seats file", f"use one of {available}")
        return Seat(int(key) - 1)

    def _output(self, seat: Seat, output: object, on_board: bool) -> int:
        place = f"[rig] {seat + 1}"
        pin = self._integer(output, place, 0, HIGHEST_PIN)
        if on_board and pin not in BOARD_PINS:
            self._refuse(place, f"GP{pin} can't be an output", "use GP2 to GP22 or GP26 to GP28")
        return pin

    def _check(self, outputs: dict[Seat, int], chip: str | None, board: str | None) -> None:
        used: dict[int, str] = {}
        if board is None and chip in (None, self._wiring.chip):
            used = {wire.pin: wire.what for wire in self._wiring.wires_on(None)}
        for seat, output in outputs.items():
            if output in used:
                name = f"GPIO{output}" if board is None else f"GP{output}"
                problem = f"{name} is {used[output]} already"
                self._refuse(f"[rig] {seat + 1}", problem, "wire the rig to another pin")
            used[output] = f"seat {seat + 1}'s output"


MOST = Nanoseconds(10 * MILLISECOND)
"""Greatest separation tried without USB pads: hands further apart need no laboratory."""

STEPS = (1, 2, 5)
"""Three separations per decade."""

Pair = tuple[Seat, Seat]
L = TypeVar("L", bound=Struct)


class NotTrialsError(HardwareError, ValueError):
    """Raised when a file holds no trials of the laboratory."""


class Trial(Struct, frozen=True):
    """Two presses to make, `first` first; times in nanoseconds."""

    first: Seat
    second: Seat
    apart: Nanoseconds
    hold: Nanoseconds


class Ruling(Enum):
    """How the pad ruled on a trial."""

    RIGHT = "right"
    """A grab by the seat pressed first."""
    WRONG = "wrong"
    """A grab by any other seat, or a dead heat with one that nobody pressed."""
    DEAD_HEAT = "dead_heat"
    VOID = "void"
    NONE = "none"
    """No verdict at all."""


class TrialResult(Struct, frozen=True, kw_only=True):
    """What a rig did, and how the pad stamped and ruled; times in nanoseconds."""

    first: Seat
    second: Seat
    asked: Nanoseconds
    separation: Nanoseconds
    """How much later the second press actually came, give or take `uncertainty`."""
    uncertainty: Nanoseconds
    ruling: Ruling
    reason: str = ""
    """Of a void verdict."""
    after: Nanoseconds | None = None
    """How much later the second press was stamped; None if either is missing."""
    lost: tuple[Seat, ...] = ()
    """Seats whose press is missing from the picture."""

    @property
    def surely(self) -> Nanoseconds:
        """The least by which the second press was later; 0 or less if the rig isn't sure of the order."""
        return Nanoseconds(self.separation - self.uncertainty)

    @property
    def wrong(self) -> bool:
        """Whether the stamps are in the wrong order; equal ones count as wrong, since they show no order."""
        return self.after is not None and self.after <= 0


class StickStrike(Struct, frozen=True):
    """One strike of a stick on two buttons: how much later the one under its right end closed."""

    left: Seat
    right: Seat
    later: Nanoseconds


class ButtonAt(Struct, frozen=True):
    """Where a seat's button is: the source that stamps it, and its pin there."""

    source: str
    pin: int


class PadScan(Struct, frozen=True):
    """The scan interval and error band of a USB pad."""

    source: str
    scan: Nanoseconds
    """From the seats file, or assumed."""
    band: Nanoseconds


class Setting(Struct, frozen=True, kw_only=True):
    """What is the same for all trials of a run, or for all strikes."""

    stands_for: str
    """What was simulated and what was real."""
    factory: str
    """What stamped the presses."""
    places: dict[Seat, ButtonAt]
    timing: ContactTimes
    quality: Quality
    band: Nanoseconds
    """The pad's error band."""
    seed: int
    date: str
    """As given by the caller; may be empty."""
    machine: str = field(default_factory=machine)
    kernel: str = field(default_factory=kernel)
    planned: int = 0
    """How many trials or strikes were planned."""
    pads: tuple[PadScan, ...] = ()
    """The USB pads among the sources."""


def series(least: Nanoseconds, most: Nanoseconds = MOST) -> tuple[Nanoseconds, ...]:
    """Return separations from `least` to `most`, 1, 2, 5, 10 ..., in nanoseconds."""
    steps = (step * 10**power for power in range(len(str(most))) for step in STEPS)
    return tuple(Nanoseconds(one) for one in steps if least <= one <= most)


def all_pairs(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return every pair of seats once."""
    return tuple(combinations(sorted(seats), 2))


def ring(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return neighbours around the table, the last with the first, so that every seat is in two pairs."""
    ordered = sorted(seats)
    if len(ordered) < 3:
        return all_pairs(ordered)
    return tuple(zip(ordered, [*ordered[1:], ordered[0]], strict=True))


def checked_pairs(pairs: Iterable[Pair] | None, seats: Iterable[Seat]) -> tuple[Pair, ...] | None:
    """Return the pairs, if any. Raises RigError unless they are pairs of these seats."""
    if pairs is None:
        return None
    wanted, available = tuple(pairs), sorted(seats)
    for one, other in wanted:
        for seat in {one, other}.difference(available):
            use = ", ".join(str(seat + 1) for seat in available)
            raise RigError(f"seat {seat + 1} can't be pressed here: use {use}")
        if one == other:
            raise RigError(f"{one + 1}-{other + 1} is no pair: name two seats")
    return wanted


def named(seats: Iterable[Seat]) -> str:
    """Return seats as people count them, from 1."""
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats))


def plan(
    pairs: Iterable[Pair],
    least: Nanoseconds,
    repeat: int,
    seed: int,
    hold: Nanoseconds,
    bands: Mapping[Seat, Nanoseconds],
) -> tuple[Trial, ...]:
    """Return trials of all pairs, both ways round, at all separations from `least`, `repeat` times, shuffled.

    Shuffled, since a machine that warms up would otherwise look like a late seat. `bands` has the seats on
    USB pads: their separations go up to four bands and are varied at random, since fixed ones would always
    meet the pad's scan at the same points. Presses last `hold`, on pads two bands longer. All in nanoseconds.
    Raises RigError for more than MOST_TRIALS.
    """
    chance = random.Random(seed)
    trials: list[Trial] = []
    for one, other in pairs:
        wide = max(bands.get(one, 0), bands.get(other, 0))
        steps = series(Nanoseconds(wide // 10), Nanoseconds(4 * wide)) if wide else series(least)
        if len(trials) + 2 * len(steps) * repeat > MOST_TRIALS:
            raise RigError(f"no more than {MOST_TRIALS:,} trials in a run: fewer times each, or fewer pairs")
        for first, second in ((one, other), (other, one)):
            for step in steps * repeat:
                apart = round(step * chance.uniform(0.7, 1.4)) if wide else step
                trials.append(Trial(first, second, Nanoseconds(apart), Nanoseconds(hold + 2 * wide)))
    chance.shuffle(trials)
    return tuple(trials)


def run_lines(setting: Setting, results: Iterable[Struct]) -> bytes:
    """Return a run as JSON lines: the setting, then one line per trial or strike."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (setting, *results))


def read_run(text: bytes, kind: type[L]) -> tuple[Setting, list[L]]:
    """Read the JSON lines of a run or of strikes. Raises msgspec.DecodeError or ValueError for others."""
    first, *rest = text.splitlines() or [b""]
    return from_json(first, Setting), [from_json(line, kind) for line in rest]
