"""A pad that is tried, simulated or of real buttons: armed, waited for, and looked at."""

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial

from companion.clock import SECOND, Nanoseconds
from hardware.closing import Closing
from hardware.grab.adjudicate import Verdict
from hardware.grab.contacts import Seat, SeatState, Standing
from hardware.lab.rig import quiet
from hardware.lab.trials import ButtonAt, PadScan, Setting
from hardware.lab.twin import Model, Twin
from hardware.machine import emulated, machine
from hardware.pads.grab_pad import open_pad
from hardware.pads.pad import Pad
from hardware.pins.bank import default_factory
from hardware.usb.bank import UsbBank
from hardware.wiring.wiring import Wiring

HEADER = "GPIO"
"""The source that pins of this machine are."""

PATIENCE = 20
"""How many times as long as it should take a press or a release is waited for before it counts as lost."""

RANKED = (Standing.COUNTS, Standing.LATE)
"""Contacts whose stamps are compared: those in the window, and those that came later into the picture."""


class Bench(Closing):
    """A pad whose callbacks are the bench's own; `wait` lets it get ready for the next press.

    `opened` is closed with it. `setting` says what it is, with `pads` empty until they were heard of.
    """

    def __init__(self, pad: Pad, setting: Setting, wait: Callable[[], None], opened: ExitStack) -> None:
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


def pad_scans(pad: Pad) -> tuple[PadScan, ...]:
    """Return what the bands of the USB pads of a table are made of."""
    pads = (bank for bank in getattr(pad, "banks", ()) if isinstance(bank, UsbBank))
    return tuple(PadScan(f"USB pad {bank.name}", bank.scan, bank.budget.band) for bank in pads)
