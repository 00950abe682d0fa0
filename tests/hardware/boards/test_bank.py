"""Grab pads on a board: verdicts in its clock, mixed verdicts within both bounds, and pulled cables."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import MICROSECOND, Instant, Nanoseconds
from hardware.boards.session import Moved
from hardware.firmware import frames
from hardware.grab.adjudicate import ERROR_BANDS, DeadHeat, Decided, Quality, VoidReason
from hardware.grab.contacts import Seat, SeatState
from hardware.wiring.wiring import SeatWires, Wiring
from tests.games.plays import Play, plays
from tests.hardware.boards.clocks import Clocks, Way, steady
from tests.hardware.boards.table import PLUG, BoardTable
from tests.hardware.boards.world import HARMS, WAYS, Harm
from tests.hardware.duels import check
from tests.hardware.table import ms, seats

OPEN = 100
"""Milliseconds after which a session is surely open."""


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
        assert (table.pad.band, table.pad.trouble) == (ERROR_BANDS[Quality.BOARD], "")


def test_a_duel_may_begin_before_its_board_was_ever_there() -> None:
    table = BoardTable(3)
    with table.pad:
        table.pad.arm()
        table.until(OPEN + 4000)
        table.press(OPEN + 4020, 1)
        table.until(OPEN + 4100)
        assert table.heard.said == ["grab 1"]
    assert not table.link.plugged, "its port is still taken"


def bound_of(table: BoardTable) -> Nanoseconds:
    """Return how far off the board's clock may be now."""
    bound = table.board.budget.bound
    assert bound is not None
    return bound


def slow_back(table: BoardTable, way: Way) -> None:
    """Make the board's messages take this way from now on."""
    table.world.back = type(table.world.back)(table.world.random, way)


def test_fifteen_seats_are_ranked_by_the_boards_clock_however_late_it_tells(table: BoardTable) -> None:
    slow_back(table, steady(1000, 1500))
    table.pad.arm()
    for place, seat in enumerate((7, 3, 14, 0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13)):
        table.press(OPEN + 20 + place * 0.05, seat)
    table.until(OPEN + 50)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.quality, verdict.band) == (7, Quality.BOARD, ERROR_BANDS[Quality.BOARD])
    assert [contact.seat for contact in verdict.contacts][:3] == list(seats(7, 3, 14))
    assert verdict.margin is not None
    assert abs(verdict.margin - 50 * MICROSECOND) <= 1 * MICROSECOND
    assert abs(verdict.at - (table.start + ms(OPEN + 20))) <= bound_of(table)


PLAYS = """
-: within the board's error band it is a dead heat, and who is named has light until the next arming
  15 | arm, press 20 2 5, until 50 -> dead heat [2, 5]; lamps 2 5
  | arm, press 20 5, press 20.009 2, until 50 -> dead heat [2, 5]; lamps 2 5
  | arm, press 20 5, press 20.012 2, until 50 -> grab 5; lamps 5
  | arm, press 20 5, until 50, arm, until 60 -> grab 5; lamps
-: a resting hand can't win
  | press 0 3, until 100, arm, 3 is held, release 150 3, until 300, 3 is open -> lamps
-: a press still on its way when the pad was armed counts by its stamp
  | slow, arm, press 20 1, press 20.2 2, until 22, hears nothing, until 80 -> grab 1
-: pulling the cable in a duel voids it, and plugged in again it has a new clock
  | arm, press 20 3, until 23, unplug, all are unplugged, until 100 -> void unplugged; clock 1;
    trouble grab board "left": it was unplugged / plug it in again
  | arm, press 20 3, until 23, unplug, until 100, plug in, until 300, all are open, arm, press 320 6,
    until 400 -> void unplugged; grab 6; clock 2; trouble
  | unplug, arm, until 200, plug in, until 4000, press 4020 6, until 4100 -> grab 6
-: a board that doesn't answer before the ruling voids it: news of somebody sooner may be on the broken wire
  | arm, press 20 3, until 23, cut, until 400 -> void unplugged
-: a board that started anew between two duels is found again
  | boot, until 1000, arm, press 1020 6, until 1100 -> grab 6; sessions 2
-: lost changes void the grab and are told
  | arm, lose, press 20 3, until 100 -> void sequence_gap; told it lost a change of its inputs
  | arm, lose, press 20 3, until 100, unplug -> void sequence_gap; lost 1
-: pins and a board closer than both clocks can tell is a dead heat
  4 and 2 | arm, pin 20 5, press 20.9 2, until 60 -> dead heat [2, 5]; quality MIXED
-: two of one board are still told apart by its own clock
  | arm, press 20 3, press 20.05 2, until 60 -> grab 3; quality BOARD
"""
"""Seats on the board and on pins; milliseconds since the session opened or, with pins, the map was good."""


