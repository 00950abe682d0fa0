"""The laboratory as a whole: pad, rig and trials put together, run, and told."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from math import ceil

from msgspec.structs import replace

from companion.clock import SECOND, Clock, Nanoseconds, SystemClock
from hardware.closing import Closing
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.apart import Apart
from hardware.lab.figures import Figures, figures
from hardware.lab.report import page
from hardware.lab.rig import Rig, RigError, hold
from hardware.lab.rig_file import RigWires
from hardware.lab.running import Bench, covering
from hardware.lab.score import Stall
from hardware.lab.stalling import hold_interpreter
from hardware.lab.telling import TextTable, tables, verdict
from hardware.lab.text_plot import plot
from hardware.lab.trials import (
    MOST,
    ButtonAt,
    PadScan,
    Pair,
    Setting,
    TrialResult,
    all_pairs,
    clean,
    dumps,
    plan,
    series,
)
from hardware.lab.twin import EXAMPLE, Model, Twin
from hardware.machine import emulated, kernel, machine
from hardware.pads.grab_pad import open_pad
from hardware.pads.pad import Pad
from hardware.pins.bank import default_factory
from hardware.usb.bank import UsbBank, band_of
from hardware.wiring.wiring import Wiring

TWIN_SEATS = 4
"""Seats that show all there is to see."""

HEADER = "GPIO"
"""The source that pins of this machine are."""


class Laboratory(Closing):
    """A run of trials: `run` it, as far as one likes, then ask what came of it. Closes pad and rig."""

    def __init__(
        self,
        pad: Pad,
        rig: Rig,
        clock: Clock,
        *,
        places: dict[Seat, ButtonAt],
        factory: str,
        timing: ContactTimes,
        stall: Callable[[Stall], None] = hold_interpreter,
        pairs: Iterable[Pair] | None = None,
        repeat: int = 1,
        seed: int = 1,
        stands_for: str | None = None,
        date: str = "",
        opened: ExitStack | None = None,
        bands: Mapping[Seat, Nanoseconds] | None = None,
        scans: Callable[[], tuple[PadScan, ...]] = tuple,
    ) -> None:
        self._opened = opened or ExitStack()
        self._rig, self._pad, self._scans = rig, pad, scans
        self._pairs = known(all_pairs(rig.seats) if pairs is None else pairs, rig.seats)
        self._hold = hold(timing)
        self._trials = plan(self._pairs, series(rig.least), repeat, seed, self._hold, bands)
        self._hold = Nanoseconds(self._hold + 2 * max((bands or {}).values(), default=0))
        self._bench = Bench(pad, rig, clock, stall)
        self.results: list[TrialResult] = []
        self._figures: Figures | None = None
        self.setting = Setting(
            stands_for=rig.stands_for if stands_for is None else stands_for,
            machine=machine(),
            kernel=kernel(),
            factory=factory,
            date=date,
            seed=seed,
            quality=pad.quality,
            band=pad.band,
            window=timing.window,
            places=places,
            planned=len(self._trials),
        )
        pad.play(rig.seats)

    @property
    def total(self) -> int:
        """How many trials there are to make."""
        return len(self._trials)

    @property
    def seconds(self) -> int:
        """About how long they will take."""
        return ceil(sum(self._rig.takes(trial.length) for trial in self._trials) / SECOND)

    def run(self) -> Iterator[TrialResult]:
        """Try every seat once, then make all trials, yielding each; RigError where no press arrives."""
        few = covering({seat for pair in self._pairs for seat in pair})
        self._bench.check(clean(number, *pair, MOST, self._hold) for number, pair in enumerate(few))
        # Only by now are boards and pads there for sure.
        self.setting = replace(
            self.setting, quality=self._pad.quality, band=self._pad.band, pads=self._scans()
        )
        for result in self._bench.run(self._trials):
            self.results.append(result)
            yield result

    def figures(self) -> Figures:
        """Return the figures of the trials made so far; computed once, as long as there are no more."""
        if self._figures is None or self._figures.trials != len(self.results):
            self._figures = figures(self.setting, self.results)
        return self._figures

    def verdict(self) -> tuple[str, ...]:
        """Return what came of it, in plain sentences."""
        return verdict(self.setting, self.figures())

    def tables(self) -> tuple[TextTable, ...]:
        """Return what came of it, in tables."""
        return tables(self.setting, self.figures())

    def plot(self) -> tuple[str, ...]:
        """Return the curve in letters, a string a line."""
        return plot(self.figures(), float(self.setting.band))

    def page(self, trials_file: str = "") -> str:
        """Return the report, HTML."""
        return page(self.setting, self.figures(), trials_file)

    def trials(self) -> bytes:
        """Return all trials made so far, JSON lines."""
        return dumps(self.setting, self.results)

    def close(self) -> None:
        """Let pad and rig go."""
        self._opened.close()


def known(pairs: Iterable[Pair], seats: tuple[Seat, ...]) -> tuple[Pair, ...]:
    """Return the pairs if they are pairs of these seats; RigError otherwise."""
    wanted = tuple(pairs)
    for one, other in wanted:
        for seat in (one, other):
            if seat not in seats:
                there = ", ".join(str(seat + 1) for seat in seats)
                raise RigError(f"seat {seat + 1} can't be pressed here: use {there}")
        if one == other:
            raise RigError(f"{one + 1}-{other + 1} is no pair: name two seats")
    return wanted


def simulated_laboratory(
    pairs: Iterable[Pair] | None = None,
    repeat: int = 1,
    seed: int = 1,
    date: str = "",
    model: Model = EXAMPLE,
    seats: int = TWIN_SEATS,
) -> Laboratory:
    """Return a laboratory on the simulated twin, whose faults are known."""
    with ExitStack() as opened:
        twin = Twin(seats, model, seed)
        opened.callback(twin.close)
        return Laboratory(
            twin.pad,
            twin,
            twin.clock,
            places={seat: ButtonAt("the twin", int(seat)) for seat in twin.seats},
            factory="the simulated twin",
            timing=twin.timing,
            stall=twin.stall,
            pairs=pairs,
            repeat=repeat,
            seed=seed,
            stands_for=f"{twin.stands_for} ({model.words})",
            date=date,
            opened=opened.pop_all(),
        )


def wired_laboratory(
    wiring: Wiring,
    rig_wires: RigWires,
    pairs: Iterable[Pair] | None = None,
    repeat: int = 1,
    seed: int = 1,
    date: str = "",
    open_rig: Callable[[Wiring, RigWires], Rig] | None = None,
) -> Laboratory:
    """Return a laboratory on real lines; HardwareError, and then nothing is left open."""
    clock = SystemClock()
    with ExitStack() as opened:
        # First the rig: its outputs rest, so that no button reads as held when the pad opens.
        rig = (open_rig or rig_of)(wiring, rig_wires)
        opened.callback(rig.close)
        places = places_of(wiring)
        names = {place.source for seat, place in places.items() if seat in rig.seats}
        made_up, factory = "", None
        if wiring.on(None):
            factory = default_factory(wiring.chip)
            opened.callback(factory.close)
            names = (names - {HEADER}) | {type(factory).__name__}
            made_up = emulated(getattr(getattr(factory, "found", None), "name", ""))
        pad = open_pad(wiring, factory, clock)
        opened.callback(pad.close)
        real = f"{rig.stands_for} ({machine()})"
        return Laboratory(
            pad,
            rig,
            clock,
            places=places,
            factory=", ".join(sorted(names)),
            timing=wiring.timing,
            pairs=pairs,
            repeat=repeat,
            seed=seed,
            stands_for=f"EMULATED: {made_up}; {real}" if made_up else f"Measured: {real}",
            date=date,
            opened=opened.pop_all(),
            bands={on.seat: band_of(plug) for plug in wiring.usb for on in wiring.on_pad(plug.name)},
            scans=partial(pad_scans, pad.banks),
        )


def pad_scans(banks: Iterable[object]) -> tuple[PadScan, ...]:
    """Return what the bands of the USB pads among these banks are made of."""
    pads = (bank for bank in banks if isinstance(bank, UsbBank))
    return tuple(PadScan(f"USB pad {pad.name}", pad.scan, pad.budget.band) for pad in pads)


def places_of(wiring: Wiring) -> dict[Seat, ButtonAt]:
    """Return where every seat's button is: pins on the header and on boards, codes on USB pads."""
    wired = {wires.seat: ButtonAt(wiring_place(wires.board), wires.grab) for wires in wiring.seats}
    return wired | {
        button.seat: ButtonAt(f"USB pad {button.usb}", button.code) for button in wiring.usb_seats
    }


