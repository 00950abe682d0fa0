"""Who was truly first, derived from true closures and the definitions in docs/timing.md alone.

Nothing here knows about edges, labels or deliveries. Times are whole microseconds.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec import Struct

from tests.hardware.grab.kernel_model import FOREVER, Closures, level

LOCK_OUT = 10_000
MINIMUM = 2_000
BOUNCE = 3_000
WORST_BOUNCE = 6_200
REACH = 25_000
STORM = 15
STORM_SPAN = 1_000_000
STORM_REST = 3_000_000
# The definitions don't say which stamps a storm is counted by; this close to a second, both are right.
STORM_DOUBT = 60_000

Stamps = frozenset[int | None]
"""The stamps that a seat's contact may have under any reading of the definitions; None: no contact."""
NONE: Stamps = frozenset({None})


class Touches(Struct, frozen=True):
    """What one seat did after the arming."""

    stamps: Stamps
    """The stamps in all readings of the definitions: a winner has to be right in every one."""
    open_question: bool = False
    """Whether the definitions don't say which of `stamps` is right: a winner has to be right in one."""


class Clock(Struct, frozen=True):
    """How good a clock's stamps are."""

    name: str
    band: int
    bound: int = 0


def touches(closures: Closures, armed: int) -> Touches:
    """Return what is true of a seat's first contact after the arming."""
    held = level(closures, armed)
    let_go = True
    strokes: list[tuple[int, int]] = []
    before: int | None = None
    for index, (start, end) in enumerate(closures):
        if before is None or start - before >= LOCK_OUT:
            let_go = True
        fresh = let_go
        # A button that is down when the pad is armed is held until it is released.
        if held and start <= armed < end:
            let_go = False
        open_since, before = -FOREVER if before is None else before, end
        if end - start < MINIMUM:
            continue
        strokes.append((start, open_since))
        if not fresh:
            continue
        # Down for the minimum without a break, after a release: a contact.
        let_go = False
        stamps = _stamps(closures, index)
        if start <= armed:
            continue
        storm = _stormy(strokes)
        if storm is True:
            continue
        if storm is None:
            return Touches(frozenset({None, *_later(closures, index), *stamps}), True)
        if min(stamps) <= armed:
            # It began before the arming and still holds after it.
            inside = {begin for begin, _ in closures[: index + 1] if begin > armed}
            return Touches(frozenset({None, *stamps, *inside}), True)
        return Touches(frozenset(stamps))
    return Touches(NONE)


def _later(closures: Closures, index: int) -> Iterator[int]:
    return (start for start, _ in closures[index:])


def _stamps(closures: Closures, index: int) -> set[int]:
    """Return the possible first edges of the touch whose holding closure is this one."""
    held_from = first = closures[index][0]
    stamps = set()
    for earlier in range(index - 1, -1, -1):
        start, end = closures[earlier]
        opening = first - end
        if opening > WORST_BOUNCE or held_from - start > REACH:
            break
        if opening > BOUNCE:
            stamps.add(first)
        first = start
    return stamps | {first}


def _stormy(strokes: list[tuple[int, int]]) -> bool | None:
    """Return whether the seat is deaf at its last stroke; None if the definitions leave it open.

    Each stroke is given by when it began and since when the button had been open. Strokes count `REACH`
    apart; the definitions don't say from which edge of a bounce.
    """
    readings = {_storm(_apart(strokes, least)) for least in (REACH - LOCK_OUT, REACH, REACH + LOCK_OUT)}
    return readings.pop() if len(readings) == 1 else None


def _apart(strokes: list[tuple[int, int]], least: int) -> list[tuple[int, int]]:
    apart: list[tuple[int, int]] = []
    for stroke in strokes:
        if not apart or stroke[0] - apart[-1][0] >= least or stroke is strokes[-1]:
            apart.append(stroke)
    return apart


def _storm(strokes: list[tuple[int, int]]) -> bool | None:
    deaf: bool | None = False
    here: bool | None = False
    for index, (at, open_since) in enumerate(strokes):
        if deaf is not False and index > 0 and at - strokes[index - 1][0] >= STORM_REST - STORM_DOUBT:
            deaf = False if at - open_since >= STORM_REST + STORM_DOUBT else None
        span = at - strokes[index + 1 - STORM][0] if index + 1 >= STORM else FOREVER
        # The definitions don't say whether the fifteenth itself is one too many.
        here = None if deaf is False and span <= STORM_SPAN + STORM_DOUBT else deaf
        if span <= STORM_SPAN - STORM_DOUBT:
            deaf = True
        elif span <= STORM_SPAN + STORM_DOUBT and not deaf:
            deaf = None
    return here


