"""Contacts become a verdict: who was first, by how much, and how sure that is.

Pure: no clock is read. Inside the error band it is a dead heat, whatever the order of pins or of arrival.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.grab.contacts import ClockId, Contact, ContactState, Seat


class Quality(Enum):
    """How well a source stamps its contacts."""

    KERNEL = "kernel"
    """Stamped in the kernel's interrupt handler."""
    BOARD = "board"
    """Stamped by a device with a clock of its own."""
    SOFTWARE = "software"
    """Stamped by a program some time later: degraded."""
    USB = "usb"
    """Told by a USB pad, when it is asked; the kernel stamps its answer."""
    BLUETOOTH = "bluetooth"
    """Told by a Bluetooth pad, likewise."""
    SCREEN = "screen"
    """Keys and pads on the screen, whose thread looks at fingers once a frame."""
    SIMULATED = "simulated"
    """Told by a program, to the nanosecond."""
    MIXED = "mixed"
    """Stamps of two clocks, compared: as good as their comparison is."""


TIE_BANDS = {
    # Interrupt latency is spread by 2-5 µs on an idle Pi and up to 200 µs at the far tail of a loaded one; on
    # Pi 0-4 the lines pending in one interrupt are stamped in pin order, some µs apart.
    Quality.KERNEL: Nanoseconds(100 * MICROSECOND),
    # A board samples all seats as one word, every few µs.
    Quality.BOARD: Nanoseconds(10 * MICROSECOND),
    # RPi.GPIO and gpiozero's native pins are stamped by a Python thread, behind whatever else wants to run.
    Quality.SOFTWARE: Nanoseconds(5 * MILLISECOND),
    # A panel scans within 10 ms, and the kernel asks that of Raspberry Pi every 17 ms (raspberrypi-ts.c); how
    # late a frame is comes on top, unless the kernel's own stamp is known.
    Quality.SCREEN: Nanoseconds(30 * MILLISECOND),
    # Hands in a test don't differ by less on purpose.
    Quality.SIMULATED: Nanoseconds(1 * MILLISECOND),
}
"""Contacts no further apart than this can't be told apart; docs/timing.md argues each figure."""


NEARLY = Nanoseconds(1 * MILLISECOND)
"""Hands that are surely no further apart than this, but can't be ranked, are a dead heat and no reason to
grab again: nobody is so much earlier on purpose, and switches differ by as much."""


class Budget(Struct, frozen=True):
    """The error budget of one clock's stamps, in nanoseconds."""

    quality: Quality
    band: Nanoseconds
    """Two stamps of this clock no further apart can't be told apart."""
    bound: Nanoseconds | None = Nanoseconds(0)
    """How far a stamp may lie from the same instant on the machine's own clock; None: nobody knows."""


Budgets = Mapping[ClockId, Budget]
"""What the stamps of every clock are worth; one that isn't listed can't be compared with anything."""

BAND_SIGMAS = 4
"""The error band in standard deviations of one stamp; at its edge the order is right in 99.8 of 100 cases."""

PICTURE = Nanoseconds(1 * SECOND)
"""How long before and after the first contact others are drawn into the photo finish."""


class VoidReason(Enum):
    """Why no winner can be named although somebody touched."""

    SEQUENCE_GAP = "sequence_gap"
    """The kernel's sequence numbers show that an edge was lost."""
    MIXED_CLOCKS = "mixed_clocks"
    """The contacts were stamped by clocks that can't be compared."""
    TWO_READINGS = "two_readings"
    """The edges can be read in two ways, and each names another winner."""
    LATE_EDGE = "late_edge"
    """After the verdict an edge arrived that would have changed it."""
    UNPLUGGED = "unplugged"
    """A line went missing while the pad was armed: its seat might have been first."""


class TimedContact(Struct, frozen=True):
    """One contact in the photo finish; `after` in nanoseconds from `Verdict.at`, negative before it."""

    seat: Seat
    after: Nanoseconds
    standing: ContactState
    lasted: Nanoseconds | None = None
    """How long a touch lasted that isn't ranked, or the seat was deaf; None while it goes on."""
    early: Nanoseconds = Nanoseconds(0)
    """How much earlier it can have begun, where the edges can be read in two ways."""