@pytest.mark.parametrize("play", tuple(plays(PLAYS)), ids=lambda play: play.name)
def test_a_play_on_a_board(play: Play) -> None:
    on_board, _, pins = play.table.partition(" and ")
    opened = 5000 if pins else OPEN
    table = BoardTable(int(on_board), int(pins or 0))
    table.until(opened)
    before = table.board.clock

    def do(words: list[str]) -> None:
        match words:
            case ["press", at, *pressed]:
                table.press(opened + float(at), *map(int, pressed))
            case ["release", at, *pressed]:
                table.release(opened + float(at), *map(int, pressed))
            case ["pin", at, pin]:
                table.press_pin(opened + float(at), int(pin))
            case ["slow"]:
                slow_back(table, steady(8000))
            case ["cut"]:
                table.world.back.cut = True
            case ["boot"]:
                table.world.boot()
            case ["lose"]:
                table.world.twin.pins.lost += 1
            case ["unplug"]:
                table.link.unplug()
            case ["plug", "in"]:
                table.link.plug_in()
            case ["hears", "nothing"]:
                assert table.heard.said == []
            case [_, _, state]:
                assert {status.state.name.lower() for status in table.pad.states.values()} == {state}

    def holds(what: str, of: str) -> bool:
        match what:
            case "lamps":
                return table.lamps() == [int(seat) for seat in of.split()]
            case "clock":
                return (table.board.clock != before) is (of == "2")
            case "sessions":
                return table.link.sessions == int(of)
            case "lost":
                return table.board.lost() == int(of)
        return of in table.pad.trouble

    with table.pad:
        check(play, table, do, holds, opened)


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


def with_the_turn_button_down() -> BoardTable:
    """Return a table whose turn button, pin 20, was pressed and is still held."""
    seat = SeatWires(Seat(0), 2, board=PLUG.name)
    wiring = Wiring(seats=(seat,), turn=20, turn_board=PLUG.name, boards=(PLUG,))
    table = BoardTable(wiring=wiring)
    table.until(OPEN)
    table.world.twin.move(1 << 20, high=False)
    table.until(OPEN + 100)
    return table


def test_a_turn_button_that_was_down_when_its_board_went_is_heard_at_the_next_press() -> None:
    """A hard hit resets a board: nobody saw the release."""
    table = with_the_turn_button_down()
    with table.pad:
        table.link.unplug()
        table.world.twin.move(1 << 20, high=True)
        table.until(OPEN + 1000)
        table.link.plug_in()
        table.until(OPEN + 5000)
        assert len(table.heard.turns) == 1
        table.world.twin.move(1 << 20, high=False)
        table.until(OPEN + 5100)
        assert len(table.heard.turns) == 2


def test_a_turn_is_heard_though_the_boards_clock_jumps_at_the_press() -> None:
    table = with_the_turn_button_down()
    with table.pad:
        table.world.twin.move(1 << 20, high=True)
        table.until(OPEN + 1000)
        table.world.jump(-5)
        table.world.twin.move(1 << 20, high=False)
        table.link.catch_up()
        table.until(OPEN + 1100)
        assert len(table.heard.turns) == 2


