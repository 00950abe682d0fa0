"""Which button is stiff: what is asked for, what counts, what must be repeated, and who is named."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice

import pytest

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.answer import press_sentences, stiffness
from hardware.lab.laboratory import Bench, Moment, PressLaboratory, simulated_press, wired_press
from hardware.lab.trials import Pair, RigError, StickStrike, ring
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.lab.results import setting
from tests.hardware.table import Table, ms

PAIR = ((Seat(0), Seat(1)),)


class Player:
    """Hands at a table: at each look of an armed pad they do the next thing in a list."""

    def __init__(self, *doings: Callable[[Table], None]) -> None:
        self.table = Table(3)
        self.looks = 0
        self._doings = list(doings)

    def wait(self) -> None:
        self.looks += 1
        assert self.looks < 100, "nobody will ever be ready"
        if self.table.pad.armed and self._doings:
            self._doings.pop(0)(self.table)
        elif self.looks == 3:
            self.table.pad.release(Seat(2))
        self.table.alarm.advance(ms(20))

    def strike_all(self, times: int = 1, pairs: tuple[Pair, ...] = PAIR) -> list[Moment]:
        """Return all moments of strikes of these pairs."""
        bench = Bench(self.table.pad, setting(), self.wait, ExitStack())
        return list(PressLaboratory(bench, pairs, times).run())


def strike(first: int, second: int, apart: float, hold: float = 60) -> Callable[[Table], None]:
    """Return a doing that presses two buttons `apart` ms apart and releases both after `hold` ms."""

    def do(table: Table) -> None:
        now = (table.clock.now() - 1_000_000_000_000) / 1e6
        table.press(first, now + 1)
        table.press(second, now + 1 + apart)
        for seat in (first, second):
            table.release(seat, now + apart + hold)

    return do


def alone(seat: int) -> Callable[[Table], None]:
    return lambda table: table.touch(seat, (table.clock.now() - 1_000_000_000_000) / 1e6 + 1, 60)


def lossy(table: Table) -> None:
    """Press both while an edge is lost."""
    table.lose_edges()
    strike(0, 1, 1)(table)


def strike_all(times: int, *doings: Callable[[Table], None]) -> list[Moment]:
    """Return all moments for seats 1 and 2 with these strikes."""
    return Player(*doings).strike_all(times)


def test_each_pair_is_struck_both_ways_round_as_often_as_wanted() -> None:
    moments = strike_all(2, strike(0, 1, 2), strike(1, 0, 3), strike(0, 1, 12), strike(1, 0, 0.5))
    asked = [(m.left, m.right, m.to_go) for m in moments if m.asks]
    assert asked == [(0, 1, 2), (0, 1, 1), (1, 0, 2), (1, 0, 1)]
    # How much later the right one closed; 12 ms are beyond the pad's window and still count.
    assert [m.later for m in moments if not m.asks] == [ms(2), ms(-3), ms(-12), ms(0.5)]


@pytest.mark.parametrize(
    ("bad", "again"), [(alone(1), "one_only"), (strike(0, 1, 150, 210), "apart"), (lossy, "sequence_gap")]
)
def test_what_proves_nothing_is_done_again(bad: Callable[[Table], None], again: str) -> None:
    moments = strike_all(1, bad, strike(0, 1, 1), strike(0, 1, 1))
    assert [(m.again, m.to_go) for m in moments if not m.asks] == [(again, 1), ("", 0), ("", 0)]


def test_other_seats_hands_count_for_nothing() -> None:
    def with_a_stranger(table: Table) -> None:
        table.pad.press(Seat(2))
        strike(0, 1, 2)(table)
        table.pad.release(Seat(2))

    moments = strike_all(1, with_a_stranger, strike(0, 1, 2))
    assert [m.later for m in moments if not m.asks] == [ms(2), ms(-2)]


def test_a_hand_that_rests_is_waited_for() -> None:
    player = Player(strike(2, 1, 2), strike(2, 1, 2))
    player.table.pad.press(Seat(2))
    moments = player.strike_all(pairs=((Seat(1), Seat(2)),))
    assert [m.later for m in moments if not m.asks] == [ms(-2), ms(2)]


def test_the_second_button_is_waited_for_as_long_as_the_first_is_down() -> None:
    player = Player(lambda table: table.pad.press(Seat(0)))
    waited = player.wait

    def wait() -> None:
        # The second hand comes five looks after the first, and both let go at the sixth.
        waited()
        if player.looks == 5:
            player.table.pad.press(Seat(1))
        elif player.looks == 6:
            for seat in (Seat(0), Seat(1)):
                player.table.pad.release(seat)

    bench = Bench(player.table.pad, setting(), wait, ExitStack())
    asked, struck = islice(PressLaboratory(bench, PAIR, 1).run(), 2)
    assert (asked.asks, struck.later) == (True, ms(100))


def test_a_button_that_is_not_there_is_said_before_anybody_strikes() -> None:
    player = Player()
    player.table.pad.line_gone(Seat(1))
    with pytest.raises(RigError, match="the button of seat 2 isn't there: plug in what it is on"):
        player.strike_all()


@pytest.mark.parametrize("struck", [True, False])
def test_a_button_that_goes_is_said_and_waited_for(struck: bool) -> None:
    def pulled(table: Table) -> None:
        table.pad.line_gone(Seat(1))
        if struck:
            alone(0)(table)

    player = Player(pulled, strike(0, 1, 2))
    bench = Bench(player.table.pad, setting(), player.wait, ExitStack())
    moments = PressLaboratory(bench, PAIR, 1).run()
    assert [moment.again for moment in islice(moments, 2)] == ["", "unplugged"]
    player.table.pad.line_back(Seat(1))
    assert [moment.later for moment in islice(moments, 2)] == [None, ms(2)]


def test_simulated_hands_go_through_all_of_it_and_the_stiff_seat_is_named() -> None:
    with simulated_press(times=10) as lab:
        good = [moment for moment in lab.run() if not moment.asks and not moment.again]
        answer = lab.answer()
    assert len(good) == lab.setting.planned == len(lab.strikes) == 6 * 2 * 10
    text = "\n".join(answer.sentences)
    assert text.count("is held back") == 1
    assert "Seat 3 is held back: it closes" in text
    assert "so it can turn a grab around" in text
    assert "Nothing is corrected" in text
    assert [row[:2] for row in answer.table.rows] == [(f"seat {seat}", "60") for seat in range(1, 5)]


def test_of_few_seats_every_pair_is_struck_and_of_many_neighbours() -> None:
    wiring = setting(sources=("pins",) * 5)
    bench = Bench(Table(5).pad, wiring, lambda: None, ExitStack())
    assert PressLaboratory(bench, None, 10).setting.planned == 5 * 2 * 10
    with simulated_press() as lab:
        assert lab.setting.planned == 6 * 2 * 10
    with simulated_press(PAIR, times=3) as lab:
        assert lab.setting.planned == 2 * 3


def test_no_button_is_opened_for_pairs_that_are_not_there() -> None:
    wiring = Wiring(seats=(SeatWires(Seat(0), 17), SeatWires(Seat(1), 27)))
    with pytest.raises(RigError, match="seat 3 can't be pressed here: use 1, 2"):
        wired_press(wiring, [(Seat(0), Seat(2))])


def strikes(stiff: dict[int, float], times: int, seed: int, scatter: float = 1.5) -> list[StickStrike]:
    """Draw strikes of neighbours, sides swapped, by a hand with this scatter and a slant of 0.8 ms."""
    luck = random.Random(seed)
    return [
        StickStrike(
            left,
            right,
            Nanoseconds(round((0.8 + stiff[right] - stiff[left] + luck.gauss(0, scatter)) * MILLISECOND)),
        )
        for one, other in ring(map(Seat, stiff))
        for left, right in ((one, other), (other, one))
        for _ in range(times)
    ]


def press_text(made: list[StickStrike], band: float = 1_000) -> str:
    return "\n".join(press_sentences(setting(band=band), stiffness(made)))


def test_with_alike_switches_a_seat_is_slandered_in_few_of_a_hundred() -> None:
    alike = dict.fromkeys(range(5), 0.0)
    texts = [press_text(strikes(alike, 10, seed)) for seed in range(100)]
    # 5 are allowed; 11 or more have a chance of less than 1 in 200.
    assert sum("held back: it" in text for text in texts) <= 11
    assert any("No seat is shown to be held back by its switch." in text for text in texts)


def test_of_two_seats_none_is_blamed_alone() -> None:
    text = press_text(strikes({0: 0.0, 1: 4.0}, 20, 1))
    assert "is held back" not in text
    assert "Between seat 2 and seat 1 lie" in text


def test_a_difference_within_the_error_band_turns_no_grab_around() -> None:
    text = press_text(strikes({0: 0.0, 1: 4.0, 2: 0.0}, 20, 1), band=5_000)
    assert "not clearly more than the error band of 5 ms." in text
    assert "turn a grab around" not in text


def test_too_few_strikes_say_nothing_of_anybody() -> None:
    assert press_text(strikes({0: 0.0, 1: 4.0}, 1, 1)).startswith("Too few strikes")
    with pytest.raises(ValueError, match="nothing was compared"):
        stiffness([])
