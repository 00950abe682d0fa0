"""A refusal in words: what is wrong, the rule, and what hands must do."""

import pytest

from companion.game import Details, Remedy, Seat, Violation
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as r
from tests.ui.ungle_speed.table import FOX, OWL, Table, words_of


@pytest.mark.parametrize(
    ("act", "seat", "details", "step"),
    [
        ("turn_back", OWL, {}, "Put the top card of Owl's pile back on the stack, face down."),
        ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
        ("count_again", None, {"missing": -1}, "Count again: 1 card too many."),
        ("count_again", None, {}, "Count the cards again: stacks, piles and the pot."),
        ("take_out", OWL, {}, "Put that card back in the box; Owl turns another one."),
        ("look_again", OWL, {}, "Look again at the top card of Owl's pile, and enter that one."),
        ("look_again", None, {}, "Look again at the cards, and enter what they show."),
        ("ask_again", None, {}, "Look at the table again, and tell it once more."),
    ],
)
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    remedy = Remedy(act, seat, details)
    assert words_of().explain((Violation("us.turn", seat, remedy=(remedy,)),)).steps == (step,)


def test_turning_out_of_turn() -> None:
    table = Table()
    table.tell(r.TurnCard(OWL))
    assert table.match.hold is not None
    explained = table.words.explain(table.match.hold.violations)
    assert explained.title == "Fox turns now, not Owl"
    assert explained.rule == UngleSpeed.catalogue.text("us.turn")
    assert explained.steps == ("Put the top card of Owl's pile back on the stack, face down.",)


def test_look_alikes_are_named() -> None:
    details: Details = {"seat": FOX, "symbol": "disc_inside", "other": "disc_to_rim"}
    explained = words_of().explain((Violation("us.look-alike", OWL, details),))
    assert explained.title == "Fox and Owl don't match: disc, X to the rim / disc, X inside"


def test_several_faults_are_all_told_and_no_step_twice() -> None:
    step = Remedy("ask_again")
    faults = (
        Violation("us.wrong-grab", FOX, remedy=(step,)),
        Violation("us.specials-no-duel", OWL, remedy=(step,)),
    )
    explained = words_of().explain(faults)
    assert explained.title == "Fox is not in that duel"
    assert explained.also == ("Also: Arrow cards never match.",)
    assert explained.steps == ("Look at the table again, and tell it once more.",)
    assert UngleSpeed.catalogue.text("us.specials-no-duel") in explained.rule


def test_with_two_players_the_hand_is_named() -> None:
    table = Table(2)
    table.tell(r.TurnCard(Seat(3)))
    assert table.match.hold is not None
    explained = table.words.explain(table.match.hold.violations)
    assert explained.title == "Fox's right hand turns now, not Owl's left hand"
    assert "Owl's left-hand pile" in explained.steps[0]
