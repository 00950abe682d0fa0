"""The grab apparatus: press edges and levels in, one verdict an arming out.

It knows no pin and no thread. Real and simulated pads feed it the same way: edges as they arrive, `tick` when
`deadline` has come. Not thread-safe: a pad holds its lock around every call.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.structs import replace

from companion.clock import SECOND, Clock, Instant, Nanoseconds
from hardware import contacts
from hardware.adjudicate import PICTURE, Budgets, Quality, Verdict, Void, VoidReason, adjudicate, with_late
from hardware.contacts import MONOTONIC, ClockId, Contact, Line, Seat, SeatStatus, Standing, Timing

DOUBT = Nanoseconds(3 * SECOND)
"""After a line was away and is back: whoever presses later than this isn't late for a duel of meanwhile."""


class Levels(Protocol):
    """What the apparatus asks of its lines between edges."""

    def closed(self, seat: Seat) -> bool | None:
        """Whether the seat's button is closed now; None if the line is gone."""
        ...

    def lost(self) -> int:
        """How many edges are known to have been lost since the pad was opened."""
        ...

    def budgets(self) -> Budgets:
        """What the stamps of every clock are worth now; asked at each arming and with each contact."""
        ...


class Apparatus:
    """All seats' lines, one arming after another.

    `on_verdict` is called when the window closes, and again with a Void of the same arming if an earlier edge
    turns up; `on_late` when a late contact is added to the picture; `on_state` when a seat changes.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        levels: Levels,
        clock: Clock,
        *,
        timing: Timing,
        on_verdict: Callable[[Verdict], None],
        on_late: Callable[[Verdict], None],
        on_state: Callable[[Seat, SeatStatus], None],
    ) -> None:
        self.timing = timing
        self._levels = levels
        self._budgets = levels.budgets()
        self._clock = clock
        self._lines: dict[Seat, Line] = {seat: Line() for seat in seats}
        self._shown: dict[Seat, SeatStatus] = {seat: self.status(seat) for seat in self._lines}
        self._on_verdict, self._on_late, self._on_state = on_verdict, on_late, on_state
        self._arming = 0
        self._armed = False
        self._lost_before = 0
        # Seats that went missing in this arming, and when each was back.
        self._went: dict[Seat, Instant | None] = {}
        self._contacts: dict[tuple[Seat, Standing], Contact] = {}
        self._lead: Contact | None = None
        self._looked: set[Seat] = set()
        self._look_at = Instant(0)
        self._confirmed: set[Seat] = set()
        self._verdict: Verdict | None = None
        self._next_look: Instant | None = None
        self.playing: frozenset[Seat] = frozenset(self._lines)
        """Seats that take part: a contact of another one means nothing."""

    @property
    def quality(self) -> Quality:
        """How well contacts are stamped: `MIXED` where there is more than one clock."""
        qualities = [budget.quality for budget in self._budgets.values()]
        return qualities[0] if len(qualities) == 1 else Quality.MIXED

    @property
    def band(self) -> Nanoseconds:
        """The widest tie band there is, that between two clocks included."""
        budgets = self._budgets.values()
        bands = [budget.band for budget in budgets]
        bounds = sorted(budget.bound or 0 for budget in budgets)
        return Nanoseconds(max(bands, default=0) + (sum(bounds[-2:]) if len(bounds) > 1 else 0))

    @property
    def _window(self) -> Nanoseconds:
        # Whoever is tied with the first must be old enough at the close to be confirmed as well.
        return Nanoseconds(max(self.timing.window, self.band + 2 * self.timing.minimum_contact))

    @property
    def armed(self) -> bool:
        """Whether the next contact opens a window."""
        return self._armed

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, ascending."""
        return tuple(sorted(self._lines))

    def status(self, seat: Seat) -> SeatStatus:
        """Return what the seat's button is doing now; KeyError for a seat that isn't there."""
        return contacts.status(self._lines[seat], self._clock.now(), self.timing)

    def arm(self) -> int:
        """Start a new arming and return its number; every button down now is held."""
        self._budgets = self._levels.budgets()
        armed_at = self._clock.now()
        closed = {seat: self._read(seat) for seat in self._lines}
        read_by = self._clock.now()
        for seat, is_closed in closed.items():
            line = self._lines[seat]
            # A press whose edge is still on its way must be found open by that edge: it may be a contact.
            if not is_closed:
                line = contacts.level(line, is_closed, read_by, self.timing)
            self._lines[seat] = contacts.arm(line, is_closed, armed_at, read_by)
        self._arming += 1
        self._armed = True
        self._lost_before = self._levels.lost()
        self._went.clear()
        self._forget_contacts()
        self._verdict = None
        self._look_again(read_by)
        self._show_changes()
        return self._arming

    def disarm(self) -> None:
        """End the arming without a verdict; buttons are still watched."""
        self._armed = False
        self._verdict = None
        self._forget_contacts()
        for seat, line in self._lines.items():
            self._lines[seat] = contacts.disarm(line)
        self._look_again(self._clock.now())
        self._show_changes()

    def press(self, seat: Seat, at: Instant, clock: ClockId = MONOTONIC) -> None:
        """Take a press edge of `seat` stamped `at` by `clock`; KeyError for a seat that isn't there."""
        self._lines[seat], standing = contacts.edge(self._lines[seat], at, self.timing)
        if standing is not None and seat in self.playing:
            contact = Contact(seat, at, standing, clock)
            if self._armed:
                self._collect(contact)
            elif self._verdict is not None:
                self._add_late(self._verdict, contact)
        if self._next_look is None:
            self._next_look = Instant(self._clock.now() + self.timing.level_check)
        self._show(seat)

    def released(self, seat: Seat, at: Instant) -> None:
        """Take a release stamped `at`: it shows how long a touch was that nobody looked at in time."""
        contact = self._contacts.get((seat, Standing.COUNTS))
        if contact is not None and at - contact.at >= self.timing.minimum_contact:
            self._confirmed.add(seat)

    def gone(self, seat: Seat) -> None:
        """Take note that the seat's line is no longer there."""
        self._lines[seat] = Line(gone=True, tried=self._lines[seat].tried)
        self._went[seat] = None
        self._show(seat)

    def back(self, seat: Seat) -> None:
        """Take note that the seat's line is there again, stamped by whatever clock it has now.

        Whoever comes back pressed may have been first meanwhile; whoever was let go again by then is in doubt
        for `DOUBT`, in which the others of that duel must have pressed.
        """
        now = self._clock.now()
        self._budgets = self._levels.budgets()
        self._lines[seat] = Line(tried=self._lines[seat].tried)
        closed = self._read(seat)
        self._lines[seat] = contacts.level(self._lines[seat], closed, now, self.timing)
        if self._armed:
            self._lines[seat] = contacts.arm(self._lines[seat], closed, now, now)
            if seat in self._went and not self._lines[seat].gone:
                self._went[seat] = now
                if closed and seat in self.playing:
                    self._collect(Contact(seat, now, Standing.HELD))
        self._look_again(now)
        self._show(seat)

    def deadline(self) -> Instant | None:
        """When `tick` is due next, in nanoseconds; None: not before another edge."""
        at = self._next_look
        for other in (self._confirms_at(), self._closes_at()):
            if other is not None and (at is None or other < at):
                at = other
        return at

    def tick(self, now: Instant) -> None:
        """Do what is due by `now`: confirm contacts, close the window, look for releases.

        All edges that happened by then must have been told.
        """
        confirms_at, closes_at = self._confirms_at(), self._closes_at()
        if confirms_at is not None and confirms_at <= now:
            self._confirm()
        if closes_at is not None and closes_at <= now:
            self._close(now)
        if self._next_look is not None and self._next_look <= now:
            self._look(now)
            self._show_changes()

    def _read(self, seat: Seat) -> bool:
        """Read a level; a line that turns out to be gone is taken note of and reads as open."""
        if self._lines[seat].gone:
            return False
        closed = self._levels.closed(seat)
        if closed is None:
            self.gone(seat)
        return bool(closed)

    def _of(self, standing: Standing) -> list[Contact]:
        return [contact for contact in self._contacts.values() if contact.standing is standing]

    def _collect(self, contact: Contact) -> None:
        """Keep the first contact of each standing that a seat makes."""
        # An arming may last for minutes, and a map of another clock is made anew with its first stamp.
        self._budgets = self._levels.budgets()
        if (contact.seat, contact.standing) not in self._contacts:
            self._contacts[contact.seat, contact.standing] = contact
            self._lead = contact if self._lead is None else min(self._lead, contact, key=_rank)

    def _closes_at(self) -> Instant | None:
        """The window hangs on the first contact that counts; without one, bounce gets time to die down."""
        if not self._armed or self._lead is None:
            return None
        counts = self._lead.standing is Standing.COUNTS
        closes_at = self._lead.at + (self._window if counts else self.timing.lock_out)
        return Instant(max(closes_at, self._look_at))

    def _confirms_at(self) -> Instant | None:
        """The first is looked at twice, now and at the close: while it bounces a look may find it open."""
        lead = self._lead if self._armed else None
        if lead is None or lead.standing is not Standing.COUNTS or lead.seat in self._looked:
            return None
        return Instant(lead.at + self.timing.minimum_contact)

    def _confirm(self) -> None:
        if self._lead is not None:
            self._looked.add(self._lead.seat)
            if self._lasted(self._lead):
                self._confirmed.add(self._lead.seat)

    def _lasted(self, contact: Contact) -> bool:
        """Whether the touch outlasted the minimum contact: it is still there, or still chattering."""
        last_edge = self._lines[contact.seat].quiet_from
        chattering = last_edge is not None and last_edge - contact.at >= self.timing.minimum_contact
        # A line that went can't be looked at any more; the verdict is void in any case.
        return chattering or self._read(contact.seat) or contact.seat in self._went

    def _close(self, now: Instant) -> None:
        if self._lead is not None and self._lead.standing is Standing.COUNTS and not self._drop_brief(now):
            self._look_at = Instant(now + self.timing.minimum_contact)
            return
        self._lead = min(self._contacts.values(), key=_rank, default=None)
        closes_at = self._closes_at()
        if closes_at is None or closes_at > now:
            return
        # A hand that only left its button made edges too: that is no press, so there is nothing to rule on.
        repressed = [contact for contact in self._of(Standing.HELD) if self._read(contact.seat)]
        if not self._of(Standing.COUNTS) and not repressed:
            self._forget_contacts()
            return
        self._armed = False
        self._verdict = self._rule(self._trouble())
        self._on_verdict(self._verdict)

    def _drop_brief(self, now: Instant) -> bool:
        """Take touches that didn't last out of the ranking, down to the second place: no further matters.

        False while one may still be bouncing: an open level proves nothing before the lock-out is over.
        """
        first: Instant | None = None
        for contact in sorted(self._of(Standing.COUNTS), key=_rank):
            if contact.seat not in self._confirmed and self._lasted(contact):
                self._confirmed.add(contact.seat)
            if contact.seat not in self._confirmed:
                if now - contact.at < self.timing.lock_out:
                    return False
                del self._contacts[contact.seat, Standing.COUNTS]
                self._contacts[contact.seat, Standing.BRIEF] = replace(contact, standing=Standing.BRIEF)
            elif first is None:
                first = contact.at
            elif contact.at - first > self.band:
                break
        return True

    def _rule(self, trouble: VoidReason | None) -> Verdict:
        return adjudicate(
            self._contacts.values(),
            arming=self._arming,
            budgets=self._budgets,
            held=[seat for seat, line in self._lines.items() if line.held],
            trouble=trouble,
        )

    def _trouble(self) -> VoidReason | None:
        if self._levels.lost() != self._lost_before:
            return VoidReason.SEQUENCE_GAP
        first = self._lead.at if self._lead is not None else self._clock.now()
        went = [back for seat, back in self._went.items() if seat in self.playing]
        doubtful = any(back is None or first - back < DOUBT for back in went)
        return VoidReason.UNPLUGGED if doubtful else None

    def _add_late(self, verdict: Verdict, contact: Contact) -> None:
        in_time = contact.standing is Standing.COUNTS and contact.at - verdict.at <= self.band
        if in_time and not isinstance(verdict, Void):
            self._contacts[contact.seat, contact.standing] = contact
            self._verdict = self._rule(VoidReason.LATE_EDGE)
            self._on_verdict(self._verdict)
        elif contact.at - verdict.at <= PICTURE:
            self._verdict = with_late(verdict, [contact])
            self._on_late(self._verdict)

    def _look(self, now: Instant) -> None:
        for seat, line in self._lines.items():
            if contacts.needs_look(line, now, self.timing):
                closed = self._read(seat)
                self._lines[seat] = contacts.level(self._lines[seat], closed, now, self.timing)
        self._next_look = None
        self._look_again(now)

    def _look_again(self, now: Instant) -> None:
        if self._next_look is None and any(
            contacts.needs_look(line, now, self.timing) for line in self._lines.values()
        ):
            self._next_look = Instant(now + self.timing.level_check)

    def _forget_contacts(self) -> None:
        self._contacts.clear()
        self._looked.clear()
        self._look_at = Instant(0)
        self._confirmed.clear()
        self._lead = None

    def _show_changes(self) -> None:
        for seat in self._lines:
            self._show(seat)

    def _show(self, seat: Seat) -> None:
        status = self.status(seat)
        if status != self._shown[seat]:
            self._shown[seat] = status
            self._on_state(seat, status)


def _rank(contact: Contact) -> tuple[bool, Instant]:
    """Order contacts so that the least is the one the window hangs on: first of those that count."""
    return contact.standing is not Standing.COUNTS, contact.at
