"""A board whose clock jumps at the worst moments: a verdict may be void but is never wrong."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import HORIZON, ClockExchange, Exchanges
from hardware.boards.session import Jumped
from hardware.grab.adjudicate import Decided, Void
from hardware.grab.contacts import Seat, SeatState
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.boards.clocks import RATE, START, Clocks, Way, polled, stalling, steady
from tests.hardware.boards.table import PLUG, BoardTable
from tests.hardware.boards.world import World

DUELS, MANY = 60, 300
JUMP = 5.0
"""Milliseconds: longer than a round trip, shorter than a winning hand's lead may be."""

USB = polled(80)
BUSY_USB = stalling(USB, 0.2, 30)
SLOW = (USB, BUSY_USB, steady(1500, 100))


class Adversary:
    """Seats 0 to 2 on a board, 3 and 4 on pins; the board's clock jumps by `jump` ms once in each duel."""

    def __init__(self, jump: float, way: Way) -> None:
        self.table = BoardTable(3, 2, there=way, back=way)
        self.found: Counter[str] = Counter()
        self._jump, self._random = jump, Random(1)
        self._began = 2000.0
        self._plugged = True

    def play(self, duels: int) -> Counter[str]:
        """Play duels; return how often each kind of verdict came out."""
        with self.table.pad:
            for _ in range(duels):
                self._duel()
        return self.found

    def _duel(self) -> None:
        random, table = self._random, self.table
        self._began += 900
        seats = random.sample(range(5), 3)
        presses = sorted((self._began + random.uniform(400, 412), seat) for seat in seats)
        first, winner = presses[0]
        before_or_between = random.uniform(-300, 20), random.uniform(-5, 12)
        happens: list[tuple[float, Callable[[], object]]] = [
            (first - random.uniform(30, 90), self._arm),
            (
                first + random.choice(before_or_between),
                partial(table.world.jump, random.choice((1, -1)) * self._jump),
            ),
            *((at, partial(self._press, at, seat)) for at, seat in presses),
        ]
        table.heard.verdicts.clear()
        for at, does in sorted(happens, key=lambda each: each[0]):
            table.until(at)
            does()
        table.until(first + 300)
        verdicts = list(table.heard.verdicts) if self._plugged else []
        self.found["unplugged"] += not self._plugged
        for verdict in verdicts:
            if isinstance(verdict, Decided):
                self.found["right" if verdict.seat == winner else "wrong"] += 1
            else:
                self.found["void" if isinstance(verdict, Void) else "dead heat"] += 1
        if not verdicts and self._plugged:
            self.found["none"] += 1
        table.release(first + 300, 0, 1, 2)
        for seat in (3, 4):
            table.move_pin(first + 300, 1 + seat, high=True)

    def _arm(self) -> None:
        """Arm the pad. The duel doesn't count if the board shows as unplugged, as it does after a restart."""
        states = {status.state for status in self.table.pad.states.values()}
        self._plugged = SeatState.UNPLUGGED not in states
        self.table.pad.arm()

    def _press(self, at: float, seat: int) -> None:
        if seat < 3:
            self.table.press(at, seat)
        else:
            self.table.press_pin(at, 1 + seat)


def test_whenever_the_clock_jumps_nobody_wins_who_was_not_first() -> None:
    found = Adversary(JUMP, steady(150, 50)).play(DUELS)
    assert (found["wrong"], found["none"]) == (0, 0)
    assert found["right"] > DUELS / 5


STEADY = [(DUELS, steady(150, 50)), *(pytest.param(MANY, way, marks=pytest.mark.long) for way in SLOW)]


@pytest.mark.parametrize(("duels", "way"), STEADY)
def test_a_clock_that_never_jumps_costs_nothing_whatever_the_wire(duels: int, way: Way) -> None:
    found = Adversary(0, way).play(duels)
    assert found["right"] + found["dead heat"] == duels


@pytest.mark.long
@pytest.mark.parametrize("way", SLOW)
@pytest.mark.parametrize("jump", [JUMP, 20, 1000])
def test_nobody_wins_wrongly_over_a_wire_that_is_slow_or_stalls(jump: float, way: Way) -> None:
    found = Adversary(jump, way).play(MANY)
    assert (found["wrong"], found["none"]) == (0, 0)


@pytest.mark.parametrize("jump", [JUMP, -JUMP])
def test_a_jump_in_a_duel_voids_it_and_the_next_one_counts(jump: float) -> None:
    table = BoardTable(2, 1)
    with table.pad:
        table.until(2000)
        clock = table.board.clock
        table.pad.arm()
        table.press_pin(2020, 4)
        table.world.jump(jump)
        table.press(2023, 0)
        table.until(2400)
        assert (table.heard.said, table.link.sessions) == (["void unplugged"], 1)
        table.release(2500, 0)
        table.pad.arm()
        assert table.board.clock != clock
        table.press(2600, 1)
        table.press_pin(2604, 4)
        table.until(2700)
        assert isinstance(table.heard.verdicts[1], Decided)


def test_a_jump_that_hides_in_a_slow_question_is_found_by_what_was_known_before() -> None:
    """The question takes nearly as long as the jump: only with earlier exchanges can it be no delay."""
    table = BoardTable(2, 1, there=steady(200), back=steady(200))
    with table.pad:
        table.until(3000)
        table.pad.arm()
        table.until(3019)
        table.world.there = type(table.world.there)(table.world.random, steady(4700))
        table.world.jump(-JUMP)
        table.press_pin(3020, 4)
        # By the board's clock this was four milliseconds before the pin.
        table.press(3021, 0)
        table.until(3400)
        assert table.heard.said == ["void unplugged"]


