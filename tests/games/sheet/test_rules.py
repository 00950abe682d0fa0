"""The rules of entering rows on a sheet, one after the other."""

import tracemalloc
from itertools import islice
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Outcome, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.events import (
    AnyEvent,
    ClockPaused,
    ClockStarted,
    FlagFell,
    GaveUp,
    HeatCalled,
    NobodyKnew,
    PartTold,
    Passed,
    RoundScored,
    SaidRight,
    SaidWrong,
    TurnedRound,
    TurnScored,
)
from companion.games.sheet.model import Facts, State
from companion.games.sheet.reports import AnyReport, CallEnd, TellRow, TellTurn
from companion.games.sheet.sheet_file import read_sheet, shipped_sheet
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import Correct, Replace, TakeBack
from tests.games.sheet.table import GAME, Table, plain

AnyMatch: TypeAlias = Match[Facts, State, AnyReport, AnyEvent]


@pytest.mark.rule("sh.setup")
def test_a_sheet_says_how_many_can_play_and_what_they_begin_with() -> None:
    assert Table("darts_501", 3).totals == (501, 501, 501)
    with pytest.raises(SetupError, match="2 can't play Wizard; 3, 4, 5, 6 can"):
        Table("wizard", 2)
    with pytest.raises(SetupError, match="there is no seat 4"):
        Table("tichu", 4, 4)
    with pytest.raises(SetupError, match="there is no ruling 'dead_heat'"):
        GAME.opening(Facts(3, rulings={"dead_heat": "lots"}))


def test_a_sheet_in_a_record_that_can_t_be_played_is_refused_in_one_line() -> None:
    wrong = replace(shipped_sheet("uno"), players=(2, 60), target=0)
    with pytest.raises(SetupError) as raised:
        GAME.opening(Facts(4, wrong))
    assert raised.value.short == (
        "the sheet 'Uno': players: from how many to how many play, such as [2, 6]; at most 22; "
        "target: everybody has that many points at the start"
    )


@pytest.mark.rule("sh.told")
def test_a_sheet_is_told_by_rounds_or_by_turns_and_not_by_both() -> None:
    rounds, turns = Table("wizard", 3), Table("scrabble", 3)
    (wrong,) = rounds.refused(TellTurn(Seat(0), (1,))).violations
    assert (wrong.rule, wrong.details["why"], wrong.remedy[0].act) == ("sh.told", "rounds", "tell_row")
    (wrong,) = turns.wrong_row((1, 2, 3)).violations
    assert (wrong.rule, wrong.details["why"], wrong.remedy[0].seat) == ("sh.told", "turns", Seat(0))


@pytest.mark.rule("sh.row")
@pytest.mark.parametrize("figures", [(), ((1, 2),), ((1, 2, 3, 4),), ((1, 2, 3), (1, 2, 3))])
def test_nobody_is_left_out_of_a_row(figures: tuple[tuple[int, ...], ...]) -> None:
    (wrong,) = Table(plain(), 3).wrong_row(*figures).violations
    assert (wrong.rule, wrong.remedy[0].act) == ("sh.row", "enter_again")
    turns = Table("scrabble", 2)
    assert turns.why(TellTurn(Seat(0), ())) == ("sh.row", "shape")
    assert turns.refused(TellTurn(Seat(2), (3,))).violations[0].rule == "match.no-such-seat"


@pytest.mark.rule("sh.figure")
def test_each_wrong_figure_is_named_with_whose_it_is_and_what_may_stand_there() -> None:
    one, other = Table(plain(), 3).wrong_row((-51, 7, 99)).violations
    assert (one.seat, one.details["figure"], one.details["least"]) == (Seat(0), -51, -50)
    assert (other.seat, other.details["figure"], other.details["most"]) == (Seat(2), 99, 50)
    assert other.remedy[0].seat == Seat(2)


def test_a_figure_is_one_of_the_choices_or_of_the_steps_or_a_seat() -> None:
    tichu = Table("tichu", 4)
    wrong = tichu.wrong_row((0,), (98, 2), (0, 0, 0, 50)).violations
    assert [(fault.details["why"], fault.details.get("team"), fault.seat) for fault in wrong] == [
        ("step", 0, None),
        ("step", 1, None),
        ("choice", None, Seat(3)),
    ]
    (wrong_seat,) = Table("skat", 3).wrong_row((3,), (9,), (18,), (2,), (1,), (1,), (1,)).violations
    assert wrong_seat.details["why"] == "seat"


