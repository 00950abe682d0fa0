"""Two Player Speed Mode, rule by rule: mostly as plays, with a table, reports, and what holds afterwards."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Accepted, Seat
from companion.games.speed_mode.board import Kind, Scores
from companion.games.speed_mode.model import Facts
from companion.games.speed_mode.reports import CallStuck
from companion.games.speed_mode.score import score, singles
from companion.games.speed_mode.view import view
from tests.contract.cases import CASES
from tests.games.plays import Play, marked, plays
from tests.games.speed_mode.board import GAME, A, B, after, position
from tests.games.speed_mode.players import Table
from tests.games.speed_mode.plays import SCRIPT, table

NINE = ", ".join([*["A exchanges, B exchanges"] * 4, "A exchanges"])
TEN_MORE = ", ".join(["A exchanges, B exchanges"] * 5)

PLAYS = """
sm.setup: a recount finds every card
  empty | A 0,0 0, recount 40 5 11 13 -> hands 11 13
  | A 0,0 0, recount 40 5 11 12 -> refused sm.setup:count; details missing 1
  | A 0,0 0, recount 70 5 -16 10 -> refused sm.setup:negative
  | recount 47 5 10 -> refused match.no-such-seat
sm.setup: nine circular tokens, and then the backs of others
  AAAAAAAA AAAAAAAA AA.a.... | -> circles A 9 0 0
  | A 2,1 0 -> circles A 10 0 1; circles B 0 9 0

sm.turn: one thing a turn, and then the other player
  empty | A 0,0 0 -> turn B
  | A exchanges 1 -> turn B
  | A 0,0 0, B exchanges -> turn A
  empty; hands 7 10 | A replenishes 2 -> turn B
sm.turn: out of turn is put right or stands; there are two seats
  empty | B 0,0 0 -> refused sm.turn; do take_off cards_back; lies; stands; turn A; hands 10 7
  | B exchanges 3 -> refused sm.turn:turn
  | C exchanges -> refused match.no-such-seat
  empty; hands 10 7 | B replenishes -> refused sm.turn:turn
sm.turn: a player passes only if nothing else can be done
  empty | A passes -> refused sm.turn:exchange
  | B passes -> breaks sm.turn:turn
  empty; hands 7 10 | A passes -> refused sm.turn:exchange sm.turn:replenish
  empty; hands 10 60 | -> lie 0 2
  | A passes -> happens Passed TurnPassed; turn B
  empty; hands 7 63 | A passes -> refused sm.turn:replenish

sm.make: three cards of the hand are discarded, and their combination is covered
  empty | A 1,2 1 -> board ........ .....a.. ........; hands 7 10; discards orange-square=1 blue-square=2
sm.make: a hand of two makes nothing
  empty; hands 2 10 | A 0,0 0 -> refused sm.make:hand; details hand 2; lies not; do look_again
sm.make: cards that are discarded can not be held, nor can those that lie face up
  empty; discards red-square=5 | A 0,0 0 -> refused sm.make:copies
  | -> unable 0,0 0; able 0,0 1
  | A 0,0 1 -> turn B
  empty; open red-square; discards red-square=4 | A 0,0 0 -> refused sm.make:copies
  | -> able 0,0 0
sm.available: a covered combination is not free, nor is one under a circle
  a....... ........ ........
  | A 0,0 0 -> refused sm.available:covered; details by 0; lies; falls; do take_off cards_back
  b....... ........ ........
  | A 0,0 0 -> refused sm.available:covered; details by 1; lies; falls; do take_off cards_back
  ........ BB...... ........ | A 1,0 0 -> refused sm.available:circle
  | A 1,0 1 -> refused sm.available:circle
sm.available: every fault is named, and there must be such a combination
  a....... ........ ........; hands 10 2 | B 0,0 0 -> refused sm.turn:turn sm.available:covered sm.make:hand
  empty | A 3,0 0 -> refused sm.available:no_such
  | A 0,4 0 -> refused sm.available:no_such
  | A 0,0 2 -> refused sm.available:no_such
  | A 0,0 -1 -> refused sm.available:no_such
sm.pair-same: both halves of one player lie under a circle
  a....... ........ ........ | A 0,0 1 -> pair A 0,0; turn B; board AA...... ........ ........; points 1 0
  .a...... ........ ........ | A 0,0 0 -> pair A 0,0; turn B; board AA...... ........ ........; points 1 0
sm.adjacent: a new pair next to own ones scores between each two
  ..AA.... AAa.AA.. ..AA.... | A 1,1 1 -> extras 0,1-1,1 1,0-1,1 1,1-1,2 1,1-2,1; extra 4 0; points 9 0
