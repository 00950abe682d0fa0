"""Turns contacts into a verdict: who was first, by how much, and how sure that is.

Pure: reads no clock. Contacts within the error band are a dead heat, in whatever order pins or edges come.
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
    """Stamped by a program some time after the edge."""
    USB = "usb"
    """Reported by a USB pad when polled; the kernel stamps the report."""
    BLUETOOTH = "bluetooth"
    """Reported by a Bluetooth pad, likewise."""
    SCREEN = "screen"
    """Keys and pads on the screen, whose thread handles touches once a frame."""
    SIMULATED = "simulated"
    """Set by a program, exact to the nanosecond."""
    MIXED = "mixed"
    """Stamps of different kinds or clocks: only as good as their comparison."""


ERROR_BANDS = {
    # Interrupt latency is spread by 2-5 µs on an idle Pi and up to 200 µs at the far tail of a loaded one; on
    # Pi 0-4 the lines pending in one interrupt are stamped in pin order, some µs apart.
    Quality.KERNEL: Nanoseconds(100 * MICROSECOND),
    # A board samples all seats as one word, every few µs.
    Quality.BOARD: Nanoseconds(10 * MICROSECOND),
    # RPi.GPIO and gpiozero's native pins are stamped by a Python thread, after whatever else wants to run.
    Quality.SOFTWARE: Nanoseconds(5 * MILLISECOND),
    # A panel scans within 10 ms, and the kernel polls Raspberry Pi's every 17 ms (raspberrypi-ts.c). A late
    # frame adds to that, unless the kernel's own stamp is known.
    Quality.SCREEN: Nanoseconds(30 * MILLISECOND),
    # No test means two hands to differ by less.
    Quality.SIMULATED: Nanoseconds(1 * MILLISECOND),
}
"""Contacts no further apart than this can't be ranked; docs/timing.md gives the reasons for each figure."""


NEARLY = Nanoseconds(1 * MILLISECOND)
"""Contacts that can't be ranked but are surely no further apart than this are a dead heat rather than void:
nobody is that much earlier on purpose, and switches differ by as much."""


class Budget(Struct, frozen=True):
    """The error budget of one clock's stamps, in nanoseconds."""

    quality: Quality
    band: Nanoseconds
    """Two stamps of this clock no further apart than this can't be ranked."""
    bound: Nanoseconds | None = Nanoseconds(0)
    """How far a stamp may be from the same instant on the machine's own clock; None if unknown."""


Budgets = Mapping[ClockId, Budget]
"""The error budget of each clock; stamps of a clock that isn't listed can't be compared with any others."""

BAND_SIGMAS = 4
"""The error band in standard deviations of one stamp; at its edge the order is right in 99.8 % of cases."""

PICTURE = Nanoseconds(1 * SECOND)
"""How far before and after the first contact the photo finish shows others."""


class VoidReason(Enum):
    """Why no winner can be named although somebody touched a button."""

    SEQUENCE_GAP = "sequence_gap"
    """The kernel's sequence numbers show that an edge was lost."""
    MIXED_CLOCKS = "mixed_clocks"
    """The contacts were stamped by clocks that can't be compared."""
    TWO_READINGS = "two_readings"
    """The edges can be read in two ways that give different winners."""
    LATE_EDGE = "late_edge"
    """An edge that arrived after the verdict would have changed it."""
    UNPLUGGED = "unplugged"
    """A line went missing while the pad was armed: its seat might have been first."""


class TimedContact(Struct, frozen=True):
    """One contact in the photo finish; `after` in nanoseconds from `Verdict.at`, negative before it."""

    seat: Seat
    after: Nanoseconds
    standing: ContactState
    lasted: Nanoseconds | None = None
    """How long an unranked touch lasted, or a stormy seat is ignored; None if ranked, late or going on."""
    early: Nanoseconds = Nanoseconds(0)
    """How much earlier it may have begun, if the edges can be read in two ways."""


class Finish(Struct, frozen=True, kw_only=True):
    """What every verdict shows: the picture, and how exact its source is."""

    arming: int
    """Number of the pad's arming; a correction has the number of the verdict that it corrects."""
    at: Instant
    """Time of the first contact that surely counts, in nanoseconds; else of one that may count, or of any."""
    contacts: tuple[TimedContact, ...]
    """By time; equal times by seat, for drawing only."""
    held: tuple[Seat, ...]
    """Seats whose button was down at arming and still was at the first contact."""
    band: Nanoseconds
    """The error band."""
    quality: Quality


