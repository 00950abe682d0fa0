"""The deal, the turn, arrow cards, and running out of cards."""

import pytest

from companion.errors import SetupError
from companion.game import Accepted, Level, Outcome, Seat
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.events import WrongGrabRuled
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import (
    CallDuel,
    CallEnd,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    Recount,
    SetLevel,
    TakeTotem,
    TurnAll,
    TurnCard,
)
from tests.games.ungle_speed.board import (
    GAME,
    after,
    broken,
    by,
    card,
    events,
    grabbed,
    position,
    refusal,
    sizes,
    two_hands,
    winners,
)

S = Seat


@pytest.mark.rule("us.players")
@pytest.mark.parametrize(("players", "seats"), [(2, 4), (3, 3), (4, 4), (15, 15), (20, 20)])
def test_two_to_fifteen_and_more_may_play(players: int, seats: int) -> None:
    assert len(GAME.opening(Facts(players)).stacks) == seats


@pytest.mark.rule("us.players")
@pytest.mark.parametrize("players", [-1, 0, 1, 81])
def test_too_few_or_too_many_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match="players"):
        GAME.opening(Facts(players))


@pytest.mark.rule("us.deal")
@pytest.mark.parametrize(
    ("players", "rulings", "dealt"),
    [
        (4, {}, "20+0 20+0 20+0 20+0 pot 0"),
        (6, {}, "14+0 14+0 13+0 13+0 13+0 13+0 pot 0"),
        (6, {"leftovers": "pot"}, "13+0 13+0 13+0 13+0 13+0 13+0 pot 2"),
        (3, {}, "26+0 26+0 26+0 pot 0"),
        (2, {}, "19+0 19+0 19+0 19+0 pot 2"),
        (2, {"two_left_over": "aside"}, "19+0 19+0 19+0 19+0 pot 0"),
    ],
)
def test_cards_are_dealt_as_evenly_as_they_go(players: int, rulings: dict[str, str], dealt: str) -> None:
    assert sizes(GAME.opening(Facts(players, rulings=rulings))) == dealt


@pytest.mark.rule("us.deal")
def test_an_unknown_ruling_is_named() -> None:
    with pytest.raises(SetupError, match="leftovers"):
        GAME.opening(Facts(4, rulings={"leftovers": "burn"}))


@pytest.mark.rule("us.turn")
def test_clockwise_the_top_card_goes_onto_the_own_pile() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("A1g")), TurnCard(S(1), card("B1g")))
    assert sizes(state) == "4+1 4+1 5+0 5+0 pot 0"
    assert state.turn == 2


@pytest.mark.rule("us.turn")
def test_a_card_turned_out_of_turn_lies_and_may_be_let_stand() -> None:
    state = position("5", "5", "5", "5")
    ruling = refusal(state, TurnCard(S(2), card("A1g")))
    assert [fault.rule for fault in ruling.violations] == ["us.turn"]
    assert ruling.violations[0].remedy[0].act == "turn_back"
    assert ruling.lies
    assert ruling.stands is not None
    for event in ruling.stands:
        state = GAME.evolve(state, event)
    assert (sizes(state), state.turn) == ("5+0 5+0 4+1 5+0 pot 0", 3)


@pytest.mark.rule("us.outward")
def test_outward_arrows_make_all_turn_at_once_and_the_owner_goes_on() -> None:
    state = after(position("5", "5", "5", "5", turn=S(1)), TurnCard(S(1), card("out")))
    assert state.flip is not None
    assert state.flip.waiting == (0, 1, 2, 3)
    for seat, shown in enumerate(("A1g", "A2g", "B1g", "B2g")):
        state = after(state, TurnCard(S(seat), card(shown)))
    assert (sizes(state), state.turn, state.flip) == ("4+1 3+2 4+1 4+1 pot 0", 1, None)


