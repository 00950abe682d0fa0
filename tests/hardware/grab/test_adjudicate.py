"""Contacts in, a verdict out: ranks, ties, margins, and what makes it void."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import Instant, Nanoseconds
from hardware.grab.adjudicate import (
    TIE_BANDS,
    Budget,
    DeadHeat,
    Decided,
    Quality,
    Verdict,
    Void,
    VoidReason,
    adjudicate,
    confidence,
)
from hardware.grab.contacts import (
    BOUNCE,
    MONOTONIC,
    ClockId,
    Contact,
    ContactState,
    ContactTimes,
    Edge,
    Seat,
)
from hardware.grab.lines import ButtonLine, settle, take
from tests.hardware.table import START, ms, seats

BAND = TIE_BANDS[Quality.KERNEL]
BUDGETS = {MONOTONIC: Budget(Quality.KERNEL, BAND)}


def contact(seat: int, at: float, standing: ContactState = ContactState.COUNTS) -> Contact:
    """Return a contact so many milliseconds after the start."""
    return Contact(Seat(seat), Instant(START + ms(at)), standing)


def rule(*contacts: Contact, trouble: VoidReason | None = None) -> Verdict:
    """Rule on contacts stamped by the kernel."""
    return adjudicate(contacts, arming=1, budgets=BUDGETS, trouble=trouble)


GRABS = [
    ([contact(3, 0)], 3, None),
    ([contact(3, 0), contact(1, 0.101)], 3, ms(0.101)),
    ([contact(1, 2), contact(3, 1)], 3, ms(1)),
    ([contact(1, 0, ContactState.HELD), contact(3, 1)], 3, None),
    (
        [
            contact(1, 0, ContactState.BRUSH),
            contact(2, 0.5, ContactState.STORMY),
            contact(3, 1),
            contact(4, 2),
        ],
        3,
        ms(1),
    ),
]


@pytest.mark.parametrize(("contacts", "winner", "margin"), GRABS)
def test_the_first_that_counts_wins(contacts: list[Contact], winner: int, margin: Nanoseconds | None) -> None:
    verdict = rule(*contacts)
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.margin) == (winner, margin)
    assert len(verdict.contacts) == len(contacts)


def test_a_dead_heat_is_with_the_first_not_from_one_to_the_next() -> None:
    verdict = rule(contact(5, 0), contact(2, 0.09), contact(1, 0.18))
    assert isinstance(verdict, DeadHeat)
    assert verdict.seats == seats(2, 5)


VOIDS = [
    ([contact(1, 0)], VoidReason.SEQUENCE_GAP, VoidReason.SEQUENCE_GAP),
    ([contact(1, 0), contact(2, 0)], VoidReason.UNPLUGGED, VoidReason.UNPLUGGED),
    ([replace(contact(1, 0), sure=False)], None, VoidReason.TWO_READINGS),
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


@pytest.mark.parametrize("standings", [(), (ContactState.HELD,), (ContactState.BRUSH, ContactState.STORMY)])
def test_there_is_no_winner_where_no_contact_counts(standings: tuple[ContactState, ...]) -> None:
    with pytest.raises(ValueError, match="a contact that counts"):
        rule(*(contact(seat, 0, standing) for seat, standing in enumerate(standings)))


def test_who_comes_after_the_window_is_drawn_as_late_and_gives_the_margin() -> None:
    contacts = [contact(1, 0), contact(3, 8), contact(4, 9, ContactState.HELD)]
    verdict = adjudicate(contacts, arming=1, budgets=BUDGETS, window=ms(5))
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.margin) == (1, ms(8))
    assert [(c.seat, c.standing) for c in verdict.contacts] == [
        (1, ContactState.COUNTS),
        (3, ContactState.LATE),
        (4, ContactState.HELD),
    ]


def doubted(seat: int, since: float, at: float, *, sure: bool = True) -> Contact:
    """Return a contact that began at one of two instants, or perhaps not at all."""
    return replace(contact(seat, at), since=Instant(START + ms(since)), sure=sure)


DOUBTS = [
    # Whichever way it is read, the same hand was first.
    ([doubted(1, 0, 5), contact(2, 6)], 1),
    ([contact(1, 0), doubted(2, 1, 5)], 1),
    ([contact(1, 0), doubted(2, 1, 5, sure=False)], 1),
    ([contact(1, 0), doubted(2, 0.05, 0.09)], (1, 2)),
    # One reading names one, and the other another, or nobody.
    ([doubted(1, 0, 5), contact(2, 4)], None),
    ([doubted(1, 0, 5, sure=False), contact(2, 6)], None),
    ([contact(1, 0), doubted(2, 0.05, 5)], None),
    ([doubted(1, 0, 5), doubted(2, 3, 8)], None),
]


@pytest.mark.parametrize(("contacts", "first"), DOUBTS)
def test_a_winner_is_the_same_in_every_reading(
    contacts: list[Contact], first: int | tuple[int, ...] | None
) -> None:
    verdict = rule(*contacts)
    if first is None:
        assert isinstance(verdict, Void)
        assert verdict.reason is VoidReason.TWO_READINGS
    elif isinstance(first, tuple):
        assert isinstance(verdict, DeadHeat)
        assert verdict.seats == first
    else:
        assert isinstance(verdict, Decided)
        assert verdict.seat == first


def test_at_the_edge_of_the_band_the_order_is_nearly_sure() -> None:
    assert confidence(BAND, BAND) == pytest.approx(0.9977, abs=0.0001)
    assert confidence(Nanoseconds(0), BAND) == 0.5
    assert confidence(None, BAND) == 1.0


@pytest.mark.parametrize(
    "verdict", [rule(contact(1, 0)), rule(contact(1, 0), contact(2, 0)), rule(*VOIDS[2][0])]
)
def test_a_verdict_can_be_written_down_and_read_back(verdict: Verdict) -> None:
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


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
    if isinstance(one, Decided) and isinstance(other, Decided):
        assert (numbers[one.seat], one.margin) == (other.seat, other.margin)
    if isinstance(one, DeadHeat) and isinstance(other, DeadHeat):
        assert {numbers[seat] for seat in one.seats} == set(other.seats)


@given(bounces=st.lists(st.tuples(st.integers(0, 1_999_999), st.integers(1, int(BOUNCE))), max_size=6))
def test_however_a_button_bounces_it_is_one_contact_at_its_first_edge(bounces: list[tuple[int, int]]) -> None:
    line, at = ButtonLine(Seat(0)), START
    for closure, opening in bounces:
        line = take(line, Edge(at, closed=True), ContactTimes())
        line = take(line, Edge(Instant(at + closure), closed=False), ContactTimes())
        at = Instant(at + closure + opening)
    line = settle(take(line, Edge(at, closed=True), ContactTimes()), Instant(at + ms(2)), ContactTimes())
    (contact,) = line.contacts
    assert (contact.at, contact.earliest, contact.sure) == (START, START, True)
    assert line.marks == ()


BOARD, OTHER, PINS = ClockId("board a"), ClockId("board b"), ClockId("pin factory")
MIXED = {
    MONOTONIC: Budget(Quality.KERNEL, ms(0.1)),
    BOARD: Budget(Quality.BOARD, ms(0.01), ms(0.2)),
    OTHER: Budget(Quality.BOARD, ms(0.01), ms(0.3)),
    PINS: Budget(Quality.SOFTWARE, ms(5), None),
}


def stamped(seat: int, at: float, clock: ClockId) -> Contact:
    """Return a contact so many milliseconds after the start, stamped by a clock."""
    return Contact(Seat(seat), Instant(START + ms(at)), clock=clock)


MIXES = [
    # Two stamps of one clock are told apart by its own band, whoever else is there.
    ([(1, 0, BOARD), (2, 0.02, BOARD)], (1,), 0.01, Quality.BOARD),
    ([(1, 0, BOARD), (2, 0.01, BOARD)], (1, 2), 0.01, Quality.BOARD),
    # Between two clocks: the wider band, and both bounds.
    ([(1, 0, MONOTONIC), (2, 0.3, BOARD)], (1, 2), 0.3, Quality.MIXED),
    ([(1, 0, MONOTONIC), (2, 0.31, BOARD)], (1,), 0.3, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.51, OTHER)], (1, 2), 0.51, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.52, OTHER)], (1,), 0.51, Quality.MIXED),
    # The board's second is surely behind the board's first, so it has no part in their tie with the pins.
    ([(1, 0, BOARD), (2, 0.2, MONOTONIC), (3, 0.1, BOARD)], (1, 2), 0.3, Quality.MIXED),
    # The first by time may have been beaten by either of the board's; those two by one only.
    ([(1, 0, MONOTONIC), (2, 0.1, BOARD), (3, 0.2, BOARD)], (1, 2), 0.3, Quality.MIXED),
    # The verdict hangs on the nearest call, which isn't the nearest in time.
    ([(1, 0, BOARD), (2, 0.2, BOARD), (3, 0.4, OTHER)], (1, 3), 0.51, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.6, BOARD), (3, 0.7, OTHER)], (1,), 0.51, Quality.MIXED),
]


@pytest.mark.parametrize(("stamps", "first", "band", "quality"), MIXES)
def test_two_clocks_are_told_apart_by_both_bounds_more(
    stamps: list[tuple[int, float, ClockId]], first: tuple[int, ...], band: float, quality: Quality
) -> None:
    verdict = adjudicate([stamped(*stamp) for stamp in stamps], arming=1, budgets=MIXED)
    assert isinstance(verdict, Decided | DeadHeat), verdict
    assert ((verdict.seat,) if isinstance(verdict, Decided) else verdict.seats) == first
    assert (verdict.band, verdict.quality) == (ms(band), quality)


def test_a_clock_that_nobody_compared_is_ranked_alone_and_never_with_others() -> None:
    alone = adjudicate([stamped(1, 0, PINS), stamped(2, 6, PINS)], arming=1, budgets=MIXED)
    assert isinstance(alone, Decided)
    both = adjudicate([stamped(1, 0, PINS), stamped(2, 4, BOARD)], arming=1, budgets=MIXED, window=ms(5))
    assert isinstance(both, Void)
    assert both.reason is VoidReason.MIXED_CLOCKS


@given(
    truths=st.lists(st.tuples(st.integers(0, 2_000_000), st.integers(0, 2)), min_size=1, max_size=12),
    data=st.data(),
)
def test_with_errors_inside_the_budget_nobody_wins_who_was_not_first(
    truths: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Clocks are off by up to their bounds, stamps by half their bands: whoever wins was first in truth."""
    clocks = (MONOTONIC, BOARD, OTHER)
    offsets = [data.draw(st.integers(-(MIXED[c].bound or 0), MIXED[c].bound or 0)) for c in clocks]
    contacts = []
    for seat, (truth, which) in enumerate(truths):
        half = MIXED[clocks[which]].band // 2
        at = START + truth + offsets[which] + data.draw(st.integers(-half, half))
        contacts.append(Contact(Seat(seat), Instant(at), clock=clocks[which]))
    verdict = adjudicate(contacts, arming=1, budgets=MIXED)
    earliest = min(truth for truth, _ in truths)
    if isinstance(verdict, Decided):
        assert truths[verdict.seat][0] == earliest, (truths, verdict)
    else:
        assert isinstance(verdict, DeadHeat)
        assert any(truths[seat][0] == earliest for seat in verdict.seats), (truths, verdict)
