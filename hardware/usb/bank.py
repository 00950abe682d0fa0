"""The buttons on one USB or Bluetooth pad: stamped by the machine's clock, but only when the pad is polled.

A pad scans its buttons at intervals, and is polled at intervals. So a stamp is never before its press, and at
most a band after it: two stamps further apart are in the order of the presses, on one pad, on two, and
compared with a line that is stamped at once.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from companion.clock import MILLISECOND, Instant, Nanoseconds
from hardware.grab.adjudicate import Budget, Quality
from hardware.grab.bank import GrabListener
from hardware.grab.contacts import ClockId, Edge, Seat
from hardware.usb.devices import Bus, FoundPad
from hardware.usb.link import UsbListener
from hardware.usb.reports import Change, Code, DeviceReport, DeviceState, Switches, axis_of, name_of
from hardware.wiring.wiring import UsbPlug, UsbSeat, Wiring

# A pad's lights as lamps of its seats: LED files of the kernel, on or off.


class PadLamps:
    """Lights the lamps of seats on a pad that is plugged in."""

    def __init__(self, pad: FoundPad, plug: UsbPlug, seats: Iterable[UsbSeat]) -> None:
        wanted = {button.seat: button.lamp for button in seats if button.lamp is not None}
        self._lights = {seat: Path(pad.lights[lamp]) for seat, lamp in wanted.items() if lamp in pad.lights}
        self.trouble = ""
        """What is wrong with the lamps and what to do, in a sentence; empty if all is well."""
        missing = sorted(set(wanted.values()) - set(pad.lights))
        if missing:
            self.trouble = without_lamp(plug.name, missing, pad.lights)
        elif not all(os.access(light / "brightness", os.W_OK) for light in self._lights.values()):
            self.trouble = dark(plug.name)

    def show(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others, as far as possible."""
        lit = set(seats)
        for seat, light in self._lights.items():
            # If the pad is being unplugged, its link reports that.
            with suppress(OSError):
                brightest = (light / "max_brightness").read_text().strip()
                (light / "brightness").write_text(brightest if seat in lit else "0")


# What can be wrong with a pad that is plugged in, in one sentence each that says what to do.


def without(name: str, codes: Iterable[Code]) -> str:
    """Return the text for a pad that lacks buttons named in the seats file."""
    named = " and ".join(name_of(code) for code in codes)
    return f'USB pad "{name}": it has no {named}; teach the buttons again, or plug the right pad in there'


def without_lamp(name: str, lamps: Iterable[str], lights: Iterable[str]) -> str:
    """Return the text for a pad that lacks lights named in the seats file."""
    others = ", ".join(lights)
    remedy = f"use one of {others}" if others else "leave lamp out"
    return f'USB pad "{name}": it has no light called {" or ".join(lamps)}; {remedy} in the seats file'


def dark(name: str) -> str:
    """Return the text for a pad whose lights this user may not switch."""
    return (
        f'USB pad "{name}": this user may not switch its lights; copy systemd/companion.rules to '
        "/etc/udev/rules.d and plug the pad in again, or leave lamp out in the seats file"
    )


def lost_reports(name: str) -> str:
    """Return the text for a pad whose reports came faster than they were read."""
    return (
        f'USB pad "{name}": reports of it were lost, so grabs were void; look for a stick or a button that '
        "never rests"
    )


DEFAULT_SCAN = Nanoseconds(10 * MILLISECOND)
"""A pad's scan interval including its debouncing, if its owner doesn't know it: assumed, not measured.
Encoders are known to take 5 to 30 ms, most of which is the same for all buttons."""

DEFAULT_POLL = {Bus.USB: Nanoseconds(10 * MILLISECOND), Bus.BLUETOOTH: Nanoseconds(30 * MILLISECOND)}
"""Polling interval of a pad that doesn't declare one: USB's slowest common one; for Bluetooth, an interval
and a retransmission, which no descriptor declares and nobody here has measured."""

