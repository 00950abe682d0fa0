"""Games of dice, boards and sport shipped with the program, each against its own model."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.game import Accepted, Seat
from companion.games.sheet.reports import CallEnd, TellRow, TellTurn
from tests.games.sheet.table import GAME, MANY, Table

JOKERS = {9: 25, 10: 30, 11: 40}
"""What another yahtzee scores in a box that it doesn't fit."""


def yahtzee_score(box: int, dice: list[int]) -> int:
    """Return what five dice score in a box, counting boxes from 1."""
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


@MANY
def test_yahtzee_fills_thirteen_boxes_in_any_order(rows: int) -> None:
    chance = Random(1)
    for _ in range(rows // 13):
        table, boxes, wanted, upper, fifty = Table("yahtzee", 1), list(range(1, 14)), 0, 0, False
        chance.shuffle(boxes)
        for box in boxes:
            faces = chance.choices(range(1, 7), k=chance.choice((1, 2, 6)))
            dice = chance.choices(faces, k=5)
            # Often enough for the bonus: three or four dice of the box's face.
            if box < 7 and chance.random() < 0.7:
                dice = [box] * 3 + chance.choices((box, *range(1, 7)), k=2)
            extra = 100 if fifty and len({*dice}) == 1 else 0
            score = JOKERS[box] if extra and box in JOKERS else yahtzee_score(box, dice)
            fifty |= box == 12 and score == 50
            upper += score if box < 7 else 0
            wanted += score + extra
            table.turn(0, box, score, extra)
        assert table.totals == (wanted + 35 * (upper >= 63),)
        assert table.state.ended is not None


def test_yahtzee_takes_what_five_dice_can_show_and_nothing_else() -> None:
    every = [list(dice) for dice in combinations_with_replacement(range(1, 7), 5)]
    for box in range(1, 14):
        valid = {yahtzee_score(box, dice) for dice in every} | ({0} if box < 13 else set())
        table = Table("yahtzee", 1)
        for score in range(51):
            ruling = GAME.judge(table.state, TellTurn(Seat(0), (box, score, 0)))
            assert isinstance(ruling, Accepted) == (score in valid), (box, score)
    # Another yahtzee scores in what is open: by its number, its sum, or as a joker. Only if all that is
    # filled does it cross out another number.
    for box in range(1, 14):
        table = Table("yahtzee", 1).turn(0, 12, 50, 0)
        fives = {5 * face for face in range(1, 7) if box > 6 or face == box}
        valid = {JOKERS[box]} if box in JOKERS else fives | ({0} if box < 7 else set())
        for score in range(51):
            ruling = GAME.judge(table.state, TellTurn(Seat(0), (box, score, 100)))
            assert isinstance(ruling, Accepted) == (score in valid and box != 12), (box, score)
    # Nobody gets the 100 before the 50.
    assert Table("yahtzee", 2).why(TellTurn(Seat(0), (13, 12, 100)))[0] == "sh.check"


@MANY
def test_bowling_counts_strikes_and_spares(rows: int) -> None:
    chance = Random(2)
    for game in range(rows // 10):
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


@MANY
def test_darts_refuses_scores_and_checkouts_that_dont_exist(rows: int) -> None:
    singles = {0, 25, 50, *(n * times for n in range(1, 21) for times in (1, 2, 3))}
    doubles = {50, *(2 * n for n in range(1, 21))}
    scores = {sum(each) for each in combinations_with_replacement(sorted(singles), 3)}
    outs = {one + two + last for one in singles for two in singles for last in doubles}
    chance, played = Random(3), 0
    while played < rows:
        table = Table("darts_501", 1)
        while table.state.ended is None and played < rows:
            (left,) = table.totals
            hit = chance.choice((left, chance.randint(0, 180), chance.randint(0, 60), 180))
            played += 1
            valid = hit in scores and (hit in outs if hit == left else left - hit > 1)
            ruling = GAME.judge(table.state, TellTurn(Seat(0), (hit,)))
            assert isinstance(ruling, Accepted) == valid, (left, hit)
            table.turn(0, hit if valid else 0)


@MANY
def test_seven_wonders_counts_science_and_parts_equals_by_coins(rows: int) -> None:
    chance = Random(6)
    for _ in range(rows):
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


@MANY
def test_catan_is_won_with_ten_points_on_the_own_turn(rows: int) -> None:
    chance, accepted = Random(7), 0
    for _ in range(rows):
        table = Table("catan", 3)
        built = [[chance.randint(0, most) for _ in range(3)] for most in (5, 4, 2, 1, 1)]
        worth = [*zip((1, 2, 1, 2, 2), built, strict=True)]
        made = [sum(times * counts[n] for times, counts in worth) for n in range(3)]
        turn = chance.choice((chance.randrange(3), made.index(max(made))))
        valid = sum(built[3]) <= 1 and sum(built[4]) <= 1 and sum(built[2]) <= 5 and made[turn] >= 10
        valid &= all(built[0][n] + built[1][n] >= 2 for n in range(3))
        ruling = GAME.judge(table.state, TellRow((*map(tuple, built), (turn,))))
        assert isinstance(ruling, Accepted) == valid
        if valid:
            accepted += 1
            assert table.row(*built, [turn]).totals == (*made,)
            # A player with as many or more, but not on turn, hasn't won.
            assert table.winners == (turn,)
    assert accepted > rows // 20


@MANY
def test_golf_is_counted_back_where_players_are_equal(rows: int) -> None:
    chance = Random(8)
    for _ in range(rows // 6):
        table = Table("golf", 2)
        # The same strokes in another order: equal in total, and often on the last holes too.
        one = [chance.randint(3, 4) for _ in range(18)]
        since = chance.choice((0, 9, 12, 15))
        other = chance.sample(one[:since], since) + chance.sample(one[since:], 18 - since)
        holes = [[*hole] for hole in zip(one, other, strict=True)]
        for hole in holes:
            table.row(hole)
        keys = [[sum(hole[seat] for hole in holes[-last:]) for last in (18, 9, 6, 3, 1)] for seat in range(2)]
        assert table.winners == (*[seat for seat in range(2) if keys[seat] == min(keys)],)


@MANY
@pytest.mark.parametrize(("name", "least", "most"), [("minigolf", 1, 7), ("low_score_sheet", -9999, 9999)])
def test_strokes_and_points_are_added_and_the_fewest_win(rows: int, name: str, least: int, most: int) -> None:
    chance = Random(12)
    for _ in range(rows // 18):
        table, holes = Table(name, 3), [[chance.randint(least, most) for _ in range(3)] for _ in range(18)]
        for hole in holes:
            assert table.wrong_row([least - 1, *hole[1:]]).violations[0].rule == "sh.figure"
            assert table.wrong_row([*hole[:2], most + 1]).violations[0].rule == "sh.figure"
            table.row(hole)
        wanted = [sum(hole[seat] for hole in holes) for seat in range(3)]
        assert table.totals == (*wanted,)
        if table.state.ended is None:
            table.tell(CallEnd())
        assert table.winners == (*[n for n in range(3) if wanted[n] == min(wanted)],)


@MANY
def test_diamant_is_five_caves_and_what_each_brought_home(rows: int) -> None:
    chance = Random(13)
    for _ in range(rows // 20):
        table, wanted = Table("diamant", 4), [0] * 4
        for _ in range(5):
            for seat in chance.sample(range(4), 4):
                rubies = chance.choice((0, chance.randint(0, 40)))
                wanted[seat] += rubies
                table.turn(seat, rubies)
        assert table.totals == (*wanted,)
        assert table.winners == (*[n for n in range(4) if wanted[n] == max(wanted)],)