@pytest.mark.rule("us.outward")
def test_outward_arrows_with_equal_symbols_are_a_duel_at_once() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")))
    for seat, shown in enumerate(("A1g", "A2g", "B1g", "A1p")):
        state = after(state, TurnCard(S(seat), card(shown)))
    state = after(state, TakeTotem(by(3)))
    assert (sizes(state), state.turn) == ("6+0 4+1 4+1 4+0 pot 0", 0)


@pytest.mark.rule("us.outward")
def test_nobody_turns_twice_for_outward_arrows() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")), TurnCard(S(2), card("A1g")))
    assert broken(state, TurnCard(S(2), card("B1g"))) == ["us.outward"]
    assert broken(position("5", "5", "5", "5"), TurnAll()) == ["us.outward"]


@pytest.mark.rule("us.outward-again")
def test_outward_out_of_outward_makes_all_turn_again() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")))
    for seat, shown in enumerate(("A1g", "A2g", "out", "B2g")):
        state = after(state, TurnCard(S(seat), card(shown)))
    assert state.flip is not None
    assert (state.flip.owner, state.flip.waiting, state.turn) == (2, (0, 1, 2, 3), 2)


@pytest.mark.rule("us.outward-again")
def test_outward_out_of_outward_does_nothing_beside_a_duel() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")))
    for seat, shown in enumerate(("A1g", "A1p", "out", "B2g")):
        state = after(state, TurnCard(S(seat), card(shown)))
    assert (state.flip, state.turn) == (None, 0)


@pytest.mark.rule("us.coloured")
def test_after_coloured_arrows_colours_match_at_once() -> None:
    state = after(position("5 A1g", "5 B1g", "5", "5", turn=S(2)), TurnCard(S(2), card("col")))
    assert state.by_colour
    state = after(state, TakeTotem(by(0)))
    assert (sizes(state), state.turn) == ("5+0 7+0 4+1 5+0 pot 0", 1)
    assert not state.by_colour, "a duel ends the matching of colours"


@pytest.mark.rule("us.coloured")
@pytest.mark.parametrize("ends", [TurnCard(S(3), card("in")), CallFell()])
def test_another_arrow_card_or_a_fall_ends_colours(ends: TurnCard | CallFell) -> None:
    state = position("5 A1g", "5 B1p", "5 col", "5", turn=S(3), by_colour=True)
    assert not after(state, ends).by_colour


@pytest.mark.rule("us.coloured")
def test_counting_inward_arrows_end_colours_when_they_show() -> None:
    state = position("5 ?", "5 ?", "5 col", "5", turn=S(3), by_colour=True, level=Level.COUNTING)
    assert not after(state, TurnCard(S(3)), TakeTotem(by(0)), CallInward()).by_colour


@pytest.mark.rule("us.coloured")
def test_colours_count_at_once_where_outward_arrows_show_them() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")))
    for seat, shown in enumerate(("A1g", "B1g", "col", "B2p")):
        state = after(state, TurnCard(S(seat), card(shown)))
    assert state.by_colour
    assert sizes(after(state, TakeTotem(by(1)))) == "6+0 4+0 4+1 4+1 pot 0"


@pytest.mark.rule("us.last-card")
def test_who_has_no_stack_is_passed_over_and_keeps_the_pile() -> None:
    state = after(position("5", "0 A1g", "5", "5"), TurnCard(S(0), card("B1g")))
    assert (sizes(state), state.turn) == ("4+1 0+1 5+0 5+0 pot 0", 2)
    assert state.ended is None
    assert "us.last-card" in broken(state, TurnCard(S(1)))


@pytest.mark.rule("us.last-card", "us.called-end")
def test_all_stacks_empty_the_fewest_cards_win() -> None:
    state = position("0 A1g", "0 B1g C1g", "0 C2p D1p", "0 E1o D2o")
    assert winners(after(state, CallEnd())) == Outcome((S(0),), "us.called-end")
    state = position("0 A1g", "0 B1g", "0 C2p D1p", "0 E1o D2o")
    assert winners(after(state, CallEnd())).winners == (), "equal is a draw"


