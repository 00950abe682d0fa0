"""Two Player Speed Mode, rule by rule: what is exchanged, drawn, and lies face up."""

import pytest
from msgspec.structs import replace

from companion.game import Level
from companion.games.speed_mode.board import Kind
from companion.games.speed_mode.events import CardsExchanged, HandReplenished, TurnPassed
from companion.games.speed_mode.evolve import fold
from companion.games.speed_mode.reports import Exchange, Pass, Recount, Replenish, TurnUp
from tests.games.speed_mode.board import A, B, after, cards, events, position, refused, wrong

RED, GREEN, BLUE = Kind.RED_SQUARE, Kind.GREEN_SQUARE, Kind.BLUE_CIRCLE


@pytest.mark.rule("sm.exchange")
def test_three_cards_go_and_three_come() -> None:
    for face_up in range(4):
        found = events(position(), Exchange(A, face_up))
        assert found == (CardsExchanged(A, face_up), TurnPassed(B))
        state = fold(position(), found)
        assert (state.hands, state.deck, state.face_up) == ((10, 10), 47, 5)
    assert wrong(position(), Exchange(A, 4)) == [("sm.exchange", "count")]


@pytest.mark.rule("sm.exchange")
def test_there_must_be_three_cards_to_give_and_three_to_draw() -> None:
    assert wrong(cards(position(), (2, 10)), Exchange(A)) == [("sm.exchange", "hand")]
    ruling = refused(cards(position(), (10, 60)), Exchange(A, 2))
    assert [fault.details["why"] for fault in ruling.violations] == ["few"]
    assert [step.act for step in ruling.violations[0].remedy] == ["return_drawn", "take_from_bottom"]
    assert ruling.stands is not None
    state = cards(position(), (10, 57))
    assert (state.deck, state.face_up) == (0, 5)
    assert after(state, Exchange(A, 3)).hands == (10, 57)
    # Nobody draws what went under the deck just now.
    assert wrong(state, Exchange(A, 2)) == [("sm.exchange", "deck")]


@pytest.mark.rule("sm.exchange")
def test_three_to_draw_are_enough() -> None:
    state = cards(position(), (10, 59))
    assert (state.deck, state.face_up) == (0, 3)
    assert after(state, Exchange(A, 3)).face_up == 3
    assert wrong(state, Pass(A)) == [("sm.turn", "exchange")]
    # Three that lie face up can't be taken where there are two.
    fewer = refused(cards(position(), (10, 60)), Exchange(A, 3))
    assert ("sm.face-up", "fewer") in [(fault.rule, fault.details["why"]) for fault in fewer.violations]
    assert not fewer.lies


@pytest.mark.rule("sm.replenish")
def test_three_cards_come_to_no_more_than_ten() -> None:
    state = after(cards(position(), (7, 10)), Replenish(A, 1))
    assert (state.hands, state.deck, state.face_up) == ((10, 10), 47, 5)
    state = after(cards(position(), (4, 10)), Replenish(A))
    assert state.hands == (7, 10)
    ruling = refused(cards(position(), (8, 10)), Replenish(A, 3))
    assert ruling.violations[0].details == {"why": "hand", "hand": 8}
    assert ruling.violations[0].remedy[0].details == {"cards": 3, "face_up": 3}
    assert ruling.stands is not None
    assert wrong(cards(position(), (7, 10)), Replenish(A, 4)) == [("sm.replenish", "count")]


@pytest.mark.rule("sm.replenish")
def test_fewer_come_only_where_there_are_no_more() -> None:
    state = cards(position(), (7, 63))
    assert (state.deck, state.face_up) == (0, 2)
    assert events(state, Replenish(A, 2))[0] == HandReplenished(A, 2, 2)
    assert wrong(state, Replenish(A, 1)) == [("sm.replenish", "deck")]
    assert wrong(state, Replenish(A, 3)) == [("sm.replenish", "count")]
    assert ("sm.replenish", "nothing") in wrong(cards(position(), (7, 65)), Replenish(A))


