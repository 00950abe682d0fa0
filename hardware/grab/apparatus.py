"""The grab apparatus: takes edges and levels, gives one verdict per arming.

It knows neither pins nor threads. Real and simulated pads feed it in the same way: edges as they arrive, and
`tick` at each `deadline`. `lines` and `adjudicate` work out from stamps alone what an edge means and who was
first; this module remembers the lines in between, and the verdict it gave.
Not thread-safe: a pad holds its lock around every call.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import SECOND, Clock, Instant, Nanoseconds
from hardware.grab import lines
from hardware.grab.adjudicate import (
    PICTURE,
    Budgets,
    Quality,
    Verdict,
    Void,
    VoidReason,
    adjudicate,
    quality_of,
    voided,
    with_picture,
)
from hardware.grab.contacts import STORM_REST, Contact, ContactState, ContactTimes, Edge, Seat, SeatStatus
from hardware.grab.lines import ButtonLine

# The ruling on one arming: a pure function of the arming, the lines' edges, and the budgets.
#
# `now` is only the time up to which all edges are known: at a later `now` a verdict's picture may differ, but
# not its result.


class Arming(Struct, frozen=True):
    """From `at` on, the first contact of a seat in `playing` counts."""

    number: int
    at: Instant
    playing: frozenset[Seat]


class Waiting(Struct, frozen=True):
    """No verdict yet. Unless another edge comes there is none before `until`; None: never."""

    until: Instant | None


def rule(
    board: Mapping[Seat, ButtonLine],
    arming: Arming,
    now: Instant,
    budgets: Budgets,
    timing: ContactTimes,
    trouble: VoidReason | None = None,
) -> Verdict | Waiting:
    """Rule on lines settled at `now`; `budgets` covers every clock that may have stamped an edge."""
    playing = {seat: line for seat, line in board.items() if seat in arming.playing}
    contenders = [first for line in playing.values() if (first := _contender(line, arming)) is not None]
    first = min(contenders, key=lambda contact: contact.at, default=None)
    if first is None:
        return Waiting(None)
    reach = _reach(first, budgets)
    closes_at = Instant(first.at + max(timing.window, reach))
    if now < closes_at:
        return Waiting(closes_at)
    for line in playing.values():
        # A touch that began early enough may still last long enough.
        may_begin = lines.undecided(line, now)
        if may_begin is not None and may_begin <= first.at + reach:
            return Waiting(lines.deadline(line, now, timing))
    ranked = [contact for contact in contenders if contact.earliest - first.at <= PICTURE]
    resting = [contact for line in playing.values() for contact in _resting(line, arming, timing)]
    return adjudicate(
        [*ranked, *resting, *_unranked(playing, ranked, first)],
        arming=arming.number,
        budgets=budgets,
        held={contact.seat for contact in resting if _lasts(contact, first.at, timing)},
        trouble=trouble,
        window=Nanoseconds(closes_at - first.at),
    )


def same_ruling(one: Verdict, other: Verdict) -> bool:
    """Return whether two verdicts have the same result, whatever their pictures show."""
    fields = ("seat", "seats", "reason")
    same = (getattr(one, field, None) == getattr(other, field, None) for field in fields)
    return type(one) is type(other) and all(same)


def _reach(first: Contact, budgets: Budgets) -> Nanoseconds:
    """Return how long after the first contact another may begin and not be ranked apart from it."""
    mine = budgets.get(first.clock)
    band = max((budget.band for budget in budgets.values()), default=0)
    theirs = max((budget.bound or 0 for clock, budget in budgets.items() if clock != first.clock), default=0)
    return Nanoseconds(band + theirs + (mine.bound or 0 if mine and len(budgets) > 1 else 0))


def _contender(line: ButtonLine, arming: Arming) -> Contact | None:
    """Return a seat's first contact in this arming; a doubtful one before it makes its start earlier.

    A doubtful one too early to be its bounce is returned instead: a ruling may have been due in between.
    """
    since: Instant | None = None
    doubtful: Contact | None = None
    for contact in line.contacts:
        if contact.at < arming.at or contact.standing is not ContactState.COUNTS:
            continue
        # `downs` first: with fifteen hands at once this runs often, and most never bounced.
        if contact.downs and contact.rested(arming.at):
            continue
        if doubtful is not None and (contact.follows or contact.earliest > doubtful.at):
            break
        since = contact.earliest if since is None else min(since, contact.earliest)
        # A contact that may have begun before the arming, or with an earlier touch, may be a resting hand.
        sure = contact.sure and since >= arming.at and not (contact.follows and doubtful is None)
        doubtful = replace(contact, since=max(since, arming.at), sure=sure)
        if contact.sure:
            break
    return doubtful


def _resting(line: ButtonLine, arming: Arming, timing: ContactTimes) -> Iterator[Contact]:
    """Yield the touch that was going on when the pad was armed."""
    open_since = arming.at - timing.lock_out
    for contact in line.contacts:
        # A shortcut: two seconds of quick play are many touches, nearly all of them over by then.
        if not contact.downs and contact.lasted is not None and contact.at + contact.lasted <= open_since:
            continue
        began = contact.at < arming.at and _lasts(contact, arming.at, timing)
        if began or (contact.downs and contact.rested(arming.at)):
            yield replace(contact, standing=ContactState.HELD)


def _unranked(playing: Mapping[Seat, ButtonLine], ranked: list[Contact], first: Contact) -> Iterator[Contact]:
    """Yield touches that are only drawn: too short, too many or too late."""
    ranked_touches = {(contact.seat, contact.at) for contact in ranked}
    for line in playing.values():
        for contact in (*line.contacts, *line.marks):
            if contact.standing is ContactState.COUNTS or contact.standing is ContactState.HELD:
                late = 0 <= contact.at - first.at <= PICTURE
                if late and (contact.seat, contact.at) not in ranked_touches:
                    yield replace(contact, standing=ContactState.LATE)
            elif abs(contact.at - first.at) > PICTURE:
                continue
            elif contact.standing is ContactState.STORMY:
                # The picture shows how long the seat is ignored.
                yield replace(contact, lasted=Nanoseconds(STORM_REST))
            else:
                yield contact


def _lasts(contact: Contact, at: Instant, timing: ContactTimes) -> bool:
    """Return whether a touch goes on at an instant: it ends a lock-out after the button opens."""
    return contact.lasted is None or contact.at + contact.lasted + timing.lock_out > at


DOUBT = Nanoseconds(3 * SECOND)
"""How long a lost line's return casts doubt on a first contact; a later one belongs to another duel."""