@pytest.mark.rule("us.last-card")
def test_a_game_is_not_called_while_somebody_can_turn() -> None:
    assert broken(position("1 A1g", "0 B1g", "0 C1g", "0 D1g"), CallEnd()) == ["us.called-end"]


@pytest.mark.rule("us.out")
def test_the_last_card_wins_only_when_the_face_up_pile_is_gone() -> None:
    state = after(position("1 A1g", "5", "5 D1p", "5 B1p"), TurnCard(S(0), card("B1g")))
    assert state.ended is None
    assert winners(after(state, TakeTotem(by(0)))) == Outcome((S(0),), "us.out")


@pytest.mark.rule("us.out")
def test_out_because_somebody_else_took_the_cards() -> None:
    state = position("0 A1g", "5 C1g", "5 D1p", "5 B1p", turn=S(1), level=Level.COUNTING)
    state = after(state, TakeTotem(by(2)), CallWrongGrab())
    assert winners(state) == Outcome((S(0),), "us.out")


@pytest.mark.rule("us.last-outward")
def test_outward_arrows_as_the_last_card_win_at_once() -> None:
    state = after(position("1 A1g", "5", "5", "5"), TurnCard(S(0), card("out")))
    assert winners(state) == Outcome((S(0),), "us.last-outward")


@pytest.mark.rule("us.last-coloured")
def test_coloured_arrows_as_the_last_card_cost_all_face_up_cards() -> None:
    state = after(position("1 A1g", "5 B1g", "5 C1g", "5", pot="E1o"), TurnCard(S(0), card("col")))
    assert (sizes(state), state.turn, state.by_colour) == ("5+0 5+0 5+0 5+0 pot 0", 1, False)


@pytest.mark.rule("us.last-inward")
def test_inward_arrows_as_the_last_card_lost_to_another_cost_all_face_up_cards() -> None:
    state = after(position("1 A1g", "5 B1g", "5 C1g", "5", pot="E1o"), TurnCard(S(0), card("in")))
    state = after(state, TakeTotem(by(2)))
    assert (sizes(state), state.turn) == ("5+0 5+0 5+0 5+0 pot 0", 2)


@pytest.mark.rule("us.last-inward")
def test_inward_arrows_as_the_last_card_win_for_an_owner_who_is_first() -> None:
    state = after(position("1 A1g", "5 B1g", "5 C1g", "5"), TurnCard(S(0), card("in")))
    assert winners(after(state, TakeTotem(by(0)))).winners == (S(0),)


@pytest.mark.rule("us.last-inward")
def test_counting_knows_whose_last_card_the_inward_arrows_were() -> None:
    state = position("1 ?", "5 ?", "5 ?", "5", level=Level.COUNTING)
    state = after(state, TurnCard(S(0)), TakeTotem(by(1)), CallInward())
    assert sizes(state) == "4+0 5+0 5+0 5+0 pot 0"


@pytest.mark.rule("us.three")
def test_three_players_play_without_coloured_arrows() -> None:
    state = GAME.opening(Facts(3, level=Level.WATCHING))
    assert state.deck.size == 78
    ruling = refusal(state, TurnCard(S(0), card("col")))
    assert [fault.rule for fault in ruling.violations] == ["us.three"]
    assert ruling.lies
    assert ruling.stands is None


@pytest.mark.rule("us.three")
def test_three_cards_of_one_colour_act_as_inward_arrows() -> None:
    state = position("5 A1g", "5 B1g", "5 C1p", turn=S(2))
    state = after(state, TurnCard(S(2), card("D1g")), TakeTotem(by(1)))
    assert (sizes(state), state.turn) == ("5+1 5+0 4+2 pot 1", 1)


@pytest.mark.rule("us.three")
def test_two_of_a_colour_and_an_arrow_card_are_nothing() -> None:
    state = grabbed(position("5 A1g", "5 B1g", "5 in", fresh=(S(0),)), 0)
    assert WrongGrabRuled(S(0), "us.wrong-grab") in events(state, CallWrongGrab())
    assert broken(state, CallThreeColours()) == ["us.three"]


