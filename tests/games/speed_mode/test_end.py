"""Two Player Speed Mode, rule by rule: the end, unpaired combinations, and points."""

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Outcome
from companion.games.speed_mode.board import Kind, Place, Scores
from companion.games.speed_mode.deck import makeable
from companion.games.speed_mode.events import (
    EndAsked,
    Ended,
    ExtraPlaced,
    Finished,
    GroupsCounted,
    PlayedOn,
    Recounted,
    StuckCalled,
    Why,
)
from companion.games.speed_mode.evolve import over
from companion.games.speed_mode.model import OnPair, State
from companion.games.speed_mode.reports import (
    AnswerEnd,
    CallStuck,
    CountGroups,
    Exchange,
    Pass,
    Recount,
    Replenish,
    TurnUp,
)
from companion.games.speed_mode.score import score
from companion.games.speed_mode.view import view
from tests.contract.cases import CASES
from tests.games.speed_mode.board import GAME, A, B, after, cards, events, make, position, refused, wrong
from tests.games.speed_mode.players import Table

RED, GREEN = Kind.RED_SQUARE, Kind.GREEN_SQUARE

LATE = "AAAA..a.\na.BB..a.\n......b."
"""Two pairs and one; A has two unpaired combinations next to each other in the last column, and a third."""


def late(unpaired_groups: str = "adjacent") -> State:
    """Return a position with the deck exhausted: two face-up cards are left."""
    state = position(LATE, unpaired_groups=unpaired_groups)
    state = cards(state, (20, 70 - 20 - sum(state.discards.values())))
    assert (state.deck, state.face_up) == (0, 2)
    return state


# The end.


@pytest.mark.rule("sm.end")
def test_over_when_the_deck_is_exhausted_and_both_can_make_nothing() -> None:
    state = late()
    assert events(state, CallStuck(B)) == (StuckCalled(B),)
    assert [prompt.seats for prompt in GAME.awaited(state)] == [(A,), (A, B)]
    state = after(state, CallStuck(B))
    assert [prompt.seats for prompt in GAME.awaited(state)] == [(A,), (A,)]
    assert wrong(state, CallStuck(B)) == [("sm.end", "said")]
    found = events(state, CallStuck(A))
    assert Finished(Why.STUCK) in found
    assert isinstance(found[-1], Ended)


@pytest.mark.rule("sm.end")
def test_not_while_the_deck_has_cards() -> None:
    assert wrong(position(), CallStuck(A)) == [("sm.end", "deck")]


def used_up(hands: tuple[int, int], deck: int = 0, face_up: int = 2, exhausted: str = "all") -> State:
    """Return a position near the end, at a table that has chosen when its deck is used up."""
    return replace(position(LATE, exhausted=exhausted), hands=hands, deck=deck, face_up=face_up)


@pytest.mark.rule("sm.end")
@pytest.mark.parametrize(
    ("hands", "face_up", "chosen", "expected"),
    [
        ((10, 10), 5, "face_down", None),
        # Three of the five can still be exchanged.
        ((10, 10), 5, "all", "open"),
        # One of the two can still fill up.
        ((10, 7), 2, "all", "open"),
        ((7, 10), 1, "all", "open"),
        # Two cards lie there that nobody may draw.
        ((10, 8), 2, "all", None),
        ((3, 3), 0, "all", None),
    ],
)
def test_face_up_cards_belong_to_the_deck_where_the_table_says_so(
    hands: tuple[int, int], face_up: int, chosen: str, expected: str | None
) -> None:
    state = used_up(hands, face_up=face_up, exhausted=chosen)
    both = replace(state, stuck=(True, True))
    assert view(state, None).exhausted == (expected is None)
    assert (CallStuck(B) in GAME.legal(state)) == (expected is None)
    if expected is None:
        assert events(state, CallStuck(B)) == (StuckCalled(B),)
        assert over(both) is Why.STUCK
    else:
        assert wrong(state, CallStuck(B)) == [("sm.end", expected)]
        assert over(both) is None
        assert [prompt.act for prompt in GAME.awaited(state)] == ["take_turn"]


