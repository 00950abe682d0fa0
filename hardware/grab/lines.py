"""What a series of edges means: bounce, brush, contact, release. docs/timing.md has the table.

Pure, and independent of when edges arrive: `take` adds one edge after another; `settle` adds what time alone
brings about (a closure or an opening has lasted long enough), up to an instant by which all edges are known.
A line that is settled later gets the same contacts with the same stamps.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.grab.contacts import (
    BOUNCE,
    REACH,
    SPIKE,
    STORM_REST,
    STORM_SPAN,
    WORST_BOUNCE,
    Contact,
    ContactState,
    ContactTimes,
    Edge,
    Seat,
    SeatState,
    SeatStatus,
)

REMEMBERED = Nanoseconds(2 * SECOND)
"""How long a contact is remembered at least: an arming may come that late, and the picture shows a second."""

LABELLED = Nanoseconds(20 * MILLISECOND)
"""How late after an edge the kernel's thread may read the level that labels it press or release."""

MOST_MARKS = 32
"""Most brushes and spikes remembered for the picture."""


class Closure(Struct, frozen=True):
    """The button closed and opened again; both are one edge if the closing was never seen."""

    pressed: Edge
    released: Edge


class ButtonLine(Struct, frozen=True):
    """What is known of one seat's button, independent of armings."""

    seat: Seat
    edge: Edge | None = None
    """The last edge; None before the line is first read, or while it is gone."""
    closures: tuple[Closure, ...] = ()
    """Closures before the last edge that may still turn out to be a contact's bounce."""
    contact: Contact | None = None
    """The contact of the current touch, if any."""
    landed: bool = False
    """The current touch has its contact: everything until the release belongs to it."""
    loose: bool = False
    """It is unknown whether the last touch was released: an opening may have been long enough."""
    contacts: tuple[Contact, ...] = ()
    """Recent contacts, oldest first, including that of the current touch."""
    marks: tuple[Contact, ...] = ()
    """Recent brushes and spikes, oldest first."""
    strokes: tuple[Instant, ...] = ()
    """Times of recent strokes, at most `ContactTimes.storm_strokes`."""
    stormy: bool = False
    gone: bool = False
    tried: bool = False

    @property
    def closed(self) -> bool:
        """Whether the button is closed, according to its last edge."""
        return self.edge is not None and self.edge.closed


def level_read(line: ButtonLine, closed: bool, now: Instant) -> ButtonLine:
    """Return a line whose level is read for the first time, or again: a button that is down is held."""
    contact = Contact(line.seat, now, ContactState.HELD) if closed else None
    return ButtonLine(
        line.seat,
        Edge(now, closed),
        contact=contact,
        landed=closed,
        contacts=(*line.contacts, contact) if contact else line.contacts,
        marks=line.marks,
        tried=line.tried or closed,
    )


def disconnected(line: ButtonLine, timing: ContactTimes) -> ButtonLine:
    """Return the line once it can't be read any more: a closure whose end nobody saw is a contact."""
    if line.closed and not line.landed:
        line = _land(line, timing, sure=True)
    return ButtonLine(line.seat, contacts=line.contacts, marks=line.marks, gone=True, tried=line.tried)


def take(line: ButtonLine, edge: Edge, timing: ContactTimes) -> ButtonLine:
    """Return the line after its next edge."""
    last = line.edge or Edge(edge.earliest, not edge.closed, clock=edge.clock)
    # A line's edges come in order, but after a new mapping of its clock one may seem slightly too early.
    at = max(edge.at, last.at)
    edge = replace(edge, at=at, since=min(edge.earliest, at))
    misread = _may_be_press(line.closures, last)
    line = settle(replace(line, edge=last), edge.earliest, timing)
    if last.closed:
        # The closure was long enough if it began as early, or ended as late, as it may have.
        if not line.landed and edge.at - last.earliest >= timing.minimum_contact:
            line = _land(line, timing, sure=False)
        if line.landed and edge.at - last.at >= timing.minimum_contact:
            line = _struck(line, last.at, timing)
        line = _close(line, Closure(last, edge))
    opened = edge.earliest if last.closed else last.earliest
    unseen = not edge.closed and not last.closed
    # A press, or the rest of one, after an opening that may have been long enough for a release.
    pressed = edge.closed or (unseen and edge.earliest < edge.at)
    if pressed and line.contact is not None and edge.at - opened >= timing.lock_out:
        line = replace(line, landed=False, loose=True)
    if unseen:
        line = _unseen(line, last if misread else edge, edge, timing)
    return replace(line, edge=edge, tried=line.tried or edge.closed)


