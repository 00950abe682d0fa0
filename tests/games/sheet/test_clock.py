"""The clocks of a sheet: what a turn leaves on them, pauses, flags, and what cannot have been measured."""

import pytest

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Outcome, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.clock import MOST_TOOK, ClockRules
from companion.games.sheet.events import ClockPaused, ClockStarted, FlagFell, GaveUp
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, GiveUp, PauseClock, StartClock, TellFlag, TellTurn
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import Correct, Replace, TakeBack
from tests.games.sheet.table import GAME, Table, plain

CHESS = """
name = "Timed"
players = [2, 4]
told = "turns"
[clock]
kind = "{kind}"
{more}
"""


def timed(kind: str, more: str = "") -> Sheet:
    """Return a sheet on which nothing is told but time."""
    return read_sheet(CHESS.format(kind=kind, more=more).encode())


def going(sheet: Sheet, players: int = 2) -> Table:
    """Return a table whose clock runs."""
    table = Table(sheet, players)
    table.tell(StartClock())
    return table


@pytest.mark.rule("sh.flag")
@pytest.mark.parametrize("kind", ["fischer", "delay"])
def test_whose_time_ran_out_has_the_extra_seconds_in_the_next_turn(kind: str) -> None:
    table = going(timed(kind, 'seconds = 1\nextra = 5\nruns_out = "passes"'))
    for seat in (0, 1):
        table.tell(TellFlag(Seat(seat), 6_000))
    assert table.state.turn == Seat(0)
    table.refused(TellFlag(Seat(0), 4_999))
    table.tell(TellTurn(Seat(0), (), 4_999))
    assert table.refused(TellTurn(Seat(1), (), 5_000)).violations[0].rule == "sh.flag"


@pytest.mark.rule("sh.flag")
@pytest.mark.parametrize(("kind", "more"), [("down", ""), ("bronstein", "\nextra = 5")])
def test_no_sheet_lets_turns_pass_for_ever(kind: str, more: str) -> None:
    # Once everybody's time is up, no turn could ever be told again.
    with pytest.raises(SetupError, match="every turn would pass from then on"):
        timed(kind, f'seconds = 60\nruns_out = "passes"{more}')


@pytest.mark.rule("sh.lost")
def test_nobody_can_lose_who_plays_alone() -> None:
    # The last one left has won: of one player there would be none.
    with pytest.raises(SetupError, match="nobody is left to win"):
        read_sheet(
            CHESS.replace("[2, 4]", "[1, 4]")
            .format(kind="down", more='seconds = 60\nruns_out = "loses"')
            .encode()
        )


@pytest.mark.rule("sh.clock")
@pytest.mark.parametrize(
    ("kind", "extra", "took", "left"),
    [
        ("down", 0, 4_000, 56_000),
        ("fischer", 5, 4_000, 61_000),
        ("fischer", 5, 0, 65_000),
        # Bronstein never gives back more than was used.
        ("bronstein", 5, 4_000, 60_000),
        ("bronstein", 5, 7_000, 58_000),
        ("delay", 5, 4_999, 60_000),
        ("delay", 5, 7_000, 58_000),
    ],
)
def test_a_turn_leaves_what_its_clock_says(kind: str, extra: int, took: int, left: int) -> None:
    table = going(timed(kind, f"seconds = 60\nextra = {extra}"))
    table.tell(TellTurn(Seat(0), (), took))
    assert table.state.had == (left, 60_000)
    assert table.state.turn == Seat(1)


def test_a_clock_that_counts_up_keeps_what_everybody_used() -> None:
    table = going(timed("up"))
    for seat, took in ((0, 700), (1, 50), (0, 300)):
        table.tell(TellTurn(Seat(seat), (), took))
    assert table.state.had == (1_000, 50)


def test_every_turn_may_have_its_own_time() -> None:
    table = going(timed("down", 'seconds = 60\neach = "turn"'))
    table.tell(TellTurn(Seat(0), (), 59_000))
    assert table.state.had == (60_000, 60_000)


@pytest.mark.rule("sh.pause")
def test_a_pause_is_nobodys_time_and_keeps_what_was_used_before_it() -> None:
    table = Table(timed("down", "seconds = 60"), 2)
    (wrong,) = table.refused(TellTurn(Seat(0), ())).violations
    assert (wrong.rule, wrong.remedy[0].act) == ("sh.pause", "start_clock")
    assert table.tell(StartClock()) == (ClockStarted(),)
    assert table.refused(StartClock()).violations[0].rule == "sh.pause"
    assert table.tell(PauseClock(20_000)) == (ClockPaused(20_000),)
    assert [prompt.act for prompt in GAME.awaited(table.state)] == ["start_clock"]
    table.tell(StartClock())
    table.tell(TellTurn(Seat(0), (), 15_000))
    assert table.state.had == (25_000, 60_000)


