"""Edges become contacts: what is known of each seat's button, and which touch counts.

The first edge of a touch is its contact; nothing is debounced before it is stamped. Press edges come with the
kernel's time; releases are read from the level, since an edge's label can be wrong while the button bounces.
"""

from enum import Enum
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""

ClockId = NewType("ClockId", str)
"""The clock that stamped a contact; stamps of different clocks can't be ranked."""

MONOTONIC = ClockId("monotonic")
"""CLOCK_MONOTONIC of this machine."""

STORM_SPAN = SECOND
"""The span in which strokes are counted, and the rest after which a storm is over."""


class Timing(Struct, frozen=True, kw_only=True):
    """The times of the grab apparatus, in nanoseconds; épée boxes lock out and confirm in the same way."""

    window: Nanoseconds = Nanoseconds(5 * MILLISECOND)
    """Contacts are collected this long after the first: much longer than edges take to reach us."""
    lock_out: Nanoseconds = Nanoseconds(25 * MILLISECOND)
    """Edges this soon after another are its bounce: four times the worst bounce Ganssle measured (6.2 ms)."""
    minimum_contact: Nanoseconds = Nanoseconds(2 * MILLISECOND)
    """A shorter touch is interference, as in épée, where a touch counts from 2 ms on."""
    stuck_after: Nanoseconds = Nanoseconds(10 * SECOND)
    """A button down for longer is stuck, or something lies on it."""
    level_check: Nanoseconds = Nanoseconds(20 * MILLISECOND)
    """How often a button that is down is looked at for its release; nothing is read while all are open."""
    storm_strokes: int = 15
    """Strokes within `STORM_SPAN` that make a storm: more than a hand means, fewer than hammering."""


class Standing(Enum):
    """Whether a contact takes part in the ranking, and if not, why."""

    COUNTS = "counts"
    HELD = "held"
    """The button was down when the pad was armed: a resting hand can't win."""
    STORMY = "stormy"
    """The seat was hammering its button."""
    BRIEF = "brief"
    """Shorter than the minimum contact."""
    LATE = "late"
    """After the window: for the picture only."""


class SeatState(Enum):
    """What a seat's button is doing."""

    OPEN = "open"
    PRESSED = "pressed"
    HELD = "held"
    """Down since before arming: can't win until let go."""
    STUCK = "stuck"
    """Down for longer than `Timing.stuck_after`."""
    STORMY = "stormy"
    """Hammered: ignored until it rests for `STORM_SPAN`."""
    UNPLUGGED = "unplugged"
    """The line is gone."""


class SeatStatus(Struct, frozen=True):
    """A seat's button as the sensors screen shows it; `tried` is whether it was ever seen pressed.

    An unplugged push button looks like an open one, so only `tried` tells that the wire arrives here.
    """

    state: SeatState
    tried: bool


class Contact(Struct, frozen=True):
    """The first edge of one touch; `at` in nanoseconds of `clock`."""

    seat: Seat
    at: Instant
    standing: Standing = Standing.COUNTS
    clock: ClockId = MONOTONIC


class Line(Struct, frozen=True):
    """What is known of one seat's button."""

    down_since: Instant | None = None
    """When it went down; None while open."""
    quiet_from: Instant | None = None
    """The last edge, or the release as it was seen: the lock-out runs from here."""
    strokes: tuple[Instant, ...] = ()
    """The last strokes, a lock-out apart, at most `Timing.storm_strokes` of them."""
    stormy: bool = False
    held: bool = False
    armed: tuple[Instant, Instant] | None = None
    """When the pad was armed, and when the levels had been read; None while it isn't."""
    gone: bool = False
    tried: bool = False


def edge(line: Line, at: Instant, timing: Timing) -> tuple[Line, Standing | None]:
    """Take a press edge stamped `at`; return the line and the contact's standing, None for mere bounce."""
    quiet_from = line.quiet_from
    bounce = quiet_from is not None and at - quiet_from < timing.lock_out
    down_since, held = line.down_since, line.held
    strokes, stormy = _stroke(line, at, timing)
    standing: Standing | None = None
    # A press from before arming whose edge was still on its way: the hand lay there when the pad was armed.
    if line.armed is not None and at < line.armed[0]:
        held, down_since = True, at
    # A press between arming and reading the levels reads as held, yet came after arming: it is a contact.
    elif held and line.armed is not None and down_since is None and at <= line.armed[1]:
        held, down_since = False, at
        standing = Standing.STORMY if stormy else Standing.COUNTS
    elif held:
        standing = Standing.HELD
    elif down_since is None and not bounce:
        down_since = at
        standing = Standing.STORMY if stormy else Standing.COUNTS
    after = Line(
        down_since=down_since,
        quiet_from=at if quiet_from is None or at > quiet_from else quiet_from,
        strokes=strokes,
        stormy=stormy,
        held=held,
        armed=line.armed,
        gone=line.gone,
        tried=True,
    )
    return after, standing


def level(line: Line, closed: bool, now: Instant, timing: Timing) -> Line:
    """Take the level read at `now`: a release counts once the line has been quiet for a lock-out."""
    quiet = line.quiet_from is None or now - line.quiet_from >= timing.lock_out
    if line.stormy and (line.quiet_from is None or now - line.quiet_from >= STORM_SPAN):
        line = replace(line, stormy=False, strokes=())
    if not quiet:
        return line
    if closed and line.down_since is None:
        return replace(line, down_since=now if line.quiet_from is None else line.quiet_from)
    if not closed and (line.down_since is not None or line.held):
        # Letting go bounces too, perhaps only after this reading.
        return replace(line, down_since=None, held=False, quiet_from=now)
    return line


def arm(line: Line, closed: bool, armed_at: Instant, read_by: Instant) -> Line:
    """Arm the line: down now means held, unless the edge on its way turns out to be later than `armed_at`."""
    return replace(line, held=closed, armed=(armed_at, read_by))


def disarm(line: Line) -> Line:
    """Disarm the line: a hand on it is then simply pressed."""
    return replace(line, held=False, armed=None)


def needs_look(line: Line, now: Instant, timing: Timing) -> bool:
    """Whether the level has to be read again: something is down, or has been moving a moment ago."""
    if line.gone:
        return False
    moving = line.quiet_from is not None and now - line.quiet_from <= timing.lock_out
    return line.down_since is not None or line.held or line.stormy or moving


def status(line: Line, now: Instant, timing: Timing) -> SeatStatus:
    """Return what the button is doing at `now`; a storm hides the rest, and an absent line everything."""
    state = SeatState.OPEN
    if line.down_since is not None or line.held:
        state = SeatState.HELD if line.held else SeatState.PRESSED
    if line.down_since is not None and now - line.down_since >= timing.stuck_after:
        state = SeatState.STUCK
    if line.stormy:
        state = SeatState.STORMY
    if line.gone:
        state = SeatState.UNPLUGGED
    return SeatStatus(state, line.tried)


def _stroke(line: Line, at: Instant, timing: Timing) -> tuple[tuple[Instant, ...], bool]:
    """Count a stroke, an edge a lock-out after the one before; return the last ones, and if they storm."""
    if line.strokes and at - line.strokes[-1] < timing.lock_out:
        return line.strokes, line.stormy
    rested = not line.strokes or at - line.strokes[-1] >= STORM_SPAN
    strokes = (*line.strokes, at)[-timing.storm_strokes :]
    full = len(strokes) == timing.storm_strokes and at - strokes[0] < STORM_SPAN
    return strokes, full or (line.stormy and not rested)
