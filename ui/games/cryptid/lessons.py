"""The guides of Cryptid: five cards, and five for two players, from matches whose clues aren't secret."""

from collections.abc import Iterable, Iterator

from companion.game import TABLE, AnyGame, Seat
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.game import Cryptid
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import PAIR, Answering, AskOrSearch, Disc, Facts, Hue, State
from companion.journal import NamePlate
from ui.games.cryptid.clues import picture_of_hues
from ui.games.guide import Guide, Lesson, Step
from ui.language.phrases import _, phrase
from ui.language.words import begins
from ui.table.names import all_plates

FOX, OWL, BEAR = Seat(0), Seat(1), Seat(2)


def spots(report: r.AnyReport) -> Iterable[Hex]:
    """Return the space of a question or search."""
    return (report.at,) if isinstance(report, r.Ask | r.Search) else ()


def able(game: AnyGame, state: State) -> Iterator[r.AnyReport]:
    """Yield possible reports; with sealed clues only examples that depend on no clue, as all can see them."""
    if not state.sealed:
        yield from game.legal(state)
    elif isinstance(state.stage, AskOrSearch):
        for report in game.legal(state):
            if isinstance(report, r.Ask):
                yield report
                yield r.Search(report.seat, report.at, ())
    elif isinstance(state.stage, Answering):
        yield r.GiveAnswer(state.mover)
    elif state.ended is None:
        yield r.PlaceCube(state.mover, state.own(state.mover)[0], MAP[0])


SEED = 1
"""Seed of the set-up in the pictures."""
HABITAT, ASKED, PAID = Hex(4, 3), Hex(3, 1), Hex(3, 7)
MATCH = (
    r.PlaceCube(FOX, Hue.ORANGE, Hex(4, 9)),
    r.PlaceCube(OWL, Hue.PURPLE, Hex(2, 3)),
    r.PlaceCube(FOX, Hue.ORANGE, Hex(2, 6)),
    r.PlaceCube(OWL, Hue.PURPLE, Hex(0, 10)),
    r.Ask(FOX, ASKED),
    r.GiveAnswer(OWL, Hue.PURPLE),
    r.PlaceCube(FOX, Hue.BLUE, PAID),
    r.Ask(OWL, Hex(6, 9)),
    r.GiveAnswer(FOX, Hue.ORANGE),
    r.PlaceCube(OWL, Hue.GREEN, Hex(1, 0)),
    r.Search(FOX, HABITAT, (Disc(Hue.ORANGE, HABITAT), Disc(Hue.BLUE, HABITAT))),
    r.GiveAnswer(OWL),
)
SHARED, ANSWERED, COST = 4, 6, 7
"""Numbers of reports after which the opening cubes are placed, a question is answered, a cube is paid."""

CUBES = (
    (FOX, Hue.ORANGE, Hex(1, 4)),
    (OWL, Hue.BLUE, Hex(5, 2)),
    (BEAR, Hue.GREEN, Hex(2, 2)),
    (FOX, Hue.ORANGE, Hex(3, 0)),
    (OWL, Hue.BLUE, Hex(1, 9)),
    (BEAR, Hue.GREEN, Hex(4, 2)),
)
THREE_HABITAT, THREE_ASKED, THREE_RULED_OUT, THREE_PAID = Hex(6, 4), Hex(6, 2), Hex(6, 1), Hex(5, 9)
THREE_MATCH = (
    *(r.PlaceCube(*cube) for cube in CUBES),
    r.Ask(FOX, THREE_ASKED, OWL),
    r.GiveAnswer(OWL),
    r.Ask(OWL, THREE_RULED_OUT, BEAR),
    r.GiveAnswer(BEAR, Hue.GREEN),
    r.PlaceCube(OWL, Hue.BLUE, THREE_PAID),
    r.Ask(BEAR, Hex(7, 4), FOX),
    r.GiveAnswer(FOX),
    r.Search(FOX, THREE_HABITAT, (Disc(Hue.ORANGE, THREE_HABITAT),)),
    r.GiveAnswer(OWL),
    r.GiveAnswer(BEAR),
)
THREE_SHARED, THREE_ANSWERED, THREE_COST = 6, 8, 11
"""The same for three players, who have one clue each."""


