"""What real and simulated pads share: a lock, an alarm, winners' lamps, turn button and totem."""

import threading
from collections.abc import Callable, Iterable

from companion.clock import SECOND, Clock, Instant, Nanoseconds
from hardware.errors import report_fault
from hardware.grab import lines
from hardware.grab.adjudicate import DeadHeat, Decided, Quality, Verdict
from hardware.grab.alarm import Alarm
from hardware.grab.apparatus import Apparatus, Levels
from hardware.grab.contacts import ContactTimes, Edge, Seat, SeatStatus
from hardware.grab.lines import ButtonLine
from hardware.machine import Closing

# The app's view of grab buttons, real or simulated.
#
# Callbacks come from the hardware's own threads, one at a time. They must be quick and must not wait for
# another thread (use a queue). They may arm and disarm the pad.


def ignore(*_: object) -> None:
    """Do nothing: the callback until one is set."""


class Callbacks:
    """A pad's callbacks; they do nothing until set.

    `on_verdict` gets the verdict of an arming, and a Void for the same arming if a late edge contradicts it;
    `on_late` gets the verdict with later contacts added to its picture. Each arming has one verdict; then
    call `arm` again.
    """

    def __init__(self) -> None:
        self.on_verdict: Callable[[Verdict], None] = ignore
        self.on_late: Callable[[Verdict], None] = ignore
        self.on_state_change: Callable[[Seat, SeatStatus], None] = ignore
        self.on_turn: Callable[[Instant], None] = ignore
        self.on_totem_fell: Callable[[Instant], None] = ignore


def lamps_of(verdict: Verdict) -> tuple[Seat, ...]:
    """Return the seats whose lamps a verdict lights."""
    if isinstance(verdict, Decided):
        return (verdict.seat,)
    return verdict.seats if isinstance(verdict, DeadHeat) else ()