sm.adjacent: not next to others' pairs, nor askew, nor next to half ones; no row goes on in the next
  AABBAA.. BBa.a... AA.a.... | A 1,1 1 -> extras
  AA....a. ........ ........ | A 0,3 1 -> extras
sm.pair-mixed: of a mixed pair the earlier half is undone; what was discarded stays discarded
  b....... ........ ........ | A 0,0 1 -> undone B 0,0 0; turn B; board .a...... ........ ........
  | A 0,0 1, B 0,0 0 -> board b....... ........ ........; discards red-square=5 green-square=4

sm.exchange: three cards go and three come
  empty | A exchanges 0 -> hands 10 10; lie 47 5; turn B
  | A exchanges 1 -> hands 10 10; lie 47 5; turn B
  | A exchanges 2 -> hands 10 10; lie 47 5; turn B
  | A exchanges 3 -> hands 10 10; lie 47 5; turn B
  | A exchanges 4 -> refused sm.exchange:count
sm.exchange: there must be three cards to give and three to draw; what went under the deck is none of them
  empty; hands 2 10 | A exchanges -> refused sm.exchange:hand
  empty; hands 3 10 | A exchanges -> turn B
  empty; hands 10 60
  | A exchanges 2 -> refused sm.exchange:few; do return_drawn take_from_bottom; stands; hands 10 60
  | A exchanges 3 -> breaks sm.face-up:fewer; lies not
  empty; hands 10 57 | -> lie 0 5
  | A exchanges 3 -> hands 10 57
  | A exchanges 2 -> refused sm.exchange:deck; details cards 1
  empty; hands 10 59 | -> lie 0 3
  | A exchanges 3 -> lie 0 3
  | A passes -> refused sm.turn:exchange
sm.replenish: three cards come, to no more than ten
  empty; hands 7 10 | A replenishes 1 -> hands 10 10; lie 47 5
  | A replenishes 4 -> refused sm.replenish:count
  empty; hands 4 10 | A replenishes -> hands 7 10
  empty; hands 8 10
  | A replenishes 3 -> refused sm.replenish:hand; details hand 8; do return_drawn; stands; hands 11 10
sm.replenish: fewer come only where there are no more
  empty; hands 7 63 | -> lie 0 2
  | A replenishes 2 -> drawn A 2 2
  | A replenishes 1 -> refused sm.replenish:deck
  | A replenishes 3 -> refused sm.replenish:count
  empty; hands 7 65 | A replenishes -> breaks sm.replenish:nothing
sm.replenish: a table may draw up to ten
  empty; hands 8 10; replenish_strict=up_to_ten | A replenishes 2 -> drawn A 2 2
  | A replenishes 1 -> hands 10 10
  empty; hands 10 10; replenish_strict=up_to_ten | A replenishes -> refused sm.replenish:hand
sm.face-up: five lie face up while the deck has cards, and a recount finds them
  empty; hands 7 58 | -> lie 2 5
  | A replenishes 3 -> lie 0 4
  empty | recount 48 4 10 10 -> refused sm.face-up:five
  | recount 46 6 10 10 -> refused sm.face-up:five
  | recount 0 4 10 58 -> lie 0 4
sm.face-up: where fewer lie there than were told, all are told anew
  empty; open red-square red-square red-square red-square
  | recount 0 4 10 58 -> open red-square red-square red-square red-square untold 0
  | recount 0 3 10 59 -> open untold 3
sm.face-up: face-up cards are told where the table wants it
  empty | turns-up red-square -> refused sm.face-up:counted
  | A exchanges red-square -> refused sm.face-up:counted
  empty; watching | -> open untold 5
  | turns-up red-square, turns-up blue-circle -> open red-square blue-circle untold 3
  empty; open red-square red-square red-square red-square blue-circle
  | turns-up red-square -> refused sm.face-up:all_told
  empty; open red-square; discards red-square=5 | turns-up red-square -> refused sm.face-up:copies
sm.face-up: told cards are taken by name, and others turned up for them
  empty; open red-square red-square green-square blue-circle blue-circle
  | A exchanges blue-circle red-square -> open red-square green-square blue-circle untold 2
  | A exchanges 2 -> refused sm.face-up:which
