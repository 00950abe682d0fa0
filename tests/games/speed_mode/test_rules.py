"""Two Player Speed Mode, rule by rule: turns, combinations, and pairs."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Level, Seat
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.boards import write_tokens
from companion.games.speed_mode.deck import makeable
from companion.games.speed_mode.events import (
    CombinationMade,
    CombinationUndone,
    ExtraPlaced,
    PairMade,
    Passed,
    TurnPassed,
)
from companion.games.speed_mode.evolve import fold
from companion.games.speed_mode.model import Facts
from companion.games.speed_mode.reports import Exchange, Pass, Recount, Replenish
from companion.games.speed_mode.score import score
from companion.games.speed_mode.view import view
from tests.games.speed_mode.board import GAME, A, B, after, cards, events, make, position, refused, wrong

RED = Kind.RED_SQUARE


# Setting up.


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


@pytest.mark.rule("sm.setup")
def test_nine_circular_tokens_and_then_the_backs_of_others() -> None:
    board = "AAAAAAAA\nAAAAAAAA\nAA.a...."
    shown = view(position(board), None).seats[A].circles
    assert (shown.used, shown.left, shown.backs) == (9, 0, 0)
    tenth = after(position(board), make(A, 2, 1, 0))
    shown = view(tenth, None).seats[A].circles
    assert (shown.used, shown.left, shown.backs) == (10, 0, 1)
    assert view(tenth, None).seats[B].circles.left == 9


@pytest.mark.rule("sm.setup")
def test_a_recount_finds_every_card() -> None:
    state = after(position(), make(A, 0, 0, 0))
    assert after(state, Recount(40, 5, (11, 13))).hands == (11, 13)
    ruling = refused(state, Recount(40, 5, (11, 12)))
    assert ruling.violations[0].details == {"why": "count", "missing": 1}
    assert wrong(state, Recount(70, 5, (-16, 10))) == [("sm.setup", "negative")]
    assert wrong(state, Recount(47, 5, (10,))) == [("match.no-such-seat", None)]


# Turns.


@pytest.mark.rule("sm.turn")
def test_one_thing_a_turn_and_then_the_other_player() -> None:
    for report in (make(A, 0, 0, 0), Exchange(A, 1)):
        assert events(position(), report)[-1] == TurnPassed(B)
    assert events(cards(position(), (7, 10)), Replenish(A, 2))[-1] == TurnPassed(B)
    assert after(position(), make(A, 0, 0, 0), Exchange(B)).turn == A


@pytest.mark.rule("sm.turn")
def test_out_of_turn_is_put_right_or_stands() -> None:
    ruling = refused(position(), make(B, 0, 0, 0))
    assert [(fault.rule, fault.seat) for fault in ruling.violations] == [("sm.turn", B)]
    assert [step.act for step in ruling.violations[0].remedy] == ["take_off", "cards_back"]
    assert ruling.lies
    assert ruling.stands is not None
    state = fold(position(), ruling.stands)
    assert (state.turn, state.hands) == (A, (10, 7))
    assert wrong(position(), Exchange(B, 3)) == [("sm.turn", "turn")]
    assert wrong(cards(position(), (10, 7)), Replenish(B)) == [("sm.turn", "turn")]


def test_there_are_two_seats() -> None:
    assert wrong(position(), Exchange(Seat(2))) == [("match.no-such-seat", None)]


@pytest.mark.rule("sm.turn")
def test_a_player_passes_only_if_nothing_else_can_be_done() -> None:
    assert wrong(position(), Pass(A)) == [("sm.turn", "exchange")]
    assert wrong(cards(position(), (7, 10)), Pass(A)) == [("sm.turn", "exchange"), ("sm.turn", "replenish")]
    assert wrong(position(), Pass(B))[0] == ("sm.turn", "turn")
    state = cards(position(), (10, 60))
    assert (state.deck, state.face_up) == (0, 2)
    assert events(state, Pass(A)) == (Passed(A), TurnPassed(B))
    # With two left to draw and seven in hand it can be replenished.
    assert wrong(cards(position(), (7, 63)), Pass(A)) == [("sm.turn", "replenish")]


# Combinations.


@pytest.mark.rule("sm.make")
def test_three_cards_of_the_hand_are_discarded_and_their_combination_is_covered() -> None:
    made, _ = events(position(), make(A, 1, 2, 1))
    blue, orange = Kind.BLUE_SQUARE, Kind.ORANGE_SQUARE
    assert made == CombinationMade(A, Place(1, 2), 1, (orange, blue, blue))
    state = fold(position(), (made,))
    assert write_tokens(state.board, state.pairs).splitlines()[1] == ".....a.."
    assert state.hands == (7, 10)
    assert state.discards == {orange: 1, blue: 2}
    assert (state.left(orange), state.left(blue)) == (5, 7)


@pytest.mark.rule("sm.make")
def test_a_hand_of_two_makes_nothing() -> None:
    ruling = refused(cards(position(), (2, 10)), make(A, 0, 0, 0))
    assert ruling.violations[0].details == {"why": "hand", "hand": 2}
    assert not ruling.lies
    assert ruling.violations[0].remedy[0].act == "look_again"


@pytest.mark.rule("sm.make")
def test_cards_that_are_discarded_can_not_be_held() -> None:
    state = replace(position(), discards={RED: 5})
    assert wrong(state, make(A, 0, 0, 0)) == [("sm.make", "copies")]
    assert events(state, make(A, 0, 0, 1))
    assert (Place(0, 0), 0) not in makeable(state)
    assert (Place(0, 0), 1) in makeable(state)


@pytest.mark.rule("sm.make")
def test_nor_can_cards_that_lie_face_up() -> None:
    state = replace(position(level=Level.WATCHING), discards={RED: 4}, open=(RED,))
    assert wrong(state, make(A, 0, 0, 0)) == [("sm.make", "copies")]
    # Whoever takes that one can.
    assert (Place(0, 0), 0) in makeable(state)


@pytest.mark.rule("sm.available")
def test_a_covered_combination_is_not_free() -> None:
    for text, by in (("a.......", A), ("b.......", B)):
        ruling = refused(position(f"{text}\n........\n........"), make(A, 0, 0, 0))
        fault = ruling.violations[0]
        assert (fault.rule, fault.details["why"], fault.details["by"]) == ("sm.available", "covered", by)
        assert ruling.lies
        assert ruling.stands is None
        assert [step.act for step in fault.remedy] == ["take_off", "cards_back"]


@pytest.mark.rule("sm.available")
def test_nor_is_one_under_a_circle() -> None:
    for half in (0, 1):
        state = position("........\nBB......\n........")
        assert wrong(state, make(A, 1, 0, half)) == [("sm.available", "circle")]


@pytest.mark.rule("sm.available")
def test_every_fault_is_named() -> None:
    state = cards(position("a.......\n........\n........"), (10, 2))
    assert wrong(state, make(B, 0, 0, 0)) == [
        ("sm.turn", "turn"),
        ("sm.available", "covered"),
        ("sm.make", "hand"),
    ]


@pytest.mark.rule("sm.available")
def test_there_must_be_such_a_combination() -> None:
    for report in (make(A, 3, 0, 0), make(A, 0, 4, 0), make(A, 0, 0, 2), make(A, 0, 0, -1)):
        assert wrong(position(), report) == [("sm.available", "no_such")]


# Pairs.


@pytest.mark.rule("sm.pair-same")
def test_both_halves_of_one_player_lie_under_a_circle() -> None:
    for text, half in (("a.......", 1), (".a......", 0)):
        state = position(f"{text}\n........\n........")
        found = events(state, make(A, 0, 0, half))
        assert found[1:] == (PairMade(A, Place(0, 0)), TurnPassed(B))
        state = fold(state, found)
        assert write_tokens(state.board, state.pairs).startswith("AA......")
        assert score(state)["points"] == [1, 0]
        assert view(state, None).seats[A].semicircles.used == 0


@pytest.mark.rule("sm.adjacent")
def test_a_new_pair_next_to_own_ones_scores_between_each_two() -> None:
    state = position("..AA....\nAAa.AA..\n..AA....")
    found = events(state, make(A, 1, 1, 1))
    middle = Place(1, 1)
    assert [event.between for event in found if isinstance(event, ExtraPlaced)] == [
        (Place(0, 1), middle),
        (Place(1, 0), middle),
        (middle, Place(1, 2)),
        (middle, Place(2, 1)),
    ]
    state = fold(state, found)
    assert (score(state)["extra"], score(state)["points"]) == ([4, 0], [9, 0])


@pytest.mark.rule("sm.adjacent")
def test_not_next_to_others_pairs_nor_askew_nor_next_to_half_ones() -> None:
    state = position("AABBAA..\nBBa.a...\nAA.a....")
    found = events(state, make(A, 1, 1, 1))
    assert not any(isinstance(event, ExtraPlaced) for event in found)


@pytest.mark.rule("sm.adjacent")
def test_the_last_of_a_row_is_not_next_to_the_first() -> None:
    found = events(position("AA....a.\n........\n........"), make(A, 0, 3, 1))
    assert not any(isinstance(event, ExtraPlaced) for event in found)


@pytest.mark.rule("sm.pair-mixed")
def test_of_a_mixed_pair_the_earlier_half_is_undone() -> None:
    state = position("b.......\n........\n........")
    found = events(state, make(A, 0, 0, 1))
    assert found[1:] == (CombinationUndone(B, Place(0, 0), 0), TurnPassed(B))
    state = fold(state, found)
    assert write_tokens(state.board, state.pairs).startswith(".a......")
    # It may be made again, and then the other one is undone.
    state = after(state, make(B, 0, 0, 0))
    assert write_tokens(state.board, state.pairs).startswith("b.......")
    # What was discarded stays discarded.
    assert sum(state.discards.values()) == 9