FALL_GRACE = Nanoseconds(SECOND // 2)
"""A totem that leaves its base this close to a contact was grabbed; otherwise it fell."""

TURN_LOCK_OUT = Nanoseconds(3 * SECOND // 10)
"""The turn button pressed again within this is a nervous finger, not another turn."""

TURN = Seat(-1)
"""Stands for the turn button, which has no seat."""


class PadBase(Callbacks, Closing):
    """Grab buttons for every seat, an optional shared turn button, an optional totem on a switch.

    Knows no hardware: subclasses call `edge`, `line_gone` and the turn and totem methods.
    """

    has_priority = True
    """Whether the buttons take priority over busy programs; set by the process that runs the pad."""

    def __init__(
        self,
        seats: Iterable[Seat],
        levels: Levels,
        clock: Clock,
        alarm: Alarm,
        *,
        timing: ContactTimes,
    ) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._ended = False
        self._clock = clock
        self._alarm = alarm
        self.lit: tuple[Seat, ...] = ()
        """Seats whose lamp is lit, ascending; the pad lights winners itself, `arm` turns them off."""
        self.totem_stands: bool | None = None
        """Whether the totem stands on its base; None without a base switch."""
        self._totem_left: Instant | None = None
        self._due: Instant | None = None
        self._turn = ButtonLine(TURN)
        self._last_turn: Instant | None = None
        self._turn_due: Instant | None = None
        self._apparatus = Apparatus(
            seats,
            levels,
            clock,
            timing=timing,
            on_verdict=self._verdict,
            on_late=lambda verdict: self.on_late(verdict),
            on_state=lambda seat, status: self.on_state_change(seat, status),
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have a button, ascending."""
        return self._apparatus.seats

    @property
    def quality(self) -> Quality:
        """How well contacts are stamped."""
        return self._apparatus.quality

    @property
    def band(self) -> Nanoseconds:
        """The error band: contacts no further apart are a dead heat; the widest, if clocks differ."""
        return self._apparatus.band

    @property
    def trouble(self) -> str:
        """What is wrong with the buttons and what to do, in a sentence; empty if all is well."""
        return ""

    @property
    def armed(self) -> bool:
        """Whether the next contact counts."""
        return self._apparatus.armed

    @property
    def states(self) -> dict[Seat, SeatStatus]:
        """Each seat's button status now."""
        with self._lock:
            return {seat: self._apparatus.status(seat) for seat in self._apparatus.seats}

    def play(self, seats: Iterable[Seat]) -> None:
        """Let only these seats take part in grabs from now on; at first all do."""
        with self._lock:
            self._apparatus.playing = frozenset(seats)

    def arm(self, number: int | None = None, at: Instant | None = None) -> int:
        """Turn lamps off and begin arming `number` as of `at` (default: the next, now); return its number.

        Buttons that are down now count as held.
        """
        with self._lock:
            self.light(())
            number = self._apparatus.arm(number, at)
            self._set_alarm()
            return number

    def disarm(self) -> None:
        """Give no verdict on grabs until the next `arm`."""
        with self._lock:
            self._apparatus.disarm()
            self._set_alarm()

    def light(self, seats: Iterable[Seat]) -> None:
        """Record that these seats are lit and no others; pads with lamps extend this."""
        self.lit = tuple(sorted(seats))

    def close(self) -> None:
        """Cancel the alarm; no callback runs afterwards. Don't call from within a callback."""
        with self._lock:
            self._ended = True
        self._alarm.call_at(None, self._ring)

    def edge(self, seat: Seat, edge: Edge) -> None:
        """Take an edge of a seat's button."""
        with self._lock:
            if not self._ended:
                self._apparatus.edge(seat, edge)
                self._set_alarm()

    def line_gone(self, seat: Seat) -> None:
        """Handle the loss of a seat's line."""
        with self._lock:
            if not self._ended:
                self._apparatus.line_gone(seat)

    def line_back(self, seat: Seat) -> None:
        """Handle the return of a seat's line."""
        with self._lock:
            if not self._ended:
                self._apparatus.line_back(seat)
                self._set_alarm()

    def turn_edge(self, edge: Edge) -> None:
        """Take an edge of the turn button."""
        with self._lock:
            if not self._ended:
                self._turn = lines.take(self._turn, edge, self._apparatus.timing)
                lasts = self._apparatus.timing.minimum_contact if edge.closed else 0
                self._turn_due = Instant(edge.at + lasts)
                self._set_alarm()

    def turn_gone(self) -> None:
        """Forget the turn button's state: edges may have been lost."""
        with self._lock:
            self._turn, self._turn_due = ButtonLine(TURN), None

    def totem_left(self, at: Instant) -> None:
        """Handle the totem leaving its base at `at`."""
        with self._lock:
            self.totem_stands = False
            if self._totem_left is None and not self._ended:
                self._totem_left = at
                self._set_alarm()

    def totem_seen(self, stands: bool) -> None:
        """Set whether the totem stands, and report no fall: it was bumped, or its switch was unreadable."""
        with self._lock:
            self.totem_stands = stands
            self._totem_left = None

    def _totem_is_back(self) -> bool | None:
        """Return whether the totem stands after all: the last edge may have been misread while it rocked.

        None if its switch can't be read.
        """
        return self.totem_stands

    def _set_alarm(self) -> None:
        falls_at = None if self._totem_left is None else Instant(self._totem_left + FALL_GRACE)
        due = self._apparatus.deadline()
        for at in (falls_at, self._turn_due):
            if at is not None and (due is None or at < due):
                due = at
        if due != self._due:
            self._due = due
            self._alarm.call_at(due, self._ring)

    def _catch_up(self) -> None:
        """Deliver edges that have happened, before a ruling; called without the lock."""

    def _delivered_until(self) -> Instant:
        """Return the time up to which all edges are delivered after a catch-up."""
        return self._clock.now()

    def _ring(self, due: Instant) -> None:
        with self._lock:
            self._due = None
        now = self._delivered_until()
        try:
            self._catch_up()
        finally:
            with self._lock:
                if not self._ended:
                    self._judge(now)

    def _judge(self, now: Instant) -> None:
        try:
            self._apparatus.tick(now)
            self._judge_fall(now)
            if self._turn_due is not None and self._turn_due <= now:
                self._judge_turn(now)
        finally:
            self._set_alarm()

    def _judge_turn(self, now: Instant) -> None:
        """Report new presses of the turn button; neither bounce nor a hand that stays is another turn."""
        timing = self._apparatus.timing
        self._turn_due = lines.deadline(self._turn, now, timing)
        settled = lines.settle(self._turn, now, timing)
        pressed = [contact.at for contact in settled.contacts]
        self._turn = lines.forget(self._turn, lambda contact: contact.at >= now)
        for at in pressed:
            last = self._last_turn
            if last is not None and at - last < TURN_LOCK_OUT:
                continue
            self._last_turn = at
            self.on_turn(at)

    def _judge_fall(self, now: Instant) -> None:
        left_at = self._totem_left
        if left_at is None or self._clock.now() < left_at + FALL_GRACE:
            return
        self._totem_left = None
        grabbed = self._apparatus.touched(Instant(left_at - FALL_GRACE), Instant(left_at + FALL_GRACE), now)
        self.totem_stands = self._totem_is_back()
        if self.totem_stands is False and not grabbed:
            self.on_totem_fell(left_at)

    def _verdict(self, verdict: Verdict) -> None:
        # The lamp first: players look there, and the screen may take a frame.
        try:
            self.light(lamps_of(verdict))
        except Exception:  # noqa: BLE001 - a faulty lamp must not stop the verdict
            report_fault()
        self.on_verdict(verdict)
