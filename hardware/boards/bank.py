"""The buttons on one grab board: a bank with its own clock, which may be unplugged at any time."""

import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import HORIZON, ClockMap
from hardware.boards.link import BoardListener, lost_changes
from hardware.boards.session import PULLS, BoardSession, Moved, Wants
from hardware.grab.adjudicate import ERROR_BANDS, Budget, Quality
from hardware.grab.bank import GrabListener
from hardware.grab.contacts import ClockId, Edge, Seat
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, Wiring

AT_REST = Nanoseconds(1500 * MILLISECOND)
"""Stamps further apart are never compared: late contacts are drawn, and storms counted, over a second."""

TICKS_IN_BAND = 2
"""The error band of a board with slow ticks: contacts in neighbouring ticks can't be ranked."""


class BoardLinkProtocol(Protocol):
    """What a bank needs of its board's link."""

    trouble: str

    def start(self) -> None:
        """Start looking for the board."""

    def light(self, lit: int) -> None:
        """Light these lamps, a mask of pins. Doesn't block."""

    def catch_up(self) -> None:
        """Deliver all events up to now to the listener; the session of a board that doesn't answer ends."""

    def close(self) -> None:
        """Release everything."""


LinkMaker = Callable[[BoardPlug, Wants, BoardListener], BoardLinkProtocol]


class BoardBank(BoardListener):
    """A `Bank` on a grab board. Its seats are gone whenever the board isn't there."""

    _listener: GrabListener
    """Set by `listen`, which also starts the link, so there is nothing to report before."""

    def __init__(self, wiring: Wiring, plug: BoardPlug, make_link: LinkMaker) -> None:
        wires = [seat for seat in wiring.seats if seat.board == plug.name]
        self.name = plug.name
        self.clock = ClockId(f"board {plug.name}")
        self._pressed_high, self._switched_high = wiring.pressed_high, wiring.switched_high
        self._grabs = {seat.seat: 1 << seat.grab for seat in sorted(wires, key=lambda seat: seat.seat)}
        self._lamps = {seat.seat: 1 << seat.lamp for seat in wires if seat.lamp is not None}
        self._turn, self._totem = (wiring.mask(plug.name, role) for role in ("turn", "totem"))
        self._lock = threading.Lock()
        self._session: BoardSession | None = None
        self._map: ClockMap | None = None
        self._last_stamp: Instant | None = None
        # How far the map renewed without a rest is from the one before, and since when.
        self._shift = Nanoseconds(0)
        self._shift_since = Instant(0)
        self._lost_before = 0
        # How many changes had been lost when the turn button last moved.
        self._lost_by_turn = 0
        # The number of clocks so far, and whether the current one has jumped.
        self._clocks = 0
        self._broken = False
        inputs = wiring.mask(plug.name, "button", "turn", "totem")
        wants = Wants(inputs, wiring.mask(plug.name, "lamp"), PULLS[wiring.pull])
        self._link = make_link(plug, wants, self)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats whose buttons are on this bank, ascending."""
        return tuple(self._grabs)

    @property
    def budget(self) -> Budget:
        """The error band among seats here, and the map's bound against other clocks."""
        clock_map = self._map
        if clock_map is None:
            return Budget(Quality.BOARD, ERROR_BANDS[Quality.BOARD], None)
        band = max(ERROR_BANDS[Quality.BOARD], round(TICKS_IN_BAND * clock_map.tick)) + self._shift
        return Budget(Quality.BOARD, Nanoseconds(band), clock_map.bound)

    @property
    def trouble(self) -> str:
        """What is wrong with the board and what to do, in a sentence; empty if all is well."""
        lost = self.lost()
        return self._link.trouble or (lost_changes(self.name, lost) if lost else "")

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None if its switch or the board isn't here."""
        session = self._session
        if session is None or not self._totem:
            return None
        return bool(session.levels & self._totem) == self._switched_high

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on: all seats are gone until the board answers."""
        self._listener = grab_listener
        for seat in self._grabs:
            grab_listener.line_gone(seat)
        self._link.start()

    def arming(self, at: Instant) -> None:
        """Map the board's clock by the newest exchanges, and keep that map while stamps come in.

        If we read the order late, some have come in since: their map is kept.
        """
        with self._lock:
            # Not earlier: the last arming keeps the clock on which it was ruled.
            if self._broken:
                self._start_clock()
            elif self._last_stamp is None or self._last_stamp < at:
                self._renew()

    def rest(self) -> None:
        """Do nothing: nobody else uses a board's buttons."""

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button was last reported as pressed; None without a session."""
        session = self._session
        return None if session is None else bool(session.levels & self._grabs[seat]) == self._pressed_high

    def lost(self) -> int:
        """Return how many changes boards have reported as lost here."""
        with self._lock:
            return self._lost_before + (self._session.lost if self._session is not None else 0)

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        self._link.light(sum(self._lamps.get(seat, 0) for seat in seats))

    def catch_up(self) -> None:
        """Deliver all changes that have happened by now; a board that doesn't answer is gone."""
        self._link.catch_up()

    def close(self) -> None:
        """Release the port."""
        self._link.close()

    def opened(self, session: BoardSession) -> None:
        """Begin with a new session: a new clock, and all seats are back."""
        with self._lock:
            self._session = session
            self._start_clock()
        for seat in self._grabs:
            self._listener.line_back(seat)
        stands = self.totem_stands
        if stands is not None:
            self._listener.totem_seen(stands)

    def jumped(self, session: BoardSession) -> None:
        """Report all seats as gone and back: it is unknown which contacts came before the jump."""
        with self._lock:
            self._renew()
            self._broken = True
        for seat in self._grabs:
            self._listener.line_gone(seat)
            self._listener.line_back(seat)

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Pass the edges of buttons, and the totem's moves, to the pad."""
        at = self._instant(moved.ticks)
        pressed, released = moved.to(self._pressed_high), moved.to(not self._pressed_high)
        closed, opened = moved.to(self._switched_high), moved.to(not self._switched_high)
        for seat, bit in self._grabs.items():
            if (pressed | released) & bit:
                self._listener.edge(seat, Edge(at, bool(pressed & bit), clock=self.clock))
        if (closed | opened) & self._turn:
            lost = self.lost()
            if closed & self._turn and lost != self._lost_by_turn:
                # The button's release may be among the lost changes.
                self._listener.turn_gone()
            self._lost_by_turn = lost
            self._listener.turn_edge(Edge(at, bool(closed & self._turn)))
        if closed & self._totem:
            self._listener.totem_seen(True)
        if opened & self._totem:
            self._listener.totem_left(at)

    def ended(self, session: BoardSession) -> None:
        """Report all seats as gone, once per session, even if called again."""
        with self._lock:
            if self._session is not session:
                return
            self._lost_before += session.lost
            self._session = None
        for seat in self._grabs:
            self._listener.line_gone(seat)
        if self._turn:
            self._listener.turn_gone()

    def _instant(self, ticks: int) -> Instant:
        """Map ticks of the open session to an instant."""
        with self._lock:
            assert self._map is not None
            before = self._map.instant(ticks)
            # An arming may last for minutes: renew the map after a rest, before it goes stale.
            if self._last_stamp is None or before - self._last_stamp > AT_REST:
                self._renew()
            elif before - self._map.at > HORIZON:
                # There is no rest: stamps of a moment ago are on the old map.
                self._renew()
                shift = abs(self._map.instant(ticks) - before)
                self._shift, self._shift_since = Nanoseconds(shift), before
            elif before - self._shift_since > AT_REST:
                self._shift = Nanoseconds(0)
            at = self._map.instant(ticks)
            self._last_stamp = at
            return at

    def _start_clock(self) -> None:
        self._clocks += 1
        self._broken = False
        self.clock = ClockId(f"board {self.name}, clock {self._clocks}")
        self._renew()

    def _renew(self) -> None:
        if self._session is not None:
            self._map = self._session.map
            # So that the first stamp takes the newest map: the clock may have jumped a little.
            self._last_stamp = None
            self._shift = Nanoseconds(0)


