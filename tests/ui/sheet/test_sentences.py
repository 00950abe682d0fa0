"""The history of a sheet: sentences have the names and figures of what was entered, and of what is wrong."""

import pytest

from companion.game import Details, Remedy, Seat, Violation
from companion.games.sheet import events as e
from companion.games.sheet import reports as r
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet_file import read_sheet
from companion.grab import Grab, Touch
from ui.games.sheet.presenter import SheetPresenter
from ui.games.sheet.sentences import SheetSentences
from ui.stage import theme

FOX, OWL, BEAR, WOLF = map(Seat, range(4))
SHEET = """
name = "Guesses"
players = [2, 8]
teams = {teams}
points = "points"
[[column]]
name = "bid"
choices = [0, 1]
words = ["no", "yes"]
[[column]]
name = "liar"
of = "table"
picks = true
[[column]]
name = "points"
of = "{of}"
part = 2
least = -50
"""


def sentences(players: int = 4, teams: int = 0) -> SheetSentences:
    sheet = read_sheet(SHEET.format(teams=teams, of="team" if teams else "seat").encode())
    return SheetPresenter(Facts(players, sheet), theme.plates()[:players]).sentences  # type: ignore[return-value]


PRESSED = (Touch(FOX, 0), Touch(OWL, 14_218_000))
GRAB = Grab((FOX,), PRESSED, 100_000, "kernel")
HEAT = Grab((FOX, OWL), (Touch(FOX, 0), Touch(OWL, 50_000)), 100_000, "kernel")
BIDS, POINTS = ((1, 0, 0, 1), (2,)), ((20, 0, -10, 5),)

SENTENCES: dict[r.AnyReport | e.AnyEvent, str] = {
    r.TellTurn(FOX, (1, 2)): "Fox: Bid yes, Liar Bear.",
    r.TellTurn(FOX, (7, 9)): "Fox: Bid 7, Liar 9.",
    r.TellTurn(FOX, ()): "Fox's turn was entered.",
    r.TellGrab(GRAB): "Fox was first, 14 ms before Owl.",
    r.TellGrab(Grab((FOX,))): "Fox was first.",
    r.TellGrab(Grab((FOX,), PRESSED)): "Fox was first.",
    r.TellGrab(Grab((FOX,), PRESSED[:1], 100_000)): "Fox was first.",
    r.TellGrab(HEAT): "Fox and Owl pressed at the same time.",
    r.VoidGrab("held"): "That press counts for nobody: a hand already lay on the button. Press again.",
    e.PartTold(0, BIDS): "Written down. Bid: Fox yes, Owl no, Bear no, Wolf yes; Liar: Bear.",
    e.RoundScored((*BIDS, *POINTS), POINTS[0]): "The round scores Fox +20, Owl 0, Bear -10, Wolf +5.",
    e.TurnScored(OWL, (0, 2), 1): "Owl: Bid no, Liar Bear. That scores 1 point.",
    e.TurnScored(OWL, (0, 2), 0): "Owl: Bid no, Liar Bear. That scores 0 points.",
    e.TurnScored(OWL, (), 0): "Owl's turn is over.",
    e.Grabbed(GRAB, ((FOX,), (OWL,))): "Fox was first, 14 ms before Owl.",
    # Fox has answered already, and presses all the same: that is no margin of Owl's.
    e.Grabbed(GRAB, ((OWL,),)): "Owl was first.",
    e.Grabbed(HEAT, ((OWL,),)): "Owl was first.",
    e.Grabbed(HEAT, ((FOX, OWL),)): "Fox and Owl pressed at the same time.",
    e.HeatCalled((FOX, OWL)): "Fox and Owl press again, and nobody else.",
    e.SaidWrong(FOX): "Fox was wrong.",
    e.SaidWrong(FOX, ((OWL,), (BEAR,))): "Fox was wrong; Owl answers.",
    e.SaidWrong(FOX, ((OWL, BEAR),)): "Fox was wrong.",
}


@pytest.mark.parametrize(("what", "sentence"), SENTENCES.items())
def test_what_happened_is_said_with_names_and_figures(what: object, sentence: str) -> None:
    assert sentences().sentence_of(what) == sentence


def test_partners_are_named_together() -> None:
    two = sentences(teams=2)
    assert (
        two.sentence_of(e.PartTold(1, ((3, 2),))) == "Written down. Points: Fox and Bear 3, Owl and Wolf 2."
    )
    scored = e.RoundScored((*BIDS, (3, 2)), (3, 0))
    assert two.sentence_of(scored) == "The round scores Fox and Bear +3, Owl and Wolf 0."


def test_more_than_six_are_read_on_the_sheet() -> None:
    for players, ends in ((6, ", Hare 1."), (7, "That is written down.")):
        assert sentences(players).sentence_of(e.PartTold(1, ((1,) * players,))).endswith(ends)
    for players, ends in ((6, ", Hare +1."), (7, "The round is written down.")):
        assert sentences(players).sentence_of(e.RoundScored((), (1,) * players)).endswith(ends)


RANGE: Details = {"why": "range", "column": 2, "least": 0, "most": 9, "figure": 12}


@pytest.mark.parametrize(("rule", "seat", "details", "title", "step"), [
    ("sh.figure", FOX, RANGE, "Fox, Points: 0 to 9, not 12", "Fox: enter Points again."),
    ("sh.figure", None, RANGE | {"team": 1}, "Owl and Wolf, Points: 0 to 9, not 12",
     "Owl and Wolf: enter Points again."),
    ("sh.figure", None, RANGE, "Points: 0 to 9, not 12", "Enter Points again."),
    ("sh.figure", None, RANGE | {"column": 3}, "That can't be right", "Enter it again."),
    ("sh.figure", FOX, {"why": "once", "column": 0, "figure": 1},
     "Fox, Bid: yes was chosen before in this match", "Fox: enter Bid again."),
    ("sh.figure", None, {"why": "total", "side": 1},
     "Owl and Wolf would have more points than the referee can count", "Enter it again."),
    ("sh.sum", None, {"why": "sum", "column": 2, "sum": 3, "wanted": 2, "off": 1},
     "Points: 3 in all, but it must be 2", "Look where 1 too many or too few were entered, and fix it."),
])  # fmt: skip
def test_a_refusal_says_whose_figure_is_wrong(
    rule: str, seat: Seat | None, details: Details, title: str, step: str
) -> None:
    wrong = Violation(rule, seat, details, (Remedy("enter_again", seat, details),))
    explained = sentences(teams=2).explanation((wrong,))
    assert (explained.title, explained.steps) == (title, (step,))
