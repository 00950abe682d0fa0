"""Late grabs, dead heats without right, whose turn it is, players who leave, and cards that are missing."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Level, Remedy, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, check_deck
from companion.games.ungle_speed.events import SeatLeft
from companion.games.ungle_speed.model import Facts, Grab, Rulings, Sharing, Touch
from companion.games.ungle_speed.reports import (
    CallDropped,
    CallDuel,
    CallWrongGrab,
    CallWrongHeat,
    DrawLots,
    LeaveTable,
    Recount,
    SetTurn,
    Share,
    ShareCards,
    TakeTotem,
    TurnAll,
    TurnCard,
    TurnNext,
)
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import Correct, Insert, Replace, Strike
from tests.games.ungle_speed.board import (
    GAME,
    after,
    broken,
    by,
    card,
    events,
    position,
    sizes,
    two_hands,
    winners,
)

S = Seat
COUNTING = Level.COUNTING
LATE = Rulings(late_grab="share")


def test_late_grabs_cost_nothing_unless_the_table_chose_so() -> None:
    state = position("5 ?", "5 ?", "5 ?", "5", level=COUNTING)
    state = after(state, TakeTotem(by(0)))
    assert broken(state, CallDuel((S(0), S(1)), late=(S(2),))) == ["us.wrong-grab"]
    touches = (Touch(S(0), 0), Touch(S(2), 3_000_000))
    seen = position("5 A1g", "5 A1p", "5 B1g", "5")
    assert sizes(after(seen, TakeTotem(Grab((S(0),), touches)))) == "5+0 7+0 5+1 5+0 pot 0"


@pytest.mark.rule("us.many-duel")
def test_who_grabbed_late_without_right_shares_all_face_up_cards_with_the_loser() -> None:
    state = position("5 ? ?", "5 ?", "5 ?", "5 ?", pot="?", level=COUNTING, rulings=LATE)
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(1)), late=(S(2),)))
    assert isinstance(state.chase, Sharing)
    assert (state.chase.losers, state.chase.cards) == ((1, 2), 6)
    state = after(state, ShareCards((Share(S(1), 4), Share(S(2), 2)), S(1)))
    assert (sizes(state), state.turn) == ("5+0 9+0 7+0 5+0 pot 0", 1)


@pytest.mark.rule("us.many-duel")
def test_watching_the_buttons_tell_who_grabbed_late_without_right() -> None:
    touches = (Touch(S(0), 0), Touch(S(1), 1_000_000), Touch(S(2), 3_000_000))
    state = position("5 A1g", "5 A1p", "5 B1g", "5 C1g", rulings=LATE)
    state = after(state, TakeTotem(Grab((S(0),), touches)))
    assert isinstance(state.chase, Sharing)
    assert (state.chase.losers, state.chase.wrong, state.chase.cards) == ((1, 2), (2,), 4)


@pytest.mark.rule("us.wrong-grab")
@pytest.mark.parametrize(("after_penalty", "turn"), [("offender", 3), ("order", 1)])
def test_several_without_right_split_all_face_up_cards(after_penalty: str, turn: int) -> None:
    rulings = replace(LATE, after_penalty=after_penalty)
    state = position("5 ? ?", "5 ?", "5 ?", "5", pot="?", turn=S(1), level=COUNTING, rulings=rulings)
    state = after(state, TakeTotem(by(2)), CallWrongGrab(late=(S(3),)))
    state = after(state, ShareCards((Share(S(2), 1), Share(S(3), 4)), S(3)))
    assert (sizes(state), state.turn) == ("5+0 5+0 6+0 9+0 pot 0", turn)


@pytest.mark.rule("us.last-coloured", "us.wrong-grab")
@pytest.mark.parametrize(("after_penalty", "turn"), [("offender", 0), ("order", 2)])
def test_several_without_right_split_nothing_that_last_coloured_arrows_have_cost(
    after_penalty: str, turn: int
) -> None:
    rulings = replace(LATE, after_penalty=after_penalty)
    state = position("5 ?", "1", "5 ?", "5", turn=S(1), pot="?", level=COUNTING, rulings=rulings)
    state = after(state, TakeTotem(by(0)), TurnCard(S(1), card("col")), CallWrongGrab(late=(S(3),)))
    assert (sizes(state), state.turn, state.chase) == ("5+0 4+0 5+0 5+0 pot 0", turn, None)


@pytest.mark.rule("us.two-duel")
def test_two_players_a_late_grab_costs_the_other_piles_too() -> None:
    state = two_hands("5 ?", "5 ?", "5 ?", "5 ?", pot="? ?", level=COUNTING, rulings=LATE)
    state = after(state, TakeTotem(by(0)), CallDuel((S(0), S(1)), late=(S(2),)))
    state = after(state, ShareCards((Share(S(1), 3), Share(S(2), 3)), S(1)))
    assert sizes(state) == "5+0 8+0 8+0 5+0 pot 0"


@pytest.mark.rule("us.many-duel")
def test_a_late_grab_that_can_not_be_is_refused() -> None:
    state = position("5 ?", "5 ?", "5 ?", "5", level=COUNTING, rulings=LATE)
    state = after(state, TakeTotem(by(0)))
    assert broken(state, CallDuel((S(0), S(1)), late=(S(1),))) == ["us.many-duel"]
    assert broken(state, CallWrongGrab(late=(S(0),))) == ["us.many-duel"]
    assert broken(state, CallWrongGrab(late=(S(9),))) == ["match.no-such-seat"]


@pytest.mark.rule("us.wrong-grab")
@pytest.mark.parametrize("heat", ["regrab", "lots"])
def test_who_tied_without_right_pays_as_the_table_chose(heat: str) -> None:
    tie = TakeTotem(Grab((S(0), S(2))))
    state = position("5 ?", "5 ?", "5", "5", pot="?", level=COUNTING)
    named = after(replace(state, rulings=Rulings(dead_heat=heat, dead_heat_wrong="named")), tie)  # type: ignore[arg-type]
    assert broken(named, CallWrongHeat()) == ["us.wrong-grab"]
    assert broken(named, CallWrongHeat(S(1))) == ["us.wrong-grab"]
    assert sizes(after(named, CallWrongHeat(S(2)))) == "5+0 5+0 8+0 5+0 pot 0"
    both = after(replace(state, rulings=Rulings(dead_heat=heat, dead_heat_wrong="both")), tie)  # type: ignore[arg-type]
    assert broken(both, CallWrongHeat(S(2))) == ["us.wrong-grab"]
    split = after(both, CallWrongHeat(), ShareCards((Share(S(0), 1), Share(S(2), 2)), S(0)))
    assert (sizes(split), split.turn, split.again) == ("6+0 5+0 7+0 5+0 pot 0", 0, "")


@pytest.mark.rule("us.wrong-grab")
def test_a_dead_heat_without_right_is_grabbed_again_unless_the_table_chose_otherwise() -> None:
    state = position("5 ?", "5 ?", "5", "5", level=COUNTING)
    assert broken(state, CallWrongHeat()) == ["us.wrong-grab"]
    tied = after(state, TakeTotem(Grab((S(0), S(2)))))
    assert broken(tied, CallWrongHeat()) == ["us.wrong-grab"]
    settled = replace(state, rulings=Rulings(dead_heat="lots", dead_heat_wrong="both"))
    settled = after(settled, TakeTotem(Grab((S(0), S(2)))), DrawLots(S(0)))
    assert broken(settled, CallWrongHeat()) == ["us.wrong-grab"]


@pytest.mark.rule("us.wrong-grab")
def test_who_tied_without_right_in_a_flip_pays_for_all_its_cards() -> None:
    state = position("5 ?", "5 ?", "5", "5", level=COUNTING, rulings=Rulings(dead_heat_wrong="named"))
    state = after(state, TurnNext(card("out")), TakeTotem(Grab((S(0), S(2)))), CallWrongHeat(S(2)))
    assert sizes(state) == "3+0 4+0 11+0 4+0 pot 0"


@pytest.mark.rule("us.wrong-grab")
def test_all_who_tied_without_right_in_a_flip_split_its_cards_too() -> None:
    """The cards that all had turned ended the call to grab again, and nobody could split anything."""
    state = position("5 ?", "5 ?", "5", "5", level=COUNTING, rulings=Rulings(dead_heat_wrong="both"))
    state = after(state, TurnNext(card("out")), TakeTotem(Grab((S(0), S(2)))), CallWrongHeat())
    state = after(state, ShareCards((Share(S(0), 4), Share(S(2), 3)), S(2)))
    assert (sizes(state), state.turn) == ("7+0 4+0 7+0 4+0 pot 0", 2)


@pytest.mark.rule("us.many-duel")
def test_the_splits_of_many_cards_among_many_are_few() -> None:
    seats = tuple(map(S, range(1, 15)))
    state = position(*["1 ? ? ? ?"] * 15, level=COUNTING)
    state = replace(state, chase=Sharing(by(0), seats, tuple(map(S, range(15))), 60))
    listed = list(GAME.legal(state))
    assert len(listed) < 300
    assert all(isinstance(GAME.judge(state, report), Accepted) for report in listed)


@pytest.mark.rule("us.many-duel")
def test_the_duels_of_twenty_two_that_are_offered_can_be_gone_through() -> None:
    """There are two million groups with the grabber in them; listing them took 47 s."""
    state = after(position(*["3 ?"] * 22, level=COUNTING), TurnNext(card("out")), TurnAll(), TakeTotem(by(0)))
    duels = [report for report in GAME.legal(state) if isinstance(report, CallDuel)]
    assert len(duels) < 300
    assert sum(len(duel.seats) == 2 for duel in duels) == 21, "one with each of the others"


@pytest.mark.rule("us.turn")
def test_whose_turn_it_is_can_be_set_straight() -> None:
    state = position("5 ?", "5", "0 ?", "5", level=COUNTING)
    assert after(state, SetTurn(S(3))).turn == 3
    assert broken(state, SetTurn(S(2))) == ["us.last-card"]
    assert broken(state, SetTurn(S(7))) == ["match.no-such-seat"]
    assert broken(after(state, TakeTotem(by(0))), SetTurn(S(3))) == ["us.turn"]
    assert broken(after(state, TurnCard(S(0), card("out"))), SetTurn(S(3))) == ["us.turn"]


@pytest.mark.rule("us.turn")
def test_a_recount_can_say_whose_turn_it_is() -> None:
    state = GAME.opening(Facts(4))
    counted = after(state, Recount((20, 20, 20, 18), (0, 0, 0, 2), 0, turn=S(2)))
    assert counted.turn == 2
    assert broken(state, Recount((20, 20, 0, 40), (0, 0, 0, 0), 0, turn=S(2))) == ["us.last-card"]


def telling(facts: Facts) -> tuple[Match[Any, Any, Any, Any], Callable[..., None]]:
    """Return a match, and what tells it reports that must be accepted."""
    match = Match.begin(UngleSpeed(), facts, MatchHeader("m", "ungle-speed"), WallTime(0))

    def tell(*reports: Any) -> None:
        for report in reports:
            ruling = match.submit(report, seen=match.length, at=WallTime(0)).ruling
            assert isinstance(ruling, Accepted), ruling

    return match, tell


@pytest.mark.rule("us.turn")
def test_a_double_tap_is_struck_later_and_the_cards_after_it_move_to_who_turned_them() -> None:
    match, tell = telling(Facts(4))
    tell(TurnNext(), TurnNext(), TurnNext(), TurnNext())
    assert (sizes(match.state), match.state.turn) == ("19+1 19+1 19+1 19+1 pot 0", 0)
    tell(Strike(2))
    assert (sizes(match.state), match.state.turn) == ("19+1 19+1 19+1 20+0 pot 0", 3)
    tell(TakeTotem(by(0)), CallDuel((S(0), S(1))))
    assert sizes(match.state) == "19+0 21+0 19+1 20+0 pot 0"


@pytest.mark.rule("us.wrong-grab", "us.duel-won")
def test_a_mis_entered_card_is_corrected_and_the_claim_it_led_to_is_dropped() -> None:
    """Seat 1 had turned A1p, not B1p; the grab of seat 0 was called wrong before it was right."""
    match, tell = telling(Facts(4, level=Level.WATCHING))
    tell(TurnCard(S(0), card("A1g")), TurnCard(S(1), card("B1p")), TakeTotem(by(0)), CallWrongGrab())
    assert sizes(match.state) == "21+0 19+0 20+0 20+0 pot 0"
    tell(Replace(2, TurnCard(S(1), card("A1p"))))
    assert (sizes(match.state), match.state.turn) == ("19+0 21+0 20+0 20+0 pot 0", 1)
    assert [position.entry for position in match.line] == [0, 1, 2, 3]
    replayed, loss = Match.restore(UngleSpeed(), match.rows())
    assert loss is None
    assert replayed.line == match.line


@pytest.mark.rule("us.outward")
def test_nobody_is_next_while_all_turn_at_once() -> None:
    state = after(position("5", "5", "5", "5", level=COUNTING), TurnNext(card("out")))
    assert broken(state, TurnNext()) == ["us.outward"]


@pytest.mark.rule("us.players")
def test_a_player_leaves_and_the_cards_go_back_into_the_box() -> None:
    state = position("5 ?", "5 ?", "5 ?", "5", turn=S(1), level=COUNTING)
    state = after(state, LeaveTable(S(1)))
    assert (sizes(state), state.aside, state.turn, state.ended) == ("5+1 0+0 5+1 5+0 pot 0", 6, 2, None)
    assert broken(state, TakeTotem(by(1))) == ["match.no-such-seat"]
    assert broken(state, LeaveTable(S(1))) == ["match.no-such-seat"]
    assert broken(state, TurnCard(S(1))) == ["us.turn", "us.last-card"]
    state = after(state, TurnNext(), TurnNext(), TurnNext())
    assert sizes(state) == "4+2 0+0 4+2 4+1 pot 0"


@pytest.mark.rule("us.players")
def test_the_cards_of_who_leaves_may_be_dealt_on() -> None:
    state = position("5 ?", "5 ? ?", "5 ?", "5", rulings=Rulings(leaver="dealt"), level=COUNTING)
    told = events(state, LeaveTable(S(1)))
    assert told[0] == SeatLeft(S(1), (Share(S(2), 3), Share(S(3), 2), Share(S(0), 2)))
    assert sizes(after(state, LeaveTable(S(1)))) == "7+1 0+0 8+1 7+0 pot 0"


@pytest.mark.rule("us.players")
def test_two_play_on_at_least() -> None:
    three = after(position("5", "5", "5"), LeaveTable(S(0)))
    assert broken(three, LeaveTable(S(1))) == ["us.players"]
    assert broken(two_hands("5", "5", "5", "5"), LeaveTable(S(0))) == ["us.players"]
    grabbed = after(position("5 ?", "5 ?", "5", "5", level=COUNTING), TakeTotem(by(0)))
    assert broken(grabbed, LeaveTable(S(1))) == ["us.duel-won"]


@pytest.mark.rule("us.out")
def test_who_has_left_does_not_win() -> None:
    state = after(position("1 A1g", "5 B1g", "5 C1p", "5"), LeaveTable(S(3)))
    assert state.ended is None
    state = after(state, TurnCard(S(0), card("B1p")), TakeTotem(by(0)))
    assert winners(state).winners == (S(0),)


@pytest.mark.rule("us.deal")
def test_a_deck_that_lacks_single_cards_deals_what_there_is() -> None:
    deck = replace(STANDARD, missing=("star_wavy green", "inward", "coloured"))
    check_deck(deck)
    assert deck.size == len(list(deck.cards())) == 77
    assert deck.copies(ArrowsCard(Arrows.INWARD)) == 2
    assert sizes(GAME.opening(Facts(4, deck))) == "20+0 19+0 19+0 19+0 pot 0"
    assert GAME.opening(Facts(3, deck)).deck.size == 76
    state = GAME.opening(Facts(4, deck, level=Level.WATCHING))
    assert broken(state, TurnCard(S(0), card("B1g"))) == ["us.conserve"]


@pytest.mark.rule("us.deal")
@pytest.mark.parametrize(
    "missing", [("star_wavy",), ("green",), ("inward",) * 4, ("star_wavy green",) * 2, ("star_wavy blue",)]
)
def test_a_missing_card_must_be_one_of_the_deck(missing: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="missing"):
        check_deck(replace(STANDARD, missing=missing))


def test_a_drop_and_a_flip_go_on_after_somebody_left() -> None:
    state = after(position("5 ?", "5 ?", "5 ?", "5", level=COUNTING), LeaveTable(S(1)))
    state = after(state, TurnNext(card("out")), TurnAll(), CallDropped(S(3)))
    assert sizes(state) == "3+0 0+0 4+0 10+0 pot 0"


@pytest.mark.rule("us.conserve")
def test_a_correction_says_which_cards_hands_must_put_back() -> None:
    """Seat 0 took four cards for a wrong grab that was a duel won: two are seat 1's, the others lay there."""
    match, tell = telling(Facts(4, level=Level.WATCHING))
    cards = zip(range(4), ("A1g", "B1p", "C1g", "D1g"), strict=True)
    tell(*(TurnCard(S(seat), card(name)) for seat, name in cards), TakeTotem(by(0)), CallWrongGrab())
    assert sizes(match.state) == "23+0 19+0 19+0 19+0 pot 0"
    assert not match.put_back
    tell(Replace(2, TurnCard(S(1), card("A1p"))))
    assert sizes(match.state) == "19+0 21+0 19+1 19+1 pot 0"
    assert match.put_back == (
        Remedy("cards_to_pile", S(0), {"cards": 1, "from": "stack", "to": 2, "lies": 0}),
        Remedy("cards_to_pile", S(0), {"cards": 1, "from": "stack", "to": 3, "lies": 0}),
        Remedy("cards_to_stack", S(0), {"cards": 2, "from": "stack", "to": 1}),
    )
    tell(TurnCard(S(1)))
    assert not match.put_back, "that was for the moment of the correction"


