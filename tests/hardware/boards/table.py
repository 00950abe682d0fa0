"""A grab pad with seats on a simulated board, and perhaps on mock pins, under one hand clock."""

from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import SECOND, Instant, Nanoseconds
from hardware.boards.bank import BoardBank
from hardware.boards.link import BoardListener, unplugged, why_ended
from hardware.boards.session import BoardSession, Event, Jumped, Moved, Phase, Wants, WhyEnded
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import Seat
from hardware.pads.grab_pad import GrabPad
from hardware.pins.bank import GpioBank
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from tests.hardware.boards.clocks import Way
from tests.hardware.boards.world import World
from tests.hardware.table import Heard, ms

PLUG = BoardPlug("left")


class HandLink:
    """A `Link` without a thread: its world moves with the table's clock, and while it catches up."""

    def __init__(self, world: World, plug: BoardPlug, wants: Wants, listener: BoardListener) -> None:
        self.trouble = ""
        self.plugged = True
        self.sessions = 0
        self._world, self._plug, self._wants, self._listener = world, plug, wants, listener
        self._lit = 0
        self._asked = 0
        world.on_events = self._hear

    def start(self) -> None:
        if self.plugged:
            self.sessions += 1
            self._world.greet(self._wants, self.sessions).light(self._lit)

    def light(self, lit: int) -> None:
        self._lit = lit
        if self._world.session is not None:
            self._world.session.light(lit)

    def catch_up(self) -> None:
        """Let the world run until the board has reported everything."""
        session = self._world.session
        if session is None or session.phase is not Phase.OPEN:
            return
        self._asked += 1
        session.begin_catch_up(self._asked, self._world.clock.now())
        self._world.settle()
        while session.caught_up < self._asked and session.ended is None:
            self._world.step(Instant(self._world.clock.now() + SECOND))
        self.look()

    def close(self) -> None:
        self.plugged = False

    def look(self) -> None:
        """If the session has ended, report it and begin another."""
        session = self._world.session
        if session is not None and session.ended is not None:
            self.trouble = why_ended(self._plug.name, "its USB port", session.ended)
            self._over(session)
            self.start()

    def unplug(self) -> None:
        self.plugged = False
        session = self._world.session
        if session is not None:
            session.end(WhyEnded.SILENCE)
            self.trouble = unplugged(self._plug.name)
            self._over(session)

    def plug_in(self) -> None:
        """Plug the board in again; it restarts, having had no power."""
        self._world.boot()
        self.plugged = True
        self.start()

    def _over(self, session: BoardSession) -> None:
        self._world.session = None
        self._listener.ended(session)

    def _hear(self, session: BoardSession, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Moved):
                self._listener.moved(session, event)
            elif isinstance(event, Jumped):
                self._listener.jumped(session)
            else:
                self.trouble = ""
                self._listener.opened(session)


class BoardTable:
    """Seats 0 to `seats` - 1 on a board, `pins` more on mock GPIO; times are in ms from `start`."""

    def __init__(
        self,
        seats: int = 15,
        pins: int = 0,
        *,
        there: Way | None = None,
        back: Way | None = None,
        wiring: Wiring | None = None,
    ) -> None:
        on_board = tuple(
            SeatWires(Seat(seat), 2 + seat, 17 + seat if seat < 6 else None, PLUG.name)
            for seat in range(seats)
        )
        on_pins = tuple(SeatWires(Seat(seats + n), 4 + n, 14 + n) for n in range(pins))
        self.wiring = wiring or Wiring(seats=on_board + on_pins, boards=(PLUG,))
        self.world = World(there=there, back=back)
        self.clock = self.world.clock
        self.start = self.clock.now()
        self.alarm = HandAlarm(self.clock)
        self.factory = MockFactory()
        self.board = BoardBank(self.wiring, PLUG, self._link)
        banks = [GpioBank(self.wiring, self.clock, self.factory)] if pins else []
        self.pad = GrabPad([*banks, self.board], self.wiring.timing, self.clock, self.alarm)
        self.heard = Heard(self.pad)

    def _link(self, plug: BoardPlug, wants: Wants, listener: BoardListener) -> HandLink:
        self.link = HandLink(self.world, plug, wants, listener)
        return self.link

    def until(self, at: float) -> None:
        end = Instant(self.start + ms(at))
        while self.clock.now() < end:
            due = self.alarm.at
            self.world.step(end if due is None else min(end, max(due, self.clock.now())))
            self.link.look()
            self.alarm.advance(Nanoseconds(0))

    def press(self, at: float, *seats: int) -> Instant:
        """Press these seats' buttons at one moment; return when, which a catch-up may have delayed."""
        self.until(at)
        self.world.twin.move(sum(1 << (2 + seat) for seat in seats), high=False)
        return self.clock.now()

    def release(self, at: float, *seats: int) -> None:
        """Release these seats' buttons."""
        self.until(at)
        self.world.twin.move(sum(1 << (2 + seat) for seat in seats), high=True)

    def press_pin(self, at: float, pin: int) -> None:
        """Press the button on this mock pin."""
        self.move_pin(at, pin, high=False)

    def move_pin(self, at: float, pin: int, high: bool) -> None:
        """Change a mock pin's level the way gpiozero reports it."""
        self.until(at)
        mock: MockPin = self.factory.pin(pin)
        mock._state = high
        mock.when_changed(self.clock.now() / SECOND, high)

    def lamps(self) -> list[int]:
        return [seat for seat in range(6) if self.world.twin.pins.lit >> (17 + seat) & 1]