sm.face-up: a card turned up in the same turn may be taken too, but not first, nor without a deck
  empty; open red-square red-square red-square red-square red-square
  | A exchanges red-square yellow-circle yellow-circle -> hands 10 10; untold 1
  | A exchanges yellow-circle -> refused sm.face-up:not_open
  | A exchanges yellow-circle yellow-circle -> refused sm.face-up:not_open
  empty; open red-square red-square red-square red-square red-square; hands 10 57
  | A exchanges red-square red-square yellow-circle -> refused sm.face-up:not_open
  empty; open red-square red-square red-square red-square red-square; hands 10 56
  | A exchanges red-square yellow-circle -> refused sm.face-up:not_open
  | A exchanges red-square red-square yellow-circle -> turn B
  empty; open red-square blue-circle blue-circle blue-circle blue-circle; hands 10 57
  | A exchanges red-square yellow-circle yellow-circle -> refused sm.face-up:not_open
  empty; open red-square red-square red-square red-square red-square; discards yellow-circle=5
  | A exchanges red-square yellow-circle yellow-circle -> refused sm.face-up:copies
  | A exchanges red-square yellow-circle -> turn B

sm.end: over when the deck is exhausted and both can make nothing
  late | -> lie 0 2
  | B stuck -> happens StuckCalled; stuck B; asked-of A
  | B stuck, B stuck -> refused sm.end:said
  | B stuck, A stuck -> finished stuck; wins A
  | A passes -> stuck A
  | A passes, B passes -> finished stuck
  empty | A stuck -> refused sm.end:deck
  empty; stuck A B | -> over no
  late; stuck A B | -> over stuck
sm.end: face-up cards belong to the deck where the table says so, and then the deck is named before them
  late; hands 10 10; lie 0 5; exhausted=face_down | -> used-up yes; offers B stuck
  | B stuck -> happens StuckCalled
  late; hands 10 10; lie 0 5; exhausted=face_down; stuck A B | -> over stuck
  late; hands 10 10; lie 0 5; exhausted=all | -> used-up no; offers-no B stuck; awaits take_turn
  | B stuck -> refused sm.end:open
  late; hands 10 10; lie 0 5; exhausted=all; stuck A B | -> over no
  late; hands 10 7; lie 0 2; exhausted=all | B stuck -> refused sm.end:open
  late; hands 10 7; lie 0 2; exhausted=all; stuck A B | -> over no; used-up no
  late; hands 7 10; lie 0 1; exhausted=all | B stuck -> refused sm.end:open
  late; hands 7 10; lie 0 1; exhausted=all; stuck A B | -> over no; used-up no
  late; hands 10 8; lie 0 2; exhausted=all | B stuck -> happens StuckCalled
  | -> used-up yes; offers B stuck
  | A passes, B passes -> finished stuck
  late; hands 3 3; lie 0 0; exhausted=all | -> used-up yes; offers B stuck
  | B stuck -> stuck B
  late; hands 10 10; lie 1 5; exhausted=all | A stuck -> refused sm.end:deck
  late; lie 0 5 | -> used-up yes
sm.end: what somebody said holds until the hand changes or something is free again
  late; stuck B | A 2,0 0 -> stuck B
  | A 2,3 1 -> stuck
  | recount 0 2 19 21 -> stuck
  | A 2,0 0, B 2,1 0 -> stuck
sm.end: over at once when nobody can make anything any more, and only once
  ..BBBBBB BBBBBBBB BBBBBBBB; discards red-square=4 | A 0,0 0 -> finished nothing_left; nothing left
  a.BBBBBB BBBBBBBB BBBBBBBB; discards green-square=9; unpaired_groups=by_hand | -> over nothing_left
  | recount 40 5 10 8 -> finished nothing_left
  a.BBBBBB BBBBBBBB BBBBBBBB; discards green-square=9; unpaired_groups=by_hand; finished
  | recount 40 5 10 8 -> happens Recounted
sm.end: a hand of two that can not grow is stuck by itself
  late; hands 3 48; lie 0 0 | B stuck, A 2,0 0 -> finished stuck
sm.end: after ten exchanges in a row the table is asked, and again after ten more
  empty | NINE, end -> refused sm.end:not_asked
  | NINE, B exchanges -> asked to end; awaits answer_end take_turn; offers end; offers go-on
  | NINE, B exchanges, go-on -> happens PlayedOn; not asked
  | NINE, B exchanges, end -> finished agreed; not asked
  | NINE, B exchanges, A exchanges -> not asked
  | NINE, B exchanges, TENMORE -> asked to end
  | NINE, B 0,0 0, A exchanges -> not asked

sm.unpaired: groups of unpaired combinations score between each two, or not at all
  late | A stuck, B stuck -> extras 0,3-1,3; unpaired 1 0; points 4 1; wins A
  late; unpaired_groups=none | A stuck, B stuck -> wins A; unpaired 0 0