@pytest.mark.rule("sm.end")
def test_the_deck_is_named_before_the_face_up_cards() -> None:
    assert wrong(used_up((10, 10), deck=1, face_up=5), CallStuck(A)) == [("sm.end", "deck")]


@pytest.mark.rule("sm.end")
def test_face_up_cards_that_nobody_may_draw_do_not_keep_a_game_from_its_end() -> None:
    """Two are left and both hands are nearly full: both pass, and that is the end."""
    state = after(used_up((10, 8)), Pass(A))
    assert Finished(Why.STUCK) in events(state, Pass(B))


@pytest.mark.rule("sm.end")
def test_a_match_from_before_the_choice_ends_when_no_card_lies_face_down() -> None:
    state = position(LATE)
    assert state.rulings.exhausted == "face_down"
    assert view(replace(state, deck=0), None).exhausted


@pytest.mark.rule("sm.end")
def test_both_passing_is_the_end_too() -> None:
    state = after(late(), Pass(A))
    assert state.stuck == (True, False)
    assert Finished(Why.STUCK) in events(state, Pass(B))


@pytest.mark.rule("sm.end")
def test_what_somebody_said_holds_until_the_hand_changes_or_something_is_free_again() -> None:
    said = after(late(), CallStuck(B))
    # Another combination of the opponent's leaves less to make.
    assert after(said, make(A, 2, 0, 0)).stuck == (False, True)
    # One that undoes another leaves more.
    assert after(said, make(A, 2, 3, 1)).stuck == (False, False)
    assert after(said, make(A, 2, 0, 0), make(B, 2, 1, 0)).stuck == (False, False)


@pytest.mark.rule("sm.end")
def test_over_at_once_when_nobody_can_make_anything_any_more() -> None:
    state = position()
    # All that is free takes a red square, and after this one there are none.
    pairs = tuple(OnPair() if pair.place == Place(0, 0) else OnPair(circle=B) for pair in state.board.pairs)
    state = replace(state, pairs=pairs, discards={RED: 4})
    found = events(state, make(A, 0, 0, 0))
    assert Finished(Why.NOTHING_LEFT) in found
    assert not list(makeable(after(state, make(A, 0, 0, 0))))


@pytest.mark.rule("sm.end")
def test_play_is_over_once_whatever_is_counted_then() -> None:
    state = position("a.BBBBBB\nBBBBBBBB\nBBBBBBBB", unpaired_groups="by_hand")
    state = replace(state, discards={GREEN: 9})
    assert over(state) is Why.NOTHING_LEFT
    counted = Recount(40, 5, (10, 8))
    assert Finished(Why.NOTHING_LEFT) in events(state, counted)
    assert events(replace(state, finished=True), counted) == (Recounted(40, 5, (10, 8)),)


@pytest.mark.rule("sm.end")
def test_what_both_say_ends_nothing_while_there_is_a_deck() -> None:
    assert over(replace(position(), stuck=(True, True))) is None
    assert over(replace(late(), stuck=(True, True))) is Why.STUCK


@pytest.mark.rule("sm.end")
def test_a_hand_of_two_that_can_not_grow_is_stuck_by_itself() -> None:
    state = cards(position(LATE), (3, 72 - 3 - sum(position(LATE).discards.values())))
    assert state.drawable == 0
    found = events(after(state, CallStuck(B)), make(A, 2, 0, 0))
    assert Finished(Why.STUCK) in found


@pytest.mark.rule("sm.end")
def test_after_ten_exchanges_in_a_row_the_table_is_asked() -> None:
    nine = after(position(), *[Exchange(A), Exchange(B)] * 4, Exchange(A))
    assert wrong(nine, AnswerEnd(end=True)) == [("sm.end", "not_asked")]
    assert events(nine, Exchange(B))[-1] == EndAsked(10)
    ten = after(nine, Exchange(B))
    assert [prompt.act for prompt in GAME.awaited(ten)] == ["answer_end", "take_turn"]
    assert list(GAME.legal(ten))[:2] == [AnswerEnd(end=True), AnswerEnd(end=False)]
    assert events(ten, AnswerEnd(end=False)) == (PlayedOn(),)
    assert events(ten, AnswerEnd(end=True))[0] == Finished(Why.AGREED)
    # Who plays on has answered; after ten more it is asked again.
    eleven = after(ten, Exchange(A))
    assert not eleven.asked
    assert after(eleven, *[Exchange(B), Exchange(A)] * 4, Exchange(B)).asked
    # Anything else begins the count anew.
    assert not after(nine, make(B, 0, 0, 0), Exchange(A)).asked


