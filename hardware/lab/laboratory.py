"""How well a wiring stamps, and which button is stiff: `report` says what came of presses.

A rig presses two a known time apart; or hands strike two together with one stick, many times, the sides
swapped: the stiffness of one switch can't be seen in its edge, but every strike says how much later one of
the two closed.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import count
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void, VoidReason
from hardware.grab.contacts import ContactState, Seat, SeatState
from hardware.lab.report import LabAnswer, press_answer, run_answer
from hardware.lab.trials import (
    MOST,
    ButtonAt,
    PadScan,
    Pair,
    Rig,
    RigError,
    RigWires,
    Ruling,
    Setting,
    StickStrike,
    Trial,
    TrialResult,
    all_pairs,
    hold,
    known,
    named,
    plan,
    quiet,
    ring,
)
from hardware.lab.twin import HANDS, STEPPED, WIRES, Model, Twin
from hardware.machine import Closing, emulated, machine
from hardware.pads.base import PadBase
from hardware.pads.grab_pad import open_pad
from hardware.pins.bank import default_factory
from hardware.usb.bank import UsbBank, band_of
from hardware.wiring.wiring import Wiring

# A pad that is tried, simulated or of real buttons: armed, waited for, and looked at.

HEADER = "GPIO"
"""The source that pins of this machine are."""

PATIENCE = 20
"""How many times as long as it should take a press or a release is waited for before it counts as lost."""

RANKED = (ContactState.COUNTS, ContactState.LATE)
"""Contacts whose stamps are compared: those in the window, and those that came later into the picture."""


class Bench(Closing):
    """A pad whose callbacks are the bench's own; `wait` lets it get ready for the next press.

    `opened` is closed with it. `setting` says what it is, with `pads` empty until they were heard of.
    """

    def __init__(self, pad: PadBase, setting: Setting, wait: Callable[[], None], opened: ExitStack) -> None:
        self.pad, self.setting, self.wait = pad, setting, wait
        self._opened = opened
        self.verdict: Verdict | None = None
        """The last of this arming: an edge that comes late makes void what was said before."""
        self.picture: Verdict | None = None
        """The same with later contacts."""
        pad.on_verdict, pad.on_late = self._ruled, self._pictured

    def arm(self) -> None:
        """Wait for the next press, as if nothing had been."""
        self.verdict = self.picture = None
        self.pad.arm()

    def until(self, ready: Callable[[], bool], patience: Iterable[int] = range(PATIENCE)) -> None:
        """Wait until it is ready, or as often as there is patience for."""
        for _ in patience:
            if ready():
                return
            self.wait()

    def down(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of the seats whose button isn't open."""
        states = self.pad.states
        return [seat for seat in seats if states[seat].state is not SeatState.OPEN]

    def away(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of the seats whose button isn't there."""
        states = self.pad.states
        return [seat for seat in seats if states[seat].state is SeatState.UNPLUGGED]

    def stamps(self) -> dict[Seat, Nanoseconds]:
        """Return when each seat was pressed in the picture, in ns from the first contact on."""
        shown = self.picture.contacts if self.picture else ()
        return {contact.seat: contact.after for contact in shown if contact.standing in RANKED}

    def close(self) -> None:
        """Let go of all that was opened."""
        self._opened.close()

    def _ruled(self, verdict: Verdict) -> None:
        self.verdict = self.picture = verdict

    def _pictured(self, verdict: Verdict) -> None:
        self.picture = verdict


def simulated_bench(model: Model, seed: int, date: str) -> tuple[Bench, Twin]:
    """Return the pad of a simulated twin, and the twin, which presses it."""
    twin, opened = Twin(model, seed), ExitStack()
    opened.callback(twin.close)
    setting = Setting(
        stands_for=twin.stands_for,
        factory="the simulated twin",
        places={seat: ButtonAt("the twin", seat) for seat in twin.seats},
        timing=twin.timing,
        quality=twin.pad.quality,
        band=twin.pad.band,
        seed=seed,
        date=date,
    )
    return Bench(twin.pad, setting, twin.wait, opened), twin


def wired_bench(wiring: Wiring, real: str, opened: ExitStack, seed: int, date: str) -> Bench:
    """Return the real buttons of a wiring; HardwareError. `real` says what presses them.

    What it opens is closed by `opened`, which the bench takes over.
    """
    places = places_of(wiring)
    names = {place.source for place in places.values()}
    factory, made_up = None, ""
    if wiring.on(None):
        factory = default_factory(wiring.chip)
        opened.callback(factory.close)
        names = (names - {HEADER}) | {type(factory).__name__}
        made_up = emulated(getattr(getattr(factory, "found", None), "name", ""))
    pad = open_pad(wiring, factory)
    opened.callback(pad.close)
    setting = Setting(
        stands_for=f"{f'EMULATED: {made_up};' if made_up else 'Measured:'} {real} ({machine()})",
        factory=", ".join(sorted(names)),
        places=places,
        timing=wiring.timing,
        quality=pad.quality,
        band=pad.band,
        seed=seed,
        date=date,
    )
    return Bench(pad, setting, partial(time.sleep, quiet(wiring.timing) / SECOND), opened.pop_all())


def places_of(wiring: Wiring) -> dict[Seat, ButtonAt]:
    """Return where every seat's button is: pins on the header and on boards, codes on USB pads."""
    boards = {on.seat: (HEADER if on.board is None else f"board {on.board}", on.grab) for on in wiring.seats}
    pads = {on.seat: (f"USB pad {on.usb}", on.code) for on in wiring.usb_seats}
    return {seat: ButtonAt(*place) for seat, place in (boards | pads).items()}


def pad_scans(pad: PadBase) -> tuple[PadScan, ...]:
    """Return what the bands of the USB pads of a table are made of."""
    pads = (bank for bank in getattr(pad, "banks", ()) if isinstance(bank, UsbBank))
    return tuple(PadScan(f"USB pad {bank.name}", bank.scan, bank.budget.band) for bank in pads)


ALL_PAIRS_UP_TO = 4
"""With more seats neighbours are enough: every pair would keep hands busy for an hour."""

MOST_APART = Nanoseconds(100 * MILLISECOND)
"""Further apart, the two weren't struck by one stick."""

HELD = Nanoseconds(100 * MILLISECOND)
"""How long simulated hands stay down."""

UNTRUSTED = (VoidReason.SEQUENCE_GAP, VoidReason.UNPLUGGED, VoidReason.MIXED_CLOCKS)
"""With these a stamp may be missing or can't be compared."""


class Moment(Struct, frozen=True):
    """What to do now, or what the last strike was worth."""

    left: Seat
    right: Seat
    to_go: int
    """Strikes still wanted of this pair and way round, this one not counted if it was good."""
    later: Nanoseconds | None = None
    """Of a good strike: how much later the right one closed."""
    again: str = ""
    """Why the strike doesn't count: `one_only`, `apart`, or the reason of a void verdict."""
    asks: bool = False
    """Whether this asks for a strike; otherwise it says what came of one."""


class PressLaboratory(Closing):
    """Strikes to be asked for: `run` it, as far as one likes, then ask what came of it. Closes the bench.

    `hands` strike as soon as they may; of real ones nothing is known.
    """

    def __init__(
        self,
        bench: Bench,
        pairs: Iterable[Pair] | None,
        times: int,
        hands: Callable[[Seat, Seat], object] = lambda left, right: None,
    ) -> None:
        self._bench, self._times, self._hands = bench, times, hands
        seats = sorted(bench.setting.places)
        wanted = pairs or (all_pairs(seats) if len(seats) <= ALL_PAIRS_UP_TO else ring(seats))
        self._sides = [side for one, other in wanted for side in ((one, other), (other, one))]
        self.strikes: list[StickStrike] = []
        self.setting: Setting = replace(bench.setting, planned=len(self._sides) * times)

    def run(self) -> Iterator[Moment]:
        """Yield what to strike, then what came of it, until there are enough of all.

        RigError says what is wrong where a button isn't there from the beginning.
        """
        bench, seats = self._bench, sorted({seat for side in self._sides for seat in side})
        bench.until(lambda: not bench.away(seats), range(3 * PATIENCE))
        if away := bench.away(seats):
            missing = f"the button of {named(away)} isn't there: plug in what it is on"
            raise RigError(bench.pad.trouble or missing)
        for left, right in self._sides:
            to_go = self._times
            while to_go:
                yield Moment(left, right, to_go, asks=True)
                moment = self._strike(left, right, to_go)
                to_go = moment.to_go
                yield moment

    def answer(self, lines_file: str = "") -> LabAnswer:
        """Return what came of it, whose strikes lie in `lines_file`; ValueError without strikes."""
        return press_answer(self.setting, self.strikes, lines_file)

    def close(self) -> None:
        """Let the pad go."""
        self._bench.close()

    def _strike(self, left: Seat, right: Seat, to_go: int) -> Moment:
        bench, pair = self._bench, (left, right)
        bench.pad.play(pair)
        bench.until(lambda: not bench.down(pair), count())
        bench.arm()
        self._hands(left, right)
        bench.until(lambda: bench.picture is not None and bench.down(pair) == bench.away(pair), count())
        bench.pad.disarm()
        stamps, picture = bench.stamps(), bench.picture
        if isinstance(picture, Void) and picture.reason in UNTRUSTED:
            return Moment(left, right, to_go, again=picture.reason.value)
        if not stamps.keys() >= set(pair):
            return Moment(left, right, to_go, again="one_only")
        later = Nanoseconds(stamps[right] - stamps[left])
        if abs(later) > MOST_APART:
            return Moment(left, right, to_go, again="apart")
        self.strikes.append(StickStrike(left, right, later))
        return Moment(left, right, to_go - 1, later)


def simulated_press(
    pairs: Iterable[Pair] | None = None, times: int = 10, seed: int = 1, date: str = ""
) -> PressLaboratory:
    """Return strikes by simulated hands on switches that are known; RigError for strange pairs."""
    bench, twin = simulated_bench(HANDS, seed, date)
    hands = partial(twin.press, apart=Nanoseconds(0), hold=HELD)
    return PressLaboratory(bench, known(pairs, twin.seats), times, hands)


def wired_press(
    wiring: Wiring, pairs: Iterable[Pair] | None = None, times: int = 10, date: str = ""
) -> PressLaboratory:
    """Return strikes by real hands on the buttons of a wiring; HardwareError, and nothing is left open."""
    wanted = known(pairs, places_of(wiring))
    with ExitStack() as opened:
        return PressLaboratory(
            wired_bench(wiring, "hands strike real buttons", opened, 0, date), wanted, times
        )


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
