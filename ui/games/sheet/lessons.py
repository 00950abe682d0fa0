"""Games on a sheet on five cards, from a match of Wizard."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from companion.clock import MILLISECOND
from companion.game import AnyGame, Seat
from companion.games.sheet import reports as r
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet_file import shipped_sheet
from companion.grab import Grab, Touch
from companion.journal import NamePlate
from ui.games.guide import Guide, Lesson, Step
from ui.language.phrases import _, translated

BIDS_AND_TRICKS = (((0, 1, 0), (0, 1, 0)), ((1, 1, 0), (1, 0, 1)), ((2, 0, 1), (2, 1, 0)))
MATCH = (*(r.TellRow((row,)) for pair in BIDS_AND_TRICKS for row in pair), r.CallEnd())
BIDS, ROUND, TWO, THREE, OVER = 1, 2, 4, 6, 7
"""Reports after which the first bids are entered, one, two and three rounds are over, and the game is."""


QUESTIONS = (
    r.TellGrab(Grab((Seat(1),), (Touch(Seat(1), 0), Touch(Seat(0), 40 * MILLISECOND)))),
    r.CallWrong(),
    r.CallWrong(),
    r.CallNobody(),
    r.TellGrab(Grab((Seat(0), Seat(2)))),
    r.TellGrab(Grab((Seat(2),))),
    r.CallRight(),
    r.CallEnd(),
)
FIRST_HAND, NEXT_HAND, OPEN, HEAT, END = 1, 2, 3, 5, 8
"""Reports after which a hand is first, the next answers, only the third may press, two tie, the game ends."""


def spots(report: r.AnyReport) -> Iterable[Seat]:
    """Return the player whose turn is entered, or whose hand was first."""
    if isinstance(report, r.TellGrab):
        return report.grab.first
    return (report.seat,) if isinstance(report, r.TellTurn) else ()


def able(game: AnyGame, state: Any) -> Iterator[r.AnyReport]:
    """Yield all answers of an open grab, or else one report, as rows may be too many; then the end."""
    played = (report for report in game.legal(state) if state.settled or not isinstance(report, r.CallEnd))
    yield from islice(played, 1) if state.settled else played
    if state.rows and state.ended is None:
        yield r.CallEnd()


CAN: dict[type, str] = {
    r.TellRow: _("enter a row"),
    r.TellTurn: _("enter a turn"),
    r.PassRound: _("pass"),
    r.TurnRound: _("turn play round"),
    r.StartClock: _("start the clock"),
    r.PauseClock: _("take a pause"),
    r.TellFlag: _("say that the time is up"),
    r.GiveUp: _("give up"),
    r.TellGrab: _("grab"),
    r.CallRight: _("say that it was right"),
    r.CallWrong: _("say that it was wrong"),
    r.CallNobody: _("give the question up"),
    r.CallEnd: _("end the game"),
}
"""What each kind of report does, in the infinitive."""


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the sheet's own set-up, one step for each sentence. The name is already shown above."""
    return tuple(Step("", translated(sentence)) for sentence in facts.sheet.setup)


GUIDE = Guide(
    Facts(3, shipped_sheet("wizard")),
    MATCH,
    (
        Lesson(_("A row at a time"), ("sh.told", "sh.row", "sh.part"), BIDS),
        Lesson(_("Points are counted"), ("sh.points", "sh.setup"), ROUND),
        Lesson(_("Wrong numbers are refused"), ("sh.figure", "sh.sum"), TWO),
        Lesson(_("Who deals, and whose turn it is"), ("sh.dealer", "sh.turn", "sh.teams"), THREE),
        Lesson(_("When it is over"), ("sh.target", "sh.rounds", "sh.end"), OVER),
    ),
    CAN,
    spots,
    able,
    set_up,
)

GRABS = Guide(
    Facts(3, shipped_sheet("quiz_buzzers")),
    QUESTIONS,
    (
        Lesson(_("First to press answers"), ("sh.grab",), FIRST_HAND),
        Lesson(_("After a wrong answer"), ("sh.next",), NEXT_HAND),
        Lesson(_("Once a question"), ("sh.again", "sh.nobody"), OPEN),
        Lesson(_("Nobody can tell who was first"), ("sh.heat", "sh.void"), HEAT),
        Lesson(_("When it is over"), ("sh.points", "sh.target", "sh.end"), END),
    ),
    CAN,
    spots,
    able,
    set_up,
)
