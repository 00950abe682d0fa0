"""Card games shipped with the program, each against its own model over random hands.

Models deal cards and score by the rulebook, not by the sheet. If only few rows are possible, all are derived
from the cards, and every other one must be refused.
"""

from collections.abc import Sequence
from itertools import permutations, product
from random import Random

import pytest

from companion.game import Accepted, Refused
from companion.games.sheet.reports import CallEnd, TellRow
from tests.games.sheet.table import GAME, MANY, Table


def taken(table: Table, *figures: Sequence[int]) -> bool:
    """Return whether a row is accepted, and enter it if it is."""
    report = TellRow(tuple(map(tuple, figures)))
    valid = isinstance(GAME.judge(table.state, report), Accepted)
    if valid:
        table.tell(report)
    return valid


def over(table: Table, winners: list[int] | None) -> None:
    """Assert who has won, or that nobody has."""
    ended = table.state.ended
    assert (None if ended is None else [*map(int, ended.winners)]) == winners


def first_past(totals: Sequence[int], target: int) -> list[int] | None:
    """Return the winners if a player reached the target and one player has the most; otherwise None."""
    best = [n for n, total in enumerate(totals) if total == max(totals)]
    return best if max(totals) >= target and len(best) == 1 else None


@MANY
def test_hearts_gives_26_to_all_others_for_shooting_the_moon(rows: int) -> None:
    chance, played, shot = Random(20), 0, 0
    while played < rows:
        players = chance.randint(3, 5)
        table, totals = Table("hearts", players), [0] * players
        while table.state.ended is None:
            played += 1
            takers = chance.sample(range(players), chance.randint(1, players))
            points = [0] * players
            for card in (13, *(1,) * 13):
                points[chance.choice(takers)] += card
            # A slip: a point too many, or one that another player took.
            if chance.random() < 0.3:
                wrong = [*points]
                wrong[chance.randrange(players)] += chance.choice((-1, 1))
                wrong[chance.randrange(players)] += chance.choice((-1, 1, 0))
                possible = sum(wrong) == 26 and min(wrong) >= 0 and max(wrong) >= 13
                judged = GAME.judge(table.state, TellRow((tuple(wrong),)))
                assert isinstance(judged, Accepted) == possible, wrong
            moon = [n for n in range(players) if points[n] == 26]
            shot += len(moon)
            for seat in range(players):
                totals[seat] += (0 if seat in moon else 26) if moon else points[seat]
            table.row(points)
            assert table.totals == (*totals,)
            least = [n for n in range(players) if totals[n] == min(totals)]
            over(table, least if max(totals) >= 100 and len(least) == 1 else None)
    assert shot


UNO = [card for _ in range(4) for card in (0, *range(1, 10), *range(1, 10), *(20,) * 6)] + [50] * 8


@MANY
def test_uno_brings_whoever_is_out_what_all_others_hold(rows: int) -> None:
    chance, played = Random(21), 0
    assert len(UNO) == 108
    while played < rows:
        players = chance.randint(2, 10)
        table, totals = Table("uno", players), [0] * players
        while table.state.ended is None:
            played += 1
            deck, out = chance.sample(UNO, len(UNO)), chance.randrange(players)
            hands = [[deck.pop() for _ in range(chance.randint(1, 9))] for _ in range(players)]
            held = [sum(hand) for hand in hands]
            assert taken(table, [out], held) == (held[out] == 0)
            if held[out] != 0:
                held[out] = 0
                table.row([out], held)
            totals[out] += sum(held)
            assert table.totals == (*totals,)
            over(table, [out] if max(totals) >= 500 else None)


