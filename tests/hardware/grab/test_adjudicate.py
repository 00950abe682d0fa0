"""Contacts in, a verdict out: ranks, ties, margins, and what makes a verdict void."""

from math import sqrt
from statistics import NormalDist

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import Instant
from hardware.grab.adjudicate import (
    BAND_SIGMAS,
    ERROR_BANDS,
    Budget,
    DeadHeat,
    Decided,
    Quality,
    Verdict,
    Void,
    VoidReason,
    adjudicate,
    with_picture,
)
from hardware.grab.contacts import BOUNCE, MONOTONIC, ClockId, Contact, ContactState, ContactTimes, Edge, Seat
from hardware.grab.lines import ButtonLine, settle, take
from tests.hardware.table import START, ms, words

BAND = ERROR_BANDS[Quality.KERNEL]
BUDGETS = {MONOTONIC: Budget(Quality.KERNEL, BAND)}


def contact(seat: int, at: float, standing: ContactState = ContactState.COUNTS) -> Contact:
    return Contact(Seat(seat), Instant(START + ms(at)), standing)


def rule(*contacts: Contact, trouble: VoidReason | None = None) -> Verdict:
    """Adjudicate contacts stamped by the kernel."""
    return adjudicate(contacts, arming=1, budgets=BUDGETS, trouble=trouble)


def doubted(seat: int, since: float, at: float, *, sure: bool = True) -> Contact:
    """Return a contact that began at one of two instants or, unless `sure`, perhaps not at all."""
    return replace(contact(seat, at), since=Instant(START + ms(since)), sure=sure)


HELD, BRUSH, STORMY = ContactState.HELD, ContactState.BRUSH, ContactState.STORMY
RULINGS = [
    # The first contact that counts wins.
    ([contact(3, 0)], "grab 3"),
    ([contact(3, 0), contact(1, 0.101)], "grab 3"),
    ([contact(1, 2), contact(3, 1)], "grab 3"),
    ([contact(1, 0, HELD), contact(3, 1)], "grab 3"),
    ([contact(1, 0, BRUSH), contact(2, 0.5, STORMY), contact(3, 1), contact(4, 2)], "grab 3"),
    # A dead heat is measured from the first contact, not from one to the next.
    ([contact(5, 0), contact(2, 0.09), contact(1, 0.18)], "dead heat [2, 5]"),
    # What can't be known is void.
    ([replace(contact(1, 0), sure=False)], "void two_readings"),
    ([contact(1, 0), Contact(Seat(2), START, clock=ClockId("board 7"))], "void mixed_clocks"),
    # Both readings have the same hand first.
    ([doubted(1, 0, 5), contact(2, 6)], "grab 1"),
    ([contact(1, 0), doubted(2, 1, 5)], "grab 1"),
    ([contact(1, 0), doubted(2, 1, 5, sure=False)], "grab 1"),
    ([contact(1, 0), doubted(2, 0.05, 0.09)], "dead heat [1, 2]"),
    # The readings name different hands, or one names nobody.
    ([doubted(1, 0, 5), contact(2, 4)], "void two_readings"),
    ([doubted(1, 0, 5, sure=False), contact(2, 6)], "void two_readings"),
    ([contact(1, 0), doubted(2, 0.05, 5)], "void two_readings"),
    ([doubted(1, 0, 5), doubted(2, 3, 8)], "void two_readings"),
]


@pytest.mark.parametrize(("contacts", "expected"), RULINGS)
def test_whoever_was_first_in_every_reading_wins(contacts: list[Contact], expected: str) -> None:
    verdict = rule(*contacts)
    assert words(verdict) == expected
    assert len(verdict.contacts) == len(contacts)
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict
    # The margin is between the first two that surely count.
    counted = sorted(each.at for each in contacts if each.sure and each.standing is ContactState.COUNTS)
    if isinstance(verdict, Decided):
        assert verdict.margin == (counted[1] - counted[0] if len(counted) > 1 else None)


def test_the_photo_finish_shows_how_much_earlier_a_hand_may_have_been() -> None:
    first, second = rule(doubted(1, 0, 5), contact(2, 6)).contacts
    assert [(c.seat, c.after, c.early) for c in (first, second)] == [(1, 0, ms(5)), (2, ms(1), 0)]


@pytest.mark.parametrize("trouble", [VoidReason.SEQUENCE_GAP, VoidReason.UNPLUGGED])
def test_with_trouble_on_the_wires_even_a_clear_case_is_void(trouble: VoidReason) -> None:
    brush = contact(1, 0, ContactState.BRUSH)
    for contacts in ([contact(1, 0)], [contact(1, 0), contact(2, 0)], [brush]):
        verdict = rule(*contacts, trouble=trouble)
        assert isinstance(verdict, Void)
        assert (verdict.reason, len(verdict.contacts)) == (trouble, len(contacts))


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