def test_long_after_a_jump_a_board_whose_buttons_never_rest_ranks_with_the_pins() -> None:
    """A child plays with the turn button, and the pad isn't armed anew."""
    seats = (SeatWires(Seat(0), 2, board=PLUG.name), SeatWires(Seat(1), 5))
    table = BoardTable(pins=1, wiring=Wiring(seats=seats, turn=20, turn_board=PLUG.name, boards=(PLUG,)))
    with table.pad:
        table.until(2000)
        table.pad.arm()
        for moved in range(11):
            table.until(2000 + 400 * moved)
            table.world.twin.move(1 << 20, high=bool(moved % 2))
            if moved == 2:
                table.world.jump(-JUMP)
        assert {status.state for status in table.pad.states.values()} == {SeatState.OPEN}
        table.press_pin(6100, 5)
        table.press(6104, 0)
        table.until(6200)
        assert table.heard.said == ["grab 1"]


def test_a_jump_after_the_verdict_takes_nothing_back() -> None:
    table = BoardTable(2, 1)
    with table.pad:
        table.until(2000)
        table.pad.arm()
        table.press(2020, 0)
        table.press_pin(2024, 4)
        table.until(2040)
        table.world.jump(JUMP)
        table.until(2600)
        assert isinstance(table.heard.verdict, Decided)
        assert table.link.sessions == 1


def test_after_a_jump_the_next_exchange_makes_a_map() -> None:
    world = World()
    session = world.greet()
    world.run(1000)
    before = session.map
    assert before is not None
    world.events.clear()
    world.jump(JUMP)
    world.until(lambda: bool(world.events))
    assert [type(event) for event in world.events] == [Jumped]
    stamp, now = world.twin.pins.now(), world.clock.now()
    assert session.map is not None
    assert abs(session.map.instant(stamp) - now) <= session.map.bound < 2 * MILLISECOND
    assert abs(before.instant(stamp) - now) > 4 * MILLISECOND
    world.run(100)
    assert session.map.bound < MILLISECOND


class Steered(Clocks, frozen=True, kw_only=True):
    """Clocks, one of which is steered from the 20th second on by `steered` parts per million."""

    steered: float

    def ticks(self, at: float) -> float:
        """Return the board's clock at an instant in ns, unrounded."""
        return super().ticks(at) + 1e-6 * self.steered * max(0, at - START - 20 * SECOND) * RATE / SECOND


def exchanged(clocks: Clocks, count: int) -> Iterator[tuple[ClockExchange, float, float]]:
    """Yield `count` exchanges, five a second, each with the next one's start and how long packing took."""
    random, at, packed = Random(1), float(START), 800_000.0
    for _ in range(count):
        exchange, packed = clocks.exchange(at, packed, random)
        at = exchange.back + SECOND / 5
        yield exchange, at, packed


EVERY_STEERED = [
    Steered(skew=skew, there=USB, back=USB, steered=by) for skew in (-100, 0, 100) for by in (-500, 500)
]


@pytest.mark.parametrize("clocks", EVERY_STEERED, ids=lambda clocks: f"{clocks.skew} {clocks.steered}")
def test_a_machine_that_steers_its_clock_as_ntp_does_sees_no_jump(clocks: Steered) -> None:
    exchanges = Exchanges(RATE)
    for exchange, _, _ in exchanged(clocks, 300):
        clock_map = exchanges.map()
        assert clock_map is None or not exchanges.jumped(clock_map, exchange)
        exchanges.add(exchange)


@pytest.mark.parametrize("clocks", EVERY_STEERED, ids=lambda clocks: f"{clocks.skew} {clocks.steered}")
def test_no_stamp_is_further_off_than_the_bound_while_the_machine_steers_its_clock(clocks: Steered) -> None:
    """docs/timing.md: nobody may win who wasn't first."""
    exchanges, widest = Exchanges(RATE), 0
    for exchange, at, _ in exchanged(clocks, 300):
        # A machine's clock that is slowed falls behind the board's.
        ahead = Nanoseconds(-round(1e-6 * clocks.steered * max(0, exchange.back - START - 20 * SECOND)))
        exchanges.add(replace(exchange, steered=ahead))
        clock_map = exchanges.map()
        if clock_map is not None:
            off = [clock_map.instant(int(clocks.ticks(true))) - true for true in (exchange.back, at)]
            assert max(map(abs, off)) <= clock_map.bound
            widest = max(widest, clock_map.bound)
    assert widest < 3 * MILLISECOND


@pytest.mark.parametrize("asleep", [1, 10, 60])
def test_a_machine_that_stood_still_sees_no_jump(asleep: int) -> None:
    exchanges, clocks = Exchanges(RATE), Clocks(skew=100, there=USB, back=USB)
    before = list(exchanged(clocks, 20))
    for exchange, _, _ in before:
        exchanges.add(exchange)
    _, at, packed = before[-1]
    clock_map = exchanges.map()
    assert clock_map is not None
    late, _ = clocks.exchange(at + asleep * SECOND, packed, Random(2))
    assert not exchanges.jumped(clock_map, late)
    assert clock_map.instant(late.received) - Instant(START) > HORIZON > MICROSECOND
