"""The buttons on one USB or Bluetooth pad: stamped by the machine's clock, but not before the pad was asked.

A pad looks at its buttons now and then, and is asked what it saw now and then. So a stamp is never before
its press, and at most a band after it: two stamps further apart stand in the order of the presses, on one
pad, on two, and against a line that is stamped at once.
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

# The lights of one pad as lamps of its seats: files of the kernel's, on or off.


class PadLamps:
    """Lights the lamps of these seats on a pad that is plugged in."""

    def __init__(self, found: FoundPad, plug: UsbPlug, seats: Iterable[UsbSeat]) -> None:
        wanted = {button.seat: button.lamp for button in seats if button.lamp is not None}
        self._lights = {
            seat: Path(found.lights[light]) for seat, light in wanted.items() if light in found.lights
        }
        self.trouble = ""
        """What is wrong with the lamps and what to do, in a sentence; empty while all is well."""
        missing = sorted(set(wanted.values()) - set(found.lights))
        if missing:
            self.trouble = without_lamp(plug.name, missing, found.lights)
        elif not all(os.access(light / "brightness", os.W_OK) for light in self._lights.values()):
            self.trouble = dark(plug.name)

    def show(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others, as far as that can be done."""
        lit = set(seats)
        for seat, light in self._lights.items():
            # A pad that is being unplugged is told of by its link.
            with suppress(OSError):
                brightest = (light / "max_brightness").read_text().strip()
                (light / "brightness").write_text(brightest if seat in lit else "0")


# What can be wrong with a pad that is plugged in, each in one sentence that says what to do.


def without(name: str, codes: Iterable[Code]) -> str:
    """Return what to say of a pad that hasn't the buttons that the seats file gives it."""
    named = " and ".join(name_of(code) for code in codes)
    return f'USB pad "{name}": it has no {named}; teach the buttons again, or plug the right pad in there'


def without_lamp(name: str, lamps: Iterable[str], there: Iterable[str]) -> str:
    """Return what to say of a pad that hasn't the lights that the seats file gives it."""
    others = ", ".join(there)
    remedy = f"use one of {others}" if others else "leave lamp out"
    return f'USB pad "{name}": it has no light called {" or ".join(lamps)}; {remedy} in the seats file'


def dark(name: str) -> str:
    """Return what to say of a pad whose lights this user may not switch."""
    return (
        f'USB pad "{name}": this user may not switch its lights; copy systemd/companion.rules to '
        "/etc/udev/rules.d and plug the pad in again, or leave lamp out in the seats file"
    )


def lost_reports(name: str) -> str:
    """Return what to say of a pad whose reports came faster than they were read."""
    return (
        f'USB pad "{name}": reports of it were lost, so grabs were void; look for a stick or a button that '
        "never rests"
    )


SCAN = Nanoseconds(10 * MILLISECOND)
"""How far apart a pad looks at its buttons, with its debouncing, where its owner doesn't know: taken for
granted, not measured. Encoders are known to take 5 to 30 ms, most of which is the same for all buttons."""

ASKED = {Bus.USB: Nanoseconds(10 * MILLISECOND), Bus.BLUETOOTH: Nanoseconds(30 * MILLISECOND)}
"""How often a pad is asked that doesn't say so: USB's slowest common interval; of Bluetooth, an interval and
one that is sent again, which no descriptor tells and nobody here has measured."""

ON_ITS_WAY = Nanoseconds(1 * MILLISECOND)
"""From the report's leaving the pad to the kernel's stamp: a frame of USB, and an interrupt on a loaded
machine. On an emulated kernel 0.25 to 0.4 ms were measured."""


class PadLinkProtocol(Protocol):
    """What a bank needs of the link to its pad."""

    trouble: str

    def start(self) -> None:
        """Start looking for the pad."""

    def take(self, alone: bool) -> bool:
        """Hear the pad alone, or let others hear it again; False if somebody else has it. Never waits."""

    def catch_up(self) -> None:
        """Tell the listener all that the kernel has of this pad by now."""

    def close(self) -> None:
        """Let everything go."""


LinkMaker = Callable[[UsbPlug, UsbListener], PadLinkProtocol]


def scan_of(plug: UsbPlug) -> Nanoseconds:
    """Return how far apart a pad looks at its buttons, as its owner tells or as is taken for granted."""
    return SCAN if plug.scan is None else plug.scan


def band_of(plug: UsbPlug, found: FoundPad | None = None) -> Nanoseconds:
    """Return how late a press can be stamped: scan, interval, and the way to the kernel."""
    scan = scan_of(plug)
    if found is None:
        return Nanoseconds(scan + max(ASKED.values()) + ON_ITS_WAY)
    interval = ASKED[found.bus] if found.interval is None else found.interval
    return Nanoseconds(scan + interval + ON_ITS_WAY)