def test_at_the_edge_of_the_band_the_order_is_nearly_sure() -> None:
    # The difference of two stamps scatters by √2 more than one stamp.
    assert NormalDist().cdf(BAND_SIGMAS / sqrt(2)) == pytest.approx(0.9977, abs=0.0001)


@given(ats=st.lists(st.integers(0, 5_000_000), min_size=1, max_size=15), data=st.data())
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
    """Return a contact at this many milliseconds after the start, stamped by a clock."""
    return Contact(Seat(seat), Instant(START + ms(at)), clock=clock)


MIXES = [
    # Two stamps of one clock are compared with that clock's own band, whatever else there is.
    ([(1, 0, BOARD), (2, 0.02, BOARD)], "grab 1", 0.01, Quality.BOARD),
    ([(1, 0, BOARD), (2, 0.01, BOARD)], "dead heat [1, 2]", 0.01, Quality.BOARD),
    # Between two clocks: the wider band plus both bounds.
    ([(1, 0, MONOTONIC), (2, 0.3, BOARD)], "dead heat [1, 2]", 0.3, Quality.MIXED),
    ([(1, 0, MONOTONIC), (2, 0.31, BOARD)], "grab 1", 0.3, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.51, OTHER)], "dead heat [1, 2]", 0.51, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.52, OTHER)], "grab 1", 0.51, Quality.MIXED),
    # The board's second is surely behind the board's first, so it isn't part of their tie with the pins.
    ([(1, 0, BOARD), (2, 0.2, MONOTONIC), (3, 0.1, BOARD)], "dead heat [1, 2]", 0.3, Quality.MIXED),
    # The first by time may have been beaten by either of the board's; those two can each be beaten by only
    # one.
    ([(1, 0, MONOTONIC), (2, 0.1, BOARD), (3, 0.2, BOARD)], "dead heat [1, 2]", 0.3, Quality.MIXED),
    # The verdict depends on the closest call, which isn't the closest in time.
    ([(1, 0, BOARD), (2, 0.2, BOARD), (3, 0.4, OTHER)], "dead heat [1, 3]", 0.51, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.6, BOARD), (3, 0.7, OTHER)], "grab 1", 0.51, Quality.MIXED),
    ([(1, 0, BOARD), (2, 0.6, OTHER), (3, 5, BOARD)], "grab 1", 0.51, Quality.MIXED),
]


@pytest.mark.parametrize(("stamps", "expected", "band", "quality"), MIXES)
def test_two_clocks_are_told_apart_by_both_bounds_more(
    stamps: list[tuple[int, float, ClockId]], expected: str, band: float, quality: Quality
) -> None:
    verdict = adjudicate([stamped(*stamp) for stamp in stamps], arming=1, budgets=MIXED)
    assert (words(verdict), verdict.band, verdict.quality) == (expected, ms(band), quality)


def test_a_clock_that_nobody_compared_is_ranked_alone_and_never_with_others() -> None:
    alone = adjudicate([stamped(1, 0, PINS), stamped(2, 6, PINS)], arming=1, budgets=MIXED)
    assert words(alone) == "grab 1"
    both = adjudicate([stamped(1, 0, PINS), stamped(2, 4, BOARD)], arming=1, budgets=MIXED, window=ms(5))
    assert words(both) == "void mixed_clocks"
    # Of a clock without a budget nothing is known; after the window its hand is too late in any case.
    unknown = stamped(2, 6, ClockId("unknown"))
    late = adjudicate([stamped(1, 0, BOARD), unknown], arming=1, budgets=MIXED, window=ms(5))
    assert words(late) == "grab 1"
    early = adjudicate([stamped(1, 0, BOARD), unknown], arming=1, budgets=MIXED, window=ms(6))
    assert words(early) == "void mixed_clocks"


def test_a_verdict_is_as_exact_as_its_two_closest_hands() -> None:
    assert rule(contact(1, 0), doubted(2, 1, 5)).band == ms(4)
    assert rule(doubted(1, 0, 5), contact(2, 6)).band == ms(5)
    for later in (doubted(3, 4, 9), doubted(3, 4, 9, sure=False)):
        assert rule(contact(1, 0), contact(2, 3), later).band == BAND


def test_a_late_picture_is_counted_from_the_first_contact_of_the_verdict_that_was_given() -> None:
    given = rule(contact(1, 1))
    later = rule(contact(3, 0, ContactState.HELD), contact(1, 0.5), contact(2, 4))
    shown = with_picture(given, replace(later, held=(Seat(3),)))
    assert (words(shown), shown.held) == ("grab 1", (3,))
    assert [(c.seat, c.after) for c in shown.contacts] == [(3, ms(-1)), (1, ms(-0.5)), (2, ms(3))]


@given(
    truths=st.lists(st.tuples(st.integers(0, 2_000_000), st.integers(0, 2)), min_size=1, max_size=12),
    data=st.data(),
)
def test_errors_in_budget_make_no_wrong_winner(truths: list[tuple[int, int]], data: st.DataObject) -> None:
    """Clocks are off by up to their bounds, stamps by half their bands: the winner was truly first."""
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