class Truth(Struct, frozen=True):
    """What every seat did, and how good the clocks are that stamped it."""

    seats: Mapping[int, Touches]
    clocks: Mapping[int, Clock]

    def band(self, one: int, other: int) -> int:
        """Return how far apart two seats' true times must be to be told apart at all."""
        return max(self.clocks[one].band, self.clocks[other].band)

    def doubt(self, one: int, other: int) -> int:
        """Return by how much more a comparison of two clocks may be off, either way."""
        if self.clocks[one].name == self.clocks[other].name:
            return 0
        return 2 * (self.clocks[one].bound + self.clocks[other].bound)


def truth(closures: Mapping[int, Closures], armed: int, clocks: Mapping[int, Clock]) -> Truth:
    """Return the truth about a table."""
    return Truth({seat: touches(closed, armed) for seat, closed in closures.items()}, clocks)


def grab_is_right(what: Truth, winner: int) -> bool:
    """Return whether this seat was first by more than the band, in every reading."""
    return any(_grab_is_right(settled, winner) for settled in _settled(what))


def heat_is_right(what: Truth, seats: frozenset[int], stated: int) -> bool:
    """Return whether all these seats touched within the stated band, and all others surely later."""
    return any(_heat_is_right(settled, seats, stated) for settled in _settled(what))


def clear_winners(what: Truth) -> frozenset[int] | None:
    """Return who must win, empty if nobody touched, or None if the case is too unclear for a verdict."""
    if any(seat.open_question for seat in what.seats.values()):
        return None
    touched = {seat: each.stamps for seat, each in what.seats.items() if each.stamps != NONE}
    if not touched:
        return frozenset()
    certain = {seat: max(_given(stamps)) for seat, stamps in touched.items() if None not in stamps}
    if not certain:
        return None
    near = {
        seat: stamps
        for seat, stamps in touched.items()
        if not any(
            min(_given(stamps)) - latest > what.band(seat, other) + what.doubt(seat, other)
            for other, latest in certain.items()
            if other != seat
        )
    }
    if any(len(stamps) > 1 for stamps in near.values()):
        return None
    times = {seat: min(_given(stamps)) for seat, stamps in near.items()}
    for one, other in product(times, times):
        apart = times[one] - times[other]
        if what.doubt(one, other) and abs(apart) > 0:
            return None
    return frozenset(
        one for one in times if all(times[one] - times[other] <= what.band(one, other) for other in times)
    )


def _given(stamps: Stamps) -> list[int]:
    return [stamp for stamp in stamps if stamp is not None]


def _settled(what: Truth) -> Iterator[Truth]:
    """Yield the truth once for every way to answer all open questions."""
    questions = [seat for seat, each in what.seats.items() if each.open_question]
    for answers in product(*(what.seats[seat].stamps for seat in questions)):
        answered = {seat: Touches(frozenset({stamp})) for seat, stamp in zip(questions, answers, strict=True)}
        yield Truth({**what.seats, **answered}, what.clocks)


def _grab_is_right(what: Truth, winner: int) -> bool:
    own = what.seats[winner].stamps
    if None in own:
        return False
    return all(
        stamp is None or stamp - max(_given(own)) > what.band(winner, seat)
        for seat, each in what.seats.items()
        if seat != winner
        for stamp in each.stamps
    )


def _heat_is_right(what: Truth, seats: frozenset[int], stated: int) -> bool:
    touched = {seat: _given(each.stamps) for seat, each in what.seats.items() if _given(each.stamps)}
    sure = {seat for seat in touched if None not in what.seats[seat].stamps}

    def beaten(seat: int) -> bool:
        others = sure - {seat}
        return any(min(touched[seat]) - max(touched[other]) > what.band(seat, other) for other in others)

    def close(seat: int) -> bool:
        return all(
            max(touched[seat]) - min(touched[other])
            <= max(stated, what.band(seat, other) + what.doubt(seat, other))
            for other in seats - {seat}
        )

    return seats <= sure and all(map(close, seats)) and all(map(beaten, touched.keys() - seats))