class UsbBank(UsbListener):
    """A `Bank` on a pad. Its seats are gone until the pad is there, and whenever it isn't.

    A press that a pad reports is a contact, however short: its own scan has debounced it.
    """

    totem_stands = None
    _hearer: GrabListener
    """Nothing is there to be told of before it listens: the link starts with it."""

    def __init__(self, wiring: Wiring, plug: UsbPlug, make_link: LinkMaker) -> None:
        self.name = plug.name
        self.clock = ClockId(f"USB pad {plug.name}")
        self.scan = scan_of(plug)
        self.budget = Budget(Quality.USB, band_of(plug))
        self._plug = plug
        self._buttons = sorted(wiring.on_pad(plug.name), key=lambda button: button.seat)
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
        """All seats whose button is here, ascending."""
        return tuple(self._codes)

    @property
    def trouble(self) -> str:
        """What is wrong with the pad and what to do, in a sentence; empty while all is well."""
        if self._link.trouble:
            return self._link.trouble
        if self._missing:
            return without(self.name, self._missing)
        if self._lamps is not None and self._lamps.trouble:
            return self._lamps.trouble
        return lost_reports(self.name) if self._lost else ""

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on: all seats are gone until the pad is there."""
        self._hearer = grab_listener
        for seat in self._codes:
            grab_listener.line_gone(seat)
        self._link.start()

    def arming(self) -> None:
        """Have the pad for this program alone from now on; its stamps are the machine's own at any time."""
        self._wanted = True
        self._settle()

    def rest(self) -> None:
        """Let others hear the pad again: the table has stopped playing."""
        self._wanted = False
        self._settle()

    def closed(self, seat: Seat) -> bool | None:
        """Whether the seat's button is pressed, by the pad's newest word; None while there is none.

        The kernel isn't asked: it would answer, and forget the reports that weren't read yet.
        """
        switches = self._switches
        code = self._codes[seat]
        return None if switches is None or code in self._missing else code in switches.down

    def lost(self) -> int:
        """How often the kernel has said that it lost reports."""
        return self._lost

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others, on a pad that has lights."""
        if self._lamps is not None:
            self._lamps.show(seats)

    def catch_up(self) -> None:
        """Have all reports delivered that the kernel has by now."""
        self._link.catch_up()

    def close(self) -> None:
        """Let the pad go, its lamps out."""
        self.light(())
        self._link.close()

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """Take the pad that is plugged in: its seats are there."""
        quality = Quality.USB if found.bus is Bus.USB else Quality.BLUETOOTH
        self.budget = Budget(quality, band_of(self._plug, found))
        self._missing = tuple(code for code in self._seats if code not in found.codes)
        self._switches = Switches(self._seats, state)
        self._lamps = PadLamps(found, self._plug, self._buttons)
        self._lamps.show(())
        self._settle()
        for seat, code in self._codes.items():
            if code not in self._missing:
                self._hearer.line_back(seat)

    def reported(self, report: DeviceReport) -> None:
        """Hand the edges of a report to the pad, all with its one stamp."""
        switches = self._switches
        if switches is not None:
            self._tell(report.at, switches.take(report))
            self._settle()

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Take note that reports are lost, and of what they must have told."""
        self._lost += 1
        switches = self._switches
        if switches is not None:
            self._tell(at, switches.find(state))

    def ended(self) -> None:
        """Let all seats be gone, once; whoever finds out first says so."""
        if self._switches is None:
            return
        self._switches = self._lamps = None
        for seat in self._codes:
            self._hearer.line_gone(seat)

    def _tell(self, at: Instant, changes: Iterable[Change]) -> None:
        for code, down in changes:
            seat, stamp = self._seats[code], at
            if down:
                self._pressed[seat] = at
            elif seat in self._pressed:
                stamp = max(at, Instant(self._pressed[seat] + self._minimum_contact))
            self._hearer.edge(seat, Edge(stamp, down, clock=self.clock))

    def _settle(self) -> None:
        """Take the pad, or give it back; not while a button is down, whose release others would miss."""
        switches = self._switches
        if self._wanted and switches is not None and switches.held:
            return
        if not self._link.take(self._wanted):
            self.ended()


# Which button of a USB pad is it? Listens on all that the pad has.


class UsbLearner(UsbListener):
    """Calls `on_press` with every button of a pad that was pressed and let go, in the loop of its link.

    Not before it is let go: whoever hears of it closes the pad, and a button that is let go while nobody
    listens is down for the kernel until it is pressed again. Nobody else hears the pad meanwhile, so a
    key that is taught types nothing. A button that is down from the beginning is heard when it is pressed
    anew. Where one report tells of two, nobody knows which was meant; a button that moves an axis as well
    is that button. A pad that went is heard again when it is back.
    """

    def __init__(self, plug: UsbPlug, on_press: Callable[[Code], None], make_link: LinkMaker) -> None:
        self._on_press = on_press
        self._switches = Switches((), DeviceState())
        self._pressed: Code | None = None
        self.link = make_link(plug, self)
        self.link.start()

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """From now on presses are heard."""
        self._switches = Switches(found.codes, state)
        self._settle()

    def reported(self, report: DeviceReport) -> None:
        """Hear the button that was pressed, or let go."""
        changes = self._switches.take(report)
        pressed = [code for code, down in changes if down]
        keys = [code for code in pressed if axis_of(code) is None]
        if len(keys or pressed) == 1:
            self._pressed = (keys or pressed)[0]
        self._settle()
        if self._pressed is not None and (self._pressed, False) in changes:
            self._on_press(self._pressed)

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """What was lost is pressed again by whoever waits."""
        self._switches.find(state)

    def _settle(self) -> None:
        # Others would miss the release of a key that is down.
        if not self._switches.held:
            self.link.take(True)
