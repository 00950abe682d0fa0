"""The guide of Sequence States & Capitals: five cards from a match for two on the made-up board."""

from collections.abc import Iterable

from companion.game import TABLE, Seat
from companion.games.sequence_states import layout
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.game import SequenceStates
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Facts
from companion.journal import NamePlate
from ui.games.guide import Guide, Lesson, Step
from ui.games.sequence_states.art import chip
from ui.games.sequence_states.pending import PlayRemove, PlayState
from ui.language.phrases import _, phrase
from ui.language.words import begins, each, in_deck
from ui.stage.parts import alone, heap
from ui.table.names import all_plates, listed

PLAYED = """4,3 4,7 4,4 2,2 4,5 8,1 4,6 7,7 4,2 6,3 5,4 1,8 6,4 2,8 7,4 9,9 8,4"""
"""Row and column of each chip, from 0. Red begins, and wins with its second sequence."""
SPACES = [Space(*map(int, space.split(","))) for space in PLAYED.split()]


def spots(report: r.AnyReport) -> Iterable[Space]:
    """Return the space of a chip."""
    return (report.space,) if isinstance(report, r.PlaceChip | r.RemoveChip) else ()


# The set-up.

BOARD = _(
    "Lay the board in the middle, with room for the deck beside it. Everybody has their own discard pile."
)
CHIPS = _("Everybody takes the chips of one colour. The coloured side is up, the white one down.")
TEAM_CHIPS = _(
    "Partners share the chips of one colour, coloured side up. "
    "They don't sit side by side: the colours alternate."
)
DEAL = _("Shuffle all the cards and deal. Put the rest face down beside the board.")
goes_on = phrase("{who} sits to the left of the dealer and plays first. Then it goes on clockwise.", str)


def set_up(facts: Facts, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    """Return the set-up steps of a match, with or without teams."""
    view = SequenceStates().view(SequenceStates().opening(facts), TABLE)
    names = [plate.name for plate in all_plates(plates, facts.players)]
    chips = ((alone(chip(side.colour)), listed([names[seat] for seat in side.seats])) for side in view.sides)
    teams = any(len(side.seats) > 1 for side in view.sides)
    hands = "/".join(str(hand) for hand in sorted({seat.hand for seat in view.seats}))
    return (
        Step(_("The board"), BOARD),
        Step(_("The chips"), TEAM_CHIPS if teams else CHIPS, tuple(chips)),
        Step(_("Deal the cards"), DEAL, ((heap, each(hands)), (heap, in_deck(view.state.deck)))),
        Step(begins(names[view.turn]), goes_on(names[view.turn])),
    )


GUIDE = Guide(
    Facts(2, layout=layout.demo(), rulings={"draws": "granted"}),
    tuple(r.PlaceChip(Seat(n % 2), space) for n, space in enumerate(SPACES)),
    (
        Lesson(_("Two sequences win"), ("ss.sequence", "ss.win"), len(SPACES)),
        Lesson(_("A card puts a chip down"), ("ss.play", "ss.draw", "ss.add"), 4, PlayState("CA")),
        Lesson(_("Take a chip off"), ("ss.remove",), 11, PlayRemove()),
        Lesson(_("The next one may share a space"), ("ss.share",), len(SPACES), spots=(SPACES[2],)),
        Lesson(_("A dead card"), ("ss.dead", "ss.reshuffle", "ss.table-talk"), 14, PlayState("ME")),
    ),
    {
        r.PlaceChip: _("put a chip down"),
        r.RemoveChip: _("take a chip off"),
        r.DrawCard: _("draw a card"),
        r.SwapDead: _("swap a dead card"),
        r.ChooseFive: _("choose which five are turned over"),
        r.Forfeit: _("put a card down for table talk"),
        r.ForfeitAll: _("say that all have put one down"),
        r.CallTalk: _("call table talk"),
        r.PassTurn: _("pass"),
    },
    spots,
    set_up=set_up,
)
