"""A refusal in words: what is wrong, the rule, and what hands do, with the chip's colour and its place."""

import pytest
from msgspec.structs import replace

from companion.game import Details, Refused, Remedy, Seat, Violation
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.lines import Five
from companion.games.sequence_states.model import Colour, Longer, Owed, Removed, Side, State
from tests.games.sequence_states.board import DEMO, GAME, at, five, position
from tests.ui.sequence_states.table import BEAR, FOX, OWL, words_of
from ui.table.presenting import Explanation

OHIO, TEXAS = DEMO.spaces_of("OH"), DEMO.spaces_of("TX")
"""Ohio: row 2, column 9, and row 3, column 5. Texas: row 7, column 1, and row 8, column 9."""
CORNER = "Mississippi (row 1, column 1)"


def refused(state: State, report: r.AnyReport) -> Explanation:
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


@pytest.mark.parametrize(
    ("act", "seat", "details", "step"),
    [
        ("take_off", OWL, {"row": 1, "column": 5, "colour": "red"}, "Take the red chip off {place}."),
        ("put_back", OWL, {"row": 1, "column": 5, "colour": "blue"}, "Put the blue chip back on {place}."),
        ("take_off", OWL, {"row": 1, "column": 5}, "Take the chip off {place}."),
        ("card_back", OWL, {"card": "OH"}, "Ohio goes back into Owl's hand."),
        ("card_back", OWL, {"card": "ADD"}, "ADD goes back into Owl's hand."),
        ("card_back", OWL, {}, "The card goes back into Owl's hand."),
        ("return_drawn", OWL, {}, "Put the drawn card back on top of the draw deck, face down."),
        ("look_again", OWL, {}, "Look at the table again, and tap what lies there."),
        ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
        ("count_again", None, {}, "Count the draw deck and the hands again."),
        ("ask_again", None, {}, "Look at the table again, then tell it once more."),
        ("take_off", OWL, {"row": 77, "column": 5}, "Put it right on the table, then go on."),
    ],
)  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    explained = words_of().explain((Violation("ss.play", seat, remedy=(Remedy(act, seat, details),)),))
    assert explained.steps == (step.format(place="Montana (row 2, column 6)"),)


def test_where_a_chip_goes_instead() -> None:
    # Playing out of turn.
    explained = refused(position(), r.PlaceChip(OWL, OHIO[0]))
    assert explained.title == "It is Fox's turn, not Owl's"
    assert explained.rule == GAME.catalogue.text("ss.first")
    assert explained.steps == (
        "Take the blue chip off Ohio (row 2, column 9).", "The card goes back into Owl's hand.",
    )  # fmt: skip
    # A chip on another state goes to one of the open spaces.
    explained = refused(position(), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert explained.title == "That space is Texas, not Ohio"
    assert explained.steps == (
        "Take the red chip off Texas (row 7, column 1).",
        "Put it on Ohio: row 2, column 9, or row 3, column 5.",
    )
    one_left = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert one_left.steps[1] == "Put it on Ohio: row 3, column 5."
    none_left = refused(covered(b=OHIO), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert none_left.steps[1] == "Ohio goes back into Fox's hand."
    # A covered space.
    explained = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, OHIO[0], "OH"))
    assert explained.title == "There is already a blue chip on Ohio (row 2, column 9)"
    # Without a layout the place is named.
    explained = refused(position("b", layout=None), r.PlaceChip(FOX, at(1, 1)))
    assert explained.title == "There is already a blue chip on row 1, column 1"
    # A second swap in one turn.
    state = replace(covered(b=OHIO), swapped=True, owed=(Owed(OWL, 1),))
    assert refused(state, r.SwapDead(FOX, "OH")).title == "Fox has already swapped a card this turn"


