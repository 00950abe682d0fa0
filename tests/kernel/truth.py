"""Judging verdicts by what the hands did, never by anybody's stamps.

This is independent of how the pad reads edges: a press begins where the score says that a hand presses. If
the emulator didn't make a seat's strokes as written, the seat may have pressed at any of its closures.
"""

from bisect import bisect
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import DeadHeat, Decided, Verdict, Void
from hardware.grab.contacts import Edge, Seat
from tests.kernel.duels import Duel
from tests.kernel.lines import Done
from tests.kernel.score import SwitchStroke

CLOSED = (2 * MILLISECOND,)
"""The minimum contact, which separates kinds of closures; a literal, so that changing the product's shows."""

OPEN = (3 * MILLISECOND, 6_200 * MICROSECOND, 10 * MILLISECOND)
"""Limits that separate kinds of openings: usual bounce, the worst bounce, the lock-out."""

BAND = Nanoseconds(100 * MICROSECOND)


class Worth(Enum):
    """The quality of a verdict."""

    RIGHT = "right"
    """The winner has no other hand certainly before it; or no verdict, if nobody certainly pressed."""
    DEAD_HEAT = "dead heat"
    VOID = "void"
    NONE = "no verdict"
    WIDE = "dead heat of hands further apart"
    WRONG = "wrong winner"


class Began(NamedTuple):
    """Bounds in ns for the start of a hand's press; `latest` is None if it may not have been a press."""

    earliest: int
    latest: int | None


def worth(duel: Duel, done: Sequence[Done], verdict: Verdict | None) -> Worth:
    """Judge a verdict; `done` are the strokes of the duel's score, in order."""
    began = presses(duel, done)
    if isinstance(verdict, Decided):
        return Worth.RIGHT if may_be_first(verdict.seat, began) else Worth.WRONG
    if isinstance(verdict, DeadHeat):
        return heat(verdict, began)
    if isinstance(verdict, Void):
        return Worth.VOID
    return Worth.NONE if surely_pressed(began) else Worth.RIGHT


def winner(duel: Duel, done: Sequence[Done], seat: Seat | None) -> Worth:
    """Judge a program that names one seat, or none."""
    began = presses(duel, done)
    if seat is None:
        return Worth.NONE if surely_pressed(began) else Worth.RIGHT
    return Worth.RIGHT if may_be_first(seat, began) else Worth.WRONG


def presses(duel: Duel, done: Sequence[Done]) -> dict[Seat, Began]:
    """Return the bounds of each hand's press: as the score says, if its strokes were made as written."""
    began: dict[Seat, Began] = {}
    astray = spoiled(duel, done)
    for stroke, made in zip(duel.score, done, strict=True):
        seat = stroke.seat
        if stroke.begins and seat not in astray:
            began[seat] = Began(made.before, made.after)
        elif stroke.closed and seat in astray:
            # Any of its closures may have become a contact, or none of them.
            began.setdefault(seat, Began(made.before, None))
    return began


def surely_pressed(began: dict[Seat, Began]) -> bool:
    """Return whether there is something that was certainly a press."""
    return any(one.latest is not None for one in began.values())


def may_be_first(seat: Seat, began: dict[Seat, Began]) -> bool:
    """Return whether a seat pressed and no other hand was certainly before it."""
    mine = began.get(seat)
    if mine is None:
        return False
    return all(other.latest is None or other.latest >= mine.earliest for other in began.values())


def heat(verdict: DeadHeat, began: dict[Seat, Began]) -> Worth:
    """Judge a dead heat: no seat in it may be certainly later than another hand by more than its band."""
    if any(seat not in began for seat in verdict.seats):
        return Worth.WRONG
    surely = min((one.latest for one in began.values() if one.latest is not None), default=None)
    band = max(BAND, verdict.band)
    wide = surely is not None and any(began[seat].earliest - surely > band for seat in verdict.seats)
    return Worth.WIDE if wide else Worth.DEAD_HEAT


def spoiled(duel: Duel, done: Sequence[Done]) -> set[Seat]:
    """Return the seats with a closure or opening that, as made, may be of another kind than written."""
    found: set[Seat] = set()
    last: dict[Seat, tuple[SwitchStroke, Done]] = {}
    for stroke, made in zip(duel.score, done, strict=True):
        before = last.get(stroke.seat)
        last[stroke.seat] = stroke, made
        if before is None:
            continue
        limits = CLOSED if before[0].closed else OPEN
        wanted = bisect(limits, stroke.at - before[0].at)
        shortest, longest = made.before - before[1].after, made.after - before[1].before
        if bisect(limits, shortest) != wanted or bisect(limits, longest) != wanted:
            found.add(stroke.seat)
    return found


def replay(duel: Duel, done: Sequence[Done], edges: Sequence[tuple[Seat, Edge]], said: Verdict | None) -> str:
    """Return a duel in one line: strokes as made and edges as received, in µs, and the verdict.

    `+3!` is seat 3 pressing, `+3` another closure of its switch, `-3` an opening. Before `~` is the earliest
    time at which the line may have moved, if that isn't the edge's own.
    """
    zero = done[0].before

    def us(at: int) -> str:
        return f"{(at - zero) / 1_000:.0f}"

    def move(closed: bool, seat: Seat) -> str:
        return f":{'+' if closed else '-'}{seat}"

    strokes = " ".join(
        us(made.before) + move(stroke.closed, stroke.seat) + "!" * stroke.begins
        for stroke, made in zip(duel.score, done, strict=True)
    )
    stamped = " ".join(
        (f"{us(edge.earliest)}~" if edge.earliest != edge.at else "") + us(edge.at) + move(edge.closed, seat)
        for seat, edge in edges
    )
    named = getattr(said, "seat", getattr(said, "seats", getattr(said, "reason", None)))
    stall = "" if duel.stall is None else f"; stalled {duel.stall.at // 1_000} + {duel.stall.lasts // 1_000}"
    rests = f"; rests {list(duel.rests)}" if duel.rests else ""
    return f"{duel.kind}{rests}{stall}; hands {strokes}; edges {stamped}; said {type(said).__name__} {named}"
