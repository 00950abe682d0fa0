"""The deal, the deck, and what the referee offers and shows."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, check_deck
from companion.games.ungle_speed.model import Duel, Facts, Sharing
from tests.games.ungle_speed.board import GAME, after, broken, by, card, position, sizes

S = Seat
COUNTING = Level.COUNTING


@pytest.mark.rule("us.players")
@pytest.mark.parametrize(("players", "seats"), [(2, 4), (3, 3), (4, 4), (15, 15), (80, 80)])
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


@pytest.mark.rule("us.three", "us.two-hands")
def test_three_and_two_play_without_coloured_arrows_and_hands_take_turns() -> None:
    assert GAME.opening(Facts(3)).deck.size == 78
    two = GAME.opening(Facts(2))
    assert [two.player(S(seat)) for seat in two.seats] == [0, 1, 0, 1]


@pytest.mark.rule("us.conserve")
def test_every_symbol_card_is_in_the_deck_once() -> None:
    deck = list(STANDARD.cards())
    assert len(deck) == STANDARD.size == 80
    assert all(deck.count(one) == STANDARD.copies(one) for one in deck)


@pytest.mark.rule("us.deal")
def test_a_deck_that_lacks_single_cards_deals_what_there_is() -> None:
    deck = replace(STANDARD, missing=("star_wavy green", "inward", "coloured"))
    check_deck(deck)
    assert deck.size == len(list(deck.cards())) == 77
    assert deck.copies(ArrowsCard(Arrows.INWARD)) == 2
    assert sizes(GAME.opening(Facts(4, deck))) == "20+0 19+0 19+0 19+0 pot 0"
    assert GAME.opening(Facts(3, deck)).deck.size == 76
    state = GAME.opening(Facts(4, deck, level=Level.WATCHING))
    assert broken(state, r.TurnCard(S(0), card("B1g"))) == ["us.conserve"]


@pytest.mark.rule("us.deal")
@pytest.mark.parametrize(
    "missing", [("star_wavy",), ("green",), ("inward",) * 4, ("star_wavy green",) * 2, ("star_wavy blue",)]
)
def test_a_missing_card_must_be_one_of_the_deck(missing: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="missing"):
        GAME.opening(Facts(4, replace(STANDARD, missing=missing)))


def test_nothing_on_screen_shows_a_live_match() -> None:
    equal = position("5 A1g", "5 A1p", "5", "5")
    lapsed = position("5 A1g", "5 A1p", "5", "5", lapsed=(Duel((S(0), S(1)), "symbol", "squares_circle"),))
    assert GAME.view(equal, None) == GAME.view(lapsed, None)
    assert GAME.awaited(equal) == GAME.awaited(lapsed)


def test_whoever_turned_last_is_the_likeliest_opponent() -> None:
    state = position("5 ?", "5 ?", "5 ?", "5", turn=S(3), level=COUNTING)
    answers = GAME.view(after(state, r.TurnCard(S(3)), r.TakeTotem(by(0))), None).answers
    assert answers[0] == r.CallDuel((S(0), S(3)))
    assert r.CallWrongGrab() in answers
    assert r.CallThreeColours() not in answers


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
    """There are two million groups that include the grabber; listing them took 47 s."""
    state = position(*["3 ?"] * 22, level=COUNTING)
    state = after(state, r.TurnNext(card("out")), r.TurnAll(), r.TakeTotem(by(0)))
    duels = [report for report in GAME.legal(state) if isinstance(report, r.CallDuel)]
    assert len(duels) < 300
    assert sum(len(duel.seats) == 2 for duel in duels) == 21, "one with each of the others"
