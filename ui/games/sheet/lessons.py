"""Games on a sheet on five cards, from a match of Wizard."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from companion.game import Seat
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import (
    AnyReport,
    CallEnd,
    GiveUp,
    PassRound,
    PauseClock,
    StartClock,
    TellFlag,
    TellRow,
    TellTurn,
    TurnRound,
)
from companion.games.sheet.sheet_file import shipped_sheet
from ui.games.guide import AnyGame, Guide, Lesson
from ui.words import _

BIDS_AND_TRICKS = (
    ((0, 1, 0), (0, 1, 0)),
    ((1, 1, 0), (1, 0, 1)),
    ((2, 0, 1), (2, 1, 0)),
)
MATCH = (*(TellRow((row,)) for pair in BIDS_AND_TRICKS for row in pair), CallEnd())
BIDS, ROUND, TWO, THREE, OVER = 1, 2, 4, 6, 7
"""After so many reports the first bids are told, so many rounds are over, and the game is."""


def spots(report: AnyReport) -> Iterable[Seat]:
    """Return the player whose turn is told."""
    return (report.seat,) if isinstance(report, TellTurn) else ()


def able(game: AnyGame, state: Any) -> Iterator[AnyReport]:
    """Yield one report of each kind that can be told: there may be more rows than anybody can list."""
    yield from islice(game.legal(state), 1)
    if state.rows and state.ended is None:
        yield CallEnd()


GUIDE = Guide(
    Facts(3, shipped_sheet("wizard")),
    MATCH,
    (
        Lesson(_("A row at a time"), ("sh.told", "sh.row", "sh.part"), BIDS),
        Lesson(_("Points are counted"), ("sh.points", "sh.setup"), ROUND),
        Lesson(_("What can't be is refused"), ("sh.figure", "sh.sum", "sh.check"), TWO),
        Lesson(_("Who deals, and whose turn it is"), ("sh.dealer", "sh.turn", "sh.teams"), THREE),
        Lesson(_("When it is over"), ("sh.target", "sh.rounds", "sh.end"), OVER),
    ),
    {
        TellRow: _("enter a row"),
        TellTurn: _("enter a turn"),
        PassRound: _("pass"),
        TurnRound: _("turn play round"),
        StartClock: _("start the clock"),
        PauseClock: _("take a pause"),
        TellFlag: _("tell that the time is up"),
        GiveUp: _("give up"),
        CallEnd: _("end the game"),
    },
    spots,
    able,
)