sm.unpaired: a table may count them by hand; without any there is nothing to count
  late | groups 0 0 -> refused sm.unpaired:early
  late; unpaired_groups=by_hand | A stuck, B stuck -> awaits count_groups; finished stuck
  | A stuck, B stuck, A 2,0 0 -> refused sm.end:finished; falls
  | A stuck, B stuck, A exchanges 0 -> breaks sm.end:finished; falls
  | A stuck, B stuck, A replenishes 2 -> breaks sm.end:finished; falls
  | A stuck, B stuck, A stuck -> breaks sm.end:finished
  | A stuck, B stuck, turns-up red-square -> breaks sm.end:finished
  | A stuck, B stuck, groups 41 0 -> refused sm.unpaired:points
  | A stuck, B stuck, groups 1 -> refused match.no-such-seat
  | A stuck, B stuck, groups 0 2 -> happens GroupsCounted Ended; unpaired 0 2; wins A B
  AABB.... ........ ........; unpaired_groups=by_hand; hands 20 38 | A stuck, B stuck -> wins A B
sm.score: most points win, and equally many share
  AA...... ..BB.... ........; hands 20 38 | A stuck, B stuck -> wins A B
"""
EVERY = list(plays(PLAYS.replace("NINE", NINE).replace("TENMORE", TEN_MORE)))


@pytest.mark.rule(
    "sm.setup", "sm.turn", "sm.make", "sm.available", "sm.pair-same", "sm.adjacent", "sm.pair-mixed",
    "sm.exchange", "sm.replenish", "sm.face-up", "sm.end", "sm.unpaired", "sm.score",
)  # fmt: skip
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    SCRIPT.check(play)


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}


@pytest.mark.rule("sm.setup")
def test_ten_cards_each_five_face_up_and_the_rest_of_72_face_down() -> None:
    state = GAME.opening(Facts())
    assert (state.hands, state.face_up, state.deck) == ((10, 10), 5, 47)
    assert sum(state.board.deck.values()) == 72


@pytest.mark.rule("sm.setup")
def test_the_deck_is_reduced_as_the_rulebook_says() -> None:
    full = dict.fromkeys(Kind, 9)
    for kind in full:
        if kind.colour == "violet":
            full[kind] -= 9
        elif kind.colour in ("red", "orange", "yellow"):
            full[kind] -= 3
    deck = GAME.opening(Facts()).board.deck
    assert {kind: count for kind, count in full.items() if count} == deck


@pytest.mark.rule("sm.setup")
def test_two_play_and_one_of_them_begins() -> None:
    for players in (1, 3):
        with pytest.raises(SetupError, match=f"{players} can't play"):
            GAME.opening(Facts(players))
    with pytest.raises(SetupError, match="there is no seat 2"):
        GAME.opening(Facts(first=Seat(2)))
    with pytest.raises(SetupError, match="unpaired_groups"):
        GAME.opening(Facts(rulings={"unpaired_groups": "twice"}))
    assert GAME.opening(Facts(first=B)).turn == B


@pytest.mark.rule("sm.score")
def test_points_are_what_the_board_file_says() -> None:
    state = table("late")
    dear = replace(state.board, scores=Scores(circle=3, quadrilateral=2, lone=1))
    state = after(replace(state, board=dear), CallStuck(A), CallStuck(B))
    # Two pairs, one extra, one group, three singles; one pair, one single.
    assert score(state)["points"] == [6 + 2 + 2 + 3, 3 + 1]


def test_nobody_turns_while_groups_are_counted_and_a_circle_is_no_half_circle() -> None:
    counting = after(table("late; unpaired_groups=by_hand"), CallStuck(A), CallStuck(B))
    assert not any(seat.turns for seat in view(counting, None).seats)
    assert singles(position("AA......\n........\n........"), A) == 0


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_legal_is_exactly_what_judge_accepts_to_the_end(seed: int) -> None:
    case = CASES["speed_mode"]
    facts = case.facts[seed]
    rulings = {"unpaired_groups": "adjacent", "replenish_strict": "seven_or_fewer", **facts.rulings}
    table = Table(seed, facts.level, rulings["unpaired_groups"], rulings["replenish_strict"], 0.9)
    table.mover = facts.first
    state, walked = GAME.opening(facts), []
    while not table.over:
        for report in table.turn():
            walked.append(state)
            state = after(state, report)
    for late_one in walked[-12:]:
        assert GAME.awaited(late_one)
        listed = set(map(repr, GAME.legal(late_one)))
        for report in case.universe(late_one):
            accepted = isinstance(GAME.judge(late_one, report), Accepted)
            assert accepted == (repr(report) in listed), f"{report}\n{late_one}"