def settle(line: ButtonLine, now: Instant, timing: ContactTimes) -> ButtonLine:
    """Return the line at `now`, with no edge since the last one taken."""
    edge = line.edge
    if edge is None:
        return line
    if edge.closed:
        if not line.landed and now - edge.at >= timing.minimum_contact:
            line = _land(line, timing, sure=not line.loose)
    elif not _released(line) and now - edge.at >= _release_after(line, timing):
        line = _release(line)
    if line.stormy and now - line.strokes[-1] >= STORM_REST:
        line = replace(line, stormy=False, strokes=())
    return line


def undecided(line: ButtonLine, now: Instant) -> Instant | None:
    """Return the earliest time at which a contact not known yet may have begun; None: there can't be one.

    All edges up to `now` must be known, and the line settled at `now`.
    """
    edge = line.edge
    if edge is None or line.landed:
        return None
    if edge.closed:
        return _began(line.closures, edge)[1]
    if line.closures and now - line.closures[-1].released.at <= WORST_BOUNCE:
        return _began(line.closures, Edge(now, closed=True))[1]
    return _began(line.closures[:-1], edge)[1] if _may_be_press(line.closures, edge) else None


def deadline(line: ButtonLine, after: Instant, timing: ContactTimes) -> Instant | None:
    """Return when the line can first change after `after` if no edge comes; None: never."""
    edge = line.edge
    if edge is None:
        return None
    due = []
    if edge.closed:
        due = [edge.at + timing.minimum_contact, edge.at + timing.stuck_after]
    elif not _released(line):
        due = [edge.at + WORST_BOUNCE + 1, edge.at + _release_after(line, timing)]
    if line.stormy:
        due.append(line.strokes[-1] + STORM_REST)
    return min((Instant(at) for at in due if at > after), default=None)


def at_rest(line: ButtonLine) -> bool:
    """Return whether time alone can't change a settled line in any way that matters to a ruling."""
    if line.edge is None:
        return True
    return not line.stormy and (line.landed if line.edge.closed else _released(line))


def status(line: ButtonLine, now: Instant, armed_at: Instant | None, timing: ContactTimes) -> SeatStatus:
    """Return the status of a line settled at `now`. A storm outranks other states; a missing line, all."""
    edge, contact = line.edge, line.contact
    state = SeatState.OPEN
    if line.closed or not _released(line):
        state = SeatState.PRESSED
    if armed_at is not None and contact is not None:
        if contact.at < armed_at or contact.standing is ContactState.HELD or contact.rested(armed_at):
            state = SeatState.HELD
    elif armed_at is not None and edge is not None and edge.closed and edge.at < armed_at:
        state = SeatState.HELD
    if edge is not None and edge.closed and now - edge.at >= timing.stuck_after:
        state = SeatState.STUCK
    if line.stormy:
        state = SeatState.STORMY
    if line.gone:
        state = SeatState.UNPLUGGED
    since = contact.earliest if line.landed and contact is not None else None
    return SeatStatus(state, line.tried, line.landed, since)


def forget(line: ButtonLine, needed: Callable[[Contact], bool]) -> ButtonLine:
    """Return the line with no more contacts and marks than are `needed`; the current contact stays."""
    contacts = tuple(one for one in line.contacts if one is line.contact or needed(one))
    return replace(line, contacts=contacts, marks=tuple(filter(needed, line.marks)))


def _released(line: ButtonLine) -> bool:
    """Return whether no touch goes on: the button has been open long enough since the last one."""
    return line.contact is None and not line.closures


def _may_be_press(closures: tuple[Closure, ...], last: Edge | None) -> bool:
    """Return whether the last edge may have been a press labelled too late; the next edge shows it."""
    return bool(closures) and closures[-1].pressed is closures[-1].released is last


def _release_after(line: ButtonLine, timing: ContactTimes) -> Nanoseconds:
    """Return how long a button must stay open until its touch is over."""
    if not _may_be_press(line.closures, line.edge):
        return timing.lock_out
    return max(timing.lock_out, Nanoseconds(LABELLED + 1))


def _land(line: ButtonLine, timing: ContactTimes, *, sure: bool) -> ButtonLine:
    """Make a contact of the closure that the last edge began; unless `sure`, it may be none."""
    edge = line.edge
    assert edge is not None
    at, since = _began(line.closures, edge)
    follows = False
    if line.contact is not None and not line.loose:
        # Either the doubtful one before it is the contact, and this belongs to it, or this one is.
        follows = since > line.contact.at
    if sure:
        line = _struck(line, at, timing)
    standing = ContactState.STORMY if line.stormy else ContactState.COUNTS
    # Counting touches that may have been strokes, this may be hammering.
    maybe = len(line.contacts) + 1 >= timing.storm_strokes <= _touches(line.contacts, at, timing)
    contact = Contact(
        line.seat,
        at,
        standing,
        edge.clock,
        since if since < at else None,
        sure and not maybe,
        follows,
        downs=tuple(_downs(line.closures, edge, timing)) if line.closures else (),
    )
    if sure or line.loose:
        line = _mark(line, tuple(closure for closure in line.closures if closure.pressed.at < since))
        line = replace(line, closures=(), landed=True, loose=False)
    return replace(line, contact=contact, contacts=(*line.contacts, contact))


