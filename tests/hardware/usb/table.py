"""A grab pad with seats on USB pads, on a board's clock and on pins, under one hand clock.

A `HandDevice` is a USB pad without a cable: reports go in as the kernel's own bytes.
"""

from collections.abc import Iterable, Mapping, Sequence

from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import MICROSECOND, MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import Seat
from hardware.pads.grab_pad import GrabPad
from hardware.pins.bank import GpioBank
from hardware.usb import reports
from hardware.usb.bank import UsbBank
from hardware.usb.devices import Bus, FoundPad
from hardware.usb.event_file import taken, unplugged
from hardware.usb.link import UsbListener
from hardware.wiring.wiring import SeatWires, UsbPlug, UsbSeat, Wiring
from tests.hardware.table import START, Heard, ms

A, B, C, D = (reports.Code(code) for code in (30, 48, 46, 32))
"""Four keys."""
STICK = 0
"""An axis of 256 steps that rests in its middle."""
CODES = frozenset({A, B, C, D, reports.axis_code(STICK, up=False), reports.axis_code(STICK, up=True)})


def event(at: int, kind: int, code: int, value: int) -> bytes:
    """Return one event as the kernel writes it, stamped with `at` rounded down to the microsecond."""
    return reports.EVENT.pack(at // SECOND, at % SECOND // MICROSECOND, kind, code, value)


def report(at: int, *keys: tuple[int, int], axes: Mapping[int, int] | None = None) -> bytes:
    """Return a report: keys and axes with their values."""
    events = [event(at, reports.KEY, code, value) for code, value in keys]
    events += [event(at, reports.ABS, axis, value) for axis, value in (axes or {}).items()]
    return b"".join([*events, event(at, reports.SYN, reports.SYN_REPORT, 0)])


def overrun(at: int, *keys: tuple[int, int]) -> bytes:
    """Return the remains of a full buffer: the overrun event, then the newest report, to be ignored."""
    return event(at, reports.SYN, reports.SYN_DROPPED, 0) + report(at, *keys)


def fingers_down(at: int, *numbers: int) -> bytes:
    """Return a panel's report that these fingers came down, each in its own slot."""
    slots = [
        (reports.ABS, code, value)
        for slot, number in enumerate(numbers)
        for code, value in ((0x2F, slot), (0x39, number))
    ]
    return b"".join(event(at, *one) for one in slots) + event(at, reports.SYN, reports.SYN_REPORT, 0)


class HandDevice:
    """A USB pad and its link, without a thread: its reports wait for `catch_up` or `deliver`."""

    def __init__(self, found: FoundPad) -> None:
        self.found = found
        self.trouble = ""
        self.plugged = True
        self.elsewhere = False
        """Whether another program has exclusive use of it."""
        self.alone = False
        self.state = reports.DeviceState(frozenset(), {STICK: reports.Axis(128, 0, 255)})
        self._listener: UsbListener | None = None
        self._there = False
        self._waiting = b""
        self._assembler = reports.Assembler()

    def link(self, plug: UsbPlug, listener: UsbListener) -> "HandDevice":
        self._listener = listener
        return self

    def start(self) -> None:
        if self.plugged and not self._there and self._listener is not None:
            self._there, self.trouble = True, ""
            self._listener.opened(self.found, self.state)

    def set_exclusive(self, exclusive: bool) -> bool:
        """Become, or stop being, the only program that hears it."""
        if not self._there or exclusive is self.alone:
            return True
        if self.elsewhere:
            self.trouble = taken("pad")
            return False
        self.alone = exclusive
        return True

    def catch_up(self) -> None:
        """Deliver the waiting reports."""
        self.deliver()

    def close(self) -> None:
        self._there = False

    def tell(self, data: bytes) -> None:
        """Queue bytes from the kernel, if the device is open."""
        if self._there:
            self._waiting += data

    def deliver(self) -> None:
        """Read everything that waits."""
        data, self._waiting = self._waiting, b""
        dropped: Instant | None = None
        assert self._listener is not None
        for assembled in self._assembler.feed(data):
            if assembled.dropped:
                dropped = assembled.at
            else:
                self._listener.reported(assembled)
        if dropped is not None:
            self._listener.lost_until(dropped, self.state)

    def pull(self) -> None:
        """Pull the cable; unread bytes are lost."""
        self.plugged = self._there = self.alone = False
        self._waiting, self.trouble = b"", unplugged("pad")
        assert self._listener is not None
        self._listener.ended()


class UsbTable:
    """USB pads polled every 1 ms, with a scan of `scan` ms; key A of the first is seat 0, and so on.

    `pins` more seats are on mock GPIO; seats have `lamps` in their order, of the pad's `lights`. Times are
    milliseconds from `START`.
    """

    def __init__(
        self,
        *keys: int,
        scan: float = 7,
        pins: int = 0,
        lamps: Sequence[str] = (),
        lights: Mapping[str, str] | None = None,
    ) -> None:
        plugs = [UsbPlug(f"pad {n}", f"usb-{n}/input0", ms(scan)) for n in range(len(keys))]
        buttons: list[UsbSeat] = []
        for plug, count in zip(plugs, keys, strict=True):
            for code in (A, B, C, D)[:count]:
                lamp = lamps[len(buttons)] if lamps else None
                buttons.append(UsbSeat(Seat(len(buttons)), plug.name, code, lamp))
        wired = tuple(SeatWires(Seat(len(buttons) + n), 4 + n) for n in range(pins))
        self.wiring = Wiring(seats=wired, usb=tuple(plugs), usb_seats=tuple(buttons))
        self.clock = HandClock(START)
        self.alarm = HandAlarm(self.clock)
        self.factory = MockFactory()
        self.devices = [HandDevice(found(number, lights=lights)) for number in range(len(keys))]
        usb = [UsbBank(self.wiring, plug, pad.link) for plug, pad in zip(plugs, self.devices, strict=True)]
        gpio = [GpioBank(self.wiring, self.clock, self.factory)] if pins else []
        self.pad = GrabPad([*gpio, *usb], self.wiring.timing, self.clock, self.alarm)
        self.heard = Heard(self.pad)

    def until(self, at: float) -> None:
        self.alarm.advance(Nanoseconds(START + ms(at) - self.clock.now()))

    def press(self, at: float, *keys: int, device: int = 0) -> None:
        """Press keys in one report at `at`, to be read at once."""
        self.keys(at, *((key, 1) for key in keys), device=device)

    def release(self, at: float, *keys: int, device: int = 0) -> None:
        """Release keys."""
        self.keys(at, *((key, 0) for key in keys), device=device)

    def keys(self, at: float, *keys: tuple[int, int], device: int = 0) -> None:
        self.until(at)
        self.devices[device].tell(report(START + ms(at), *keys))
        self.devices[device].deliver()

    def press_pin(self, at: float, pin: int) -> None:
        """Press the button on this mock pin."""
        self.until(at)
        mock: MockPin = self.factory.pin(pin)
        mock._state = False
        mock.when_changed(self.clock.now() / SECOND, False)


def found(
    number: int = 0,
    codes: Iterable[reports.Code] = CODES,
    bus: Bus = Bus.USB,
    lights: Mapping[str, str] | None = None,
) -> FoundPad:
    """Return a pad; a USB one is polled every millisecond."""
    path, port = f"/dev/input/event{number}", f"usb-{number}/input0"
    interval = Nanoseconds(MILLISECOND) if bus is Bus.USB else None
    return FoundPad(path, "Arcade", port, bus, interval, frozenset(codes), dict(lights or {}))
