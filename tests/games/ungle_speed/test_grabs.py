"""The totem: duels, inward arrows, wrong grabs, falls, and what the table says a grab was."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.events import DuelsLapsed, MatchMissed, WrongGrabRuled
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.model import (
    Choosing,
    Duel,
    Grab,
    Rulings,
    Sharing,
    State,
    Tied,
    Touch,
    Unexplained,
)
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallDuel,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    DrawLots,
    Recount,
    Share,
    ShareCards,
    TakeTotem,
    TurnAll,
    TurnCard,
    VoidGrab,
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


def counting(*seats: str, **facts: Any) -> State:
    """Lay out a table whose cards nobody tells."""
    return position(*seats, level=Level.COUNTING, **facts)


@pytest.mark.rule("us.duel")
def test_two_equal_symbols_are_a_duel_whatever_the_colour() -> None:
    state = position("5 A1g", "5 B1g", "5", "5", turn=S(2))
    state = after(state, TurnCard(S(2), card("A1p")), TakeTotem(by(2)))
    assert sizes(state) == "7+0 5+1 4+0 5+0 pot 0"


@pytest.mark.rule("us.duel")
def test_only_top_cards_count() -> None:
    state = position("5 A1g B1g", "5 B2g", "5", "5", turn=S(2))
    state = after(state, TurnCard(S(2), card("A1p")), TakeTotem(by(2)))
    assert isinstance(state.chase, Unexplained), "a card might have been turned that nobody told"
    assert broken(state, CallDuel((S(0), S(2)))) == ["us.duel"]


@pytest.mark.rule("us.duel")
@pytest.mark.parametrize("seats", [(S(0),), (S(0), S(3))])
def test_a_duel_needs_two_face_up_piles(seats: tuple[Seat, ...]) -> None:
    assert broken(grabbed(counting("5 ?", "5 ?", "5 ?", "5"), 0), CallDuel(seats)) == ["us.duel"]


@pytest.mark.rule("us.duel-won")
def test_the_loser_takes_both_piles_and_the_pot() -> None:
    state = counting("5 ? ? ?", "5 ? ?", "5 ?", "5", pot="? ?")
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(1))))
    assert sizes(state) == "5+0 12+0 5+1 5+0 pot 0"


@pytest.mark.rule("us.duel-won")
def test_while_one_grab_is_ruled_on_there_is_no_other() -> None:
    assert broken(grabbed(counting("5 ?", "5 ?", "5", "5"), 0), TakeTotem(by(1))) == ["us.duel-won"]


@pytest.mark.rule("us.duel-won")
@pytest.mark.parametrize(
    "claim", [CallDuel((S(0), S(1))), CallInward(), CallThreeColours(), CallWrongGrab(), DrawLots(S(0))]
)
def test_nothing_is_claimed_of_a_grab_that_did_not_happen(claim: AnyReport) -> None:
    assert broken(counting("5 ?", "5 ?", "5", "5"), claim) == ["us.duel-won"]


@pytest.mark.rule("us.after-duel")
def test_the_loser_turns_next() -> None:
    state = counting("5 ?", "5 ?", "5 ?", "5", turn=S(3))
    assert after(state, TakeTotem(by(2)), CallDuel((S(0), S(2)))).turn == 0


@pytest.mark.rule("us.many-duel")
def test_the_winner_over_several_says_who_takes_how_many() -> None:
    state = position("5 A1g", "5 A1p B1p A1o", "5 A1y", "5 D1g", turn=S(3), pot="C1g")
    state = after(state, TakeTotem(by(2)))
    assert isinstance(state.chase, Sharing)
    assert state.chase.cards == 6
    state = after(state, ShareCards((Share(S(0), 4), Share(S(1), 2)), starts=S(1)))
    assert (sizes(state), state.turn) == ("9+0 7+0 5+0 5+1 pot 0", 1)


@pytest.mark.rule("us.many-duel")
@pytest.mark.parametrize(
    ("shares", "starts", "rules"),
    [
        (((0, 5), (1, 2)), 1, ["us.conserve"]),
        (((0, 6),), 0, ["us.many-duel"]),
        (((0, 7), (1, -1)), 0, ["us.many-duel"]),
        (((0, 3), (1, 3)), 2, ["us.after-duel"]),
        (((0, 3), (2, 2)), 3, ["us.many-duel", "us.conserve", "us.after-duel"]),
    ],
)
def test_a_split_that_can_not_be_names_every_fault(
    shares: tuple[tuple[int, int], ...], starts: int, rules: list[str]
) -> None:
    state = position("5 A1g", "5 A1p B1p A1o", "5 A1y", "5 D1g", turn=S(3), pot="C1g")
    state = after(state, TakeTotem(by(2)))
    split = ShareCards(tuple(Share(S(seat), cards) for seat, cards in shares), S(starts))
    assert broken(state, split) == rules


@pytest.mark.rule("us.many-duel")
def test_whoever_shows_the_same_is_in_the_duel() -> None:
    state = grabbed(counting("5 A1g", "5 A1p", "5 A1y", "5"), 0)
    assert broken(state, CallDuel((S(0), S(1)))) == ["us.many-duel"]
    assert broken(counting("5 ?", "5", "5", "5"), ShareCards((), S(0))) == ["us.many-duel"]


@pytest.mark.rule("us.look-alike")
def test_nearly_equal_is_a_wrong_grab() -> None:
    state = position("5 A1g", "5 A2g", "0 A3g", "0 D1g")
    state = after(state, TakeTotem(by(0)))
    assert broken(state, CallDuel((S(0), S(1)))) == ["us.look-alike"]
    assert WrongGrabRuled(S(0), "us.look-alike") in events(state, CallWrongGrab())


@pytest.mark.rule("us.wrong-grab")
def test_a_wrong_grab_costs_every_face_up_card() -> None:
    state = counting("5 ? ?", "5 ?", "5 ?", "5", pot="? ?", turn=S(1))
    state = after(state, TakeTotem(by(3)), CallWrongGrab())
    assert (sizes(state), state.turn) == ("5+0 5+0 5+0 11+0 pot 0", 3)


@pytest.mark.rule("us.wrong-grab")
def test_after_a_penalty_the_order_may_go_on() -> None:
    state = counting("5 ?", "5 ?", "5", "5", turn=S(1), rulings=Rulings(after_penalty="order"))
    assert after(state, TakeTotem(by(3)), CallWrongGrab()).turn == 1


@pytest.mark.rule("us.wrong-grab")
def test_watching_rules_a_wrong_grab_once_no_card_can_be_missing() -> None:
    state = position("5 A1g", "5 B1g", "5", "5", turn=S(2))
    state = after(state, TakeTotem(by(0)))
    assert isinstance(state.chase, Unexplained), "seat 2 may have turned a card"
    state = after(state, TurnCard(S(2), card("D1g")))
    assert sizes(state) == "8+0 5+0 4+0 5+0 pot 0"


@pytest.mark.rule("us.wrong-grab")
def test_a_card_entered_after_the_grab_can_give_the_right() -> None:
    state = after(position("5 A1g", "5 B1g", "5", "5", turn=S(2)), TakeTotem(by(0)))
    state = after(state, TurnCard(S(2), card("A1p")))
    assert sizes(state) == "5+0 5+1 6+0 5+0 pot 0"


@pytest.mark.rule("us.wrong-grab")
def test_who_has_the_right_can_not_be_called_wrong() -> None:
    state = grabbed(position("5 A1g", "5 A1p", "5", "5"), 0)
    assert broken(state, CallWrongGrab()) == ["us.duel"]
    state = grabbed(position("5 A1g", "5 in", "5", "5", inward=(S(1),)), 0)
    assert broken(state, CallWrongGrab()) == ["us.inward"]


@pytest.mark.rule("us.wrong-grab")
def test_the_grabber_is_one_of_the_duellists() -> None:
    state = grabbed(counting("5 ?", "5 ?", "5 ?", "5"), 0)
    assert broken(state, CallDuel((S(1), S(2)))) == ["us.wrong-grab"]


@pytest.mark.rule("us.wrong-grab")
def test_a_press_before_the_winner_decides_whoever_presses_later() -> None:
    touches = (Touch(S(3), 0), Touch(S(0), 4_000_000))
    state = position("5 A1g", "5 A1p", "5", "5 D1g", turn=S(0))
    state = after(state, TakeTotem(Grab((S(3),), touches)), CallWrongGrab())
    assert sizes(state) == "5+0 5+0 5+0 8+0 pot 0"


@pytest.mark.rule("us.totem-dropped")
@pytest.mark.parametrize("before", [False, True])
def test_dropping_the_totem_costs_as_a_wrong_grab(before: bool) -> None:
    state = counting("5 ?", "5 ? ?", "5", "5", pot="?", by_colour=True)
    state = after(grabbed(state, 1) if before else state, CallDropped(S(1)))
    assert (sizes(state), state.turn, state.by_colour) == ("5+0 9+0 5+0 5+0 pot 0", 1, False)


@pytest.mark.rule("us.totem-fell")
def test_a_fallen_totem_sends_all_face_up_cards_to_the_pot() -> None:
    state = counting("5 ?", "5 ? ?", "5", "5", pot="?", turn=S(2))
    state = after(state, CallFell())
    assert (sizes(state), state.turn) == ("5+0 5+0 5+0 5+0 pot 4", 2)


@pytest.mark.rule("us.inward")
def test_for_inward_arrows_everybody_may_grab() -> None:
    state = position("5 A1g", "5", "5 B1g B2g", "5", turn=S(1))
    state = after(state, TurnCard(S(1), card("in")), TakeTotem(by(2)))
    assert (sizes(state), state.turn) == ("5+1 4+1 5+0 5+0 pot 2", 2)


@pytest.mark.rule("us.inward")
def test_inward_arrows_count_once_and_only_when_turned() -> None:
    state = after(position("5 A1g", "5", "5 B1g", "5", turn=S(1)), TurnCard(S(1), card("in")))
    later = after(state, TurnCard(S(2), card("C1g")))
    assert broken(grabbed(later, 0), CallInward()) == ["us.inward"]
    taken = after(state, TakeTotem(by(2)))
    assert broken(grabbed(taken, 0), CallInward()) == ["us.inward"]


@pytest.mark.rule("us.specials-no-duel")
def test_arrow_cards_never_match() -> None:
    state = grabbed(counting("5 in", "5 in", "5", "5"), 0)
    assert broken(state, CallDuel((S(0), S(1)))) == ["us.specials-no-duel"] * 2
    state = after(position("5 out", "5 out", "5", "5"), TakeTotem(by(0)), CallWrongGrab())
    assert sizes(state) == "7+0 5+0 5+0 5+0 pot 0"


@pytest.mark.rule("us.coloured")
def test_under_coloured_arrows_equal_symbols_are_no_duel() -> None:
    state = grabbed(position("5 A1g", "5 A1p", "5", "5", by_colour=True), 0)
    assert broken(state, CallDuel((S(0), S(1)))) == ["us.coloured"]


@pytest.fixture
def inward_and_duel() -> State:
    state = after(position("5", "5", "5", "5", "5"), TurnCard(S(0), card("out")))
    for seat, shown in enumerate(("A1g", "A1p", "in", "B1g", "C1g")):
        state = after(state, TurnCard(S(seat), card(shown)))
    return state


@pytest.mark.rule("us.inward-and-duel")
def test_the_first_chooses_the_duel(inward_and_duel: State) -> None:
    state = after(inward_and_duel, TakeTotem(by(1)))
    assert isinstance(state.chase, Choosing)
    assert broken(state, CallDuel((S(1), S(3)))) == ["us.inward-and-duel"]
    state = after(state, CallDuel((S(0), S(1))))
    assert (sizes(state), state.turn) == ("6+0 4+0 4+1 4+1 4+1 pot 0", 0)
    assert broken(grabbed(state, 3), CallInward()) == ["us.inward"]


@pytest.mark.rule("us.inward-and-duel")
def test_the_first_chooses_the_arrows(inward_and_duel: State) -> None:
    state = after(inward_and_duel, TakeTotem(by(1)), CallInward())
    assert (sizes(state), state.turn) == ("3+2 4+0 4+1 4+1 4+1 pot 1", 1)


@pytest.mark.rule("us.inward-and-duel")
def test_an_outsider_gets_the_arrows_and_the_duel_is_off(inward_and_duel: State) -> None:
    state = after(inward_and_duel, TakeTotem(by(3)))
    assert (sizes(state), state.turn) == ("3+2 4+1 4+1 4+0 4+1 pot 1", 3)
    assert broken(grabbed(state, 0), CallDuel((S(0), S(1)))) == ["us.several-duels"]


@pytest.mark.rule("us.several-duels")
def test_of_several_duels_one_is_won_and_the_others_lapse() -> None:
    state = position("5 A1g", "5 A1p", "5 B1g", "5 B1p", "0", turn=S(0))
    told = events(state, TakeTotem(by(3)))
    assert DuelsLapsed((Duel((S(0), S(1)), "symbol", "squares_circle"),)) in told
    state = after(state, TakeTotem(by(3)))
    assert sizes(state) == "5+1 5+1 7+0 5+0 0+0 pot 0"
    assert broken(grabbed(state, 0), CallDuel((S(0), S(1)))) == ["us.several-duels"]


@pytest.mark.rule("us.several-duels")
def test_a_lapsed_match_counts_again_when_a_third_card_joins_it() -> None:
    state = position("5 A1g", "5 A1p", "5 B1g", "5 B1p", "9", turn=S(0))
    state = after(state, TakeTotem(by(3)), TurnCard(S(2), card("C1g")), TurnCard(S(3), card("A1o")))
    state = after(state, TakeTotem(by(0)))
    assert isinstance(state.chase, Sharing)
    assert state.chase.losers == (1, 3)


@pytest.mark.rule("us.under-stack")
def test_taken_cards_lie_face_down_under_the_stack() -> None:
    state = position("5 A1g", "5 A1p", "5", "5")
    state = after(state, TakeTotem(by(0)))
    assert state.stacks == (5, 7, 5, 5)
    assert state.piles[1] == ()
    after(state, TurnCard(S(1), card("A1g")))


@pytest.mark.rule("us.two-duel")
def test_two_players_only_the_hands_concerned_move() -> None:
    state = two_hands("5 A1g", "5 A1p B1p A1o", "5 C1g", "5 D1g", pot="? ?", turned_at=(1, 2, 3, 4))
    state = after(state, TakeTotem(by(0)))
    assert (sizes(state), state.turn) == ("5+0 9+0 5+1 5+1 pot 2", 1)


@pytest.mark.rule("us.two-duel")
def test_two_players_another_hand_has_no_right_to_a_duel() -> None:
    state = two_hands("5 A1g", "5 A1p", "5 C1g", "5 D1g", turn=S(3), turned_at=(1, 2, 3, 4))
    state = after(state, TakeTotem(by(2)), CallWrongGrab())
    assert sizes(state) == "5+0 5+0 9+0 5+0 pot 0"


@pytest.mark.rule("us.two-own-hands")
def test_a_match_of_own_hands_may_be_left_or_grabbed() -> None:
    state = two_hands("5 A1g", "5 B1p", "5 A1p", "5", turn=S(3), turned_at=(1, 2, 3, 0))
    assert sizes(after(state, TurnCard(S(3), card("D1g")))) == "5+1 5+1 5+1 4+1 pot 0"
    assert sizes(after(state, TakeTotem(by(0)))) == "5+0 5+1 7+0 5+0 pot 0"


@pytest.mark.rule("us.two-inward")
@pytest.mark.parametrize("level", [Level.COUNTING, Level.WATCHING])
def test_inward_arrows_are_grabbed_with_the_hand_that_turned_last(level: Level) -> None:
    state = two_hands("5", "5", "5", "5", level=level)
    for seat, shown in enumerate(("A1g", "B1g", "C1g", "in")):
        state = after(state, TurnCard(S(seat), card(shown)))
    for seat, may in enumerate((False, False, True, True)):
        reports = (TakeTotem(by(seat)), CallInward()) if level is Level.COUNTING else (TakeTotem(by(seat)),)
        if may:
            assert after(state, *reports).pot
        else:
            held = after(state, TakeTotem(by(seat)))
            assert broken(held, CallInward()) == ["us.two-inward"]
            assert WrongGrabRuled(S(seat), "us.two-inward") in events(held, CallWrongGrab())


@pytest.mark.rule("us.three")
def test_counting_three_players_may_claim_three_colours() -> None:
    state = position("5 ?", "5 ? ?", "5 ?", level=Level.COUNTING)
    state = after(state, TakeTotem(by(1)), CallThreeColours())
    assert (sizes(state), state.turn) == ("5+1 5+0 5+1 pot 2", 1)
    four = grabbed(counting("5 ?", "5 ?", "5 ?", "5 ?"), 1)
    assert broken(four, CallThreeColours()) == ["us.three"]


@pytest.mark.rule("us.outward")
def test_a_grab_during_a_flip_finds_all_cards_turned() -> None:
    state = after(counting("5 ?", "5 ?", "5", "5"), TurnCard(S(0), card("out")))
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(2))))
    assert sizes(state) == "3+0 4+2 8+0 4+1 pot 0"


def test_a_dead_heat_is_grabbed_again() -> None:
    state = after(counting("5 ?", "5 ?", "5", "5"), TakeTotem(Grab((S(0), S(1)))))
    assert (state.chase, state.again) == (None, "dead_heat")
    assert sizes(after(state, TakeTotem(by(1)), CallDuel((S(0), S(1))))) == "7+0 5+0 5+0 5+0 pot 0"


def test_a_dead_heat_may_be_settled_by_lots() -> None:
    state = counting("5 ?", "5 ?", "5", "5", rulings=Rulings(dead_heat="lots"))
    state = after(state, TakeTotem(Grab((S(0), S(1)))))
    assert isinstance(state.chase, Tied)
    assert broken(state, DrawLots(S(2))) == ["us.duel-won"]
    state = after(state, DrawLots(S(1)), CallDuel((S(0), S(1))))
    assert sizes(state) == "7+0 5+0 5+0 5+0 pot 0"


def test_a_void_grab_is_grabbed_again() -> None:
    state = after(counting("5 ?", "5 ?", "5", "5"), VoidGrab("lost_edge"))
    assert (state.chase, state.again) == (None, "lost_edge")


def test_a_missed_match_is_noted_when_it_is_covered_and_costs_nothing() -> None:
    state = position("5 A1g", "5 A1p", "5", "5", turn=S(2))
    state = after(state, TurnCard(S(2), card("B1g")), TurnCard(S(3), card("C1g")))
    told = events(state, TurnCard(S(0), card("D1g")))
    assert told[0] == MatchMissed(Duel((S(0), S(1)), "symbol", "squares_circle"))


def test_nothing_on_screen_shows_a_live_match() -> None:
    equal = position("5 A1g", "5 A1p", "5", "5")
    lapsed = position("5 A1g", "5 A1p", "5", "5", lapsed=(Duel((S(0), S(1)), "symbol", "squares_circle"),))
    assert GAME.view(equal, None) == GAME.view(lapsed, None)
    assert GAME.awaited(equal) == GAME.awaited(lapsed)


@pytest.mark.parametrize("report", [TakeTotem(by(9)), CallDropped(S(9)), TurnCard(S(9)), TakeTotem(Grab(()))])
def test_a_seat_that_is_not_there_is_refused(report: AnyReport) -> None:
    assert broken(counting("5 ?", "5 ?", "5", "5"), report) == ["match.no-such-seat"]


def test_whoever_turned_last_is_the_likeliest_opponent() -> None:
    state = after(counting("5 ?", "5 ?", "5 ?", "5", turn=S(3)), TurnCard(S(3)), TakeTotem(by(0)))
    answers = GAME.view(state, None).answers
    assert answers[0] == CallDuel((S(0), S(3)))
    assert CallWrongGrab() in answers
    assert CallThreeColours() not in answers


def test_turn_all_only_after_outward_arrows() -> None:
    state = after(counting("5", "5", "5", "5"), TurnCard(S(0), card("out")), TurnAll())
    assert (sizes(state), state.turn) == ("3+2 4+1 4+1 4+1 pot 0", 0)


@pytest.mark.rule("us.outward")
def test_watching_waits_for_the_whole_flip_before_it_rules() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("out")))
    state = after(state, TurnCard(S(0), card("A1g")), TurnCard(S(2), card("A1p")), TakeTotem(by(2)))
    assert isinstance(state.chase, Unexplained)
    state = after(state, TurnCard(S(1), card("B1g")), TurnCard(S(3), card("C1g")))
    assert sizes(state) == "6+0 4+1 4+0 4+1 pot 0"


@pytest.mark.rule("us.outward")
def test_outward_arrows_told_after_the_grab_let_the_flip_be_told_too() -> None:
    state = after(position("5", "5", "5", "5"), TurnCard(S(0), card("A1g")), TakeTotem(by(2)))
    state = after(state, TurnCard(S(1), card("out")))
    for seat, shown in enumerate(("B1g", "C1g", "D1g", "D1p")):
        assert isinstance(state.chase, Unexplained)
        state = after(state, TurnCard(S(seat), card(shown)))
    assert sizes(state) == "3+2 3+2 4+0 6+0 pot 0"


@pytest.mark.rule("us.conserve")
def test_a_recount_during_a_split_changes_what_is_split() -> None:
    state = position("5 A1g", "5 A1p B1p A1o", "5 A1y", "60 D1g", turn=S(3), pot="C1g D2p")
    state = after(state, TakeTotem(by(2)))
    total = sum(state.stacks) + sum(map(len, state.piles)) + len(state.pot)
    state = replace(state, aside=80 - total)
    state = after(state, Recount((5, 6, 5, 60), (1, 2, 1, 1), 2))
    assert isinstance(state.chase, Sharing)
    assert state.chase.cards == 6
    assert sizes(after(state, ShareCards((Share(S(0), 3), Share(S(1), 3)), S(0)))) == "8+0 9+0 5+0 60+1 pot 0"


@pytest.mark.rule("us.last-card")
def test_a_recount_or_a_fall_never_leaves_the_turn_with_an_empty_stack() -> None:
    state = position("5", "5 ?", "5", "64", turn=S(1), level=Level.COUNTING)
    assert after(state, Recount((5, 0, 5, 64), (0, 6, 0, 0), 0)).turn == 2
    empty = two_hands("0 ? ?", "19 ?", "19", "35", turn=S(0), turned_at=(2, 1, 0, 0), level=Level.COUNTING)
    assert after(empty, CallFell()).turn == 1


@pytest.mark.rule("us.outward")
def test_after_a_recount_nobody_without_a_stack_is_waited_for() -> None:
    state = after(counting("5", "5", "5", "65"), TurnCard(S(0), card("out")))
    state = after(state, Recount((4, 5, 0, 65), (1, 0, 5, 0), 0))
    state = after(state, TurnAll())
    assert sizes(state) == "3+2 4+1 0+5 64+1 pot 0"


@pytest.mark.rule("us.out")
def test_what_is_let_stand_can_end_the_game() -> None:
    state = position("5", "0 A1g", "1 B1g", "5", turn=S(0))
    ruling = refusal(state, TurnCard(S(2), card("col")))
    assert ruling.stands is not None
    assert winners(fold(state, ruling.stands)).winners == (S(1),)
