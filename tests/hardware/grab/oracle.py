"""Who was truly first: from what the buttons truly did, and the definitions in docs/timing.md alone.

Nothing here knows of edges, labels or deliveries. Times are whole microseconds.
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
# The definitions leave open which stamps a storm is counted by; nearer to a second than this, both are right.
STORM_DOUBT = 60_000

Stamps = frozenset[int | None]
"""The stamps a seat's contact can have, as the definitions can be read; None: it has none."""
NONE: Stamps = frozenset({None})


class Touches(Struct, frozen=True):
    """What one seat did after the arming."""

    stamps: Stamps
    """Every reading that the definitions leave: a winner has to be right in all of them."""
    open_question: bool = False
    """The definitions don't tell which of `stamps` is right: a winner has to be right in one."""


class Clock(Struct, frozen=True):
    """What a clock's stamps are worth."""

    name: str
    band: int
    bound: int = 0


def touches(closures: Closures, armed: int) -> Touches:
    """Return what can be said of a seat's first contact after the arming."""
    held = level(closures, armed)
    let_go = True
    strokes: list[tuple[int, int]] = []
    before: int | None = None
    for index, (start, end) in enumerate(closures):
        if before is None or start - before >= LOCK_OUT:
            let_go = True
        fresh = let_go
        # A button down when the pad is armed is held, until it is let go.
        if held and start <= armed < end:
            let_go = False
        open_since, before = -FOREVER if before is None else before, end
        if end - start < MINIMUM:
            continue
        strokes.append((start, open_since))
        if not fresh:
            continue
        # Down without a break for the minimum, after it had been let go: a contact.
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
            # It began before the arming and holds after it.
            inside = {begin for begin, _ in closures[: index + 1] if begin > armed}
            return Touches(frozenset({None, *stamps, *inside}), True)
        return Touches(frozenset(stamps))
    return Touches(NONE)


def _later(closures: Closures, index: int) -> Iterator[int]:
    return (start for start, _ in closures[index:])


def _stamps(closures: Closures, index: int) -> set[int]:
    """The first edges that the touch can have whose holding closure is this one."""
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
    """Whether the seat is deaf at its last stroke; None: the definitions leave it open.

    Of each stroke when it began, and since when the button had been open before it. Strokes count `REACH`
    apart; from which edge of a bounce that is counted isn't said.
    """
    said = {_storm(_apart(strokes, least)) for least in (REACH - LOCK_OUT, REACH, REACH + LOCK_OUT)}
    return said.pop() if len(said) == 1 else None


def _apart(strokes: list[tuple[int, int]], least: int) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for stroke in strokes:
        if not kept or stroke[0] - kept[-1][0] >= least or stroke is strokes[-1]:
            kept.append(stroke)
    return kept


def _storm(strokes: list[tuple[int, int]]) -> bool | None:
    deaf: bool | None = False
    here: bool | None = False
    for index, (at, open_since) in enumerate(strokes):
        if deaf is not False and index > 0 and at - strokes[index - 1][0] >= STORM_REST - STORM_DOUBT:
            deaf = False if at - open_since >= STORM_REST + STORM_DOUBT else None
        span = at - strokes[index + 1 - STORM][0] if index + 1 >= STORM else FOREVER
        # Whether the fifteenth itself is one too many isn't said.
        here = None if deaf is False and span <= STORM_SPAN + STORM_DOUBT else deaf
        if span <= STORM_SPAN - STORM_DOUBT:
            deaf = True
        elif span <= STORM_SPAN + STORM_DOUBT and not deaf:
            deaf = None
    return here


class Truth(Struct, frozen=True):
    """What every seat did, and what the clocks are worth that stamped it."""

    seats: Mapping[int, Touches]
    clocks: Mapping[int, Clock]

    def band(self, one: int, other: int) -> int:
        """What two seats' true times must be apart by to be told apart at all."""
        return max(self.clocks[one].band, self.clocks[other].band)

    def doubt(self, one: int, other: int) -> int:
        """By how much more a comparison of two clocks may be off, either way."""
        if self.clocks[one].name == self.clocks[other].name:
            return 0
        return 2 * (self.clocks[one].bound + self.clocks[other].bound)


def truth(closures: Mapping[int, Closures], armed: int, clocks: Mapping[int, Clock]) -> Truth:
    """Return what was true at a table."""
    return Truth({seat: touches(closed, armed) for seat, closed in closures.items()}, clocks)


def grab_is_right(what: Truth, winner: int) -> bool:
    """Whether this seat was first beyond the band, in every reading."""
    return any(_grab_is_right(settled, winner) for settled in _settled(what))


def heat_is_right(what: Truth, seats: frozenset[int], stated: int) -> bool:
    """Whether all of these touched, within the stated band, and all others were surely later."""
    return any(_heat_is_right(settled, seats, stated) for settled in _settled(what))


def clear_winners(what: Truth) -> frozenset[int] | None:
    """Return who must win, none if nobody touched; None: the case isn't clear enough to ask for a verdict."""
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
    """Yield the truth with every open question answered one way."""
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
        return any(
            min(touched[seat]) - max(touched[other]) > what.band(seat, other)
            for other in sure
            if other != seat
        )

    def close(seat: int) -> bool:
        return all(
            max(touched[seat]) - min(touched[other])
            <= max(stated, what.band(seat, other) + what.doubt(seat, other))
            for other in seats
            if other != seat
        )

    return (
        seats <= sure
        and all(map(close, seats))
        and all(beaten(seat) for seat in touched if seat not in seats)
    )