class Decided(Finish, frozen=True, kw_only=True, tag="grab"):
    """One seat was first."""

    seat: Seat
    margin: Nanoseconds | None
    """How much later the next contact came; None if no other counts."""


class DeadHeat(Finish, frozen=True, kw_only=True, tag="dead_heat"):
    """Two or more seats touched within the error band."""

    seats: tuple[Seat, ...]
    """Ascending; the order has no meaning."""


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
    """Rule on the contacts of one arming. Raises ValueError if none counts, unless there is `trouble`.

    `trouble`: a fault that the source found in its own contacts; the verdict is void. Contacts after the
    `window` are drawn as late. The order of `contacts` and the seats' numbers don't matter, except for
    drawing equal times. Contacts of one clock can be ranked if they are further apart than its band, those
    of two clocks if further apart than the wider band plus both bounds.
    """
    ordered = sorted(contacts, key=lambda contact: (contact.at, contact.seat))
    ranked = [contact for contact in ordered if contact.standing is ContactState.COUNTS and contact.sure]
    doubted = [contact for contact in ordered if contact.standing is ContactState.COUNTS and not contact.sure]
    if not ordered or not (ranked or doubted or trouble):
        raise ValueError("a verdict needs a contact that counts")
    first = (ranked or doubted or ordered)[0]
    near = [contact for contact in (*ranked, *doubted) if _may_win(contact, first, budgets, window)]
    comparable = _comparable(near, budgets)
    tied = _tied(ranked, budgets)
    against = _closest(ranked, tied, budgets) if tied else first
    finish = Finish(
        arming=arming,
        at=first.at,
        contacts=tuple(_timed(contact, first.at, window) for contact in ordered),
        held=tuple(sorted(held)),
        band=_band(first, against, near, budgets),
        quality=_quality(first, against, budgets),
    )
    # An edge or a line was lost: its seat may have been first.
    if trouble is not None:
        return Void(**_shared(finish), reason=trouble)
    # Clocks that can't be compared can't rank two hands.
    if not comparable:
        return Void(**_shared(finish), reason=VoidReason.MIXED_CLOCKS)
    # Every reading of the edges must give the same winner.
    if not _certain(near, budgets):
        # On a screen they came in the same frame or in successive ones, which is its band.
        if finish.quality is not Quality.SCREEN and not _nearly_tied(near):
            return Void(**_shared(finish), reason=VoidReason.TWO_READINGS)
        tied, finish = near, replace(finish, band=max(finish.band, _span(near)))
    # Too close to rank: nobody was first.
    if len(tied) > 1:
        return DeadHeat(**_shared(finish), seats=tuple(sorted(contact.seat for contact in tied)))
    margin = Nanoseconds(ranked[1].at - first.at) if len(ranked) > 1 else None
    return Decided(**_shared(finish), seat=first.seat, margin=margin)


def tie_gap(one: Contact, other: Contact, budgets: Budgets) -> Nanoseconds:
    """Return up to what gap two contacts can't be ranked, in nanoseconds; 0 if both clocks are unknown."""
    mine, theirs = budgets.get(one.clock), budgets.get(other.clock)
    if one.clock == other.clock or mine is None or theirs is None:
        known = mine or theirs
        return Nanoseconds(0) if known is None else known.band
    return Nanoseconds(max(mine.band, theirs.band) + (mine.bound or 0) + (theirs.bound or 0))


def _band(first: Contact, against: Contact, near: list[Contact], budgets: Budgets) -> Nanoseconds:
    """Return the error band of a verdict, widened to how late its stamps may be."""
    late = max(contact.at - contact.earliest for contact in (against, *near))
    return Nanoseconds(max(tie_gap(first, against, budgets), late))


def _may_win(contact: Contact, first: Contact, budgets: Budgets, window: Nanoseconds) -> bool:
    """Return whether a contact may have been first if `first` began as late as its stamp."""
    if _incomparable(contact, first, budgets):
        return contact.earliest - first.at <= window
    return contact.earliest - first.at <= tie_gap(contact, first, budgets)


def _comparable(contacts: list[Contact], budgets: Budgets) -> bool:
    return not any(_incomparable(one, other, budgets) for one, other in combinations(contacts, 2))


