"""The ruling on one arming: a pure function of the arming, the lines' edges, and the budgets.

`now` says only up to when all edges are known: a later one changes a verdict's picture, not what it says.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import Instant, Nanoseconds
from hardware.grab import lines
from hardware.grab.adjudicate import PICTURE, Budgets, Verdict, VoidReason, adjudicate
from hardware.grab.contacts import STORM_REST, Contact, ContactTimes, Seat, Standing
from hardware.grab.lines import ButtonLine


class Arming(Struct, frozen=True):
    """From `at` on the first contact of a seat in `playing` counts."""

    number: int
    at: Instant
    playing: frozenset[Seat]


class Waiting(Struct, frozen=True):
    """There is no verdict yet, and without another edge there is none before `until`."""

    until: Instant | None


def rule(
    board: Mapping[Seat, ButtonLine],
    arming: Arming,
    now: Instant,
    budgets: Budgets,
    timing: ContactTimes,
    trouble: VoidReason | None = None,
) -> Verdict | Waiting:
    """Rule on lines settled at `now`; `budgets` has every clock that may have stamped an edge."""
    playing = {seat: line for seat, line in board.items() if seat in arming.playing}
    contenders = [first for line in playing.values() if (first := _contender(line, arming)) is not None]
    first = min(contenders, key=_began, default=None)
    if first is None:
        return Waiting(None)
    reach = _reach(first, budgets)
    closes_at = Instant(first.at + max(timing.window, reach))
    if now < closes_at:
        return Waiting(closes_at)
    for line in playing.values():
        # A touch that began early enough may yet last long enough.
        may_begin = lines.undecided(line, now)
        if may_begin is not None and may_begin <= first.at + reach:
            return Waiting(lines.deadline(line, now, timing))
    ranked = [contact for contact in contenders if contact.earliest - first.at <= PICTURE]
    resting = [contact for line in playing.values() for contact in _resting(line, arming, timing)]
    return adjudicate(
        [*ranked, *resting, *_drawn(playing, ranked, first)],
        arming=arming.number,
        budgets=budgets,
        held={contact.seat for contact in resting if _lasts(contact, first.at, timing)},
        trouble=trouble,
        window=Nanoseconds(closes_at - first.at),
    )


def same_ruling(one: Verdict, other: Verdict) -> bool:
    """Whether two verdicts say the same, whatever their pictures show."""
    said = ("seat", "seats", "reason")
    return type(one) is type(other) and all(
        getattr(one, field, None) == getattr(other, field, None) for field in said
    )


def _began(contact: Contact) -> Instant:
    return contact.at


def _reach(first: Contact, budgets: Budgets) -> Nanoseconds:
    """How much later than the first somebody can begin and still not be told apart from it."""
    mine = budgets.get(first.clock)
    band = max((budget.band for budget in budgets.values()), default=0)
    other = max((budget.bound or 0 for clock, budget in budgets.items() if clock != first.clock), default=0)
    return Nanoseconds(band + other + (mine.bound or 0 if mine and len(budgets) > 1 else 0))


def _contender(line: ButtonLine, arming: Arming) -> Contact | None:
    """Return the first contact of a seat in this arming; a doubtful one before it makes it begin earlier.

    Where it came too late to be that one's bounce, the doubtful one stays: a ruling may have been due before.
    """
    since: Instant | None = None
    doubtful: Contact | None = None
    for contact in line.contacts:
        if contact.at < arming.at or contact.standing is not Standing.COUNTS:
            continue
        # Fifteen hands at once are looked at again and again: most never bounced.
        if contact.downs and contact.rested(arming.at):
            continue
        if doubtful is not None and (contact.follows or contact.earliest > doubtful.at):
            break
        since = contact.earliest if since is None else min(since, contact.earliest)
        # What may have begun before the arming may be a resting hand.
        sure = contact.sure and since >= arming.at
        doubtful = replace(contact, since=max(since, arming.at), sure=sure)
        if contact.sure:
            break
    return doubtful


def _resting(line: ButtonLine, arming: Arming, timing: ContactTimes) -> Iterator[Contact]:
    """Give the touch that went on when the pad was armed."""
    open_since = arming.at - timing.lock_out
    for contact in line.contacts:
        # Two seconds of quick play are many touches, and nearly all were over by then.
        if not contact.downs and contact.lasted is not None and contact.at + contact.lasted <= open_since:
            continue
        began = contact.at < arming.at and _lasts(contact, arming.at, timing)
        if began or (contact.downs and contact.rested(arming.at)):
            yield replace(contact, standing=Standing.HELD)


def _drawn(playing: Mapping[Seat, ButtonLine], ranked: list[Contact], first: Contact) -> Iterator[Contact]:
    """Give what is only drawn: touches that were too short, too many or too late."""
    taken = {(contact.seat, contact.at) for contact in ranked}
    for line in playing.values():
        for contact in (*line.contacts, *line.marks):
            if contact.standing is Standing.COUNTS or contact.standing is Standing.HELD:
                late = 0 <= contact.at - first.at <= PICTURE
                if late and (contact.seat, contact.at) not in taken:
                    yield replace(contact, standing=Standing.LATE)
            elif abs(contact.at - first.at) > PICTURE:
                continue
            elif contact.standing is Standing.STORMY:
                # Until when the seat stays deaf is part of the picture.
                yield replace(contact, lasted=Nanoseconds(STORM_REST))
            else:
                yield contact


def _lasts(contact: Contact, at: Instant, timing: ContactTimes) -> bool:
    """Whether a touch goes on at an instant: until the opening after it has lasted for a lock-out."""
    return contact.lasted is None or contact.at + contact.lasted + timing.lock_out > at
