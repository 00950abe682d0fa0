"""Ungle Speed on five cards, from a match for four in which every card is entered."""

from collections.abc import Iterable

from companion.game import TABLE, Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.game import UngleSpeed
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.view import View
from companion.journal import NamePlate
from ui.games.guide import Guide, Lesson, Step
from ui.games.ungle_speed.art import card
from ui.games.ungle_speed.sentences import Names
from ui.language.phrases import _, phrase, plural
from ui.language.words import begins, each, stay_in_box
from ui.stage.parts import alone, heap
from ui.table.names import listed

FOX, OWL, BEAR, WOLF = map(Seat, range(4))
MATCH = (
    r.TurnCard(FOX, SymbolCard("star_wavy", "orange")),
    r.TurnCard(OWL, SymbolCard("disc_inside", "green")),
    r.TurnCard(BEAR, SymbolCard("squares_circle", "purple")),
    r.TurnCard(WOLF, SymbolCard("circles_square", "yellow")),
    r.TurnCard(FOX, SymbolCard("disc_inside", "orange")),
    r.TakeTotem(Grab((OWL,))),
    r.TurnCard(FOX, ArrowsCard(Arrows.INWARD)),
    r.TurnCard(OWL, ArrowsCard(Arrows.COLOURED)),
    r.TurnCard(BEAR, ArrowsCard(Arrows.OUTWARD)),
)
ALIKE, SAME, WON = 4, 5, 6
"""Reports after which two cards are look-alikes, two match, and that duel is won."""


def spots(report: r.AnyReport) -> Iterable[Seat]:
    """Return the seat that turns a card."""
    return (report.seat,) if isinstance(report, r.TurnCard) else ()


# The set-up.

deal = phrase("Shuffle the {n} cards and deal them all, face down.", int)
deal_even = phrase("Shuffle the {n} cards and deal {each} to each, face down.", int, int)
one_more = plural("{who} gets one card more.", "{n} get one card more: {who}.", int, str)
clockwise = phrase("{first} to {last}, clockwise", str, str)
deal_hands = phrase("Shuffle the {n} cards and deal everybody two stacks, face down: one for each hand.", int)
goes_on = phrase("{who} turns the first card. Then it goes on clockwise.", str)
hands_go_on = phrase("{first} turns the first card. Then {second}, {third}, {fourth}.", str, str, str, str)
in_each_stack = phrase("{n} in each stack", int)
left_over = plural("{n} left over: face up under the totem", "{n} left over: face up under the totem")
left_aside = plural("{n} left over: put it aside", "{n} left over: put them aside")
STAY_WHY = _("With two or three players you don't use the coloured arrows. Take them out of the deck.")
TOTEM_BETWEEN = _("Sit across from each other, with the totem in the middle.")
TOTEM = _("Put the totem in the middle, where everybody can reach it equally well.")
ARROWS = _("coloured arrows")
ONE_HAND = _("Use one hand only. Turn each card away from yourself, so that the others see it first.")
BOTH_HANDS = _(
    "Each hand plays its own stack. Turn each card away from yourself, so that the other sees it first."
)


LISTED = 3
"""Most names that are listed; of more neighbours only the first and the last are named."""


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the set-up steps for a number of players. Stacks are those of an actual opening."""
    view = UngleSpeed().view(UngleSpeed().opening(facts), TABLE)
    names = Names(facts.players, plates)
    stacks = sorted({seat.stack for seat in view.seats}, reverse=True)
    coloured = ArrowsCard(Arrows.COLOURED)
    out = facts.deck.copies(coloured) - view.deck.copies(coloured)
    rests = ((view.pot, left_over), (view.aside, left_aside))
    rest_pictures = [(heap, phrase_for(count)) for count, phrase_for in rests if count]
    arrows = alone(card(coloured, facts.deck.colours))
    turned = alone(card(next(facts.deck.cards()), facts.deck.colours))
    hands, begins_with = view.two_handed, names.winner(view.turn)
    heaps = in_each_stack(stacks[0]) if hands else each(" / ".join(map(str, stacks)))
    return (
        Step(_("The totem"), TOTEM_BETWEEN if hands else TOTEM),
        *([Step(stay_in_box(out), STAY_WHY, ((arrows, ARROWS),))] if out else []),
        Step(_("Deal the cards"), _dealt(view, names), ((heap, heaps), *rest_pictures)),
        Step(_("How to turn a card"), BOTH_HANDS if hands else ONE_HAND, ((turned, _("top card")),)),
        Step(
            begins(begins_with),
            hands_go_on(*_in_turn(view, names)) if hands else goes_on(begins_with),
            spots=(view.turn,),
        ),
    )


def _dealt(view: View, names: Names) -> str:
    """Return how the cards are dealt, and who gets one more if they don't divide evenly."""
    if view.two_handed:
        return deal_hands(view.deck.size)
    most, least = (pick(seat.stack for seat in view.seats) for pick in (max, min))
    if most == least:
        return deal_even(view.deck.size, most) if view.pot else deal(view.deck.size)
    more = [names.winner(seat.seat) for seat in view.seats if seat.stack == most]
    who = listed(more) if len(more) <= LISTED else clockwise(more[0], more[-1])
    return f"{deal(view.deck.size)} {one_more(len(more), who)}"


def _in_turn(view: View, names: Names) -> tuple[str, str, str, str]:
    """Return the four hands of two players in the order of their first turns."""
    seats = (Seat((view.turn + n) % len(view.seats)) for n in range(len(view.seats)))
    first, second, third, fourth = map(names.subject, seats)
    return first, second, third, fourth


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
        Lesson(
            _("The loser takes the cards"),
            ("us.under-stack", "us.after-duel", "us.totem-fell"),
            WON,
            spots=(FOX,),
        ),
        Lesson(_("Arrows"), ("us.inward", "us.outward", "us.coloured"), len(MATCH), spots=(FOX, OWL, BEAR)),
    ),
    {
        r.TurnCard: _("turn a card"),
        r.TurnNext: _("turn a card"),
        r.TurnAll: _("turn a card, all at once"),
        r.TakeTotem: _("grab the totem"),
        # Nobody does these on purpose.
        r.CallDropped: "",
        r.CallFell: "",
        r.CallEnd: _("end the game"),
    },
    spots,
    set_up=set_up,
)
