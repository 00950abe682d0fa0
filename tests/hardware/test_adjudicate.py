"""Contacts in, a verdict out: ranks, ties, margins, and what makes it void."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import Instant, Nanoseconds
from hardware.adjudicate import (
    TIE_BANDS,
    Budget,
    DeadHeat,
    Grab,
    Quality,
    Verdict,
    Void,
    VoidReason,
    adjudicate,
    confidence,
    with_late,
)
from hardware.contacts import MONOTONIC, ClockId, Contact, Line, Seat, Standing, Timing, edge
from tests.hardware.table import START, ms, seats

BAND = TIE_BANDS[Quality.KERNEL]
BUDGETS = {MONOTONIC: Budget(Quality.KERNEL, BAND)}


def contact(seat: int, at: float, standing: Standing = Standing.COUNTS) -> Contact:
    """Return a contact so many milliseconds after the start."""
    return Contact(Seat(seat), Instant(START + ms(at)), standing)


def rule(*contacts: Contact, trouble: VoidReason | None = None) -> Verdict:
    """Rule on contacts stamped by the kernel."""
    return adjudicate(contacts, arming=1, budgets=BUDGETS, trouble=trouble)


GRABS = [
    ([contact(3, 0)], 3, None),
    ([contact(3, 0), contact(1, 0.101)], 3, ms(0.101)),
    ([contact(1, 2), contact(3, 1)], 3, ms(1)),
    ([contact(1, 0, Standing.HELD), contact(3, 1)], 3, None),
    (
        [contact(1, 0, Standing.BRIEF), contact(2, 0.5, Standing.STORMY), contact(3, 1), contact(4, 2)],
        3,
        ms(1),
    ),
]


@pytest.mark.parametrize(("contacts", "winner", "margin"), GRABS)
def test_the_first_that_counts_wins(contacts: list[Contact], winner: int, margin: Nanoseconds | None) -> None:
    verdict = rule(*contacts)
    assert isinstance(verdict, Grab)
    assert (verdict.seat, verdict.margin) == (winner, margin)
    assert len(verdict.contacts) == len(contacts)


def test_a_dead_heat_is_with_the_first_not_from_one_to_the_next() -> None:
    verdict = rule(contact(5, 0), contact(2, 0.09), contact(1, 0.18))
    assert isinstance(verdict, DeadHeat)
    assert verdict.seats == seats(2, 5)


VOIDS = [
    ([contact(1, 0)], VoidReason.SEQUENCE_GAP, VoidReason.SEQUENCE_GAP),
    ([contact(1, 0), contact(2, 0)], VoidReason.UNPLUGGED, VoidReason.UNPLUGGED),
    ([contact(1, 0, Standing.HELD)], None, VoidReason.HELD),
    ([contact(1, 0), Contact(Seat(2), START, clock=ClockId("board 7"))], None, VoidReason.MIXED_CLOCKS),
]


@pytest.mark.parametrize(("contacts", "trouble", "reason"), VOIDS)
def test_what_cannot_be_told_is_void(
    contacts: list[Contact], trouble: VoidReason | None, reason: VoidReason
) -> None:
    verdict = rule(*contacts, trouble=trouble)
    assert isinstance(verdict, Void)
    assert verdict.reason is reason
    assert len(verdict.contacts) == len(contacts)


def test_there_is_no_verdict_on_nothing() -> None:
    with pytest.raises(ValueError, match="at least one contact"):
        rule()


def test_late_contacts_change_the_picture_and_not_the_ruling() -> None:
    verdict = rule(contact(1, 0), contact(2, 3))
    later = with_late(verdict, [contact(3, 8), contact(4, 9, Standing.HELD), contact(5, 1001)])
    assert isinstance(later, Grab)
    assert (later.seat, later.margin) == (1, ms(3))
    assert [(c.seat, c.standing) for c in later.contacts] == [
        (1, Standing.COUNTS),
        (2, Standing.COUNTS),
        (3, Standing.LATE),
        (4, Standing.HELD),
    ]


def test_at_the_edge_of_the_band_the_order_is_nearly_sure() -> None:
    assert confidence(BAND, BAND) == pytest.approx(0.9977, abs=0.0001)
    assert confidence(Nanoseconds(0), BAND) == 0.5
    assert confidence(None, BAND) == 1.0


@pytest.mark.parametrize(
    "verdict", [rule(contact(1, 0)), rule(contact(1, 0), contact(2, 0)), rule(*VOIDS[2][0])]
)
def test_a_verdict_can_be_written_down_and_read_back(verdict: Verdict) -> None:
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


@settings(deadline=None)
@given(
    ats=st.lists(st.integers(0, 5_000_000), min_size=1, max_size=15),
    data=st.data(),
)
def test_pins_and_arrival_are_nothing_to_the_ruling(ats: list[int], data: st.DataObject) -> None:
    numbers = data.draw(st.permutations(range(15)))
    contacts = [Contact(Seat(hand), Instant(START + at)) for hand, at in enumerate(ats)]
    renumbered = [Contact(Seat(numbers[c.seat]), c.at) for c in contacts]
    one, other = rule(*contacts), rule(*data.draw(st.permutations(renumbered)))
    assert type(one) is type(other)
    if isinstance(one, Grab) and isinstance(other, Grab):
        assert (numbers[one.seat], one.margin) == (other.seat, other.margin)
    if isinstance(one, DeadHeat) and isinstance(other, DeadHeat):
        assert {numbers[seat] for seat in one.seats} == set(other.seats)


@settings(deadline=None)
@given(gaps=st.lists(st.integers(1, int(Timing().lock_out) - 1), max_size=30))
def test_however_a_button_bounces_it_is_one_contact_at_its_first_edge(gaps: list[int]) -> None:
    line, standing = edge(Line(), START, Timing())
    assert standing is Standing.COUNTS
    at = START
    for gap in gaps:
        at = Instant(at + gap)
        line, standing = edge(line, at, Timing())
        assert standing is None
    assert line.down_since == START
