"""Halves on five cards, each with a position of one short match."""

from companion.game import Seat
from halves.model import CallEnd, CallWrong, Facts, TakePile, TurnCard
from ui.games.guide import Guide, Lesson

FOX, OWL = Seat(0), Seat(1)
MATCH = (
    TurnCard(FOX),
    TurnCard(OWL),
    TurnCard(FOX),
    TakePile((OWL,)),
    TurnCard(OWL),
    TakePile((FOX,)),
    CallWrong(),
    TakePile((FOX, OWL)),
    TurnCard(FOX),
    TurnCard(OWL),
    TakePile((FOX,)),
    CallEnd(),
)

GUIDE = Guide(
    Facts(2, each=3),
    MATCH,
    (
        Lesson("Turn a card", ("hv.turn",), 2),
        Lesson("Grab a whole", ("hv.take",), 4, spots=(OWL,)),
        Lesson("Nothing there", ("hv.wrong",), 7, spots=(FOX,)),
        Lesson("Two hands at once", ("hv.stay",), 8),
        Lesson("The end", ("hv.end",), len(MATCH)),
    ),
    {
        TurnCard: "turn a card",
        TakePile: "take the pile",
        CallWrong: "say that it was no whole",
        CallEnd: "end the game",
    },
    lambda report: report.hands if isinstance(report, TakePile) else (),
)