# Finds out which button of a grab board is pressed: listens on all pins of a board that may be a seat's.


class BoardLearner(BoardListener):
    """Calls `on_edge` with every edge of a board's pins, in the loop of its link.

    Stamps are in nanoseconds of the board's own clock. A board that was lost is heard again once it is back.
    """

    def __init__(
        self, wiring: Wiring, plug: BoardPlug, on_edge: Callable[[int, Edge], None], make_link: LinkMaker
    ) -> None:
        self._on_edge = on_edge
        self._clock = ClockId(f"board {plug.name}")
        self._pressed_high = wiring.pressed_high
        lamps, shared = wiring.mask(plug.name, "lamp"), wiring.mask(plug.name, "turn", "totem")
        inputs = sum(1 << pin for pin in BOARD_PINS) & ~(lamps | shared)
        self.link = make_link(plug, Wants(inputs, lamps, PULLS[wiring.pull]), self)
        self.link.start()

    def moved(self, session: BoardSession, moved: Moved) -> None:
        """Report the pins that were pressed or released, lowest first."""
        assert session.identity is not None
        at = Instant(moved.ticks * SECOND // session.identity.rate)
        pressed = moved.to(self._pressed_high)
        for pin in BOARD_PINS:
            if (moved.before ^ moved.after) >> pin & 1:
                self._on_edge(pin, Edge(at, bool(pressed >> pin & 1), clock=self._clock))