def _struck(line: ButtonLine, at: Instant, timing: ContactTimes) -> ButtonLine:
    """Count a stroke: too many within a second make a storm, which lasts until the seat rests."""
    strokes = line.strokes
    if strokes and at - strokes[-1] < REACH:
        return line
    if strokes and at - strokes[-1] >= STORM_REST:
        line, strokes = replace(line, stormy=False), ()
    strokes = (*strokes, at)[-timing.storm_strokes :]
    hammered = len(strokes) == timing.storm_strokes and at - strokes[0] < STORM_SPAN
    return replace(line, strokes=strokes, stormy=line.stormy or hammered)


def _touches(contacts: tuple[Contact, ...], at: Instant, timing: ContactTimes) -> int:
    """Return the most strokes there can have been in the second up to and including one at `at`."""
    count, last = 1, at
    for contact in reversed(contacts):
        if at - contact.at >= STORM_SPAN:
            break
        if last - contact.at >= timing.minimum_contact + timing.lock_out:
            count, last = count + 1, contact.at
    return count


def _began(closures: tuple[Closure, ...], edge: Edge) -> tuple[Instant, Instant]:
    """Return the latest and the earliest start of the contact whose last closure begins with `edge`.

    Closures shortly before it are its bounce, and the first edge counts. A closure followed by an opening
    between `BOUNCE` and `WORST_BOUNCE` may have been a brush instead.
    """
    at, since, surely = edge.at, edge.earliest, True
    pressed = edge
    for closure in reversed(closures):
        # Inexact edges leave open how long the opening between them was.
        shortest, longest = pressed.earliest - closure.released.at, pressed.at - closure.released.earliest
        if shortest > WORST_BOUNCE or edge.earliest - closure.pressed.at > REACH:
            break
        surely = surely and longest <= BOUNCE and edge.at - closure.pressed.earliest <= REACH
        pressed = closure.pressed
        since = min(since, pressed.earliest)
        if surely:
            at = pressed.at
    return at, since


def _downs(
    closures: tuple[Closure, ...], edge: Edge, timing: ContactTimes
) -> Iterator[tuple[Instant, Instant]]:
    """Yield (from, until) of when the button was surely down before an edge, with surely no release since."""
    pressed = edge
    for closure in reversed(closures):
        if pressed.at - closure.released.earliest >= timing.lock_out:
            break
        yield closure.pressed.at, closure.released.earliest
        pressed = closure.pressed


def _unseen(line: ButtonLine, before: Edge, edge: Edge, timing: ContactTimes) -> ButtonLine:
    """Take an edge after which an open button is still open: the rest of a closure that nobody saw.

    The closure counts as momentary, unless its first edge was overwritten, or is `before` and both were
    labelled too late.
    """
    exact = before.earliest == before.at and edge.earliest == edge.at
    pressed = before if exact and edge.at <= before.at + LABELLED else edge
    if not line.landed and edge.at - pressed.earliest >= timing.minimum_contact:
        line = _land(replace(line, edge=pressed), timing, sure=False)
    return _close(line, Closure(edge, edge))


def _close(line: ButtonLine, closure: Closure) -> ButtonLine:
    """Add a finished closure, unless the touch has its contact; mark closures too old to be its bounce."""
    if line.landed:
        return line
    recent = tuple(old for old in line.closures if closure.released.at - old.pressed.at <= REACH)
    older = line.closures[: len(line.closures) - len(recent)]
    return replace(_mark(line, older), closures=(*recent, closure))


def _release(line: ButtonLine) -> ButtonLine:
    """End the touch: closures that led to no contact were brushes or spikes."""
    contact, edge = line.contact, line.edge
    assert edge is not None
    line = replace(_mark(line, line.closures), closures=(), contact=None, landed=False, loose=False)
    if contact is None:
        return line
    ended = replace(contact, lasted=Nanoseconds(edge.at - contact.at))
    return replace(line, contacts=tuple(ended if other is contact else other for other in line.contacts))


def _mark(line: ButtonLine, closures: tuple[Closure, ...]) -> ButtonLine:
    """Add closures that were no contact to the marks, for the picture."""
    marks = []
    for pressed, released in ((closure.pressed, closure.released) for closure in closures):
        lasted = Nanoseconds(released.at - pressed.at)
        standing = ContactState.SPIKE if lasted < SPIKE else ContactState.BRUSH
        marks.append(Contact(line.seat, pressed.at, standing, pressed.clock, lasted=lasted))
    return replace(line, marks=(*line.marks, *marks)[-MOST_MARKS:]) if marks else line
