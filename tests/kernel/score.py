"""Scores: what switches do, stroke by stroke, as hands and bad contacts make them. Pure.

A score says with which stroke a press begins, and so who was first.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat


class SwitchStroke(Struct, frozen=True):
    """A switch closes or opens; `at` in nanoseconds from the score's beginning."""

    at: Nanoseconds
    seat: Seat
    closed: bool
    begins: bool = False
    """A hand's press begins here; every other stroke is a release, bounce, a brush or interference."""


class Stall(Struct, frozen=True):
    """The referee's process stands still, `lasts` ns long, from `at` on, counted as strokes are."""

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
    """A hand presses and lets go."""
    return (SwitchStroke(at, seat, True, begins), SwitchStroke(Nanoseconds(at + hold), seat, False))


def touch(seat: Seat, at: Nanoseconds, lasts: Nanoseconds) -> Score:
    """A closure that is no press: a brush, or a spike."""
    return press(seat, at, lasts, begins=False)


def gap(seat: Seat, at: Nanoseconds, lasts: Nanoseconds) -> Score:
    """A switch that is held opens and closes again."""
    return (SwitchStroke(at, seat, False), SwitchStroke(Nanoseconds(at + lasts), seat, True))


def bouncing(
    seat: Seat, at: Nanoseconds, hold: Nanoseconds, springs: Sequence[Nanoseconds], at_release: bool = True
) -> Score:
    """A press whose switch bounces: `springs` are the times from edge to edge, in pairs of closed and open.

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
    """Return what several switches do as one score, by time."""
    return tuple(sorted((stroke for part in parts for stroke in part), key=lambda stroke: stroke.at))
