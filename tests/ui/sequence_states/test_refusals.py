"""A refusal in words: what is wrong, the rule, and what hands do, with the chip's colour and its place."""

import pytest
from msgspec.structs import replace

from companion.game import Details, Refused, Remedy, Seat, Violation
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.lines import Five
from companion.games.sequence_states.model import Longer, Owed, Side, State
from companion.match import CATALOGUE
from tests.games.sequence_states.board import DEMO, GAME, at, five, position
from tests.ui.sequence_states.table import BEAR, FOX, OWL, words_of
from ui.presenting import Explanation

RULES = [*GAME.catalogue, *CATALOGUE]
OHIO, TEXAS = DEMO.spaces_of("OH"), DEMO.spaces_of("TX")
"""Ohio: row 2, column 9, and row 3, column 5. Texas: row 7, column 1, and row 8, column 9."""
CORNER = "Mississippi (row 1, column 1)"


def refused(state: State, report: r.AnyReport) -> Explanation:
    """Return how the refusal of a report is explained; it must be refused."""
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Refused), ruling
    return words_of(len(state.sides), state.layout).explain(ruling.violations)


def covered(**spaces: Five) -> State:
    """Return a board of two players with chips, `r` or `b`, on these spaces."""
    rows = [["."] * 10 for _ in range(10)]
    for colour, where in spaces.items():
        for space in where:
            rows[space.row][space.column] = colour
    return position(*("".join(row) for row in rows))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seat", [None, Seat(1), Seat(99)])
@pytest.mark.parametrize("details", [{}, {"why": "something new"}, {"row": 3, "column": 7, "colour": "red"}])
def test_every_rule_can_be_explained(rule: str, seat: Seat | None, details: Details) -> None:
    explained = words_of().explain((Violation(rule, seat, details),))
    assert explained.title
    assert explained.rule
    assert "{" not in explained.title + explained.rule


def test_a_rule_that_nobody_knows_is_explained_all_the_same() -> None:
    explained = words_of().explain((Violation("ss.not-yet-written", remedy=(Remedy("dance"),)),))
    assert explained.title == "That can't be"
    assert explained.steps == ("Put it right on the table, then go on.",)


@pytest.mark.parametrize(
    ("act", "seat", "details", "step"),
    [
        ("take_off", OWL, {"row": 1, "column": 5, "colour": "red"}, "Take the red chip off {place}."),
        ("put_back", OWL, {"row": 1, "column": 5, "colour": "blue"}, "Put the blue chip back on {place}."),
        ("take_off", OWL, {"row": 1, "column": 5}, "Take the chip off {place}."),
        ("card_back", OWL, {"card": "OH"}, "Owl takes Ohio back into the hand."),
        ("card_back", OWL, {"card": "ADD"}, "Owl takes ADD back into the hand."),
        ("card_back", OWL, {}, "Owl takes the card back into the hand."),
        (
            "return_drawn", OWL, {},
            "Put the card that was taken back on top of the draw deck, unseen.",
        ),
        ("look_again", OWL, {}, "Look at the table again, and tap what lies there."),
        ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
        ("count_again", None, {}, "Count the draw deck and the hands again."),
        ("ask_again", None, {}, "Look at the table again, and tell it once more."),
        ("take_off", OWL, {"row": 77, "column": 5}, "Put it right on the table, then go on."),
    ],
)  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    explained = words_of().explain((Violation("ss.play", seat, remedy=(Remedy(act, seat, details),)),))
    assert explained.steps == (step.format(place="Montana (row 2, column 6)"),)


def test_playing_out_of_turn() -> None:
    explained = refused(position(), r.PlaceChip(OWL, OHIO[0]))
    assert explained.title == "It is the turn of Fox, not of Owl"
    assert explained.rule == GAME.catalogue.text("ss.first")
    assert explained.steps == (
        "Take the blue chip off Ohio (row 2, column 9).", "Owl takes Ohio back into the hand.",
    )  # fmt: skip


def test_a_chip_on_another_state_goes_to_one_of_the_open_spaces() -> None:
    explained = refused(position(), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert explained.title == "That space is Texas, not Ohio"
    assert explained.steps == (
        "Take the red chip off Texas (row 7, column 1).",
        "Put it on Ohio: row 2, column 9, or row 3, column 5.",
    )
    one_left = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert one_left.steps[1] == "Put it on Ohio: row 3, column 5."
    none_left = refused(covered(b=OHIO), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert none_left.steps[1] == "Fox takes Ohio back into the hand."


def test_a_covered_space() -> None:
    explained = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, OHIO[0], "OH"))
    assert explained.title == "There is a blue chip on Ohio (row 2, column 9) already"