LOOK_AGAIN = Nanoseconds(1 * SECOND)
"""How often the level of a pressed button is read, to notice a lost release, or a lost chip."""


FORGET_EVERY = Nanoseconds(SECOND // 2)
"""How much longer than needed a contact may be kept, so that many are forgotten together."""


class Levels(Protocol):
    """What the apparatus reads between edges."""

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button is closed now; None if the line is gone."""

    def lost(self) -> int:
        """Return how many edges are known to have been lost since the pad was opened."""

    def budgets(self) -> Budgets:
        """Return every clock's error budget at this moment."""


class Apparatus:
    """All seats' lines, one arming after another.

    `on_verdict` is called when the window closes, and again with a Void for the same arming if a later edge
    contradicts it; `on_late` when only the picture changes; `on_state` when a seat's status changes.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        levels: Levels,
        clock: Clock,
        *,
        timing: ContactTimes,
        on_verdict: Callable[[Verdict], None],
        on_late: Callable[[Verdict], None],
        on_state: Callable[[Seat, SeatStatus], None],
    ) -> None:
        self.timing = timing
        self._levels = levels
        self._clock = clock
        self._on_verdict, self._on_late, self._on_state = on_verdict, on_late, on_state
        self._budgets = levels.budgets()
        self._lines: dict[Seat, ButtonLine] = {}
        # Settled lines that time alone can't change: a cache, for fifteen hands at once.
        self._at_rest: dict[Seat, ButtonLine] = {}
        # When each line must be checked next.
        self._due: dict[Seat, Instant | None] = {}
        # Lines whose level contradicted their edges: when, and the line before, if the edge still arrives.
        self._corrected: dict[Seat, tuple[Instant, ButtonLine]] = {}
        # Since when each line has been watched without a break.
        self._watched: dict[Seat, Instant] = {}
        # Seats not watched for part of this arming, and since when each is watched again; None: it isn't.
        self._unwatched: dict[Seat, Instant | None] = {}
        # Since then no contact was lost or forgotten.
        self._complete_from = Instant(0)
        self._arming: Arming | None = None
        self._number = 0
        self._verdict: Verdict | None = None
        self._trouble: VoidReason | None = None
        self._lost = levels.lost()
        self._next_read: Instant | None = None
        self._waits_until: Instant | None = None
        self.playing: frozenset[Seat] = frozenset(seats)
        """Seats that take part; contacts of others are ignored."""
        for seat in self.playing:
            closed = levels.closed(seat)
            unknown = ButtonLine(seat)
            self._watched[seat] = now = clock.now()
            self._store(unknown if closed is None else lines.level_read(unknown, closed, now), now)
        self._reported: dict[Seat, SeatStatus] = {seat: self.status(seat) for seat in self._lines}

    @property
    def quality(self) -> Quality:
        """How well contacts are stamped: `MIXED` for different kinds or clocks."""
        budgets = tuple(self._budgets.values())
        return quality_of(budgets) if budgets else Quality.MIXED

    @property
    def band(self) -> Nanoseconds:
        """The widest error band, including that between two clocks."""
        budgets = self._budgets.values()
        bands = [budget.band for budget in budgets]
        bounds = sorted(budget.bound or 0 for budget in budgets)
        return Nanoseconds(max(bands, default=0) + (sum(bounds[-2:]) if len(bounds) > 1 else 0))

    @property
    def armed(self) -> bool:
        """Whether a verdict is awaited."""
        return self._arming is not None and self._verdict is None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, ascending."""
        return tuple(sorted(self._lines))

    def status(self, seat: Seat) -> SeatStatus:
        """Return the state of the seat's button now. Raises KeyError for an unknown seat."""
        now = self._clock.now()
        return self._status(self._settled(seat, now), now)

    def arm(self, number: int | None = None, at: Instant | None = None) -> int:
        """Begin arming `number` (default: the next) as of `at` (default: now) and return its number.

        `at` may be in the past: edges since then are judged by their stamps as usual, and seats that weren't
        watched all that time are in doubt as after `line_back`.
        """
        self._note_losses()
        now = self._clock.now()
        self._number = self._number + 1 if number is None else number
        self._arming = arming = Arming(self._number, now if at is None else at, self.playing)
        self._verdict = None
        # An order to arm that we read late: whoever was first may be forgotten.
        self._trouble = VoidReason.SEQUENCE_GAP if arming.at < self._complete_from else None
        self._unwatched = {seat: since for seat, since in self._watched.items() if since > arming.at}
        self._budgets = self._levels.budgets()
        self._read_levels(now, tuple(self._lines), Instant(arming.at - 1))
        self._waits_until = at
        self._show_changes()
        return self._number

    def disarm(self) -> None:
        """End the arming without a verdict; buttons are still watched."""
        self._arming = self._verdict = self._waits_until = None
        self._show_changes()

    def edge(self, seat: Seat, edge: Edge) -> None:
        """Take an edge of `seat`. Raises KeyError for an unknown seat.

        Nothing is ruled on or shown yet: earlier edges may still be on their way.
        """
        line = self._lines[seat]
        read_at, before = self._corrected.pop(seat, (edge.at, line))
        # This is the edge that the level already showed; now we have its stamp.
        if edge.at <= read_at:
            line = before
        self._store(lines.take(self._forget(line, edge.at), edge, self.timing), Instant(edge.at - 1))
        if self._arming is not None and self._verdict is None:
            # An arming may last for minutes, and the map of another clock is renewed with its first stamp.
            self._budgets = self._levels.budgets()
        else:
            # Until the verdict, every look at the buttons notes losses.
            self._note_losses()
        if self._next_read is None and edge.closed:
            self._next_read = Instant(self._clock.now() + LOOK_AGAIN)

    def line_gone(self, seat: Seat) -> None:
        """Handle the loss of a seat's line."""
        now = self._clock.now()
        self._store(lines.disconnected(self._lines[seat], self.timing), now)
        self._corrected.pop(seat, None)
        self._unwatched[seat] = None
        # If a hand was on the button, a void verdict is due now.
        self._waits_until = now
        self._show(seat)

    def line_back(self, seat: Seat) -> None:
        """Handle the return of a seat's line, perhaps on another clock.

        A seat that comes back pressed may have been first meanwhile; one that comes back released is in doubt
        for `DOUBT`, by which time the others in that duel must have pressed.
        """
        now = self._clock.now()
        self._budgets = self._levels.budgets()
        closed = self._levels.closed(seat)
        if closed is None:
            self.line_gone(seat)
            return
        self._store(lines.level_read(self._lines[seat], closed, now), now)
        self._watched[seat] = now
        if seat in self._unwatched:
            self._unwatched[seat] = now
        self._waits_until = now
        self._show(seat)

    def deadline(self) -> Instant | None:
        """Return when `tick` is due next, in nanoseconds; None: not before another edge."""
        # Until the window closes the other lines needn't be checked, which saves time with fifteen hands.
        if self.armed and self._waits_until is not None:
            return self._waits_until
        due = (*self._due.values(), self._next_read, self._waits_until)
        return min((at for at in due if at is not None), default=None)

    def tick(self, now: Instant) -> None:
        """Do what is due by `now`. All edges up to then must have been delivered."""
        down = tuple(seat for seat, line in self._lines.items() if line.closed)
        if self._next_read is not None and self._next_read <= now:
            self._read_levels(now, down, now)
            self._next_read = Instant(now + LOOK_AGAIN)
        if not down:
            self._next_read = None
        self._review(now)

    def touched(self, since: Instant, until: Instant, now: Instant) -> bool:
        """Return whether a contact began between two instants, or one not yet known at `now` may have."""
        began: list[Instant | None] = []
        for seat in self._lines:
            line = self._settled(seat, now)
            began += [*(contact.at for contact in line.contacts), lines.undecided(line, now)]
        return any(at is not None and since <= at <= until for at in began)

    def _review(self, now: Instant) -> None:
        """Rule on what is known by `now`, and report what is new."""
        self._waits_until = None
        if self._arming is not None:
            ruling = self._rule(self._arming, now)
            if not isinstance(ruling, Waiting):
                self._announce(ruling)
            elif ruling.until is None and self._verdict is not None:
                # The contact behind the verdict turned out to be none.
                self._take_back(self._verdict)
            else:
                self._waits_until = ruling.until
        # The verdict comes first: showing fifteen hands takes time.
        for seat, due in self._due.items():
            if due is not None and due <= now:
                self._due[seat] = lines.deadline(self._lines[seat], now, self.timing)
                self._show(seat)

    def _rule(self, arming: Arming, now: Instant) -> Verdict | Waiting:
        board = {seat: self._settled(seat, now) for seat in self._lines}
        self._note_losses()
        ruling = rule(board, arming, now, self._budgets, self.timing, self._trouble)
        if self._verdict is not None:
            return ruling
        if isinstance(ruling, Waiting):
            return self._came_back_pressed(arming, now) or ruling
        if self._trouble is None and self._was_away(ruling.at):
            self._trouble = VoidReason.UNPLUGGED
            return rule(board, arming, now, self._budgets, self.timing, self._trouble)
        return ruling

    def _note_losses(self) -> None:
        """Void this arming, and any that began before now, if edges were lost since the last look."""
        lost = self._levels.lost()
        if lost != self._lost:
            self._lost, self._complete_from = lost, self._clock.now()
            # Edges lost after a verdict don't concern it.
            if self._verdict is None:
                self._trouble = VoidReason.SEQUENCE_GAP

    def _announce(self, ruling: Verdict) -> None:
        given = self._verdict
        if given is None:
            self._verdict = ruling
            self._on_verdict(ruling)
        elif isinstance(given, Void):
            # A void verdict stays void; only its picture grows.
            self._picture(voided(ruling, given.reason))
        elif same_ruling(given, ruling):
            self._picture(ruling)
        elif isinstance(ruling, Void):
            # Mere doubt doesn't undo a verdict.
            self._picture(with_picture(given, ruling))
        else:
            self._take_back(ruling)

    def _take_back(self, verdict: Verdict) -> None:
        """Void the verdict that was given, unless it is void already."""
        if not isinstance(self._verdict, Void):
            self._verdict = voided(verdict, VoidReason.LATE_EDGE)
            self._on_verdict(self._verdict)

    def _picture(self, verdict: Verdict) -> None:
        if verdict != self._verdict:
            self._verdict = verdict
            self._on_late(verdict)

    def _was_away(self, first: Instant) -> bool:
        """Return whether a playing seat's line is gone, or came back less than `DOUBT` before `first`."""
        returns = [back for seat, back in self._unwatched.items() if seat in self.playing]
        return any(back is None or first - back < DOUBT for back in returns)

    def _came_back_pressed(self, arming: Arming, now: Instant) -> Verdict | Waiting | None:
        """Rule void if a lost line came back pressed, after a lock-out: nobody saw when it was pressed."""
        back = [
            Contact(seat, at, ContactState.HELD)
            for seat, at in self._unwatched.items()
            if at is not None and seat in arming.playing and self._lines[seat].contact is not None
        ]
        if not back:
            return None
        rules_at = Instant(min(contact.at for contact in back) + self.timing.lock_out)
        if now < rules_at:
            return Waiting(rules_at)
        held = [contact.seat for contact in back]
        return adjudicate(
            back, arming=arming.number, budgets=self._budgets, held=held, trouble=VoidReason.UNPLUGGED
        )

    def _read_levels(self, now: Instant, seats: Iterable[Seat], moved: Instant) -> None:
        """Read levels; if one contradicts the edges, the line moved unseen, by `moved` at the latest.

        A button that is down at arming, and whose edge never comes, was down before.
        """
        for seat in seats:
            line = self._lines[seat]
            if line.gone:
                continue
            closed = self._levels.closed(seat)
            if closed is None:
                self.line_gone(seat)
            elif line.edge is None:
                self._store(lines.level_read(line, closed, now), now)
            elif closed is not line.closed:
                self._corrected[seat] = now, self._corrected.get(seat, (now, line))[1]
                last = line.edge
                unseen = Edge(max(moved, last.at), closed, since=last.at, clock=last.clock)
                self._store(lines.take(line, unseen, self.timing), Instant(unseen.at - 1))

    def _forget(self, line: ButtonLine, now: Instant) -> ButtonLine:
        """Drop what neither this arming nor the next can need: a loose wire touches very often."""
        arming, verdict, long_ago = self._arming, self._verdict, now - lines.REMEMBERED
        # Many together: looking through all of them at each edge would double the work of an edge.
        if all(oldest.at >= long_ago - FORGET_EVERY for oldest in (*line.contacts[:1], *line.marks[:1])):
            return line

        def needed(contact: Contact) -> bool:
            if contact.at >= long_ago:
                return True
            if arming is None or contact.seat not in arming.playing:
                return False
            if contact.at < arming.at - lines.REMEMBERED:
                return False
            # Whatever may be first is needed until the verdict, and what is near that for its picture.
            if verdict is None:
                return contact.standing is not ContactState.STORMY
            return contact.at <= verdict.at + lines.REMEMBERED

        kept = lines.forget(line, needed)
        dropped = {*line.contacts} - {*kept.contacts} if len(kept.contacts) < len(line.contacts) else ()
        counted = [Instant(contact.at + 1) for contact in dropped if contact.standing is ContactState.COUNTS]
        self._complete_from = max([self._complete_from, *counted])
        return kept

    def _store(self, line: ButtonLine, after: Instant) -> None:
        """Store a changed line, and schedule its first check after `after`."""
        self._lines[line.seat] = line
        self._at_rest.pop(line.seat, None)
        self._due[line.seat] = lines.deadline(line, after, self.timing)

    def _settled(self, seat: Seat, now: Instant) -> ButtonLine:
        line = self._at_rest.get(seat)
        if line is None:
            line = lines.settle(self._lines[seat], now, self.timing)
            if lines.at_rest(line):
                self._at_rest[seat] = line
        return line

    def _status(self, line: ButtonLine, now: Instant) -> SeatStatus:
        armed_at = self._arming.at if self._arming is not None else None
        return lines.status(line, now, armed_at, self.timing)

    def _show_changes(self) -> None:
        for seat in self._lines:
            self._show(seat)

    def _show(self, seat: Seat) -> None:
        status = self.status(seat)
        if status != self._reported[seat]:
            self._reported[seat] = status
            self._on_state(seat, status)
