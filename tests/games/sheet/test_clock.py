"""A sheet's clocks: what a turn leaves on them, pauses, flags, and impossible times."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Outcome, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.events import ClockPaused, ClockStarted, FlagFell, GaveUp
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, GiveUp, PauseClock, StartClock, TellFlag, TellTurn
from companion.games.sheet.sheet import MOST_TOOK, ClockRules
from companion.games.sheet.sheet_file import read_sheet
from companion.match_reports import Correct, Replace, TakeBack
from tests.games.sheet.table import GAME, Table, plain
from tests.matches import new_match, submit

TIMED = 'name = "Timed"\nplayers = [{players}]\ntold = "turns"\n[clock]\nkind = "{kind}"\n{more}\n'


def going(kind: str, more: str = "", players: str = "2, 4", sit: int = 2) -> Table:
    """Return a table that reports nothing but time, with its clock running."""
    table = Table(read_sheet(TIMED.format(players=players, kind=kind, more=more).encode()), sit)
    table.tell(StartClock())
    return table


def turn(seat: int, took: int = 0) -> TellTurn:
    """Return a turn that took this many milliseconds."""
    return TellTurn(Seat(seat), (), took)


@pytest.mark.rule("sh.flag")
@pytest.mark.parametrize("kind", ["fischer", "delay"])
def test_whose_time_ran_out_has_the_extra_seconds_in_the_next_turn(kind: str) -> None:
    table = going(kind, 'seconds = 1\nextra = 5\nruns_out = "passes"')
    table.tell(TellFlag(Seat(0), 6_000), TellFlag(Seat(1), 6_000))
    assert table.state.turn == Seat(0)
    table.refused(TellFlag(Seat(0), 4_999))
    table.tell(turn(0, 4_999))
    assert table.why(turn(1, 5_000)) == ("sh.flag", "fallen")


BYOYOMI = 'seconds = 60\nextra = 30\nperiods = 3\nruns_out = "loses"'
LATER = "seconds = 100\nafter = 2\nlater = 50"


@pytest.mark.rule("sh.clock")
@pytest.mark.parametrize(
    ("kind", "more", "took", "left"),
    [
        ("down", "seconds = 60", [4], [56, 60]),
        ("down", 'seconds = 60\neach = "turn"', [59], [60, 60]),
        ("up", "", [7, 1, 3], [10, 1]),
        ("fischer", "seconds = 60\nextra = 5", [4], [61, 60]),
        ("fischer", "seconds = 60\nextra = 5", [0], [65, 60]),
        ("fischer", "seconds = 60\nextra = 5\nunequal = [60, 30]", [10], [55, 30]),
        # Bronstein never gives back more than was used.
        ("bronstein", "seconds = 60\nextra = 5", [4], [60, 60]),
        ("bronstein", "seconds = 60\nextra = 5", [7], [58, 60]),
        ("delay", "seconds = 60\nextra = 5", [4.999], [60, 60]),
        ("delay", "seconds = 60\nextra = 5", [7], [58, 60]),
        ("byoyomi", BYOYOMI, [10], [140, 150]),
        ("byoyomi", BYOYOMI, [50], [100, 150]),
        # Into the first period, which is whole again; then one used up, and two.
        ("byoyomi", BYOYOMI, [65], [90, 150]),
        ("byoyomi", BYOYOMI, [90], [60, 150]),
        ("byoyomi", BYOYOMI, [95], [60, 150]),
        ("byoyomi", BYOYOMI, [149], [30, 150]),
        # What one player uses goes to the other.
        ("hourglass", "seconds = 60", [20], [40, 80]),
        ("hourglass", "seconds = 60", [20, 50], [90, 30]),
        # More time is added with the second turn, and only once.
        ("down", LATER, [10], [90, 100]),
        ("down", LATER, [10, 10, 10], [130, 90]),
        ("down", LATER, [10, 10, 10, 10, 10], [120, 130]),
    ],
)
def test_turns_leave_what_their_clock_says(kind: str, more: str, took: list[float], left: list[int]) -> None:
    table = going(kind, more, "2, 2")
    for n, seconds in enumerate(took):
        table.tell(turn(n % 2, round(seconds * 1000)))
    assert [had / 1000 for had in table.state.had] == left
    assert table.state.turn == len(took) % 2


@pytest.mark.rule("sh.pause")
def test_a_pause_is_nobodys_time_and_keeps_what_was_used_before_it() -> None:
    table = Table(replace(plain('told = "turns"'), clock=ClockRules("down", 60)), 2)
    (wrong,) = table.refused(TellTurn(Seat(0), (1,))).violations
    assert (wrong.rule, wrong.remedy[0].act) == ("sh.pause", "start_clock")
    assert table.tell(StartClock()) == (ClockStarted(),)
    assert table.why(StartClock()) == ("sh.pause", "runs")
    assert table.tell(PauseClock(20_000)) == (ClockPaused(20_000),)
    assert [prompt.act for prompt in GAME.awaited(table.state)] == ["start_clock"]
    table.tell(StartClock(), TellTurn(Seat(0), (1,), 15_000))
    assert table.state.had == (25_000, 60_000)


@pytest.mark.rule("sh.flag")
def test_a_flag_falls_when_no_time_is_left_and_then_no_turn_can_be_told_where_that_loses() -> None:
    table = going("delay", 'seconds = 60\nextra = 5\nruns_out = "loses"')
    (wrong,) = table.refused(TellFlag(Seat(0), 64_999)).violations
    assert (wrong.rule, wrong.details["why"], wrong.seat) == ("sh.flag", "left", Seat(0))
    # Nor that of a player whose turn it isn't.
    assert table.why(TellFlag(Seat(1), 65_000)) == ("sh.turn", "turn")
    (late,) = table.refused(turn(0, 65_000)).violations
    assert (late.rule, late.remedy[0].act) == ("sh.flag", "tell_flag")
    table.tell(TellFlag(Seat(0), 65_000))
    assert table.state.ended == Outcome((Seat(1),), "sh.lost")


def test_a_flag_is_only_told_or_the_turn_passes() -> None:
    told = going("down", "seconds = 60")
    assert told.tell(TellFlag(Seat(0), 60_000)) == (FlagFell(Seat(0), 60_000),)
    assert (told.state.turn, told.state.fell) == (Seat(0), True)
    assert told.why(TellFlag(Seat(0), 61_000)) == ("sh.flag", "again")
    assert told.state.used == 60_000
    told.tell(turn(0, 10_000))
    assert (told.state.had, told.state.fell) == ((0, 60_000), False)
    passes = going("down", 'seconds = 60\neach = "turn"\nruns_out = "passes"')
    passes.tell(TellFlag(Seat(0), 60_000))
    assert (passes.state.turn, passes.state.out, passes.state.ended) == (Seat(1), (), None)


@pytest.mark.rule("sh.lost")
def test_whoever_has_lost_is_passed_over_and_the_last_one_left_has_won() -> None:
    table = going("down", 'seconds = 60\nruns_out = "loses"', sit=3)
    assert table.tell(GiveUp(Seat(1))) == (GaveUp(Seat(1)),)
    table.tell(turn(0, 10))
    assert table.state.turn == Seat(2)
    assert table.why(GiveUp(Seat(1))) == ("sh.lost", "gone")
    # What was used before a pause is nobody else's time if its player gives up.
    left = going("down", 'seconds = 60\nruns_out = "loses"', sit=3)
    left.tell(PauseClock(20_000), StartClock(), GiveUp(Seat(0)), turn(1, 10_000))
    assert (left.state.had, left.state.turn) == ((40_000, 50_000, 60_000), Seat(2))
    table.tell(TellFlag(Seat(2), 60_000))
    assert table.state.ended == Outcome((Seat(0),), "sh.lost")
    placed = SheetGame.results.standings(table.state, table.state.ended)
    assert [standing.won for standing in placed] == [True, False, False]


def test_nobody_loses_before_the_end_where_the_sheet_does_not_say_so() -> None:
    assert going("down", "seconds = 60").why(GiveUp(Seat(0))) == ("sh.lost", "never")
    draw = going("down", 'seconds = 60\nruns_out = "loses"')
    draw.tell(turn(0, 5), CallEnd())
    assert draw.state.ended == Outcome((Seat(0), Seat(1)), "sh.end")


def test_a_time_that_nobody_can_have_measured_is_refused_and_without_a_clock_any() -> None:
    table, without = going("down", "seconds = 60"), Table(plain('told = "turns"'), 2)
    for took in (-1, MOST_TOOK + 1, 10**1000):
        for report in (turn(0, took), PauseClock(took), TellFlag(Seat(0), took)):
            assert table.why(report) == ("sh.clock", "took"), took
    for timed in (StartClock(), PauseClock(), TellFlag(Seat(0), 5), TellTurn(Seat(0), (1,), 5)):
        assert without.why(timed)[0] == "sh.clock"


def test_taking_a_turn_back_gives_its_time_back_and_a_correction_keeps_it() -> None:
    sheet = replace(plain('told = "turns"'), clock=ClockRules("down", 60))
    match = new_match(GAME, Facts(2, sheet))

    def tell(*reports: object) -> tuple[object, ...]:
        submit(match, *reports)
        return match.state.had, match.state.totals, match.state.turn

    assert tell(StartClock(), TellTurn(Seat(0), (7,), 20_000)) == ((40_000, 60_000), (7, 0), 1)
    assert tell(Correct((Replace(2, TellTurn(Seat(0), (9,), 20_000)),))) == ((40_000, 60_000), (9, 0), 1)
    assert tell(TakeBack(), TakeBack()) == ((60_000, 60_000), (0, 0), 0)


ONE_MINUTE = "seconds = 60"


@pytest.mark.rule("sh.lost")
@pytest.mark.parametrize(
    ("kind", "more", "says"),
    [
        ("down", "seconds = -1", "line 6, column 11 .clock, seconds."),
        ("down", f"seconds = {10**400}", "line 6, column 11 .clock, seconds."),
        ("down", "", "how many seconds it begins with"),
        ("fischer", ONE_MINUTE, "how many seconds extra"),
        (
            "down",
            "seconds = 60\nextra = 5",
            "line 7, column 9 .clock, extra.: a clock that counts up, down or like an hourglass has none",
        ),
        ("up", 'runs_out = "loses"', "never runs out"),
        ("fast", ONE_MINUTE, "line 5, column 8"),
        ("down", "second = 60", "did you mean 'seconds'"),
        ("delay", 'seconds = 60\nextra = 5\neach = "turn"', "every turn its own"),
        # Once everybody's time is up, no turn could ever be entered again.
        ("down", 'seconds = 60\nruns_out = "passes"', "every turn would pass from then on"),
        ("bronstein", 'seconds = 60\nruns_out = "passes"\nextra = 5', "every turn would pass from then on"),
        # The last player left has won: a game for one would have no winner.
        ("down", 'seconds = 60\nruns_out = "loses"', "nobody is left to win"),
        ("byoyomi", "seconds = 60\nextra = 30", "how many periods"),
        ("down", "seconds = 60\nperiods = 3", "no other clock has any"),
        ("hourglass", 'seconds = 60\neach = "turn"', "runs between two"),
        ("down", "seconds = 60\nlater = 3", "say both"),
        ("down", "seconds = 60\nunequal = [60]", "as many as can play"),
    ],
)
def test_a_mistake_in_a_clock_is_named_with_its_place(kind: str, more: str, says: str) -> None:
    players = "1, 4" if "nobody" in says else "2, 2" if kind == "hourglass" else "2, 4"
    with pytest.raises(SetupError, match=says) as raised:
        going(kind, more, players)
    assert len(str(raised.value).splitlines()[0]) < 250


def test_a_clock_times_turns_and_a_sheet_with_nothing_on_it_is_none() -> None:
    rows = TIMED.replace('told = "turns"\n', "").format(players="2, 4", kind="up", more="")
    with pytest.raises(SetupError, match="one turn after the other"):
        read_sheet(rows.encode())
    with pytest.raises(SetupError, match="column is missing"):
        read_sheet(b'name = "Empty"\nplayers = [2, 4]\n')