def test_nobody_has_more_points_than_the_referee_counts() -> None:
    big = Table(plain("start = 499990"), 2)
    (wrong,) = big.wrong_row((0, 20)).violations
    assert (wrong.rule, wrong.details["why"], wrong.details["side"]) == ("sh.figure", "total", 1)
    assert big.row((0, 10)).totals == (499_990, 500_000)
    turns = Table(plain('start = 499990\ntold = "turns"'), 2)
    assert turns.why(TellTurn(Seat(0), (20,))) == ("sh.figure", "total")
    assert turns.turn(0, 10).totals == (500_000, 499_990)


@pytest.mark.rule("sh.sum")
def test_a_column_that_cant_add_up_says_by_how_much() -> None:
    wizard = Table("wizard", 3).row((0, 1, 0))
    (wrong,) = wizard.wrong_row((1, 1, 0)).violations
    assert wrong.rule == "sh.sum"
    assert (wrong.details["sum"], wrong.details["wanted"], wrong.details["off"]) == (2, 1, 1)
    # The sum of a column may depend on the row's other columns.
    assert Table("tichu", 4).wrong_row((0,), (50, 55), (0, 0, 0, 0)).violations[0].details["wanted"] == 100
    assert Table("tichu", 4).row((1,), (0, 0), (0, 0, 0, 0)).totals == (200, 0)


@pytest.mark.rule("sh.check")
def test_a_row_holds_to_what_its_sheet_demands() -> None:
    (wrong,) = Table("dutch_blitz", 2).wrong_row((0,), (12, 9), (3, 2)).violations
    says = "A round ends when somebody's blitz pile is empty, or when all are stuck"
    assert (wrong.rule, wrong.details["says"]) == ("sh.check", says)
    # A check that everybody must pass names the player who fails.
    darts = Table("darts_501", 2)
    for seat, hit in ((0, 180), (1, 0), (0, 180), (1, 0)):
        darts.turn(seat, hit)
    (bust,) = darts.refused(TellTurn(Seat(0), (142,))).violations
    assert (bust.rule, bust.seat) == ("sh.check", Seat(0))
    assert darts.refused(TellTurn(Seat(0), (140,))).violations[0].details["says"] == "That is a bust: enter 0"


BIDS = """
name = "Bids"
players = [2, 4]
points = "tricks"

[[column]]
name = "hand"
of = "table"
is = "round + 2"

[[column]]
name = "bids"
of = "table"
is = "sum(bid)"

[[column]]
name = "bid"
most = 9

[[column]]
name = "tricks"
part = 2
sum = "hand"

[[check]]
that = "bids != hand"
says = "The bids can't add up"

[[check]]
that = "bids + sum(tricks) > 0"
says = "Nothing was played"
"""


@pytest.mark.rule("sh.check")
def test_a_check_of_what_is_counted_is_made_as_soon_as_that_can_be() -> None:
    """If they were refused only with the tricks, bids could be corrected only by taking them back."""
    bids = Table(read_sheet(BIDS.encode()), 2)
    (wrong,) = bids.wrong_row((1, 2)).violations
    assert (wrong.rule, wrong.seat, wrong.details["says"]) == ("sh.check", None, "The bids can't add up")
    # The other check waits for the tricks.
    assert bids.row((0, 0)).row((3, 0)).totals == (3, 0)


@pytest.mark.rule("sh.sum")
def test_a_column_may_have_to_come_to_what_is_counted() -> None:
    (wrong,) = Table(read_sheet(BIDS.encode()), 2).row((1, 1)).wrong_row((1, 0)).violations
    assert (wrong.rule, wrong.details["wanted"]) == ("sh.sum", 3)


