"""Games that families play, each against an oracle of its own over some 2,000 random rows."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.game import Accepted, Refused, Seat
from companion.games.sheet.reports import TellRow, TellTurn
from tests.games.sheet.table import GAME, Table

ROWS = 2_000


def yahtzee_score(box: int, dice: list[int]) -> int:
    """Return what five dice score in a box, counted from 1."""
    most, kinds = max(map(dice.count, dice)), {*dice}
    run = max(sum({start + n in kinds for n in range(length)} == {True} for start in range(1, 7)) * length
              for length in (4, 5))  # fmt: skip
    match box:
        case 7 | 8:
            return sum(dice) if most >= box - 4 else 0
        case 9:
            return 25 if sorted(map(dice.count, kinds)) == [2, 3] else 0
        case 10:
            return 30 if run else 0
        case 11:
            return 40 if run >= 5 else 0
        case 12:
            return 50 if most == 5 else 0
        case 13:
            return sum(dice)
    return box * dice.count(box)


def test_yahtzee_fills_thirteen_boxes_in_any_order() -> None:
    chance = Random(1)
    for _ in range(ROWS // 13):
        table, boxes, wanted, upper, fifty = Table("yahtzee", 1), list(range(1, 14)), 0, 0, False
        chance.shuffle(boxes)
        for box in boxes:
            faces = chance.choices(range(1, 7), k=chance.choice((1, 2, 6)))
            dice = chance.choices(faces, k=5)
            score = yahtzee_score(box, dice)
            extra = 100 if fifty and len({*dice}) == 1 else 0
            fifty |= box == 12 and score == 50
            upper += score if box < 7 else 0
            wanted += score + extra
            table.turn(0, box, score, extra)
        assert table.totals == (wanted + 35 * (upper >= 63),)
        assert table.state.ended is not None


@pytest.mark.parametrize(
    "wrong", [(2, 5, 0), (1, 6, 0), (7, 4, 0), (9, 24, 0), (12, 40, 0), (13, 0, 0), (13, 12, 100)]
)
def test_yahtzee_refuses_what_no_dice_show(wrong: tuple[int, ...]) -> None:
    table = Table("yahtzee", 2)
    assert table.refused(TellTurn(Seat(0), wrong)).violations[0].rule == "sh.check"


def test_bowling_counts_strikes_and_spares() -> None:
    chance = Random(2)
    for game in range(ROWS // 10):
        table, rolls = Table("bowling", 1), list[int]()
        for frame in range(1, 11):
            luck = 10 if game % 4 == 0 else 0
            first = max(luck * (chance.random() < 0.9), chance.randint(0, 10))
            second = chance.randint(0, 10 if first == 10 else 10 - first) if first < 10 or frame == 10 else 0
            third = 0
            if frame == 10 and first + second >= 10:
                third = chance.randint(0, 10 if (first + second) % 10 == 0 and second != 0 else 10 - second)
            extra = frame == 10 and first + second >= 10
            rolls += [first] + ([second] if first < 10 or frame == 10 else []) + [third] * extra
            table.turn(0, first, second, third)
        wanted, at = 0, 0
        for _ in range(10):
            strike, spare = rolls[at] == 10, sum(rolls[at : at + 2]) == 10
            wanted += sum(rolls[at : at + (3 if strike or spare else 2)])
            at += 1 if strike else 2
        assert table.totals == (wanted,)
    perfect = Table("bowling", 1)
    for frame in range(10):
        perfect.turn(0, 10, *((10, 10) if frame == 9 else (0, 0)))
    assert perfect.totals == (300,)
    assert perfect.state.ended is not None


def test_darts_refuses_scores_and_checkouts_that_dont_exist() -> None:
    singles = {0, 25, 50, *(n * times for n in range(1, 21) for times in (1, 2, 3))}
    doubles = {50, *(2 * n for n in range(1, 21))}
    scores = {sum(each) for each in combinations_with_replacement(sorted(singles), 3)}
    outs = {one + two + last for one in singles for two in singles for last in doubles}
    chance, rows = Random(3), 0
    while rows < ROWS:
        table = Table("darts_501", 1)
        while table.state.ended is None and rows < ROWS:
            (left,) = table.totals
            hit = chance.choice((left, chance.randint(0, 180), chance.randint(0, 60), 180))
            rows += 1
            able = hit in scores and (hit in outs if hit == left else left - hit > 1)
            ruling = GAME.judge(table.state, TellTurn(Seat(0), (hit,)))
            assert isinstance(ruling, Accepted) == able, (left, hit)
            table.turn(0, hit if able else 0)


def test_phase_10_is_won_by_the_fewest_points_of_those_who_made_it() -> None:
    chance, rows = Random(4), 0
    while rows < ROWS:
        table, phases, points = Table("phase_10", 4), [0] * 4, [0] * 4
        while table.state.ended is None:
            out = chance.randrange(4)
            made = [int(seat == out or chance.random() < 0.6) for seat in range(4)]
            hand = [0 if seat == out else 5 * chance.randint(1, 50) for seat in range(4)]
            phases = [one + more for one, more in zip(phases, made, strict=True)]
            points = [one + more for one, more in zip(points, hand, strict=True)]
            table.row(hand, made)
            rows += 1
            assert (table.state.ended is None) == (max(phases) < 10)
        best = min(points[seat] for seat in range(4) if phases[seat] == 10)
        ahead = [seat for seat in range(4) if phases[seat] == 10 and points[seat] == best]
        assert [*table.state.ended.winners] == ahead


def test_spades_has_nil_and_bags() -> None:
    chance, rows = Random(5), 0
    while rows < ROWS:
        table, totals, bags = Table("spades", 4), [0, 0], [0, 0]
        while table.state.ended is None and rows < ROWS:
            rows += 1
            bid = [chance.choice((0, 1, 2, 3, 4)) for _ in range(4)]
            tricks = [0] * 4
            for _ in range(13):
                tricks[chance.choice((0, 1, 1, 2, 3))] += 1
            for team in (0, 1):
                wanted, took = bid[team] + bid[team + 2], tricks[team] + tricks[team + 2]
                totals[team] += 10 * wanted if took >= wanted else -10 * wanted
                for _ in range(max(0, took - wanted)):
                    totals[team] += 1
                    bags[team] += 1
                    if bags[team] == 10:
                        totals[team], bags[team] = totals[team] - 100, 0
                for seat in (team, team + 2):
                    if bid[seat] == 0:
                        totals[team] += 100 if tricks[seat] == 0 else -100
            table.row(bid).row(tricks)
            assert table.totals == (*totals,)


def test_seven_wonders_counts_science_and_parts_equals_by_coins() -> None:
    chance = Random(6)
    for _ in range(ROWS):
        plain = [[chance.randint(0, 3) for _ in range(3)] for _ in range(6)]
        signs = [[chance.randint(0, 4) for _ in range(3)] for _ in range(3)]
        table = Table("seven_wonders", 3).row(*plain, *signs)
        wanted = [
            plain[0][n] + plain[1][n] // 3 + sum(kind[n] for kind in plain[2:])
            + sum(sign[n] ** 2 for sign in signs) + 7 * sorted(sign[n] for sign in signs)[0]
            for n in range(3)
        ]  # fmt: skip
        assert table.totals == (*wanted,)
        assert table.state.ended is not None
        best = max((wanted[n], plain[1][n]) for n in range(3))
        assert [*table.state.ended.winners] == [n for n in range(3) if (wanted[n], plain[1][n]) == best]


def test_catan_is_over_with_ten_points_and_one_longest_road() -> None:
    chance, accepted = Random(7), 0
    for _ in range(ROWS):
        table = Table("catan", 3)
        built = [[chance.randint(0, most) for _ in range(3)] for most in (5, 4, 2, 1, 1)]
        made = [
            sum(times * its[n] for times, its in zip((1, 2, 1, 2, 2), built, strict=True)) for n in range(3)
        ]
        able = sum(built[3]) <= 1 and sum(built[4]) <= 1 and sum(built[2]) <= 5 and max(made) >= 10
        ruling = GAME.judge(table.state, TellRow(tuple(map(tuple, built))))
        assert isinstance(ruling, Accepted) == able
        if able:
            accepted += 1
            assert table.row(*built).totals == (*made,)
    assert accepted > ROWS // 20


def test_golf_is_counted_back_where_players_are_equal() -> None:
    chance = Random(8)
    for _ in range(ROWS // 18):
        table = Table("golf", 2)
        holes = [[chance.randint(3, 4), chance.randint(3, 4)] for _ in range(18)]
        for hole in holes:
            table.row(hole)
        keys = [[sum(hole[seat] for hole in holes[-last:]) for last in (18, 9, 6, 3, 1)] for seat in range(2)]
        assert table.state.ended is not None
        assert [*table.state.ended.winners] == [seat for seat in range(2) if keys[seat] == min(keys)]


def test_barbu_has_each_contract_once_for_each_dealer_and_comes_to_nothing() -> None:
    chance = Random(9)
    sums = (-26, -30, -24, -20, -30, 65, 65)
    for _ in range(ROWS // 28):
        table, left = Table("barbu", 4), [list(range(7)) for _ in range(4)]
        for its in left:
            chance.shuffle(its)
        for hand in range(28):
            dealer = table.state.dealer
            assert dealer is not None
            contract = left[dealer].pop()
            row = [sums[contract], 0, 0, 0] if contract > 4 else [0] * 4
            for _ in range(-sums[contract] if contract < 5 else 0):
                row[chance.randrange(4)] -= 1
            if min(row) < -30:
                row = [0, 0, 0, sums[contract]]
            table.row([contract + 1], row)
            if hand == 4:
                again = 1 + next(n for n in range(7) if n not in left[table.state.dealer or 0])
                wrong = [max(-30, sums[again - 1]), 0, 0, 0]
                assert table.wrong_row([again], wrong).violations[0].rule == "sh.check"
        assert sum(table.totals) == 0
        assert table.state.ended is not None


def test_skat_loses_what_is_overbid_and_knows_ramsch_and_bock() -> None:
    chance, table = Random(10), Table("skat", 4)
    totals = [0] * 4
    for _ in range(ROWS):
        declarer = chance.choice([seat for seat in range(4) if seat != table.state.dealer])
        game = chance.choice((9, 10, 11, 12, 24, 23, 46, 59, 1, 0))
        real = game > 1
        times = chance.randint(2, 11) if game in (9, 10, 11, 12, 24) else 1
        times = chance.randint(1, 120) if game == 1 else times
        bid = chance.randint(18, 60) if real else 0
        won, contra, bock = chance.choice((0, 1)), chance.choice((1, 2, 4)), chance.choice((1, 2))
        if game == 1:
            brought = -times
        elif won and bid <= game * times:
            brought = game * times * contra
        else:
            worth = game * times
            while worth < bid and game in (9, 10, 11, 12, 24):
                worth += game
            brought = -2 * worth * contra
        totals[declarer] += bock * brought
        table.row([declarer], [game], [bid], [times], [won], [contra], [bock])
        assert table.totals == (*totals,)


def test_doppelkopf_for_five_has_one_who_sits_out_and_a_compulsory_solo_each() -> None:
    chance, table, had, totals = Random(11), Table("doppelkopf", 5), set[int](), [0] * 5
    for _ in range(ROWS):
        playing = [seat for seat in range(5) if seat != table.state.dealer]
        value, winners = chance.randint(0, 12), chance.sample(playing, chance.randint(1, 3))
        alone = winners[0] if len(winners) == 1 else next(seat for seat in playing if seat not in winners)
        solo = 0 if len(winners) == 2 else chance.choice((0, 1, 2))
        won = tuple(int(seat in winners) for seat in range(5))
        report = TellRow(((solo,), (value,), won))
        if solo == 2 and alone in had:
            ruling = GAME.judge(table.state, report)
            assert isinstance(ruling, Refused)
            assert "compulsory solo already" in str(ruling.violations[0].details["says"])
            solo = 1
        if solo == 2:
            had.add(alone)
        for seat in playing:
            one = {1: 3, 2: 1, 3: 1}[len(winners)] if seat in winners else -{1: 1, 2: 1, 3: 3}[len(winners)]
            totals[seat] += one * value
        table.row([solo], [value], won)
        assert table.totals == (*totals,)
    assert had == {*range(5)}


def test_uno_knows_a_0_card_rummy_nobody_out_and_dutch_blitz_that_all_are_stuck() -> None:
    assert Table("uno", 3).row([1], [0, 0, 30]).totals == (0, 30, 0)
    assert Table("rummy", 3).row([4, 12, 30]).totals == (4, 12, 30)
    assert Table("dutch_blitz", 2).row([1], [12, 9], [3, 2]).totals == (6, 5)


def test_tichu_refuses_a_call_that_was_made_by_whoever_lost_to_a_double_win() -> None:
    (wrong,) = Table("tichu", 4).wrong_row([1], [0, 0], [0, 100, 0, 0]).violations
    assert (wrong.rule, wrong.seat) == ("sh.check", Seat(1))
    assert Table("tichu", 4).row([1], [0, 0], [100, -100, 0, 0]).totals == (300, -100)
