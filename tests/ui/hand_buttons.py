"""A simulated table whose time a test sets, for tests and pictures."""

from pathlib import Path

from companion.clock import MILLISECOND, Clock, Instant, Nanoseconds
from companion.game import Seat
from hardware.grab import contacts
from hardware.grab.alarm import Alarm, HandAlarm
from hardware.wiring import seats_file
from ui.language import words
from ui.table.session import Inbox
from ui.wiring import PadButtons, simulated


class TableAlarm(HandAlarm):
    """An alarm whose time a test sets, in milliseconds."""

    def advance_ms(self, milliseconds: int) -> None:
        self.advance(Nanoseconds(milliseconds * MILLISECOND))


class HandButtons:
    """Simulated buttons, pressed at the instants a test chooses.

    `seats`: the seats file that describes their wiring.
    """

    def __init__(self, inbox: Inbox, clock: Clock, alarm: Alarm, seats: Path | None = None) -> None:
        self.pad = simulated(clock, alarm)
        wiring = None if seats is None else seats_file.load(seats)
        self.buttons = PadButtons(self.pad, inbox, notice=words.SIMULATED, wiring=wiring)

    def press_at(self, seat: Seat, at: Instant) -> None:
        self.pad.press(contacts.Seat(seat), at)

    def let_go(self) -> None:
        for seat in self.pad.seats:
            self.pad.release(seat)
