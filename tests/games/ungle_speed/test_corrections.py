"""Corrections of a match of Ungle Speed, and the cards that must be moved after them."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.drafts import Draft
from companion.game import Accepted, Level, Question, Remedy, Seat, Unclear
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import CallDuel, CallWrongGrab, TakeTotem, TurnCard, TurnNext
from companion.match import Match
from companion.match_reports import Correct, Insert, Replace, Strike
from tests.games.ungle_speed.board import by, card, sizes
from tests.matches import AnyMatch, new_match, submit

S = Seat


def telling(facts: Facts) -> tuple[AnyMatch, Callable[..., None]]:
    """Return a match, and a function that makes reports in it that must be accepted."""
    match = new_match(UngleSpeed(), facts)

    def tell(*reports: Any) -> None:
        for report in reports:
            ruling = submit(match, report).ruling
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
    """Seat 1 had turned A1p, not B1p; seat 0's grab was called wrong before it was right."""
    match, tell = telling(Facts(4, level=Level.WATCHING))
    tell(TurnCard(S(0), card("A1g")), TurnCard(S(1), card("B1p")), TakeTotem(by(0)), CallWrongGrab())
    assert sizes(match.state) == "21+0 19+0 20+0 20+0 pot 0"
    tell(Replace(2, TurnCard(S(1), card("A1p"))))
    assert (sizes(match.state), match.state.turn) == ("19+0 21+0 20+0 20+0 pot 0", 1)
    assert [position.entry for position in match.line] == [0, 1, 2, 3]
    replayed, loss = Match.restore(UngleSpeed(), match.rows())
    assert loss is None
    assert replayed.line == match.line


@pytest.mark.rule("us.conserve")
def test_a_correction_says_which_cards_hands_must_put_back() -> None:
    """Seat 0 took four cards for a wrong grab that was a duel won: two are seat 1's, two go back to piles."""
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
    assert not match.put_back, "that was only for the moment of the correction"


@pytest.mark.rule("us.conserve")
def test_a_slip_of_the_finger_moves_no_card() -> None:
    """With an entry too many or forgotten the cards are right already, and so are those taken since."""
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
    tell(Correct((Replace(6, CallDuel((S(0), S(2)))), Replace(7, TurnCard(S(1)), stood=True))))
    assert sizes(match.state) == "19+0 18+2 20+1 19+1 pot 0"
    assert match.put_back == (
        Remedy("cards_to_pile", S(1), {"cards": 1, "from": "stack", "to": 1, "lies": 1}),
        Remedy("cards_to_stack", S(2), {"cards": 1, "from": "pile", "to": 2}),
        Remedy("cards_to_stack", S(1), {"cards": 1, "from": "stack", "to": 2}),
    )


def watched(sixth: str, *later: Any) -> AnyMatch:
    """Return a match in which seat 1 turned a sixth card and grabbed, followed by later reports."""
    match, tell = telling(Facts(4, level=Level.WATCHING))
    names = ("A1g", "B1p", "C1g", "D1g", "A2o", sixth)
    tell(*(TurnCard(S(n % 4), card(name)) for n, name in enumerate(names)), TakeTotem(by(1)), *later)
    return match


@pytest.mark.rule("us.wrong-grab", "us.duel-won")
@pytest.mark.parametrize("fixed", ["C2p", "E1p"])
def test_a_card_that_was_turned_after_a_grab_is_never_swept_with_those_before_it(fixed: str) -> None:
    """Seat 1 won against seat 2, which turned the next card. Without a duel, the table says what it was."""
    turned = TurnCard(S(2), card("E1g"))
    match = watched("C1p", turned)
    assert sizes(match.state) == "18+2 18+0 21+1 19+1 pot 0"
    draft = Draft(match, 6, instead=True).reported(TurnCard(S(1), card(fixed)))
    assert draft.misfit is not None
    assert draft.misfit.entry == 8
    assert draft.misfit.ruling == Unclear(Question("turned_before_grab", S(1)))
    assert not isinstance(submit(match, Correct(draft.changes)).ruling, Accepted)
    claimed = draft.reported(CallWrongGrab())
    assert sizes(claimed.table().state) == "18+0 24+0 19+0 19+0 pot 0"
    assert claimed.may_stand, "after the penalty it was seat 1's turn"
    assert claimed.let_stand().complete
    assert draft.replacing_place().reported(turned).complete, "it was there before the grab"


@pytest.mark.rule("us.duel-won")
def test_a_card_that_lay_there_before_a_grab_is_never_turned_after_it() -> None:
    match = watched("C2p", TurnCard(S(2), card("C2o")))
    assert sizes(match.state) == "18+2 18+0 22+0 19+1 pot 0"
    draft = Draft(match, 6, instead=True).reported(TurnCard(S(1), card("C1p")))
    assert draft.misfit is not None
    assert draft.misfit.ruling == Unclear(Question("turned_before_grab", S(1)))


@pytest.mark.rule("us.turn")
def test_counting_a_struck_claim_is_asked_for_before_the_next_card_and_a_struck_grab_is_not() -> None:
    match, tell = telling(Facts(4))
    tell(*[TurnNext()] * 4, TakeTotem(by(0)), CallDuel((S(0), S(1))), TurnNext())
    draft = Draft(match, 6).struck()
    assert draft.misfit is not None
    assert draft.misfit.entry == 7
    tell(Correct(draft.reported(CallWrongGrab()).changes))
    assert sizes(match.state) == "22+1 19+0 19+0 19+0 pot 0"
    match, tell = telling(Facts(4))
    tell(TurnNext(), TurnNext(), TakeTotem(by(0)), TurnNext(), CallWrongGrab(), Strike(3))
    assert sizes(match.state) == "19+1 19+1 19+1 20+0 pot 0"