@pytest.mark.rule("sh.part")
@pytest.mark.rule("sh.points")
def test_what_is_told_early_stands_before_the_rest_is_told() -> None:
    wizard = Table("wizard", 3)
    assert wizard.tell(TellRow(((1, 0, 1),))) == (PartTold(0, ((1, 0, 1),)),)
    assert (wizard.state.part, wizard.totals, wizard.state.rows) == (1, (0, 0, 0), ())
    events = wizard.tell(TellRow(((1, 0, 0),)))
    assert events == (RoundScored(((1, 0, 1), (1, 0, 0)), (30, 20, -10)),)
    assert wizard.state.part == 0


@pytest.mark.rule("sh.dealer")
def test_the_deal_passes_and_whoever_sits_after_the_dealer_begins() -> None:
    uno = Table("uno", 3, first=1)
    assert (uno.state.dealer, uno.state.begins) == (Seat(0), Seat(1))
    uno.row((0,), (0, 1, 1))
    assert (uno.state.dealer, uno.state.begins) == (Seat(1), Seat(2))
    turns = Table(plain('told = "turns"\ndeals = true'), 2)
    assert turns.turn(0, 1).turn(1, 1).turn(1, 1).turn(0, 1).state.begins == Seat(0)
    assert Table(plain(), 2).state.dealer is None


@pytest.mark.rule("sh.teams")
def test_partners_sit_across_and_their_points_are_one() -> None:
    tichu = Table("tichu", 4).row((0,), (60, 40), (0, 0, 100, -100))
    assert tichu.totals == (160, -60)
    assert GAME.score(tichu.state) == {"points": [160, -60, 160, -60]}
    tichu.tell(CallEnd())
    assert tichu.state.ended is not None
    assert tichu.state.ended.winners == (0, 2)
    placed = SheetGame.results.standings(tichu.state, tichu.state.ended)
    assert [(each.place, each.won, each.side) for each in placed] == [(1, True, 0), (3, False, 1)] * 2


@pytest.mark.rule("sh.target")
def test_the_target_ends_it_when_the_round_is_over_or_at_once() -> None:
    hearts = Table("hearts", 3)
    for _ in range(4):
        assert hearts.state.ended is None
        hearts.row((26, 0, 0))
    assert hearts.totals == (0, 104, 104)
    assert hearts.state.ended == Outcome((Seat(0),), "sh.target")
    waits = Table(plain('told = "turns"\ntarget = 40'), 2).turn(0, 45)
    assert waits.state.ended is None
    assert waits.turn(1, 50).state.ended == Outcome((Seat(1),), "sh.target")
    quick = Table(plain('told = "turns"\ntarget = 40\nfinish = "at_once"'), 2).turn(0, 45)
    assert quick.state.ended == Outcome((Seat(0),), "sh.target")
    darts = Table("darts_501", 2).turn(0, 180).turn(1, 60).turn(0, 180).turn(1, 60)
    assert len(darts.tell(TellTurn(Seat(0), (141,)))) == 2
    assert darts.state.ended == Outcome((Seat(0),), "sh.target")


@pytest.mark.rule("sh.ties")
def test_equals_share_it_or_play_on() -> None:
    share = Table(plain("rounds = 1"), 3).row((7, 7, 1))
    assert share.state.ended == Outcome((Seat(0), Seat(1)), "sh.rounds")
    on = Table(plain('rounds = 1\nties = "play_on"'), 3).row((7, 7, 1))
    assert on.state.ended is None
    assert on.row((0, 1, 0)).state.ended == Outcome((Seat(1),), "sh.rounds")
    # By turns, nobody is ahead before the others have had theirs.
    turns = Table(plain('rounds = 1\nties = "play_on"\ntold = "turns"'), 2).turn(0, 7).turn(1, 7).turn(0, 3)
    assert turns.winners is None
    assert turns.turn(1, 4).winners == (Seat(1),)
    # Partners don't tie with each other.
    tichu = Table("tichu", 4)
    for _ in range(5):
        tichu.row((1,), (0, 0), (0, 0, 0, 0))
    assert tichu.state.ended == Outcome((Seat(0), Seat(2)), "sh.target")