@pytest.mark.rule("sh.flag")
def test_a_flag_that_has_time_left_does_not_fall() -> None:
    table = going(timed("delay", 'seconds = 60\nextra = 5\nruns_out = "loses"'))
    (wrong,) = table.refused(TellFlag(Seat(0), 64_999)).violations
    assert (wrong.rule, wrong.details["why"], wrong.seat) == ("sh.flag", "left", Seat(0))
    # Nor that of somebody whose turn it isn't.
    assert table.refused(TellFlag(Seat(1), 65_000)).violations[0].rule == "sh.turn"
    table.tell(TellFlag(Seat(0), 65_000))
    assert table.state.ended == Outcome((Seat(1),), "sh.lost")


def test_a_turn_that_came_after_the_flag_is_no_turn_where_that_loses() -> None:
    table = going(timed("fischer", 'seconds = 60\nextra = 30\nruns_out = "loses"'))
    (wrong,) = table.refused(TellTurn(Seat(0), (), 60_000)).violations
    assert (wrong.rule, wrong.remedy[0].act) == ("sh.flag", "tell_flag")
    table.tell(TellTurn(Seat(0), (), 59_999))
    assert table.state.had == (30_001, 60_000)


def test_a_flag_is_only_told_or_the_turn_passes() -> None:
    told = going(timed("down", "seconds = 60"))
    assert told.tell(TellFlag(Seat(0), 60_000)) == (FlagFell(Seat(0), 60_000),)
    assert (told.state.turn, told.state.fell) == (Seat(0), True)
    assert told.refused(TellFlag(Seat(0), 61_000)).violations[0].details["why"] == "again"
    assert told.state.used == 60_000
    told.tell(TellTurn(Seat(0), (), 10_000))
    assert (told.state.had, told.state.fell) == ((0, 60_000), False)
    passes = going(timed("down", 'seconds = 60\neach = "turn"\nruns_out = "passes"'))
    passes.tell(TellFlag(Seat(0), 60_000))
    assert (passes.state.turn, passes.state.out, passes.state.ended) == (Seat(1), (), None)


@pytest.mark.rule("sh.lost")
def test_whoever_has_lost_is_passed_over_and_the_last_one_left_has_won() -> None:
    table = going(timed("down", 'seconds = 60\nruns_out = "loses"'), 3)
    assert table.tell(GiveUp(Seat(1))) == (GaveUp(Seat(1)),)
    table.tell(TellTurn(Seat(0), (), 10))
    assert table.state.turn == Seat(2)
    assert table.refused(GiveUp(Seat(1))).violations[0].details["why"] == "gone"
    table.tell(TellFlag(Seat(2), 60_000))
    assert table.state.ended == Outcome((Seat(0),), "sh.lost")
    placed = SheetGame.results.standings(table.state, table.state.ended)
    assert [each.won for each in placed] == [True, False, False]


def test_nobody_loses_before_the_end_where_the_sheet_does_not_say_so() -> None:
    table = going(timed("down", "seconds = 60"))
    assert table.refused(GiveUp(Seat(0))).violations[0].details["why"] == "never"
    draw = going(timed("down", 'seconds = 60\nruns_out = "loses"'))
    draw.tell(TellTurn(Seat(0), (), 5))
    draw.tell(CallEnd())
    assert draw.state.ended == Outcome((Seat(0), Seat(1)), "sh.end")


@pytest.mark.parametrize("took", [-1, MOST_TOOK + 1, 10**1000])
def test_a_time_that_nobody_can_have_measured_is_refused(took: int) -> None:
    table = going(timed("down", "seconds = 60"))
    for report in (TellTurn(Seat(0), (), took), PauseClock(took), TellFlag(Seat(0), took)):
        (wrong,) = table.refused(report).violations
        assert (wrong.rule, wrong.details["why"]) == ("sh.clock", "took")


def test_without_a_clock_nothing_is_timed() -> None:
    table = Table(plain('told = "turns"'), 2)
    for report in (StartClock(), PauseClock(), TellFlag(Seat(0), 5), TellTurn(Seat(0), (1,), 5)):
        assert table.refused(report).violations[0].rule == "sh.clock"


def test_taking_a_turn_back_gives_its_time_back_and_a_correction_keeps_it() -> None:
    sheet = plain('told = "turns"')
    match = Match.begin(GAME, Facts(2, timed_points(sheet)), MatchHeader("m", "sheet"), WallTime(0))

    def tell(report: object) -> None:
        match.submit(report, seen=match.length, at=WallTime(0))  # type: ignore[arg-type]

    tell(StartClock())
    tell(TellTurn(Seat(0), (7,), 20_000))
    assert match.state.had == (40_000, 60_000)
    tell(Correct((Replace(2, TellTurn(Seat(0), (9,), 20_000)),)))
    assert (match.state.had, match.state.totals) == ((40_000, 60_000), (9, 0))
    tell(TakeBack())
    tell(TakeBack())
    assert (match.state.had, match.state.totals, match.state.turn) == ((60_000, 60_000), (0, 0), Seat(0))