# The set-up.

THE_MAP = _("Put the six pieces of the map together and stand the structures on it, as shown here.")
TWO_BOOKS = _(
    "Everybody takes two clue books, and the cubes and discs of two colours: one colour for each clue."
)
ONE_BOOK = _("Everybody takes a clue book, and the cubes and discs of one colour.")
TWO_COLOURS = _("Everybody takes the cubes and discs of two colours: one colour for each clue.")
ONE_COLOUR = _("Everybody takes the cubes and discs of one colour.")
ON_SCREEN = _("Your clues are on this screen. Rest a finger on your name while the others look away.")
SECRET = _("Read your own clues where nobody else sees them, and don't tell anybody what they are.")
goes_on = phrase(
    "{who} puts a cube where {who}'s own clue rules the space out. "
    "Then it goes on clockwise, until everybody has put two.",
    str,
)


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the set-up steps of a match; the map's only if the map is known."""
    view = Cryptid().view(Cryptid().opening(facts), TABLE)
    names = [plate.name for plate in all_plates(plates, facts.players)]
    hues = tuple((picture_of_hues(view.own(Seat(n))), name) for n, name in enumerate(names))
    first = names[view.mover]
    pair, pieces = len(view.own(Seat(0))) == PAIR, _("Clue books, cubes and discs")
    taken = TWO_BOOKS if pair else ONE_BOOK
    if view.sealed:
        pieces, taken = _("Cubes and discs"), TWO_COLOURS if pair else ONE_COLOUR
    return (
        *([Step(_("The map"), THE_MAP)] if facts.setup is not None else []),
        Step(pieces, taken, hues),
        Step(_("The clues are secret"), ON_SCREEN if view.sealed else SECRET, hues),
        Step(begins(first), goes_on(first)),
    )


CAN: dict[type, str] = {
    r.PlaceCube: _("put a cube down"),
    r.Ask: _("ask about a space"),
    r.Search: _("search a space"),
    r.GiveAnswer: _("answer"),
}
ONLY, FIRST, ASK = _("Find the only space that fits"), _("First, two cubes each"), _("Ask")
COSTS, SEARCH = _("A cube costs you a cube"), _("Search")

FOR_TWO = Guide(
    Facts(2, deal(SEED, Mode.NORMAL, 2)),
    MATCH,
    (
        Lesson(ONLY, ("cr.clue", "cr.setup", "cr.truth"), len(MATCH)),
        Lesson(FIRST, ("cr.sharing", "cr.turn"), SHARED, spots=(Hex(4, 9), Hex(2, 3), Hex(2, 6), Hex(0, 10))),
        Lesson(ASK, ("cr.answer-both", "cr.answer-one", "cr.answer-none"), ANSWERED, spots=(ASKED,)),
        Lesson(COSTS, ("cr.penalty", "cr.one-cube", "cr.dead-space"), COST, spots=(ASKED, PAID)),
        Lesson(SEARCH, ("cr.search",), len(MATCH), spots=(HABITAT,)),
    ),
    CAN,
    spots,
    able,
    set_up=set_up,
    players=_("two players"),
)

GUIDE = Guide(
    Facts(3, deal(SEED, Mode.NORMAL, 3)),
    THREE_MATCH,
    (
        Lesson(ONLY, ("cr.clue", "cr.one-clue", "cr.truth"), len(THREE_MATCH)),
        Lesson(
            FIRST,
            ("cr.sharing", "cr.one-cube"),
            THREE_SHARED,
            spots=tuple(at for _seat, _hue, at in CUBES),
        ),
        Lesson(ASK, ("cr.turn", "cr.answer"), THREE_ANSWERED, spots=(THREE_ASKED,)),
        Lesson(COSTS, ("cr.penalty", "cr.dead-space"), THREE_COST, spots=(THREE_RULED_OUT, THREE_PAID)),
        Lesson(SEARCH, ("cr.search", "cr.clockwise"), len(THREE_MATCH), spots=(THREE_HABITAT,)),
    ),
    CAN,
    spots,
    able,
    set_up=set_up,
    players=_("three to five players"),
    variant=FOR_TWO,
)
