"""The grab pad: real buttons on any mix of the Pi's pins, grab boards and USB pads."""

from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial

from gpiozero.pins import Factory

from companion.clock import Clock, Instant, SystemClock
from hardware.errors import report_fault
from hardware.grab.adjudicate import Budgets
from hardware.grab.alarm import Alarm
from hardware.grab.bank import Bank
from hardware.grab.contacts import ContactTimes, Seat
from hardware.loop import Loop, LoopThread
from hardware.pads.base import PadBase
from hardware.pins.bank import GpioBank
from hardware.usb.bank import UsbBank
from hardware.usb.link import PadLink
from hardware.wiring.wiring import Wiring


class GrabPad(PadBase):
    """A `Pad` on banks of buttons. Takes over the banks and the loop: they close with it."""

    def __init__(
        self,
        banks: Iterable[Bank],
        timing: ContactTimes,
        clock: Clock | None = None,
        alarm: Alarm | None = None,
        loop: Loop | None = None,
    ) -> None:
        clock = clock or SystemClock()
        self._loop = loop or LoopThread(clock)
        self.banks = tuple(banks)
        self._bank_of = {seat: bank for bank in self.banks for seat in bank.seats}
        super().__init__(self._bank_of, self, clock, alarm or self._loop, timing=timing)
        self.totem_stands = self._totem_is_back()
        for bank in self.banks:
            bank.listen(self)

    @property
    def trouble(self) -> str:
        """What is wrong with the buttons and what to do, in a sentence; empty if all is well."""
        return next((bank.trouble for bank in self.banks if bank.trouble), "")

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button is closed; None if its line is gone."""
        return self._bank_of[seat].closed(seat)

    def lost(self) -> int:
        """Return how many edges are known to have been lost."""
        return sum(bank.lost() for bank in self.banks)

    def budgets(self) -> Budgets:
        """Return the error budget of every clock that stamps seats' buttons, at this moment."""
        return {bank.clock: bank.budget for bank in self.banks if bank.seats}

    def arm(self, number: int | None = None, at: Instant | None = None) -> int:
        """Turn lamps off and begin arming `number` as of `at` (default: the next, now); return its number."""
        with self._lock:
            for bank in self.banks:
                bank.arming(self._clock.now() if at is None else at)
            return super().arm(number, at)

    def play(self, seats: Iterable[Seat]) -> None:
        """Let only these seats take part in grabs from now on; with none, the banks rest."""
        with self._lock:
            super().play(seats)
            if not self._apparatus.playing:
                for bank in self.banks:
                    bank.rest()

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        with self._lock:
            super().light(seats)
            for bank in self.banks:
                bank.light(seat for seat in self.lit if seat in bank.seats)

    def close(self) -> None:
        """Release pins, boards, lamps and the loop."""
        super().close()
        self._loop.close()
        for bank in self.banks:
            bank.close()

    def _catch_up(self) -> None:
        for bank in self.banks:
            try:
                bank.catch_up()
            except Exception:  # noqa: BLE001 - the others' edges are needed for the ruling
                report_fault()

    def _totem_is_back(self) -> bool | None:
        return next((bank.totem_stands for bank in self.banks if bank.totem_stands is not None), None)


def open_pad(
    wiring: Wiring,
    factory: Factory | None = None,
    clock: Clock | None = None,
    alarm: Alarm | None = None,
    loop: Loop | None = None,
) -> GrabPad:
    """Open the buttons of a wiring. A factory passed in stays open when the pad closes.

    `loop` serves them and closes with the pad; by default the pad has its own thread.

    Raises HardwareError, and then leaves nothing open. A missing board or USB pad is no error: its seats
    are unplugged until it appears.
    """
    clock = clock or SystemClock()
    loop = loop or LoopThread(clock)
    with ExitStack() as opened:
        opened.callback(loop.close)
        banks: list[Bank] = []
        if wiring.wires_on(None) or not (wiring.boards or wiring.usb):
            banks.append(GpioBank(wiring, clock, factory, loop))
            opened.callback(banks[-1].close)
        for plug in wiring.boards:
            if wiring.wires_on(plug.name):
                # pyserial isn't needed without a board.
                from hardware.boards.bank import BoardBank
                from hardware.boards.link import BoardLink

                banks.append(BoardBank(wiring, plug, partial(BoardLink, loop)))
                opened.callback(banks[-1].close)
        for pad_plug in wiring.usb:
            if wiring.seats_on_pad(pad_plug.name):
                banks.append(UsbBank(wiring, pad_plug, partial(PadLink, loop)))
                opened.callback(banks[-1].close)
        pad = GrabPad(banks, wiring.timing, clock, alarm, loop)
        opened.pop_all()
        return pad
