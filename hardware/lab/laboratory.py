"""Measures how exactly a wiring stamps, and which button is stiff; `report` presents the results.

A rig presses two buttons a known time apart. Or hands strike two at once with a stick, many times, swapping
sides: a switch's own edge doesn't show its stiffness, but each strike shows how much later one of the two
closed.
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
from hardware.grab.contacts import RANKED, Seat, SeatState
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
    checked_pairs,
    hold,
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

# A pad under test, simulated or with real buttons.

HEADER = "GPIO"
"""The name of this machine's pins as a source."""

PATIENCE = 20
"""How many rounds to wait for a press or a release, which should take one, before it counts as lost."""


class Bench(Closing):
    """A pad under test, with the bench's own callbacks; `wait` gives it time for the next press.

    `opened` is closed with it. `setting` describes it, with `pads` still empty.
    """

    def __init__(self, pad: PadBase, setting: Setting, wait: Callable[[], None], opened: ExitStack) -> None:
        self.pad, self.setting, self.wait = pad, setting, wait
        self._opened = opened
        self.verdict: Verdict | None = None
        """The last verdict of this arming: a late edge may void an earlier one."""
        self.picture: Verdict | None = None
        """The same with later contacts."""
        pad.on_verdict, pad.on_late = self._ruled, self._pictured

    def arm(self) -> None:
        """Arm for the next press, and forget the last verdict."""
        self.verdict = self.picture = None
        self.pad.arm()

    def until(self, ready: Callable[[], bool], patience: Iterable[int] = range(PATIENCE)) -> None:
        """Wait until `ready()`, but for no more rounds than `patience` has items."""
        for _ in patience:
            if ready():
                return
            self.wait()

    def down(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of these seats whose button isn't open."""
        states = self.pad.states
        return [seat for seat in seats if states[seat].state is not SeatState.OPEN]

    def away(self, seats: Iterable[Seat]) -> list[Seat]:
        """Return those of these seats whose button is unplugged."""
        states = self.pad.states
        return [seat for seat in seats if states[seat].state is SeatState.UNPLUGGED]

    def stamps(self) -> dict[Seat, Nanoseconds]:
        """Return when each seat in the picture was pressed, in ns from the first contact."""
        contacts = self.picture.contacts if self.picture else ()
        return {contact.seat: contact.after for contact in contacts if contact.standing in RANKED}

    def close(self) -> None:
        """Close everything that was opened."""
        self._opened.close()

    def _ruled(self, verdict: Verdict) -> None:
        self.verdict = self.picture = verdict

    def _pictured(self, verdict: Verdict) -> None:
        self.picture = verdict


def simulated_bench(model: Model, seed: int, date: str) -> tuple[Bench, Twin]:
    """Return a bench with a simulated twin's pad, and the twin, which presses the buttons."""
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
    """Return a bench with the real buttons of a wiring. Raises HardwareError.

    `real`: what presses them, for the report. `opened` closes what this opens; the bench takes it over.
    """
    places = places_of(wiring)
    names = {place.source for place in places.values()}
    factory, made_up = None, ""
    if wiring.wires_on(None):
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
    """Return where each seat's button is: a pin on the header or a board, or a code on a USB pad."""
    boards = {on.seat: (HEADER if on.board is None else f"board {on.board}", on.grab) for on in wiring.seats}
    pads = {on.seat: (f"USB pad {on.usb}", on.code) for on in wiring.usb_seats}
    return {seat: ButtonAt(*place) for seat, place in (boards | pads).items()}


def pad_scans(pad: PadBase) -> tuple[PadScan, ...]:
    """Return the scan interval and error band of each USB pad of a table."""
    pads = (bank for bank in getattr(pad, "banks", ()) if isinstance(bank, UsbBank))
    return tuple(PadScan(f"USB pad {bank.name}", bank.scan, bank.budget.band) for bank in pads)


ALL_PAIRS_UP_TO = 4
"""With more seats only neighbours are compared: all pairs would keep hands busy for an hour."""

MOST_APART = Nanoseconds(100 * MILLISECOND)
"""Contacts further apart didn't come from one strike."""

HELD = Nanoseconds(100 * MILLISECOND)
"""How long simulated hands stay down."""

UNTRUSTED = (VoidReason.SEQUENCE_GAP, VoidReason.UNPLUGGED, VoidReason.MIXED_CLOCKS)
"""With these, stamps may be missing or can't be compared."""


class Moment(Struct, frozen=True):
    """What to strike now, or the result of the last strike."""

    left: Seat
    right: Seat
    to_go: int
    """Strikes still wanted of this pair in this order, without this one if it was good."""
    later: Nanoseconds | None = None
    """For a good strike: how much later the right button closed."""
    again: str = ""
    """Why the strike doesn't count: `one_only`, `apart`, or the reason of a void verdict."""
    asks: bool = False
    """Whether this asks for a strike; otherwise it is the result of one."""


class PressLaboratory(Closing):
    """Asks for strikes: iterate over `run` for as long as you like, then call `answer`. Closes the bench.

    `hands`: called when a strike may be made, for simulated hands; real ones need no call.
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
        """Yield each strike to make, then its result, until there are enough of all.

        Raises RigError if a button is missing at the beginning.
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
        """Return the results; `lines_file` names the strikes' file. Raises ValueError without strikes."""
        return press_answer(self.setting, self.strikes, lines_file)

    def close(self) -> None:
        """Close the bench."""
        self._bench.close()

    def _strike(self, left: Seat, right: Seat, to_go: int) -> Moment:
        bench, pair = self._bench, (left, right)
        bench.pad.play(pair)
        bench.until(lambda: not bench.down(pair), count())
        bench.arm()
        self._hands(left, right)
        # A button that goes is said at once: hands would strike on, and hear nothing.
        bench.until(
            lambda: bool(bench.away(pair)) or (bench.picture is not None and not bench.down(pair)), count()
        )
        bench.pad.disarm()
        stamps, picture = bench.stamps(), bench.picture
        if picture is None:
            return Moment(left, right, to_go, again=VoidReason.UNPLUGGED.value)
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
    """Return a laboratory for simulated hands on known switches. Raises RigError for invalid pairs."""
    bench, twin = simulated_bench(HANDS, seed, date)
    hands = partial(twin.press, apart=Nanoseconds(0), hold=HELD)
    return PressLaboratory(bench, checked_pairs(pairs, twin.seats), times, hands)


def wired_press(
    wiring: Wiring, pairs: Iterable[Pair] | None = None, times: int = 10, date: str = ""
) -> PressLaboratory:
    """Return a laboratory for real hands on a wiring's buttons. On HardwareError nothing is left open."""
    wanted = checked_pairs(pairs, places_of(wiring))
    with ExitStack() as opened:
        bench = wired_bench(wiring, "hands strike real buttons", opened, 0, date)
        return PressLaboratory(bench, wanted, times)


class Laboratory(Closing):
    """Makes trials: iterate over `run` for as long as you like, then call `answer`. Closes the bench."""

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
        """About how long all planned trials take."""
        return ceil(len(self._trials) * self._pace / SECOND)

    def run(self) -> Iterator[TrialResult]:
        """Check a press of every seat, then make all trials, yielding each result.

        Raises RigError with the seats whose press doesn't arrive, or whose button stays down.
        """
        longest = max(trial.hold for trial in self._trials)
        tried = {seat for pair in self._pairs for seat in pair}
        checks = [self._try(Trial(*pair, MOST, longest)) for pair in ring(tried)]
        if missing := {seat for check in checks for seat in check.lost}:
            raise RigError(
                f"no press arrives from {named(missing)}: look at the wires between rig and buttons, "
                "and at the pins in the rig file"
            )
        # Only now are boards and pads certain to be there.
        pad = self._bench.pad
        self.setting = replace(self.setting, quality=pad.quality, band=pad.band, pads=pad_scans(pad))
        for trial in self._trials:
            self.results.append(self._try(trial))
            yield self.results[-1]

    def answer(self, lines_file: str = "") -> LabAnswer:
        """Return the results of the trials so far; `lines_file` names their file."""
        return run_answer(self.setting, self.results, lines_file)

    def close(self) -> None:
        """Close the bench, and with it all that it opened."""
        self._bench.close()

    def _try(self, trial: Trial) -> TrialResult:
        bench, seats = self._bench, self._bench.pad.seats
        bench.until(lambda: not bench.down(seats))
        if down := bench.down(seats):
            raise RigError(f"the button of {named(down)} isn't open: let it go, or look at its wire")
        bench.arm()
        driven = self._rig.press(trial.first, trial.second, trial.apart, trial.hold)
        # Wait at least once, or seats pressed in turns would look like a storm.
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
    """Return how the pad ruled on a trial, by its verdict."""
    if isinstance(verdict, Decided):
        return Ruling.RIGHT if verdict.seat == trial.first else Ruling.WRONG
    if isinstance(verdict, DeadHeat):
        return Ruling.DEAD_HEAT if set(verdict.seats) <= {trial.first, trial.second} else Ruling.WRONG
    return Ruling.NONE if verdict is None else Ruling.VOID


def simulated_laboratory(
    pairs: Iterable[Pair] | None = None, repeat: int = 1, seed: int = 1, date: str = "", model: Model = WIRES
) -> Laboratory:
    """Return a laboratory on the simulated twin with its known faults. Raises RigError for invalid pairs."""
    bench, twin = simulated_bench(model, seed, date)
    return Laboratory(bench, twin, checked_pairs(pairs, twin.seats), repeat, pace=STEPPED)


def wired_laboratory(
    wiring: Wiring,
    wires: RigWires,
    pairs: Iterable[Pair] | None = None,
    repeat: int = 1,
    seed: int = 1,
    date: str = "",
    open_rig: Callable[[Wiring, RigWires], Rig] | None = None,
) -> Laboratory:
    """Return a laboratory on real lines. Raises HardwareError, and then leaves nothing open."""
    wanted = checked_pairs(pairs, wires.outputs)
    bands = {on.seat: band_of(plug) for plug in wiring.usb for on in wiring.seats_on_pad(plug.name)}
    with ExitStack() as opened:
        # The rig first: with its outputs at rest, no button reads as held when the pad opens.
        rig = (open_rig or rig_of)(wiring, wires)
        opened.callback(rig.close)
        bench = wired_bench(wiring, rig.stands_for, opened, seed, date)
        return Laboratory(bench, rig, wanted, repeat, bands)


def rig_of(wiring: Wiring, wires: RigWires) -> Rig:
    """Return the rig of a rig file; one that spins has its own process."""
    # A USB pad's button is pressed through a transistor, never by our level directly.
    on_pads = {button.seat for button in wiring.usb_seats}
    high = frozenset(seat for seat in wires.outputs if wiring.pressed_high or seat in on_pads)
    if wires.board is not None:
        # Only a board needs pyserial, and only pins need libgpiod.
        from hardware.lab.board_rig import BoardRig

        return BoardRig(wires.outputs, wires.board, high)
    from hardware.lab.gpio_rig import RigProcess, open_gpio_rig

    chip = wires.chip or wiring.chip
    return RigProcess(partial(open_gpio_rig, wires.outputs, chip, high), wires.outputs)