class Finish(Struct, frozen=True, kw_only=True):
    """What every verdict shows: the picture, and what its source is worth."""

    arming: int
    """Counts the armings of the pad: a correction of a verdict bears the number of that verdict."""
    at: Instant
    """The first contact that counts, in nanoseconds; for a void verdict the first of any standing."""
    contacts: tuple[TimedContact, ...]
    """By time, seats ascending where the times are equal (for drawing; ranks nobody)."""
    held: tuple[Seat, ...]
    """Seats whose button was down at arming and still is."""
    band: Nanoseconds
    """The error band."""
    quality: Quality


class Decided(Finish, frozen=True, kw_only=True, tag="grab"):
    """One seat was first."""

    seat: Seat
    margin: Nanoseconds | None
    """How much later the next one came; None when nobody else did."""


class DeadHeat(Finish, frozen=True, kw_only=True, tag="dead_heat"):
    """Two seats or more touched within the error band."""

    seats: tuple[Seat, ...]
    """Ascending; the order means nothing."""


class Void(Finish, frozen=True, kw_only=True, tag="void"):
    """No winner can be named."""

    reason: VoidReason


Verdict = Decided | DeadHeat | Void


def adjudicate(
    contacts: Iterable[Contact],
    *,
    arming: int,
    budgets: Budgets,
    held: Iterable[Seat] = (),
    trouble: VoidReason | None = None,
    window: Nanoseconds = PICTURE,
) -> Verdict:
    """Rule on the contacts of one arming; ValueError if none of them counts, unless there is `trouble`.

    `trouble` is what the source knows against its own contacts; whoever comes after the `window` is drawn as
    late. The order in which contacts are given is without influence, and so are the numbers of seats, except
    for drawing equal times. Contacts of one clock are told apart by its band; those of two clocks only by
    both bounds more.
    """
    ordered = sorted(contacts, key=lambda contact: (contact.at, contact.seat))
    ranked = [contact for contact in ordered if contact.standing is ContactState.COUNTS and contact.sure]
    doubted = [contact for contact in ordered if contact.standing is ContactState.COUNTS and not contact.sure]
    if not ordered or not (ranked or doubted or trouble):
        raise ValueError("a verdict needs a contact that counts")
    first = (ranked or doubted or ordered)[0]
    near = [contact for contact in (*ranked, *doubted) if _may_win(contact, first, budgets, window)]
    comparable = _comparable(near, budgets)
    tied = _tied(ranked, budgets) if comparable else []
    against = _closest(ranked, tied, budgets) if tied else first
    finish = Finish(
        arming=arming,
        at=first.at,
        contacts=tuple(_timed(contact, first.at, window) for contact in ordered),
        held=tuple(sorted(held)),
        band=_band(first, against, near, budgets),
        quality=_quality(first, against, budgets),
    )
    # An edge was lost, or a line: whoever it belonged to may have been first.
    if trouble is not None:
        return Void(**_shared(finish), reason=trouble)
    # Two clocks that nobody compared can't rank two hands.
    if not comparable:
        return Void(**_shared(finish), reason=VoidReason.MIXED_CLOCKS)
    # However the edges are read, it has to be the same winner.
    if not _certain(near, budgets):
        # A screen saw them in one look, or in two that follow each other: that is its band.
        if finish.quality is not Quality.SCREEN and not _nearly_tied(near):
            return Void(**_shared(finish), reason=VoidReason.TWO_READINGS)
        tied, finish = near, replace(finish, band=max(finish.band, _span(near)))
    # Closer than the clocks can tell: nobody was first.
    if len(tied) > 1:
        return DeadHeat(**_shared(finish), seats=tuple(sorted(contact.seat for contact in tied)))
    margin = Nanoseconds(ranked[1].at - first.at) if len(ranked) > 1 else None
    return Decided(**_shared(finish), seat=first.seat, margin=margin)


def between(one: Contact, other: Contact, budgets: Budgets) -> Nanoseconds:
    """Return how close two contacts may be and not be told apart, in nanoseconds; 0 for unknown clocks."""
    mine, theirs = budgets.get(one.clock), budgets.get(other.clock)
    if one.clock == other.clock or mine is None or theirs is None:
        known = mine or theirs
        return Nanoseconds(0) if known is None else known.band
    return Nanoseconds(max(mine.band, theirs.band) + (mine.bound or 0) + (theirs.bound or 0))


def _band(first: Contact, against: Contact, near: list[Contact], budgets: Budgets) -> Nanoseconds:
    """Return the error band of a verdict: a stamp that may be late makes it wider."""
    late = max(contact.at - contact.earliest for contact in (against, *near))
    return Nanoseconds(max(between(first, against, budgets), late))


