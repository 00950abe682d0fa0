"""Sequence States & Capitals on five cards, from a match for two on the made-up board."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.sequence_states import layout
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Facts
from companion.games.sequence_states.reports import (
    AnyReport,
    CallTalk,
    ChooseFive,
    DrawCard,
    Forfeit,
    ForfeitAll,
    PassTurn,
    PlaceChip,
    RemoveChip,
    SwapDead,
)
from ui.games.guide import Guide, Lesson
from ui.games.sequence_states.aims import PlayRemove, PlayState, SpaceTap
from ui.phrases import _

PLAYED = """4,3 4,7 4,4 2,2 4,5 8,1 4,6 7,7 4,2 6,3 5,4 1,8 6,4 2,8 7,4 9,9 8,4"""
"""Row and column of each chip, from 0; red begins, and its second sequence wins."""
SPACES = [Space(*map(int, space.split(","))) for space in PLAYED.split()]
FIRST = 9
"""Chips that lie there with the first sequence."""


def spots(report: AnyReport) -> Iterable[SpaceTap]:
    """Return the space of a chip."""
    return (SpaceTap(report.space),) if isinstance(report, PlaceChip | RemoveChip) else ()


GUIDE = Guide(
    Facts(2, layout=layout.demo(), rulings={"draws": "granted"}),
    tuple(PlaceChip(Seat(n % 2), space) for n, space in enumerate(SPACES)),
    (
        Lesson(_("Two sequences win"), ("ss.sequence", "ss.win"), len(SPACES)),
        Lesson(_("A card puts a chip down"), ("ss.play", "ss.draw", "ss.add"), 4, PlayState("CA")),
        Lesson(_("Take a chip off"), ("ss.remove",), FIRST, PlayRemove()),
        Lesson(_("The next one may share a space"), ("ss.share",), len(SPACES), spots=(SpaceTap(SPACES[2]),)),
        Lesson(_("A dead card"), ("ss.dead", "ss.reshuffle", "ss.table-talk"), 14, PlayState("NM")),
    ),
    {
        PlaceChip: _("put a chip down"),
        RemoveChip: _("take a chip off"),
        DrawCard: _("draw a card"),
        SwapDead: _("swap a dead card"),
        ChooseFive: _("choose which five are turned over"),
        Forfeit: _("put a card down for table talk"),
        ForfeitAll: _("tell that all have put one down"),
        CallTalk: _("call table talk"),
        PassTurn: _("pass"),
    },
    spots,
)
