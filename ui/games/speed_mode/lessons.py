"""The Two Player Speed Mode on five cards, from a match on the derived board."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.model import Facts
from companion.games.speed_mode.reports import (
    AnswerEnd,
    AnyReport,
    CallStuck,
    CountGroups,
    Exchange,
    MakeCombination,
    Pass,
    Replenish,
    TurnUp,
)
from ui.games.guide import Guide, Lesson
from ui.games.speed_mode.aims import Drawing, HalfTap
from ui.phrases import _

FOX, OWL = Seat(0), Seat(1)
FIRST, OTHER = (Place(1, 1), 0), (Place(1, 1), 1)
LATER = (Place(2, 3), 0)
MATCH = (
    MakeCombination(FOX, *FIRST),
    MakeCombination(OWL, Place(0, 2), 0),
    MakeCombination(FOX, *OTHER),
    MakeCombination(OWL, Place(2, 3), 1),
    MakeCombination(FOX, *LATER),
    MakeCombination(OWL, Place(0, 0), 1),
    Replenish(FOX),
    Replenish(OWL),
    MakeCombination(FOX, Place(1, 2), 0),
    Exchange(OWL),
    Replenish(FOX),
    Exchange(OWL),
    MakeCombination(FOX, Place(1, 2), 1),
)
ONE, PAIR, MIXED = 1, 3, 5
"""Reports after which there is one combination, a pair, and one that has undone another."""


def spots(report: AnyReport) -> Iterable[HalfTap]:
    """Return the half of a combination."""
    return (HalfTap(report.place, report.half),) if isinstance(report, MakeCombination) else ()


GUIDE = Guide(
    Facts(),
    MATCH,
    (
        Lesson(
            _("Make a combination"), ("sm.turn", "sm.make", "sm.available"), ONE, spots=(HalfTap(*FIRST),)
        ),
        Lesson(_("A pair of your own"), ("sm.pair-same",), PAIR, spots=(HalfTap(*OTHER),)),
        Lesson(_("Pairs side by side"), ("sm.adjacent", "sm.score"), len(MATCH)),
        Lesson(_("The later one undoes the earlier"), ("sm.pair-mixed",), MIXED, spots=(HalfTap(*LATER),)),
        Lesson(_("New cards"), ("sm.exchange", "sm.replenish", "sm.end"), 2, Drawing("exchange")),
    ),
    {
        MakeCombination: _("make a combination"),
        Exchange: _("exchange three cards"),
        Replenish: _("replenish"),
        TurnUp: _("tell which card lies face up"),
        Pass: _("pass"),
        CallStuck: _("say that nothing can be made"),
        AnswerEnd: _("say whether to end"),
        CountGroups: _("count the groups"),
    },
    spots,
)