@pytest.mark.parametrize(
    ("state", "report", "title", "steps"),
    [
        (position("rb"), r.RemoveChip(FOX, at(1, 1)), "Red can't take off its own chip",
         (f"Put the red chip back on {CORNER}.", "REMOVE goes back into Fox's hand.")),
        (position("BBBBB"), r.RemoveChip(FOX, at(1, 1)), "The blue chip is part of a sequence and stays",
         (f"Put the blue chip back on {CORNER}.", "REMOVE goes back into Fox's hand.")),
        (position(), r.RemoveChip(FOX, at(1, 1)), f"There is no chip on {CORNER}", None),
        (position(turn=OWL, removed=Removed(FOX, at(1, 1))), r.PlaceChip(FOX, at(1, 1)),
         "It is Owl's turn, not Fox's",
         ("Also: REMOVE has just cleared that space: no chip goes there.",
          "Take the red chip off Mississippi (row 1, column 1).")),
        (position(), r.PlaceChip(FOX, at(1, 1), "REMOVE"), "REMOVE takes a chip off; it puts none down",
         ("Take the red chip off Mississippi (row 1, column 1).", "REMOVE goes back into Fox's hand.")),
        (position(hands=(0, 7), owed=(Owed(FOX, 1, OWL),)), r.PlaceChip(FOX, at(1, 1)),
         "Fox has no card in hand, and draws one first", None),
        (position(hands=(0, 7)), r.PlaceChip(FOX, at(1, 1)), "Fox has no card in hand", None),
        (replace(position(), chips=(0, 50)), r.PlaceChip(FOX, at(1, 1)), "No red chip is left in the box",
         None),
        (position(), r.PlaceChip(FOX, OHIO[0], None, Colour.BLUE),
         "A blue chip was placed: Fox plays with red chips",
         ("Take the blue chip off Ohio (row 2, column 9).", "Put a red chip there instead.")),
        (position(), r.PlaceChip(FOX, TEXAS[0], "OH", Colour.GREEN), "That space is Texas, not Ohio",
         ("Also: A green chip was placed: Fox plays with red chips.",
          "Take the green chip off Texas (row 7, column 1).",
          "Put a red chip on Ohio: row 2, column 9, or row 3, column 5.")),
        (position(), r.PassTurn(FOX), "Fox must have a card that can be played", None),
        (position(), r.SwapDead(FOX, "OH"), "Ohio isn't dead: row 2, column 9 is open",
         ("Ohio goes back into Fox's hand.", "Put the drawn card back on top of the draw deck, face down.")),
        (covered(b=OHIO), r.SwapDead(FOX, "ADD"), "ADD is never dead", None),
        (covered(b=OHIO), r.SwapDead(FOX, "REMOVE"), "REMOVE isn't dead: there is a chip to take off", None),
        (position("b"), r.SwapDead(FOX), "No card is dead now", None),
        (replace(covered(b=OHIO), discards=(("OH", "OH"), ())), r.SwapDead(FOX),
         "Which dead card? Both cards of each already lie face up", None),
        (position(discards=(("OH", "OH"), ())), r.PlaceChip(FOX, OHIO[0], "OH"),
         "Both Ohio cards already lie face up", None),
        (position(discards=(("ADD",) * 4, ())), r.PlaceChip(FOX, OHIO[0], "ADD"),
         "All four ADD cards already lie face up", None),
        (position(), r.DrawCard(FOX), "Fox has no card to draw now",
         ("Put the drawn card back on top of the draw deck, face down.",)),
        (position(lost=(1, 0), late=(FOX,)), r.DrawCard(FOX), "Fox has lost that card", None),
        (position(), r.CallTalk(Side(0)), "Fox plays alone and has no team mate to coach", None),
        (position(players=4), r.ForfeitAll(), "Nobody has to put a card down", None),
        (position(players=4), r.Forfeit(FOX), "Fox doesn't have to put a card down", None),
        (position(players=4, forfeits=(FOX, BEAR)), r.PlaceChip(FOX, at(1, 1)),
         "First everyone in that team puts a card down", None),
        (position(), r.ChooseFive(five(1, 1, 0, 1)), "It is too late to choose another five", None),
        (position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(9, 1, 0, 1)),
         "Those five can't be chosen", None),
        (position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(1, 4, 0, 1)),
         "Two sequences may share only one space", None),
        (position(), r.Recount(95, (-1, 14)), "Nobody can have fewer than 0 cards", None),
        (position("rb", hands=(0, 7), deck=0, discards=(("OH",), ())), r.DrawCard(FOX),
         "Fox has no card to draw now", None),
        (position(deck=0, owed=(Owed(FOX, 1),)), r.DrawCard(FOX), "There is no card left to draw", None),
        (position(), r.Recount(93, (7, 7)), "1 card is missing", ("Count again: 1 card is missing.",)),
    ],
)  # fmt: skip
def test_every_fault_has_a_title_of_its_own(
    state: State, report: r.AnyReport, title: str, steps: tuple[str, ...] | None
) -> None:
    explained = refused(state, report)
    assert explained.title == title
    if steps is not None:
        assert (*explained.also, *explained.steps) == steps