def timed_points(sheet: Sheet) -> Sheet:
    """Return a sheet with a clock of one minute."""
    from msgspec.structs import replace

    return replace(sheet, clock=ClockRules("down", 60))


@pytest.mark.parametrize(
    ("kind", "more", "says"),
    [
        ("down", "seconds = -1", "line 7, column 11 .clock, seconds."),
        ("down", f"seconds = {10**400}", "line 7, column 11 .clock, seconds."),
        ("down", "", "how many seconds it begins with"),
        ("fischer", "seconds = 60", "how many seconds extra"),
        (
            "down",
            "seconds = 60\nextra = 5",
            "line 8, column 9 .clock, extra.: a clock that counts up, down or like an hourglass has none",
        ),
        ("up", 'runs_out = "loses"', "never runs out"),
        ("fast", "seconds = 60", "line 6, column 8"),
        ("down", "second = 60", "did you mean 'seconds'"),
        ("delay", 'seconds = 60\nextra = 5\neach = "turn"', "every turn its own"),
    ],
)
def test_a_mistake_in_a_clock_is_named_with_its_place(kind: str, more: str, says: str) -> None:
    with pytest.raises(SetupError, match=says) as raised:
        timed(kind, more)
    assert len(str(raised.value).splitlines()[0]) < 250


def test_a_clock_times_turns_and_a_sheet_with_nothing_on_it_is_none() -> None:
    with pytest.raises(SetupError, match="one turn after the other"):
        read_sheet(CHESS.replace('told = "turns"', "").format(kind="up", more="").encode())
    with pytest.raises(SetupError, match="column is missing"):
        read_sheet(b'name = "Empty"\nplayers = [2, 4]\n')


def _lay(clock: str) -> Table:
    text = f'name = "Timed"\nplayers = [2, 2]\ntold = "turns"\n[clock]\n{clock}\n'
    table = Table(read_sheet(text.encode()), 2)
    table.tell(StartClock())
    return table


def _turns(clock: str, *took: int) -> tuple[int, ...]:
    """Return what both have after turns that took so many seconds, one player after the other."""
    table = _lay(clock)
    for n, seconds in enumerate(took):
        table.tell(TellTurn(Seat(n % 2), (), seconds * 1000))
    return tuple(had // 1000 for had in table.state.had)


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (10, 140),
        (50, 100),
        # Into the first period, which is whole again; then one used up, and two.
        (65, 90),
        (90, 60),
        (95, 60),
        (149, 30),
    ],
)
def test_a_period_of_byo_yomi_that_isn_t_used_up_is_whole_again(took: int, left: int) -> None:
    clock = 'kind = "byoyomi"\nseconds = 60\nextra = 30\nperiods = 3\nruns_out = "loses"'
    assert _turns(clock, took) == (left, 150)
    assert _lay(clock).refused(TellTurn(Seat(0), (), 150_000)).violations[0].rule == "sh.flag"


def test_in_an_hourglass_what_one_uses_runs_to_the_other() -> None:
    assert _turns('kind = "hourglass"\nseconds = 60', 20) == (40, 80)
    assert _turns('kind = "hourglass"\nseconds = 60', 20, 50) == (90, 30)


def test_more_time_comes_with_a_certain_turn_and_only_once() -> None:
    clock = 'kind = "down"\nseconds = 100\nafter = 2\nlater = 50'
    assert _turns(clock, 10) == (90, 100)
    assert _turns(clock, 10, 10, 10) == (130, 90)
    assert _turns(clock, 10, 10, 10, 10, 10) == (120, 130)


def test_players_may_have_unequal_times() -> None:
    assert _turns('kind = "fischer"\nseconds = 60\nextra = 5\nunequal = [60, 30]', 10) == (55, 30)


@pytest.mark.parametrize(
    ("clock", "says"),
    [
        ('kind = "byoyomi"\nseconds = 60\nextra = 30', "how many periods"),
        ('kind = "down"\nseconds = 60\nperiods = 3', "no other clock has any"),
        ('kind = "hourglass"\nseconds = 60\neach = "turn"', "runs between two"),
        ('kind = "down"\nseconds = 60\nlater = 3', "say both"),
        ('kind = "down"\nseconds = 60\nunequal = [60]', "as many as can play"),
    ],
)
def test_what_such_a_clock_lacks_is_said(clock: str, says: str) -> None:
    with pytest.raises(SetupError, match=says):
        _lay(clock)
