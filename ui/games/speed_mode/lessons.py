"""The guide to Two Player Speed Mode on five cards, from a match on the derived board."""

from collections.abc import Iterable

from companion.game import TABLE, Level, Seat
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.game import SpeedMode
from companion.games.speed_mode.model import FACE_UP, HAND_SIZE, Facts
from companion.journal import NamePlate
from ui.games.guide import Guide, Lesson, Step
from ui.games.speed_mode import art
from ui.games.speed_mode.pending import DrawingCards, HalfTap
from ui.language.phrases import _, phrase
from ui.language.words import begins, each, face_up, in_deck, stay_in_box
from ui.stage.parts import alone, heap
from ui.table.names import all_plates

FOX, OWL = Seat(0), Seat(1)
FIRST, OTHER = (Place(1, 1), 0), (Place(1, 1), 1)
LATER = (Place(2, 3), 0)
OPEN = Kind.YELLOW_SQUARE, Kind.GREEN_CIRCLE, Kind.RED_SQUARE, Kind.BLUE_CIRCLE, Kind.ORANGE_CIRCLE
"""The face-up cards."""
MATCH = (
    *map(r.TurnUp, OPEN),
    r.MakeCombination(FOX, *FIRST),
    r.MakeCombination(OWL, Place(0, 2), 0),
    r.MakeCombination(FOX, *OTHER),
    r.MakeCombination(OWL, Place(2, 3), 1),
    r.MakeCombination(FOX, *LATER),
    r.MakeCombination(OWL, Place(0, 0), 1),
    r.Replenish(FOX),
    r.Replenish(OWL),
    r.MakeCombination(FOX, Place(1, 2), 0),
    r.Exchange(OWL),
    r.Replenish(FOX),
    r.Exchange(OWL),
    r.MakeCombination(FOX, Place(1, 2), 1),
)
ONE, HANDS, PAIR, MIXED = 6, 7, 8, 10
"""Numbers of reports after which there is one combination, one of each, a pair, and an undone one."""


def spots(report: r.AnyReport) -> Iterable[HalfTap]:
    """Return the half that a combination was made on."""
    return (HalfTap(report.place, report.half),) if isinstance(report, r.MakeCombination) else ()


# The set-up.

STAY_WHY = _(
    "Take out every violet card, and some of the red, orange and yellow ones. Two play with the rest."
)
VIOLET = 18
"""Number of violet cards, all of which stay in the box (rulebook, setting up)."""
SOME, FROM = 3, "red square, red circle, orange square, orange circle, yellow square, yellow circle"
"""Number of each of these kinds that stay in the box too."""
all_of = phrase("all {n}", int)
BOARD = _("You play on two thirds of the board: the pairs you see here.")
TOKENS = _(
    "Everybody takes the half circles and the four-sided tokens of one colour, and nine whole circles."
)
deal = phrase(
    "Shuffle the {n} cards and deal. Five cards lie face up beside the deck, the others face down.", int
)
goes_on = phrase("{who} plays first. You take turns from then on.", str)


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the steps of setting up; the printed rules, setting up, say what stays in the box."""
    view = SpeedMode().view(SpeedMode().opening(facts), TABLE)
    seated = all_plates(plates, facts.players)
    some = [Kind(kind) for kind in FROM.split(", ")]
    violet = (alone(art.card(Kind.VIOLET_SQUARE)), all_of(VIOLET))
    box = (violet, *((alone(art.card(kind)), str(SOME)) for kind in some))
    cards = sum(view.state.board.deck.values())
    tokens = tuple((alone(art.token(plate, art.WHOLE)), plate.name) for plate in seated)
    first = seated[view.turn].name
    face_up_card = alone(art.card(some[0]))
    dealt = ((heap, each(str(HAND_SIZE))), (face_up_card, face_up(FACE_UP)), (heap, in_deck(view.state.deck)))
    return (
        Step(stay_in_box(VIOLET + SOME * len(some)), STAY_WHY, box),
        Step(_("The board"), BOARD),
        Step(_("The tokens"), TOKENS, tokens),
        Step(_("Deal the cards"), deal(cards), dealt),
        Step(begins(first), goes_on(first)),
    )


GUIDE = Guide(
    Facts(level=Level.WATCHING),
    MATCH,
    (
        Lesson(
            _("Make a combination"), ("sm.turn", "sm.make", "sm.available"), ONE, spots=(HalfTap(*FIRST),)
        ),
        Lesson(_("A pair of your own"), ("sm.pair-same",), PAIR, spots=(HalfTap(*OTHER),)),
        Lesson(_("Pairs side by side"), ("sm.adjacent", "sm.unpaired", "sm.score"), len(MATCH)),
        Lesson(_("The later one undoes the earlier"), ("sm.pair-mixed",), MIXED, spots=(HalfTap(*LATER),)),
        Lesson(
            _("New cards"),
            ("sm.exchange", "sm.replenish", "sm.end"),
            HANDS,
            DrawingCards("exchange", OPEN[:2]),
        ),
    ),
    {
        r.MakeCombination: _("make a combination"),
        r.Exchange: _("exchange three cards"),
        r.Replenish: _("replenish"),
        r.TurnUp: _("say which card lies face up"),
        r.Pass: _("pass"),
        r.CallStuck: _("say that nothing can be made"),
        r.AnswerEnd: _("say whether to end"),
        r.CountGroups: _("count the groups"),
    },
    spots,
    set_up=set_up,
)
