"""A board's clock converted to the machine's: with a known truth, no stamp exceeds the promised bound."""

from random import Random
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MICROSECOND, SECOND, Instant, Nanoseconds
from hardware.boards.clock_map import ENOUGH, HORIZON, ClockExchange, ClockMap, Exchanges
from tests.hardware.boards.clocks import RATE, START, Clocks, checks, polled, stalling, steady

USB = polled(80)
BUSY_USB = stalling(USB, 0.3, 40)

LINKS = {
    "no jitter at all": Clocks(),
    "USB": Clocks(skew=30, there=USB, back=USB),
    "UART": Clocks(skew=-60, there=steady(300, 10), back=steady(1100, 10)),
    "slow there": Clocks(skew=-100, there=steady(3000, 500), back=steady(100, 20)),
    "slow back": Clocks(skew=100, there=steady(100, 20), back=steady(3000, 500)),
    "a room that warms": Clocks(skew=90, wave=5, period=120, there=USB, back=USB),
    "a draught": Clocks(skew=-90, wave=5, period=20, there=USB, back=USB),
    "a busy machine": Clocks(skew=50, there=BUSY_USB, back=BUSY_USB),
    "a board that tidies up": Clocks(
        there=USB, back=USB, work=stalling(steady(1500, 200), 0.1, 4), pack=stalling(steady(900, 10), 0.1, 4)
    ),
}


@pytest.mark.parametrize("link", LINKS)
def test_no_stamp_is_further_off_than_the_bound(link: str) -> None:
    tried = [check for seed in range(8) for check in checks(LINKS[link], seed, 60, HORIZON / SECOND)]
    assert len(tried) > 700
    assert [check for check in tried if abs(check.error) > check.bound] == []


@pytest.mark.parametrize(
    ("link", "microseconds"),
    [("no jitter at all", 300), ("USB", 700), ("UART", 1200), ("a busy machine", 800)],
)
def test_the_bound_is_no_mere_excuse(link: str, microseconds: int) -> None:
    """The median bound, the first seconds included, is about half a round trip."""
    tried = [check for seed in range(8) for check in checks(LINKS[link], seed, 60)]
    assert median(check.bound for check in tried) <= microseconds * MICROSECOND


ways = st.builds(
    stalling,
    st.one_of(
        st.builds(steady, st.floats(5, 3000), st.floats(0, 500)),
        st.builds(polled, st.floats(5, 500), st.floats(100, 2000)),
    ),
    st.floats(0, 0.5),
    st.floats(1, 100),
)


@settings(max_examples=60)
@given(
    clocks=st.builds(
        Clocks,
        skew=st.floats(-100, 100),
        wave=st.floats(0, 5),
        period=st.floats(20, 600),
        there=ways,
        back=ways,
        pack=st.builds(steady, st.floats(200, 2000), st.just(10)),
    ),
    seed=st.integers(0, 2**32),
)
def test_whatever_the_link_is_like_the_bound_holds(clocks: Clocks, seed: int) -> None:
    bad = [check for check in checks(clocks, seed, 40, HORIZON / SECOND) if abs(check.error) > check.bound]
    assert bad == []


def test_under_one_map_what_is_apart_stays_apart() -> None:
    clock_map = ClockMap(10**12, Instant(START), 200.004, Nanoseconds(0))
    for ticks in (0, 1, 50, 12_500, 5_000_000):
        for start in (10**12, 10**12 + 7, 10**12 + 15_000_000):
            apart = clock_map.instant(start + ticks) - clock_map.instant(start)
            assert abs(apart - ticks * 200.004) <= 1


def test_there_is_no_map_before_there_are_enough_exchanges() -> None:
    random = Random(1)
    exchanges = Exchanges(RATE)
    assert exchanges.map() is None
    for number in range(1, ENOUGH + 1):
        exchanges.add(Clocks().exchange(START + number * 1e6, 800_000, random)[0])
        assert (exchanges.map() is not None) == (number == ENOUGH)


def test_exchanges_that_contradict_newer_ones_are_forgotten() -> None:
    """A machine's clock steered by half a second a minute breaks the limit, and a new map begins."""
    random = Random(1)
    exchanges = Exchanges(RATE)
    before, after = Clocks(), Clocks(skew=8_000)
    for number in range(50):
        exchanges.add(before.exchange(START + number * SECOND / 5, 800_000, random)[0])
    at = START + 10.0 * SECOND
    for number in range(200):
        at += SECOND / 50
        exchange, _ = after.exchange(at, 800_000, random)
        exchanges.add(exchange)
        clock_map = exchanges.map()
        if clock_map is not None and number > 20:
            stamp = int(after.ticks(exchange.back))
            assert abs(clock_map.instant(stamp) - exchange.back) < SECOND / 1000
    assert len(exchanges) < 50


def test_an_exchange_that_ended_before_it_began_is_refused() -> None:
    for wrong in (ClockExchange(Instant(5), 0, 1, Instant(4)), ClockExchange(Instant(5), 2, 1, Instant(6))):
        with pytest.raises(ValueError, match="ended before it began"):
            Exchanges(RATE).add(wrong)
