"""How well a wiring stamps: a rig presses buttons a known time apart; `report` says what came of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from math import ceil

from msgspec.structs import replace

from companion.clock import SECOND, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void
from hardware.grab.contacts import Seat
from hardware.lab.press import Bench, pad_scans, simulated_bench, wired_bench
from hardware.lab.report import LabAnswer, run_answer
from hardware.lab.rig import Rig, RigError, RigWires, hold, quiet
from hardware.lab.trials import (
    MOST,
    Pair,
    Ruling,
    Setting,
    Trial,
    TrialResult,
    all_pairs,
    known,
    named,
    plan,
    ring,
)
from hardware.lab.twin import STEPPED, WIRES, Model
from hardware.machine import Closing
from hardware.usb.bank import band_of
from hardware.wiring.wiring import Wiring


class Laboratory(Closing):
    """A run of trials: `run` it, as far as one likes, then ask for its `answer`. Closes bench and rig."""

    def __init__(
        self,
        bench: Bench,
        rig: Rig,
        pairs: Iterable[Pair] | None,
        repeat: int,
        bands: Mapping[Seat, Nanoseconds] | None = None,
        pace: Nanoseconds | None = None,
    ) -> None:
        self._bench, self._rig = bench, rig
        self._pairs = all_pairs(rig.seats) if pairs is None else tuple(pairs)
        timing, seed = bench.setting.timing, bench.setting.seed
        self._trials = plan(self._pairs, rig.least, repeat, seed, hold(timing), bands or {})
        self._pace = hold(timing) + quiet(timing) if pace is None else pace
        self.results: list[TrialResult] = []
        self.setting: Setting = replace(bench.setting, planned=len(self._trials))
        bench.pad.play(rig.seats)

    @property
    def seconds(self) -> int:
        """About how long all planned trials will take."""
        return ceil(len(self._trials) * self._pace / SECOND)

    def run(self) -> Iterator[TrialResult]:
        """Try every seat once, then make all trials, yielding each.

        RigError names the seats whose press doesn't arrive, and those whose button stays down.
        """
        longest = max(trial.hold for trial in self._trials)
        tried = {seat for pair in self._pairs for seat in pair}
        checks = [self._try(Trial(*pair, MOST, longest)) for pair in ring(tried)]
        if missing := {seat for check in checks for seat in check.lost}:
            raise RigError(
                f"no press arrives from {named(missing)}: look at the wires between rig and buttons, "
                "and at the pins in the rig file"
            )
        # Only by now are boards and pads there for sure.
        pad = self._bench.pad
        self.setting = replace(self.setting, quality=pad.quality, band=pad.band, pads=pad_scans(pad))
        for trial in self._trials:
            self.results.append(self._try(trial))
            yield self.results[-1]

    def answer(self, lines_file: str = "") -> LabAnswer:
        """Return what came of the trials made so far, which lie in `lines_file`."""
        return run_answer(self.setting, self.results, lines_file)

    def close(self) -> None:
        """Let pad and rig go."""
        self._bench.close()

    def _try(self, trial: Trial) -> TrialResult:
        bench, seats = self._bench, self._bench.pad.seats
        bench.until(lambda: not bench.down(seats))
        if down := bench.down(seats):
            raise RigError(f"the button of {named(down)} isn't open: let it go, or look at its wire")
        bench.arm()
        driven = self._rig.press(trial.first, trial.second, trial.apart, trial.hold)
        # At least once, or seats that are pressed in turns look like a storm.
        bench.wait()
        pressed = {trial.first, trial.second}
        bench.until(lambda: pressed <= bench.stamps().keys())
        bench.pad.disarm()
        stamps, verdict = bench.stamps(), bench.verdict
        lost = tuple(sorted(pressed - stamps.keys()))
        return TrialResult(
            first=trial.first,
            second=trial.second,
            asked=trial.apart,
            separation=driven.separation,
            uncertainty=driven.uncertainty,
            ruling=ruling(verdict, trial),
            reason=verdict.reason.value if isinstance(verdict, Void) else "",
            after=None if lost else Nanoseconds(stamps[trial.second] - stamps[trial.first]),
            lost=lost,
        )


def ruling(verdict: Verdict | None, trial: Trial) -> Ruling:
    """Return what a verdict on a trial is worth."""
    if isinstance(verdict, Decided):
        return Ruling.RIGHT if verdict.seat == trial.first else Ruling.WRONG
    if isinstance(verdict, DeadHeat):
        return Ruling.DEAD_HEAT if set(verdict.seats) <= {trial.first, trial.second} else Ruling.WRONG
    return Ruling.NONE if verdict is None else Ruling.VOID


def simulated_laboratory(
    pairs: Iterable[Pair] | None = None, repeat: int = 1, seed: int = 1, date: str = "", model: Model = WIRES
) -> Laboratory:
    """Return a laboratory on the simulated twin, whose faults are known; RigError for strange pairs."""
    bench, twin = simulated_bench(model, seed, date)
    return Laboratory(bench, twin, known(pairs, twin.seats), repeat, pace=STEPPED)


def wired_laboratory(
    wiring: Wiring,
    wires: RigWires,
    pairs: Iterable[Pair] | None = None,
    repeat: int = 1,
    seed: int = 1,
    date: str = "",
    open_rig: Callable[[Wiring, RigWires], Rig] | None = None,
) -> Laboratory:
    """Return a laboratory on real lines; HardwareError, and then nothing is left open."""
    wanted = known(pairs, wires.outputs)
    bands = {on.seat: band_of(plug) for plug in wiring.usb for on in wiring.on_pad(plug.name)}
    with ExitStack() as opened:
        # First the rig: its outputs rest, so that no button reads as held when the pad opens.
        rig = (open_rig or rig_of)(wiring, wires)
        opened.callback(rig.close)
        bench = wired_bench(wiring, rig.stands_for, opened, seed, date)
        return Laboratory(bench, rig, wanted, repeat, bands)


def rig_of(wiring: Wiring, wires: RigWires) -> Rig:
    """Return the rig of a rig file, in a process of its own where it has to spin."""
    # A pad's button is pressed through a transistor, never by a level of ours.
    on_pads = {button.seat for button in wiring.usb_seats}
    high = frozenset(seat for seat in wires.outputs if wiring.pressed_high or seat in on_pads)
    if wires.board is not None:
        # pyserial isn't needed without a board, nor libgpiod without pins.
        from hardware.lab.board_rig import BoardRig

        return BoardRig(wires.outputs, wires.board, high)
    from hardware.lab.gpio_rig import RigProcess, open_gpio_rig

    chip = wires.chip or wiring.chip
    return RigProcess(partial(open_gpio_rig, wires.outputs, chip, high), wires.outputs)