def test_without_a_layout_the_place_is_named() -> None:
    explained = refused(position("b", layout=None), r.PlaceChip(FOX, at(1, 1)))
    assert explained.title == "There is a blue chip on row 1, column 1 already"


@pytest.mark.parametrize(
    ("state", "report", "title", "steps"),
    [
        (
            position("rb"), r.RemoveChip(FOX, at(1, 1)),
            "Fox can't take off a red chip: it is of the own colour",
            (f"Put the red chip back on {CORNER}.", "Fox takes REMOVE back into the hand."),
        ),
        (
            position("BBBBB"), r.RemoveChip(FOX, at(1, 1)), "The blue chip is part of a sequence and stays",
            (f"Put the blue chip back on {CORNER}.", "Fox takes REMOVE back into the hand."),
        ),
        (position(), r.RemoveChip(FOX, at(1, 1)), f"No chip lies on {CORNER}", None),
        (
            position(turn=OWL, removed=at(1, 1)), r.PlaceChip(FOX, at(1, 1)),
            "It is the turn of Owl, not of Fox",
            (
                "No chip goes where REMOVE has just made room",
                "Take the red chip off Mississippi (row 1, column 1).",
                "Fox takes Mississippi back into the hand.",
            ),
        ),
        (
            position(), r.PlaceChip(FOX, at(1, 1), "REMOVE"), "REMOVE puts no chip down",
            ("Take the red chip off Mississippi (row 1, column 1).", "Fox takes REMOVE back into the hand."),
        ),
        (
            position(hands=(0, 7), owed=(Owed(FOX, 1, OWL),)), r.PlaceChip(FOX, at(1, 1)),
            "Fox has no card in hand, and takes one first", None,
        ),
        (position(hands=(0, 7)), r.PlaceChip(FOX, at(1, 1)), "Fox has no card in hand", None),
        (
            replace(position(), chips=(0, 50)), r.PlaceChip(FOX, at(1, 1)), "No red chip is left in the box",
            None,
        ),
        (position(), r.PassTurn(FOX), "Fox must have a card that can be played", None),
        (
            position(), r.SwapDead(FOX, "OH"), "Ohio is not dead: row 2, column 9 is open",
            (
                "Fox takes Ohio back into the hand.",
                "Put the card that was taken back on top of the draw deck, unseen.",
            ),
        ),
        (covered(b=OHIO), r.SwapDead(FOX, "ADD"), "ADD is never dead", None),
        (covered(b=OHIO), r.SwapDead(FOX, "REMOVE"), "REMOVE is not dead: there is a chip to take off", None),
        (position("b"), r.SwapDead(FOX), "No card is dead", None),
        (
            position(discards=(("OH", "OH"), ())), r.PlaceChip(FOX, OHIO[0], "OH"),
            "Both Ohio cards lie face up already", None,
        ),
        (
            position(discards=(("ADD",) * 4, ())), r.PlaceChip(FOX, OHIO[0], "ADD"),
            "All four ADD cards lie face up already", None,
        ),
        (
            position(), r.DrawCard(FOX), "Fox has no card to take now",
            ("Put the card that was taken back on top of the draw deck, unseen.",),
        ),
        (position(lost=(1, 0)), r.DrawCard(FOX), "Fox has lost that card", None),
        (position(), r.CallTalk(Side(0)), "Fox plays alone and has nobody to coach", None),
        (position(players=4), r.ForfeitAll(), "Nobody has to put a card down", None),
        (position(players=4), r.Forfeit(FOX), "Fox has no card to put down", None),
        (
            position(players=4, forfeits=(FOX, BEAR)), r.PlaceChip(FOX, at(1, 1)),
            "First each of that team puts a card down", None,
        ),
        (position(), r.ChooseFive(five(1, 1, 0, 1)), "It is too late to choose other five", None),
        (
            position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(9, 1, 0, 1)),
            "These five are not the ones in question", None,
        ),
        (
            position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(1, 4, 0, 1)),
            "These five and an earlier sequence share more than one space", None,
        ),
        (position(), r.Recount(93, (7, 7)), "1 card is missing", ("Count again: 1 card is missing.",)),
    ],
)  # fmt: skip
def test_every_fault_has_a_title_of_its_own(
    state: State, report: r.AnyReport, title: str, steps: tuple[str, ...] | None
) -> None:
    explained = refused(state, report)
    assert explained.title == title
    if steps is not None:
        assert explained.steps == steps


def test_a_second_swap_in_one_turn() -> None:
    state = replace(covered(b=OHIO), swapped=True, owed=(Owed(OWL, 1),))
    assert refused(state, r.SwapDead(FOX, "OH")).title == "Fox has swapped a card in this turn already"
