"""The nouns of a grab: seats, edges as they are stamped, contacts as they are judged, times that decide.

What a run of edges means is worked out in `hardware.grab.lines`, from these times and the stamps alone.
"""

from enum import Enum
from typing import NewType

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

ClockId = NewType("ClockId", str)
"""The clock that stamped a contact; stamps of different clocks can't be ranked."""

MONOTONIC = ClockId("monotonic")
"""CLOCK_MONOTONIC of this machine."""

SPIKE = Nanoseconds(100 * MICROSECOND)
"""A closure shorter than this is drawn as interference, a longer one that is no contact as a brush."""

BOUNCE = Nanoseconds(3 * MILLISECOND)
"""An opening this short before a contact is bounce: no finger is back so soon. Arcade switches bounce for up
to 3 ms; the mean of Ganssle's eighteen switches is 1.56 ms."""

WORST_BOUNCE = Nanoseconds(6_200 * MICROSECOND)
"""A longer opening is none: his worst switch was at rest by then. In between it may be either."""

REACH = Nanoseconds(25 * MILLISECOND)
"""Bounce began at most this long before the contact: four times his worst. What is older is interference."""

STORM_SPAN = SECOND
"""The span in which strokes are counted: closures that last, `REACH` apart, whether or not the button was let
go in between, for a loose wire never lets go."""

STORM_REST = Nanoseconds(3 * SECOND)
"""The rest after which a storm is over: a loose wire is quiet for a second, too."""


class ContactTimes(Struct, frozen=True, kw_only=True):
    """The times that an owner may set, in nanoseconds; épée boxes lock out and confirm in the same way."""

    window: Nanoseconds = Nanoseconds(5 * MILLISECOND)
    """Contacts are collected this long after the first: much longer than edges take to reach us."""
    lock_out: Nanoseconds = Nanoseconds(10 * MILLISECOND)
    """A button is let go when it has been open without a break for so long: longer than the worst bounce,
    shorter than any finger takes to come back."""
    minimum_contact: Nanoseconds = Nanoseconds(2 * MILLISECOND)
    """A button is pressed when it is closed without a break for so long, as in épée; many short closures
    don't add up to it."""
    stuck_after: Nanoseconds = Nanoseconds(10 * SECOND)
    """A button down for longer is stuck, or something lies on it."""
    storm_strokes: int = 15
    """Strokes within `STORM_SPAN` that make a storm: more than a hand means, fewer than hammering."""


class Edge(Struct, frozen=True):
    """One edge of one button, as its source stamps it."""

    at: Instant
    """When it came, in nanoseconds of `clock`."""
    closed: bool
    """Whether the button was closed when the source looked, which is a little later."""
    since: Instant | None = None
    """The line may have moved as early as this; None: not before `at`. Sources that can tell say so."""
    clock: ClockId = MONOTONIC

    @property
    def earliest(self) -> Instant:
        """When the line can have moved at the earliest."""
        return self.at if self.since is None else self.since


class ContactState(Enum):
    """What a touch is to the ranking, and why it isn't ranked."""

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
    """After the window: for the picture only."""


class SeatState(Enum):
    """What a seat's button is doing."""

    OPEN = "open"
    PRESSED = "pressed"
    HELD = "held"
    """Down since before arming: can't win until let go."""
    STUCK = "stuck"
    """Down for longer than `ContactTimes.stuck_after`."""
    STORMY = "stormy"
    """Hammered, or on a loose wire: ignored until it rests for `STORM_REST`."""
    UNPLUGGED = "unplugged"
    """The line is gone."""


class SeatStatus(Struct, frozen=True):
    """A seat's button as the sensors screen shows it; `tried` is whether it was ever seen pressed.

    An unplugged push button looks like an open one, so only `tried` tells that the wire arrives here.
    `landed`: the touch that goes on has lasted longer than a brush; it began at `since`, at the earliest.
    """

    state: SeatState
    tried: bool
    landed: bool = False
    since: Instant | None = None


class Contact(Struct, frozen=True):
    """One touch of a button, from its first edge on; times in nanoseconds of `clock`."""

    seat: Seat
    at: Instant
    """When it began, at the latest."""
    standing: ContactState = ContactState.COUNTS
    clock: ClockId = MONOTONIC
    since: Instant | None = None
    """When it can have begun at the earliest; None: not before `at`."""
    sure: bool = True
    """Whether there was a contact at all, however the edges are read."""
    follows: bool = False
    """A doubtful contact went before it, by more than bounce, and wasn't surely let go: if that one was none,
    this is the touch."""
    lasted: Nanoseconds | None = None
    """How long it lasted, counted from `at`; None while it lasts."""
    downs: tuple[tuple[Instant, Instant], ...] = ()
    """When the button was surely down before it, from and until, and wasn't let go since: the same hand."""

    @property
    def earliest(self) -> Instant:
        """When it can have begun at the earliest."""
        return self.at if self.since is None else self.since

    def rested(self, at: Instant) -> bool:
        """Whether the hand surely lay on the button at an instant before the contact."""
        return any(since <= at < until for since, until in self.downs)