@pytest.mark.rule("us.conserve")
def test_a_slip_of_the_finger_moves_no_card() -> None:
    """What was told twice or forgotten lies right already: so does what was taken since."""
    match, tell = telling(Facts(4))
    tell(*[TurnNext()] * 5, TakeTotem(by(2)), CallWrongGrab(), TurnNext())
    assert sizes(match.state) == "18+0 19+0 23+1 19+0 pot 0"
    tell(Strike(2))
    assert sizes(match.state) == "19+0 19+0 22+1 19+0 pot 0"
    assert not match.put_back
    tell(Insert(4, TurnNext()))
    assert not match.put_back


@pytest.mark.rule("us.duel-won")
def test_a_claim_that_was_another_one_is_put_back_below_what_was_turned_since() -> None:
    match, tell = telling(Facts(4))
    tell(*[TurnNext()] * 4, TakeTotem(by(0)), CallDuel((S(0), S(1))), TurnCard(S(1)), TurnCard(S(2)))
    assert sizes(match.state) == "19+0 20+1 18+2 19+1 pot 0"
    changes: tuple[Replace[Any], ...] = (
        Replace(6, CallDuel((S(0), S(2)))),
        Replace(7, TurnCard(S(1)), stood=True),
    )
    tell(Correct(changes))
    assert sizes(match.state) == "19+0 18+2 20+1 19+1 pot 0"
    assert match.put_back == (
        Remedy("cards_to_pile", S(1), {"cards": 1, "from": "stack", "to": 1, "lies": 1}),
        Remedy("cards_to_stack", S(2), {"cards": 1, "from": "pile", "to": 2}),
        Remedy("cards_to_stack", S(1), {"cards": 1, "from": "stack", "to": 2}),
    )