ON_ITS_WAY = Nanoseconds(1 * MILLISECOND)
"""Time from a report leaving the pad to the kernel's stamp: a USB frame, and an interrupt on a loaded
machine. 0.25 to 0.4 ms were measured on an emulated kernel."""


class PadLinkProtocol(Protocol):
    """What a bank needs of its pad's link."""

    trouble: str

    def start(self) -> None:
        """Start looking for the pad."""

    def set_exclusive(self, exclusive: bool) -> bool:
        """Take the pad exclusively, or share it again; return False if another program has it."""

    def catch_up(self) -> None:
        """Deliver all reports of this pad that the kernel has by now."""

    def close(self) -> None:
        """Release everything."""


LinkMaker = Callable[[UsbPlug, UsbListener], PadLinkProtocol]


def scan_of(plug: UsbPlug) -> Nanoseconds:
    """Return a pad's scan interval: its owner's figure, or else `DEFAULT_SCAN`."""
    return DEFAULT_SCAN if plug.scan is None else plug.scan


def band_of(plug: UsbPlug, pad: FoundPad | None = None) -> Nanoseconds:
    """Return how late a press may be stamped: scan, polling interval, and the way to the kernel."""
    scan = scan_of(plug)
    if pad is None:
        return Nanoseconds(scan + max(DEFAULT_POLL.values()) + ON_ITS_WAY)
    interval = DEFAULT_POLL[pad.bus] if pad.interval is None else pad.interval
    return Nanoseconds(scan + interval + ON_ITS_WAY)


class UsbBank(UsbListener):
    """A `Bank` on a pad. Its seats are gone whenever the pad isn't there.

    Any press that a pad reports is a contact, however short: the pad has debounced it.
    """

    totem_stands = None
    _listener: GrabListener
    """Set by `listen`, which also starts the link, so there is nothing to report before."""

    def __init__(self, wiring: Wiring, plug: UsbPlug, make_link: LinkMaker) -> None:
        self.name = plug.name
        self.clock = ClockId(f"USB pad {plug.name}")
        self.scan = scan_of(plug)
        self.budget = Budget(Quality.USB, band_of(plug))
        self._plug = plug
        self._buttons = sorted(wiring.seats_on_pad(plug.name), key=lambda button: button.seat)
        self._codes = {button.seat: Code(button.code) for button in self._buttons}
        self._seats = {code: seat for seat, code in self._codes.items()}
        self._minimum_contact = wiring.timing.minimum_contact
        self._switches: Switches | None = None
        self._pressed: dict[Seat, Instant] = {}
        self._lamps: PadLamps | None = None
        self._missing: tuple[Code, ...] = ()
        self._lost = 0
        self._wanted = False
        self._link = make_link(plug, self)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats whose buttons are on this bank, ascending."""
        return tuple(self._codes)

    @property
    def trouble(self) -> str:
        """What is wrong with the pad and what to do, in a sentence; empty if all is well."""
        if self._link.trouble:
            return self._link.trouble
        if self._missing:
            return without(self.name, self._missing)
        if self._lamps is not None and self._lamps.trouble:
            return self._lamps.trouble
        return lost_reports(self.name) if self._lost else ""

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on: all seats are gone until the pad is there."""
        self._listener = grab_listener
        for seat in self._codes:
            grab_listener.line_gone(seat)
        self._link.start()

    def arming(self, at: Instant) -> None:
        """Take the pad exclusively from now on; its clock, the machine's own, needs no map."""
        self._wanted = True
        self._settle()

    def rest(self) -> None:
        """Share the pad with other programs again."""
        self._wanted = False
        self._settle()

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button was last reported as pressed; None if pad or button is missing.

        The kernel isn't asked: that would discard reports that haven't been read yet.
        """
        switches = self._switches
        code = self._codes[seat]
        return None if switches is None or code in self._missing else code in switches.down

    def lost(self) -> int:
        """Return how often the kernel has reported a loss of reports."""
        return self._lost

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others, on a pad that has lights."""
        if self._lamps is not None:
            self._lamps.show(seats)

    def catch_up(self) -> None:
        """Deliver all reports that the kernel has by now."""
        self._link.catch_up()

    def close(self) -> None:
        """Turn the lamps off and release the pad."""
        self.light(())
        self._link.close()

    def opened(self, pad: FoundPad, state: DeviceState) -> None:
        """Begin with a pad that was plugged in: its seats are back."""
        quality = Quality.USB if pad.bus is Bus.USB else Quality.BLUETOOTH
        self.budget = Budget(quality, band_of(self._plug, pad))
        self._missing = tuple(code for code in self._seats if code not in pad.codes)
        self._switches = Switches(self._seats, state)
        self._lamps = PadLamps(pad, self._plug, self._buttons)
        self._lamps.show(())
        self._settle()
        for seat, code in self._codes.items():
            if code not in self._missing:
                self._listener.line_back(seat)

    def reported(self, report: DeviceReport) -> None:
        """Pass on the edges of a report, all with its one stamp."""
        switches = self._switches
        if switches is not None:
            self._report_edges(report.at, switches.take(report))
            self._settle()

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Count the loss of reports, and report the edges that they must have had."""
        self._lost += 1
        switches = self._switches
        if switches is not None:
            self._report_edges(at, switches.resync(state))

    def ended(self) -> None:
        """Report all seats as gone, once, even if called again."""
        if self._switches is None:
            return
        self._switches = self._lamps = None
        for seat in self._codes:
            self._listener.line_gone(seat)

    def _report_edges(self, at: Instant, changes: Iterable[Change]) -> None:
        for code, down in changes:
            seat, stamp = self._seats[code], at
            if down:
                self._pressed[seat] = at
            elif seat in self._pressed:
                stamp = max(at, Instant(self._pressed[seat] + self._minimum_contact))
            self._listener.edge(seat, Edge(stamp, down, clock=self.clock))

    def _settle(self) -> None:
        """Take or share the pad; don't take it while a button is down, whose release others would miss."""
        switches = self._switches
        if self._wanted and switches is not None and switches.held:
            return
        if not self._link.set_exclusive(self._wanted):
            self.ended()