def _may_win(contact: Contact, first: Contact, budgets: Budgets, window: Nanoseconds) -> bool:
    """Whether a contact can have been first although `first` may have begun as late as it is stamped."""
    if _strange(contact, first, budgets):
        return contact.earliest - first.at <= window
    return contact.earliest - first.at <= between(contact, first, budgets)


def _comparable(contacts: list[Contact], budgets: Budgets) -> bool:
    return not any(_strange(one, other, budgets) for one, other in combinations(contacts, 2))


def _strange(one: Contact, other: Contact, budgets: Budgets) -> bool:
    """Whether nobody knows how the clocks of two contacts are set against each other."""
    if one is other:
        return False
    mine, theirs = budgets.get(one.clock), budgets.get(other.clock)
    if mine is None or theirs is None:
        return True
    return one.clock != other.clock and (mine.bound is None or theirs.bound is None)


def _certain(near: list[Contact], budgets: Budgets) -> bool:
    """Whether the same contacts are first however the doubtful among them are read.

    Each has to be beaten whatever it is and whenever its rivals began, or else never.
    """
    # Fifteen exact stamps in one band would be weighed against each other twice for nothing.
    if all(contact.sure and contact.since is None for contact in near):
        return True
    for contact in near:
        others = [other for other in near if other is not contact]
        if any(
            other.sure and contact.earliest - other.at > between(contact, other, budgets) for other in others
        ):
            continue
        if not contact.sure or any(
            contact.at - other.earliest > between(contact, other, budgets) for other in others
        ):
            return False
    return True


def _nearly_tied(near: list[Contact]) -> bool:
    """Whether all of these surely touched, and within `NEARLY`, whenever each of them began."""
    return _span(near) <= NEARLY and all(contact.sure for contact in near)


def _span(contacts: list[Contact]) -> Nanoseconds:
    """Return how far apart contacts can have begun at the most."""
    latest = max(contact.at for contact in contacts)
    return Nanoseconds(latest - min(contact.earliest for contact in contacts))


def _tied(ranked: list[Contact], budgets: Budgets) -> list[Contact]:
    """Return those of the ranked, by time, that nobody else is surely before."""
    return [
        contact
        for contact in ranked
        if all(contact.at - other.at <= between(contact, other, budgets) for other in ranked)
    ]


def _closest(ranked: list[Contact], tied: list[Contact], budgets: Budgets) -> Contact:
    """Return the contact on which the verdict hangs: against it the first is first by the least, or isn't."""
    others = tied[1:] or ranked[1:] or ranked[:1]
    return max(others, key=lambda contact: between(ranked[0], contact, budgets) - (contact.at - ranked[0].at))


def _quality(one: Contact, other: Contact, budgets: Budgets) -> Quality:
    if one.clock not in budgets:
        return Quality.SOFTWARE if one.clock == other.clock else Quality.MIXED
    return quality_of([budgets[clock] for clock in {one.clock, other.clock} if clock in budgets])


def quality_of(budgets: Sequence[Budget]) -> Quality:
    """Return the quality of stamps that are compared: `MIXED` for two kinds of stamps, and for two clocks.

    Two pads of one kind are stamped by the machine's one clock.
    """
    first, *others = budgets
    one_kind = all(budget.quality is first.quality and budget.bound == 0 for budget in budgets)
    return first.quality if one_kind or not others else Quality.MIXED


def voided(verdict: Verdict, reason: VoidReason) -> Void:
    """Return a verdict made void, with its picture."""
    return Void(**_shared(verdict), reason=reason)


def pictured(verdict: Verdict, later: Verdict) -> Verdict:
    """Return a verdict as it was said, with the contacts of a later look."""
    moved = later.at - verdict.at
    contacts = tuple(replace(each, after=Nanoseconds(each.after + moved)) for each in later.contacts)
    return replace(verdict, contacts=contacts, held=later.held)


def _shared(finish: Finish) -> dict[str, Any]:
    """Return the fields that every verdict has; Any, since their types differ."""
    return {name: getattr(finish, name) for name in Finish.__struct_fields__}


def _timed(contact: Contact, at: Instant, window: Nanoseconds) -> TimedContact:
    if contact.standing is ContactState.COUNTS:
        standing = ContactState.LATE if contact.at - at > window else ContactState.COUNTS
        early = Nanoseconds(contact.at - contact.earliest)
        return TimedContact(contact.seat, Nanoseconds(contact.at - at), standing, early=early)
    lasted = None if contact.standing is ContactState.LATE else contact.lasted
    return TimedContact(contact.seat, Nanoseconds(contact.at - at), contact.standing, lasted)