def wiring_place(board: str | None) -> str:
    """Return the name of the source that stamps a seat's presses."""
    return HEADER if board is None else f"board {board}"


def rig_of(wiring: Wiring, wires: RigWires) -> Rig:
    """Return the rig of a rig file, in a process of its own where it has to spin."""
    chip = wires.chip or wiring.chip
    # A pad's button is pressed through a transistor, never by a level of ours.
    on_pads = {button.seat for button in wiring.usb_seats}
    high = frozenset(seat for seat in wires.outputs if wiring.pressed_high or seat in on_pads)
    if wires.board is not None:
        # pyserial isn't needed without a board.
        from hardware.lab.board_rig import BoardRig

        return BoardRig(wires.outputs, wires.board, high, wiring.timing)
    return Apart(partial(gpio_rig, wires.outputs, chip, high, wiring.timing))


def gpio_rig(
    outputs: dict[Seat, int], chip: str | None, pressed_high: frozenset[Seat], timing: ContactTimes
) -> Rig:
    """Return a rig of this machine's outputs; a function of its own, so that another process can call it."""
    # Only where there are pins: a desktop has no libgpiod.
    from hardware.lab.gpio_rig import GpioRig
    from hardware.pins.factory import GpiodFactory

    return GpioRig(outputs, GpiodFactory(chip), pressed_high, timing)