def _incomparable(one: Contact, other: Contact, budgets: Budgets) -> bool:
    """Return whether the offset between the clocks of two contacts is unknown."""
    mine, theirs = budgets.get(one.clock), budgets.get(other.clock)
    if mine is None or theirs is None:
        return True
    return one.clock != other.clock and (mine.bound is None or theirs.bound is None)


def _certain(near: list[Contact], budgets: Budgets) -> bool:
    """Return whether every reading of the doubtful contacts puts the same ones first.

    Each contact must be surely beaten, or else be sure and have no rival that may beat it.
    """
    # Saves comparing fifteen exact stamps in pairs.
    if all(contact.sure and contact.since is None for contact in near):
        return True
    for contact in near:
        others = [(other, tie_gap(contact, other, budgets)) for other in near if other is not contact]
        if any(other.sure and contact.earliest - other.at > gap for other, gap in others):
            continue
        if not contact.sure or any(contact.at - other.earliest > gap for other, gap in others):
            return False
    return True


def _nearly_tied(near: list[Contact]) -> bool:
    """Return whether all contacts are sure and within `NEARLY`, whenever each of them began."""
    return _span(near) <= NEARLY and all(contact.sure for contact in near)


def _span(contacts: list[Contact]) -> Nanoseconds:
    """Return the greatest time that can be between the contacts' beginnings."""
    latest = max(contact.at for contact in contacts)
    return Nanoseconds(latest - min(contact.earliest for contact in contacts))


def _tied(ranked: list[Contact], budgets: Budgets) -> list[Contact]:
    """Return the ranked contacts that none surely precedes, by time."""
    if len({contact.clock for contact in ranked}) == 1:
        # On one clock every pair has the same gap: saves comparing fifteen hands in pairs.
        gap, earliest = tie_gap(ranked[0], ranked[0], budgets), min(contact.at for contact in ranked)
        return [contact for contact in ranked if contact.at - earliest <= gap]
    return [
        contact
        for contact in ranked
        if all(contact.at - other.at <= tie_gap(contact, other, budgets) for other in ranked)
    ]


def _closest(ranked: list[Contact], tied: list[Contact], budgets: Budgets) -> Contact:
    """Return the contact that decides the verdict: the first one's lead over it is the least, or in doubt."""
    others = tied[1:] or ranked[1:] or ranked[:1]
    return max(others, key=lambda contact: tie_gap(ranked[0], contact, budgets) - (contact.at - ranked[0].at))


def _quality(one: Contact, other: Contact, budgets: Budgets) -> Quality:
    if one.clock not in budgets:
        return Quality.SOFTWARE if one.clock == other.clock else Quality.MIXED
    return quality_of([budgets[clock] for clock in {one.clock, other.clock} if clock in budgets])


def quality_of(budgets: Sequence[Budget]) -> Quality:
    """Return the quality of stamps that are compared: `MIXED` for two kinds of stamps or two clocks.

    Two pads of one kind are both stamped by the machine's clock, so they aren't mixed.
    """
    first, *others = budgets
    one_kind = all(budget.quality is first.quality and budget.bound == 0 for budget in budgets)
    return first.quality if one_kind or not others else Quality.MIXED


def voided(verdict: Verdict, reason: VoidReason) -> Void:
    """Return a void verdict with the picture of `verdict`."""
    return Void(**_shared(verdict), reason=reason)


def with_picture(verdict: Verdict, later: Verdict) -> Verdict:
    """Return `verdict` with the picture of a later one."""
    shift = later.at - verdict.at
    contacts = tuple(replace(contact, after=Nanoseconds(contact.after + shift)) for contact in later.contacts)
    return replace(verdict, contacts=contacts, held=later.held)


def _shared(finish: Finish) -> dict[str, Any]:
    """Return the fields common to all verdicts; Any, since their types differ."""
    return {name: getattr(finish, name) for name in Finish.__struct_fields__}


def _timed(contact: Contact, at: Instant, window: Nanoseconds) -> TimedContact:
    if contact.standing is ContactState.COUNTS:
        standing = ContactState.LATE if contact.at - at > window else ContactState.COUNTS
        early = Nanoseconds(contact.at - contact.earliest)
        return TimedContact(contact.seat, Nanoseconds(contact.at - at), standing, early=early)
    lasted = None if contact.standing is ContactState.LATE else contact.lasted
    return TimedContact(contact.seat, Nanoseconds(contact.at - at), contact.standing, lasted)