@pytest.mark.rule("sh.end")
def test_the_table_may_end_once_anything_was_told() -> None:
    table = Table(plain('wins = "low"'), 2)
    assert table.refused(CallEnd()).violations[0].rule == "sh.end"
    table.row((3, 4)).tell(CallEnd())
    assert table.state.ended == Outcome((Seat(0),), "sh.end")
    alone = Table(replace(plain(), players=(1, 2)), 1).row((3,))
    assert alone.winners is None, "nobody has won only because nobody else plays"
    assert GAME.awaited(table.state) == ()


# What the match gives all games, on this one.


def test_a_row_is_corrected_and_all_later_ones_are_counted_anew() -> None:
    match = Match.begin(GAME, Facts(3, shipped_sheet("wizard")), MatchHeader("m", "sheet"), WallTime(0))
    for row in ((0, 1, 0), (0, 1, 0), (1, 1, 0), (1, 1, 0)):
        assert isinstance(_told(match, TellRow((row,))), Accepted)
    assert match.state.totals == (50, 60, 40)
    corrected = Correct((Replace(2, TellRow(((1, 0, 0),))),))
    assert isinstance(_told(match, corrected), Accepted)
    assert match.state.totals == (20, 20, 40)
    _told(match, TakeBack())
    assert match.state.part == 1


@pytest.mark.parametrize(
    ("sheet", "event"),
    [
        ("wizard", PartTold(1, ((0, 0, 1),))),
        ("wizard", PartTold(0, ((0, 1),))),
        ("wizard", PartTold(0, ())),
        ("wizard", TurnScored(Seat(0), (3,), 3)),
        ("wizard", RoundScored(((0, 0, 1),), (1, 2, 3))),
        ("wizard", RoundScored(((0, 0, 1), (0, 0, 1)), (1, 2))),
        ("scrabble", RoundScored(((0, 0, 1),), (1, 2, 3))),
        ("scrabble", PartTold(0, ((0, 0, 1),))),
        ("scrabble", TurnScored(Seat(0), (3, 4), 3)),
        ("wizard", Passed(Seat(0))),
        ("scrabble", Passed(Seat(0))),
        ("passing_timer", Passed(Seat(1))),
        ("wizard", TurnedRound()),
        ("wizard", ClockStarted()),
        ("passing_timer", ClockPaused(1)),
        ("wizard", FlagFell(Seat(0), 1)),
        ("scrabble", FlagFell(Seat(0), 1)),
        ("passing_timer", FlagFell(Seat(1), 1)),
        ("wizard", GaveUp(Seat(0))),
        ("passing_timer", GaveUp(Seat(3))),
        ("wizard", NobodyKnew()),
        ("quiz_buzzers", HeatCalled((Seat(0), Seat(1)))),
        ("quiz_buzzers", SaidRight(Seat(0))),
        ("quiz_buzzers", SaidWrong(Seat(0))),
    ],
)
def test_an_event_that_no_sheet_brings_about_damages_the_record(sheet: str, event: AnyEvent) -> None:
    with pytest.raises(ValueError, match=r"told like that|argument|figures"):
        GAME.evolve(Table(sheet, 3).state, event)


def _told(match: AnyMatch, report: Any) -> Any:  # a report of the game, or of the match
    return match.submit(report, seen=match.length, at=WallTime(0)).ruling


@pytest.mark.parametrize("more", ["", "sum = 1", "step = 7"])
def test_of_two_million_figures_the_nearest_to_nothing_are_found_without_listing_all(more: str) -> None:
    most = 20_000 if more == "sum = 1" else 1_000_000
    column = f'[[column]]\nname = "a"\nleast = -{most}\nmost = {most}\n{more}'
    sheet = f'name = "Wide"\nplayers = [2, 22]\npoints = "min(a, 5)"\n{column}'
    state = Table(read_sheet(sheet.encode()), 22).state
    tracemalloc.start()
    try:
        first = next(GAME.legal(state))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(first, TellRow)
    assert isinstance(GAME.judge(state, first), Accepted)
    assert peak < 200_000


def test_what_is_rare_is_listed_before_rows_that_nobody_comes_to_the_end_of() -> None:
    table = Table("score_sheet", 6).row((1, 2, 3, 4, 5, 6))
    listed = list(islice(GAME.legal(table.state), 9))
    assert isinstance(listed[0], TellRow)
    assert CallEnd() in listed
    assert len({*map(repr, listed)}) == len(listed)
