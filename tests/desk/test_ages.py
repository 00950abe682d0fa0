"""The ages that pages show: never negative, never absurd, whatever a clock is set to."""

import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desk import rig
from ui.desk import words
from ui.desk.pages import LONGEST, Ages, age

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
A_YEAR = timedelta(days=365)


class Clocks:
    """A clock that runs on, and the database's, which can be set."""

    def __init__(self) -> None:
        self.tick, self.now = 0.0, NOON
        self.ages = Ages(lambda: self.tick)
        self.ages.look(self.now)

    def later(self, seconds: float, jump: timedelta = timedelta()) -> None:
        self.tick += seconds
        self.now += timedelta(seconds=seconds) + jump
        self.ages.look(self.now)


@pytest.mark.parametrize("jump", [A_YEAR, -A_YEAR, timedelta(hours=1), -timedelta(hours=1)])
def test_what_was_there_goes_on_ageing_as_if_no_clock_had_been_set(jump: timedelta) -> None:
    clocks, came = Clocks(), NOON - timedelta(seconds=30)
    assert clocks.ages.of(came) == 30
    clocks.later(2, jump)
    assert clocks.ages.of(came) == 32
    clocks.later(8, -jump)
    assert clocks.ages.of(came) == 40


@pytest.mark.parametrize("jump", [A_YEAR, -A_YEAR])
def test_what_came_just_before_a_jump_is_no_older_than_the_look_before(jump: timedelta) -> None:
    clocks = Clocks()
    came = clocks.now + timedelta(seconds=1)
    clocks.later(2, jump)
    assert 0 <= clocks.ages.of(came) <= 2


@given(
    st.lists(st.tuples(st.floats(0, 90), st.integers(-(10**8), 10**8)), max_size=8),
    st.integers(-(10**8), 10**8),
)
def test_no_age_is_negative_or_beyond_a_day_and_the_looks(looks: list[tuple[float, int]], first: int) -> None:
    clocks, came = Clocks(), [NOON + timedelta(seconds=first)]
    for seconds, jump in looks:
        before = [clocks.ages.of(at) for at in came]
        clocks.later(seconds, timedelta(seconds=jump))
        now = [clocks.ages.of(at) for at in came]
        assert all(0 <= one <= LONGEST + clocks.tick for one in now)
        # An entry's age grows by the time passed, whatever any clock says.
        assert now == pytest.approx([one + seconds for one in before])
        came.append(clocks.now)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-9, "0 s ago"), (59, "59 s ago"), (600, "10 min ago"), (7200, "2 h ago"), (1e9, "more than a day ago")],
)
def test_an_age_is_said_so_that_it_means_something(seconds: float, text: str) -> None:
    assert words.age(seconds) == text
    assert text in age(seconds)


def test_one_programs_clock_can_be_set_while_it_runs(tmp_path: Path) -> None:
    library = rig.clocks(tmp_path)
    if library is None:
        pytest.skip("no C compiler here")
    script = "import time; print(time.time(), time.monotonic(), flush=True); input(); print(time.time())"
    engine = rig.Engine([], tmp_path / "log")
    engine.with_clock(library, tmp_path / "clock")
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, env=engine.environment, text=True) as program:
        assert program.stdin
        assert program.stdout
        before, ran = map(float, program.stdout.readline().split())
        assert abs(ran - time.monotonic()) < 60
        engine.set_clock(-(10**9))
        program.stdin.write("\n")
        program.stdin.close()
        assert -(10**9) <= float(program.stdout.readline()) - before < 60 - 10**9