@pytest.mark.rule("sm.replenish")
def test_a_table_may_draw_up_to_ten() -> None:
    state = cards(position(replenish_strict="up_to_ten"), (8, 10))
    assert events(state, Replenish(A, 2))[0] == HandReplenished(A, 2, 2)
    assert after(state, Replenish(A, 1)).hands == (10, 10)
    assert wrong(cards(state, (10, 10)), Replenish(A)) == [("sm.replenish", "hand")]


@pytest.mark.rule("sm.face-up")
def test_five_lie_face_up_while_the_deck_has_cards() -> None:
    state = cards(position(), (7, 58))
    assert (state.deck, state.face_up) == (2, 5)
    state = after(state, Replenish(A, 3))
    assert (state.deck, state.face_up) == (0, 4)


@pytest.mark.rule("sm.face-up")
def test_a_recount_finds_five_face_up() -> None:
    assert wrong(position(), Recount(48, 4, (10, 10))) == [("sm.face-up", "five")]
    assert wrong(position(), Recount(46, 6, (10, 10))) == [("sm.face-up", "five")]
    assert after(position(), Recount(0, 4, (10, 58))).face_up == 4


@pytest.mark.rule("sm.face-up")
def test_where_fewer_lie_there_than_were_told_all_are_told_anew() -> None:
    state = replace(position(level=Level.WATCHING), open=(RED, RED, RED, RED))
    assert after(state, Recount(0, 4, (10, 58))).open == (RED,) * 4
    again = after(state, Recount(0, 3, (10, 59)))
    assert (again.open, again.untold) == ((), 3)


@pytest.mark.rule("sm.face-up")
def test_face_up_cards_are_told_where_the_table_wants_it() -> None:
    assert wrong(position(), TurnUp(RED)) == [("sm.face-up", "counted")]
    state = position(level=Level.WATCHING)
    assert state.untold == 5
    state = after(state, *[TurnUp(RED)] * 4, TurnUp(BLUE))
    assert state.open == (RED, RED, RED, RED, BLUE)
    assert wrong(state, TurnUp(RED)) == [("sm.face-up", "all_told")]
    six = replace(position(level=Level.WATCHING), discards={RED: 5}, open=(RED,))
    assert wrong(six, TurnUp(RED)) == [("sm.face-up", "copies")]


@pytest.mark.rule("sm.face-up")
def test_told_cards_are_taken_by_name_and_others_turned_up_for_them() -> None:
    state = replace(position(level=Level.WATCHING), open=(RED, RED, GREEN, BLUE, BLUE))
    state = after(state, Exchange(A, (BLUE, RED)))
    assert (state.open, state.untold) == ((RED, GREEN, BLUE), 2)
    assert wrong(state, Exchange(B, 2)) == [("sm.face-up", "which")]
    assert wrong(position(), Exchange(A, (RED,))) == [("sm.face-up", "counted")]


@pytest.mark.rule("sm.face-up")
def test_a_card_turned_up_in_the_same_turn_may_be_taken_too() -> None:
    state = replace(position(level=Level.WATCHING), open=(RED, RED, RED, RED, RED))
    yellow = Kind.YELLOW_CIRCLE
    assert after(state, Exchange(A, (RED, yellow, yellow))).open == (RED,) * 4
    # The first one taken lay there before.
    assert wrong(state, Exchange(A, (yellow,))) == [("sm.face-up", "not_open")]
    assert wrong(state, Exchange(A, (yellow, yellow))) == [("sm.face-up", "not_open")]
    # Without a deck none is turned up.
    bare = cards(state, (10, 57))
    assert wrong(bare, Exchange(A, (RED, RED, yellow))) == [("sm.face-up", "not_open")]
    gone = replace(state, discards={yellow: 5})
    assert wrong(gone, Exchange(A, (RED, yellow, yellow))) == [("sm.face-up", "copies")]
