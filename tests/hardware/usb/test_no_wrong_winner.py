"""Fifteen seats on pins, a board and two USB pads: no verdict that the error bands don't justify.

Hands press at times that the test knows. A pad scans its keys, is polled, and has its answer stamped, each at
a random point of its time; keys in one answer share its stamp. A board's clock is off by up to its bound.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MILLISECOND, Instant
from hardware.grab.adjudicate import Budget, Budgets, DeadHeat, Decided, Quality
from hardware.grab.apparatus import Arming, Waiting, rule, same_ruling
from hardware.grab.contacts import MONOTONIC, ClockId, ContactTimes, Edge, Seat
from hardware.grab.lines import ButtonLine, settle, take
from hardware.usb.bank import ON_ITS_WAY, band_of
from hardware.usb.devices import FoundPad
from hardware.wiring.wiring import UsbPlug
from tests.hardware.table import START, ms

SEATS = 15
LAST = ms(45)
"""Hands press within this time: some clearly apart, many not."""
BOARD = ClockId("board")
PADS = {ClockId("USB pad fast"): (ms(2), ms(1)), ClockId("USB pad slow"): (ms(6), ms(8))}
"""Two USB pads: scan and polling interval."""
BANDS = {
    clock: band_of(UsbPlug("a", scan=scan), FoundPad("", "", "", interval=asked))
    for clock, (scan, asked) in PADS.items()
}
BUDGETS: Budgets = {
    MONOTONIC: Budget(Quality.KERNEL, ms(0.1)),
    BOARD: Budget(Quality.BOARD, ms(0.01), ms(0.3)),
    **{clock: Budget(Quality.USB, band) for clock, band in BANDS.items()},
}
CLOCKS = tuple(BUDGETS)


@st.composite
def stamped(draw: st.DrawFn) -> list[tuple[int, ClockId, int]]:
    """Draw hands: when each truly pressed, on which clock, and how that clock stamps it."""
    truths = draw(st.lists(st.integers(0, LAST) | st.integers(0, ms(15)), min_size=2, max_size=SEATS))
    if draw(st.booleans()):
        # One leads by more than any band.
        truths = [truths[0], *(LAST + truth for truth in truths[1:])]
    offset = draw(st.integers(-ms(0.3), ms(0.3)))
    questions = {clock: draw(st.integers(0, asked)) for clock, (_, asked) in PADS.items()}
    ways: dict[tuple[ClockId, int], int] = {}
    hands = []
    for truth in truths:
        clock = draw(st.sampled_from(CLOCKS))
        at = truth
        if clock in PADS:
            # Seen at the key's next scan, sent at the next poll; one answer has one stamp.
            scan, asked = PADS[clock]
            at += draw(st.sampled_from((0, scan)) | st.integers(0, scan))
            at += (questions[clock] - at) % asked
            at += ways.setdefault((clock, at), draw(st.sampled_from((0, ON_ITS_WAY))))
        elif clock == BOARD:
            at += offset
        else:
            at += draw(st.integers(0, ms(0.1)))
        hands.append((truth, clock, at))
    return hands


def known(board: dict[Seat, ButtonLine], now: Instant) -> dict[Seat, ButtonLine]:
    """Return the settled lines as far as they are known by `now`."""
    came = {
        seat: line
        if line.edge is not None and line.edge.at <= now
        else ButtonLine(seat, Edge(START, closed=False))
        for seat, line in board.items()
    }
    return {seat: settle(line, now, ContactTimes()) for seat, line in came.items()}


@settings(max_examples=400)
@given(hands=stamped())
def test_winners_were_first_and_a_lead_beyond_both_bands_wins(hands: list[tuple[int, ClockId, int]]) -> None:
    """The bands are no wider than stated: a hand that leads by its own lateness plus a band isn't tied."""
    base = Instant(START + MILLISECOND)
    board = {}
    for number, (_, clock, at) in enumerate(hands):
        open_since = Edge(START, closed=False, clock=clock)
        pressed = Edge(Instant(base + at), closed=True, clock=clock)
        board[Seat(number)] = take(ButtonLine(Seat(number), open_since), pressed, ContactTimes())
    arming = Arming(1, Instant(START), frozenset(board))
    now = Instant(base + min(at for _, _, at in hands) + ContactTimes().minimum_contact)
    while isinstance(ruled := rule(known(board, now), arming, now, BUDGETS, ContactTimes()), Waiting):
        # The ruling must say until when it waits.
        assert ruled.until is not None
        now = ruled.until
    # A ruling made long afterwards is the same.
    end = Instant(base + 3 * LAST)
    late = rule(known(board, end), arming, end, BUDGETS, ContactTimes())
    assert not isinstance(late, Waiting)
    assert same_ruling(ruled, late), (hands, ruled, late)
    earliest, second = sorted(truth for truth, _, _ in hands)[:2]
    first = {Seat(number) for number, (truth, _, _) in enumerate(hands) if truth == earliest}
    if isinstance(ruled, Decided):
        assert first == {ruled.seat}, (hands, ruled)
    else:
        assert isinstance(ruled, DeadHeat), ruled
        assert first <= set(ruled.seats), (hands, ruled)
        assert second - earliest <= 2 * max(BANDS.values()) + ms(1), (hands, ruled)
