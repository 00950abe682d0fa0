"""Ungle Speed on five cards, from a match for four in which every card is told."""

from collections.abc import Iterable

from companion.game import Level, Seat
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallEnd,
    CallFell,
    TakeTotem,
    TurnAll,
    TurnCard,
    TurnNext,
)
from ui.games.guide import Guide, Lesson
from ui.phrases import _

FOX, OWL, BEAR, WOLF = map(Seat, range(4))
MATCH = (
    TurnCard(FOX, SymbolCard("star_wavy", "orange")),
    TurnCard(OWL, SymbolCard("disc_inside", "green")),
    TurnCard(BEAR, SymbolCard("squares_circle", "purple")),
    TurnCard(WOLF, SymbolCard("circles_square", "yellow")),
    TurnCard(FOX, SymbolCard("disc_inside", "orange")),
    TakeTotem(Grab((OWL,))),
    TurnCard(FOX, ArrowsCard(Arrows.INWARD)),
)
ALIKE, SAME, WON = 4, 5, 6
"""Reports after which two cards are nearly alike, two are the same, and that duel is won."""


def spots(report: AnyReport) -> Iterable[Seat]:
    """Return the seat that turns a card."""
    return (report.seat,) if isinstance(report, TurnCard) else ()


GUIDE = Guide(
    Facts(4, level=Level.WATCHING),
    MATCH,
    (
        Lesson(_("Get rid of your cards"), ("us.turn", "us.out"), 2, spots=(OWL,)),
        Lesson(_("The same symbol: grab!"), ("us.duel", "us.duel-won"), SAME, spots=(FOX, OWL)),
        Lesson(
            _("Nearly the same: hands off"),
            ("us.look-alike", "us.wrong-grab", "us.totem-dropped"),
            ALIKE,
            spots=(BEAR, WOLF),
        ),
        Lesson(_("The loser takes the cards"), ("us.under-stack", "us.after-duel"), WON, spots=(FOX,)),
        Lesson(_("Arrows"), ("us.inward", "us.outward", "us.coloured"), len(MATCH), spots=(FOX,)),
    ),
    {
        TurnCard: _("turn a card"),
        TurnNext: _("turn a card"),
        TurnAll: _("turn a card, all at once"),
        TakeTotem: _("grab the totem"),
        CallDropped: _("tell that somebody dropped it"),
        CallFell: _("tell that it fell"),
        CallEnd: _("end the game"),
    },
    spots,
)
