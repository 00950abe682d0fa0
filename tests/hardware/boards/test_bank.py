"""Grab pads on a board: verdicts in its clock, mixed ones within both clocks' bounds, and cables pulled."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MICROSECOND, Nanoseconds
from hardware.firmware import frames
from hardware.grab.adjudicate import TIE_BANDS, DeadHeat, Decided, Quality, Void, VoidReason
from hardware.grab.contacts import Seat, SeatState
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.boards.clocks import Way, steady
from tests.hardware.boards.table import PLUG, BoardTable
from tests.hardware.boards.world import HARMS, WAYS, Harm
from tests.hardware.table import ms, seats

OPEN = 100
"""Milliseconds by which a session is open."""


@pytest.fixture
def table() -> Iterator[BoardTable]:
    table = BoardTable()
    table.until(OPEN)
    yield table
    table.pad.close()


def test_seats_are_unplugged_until_the_board_is_there() -> None:
    table = BoardTable(3)
    with table.pad:
        assert {status.state for status in table.pad.states.values()} == {SeatState.UNPLUGGED}
        assert table.board.budget.bound is None
        table.until(OPEN)
        assert {status.state for status in table.pad.states.values()} == {SeatState.OPEN}
        assert table.pad.quality is Quality.BOARD
        assert table.pad.band == TIE_BANDS[Quality.BOARD]
        assert table.pad.trouble == ""
        assert table.pad.notices_loss


def slow_back(table: BoardTable, way: Way) -> None:
    """Let what the board tells take so long from now on."""
    table.world.back = type(table.world.back)(table.world.random, way)


def test_fifteen_seats_are_ranked_by_the_boards_clock_however_late_it_tells(table: BoardTable) -> None:
    slow_back(table, steady(1000, 1500))
    table.pad.arm()
    for place, seat in enumerate((7, 3, 14, 0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13)):
        table.press(OPEN + 20 + place * 0.05, seat)
    table.until(OPEN + 50)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.quality, verdict.band) == (7, Quality.BOARD, TIE_BANDS[Quality.BOARD])
    assert [contact.seat for contact in verdict.contacts][:3] == list(seats(7, 3, 14))
    assert verdict.margin is not None
    assert abs(verdict.margin - 50 * MICROSECOND) <= 1 * MICROSECOND
    bound = table.board.budget.bound
    assert bound is not None
    assert abs(verdict.at - (table.start + ms(OPEN + 20))) <= bound


@pytest.mark.parametrize(
    ("apart", "said"), [(0, "dead heat [2, 5]"), (0.009, "dead heat [2, 5]"), (0.012, "grab 5")]
)
def test_within_the_boards_tie_band_it_is_a_dead_heat_and_who_is_named_has_light(
    table: BoardTable, apart: float, said: str
) -> None:
    table.pad.arm()
    if apart:
        table.press(OPEN + 20, 5)
        table.press(OPEN + 20 + apart, 2)
    else:
        table.press(OPEN + 20, 2, 5)
    table.until(OPEN + 50)
    assert table.heard.said == [said]
    assert table.lamps() == ([5] if said == "grab 5" else [2, 5])
    table.pad.arm()
    table.until(OPEN + 60)
    assert table.lamps() == []


def test_a_resting_hand_cannot_win(table: BoardTable) -> None:
    table.press(OPEN, 3)
    table.until(OPEN + 100)
    table.pad.arm()
    assert table.pad.states[Seat(3)].state is SeatState.HELD
    table.release(OPEN + 150, 3)
    table.until(OPEN + 300)
    assert table.pad.states[Seat(3)].state is SeatState.OPEN
    assert table.heard.said == []


def test_a_press_still_on_its_way_when_the_pad_was_armed_counts_by_its_stamp(table: BoardTable) -> None:
    slow_back(table, steady(8000))
    table.pad.arm()
    table.press(OPEN + 20, 1)
    table.press(OPEN + 20.2, 2)
    table.until(OPEN + 22)
    assert table.heard.said == []
    table.until(OPEN + 80)
    assert table.heard.said == ["grab 1"]


@pytest.mark.parametrize(
    ("pull", "normally_closed"), [("up", False), ("up", True), ("down", False), ("down", True)]
)
def test_any_way_of_wiring_a_button_works(pull: str, normally_closed: bool) -> None:
    wiring = Wiring(
        seats=tuple(SeatWires(Seat(seat), 2 + seat, board=PLUG.name) for seat in range(2)),
        pull="up" if pull == "up" else "down",
        normally_closed=normally_closed,
        boards=(PLUG,),
    )
    table = BoardTable(wiring=wiring)
    table.world.twin.pins.levels = 0 if wiring.pressed_high else 0b1100
    with table.pad:
        table.until(OPEN)
        assert table.world.twin.pins.pull == (frames.PULL_UP if pull == "up" else frames.PULL_DOWN)
        table.pad.arm()
        assert table.pad.states[Seat(0)].state is SeatState.OPEN
        table.world.twin.move(1 << 3, high=wiring.pressed_high)
        table.until(OPEN + 40)
        assert table.heard.said == ["grab 1"]


def test_turns_and_a_falling_totem_are_told() -> None:
    wiring = Wiring(
        seats=(SeatWires(Seat(0), 2, board=PLUG.name),),
        turn=20,
        turn_board=PLUG.name,
        totem=21,
        totem_board=PLUG.name,
        boards=(PLUG,),
    )
    table = BoardTable(wiring=wiring)
    table.world.twin.pins.levels &= ~(1 << 21)
    with table.pad:
        assert table.pad.totem_stands is None
        table.until(OPEN)
        assert table.pad.totem_stands is True
        table.world.twin.move(1 << 20, high=False)
        table.until(OPEN + 100)
        assert len(table.heard.turns) == 1
        table.world.twin.move(1 << 21, high=True)
        table.until(OPEN + 200)
        table.world.twin.move(1 << 21, high=False)
        table.until(OPEN + 1000)
        assert table.heard.falls == []
        table.world.twin.move(1 << 21, high=True)
        table.until(OPEN + 2000)
        assert len(table.heard.falls) == 1


# --- two clocks ---


@pytest.fixture
def mixed() -> Iterator[BoardTable]:
    table = BoardTable(4, 2)
    table.until(5000)
    yield table
    table.pad.close()


def test_between_pins_and_a_board_the_band_is_the_wider(mixed: BoardTable) -> None:
    mixed.pad.arm()
    bound = mixed.board.budget.bound
    assert bound is not None
    assert bound < ms(0.5)
    assert mixed.pad.quality is Quality.MIXED
    mixed.press(5020, 1)
    mixed.press_pin(5022, 4)
    mixed.until(5060)
    verdict = mixed.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.quality) == (1, Quality.MIXED)
    # The map was made anew with the first stamp after a rest: what it is worth then is what counts.
    bound = mixed.board.budget.bound
    assert bound is not None
    software = TIE_BANDS[Quality.SIMULATED]
    assert verdict.band == software + bound
    assert verdict.margin is not None
    assert abs(verdict.margin - ms(2)) <= bound


def test_pins_and_a_board_closer_than_both_clocks_can_tell_is_a_dead_heat(mixed: BoardTable) -> None:
    mixed.pad.arm()
    mixed.press_pin(5020, 5)
    mixed.press(5020.9, 2)
    mixed.until(5060)
    assert mixed.heard.said == ["dead heat [2, 5]"]
    assert mixed.heard.verdict.quality is Quality.MIXED


def test_two_of_one_board_are_still_told_apart_by_its_own_clock(mixed: BoardTable) -> None:
    mixed.pad.arm()
    mixed.press(5020, 3)
    mixed.press(5020.05, 2)
    mixed.until(5060)
    assert mixed.heard.said == ["grab 3"]
    assert mixed.heard.verdict.quality is Quality.BOARD


# --- cables, losses ---


def test_pulling_the_cable_in_a_duel_voids_it_and_plugged_in_again_it_has_a_new_clock(
    table: BoardTable,
) -> None:
    before = table.board.clock
    table.pad.arm()
    table.press(OPEN + 20, 3)
    table.until(OPEN + 23)
    table.link.unplug()
    assert {status.state for status in table.pad.states.values()} == {SeatState.UNPLUGGED}
    table.until(OPEN + 100)
    assert table.heard.said == ["void unplugged"]
    assert table.pad.trouble == 'grab board "left": it was unplugged; plug it in again'
    table.link.plug_in()
    table.until(OPEN + 300)
    assert table.board.clock != before
    assert {status.state for status in table.pad.states.values()} == {SeatState.OPEN}
    assert table.pad.trouble == ""
    table.pad.arm()
    table.press(OPEN + 320, 6)
    table.until(OPEN + 400)
    assert table.heard.said == ["void unplugged", "grab 6"]


def test_a_board_that_doesnt_answer_before_the_ruling_voids_it(table: BoardTable) -> None:
    """Somebody may have been sooner, and the news of it be on a broken wire."""
    table.pad.arm()
    table.press(OPEN + 20, 3)
    table.until(OPEN + 23)
    table.world.back.cut = True
    table.until(OPEN + 400)
    assert table.heard.said == ["void unplugged"]


def test_the_ruling_waits_for_what_is_late_on_the_wire(table: BoardTable) -> None:
    table.pad.arm()
    table.press(OPEN + 20, 3)
    table.until(OPEN + 21)
    # From here on frames are lost, but not all of them.
    table.world.back.harm = Harm(drop=0.3)
    table.press(OPEN + 21.5, 4)
    table.until(OPEN + 400)
    verdict = table.heard.verdict
    if isinstance(verdict, Decided):
        assert (verdict.seat, len(verdict.contacts)) == (3, 2)
    else:
        assert isinstance(verdict, Void)


def test_a_board_that_started_anew_between_two_duels_is_found_again(table: BoardTable) -> None:
    table.world.boot()
    table.until(OPEN + 1000)
    assert table.link.sessions == 2
    table.pad.arm()
    table.press(OPEN + 1020, 6)
    table.until(OPEN + 1100)
    assert table.heard.said == ["grab 6"]


def test_lost_changes_void_the_grab_and_are_told(table: BoardTable) -> None:
    table.pad.arm()
    table.world.twin.pins.lost += 1
    table.press(OPEN + 20, 3)
    table.until(OPEN + 100)
    assert table.heard.said == ["void sequence_gap"]
    assert "it lost a change of its inputs" in table.pad.trouble
    table.link.unplug()
    assert table.board.lost() == 1


# --- one map an arming ---


def test_during_an_arming_stamps_keep_their_distance(table: BoardTable) -> None:
    table.until(5000)
    table.pad.arm()
    session = table.world.session
    assert session is not None
    first = table.board._instant(session, table.world.ticks(table.clock.now()))
    for later in range(1, 20):
        table.until(5000 + later * 100)
        here = table.board._instant(session, table.world.ticks(table.clock.now()))
        assert first is not None
        assert here is not None
        assert abs((here - first) - ms(later * 100)) < Nanoseconds(25 * MICROSECOND)


def test_in_a_long_arming_the_map_does_not_go_stale(table: BoardTable) -> None:
    table.until(2000)
    table.pad.arm()
    bound = table.board.budget.bound
    assert bound is not None
    table.press(20_000, 2)
    table.until(20_050)
    verdict = table.heard.verdict
    assert abs(verdict.at - (table.start + ms(20_000))) <= bound


# --- whatever the wire does ---


@settings(max_examples=40)
@given(
    there=HARMS,
    back=HARMS,
    way=WAYS,
    way_back=WAYS,
    seed=st.integers(0, 2**32),
    gaps=st.lists(st.sampled_from((0.005, 0.02, 0.3, 1.0, 4.0)), min_size=1, max_size=14),
)
def test_a_verdict_over_a_bad_wire_is_right_or_void(
    there: Harm, back: Harm, way: Way, way_back: Way, seed: int, gaps: list[float]
) -> None:
    table = BoardTable(there=way, back=way_back)
    with table.pad:
        table.until(600)
        order = list(range(15))
        Random(seed).shuffle(order)
        table.world.there.harm, table.world.back.harm = there, back
        table.pad.arm()
        at = 620.0
        pressed = [table.press(at, order[0])]
        for seat, gap in zip(order[1:], gaps, strict=False):
            at += gap
            pressed.append(table.press(at, seat))
        table.until(1500)
        # Two stamps, each cut to a tick of 200 ns, and ticks of two clocks that differ by some 100 ppm.
        apart = pressed[1] - pressed[0]
        roughly = 2 * MICROSECOND + apart // 5000
        for verdict in table.heard.verdicts:
            if isinstance(verdict, Decided):
                assert verdict.seat == order[0]
                assert apart > verdict.band - roughly
                assert verdict.margin is None or abs(verdict.margin - apart) <= roughly
            elif isinstance(verdict, DeadHeat):
                assert apart < verdict.band + roughly
                assert order[0] in verdict.seats
            else:
                assert verdict.reason is VoidReason.UNPLUGGED