@pytest.mark.parametrize("when_lost", ["never", "before", "while down"])
def test_a_turn_button_that_bounces_at_its_release_is_one_turn(when_lost: str) -> None:
    table = with_the_turn_button_down()
    pins = table.world.twin.pins
    at = OPEN + 1100.0
    with table.pad:
        table.world.twin.move(1 << 20, high=True)
        pins.lost += when_lost == "before"
        table.until(at)
        table.world.twin.move(1 << 20, high=False)
        table.until(at + 500)
        pins.lost += when_lost == "while down"
        table.until(at + 1000)
        # Ganssle's worst switch bounced for 6 ms.
        for after, high in ((1000, True), (1001.5, False), (1005, True), (2000, False)):
            assert len(table.heard.turns) == 2
            table.until(at + after)
            table.world.twin.move(1 << 20, high=high)
        table.until(at + 2100)
        assert len(table.heard.turns) == 3


def test_a_turn_is_heard_though_a_seat_is_pressed_at_the_same_moment() -> None:
    table = with_the_turn_button_down()
    with table.pad:
        table.world.twin.move(1 << 20, high=True)
        table.until(OPEN + 1000)
        table.world.twin.move(1 << 20, high=False)
        table.press(OPEN + 1001, 0)
        table.until(OPEN + 1100)
        assert len(table.heard.turns) == 2


def test_a_turn_button_whose_release_was_lost_is_heard_at_the_next_press() -> None:
    """A loose wire floods the board during the release."""
    table = with_the_turn_button_down()
    with table.pad:
        for change in range(600):
            table.world.twin.move(1 << 2, high=bool(change % 2))
        table.world.twin.move(1 << 20, high=True)
        table.until(OPEN + 1500)
        assert table.board.lost()
        assert len(table.heard.turns) == 1
        table.world.twin.move(1 << 20, high=False)
        table.until(OPEN + 1600)
        assert len(table.heard.turns) == 2


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
        table.press(OPEN + 2000, 0)
        table.until(OPEN + 2100)
        assert (len(table.heard.falls), table.pad.totem_stands) == (1, False)
        table.world.twin.move(1 << 21, high=False)
        table.release(OPEN + 2200, 0)
        table.until(OPEN + 2300)
        assert table.pad.totem_stands is True


def test_a_board_says_nothing_of_the_totem_and_turn_button_on_the_pins() -> None:
    wiring = Wiring(
        seats=(SeatWires(Seat(0), 2, board=PLUG.name), SeatWires(Seat(1), 5)),
        turn=20,
        totem=21,
        boards=(PLUG,),
    )
    table = BoardTable(pins=1, wiring=wiring)
    with table.pad:
        table.move_pin(50, 21, high=False)
        table.until(1000)
        assert table.pad.totem_stands is True
        table.link.unplug()
        table.move_pin(1100, 21, high=True)
        table.link.plug_in()
        table.until(2000)
        assert (len(table.heard.falls), table.pad.totem_stands) == (1, False)
        table.press_pin(2100, 20)
        table.press(2101, 0)
        table.until(2200)
        assert len(table.heard.turns) == 1
        table.move_pin(2300, 20, high=True)
        table.press_pin(3000, 20)
        table.until(3001)
        table.link.unplug()
        table.until(3100)
        assert len(table.heard.turns) == 2


@pytest.fixture
def mixed() -> Iterator[BoardTable]:
    table = BoardTable(4, 2)
    table.until(5000)
    yield table
    table.pad.close()


def test_between_pins_and_a_board_the_band_is_the_wider(mixed: BoardTable) -> None:
    mixed.pad.arm()
    assert bound_of(mixed) < ms(0.5)
    assert mixed.pad.quality is Quality.MIXED
    mixed.press(5020, 1)
    mixed.press_pin(5022, 4)
    mixed.until(5060)
    verdict = mixed.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.quality) == (1, Quality.MIXED)
    # The first stamp after a rest makes a new map; its bound is the one that applies.
    bound = bound_of(mixed)
    software = ERROR_BANDS[Quality.SIMULATED]
    assert verdict.band == mixed.pad.band == software + bound
    assert verdict.margin is not None
    assert abs(verdict.margin - ms(2)) <= bound