# Finds out which button of a USB pad is pressed: listens on all that the pad has.


class UsbLearner(UsbListener):
    """Calls `on_press` with each button of a pad that was pressed and released, in the loop of its link.

    Only on release: `on_press` closes the pad, and for the kernel a button released while nobody listens
    stays down until it is pressed again. The pad is taken exclusively, so a key being learned types nothing.
    A button that is down from the beginning counts when it is pressed again. If one report has two buttons,
    neither counts; but a button that also moves an axis counts as that button. A pad that was lost is heard
    again once it is back.
    """

    def __init__(self, plug: UsbPlug, on_press: Callable[[Code], None], make_link: LinkMaker) -> None:
        self._on_press = on_press
        self._switches = Switches((), DeviceState())
        self._pressed: Code | None = None
        self.link = make_link(plug, self)
        self.link.start()

    def opened(self, pad: FoundPad, state: DeviceState) -> None:
        """Begin listening for presses."""
        self._switches = Switches(pad.codes, state)
        self._settle()

    def reported(self, report: DeviceReport) -> None:
        """Note the button that was pressed, and report it on its release."""
        changes = self._switches.take(report)
        pressed = [code for code, down in changes if down]
        keys = [code for code in pressed if axis_of(code) is None]
        if len(keys or pressed) == 1:
            self._pressed = (keys or pressed)[0]
        self._settle()
        if self._pressed is not None and (self._pressed, False) in changes:
            self._on_press(self._pressed)

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Update the buttons' state; a press that was lost must be repeated."""
        self._switches.resync(state)

    def _settle(self) -> None:
        # Others would miss the release of a key that is down.
        if not self._switches.held:
            self.link.set_exclusive(True)