# Unpaired combinations, and points.


@pytest.mark.rule("sm.unpaired")
def test_groups_of_unpaired_combinations_score_between_each_two() -> None:
    found = events(after(late(), CallStuck(A)), CallStuck(B))
    extras = [event for event in found if isinstance(event, ExtraPlaced)]
    assert extras == [ExtraPlaced(A, (Place(0, 3), Place(1, 3)), group=True)]
    state = after(late(), CallStuck(A), CallStuck(B))
    assert score(state)["unpaired"] == [1, 0]
    assert score(state)["points"] == [4, 1]


@pytest.mark.rule("sm.unpaired")
def test_a_table_may_count_them_by_hand() -> None:
    state = after(late(unpaired_groups="by_hand"), CallStuck(A), CallStuck(B))
    assert state.ended is None
    assert [prompt.act for prompt in GAME.awaited(state)] == ["count_groups"]
    assert wrong(state, make(A, 2, 0, 0)) == [("sm.end", "finished")]
    for late_one in (make(A, 2, 0, 0), Exchange(A, 0), Replenish(A, 2)):
        assert refused(state, late_one).stands is None
    assert not any(seat.turns for seat in view(state, None).seats)
    assert ("sm.end", "finished") in wrong(state, CallStuck(A))
    assert ("sm.end", "finished") in wrong(state, TurnUp(RED))
    assert wrong(state, CountGroups((41, 0))) == [("sm.unpaired", "points")]
    assert wrong(state, CountGroups((1,))) == [("match.no-such-seat", None)]
    counted, ended = events(state, CountGroups((0, 2)))
    assert counted == GroupsCounted((0, 2))
    assert ended == Ended(Outcome((A, B), "sm.score"))
    assert wrong(late(), CountGroups((0, 0))) == [("sm.unpaired", "early")]


@pytest.mark.rule("sm.unpaired")
def test_or_not_at_all() -> None:
    state = after(late(unpaired_groups="none"), CallStuck(A), CallStuck(B))
    assert state.ended == Outcome((A,), "sm.score")
    assert score(state)["unpaired"] == [0, 0]


@pytest.mark.rule("sm.unpaired")
def test_without_unpaired_combinations_there_is_nothing_to_count_by_hand() -> None:
    state = position("AABB....\n........\n........", unpaired_groups="by_hand")
    state = cards(state, (20, 70 - 20 - sum(state.discards.values())))
    state = after(state, CallStuck(A), CallStuck(B))
    assert state.ended == Outcome((A, B), "sm.score")


@pytest.mark.rule("sm.score")
def test_most_points_win_and_equally_many_share() -> None:
    assert after(late(), CallStuck(A), CallStuck(B)).ended == Outcome((A,), "sm.score")
    text = "AA......\n..BB....\n........"
    state = cards(position(text), (20, 70 - 20 - 12))
    assert after(state, CallStuck(A), CallStuck(B)).ended == Outcome((A, B), "sm.score")


@pytest.mark.rule("sm.score")
def test_points_are_what_the_board_file_says() -> None:
    state = late()
    dear = replace(state.board, scores=Scores(circle=3, quadrilateral=2, lone=1))
    state = after(replace(state, board=dear), CallStuck(A), CallStuck(B))
    # Two pairs, one extra, one group, three by themselves; one pair, one by itself.
    assert score(state)["points"] == [6 + 2 + 2 + 3, 3 + 1]


# Late positions: what can be done there.


@pytest.mark.parametrize("seed", range(3))
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