def test_in_a_long_arming_the_map_does_not_go_stale(table: BoardTable) -> None:
    table.world.clocks = Clocks(skew=30, wave=60, period=240)
    table.until(2000)
    table.pad.arm()
    bound = bound_of(table)
    table.press(30_000, 2)
    table.until(30_050)
    verdict = table.heard.verdict
    assert abs(verdict.at - (table.start + ms(30_000))) <= bound
    assert verdict.band == ERROR_BANDS[Quality.BOARD]


def test_a_board_whose_buttons_never_rest_keeps_to_the_present_clock() -> None:
    """A child plays with the turn button while the board warms up, and its crystal runs away."""
    seats_here = tuple(SeatWires(Seat(seat), 2 + seat, board=PLUG.name) for seat in range(3))
    table = BoardTable(wiring=Wiring(seats=seats_here, turn=20, turn_board=PLUG.name, boards=(PLUG,)))
    table.world.clocks = Clocks(skew=30, wave=60, period=240)
    with table.pad:
        table.until(2000)
        table.pad.arm()
        bands = []
        for moved in range(50):
            table.until(2000 + 400 * moved)
            table.world.twin.move(1 << 20, high=bool(moved % 2))
            bands.append(table.board.budget.band)
        pressed = table.press(22_000, 2)
        table.press(22_000.3, 1)
        table.until(22_100)
        verdict = table.heard.verdict
        assert isinstance(verdict, Decided)
        assert (verdict.seat, len(table.heard.turns)) == (2, 25)
        assert verdict.margin is not None
        assert abs(verdict.margin - 300 * MICROSECOND) <= verdict.band
        assert abs(verdict.at - pressed) <= bound_of(table)
        # For a moment after a map was renewed, two presses may be apart by as much as the old one was off.
        usual = ERROR_BANDS[Quality.BOARD]
        wider = next(n for n, band in enumerate(bands) if band > usual)
        assert max(bands) <= usual + bound_of(table)
        assert bands[wider + 1] > usual
        assert usual in bands[wider:]


def test_each_arming_takes_the_newest_map_while_buttons_never_rest() -> None:
    """Otherwise a map would go stale in a duel: the band would be wider, and two hands grab again."""
    wiring = Wiring(
        seats=(SeatWires(Seat(0), 2, board=PLUG.name),), turn=20, turn_board=PLUG.name, boards=(PLUG,)
    )
    table = BoardTable(wiring=wiring)
    table.world.clocks = Clocks(skew=30, wave=60, period=240)
    with table.pad:
        for moved in range(50):
            table.until(2000 + 400 * moved)
            table.world.twin.move(1 << 20, high=bool(moved % 2))
            if moved % 5 == 0:
                table.pad.arm()
            assert table.board.budget.band == ERROR_BANDS[Quality.BOARD]


def test_a_late_order_to_arm_leaves_the_duel_on_the_map_on_which_it_began(table: BoardTable) -> None:
    """A newer map may be off by more than two hands are apart: the later hand, told after the order, won."""
    session = table.world.session
    assert session is not None
    assert session.map is not None
    began = table.clock.now()
    ticks = table.world.ticks(began)
    for seat, after in ((7, 5_000), (3, 5_300)):
        before = session.levels
        session._inputs.levels = before & ~(1 << 2 + seat)
        table.board.moved(session, Moved(ticks + after, before, session.levels))
        if seat == 7:
            session.map = replace(session.map, at=Instant(session.map.at - 100 * MICROSECOND))
            table.pad.arm(1, began)
    table.until(OPEN + 60)
    verdict = table.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.margin) == (7, 60 * MICROSECOND)


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
        # Two stamps, each rounded to a tick of 200 ns, and tick rates that differ by some 100 ppm.
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