@pytest.mark.rule("us.two-hands")
def test_hands_play_right_right_left_left() -> None:
    state = GAME.opening(Facts(2))
    order = []
    for _ in range(5):
        order.append(int(state.turn))
        state = after(state, TurnCard(state.turn))
    assert order == [0, 1, 2, 3, 0]
    assert [state.player(S(seat)) for seat in state.seats] == [0, 1, 0, 1]


@pytest.mark.rule("us.two-hands")
def test_two_players_play_without_coloured_arrows() -> None:
    state = two_hands("5", "5", "5", "5", deck=GAME.opening(Facts(2)).deck)
    assert broken(state, TurnCard(S(0), card("col"))) == ["us.two-hands"]


@pytest.mark.rule("us.two-end")
def test_two_players_end_when_each_has_an_empty_hand() -> None:
    state = two_hands("0 A1g", "0", "9 B1p", "9 A1p", turn=S(2), turned_at=(1, 2, 3, 4))
    state = after(state, TakeTotem(by(0)))
    assert winners(state) == Outcome((S(0), S(2)), "us.two-end"), "10 cards against 11"


@pytest.mark.rule("us.two-end")
def test_one_player_with_an_empty_hand_plays_on() -> None:
    state = two_hands("0", "5 B1p", "0", "9 A1p", turn=S(1), turned_at=(1, 2, 3, 4))
    assert after(state, TurnCard(S(1), card("C1p"))).ended is None


@pytest.mark.rule("us.conserve")
@pytest.mark.parametrize(("pot", "missing"), [(0, 1), (2, -1)])
def test_a_recount_must_give_the_whole_deck(pot: int, missing: int) -> None:
    state = GAME.opening(Facts(4))
    ruling = refusal(state, Recount((20, 20, 20, 10), (0, 0, 0, 9), pot))
    assert ruling.violations[0].rule == "us.conserve"
    assert ruling.violations[0].details == {"missing": missing}
    assert sizes(after(state, Recount((20, 20, 20, 10), (0, 0, 0, 9), 1))) == "20+0 20+0 20+0 10+9 pot 1"


@pytest.mark.rule("us.conserve")
@pytest.mark.parametrize("pot", ["A1g", ""])
def test_a_card_that_lies_face_up_can_not_be_turned_again(pot: str) -> None:
    state = position("5", "5 A1g B1g", "5", "5 in in", pot=pot + " in")
    for again in ("A1g", "in"):
        assert broken(state, TurnCard(S(0), card(again))) == ["us.conserve"]


@pytest.mark.rule("us.conserve")
def test_a_recount_keeps_what_is_known_on_top() -> None:
    state = position("5", "5 A1g B1g", "5", "5")
    total = STANDARD.size
    state = after(state, Recount((5, 5, 5, total - 19), (0, 4, 0, 0), 0))
    assert state.piles[1] == (None, None, card("A1g"), card("B1g"))
    state = after(state, Recount((5, 5, 5, total - 16), (0, 1, 0, 0), 0))
    assert state.piles[1] == (card("B1g"),)


@pytest.mark.rule("us.conserve")
def test_every_symbol_card_is_in_the_deck_once() -> None:
    deck = list(STANDARD.cards())
    assert len(deck) == STANDARD.size == 80
    assert all(deck.count(one) == STANDARD.copies(one) for one in deck)


def test_the_level_is_switched_in_play() -> None:
    state = GAME.opening(Facts(4))
    state = after(state, TurnCard(S(0)), SetLevel(Level.WATCHING), TurnCard(S(1), card("A1g")))
    assert state.level is Level.WATCHING
    state = after(state, TakeTotem(by(1)))
    assert state.chase is not None, "a card that nobody told leaves the question to the table"
    assert isinstance(GAME.judge(state, CallDuel((S(0), S(1)))), Accepted)
