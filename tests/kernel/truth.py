"""What a verdict is worth: judged by what the hands did, never by what anybody stamped.

Independent of the pad's own reading of edges: a press begins where the score says that a hand presses. Where
the emulator played a seat otherwise than it was written, that seat may have pressed at any of its closures.
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
"""The minimum contact, which tells one closure from another: written out, lest a change of it goes unseen."""

OPEN = (3 * MILLISECOND, 6_200 * MICROSECOND, 10 * MILLISECOND)
"""What tells one opening from another: bounce as it mostly is, the worst bounce, the lock-out."""

BAND = Nanoseconds(100 * MICROSECOND)


class Worth(Enum):
    """What a verdict is worth."""

    RIGHT = "right"
    """A grab by a hand that no other was surely before; no verdict where nobody surely pressed."""
    DEAD_HEAT = "dead heat"
    VOID = "void"
    NONE = "no verdict"
    WIDE = "dead heat of hands further apart"
    WRONG = "wrong winner"


class Began(NamedTuple):
    """Between which instants a hand's press began, in ns; `latest` None: perhaps it was no press at all."""

    earliest: int
    latest: int | None


def worth(duel: Duel, done: Sequence[Done], verdict: Verdict | None) -> Worth:
    """Judge a verdict; `done` has the strokes of the duel's score, in its order."""
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
    """Return when each hand's press began: where the score says, if the seat was played as written."""
    began: dict[Seat, Began] = {}
    astray = spoiled(duel, done)
    for stroke, made in zip(duel.score, done, strict=True):
        seat = stroke.seat
        if stroke.begins and seat not in astray:
            began[seat] = Began(made.before, made.after)
        elif stroke.closed and seat in astray:
            # Any of its closures may have become a contact, or none.
            began.setdefault(seat, Began(made.before, None))
    return began


def surely_pressed(began: dict[Seat, Began]) -> bool:
    """Whether there is a press that nobody can take for anything else."""
    return any(one.latest is not None for one in began.values())


def may_be_first(seat: Seat, began: dict[Seat, Began]) -> bool:
    """Whether a hand pressed there that no other hand was surely before."""
    mine = began.get(seat)
    if mine is None:
        return False
    return all(other.latest is None or other.latest >= mine.earliest for other in began.values())


def heat(verdict: DeadHeat, began: dict[Seat, Began]) -> Worth:
    """Nobody may be in a dead heat whom another hand was surely before by more than the band it states."""
    if any(seat not in began for seat in verdict.seats):
        return Worth.WRONG
    surely = min((one.latest for one in began.values() if one.latest is not None), default=None)
    wide = surely is not None and any(
        began[seat].earliest - surely > max(BAND, verdict.band) for seat in verdict.seats
    )
    return Worth.WIDE if wide else Worth.DEAD_HEAT


def spoiled(duel: Duel, done: Sequence[Done]) -> set[Seat]:
    """Return the seats of which a closure or an opening came out as of another kind than was written."""
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
    """Return a duel in one line: strokes as they were made and edges as they came, in µs, and what was said.

    `+3!` is seat 3 pressing, `+3` another closure of its switch, `-3` an opening. Before `~` stands how early
    a line can have moved, where that isn't the edge's own time.
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
