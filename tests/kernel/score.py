"""Scores: what switches do, stroke by stroke, because of hands and bad contacts. No I/O.

A score marks the strokes that begin presses, and so defines who was first.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat


class SwitchStroke(Struct, frozen=True):
    """A switch closes or opens, `at` nanoseconds after the start of the score."""

    at: Nanoseconds
    seat: Seat
    closed: bool
    begins: bool = False
    """Whether a hand's press begins here; other strokes are releases, bounce, brushes or interference."""


class Stall(Struct, frozen=True):
    """The referee's process stalls for `lasts` ns, starting `at` ns after the start of the score."""

    at: Nanoseconds
    lasts: Nanoseconds


Score = tuple[SwitchStroke, ...]


def us(microseconds: float) -> Nanoseconds:
    """Return microseconds as nanoseconds."""
    return Nanoseconds(round(microseconds * MICROSECOND))


def ms(milliseconds: float) -> Nanoseconds:
    """Return milliseconds as nanoseconds."""
    return Nanoseconds(round(milliseconds * MILLISECOND))


def press(seat: Seat, at: Nanoseconds, hold: Nanoseconds, begins: bool = True) -> Score:
    """Return a press and its release."""
    return (SwitchStroke(at, seat, True, begins), SwitchStroke(Nanoseconds(at + hold), seat, False))


def touch(seat: Seat, at: Nanoseconds, lasts: Nanoseconds) -> Score:
    """Return a closure that isn't a press: a brush, or a spike."""
    return press(seat, at, lasts, begins=False)


def gap(seat: Seat, at: Nanoseconds, lasts: Nanoseconds) -> Score:
    """Return a short opening of a switch that is held."""
    return (SwitchStroke(at, seat, False), SwitchStroke(Nanoseconds(at + lasts), seat, True))


def bouncing(
    seat: Seat, at: Nanoseconds, hold: Nanoseconds, springs: Sequence[Nanoseconds], at_release: bool = True
) -> Score:
    """Return a press that bounces: `springs` are the times from edge to edge, in pairs of closed and open.

    `hold` counts from the last bounce of the press to the first edge of the release.
    """
    strokes = [SwitchStroke(at, seat, True, begins=True)]
    closed = True

    def spring(by: Iterable[Nanoseconds]) -> None:
        nonlocal closed
        for wait in by:
            closed = not closed
            strokes.append(SwitchStroke(Nanoseconds(strokes[-1].at + wait), seat, closed))

    spring(springs)
    spring([hold])
    if at_release:
        spring(springs)
    return tuple(strokes)


def together(*parts: Score) -> Score:
    """Return several scores merged by time."""
    return tuple(sorted((stroke for part in parts for stroke in part), key=lambda stroke: stroke.at))
