"""Halves, from the sentences of its rules."""

import pytest
from halves.model import AnyReport, CallEnd, CallWrong, CardTurned, Facts, State, TakePile, TurnCard
from halves.rules import Halves

from companion.errors import SetupError
from companion.game import Accepted, Refused, Seat

FOX, OWL, BEAR = Seat(0), Seat(1), Seat(2)
GAME = Halves()


def played(*reports: AnyReport, players: int = 3, each: int = 2) -> State:
    """Return the table after reports that all stand."""
    state = GAME.opening(Facts(players, each))
    for report in reports:
        ruling = GAME.judge(state, report)
        assert isinstance(ruling, Accepted), (report, ruling)
        for event in ruling.events:
            state = GAME.evolve(state, event)
    return state


def refused(state: State, report: AnyReport) -> Refused[object]:
    """Return how a report is refused."""
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Refused), ruling
    return ruling


def test_a_card_out_of_turn_lies_there_and_may_stand() -> None:
    ruling = refused(played(TurnCard(FOX)), TurnCard(BEAR))
    assert ruling.on_table
    assert ruling.stands == (CardTurned(BEAR),)


def test_who_has_no_card_or_does_not_sit_here_turns_none() -> None:
    for seat in (Seat(-1), Seat(3)):
        assert refused(played(), TurnCard(seat)).violations[0].rule == "match.no-such-seat"
    state = played(TurnCard(FOX), TurnCard(OWL), players=2, each=1)
    assert refused(state, TurnCard(FOX)).violations[0].rule == "hv.turn"


def test_the_first_hand_takes_the_pile_and_a_tie_leaves_it() -> None:
    state = played(TurnCard(FOX), TurnCard(OWL), TakePile((FOX, OWL)))
    assert (state.pile, state.won) == (2, (0, 0, 0))
    state = played(TurnCard(FOX), TurnCard(OWL), TakePile((BEAR,)))
    assert (state.pile, state.won, state.turn) == (0, (0, 0, 2), BEAR)


@pytest.mark.parametrize("hands", [(OWL, FOX), (FOX, FOX), (Seat(3),), (Seat(-1), FOX)])
def test_hands_that_can_not_be_are_refused(hands: tuple[Seat, ...]) -> None:
    assert refused(played(TurnCard(FOX)), TakePile(hands)).violations[0].rule == "match.no-such-seat"


def test_where_nothing_lies_nothing_is_taken() -> None:
    assert refused(played(), TakePile((FOX,))).violations[0].rule == "hv.take"


def test_who_grabbed_for_nothing_gives_the_pile_back_and_pays_a_card_of_their_own() -> None:
    first = (TurnCard(FOX), TakePile((OWL,)), TurnCard(OWL), TurnCard(BEAR))
    state = played(*first, TakePile((OWL,)), CallWrong())
    assert (state.pile, state.won) == (3, (0, 0, 0))
    state = played(*first, TakePile((FOX,)), CallWrong())
    assert (state.pile, state.won) == (2, (0, 1, 0)), "who has none pays none"
    assert refused(state, CallWrong()).violations[0].rule == "hv.wrong"


def test_it_ends_when_all_cards_are_turned_and_the_most_cards_win() -> None:
    assert refused(played(), CallEnd()).violations[0].rule == "hv.end"
    state = played(TurnCard(FOX), TurnCard(OWL), TakePile((OWL,)), CallEnd(), players=2, each=1)
    assert state.ended is not None
    assert state.ended.winners == (OWL,)
    assert refused(state, TurnCard(FOX)).violations[0].rule == "hv.end"
    assert played(TurnCard(FOX), TurnCard(OWL), CallEnd(), players=2, each=1).ended.winners == (FOX, OWL)  # type: ignore[union-attr]  # it has ended


@pytest.mark.parametrize("facts", [Facts(1), Facts(7), Facts(2, 0), Facts(2, 31), Facts(2, first=Seat(2))])
def test_what_makes_no_table_is_refused(facts: Facts) -> None:
    with pytest.raises(SetupError):
        GAME.opening(facts)
