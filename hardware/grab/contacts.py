"""The terms of a grab: seats, edges as stamped, contacts as judged, and the times that decide.

`hardware.grab.lines` works out what a series of edges means, from these times and the stamps alone.
"""

from enum import Enum
from typing import NewType

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

ClockId = NewType("ClockId", str)
"""The clock that stamped a contact; ranking stamps of two clocks needs a bound on each one's offset."""

MONOTONIC = ClockId("monotonic")
"""CLOCK_MONOTONIC of this machine."""

SPIKE = Nanoseconds(100 * MICROSECOND)
"""A closure shorter than this is drawn as interference; a longer one that is no contact, as a brush."""

BOUNCE = Nanoseconds(3 * MILLISECOND)
"""An opening this short before a contact is bounce: no finger returns so soon. Arcade switches bounce for up
to 3 ms; the mean of Ganssle's eighteen switches is 1.56 ms."""

WORST_BOUNCE = Nanoseconds(6_200 * MICROSECOND)
"""A longer opening is no bounce: Ganssle's worst switch had settled by then. In between it may be either."""

REACH = Nanoseconds(25 * MILLISECOND)
"""Bounce begins at most this long before the contact, four times Ganssle's worst. Older is interference."""

STORM_SPAN = SECOND
"""The span in which strokes are counted: closures that last, at least `REACH` apart. The button needn't be
released in between, because a loose wire never is."""

STORM_REST = Nanoseconds(3 * SECOND)
"""The rest that ends a storm: even a loose wire can be quiet for a second."""


class ContactTimes(Struct, frozen=True, kw_only=True):
    """The times that an owner may set, in nanoseconds. Épée boxes lock out and confirm in the same way."""

    window: Nanoseconds = Nanoseconds(5 * MILLISECOND)
    """How long contacts are collected after the first: much longer than edges take to reach us."""
    lock_out: Nanoseconds = Nanoseconds(10 * MILLISECOND)
    """A button is released once it has been open this long without a break: longer than the worst bounce,
    shorter than any finger takes to return."""
    minimum_contact: Nanoseconds = Nanoseconds(2 * MILLISECOND)
    """A button is pressed once it has been closed this long without a break, as in épée; short closures
    don't add up."""
    stuck_after: Nanoseconds = Nanoseconds(10 * SECOND)
    """A button down for longer is stuck, or something is lying on it."""
    storm_strokes: int = 15
    """Strokes within `STORM_SPAN` that make a storm: more than anybody plays, fewer than hammering."""


class Edge(Struct, frozen=True):
    """One edge of one button, as stamped by its source."""

    at: Instant
    """In nanoseconds of `clock`."""
    closed: bool
    """Whether the button was closed when the source read it, slightly after `at`."""
    since: Instant | None = None
    """Earliest time the line may have moved, if the source knows; otherwise None, meaning `at`."""
    clock: ClockId = MONOTONIC

    @property
    def earliest(self) -> Instant:
        """Earliest time the line may have moved."""
        return self.at if self.since is None else self.since


class ContactState(Enum):
    """Whether a touch is ranked, and if not, why."""

    COUNTS = "counts"
    HELD = "held"
    """The button was down when the pad was armed: a resting hand can't win."""
    STORMY = "stormy"
    """The seat was hammering its button, or its wire is loose."""
    BRUSH = "brush"
    """Shorter than the minimum contact."""
    SPIKE = "spike"
    """Shorter than any hand: interference."""
    LATE = "late"
    """After the window: only drawn."""


RANKED = (ContactState.COUNTS, ContactState.LATE)
"""Touches that take part in a grab: those in the window, and later ones in the picture."""


class SeatState(Enum):
    """The state of a seat's button."""

    OPEN = "open"
    PRESSED = "pressed"
    HELD = "held"
    """Down since before arming: can't win until released."""
    STUCK = "stuck"
    """Down for longer than `ContactTimes.stuck_after`."""
    STORMY = "stormy"
    """Hammered, or on a loose wire: ignored until it has rested for `STORM_REST`."""
    UNPLUGGED = "unplugged"
    """The line is gone."""


class SeatStatus(Struct, frozen=True):
    """A seat's button as the sensors screen shows it.

    `tried`: it was seen pressed at some time. An unplugged button reads as open, so only this proves the
    wiring. `landed`: the current touch has lasted longer than a brush; it began at `since` at the earliest.
    """

    state: SeatState
    tried: bool
    landed: bool = False
    since: Instant | None = None


class Contact(Struct, frozen=True):
    """One touch of a button, from its first edge; times in nanoseconds of `clock`."""

    seat: Seat
    at: Instant
    """Latest time it may have begun."""
    standing: ContactState = ContactState.COUNTS
    clock: ClockId = MONOTONIC
    since: Instant | None = None
    """Earliest time it may have begun; None: not before `at`."""
    sure: bool = True
    """Whether it is a contact in every reading of the edges."""
    follows: bool = False
    """A doubtful contact came before it, too early to be its bounce, with no sure release in between: if that
    one was no contact, this one is."""
    lasted: Nanoseconds | None = None
    """How long it lasted from `at`; None while it goes on."""
    downs: tuple[tuple[Instant, Instant], ...] = ()
    """Spans (from, until) before it when the button was surely down, not released since: the same hand."""

    @property
    def earliest(self) -> Instant:
        """Earliest time it may have begun."""
        return self.at if self.since is None else self.since

    def rested(self, at: Instant) -> bool:
        """Return whether the hand was surely on the button at an instant before the contact."""
        return any(since <= at < until for since, until in self.downs)