@MANY
def test_rummy_is_won_by_the_fewest_and_knows_a_hand_that_nobody_won(rows: int) -> None:
    chance = Random(22)
    for _ in range(rows // 10):
        table, totals = Table("rummy", 4), [0] * 4
        for _ in range(10):
            held = [sum(chance.choices(range(1, 11), k=chance.randint(0, 7))) for _ in range(4)]
            valid = held.count(0) <= 1
            assert taken(table, held) == valid
            if valid:
                totals = [one + more for one, more in zip(totals, held, strict=True)]
            assert table.totals == (*totals,)
        if table.state.rows:
            table.tell(CallEnd())
            over(table, [n for n in range(4) if totals[n] == min(totals)])


@MANY
def test_dutch_blitz_ends_with_an_empty_pile_or_stuck_and_everybody_has_40_cards(rows: int) -> None:
    chance, played, stuck_rows = Random(23), 0, 0
    while played < rows:
        players = chance.randint(2, 4)
        table, totals = Table("dutch_blitz", players), [0] * players
        while table.state.ended is None and played < rows:
            played += 1
            stuck = chance.choice((0, 0, 1))
            left = [chance.choice((0, chance.randint(0, 10))) for _ in range(players)]
            middle = [chance.randint(0, chance.choice((30, 40))) for _ in range(players)]
            # A player without a blitz pile ends it; then nobody is stuck.
            cards = [one + two for one, two in zip(left, middle, strict=True)]
            valid = (0 in left) != bool(stuck) and max(cards) <= 40
            assert taken(table, [stuck], middle, left) == valid
            if valid:
                stuck_rows += stuck
                for seat in range(players):
                    totals[seat] += middle[seat] - left[seat] - left[seat]
            assert table.totals == (*totals,)
            over(table, first_past(totals, 75) if valid else None)
    assert stuck_rows


CALLS = (0, 100, -100, 200, -200)


def tichu_able(double: int, cards: Sequence[int], calls: Sequence[int]) -> bool:
    """Return whether the four could have gone out in some order that fits the row."""
    for first, second, *_ in permutations(range(4)):
        twice = 1 + first % 2 if first % 2 == second % 2 else 0
        calls_hold = all(not call or (call > 0) == (seat == first) for seat, call in enumerate(calls))
        if twice == double and calls_hold:
            return [*cards] == [0, 0] if double else sum(cards) == 100
    return False


@MANY
def test_tichu_is_counted_by_who_went_out_first(rows: int) -> None:
    chance, played = Random(24), 0
    cards = [5] * 4 + [10] * 8 + [25, -25]
    while played < rows:
        table, totals = Table("tichu", 4), [0, 0]
        while table.state.ended is None:
            played += 1
            went_out = chance.sample(range(4), 4)
            double = went_out[0] % 2 == went_out[1] % 2
            won = [0, 0]
            for card in cards:
                won[chance.randrange(2)] += 0 if double else card
            stakes = [chance.choice((0, 0, 0, 100, 200)) for _ in range(4)]
            calls = [stake if seat == went_out[0] else -stake for seat, stake in enumerate(stakes)]
            for team in (0, 1):
                totals[team] += 200 * (double and went_out[0] % 2 == team) + won[team]
                totals[team] += calls[team] + calls[team + 2]
            # Claims that nobody could make are refused, and no others.
            claims = [chance.choice(CALLS) for _ in range(4)]
            claimed = chance.choice((0, 1, 2))
            shares = [0, 0] if chance.random() < 0.4 else [60, 40]
            judged = GAME.judge(table.state, TellRow(((claimed,), tuple(shares), tuple(claims))))
            able = tichu_able(claimed, shares, claims)
            assert isinstance(judged, Accepted) == able, (claimed, shares, claims)
            table.row([1 + went_out[0] % 2 if double else 0], won, calls)
            assert table.totals == (*totals,)
            best = first_past(totals, 1000)
            over(table, None if best is None else [best[0], best[0] + 2])


@MANY
def test_wizard_is_twenty_and_ten_for_each_trick_or_ten_off_for_each_too_many_or_few(rows: int) -> None:
    chance, played = Random(25), 0
    while played < rows:
        players = chance.randint(3, 6)
        table, totals = Table("wizard", players), [0] * players
        for number in range(1, 60 // players + 1):
            played += 1
            winners = [chance.randrange(players) for _ in range(number)]
            tricks = [winners.count(seat) for seat in range(players)]
            bids = [chance.choice((tricks[seat], chance.randint(0, number))) for seat in range(players)]
            assert not taken(table, [number + 1, *bids[1:]])
            assert taken(table, bids)
            assert not taken(table, [tricks[0] + 1, *tricks[1:]])
            assert taken(table, tricks)
            for seat in range(players):
                missed = abs(bids[seat] - tricks[seat])
                totals[seat] += 20 + 10 * bids[seat] if not missed else -10 * missed
            assert table.totals == (*totals,)
        over(table, [n for n in range(players) if totals[n] == max(totals)])


@MANY
def test_phase_10_is_won_by_the_fewest_points_of_those_who_made_it(rows: int) -> None:
    chance, played = Random(26), 0
    while played < rows:
        table, phases, points = Table("phase_10", 4), [0] * 4, [0] * 4
        while table.state.ended is None:
            played += 1
            out = chance.randrange(4)
            made = [int(seat == out or chance.random() < 0.6) for seat in range(4)]
            # Twelve of each card up to 12 twice over, four skips and eight wild cards.
            deck = [5] * 72 + [10] * 24 + [15] * 4 + [25] * 8
            chance.shuffle(deck)
            held = [0 if seat == out else chance.randint(1, 4) if made[seat] else 10 for seat in range(4)]
            hand = [sum(deck.pop() for _ in range(count)) for count in held]
            wrong, claimed = [*hand], [*made]
            slip = chance.randrange(4)
            wrong[slip] = 5 * chance.randint(0, 52)
            claimed[slip] = chance.choice((0, 1))
            valid = wrong.count(0) == 1 and all(
                (counts == 0 or counts <= 4 * 25) if did else 10 * 5 <= counts <= 8 * 25 + 2 * 15
                for counts, did in zip(wrong, claimed, strict=True)
            )
            judged = GAME.judge(table.state, TellRow((tuple(wrong), tuple(claimed))))
            assert isinstance(judged, Accepted) == valid, (wrong, claimed)
            phases = [one + more for one, more in zip(phases, made, strict=True)]
            points = [one + more for one, more in zip(points, hand, strict=True)]
            table.row(hand, made)
            assert table.totals == (*points,)
            assert (table.state.ended is None) == (max(phases) < 10)
        best = min(points[seat] for seat in range(4) if phases[seat] == 10)
        over(table, [seat for seat in range(4) if phases[seat] == 10 and points[seat] == best])


@MANY
def test_spades_has_nil_and_bags(rows: int) -> None:
    chance, played = Random(5), 0
    while played < rows:
        table, totals, bags = Table("spades", 4), [0, 0], [0, 0]
        while table.state.ended is None and played < rows:
            played += 1
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


def barbu_rows() -> dict[int, set[tuple[int, ...]]]:
    """Return by contract every row that its cards allow, from who took what."""
    seats, found = range(4), dict[int, set[tuple[int, ...]]]()

    def shares(cards: int) -> set[tuple[int, ...]]:
        return {counts for counts in product(range(cards + 1), repeat=4) if sum(counts) == cards}

    found[1] = {tuple(-2 * n for n in counts) for counts in shares(13)}
    hearts = product(shares(12), seats)
    found[2] = {tuple(-2 * n - 6 * (seat == ace) for seat, n in enumerate(counts)) for counts, ace in hearts}
    found[3] = {tuple(-6 * n for n in counts) for counts in shares(4)}
    found[4] = {tuple(-20 * (seat == king) for seat in seats) for king in seats}
    last_two = product(seats, repeat=2)
    found[5] = {tuple(-10 * (seat == one) - 20 * (seat == last) for seat in seats) for one, last in last_two}
    found[6] = {tuple(5 * n for n in counts) for counts in shares(13)}
    found[7] = {*permutations((40, 20, 10, -5))}
    return found


@MANY
def test_barbu_has_each_contract_once_for_each_dealer_and_comes_to_nothing(rows: int) -> None:
    chance, possible = Random(27), barbu_rows()
    listed = {contract: sorted(counts) for contract, counts in possible.items()}
    for _ in range(rows // 28):
        table, left = Table("barbu", 4), [chance.sample(range(1, 8), 7) for _ in range(4)]
        totals = [0] * 4
        for _ in range(28):
            dealer = table.state.dealer
            assert dealer is not None
            for again in {*range(1, 8)} - {*left[dealer]}:
                wrong_row = table.wrong_row([again], chance.choice(listed[again]))
                assert "already" in str(wrong_row.violations[0].details["says"])
            contract = left[dealer].pop()
            row = list(chance.choice(listed[contract]))
            # Points moved from one player to another are refused if no cards allow the result.
            moved, one, two = chance.choice((1, 2, 3, 5, 6, 10, 20)), *chance.sample(range(4), 2)
            wrong = [n + moved * (seat == one) - moved * (seat == two) for seat, n in enumerate(row)]
            judged = GAME.judge(table.state, TellRow(((contract,), tuple(wrong))))
            assert isinstance(judged, Accepted) == (tuple(wrong) in possible[contract]), (contract, wrong)
            totals = [total + more for total, more in zip(totals, row, strict=True)]
            table.row([contract], row)
            assert table.totals == (*totals,)
        assert sum(table.totals) == 0
        over(table, [n for n in range(4) if totals[n] == max(totals)])


def skat_values() -> set[int]:
    """Return all possible values of a game, and so of a bid: matadors, the game, and at most six extras."""
    mates, extras = range(1, 12), range(7)
    suits = {base * (one + 1 + more) for base in (9, 10, 11, 12) for one in mates for more in extras}
    grand = {24 * (mates + 1 + more) for mates in range(1, 5) for more in extras}
    return suits | grand | {23, 35, 46, 59}


@MANY
def test_skat_loses_what_is_overbid_and_knows_ramsch_and_bock(rows: int) -> None:
    chance, bids = Random(28), skat_values()
    for players in (3, 4):
        table, totals = Table("skat", players), [0] * players
        for _ in range(rows // 2):
            playing = [seat for seat in range(players) if players == 3 or seat != table.state.dealer]
            declarer = chance.choice(playing)
            base = chance.choice((9, 10, 11, 12, 24, 23, 35, 46, 59, 1, 0))
            times, bid = 1, chance.choice((0, *range(18, 65), chance.randint(65, 270)))
            if base in (9, 10, 11, 12, 24):
                times = chance.randint(1, 4 if base == 24 else 11) + 1 + chance.randint(0, 6)
            if base == 1:
                times = chance.choice((120, chance.randint(1, 120)))
            won, contra, bock = chance.choice((0, 1)), chance.choice((1, 2, 4)), chance.choice((1, 2))
            row = [declarer], [base], [bid], [times], [won], [contra], [bock]
            valid = bid == 0 if base < 2 else bid in bids
            # A player who took all tricks has won a ramsch, and nobody else has.
            valid &= base != 1 or not won or times == 120
            assert taken(table, *row) == valid, row
            if not valid:
                continue
            if base == 1:
                totals[declarer] += (times if won else -times) * bock
            elif base and won and base * times >= bid:
                totals[declarer] += base * times * contra * bock
            elif base:
                # Lost or overbid: twice the lowest multiple that would have been enough.
                worth = base * times
                while worth < bid and base in (9, 10, 11, 12, 24):
                    worth += base
                totals[declarer] -= 2 * worth * contra * bock
            assert table.totals == (*totals,)


@pytest.mark.parametrize(
    "wrong",
    [
        ([1], [24], [18], [12], [1], [1], [1]),  # four jacks and six extras are 11
        ([1], [9], [18], [1], [1], [1], [1]),  # with one, or without, counts at least twice
        ([1], [9], [18], [19], [1], [1], [1]),  # eleven trumps and six extras are 18
        ([1], [23], [18], [2], [1], [1], [1]),  # a null counts once
        ([1], [1], [0], [60], [1], [1], [1]),  # half of the card points win none
        ([0], [24], [18], [2], [1], [1], [1]),  # the fourth deals and sits out
    ],
)
def test_skat_refuses_what_no_cards_allow(wrong: tuple[list[int], ...]) -> None:
    table = Table("skat", 4, first=1)
    assert table.state.dealer == 0
    table.wrong_row(*wrong)


@MANY
def test_doppelkopf_for_five_has_one_who_sits_out_and_a_compulsory_solo_each(rows: int) -> None:
    chance, table, had, totals = Random(11), Table("doppelkopf", 5), set[int](), [0] * 5
    for _ in range(rows):
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


def test_a_0_card_nobody_out_and_a_stuck_round_can_be_entered() -> None:
    assert Table("uno", 3).row([1], [0, 0, 30]).totals == (0, 30, 0)
    assert Table("rummy", 3).row([4, 12, 30]).totals == (4, 12, 30)
    assert Table("dutch_blitz", 2).row([1], [12, 9], [3, 2]).totals == (6, 5)


@MANY
def test_the_tower_of_dobble_has_55_cards_of_which_each_begins_with_one(rows: int) -> None:
    chance = Random(29)
    for _ in range(rows):
        players = chance.randint(2, 8)
        takers = [chance.randrange(players) for _ in range(55 - players)]
        cards = [takers.count(seat) for seat in range(players)]
        table = Table("dobble_tower", players)
        assert not taken(table, [cards[0] + 1, *cards[1:]])
        assert table.row(cards).totals == (*cards,)
