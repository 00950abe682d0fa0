"""A game on a sheet in the test window: dealt, tapped, and looked at."""

import pytest

from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import shipped_sheet
from tests.ui.desk import Desk, the
from tests.ui.rig import SIZES
from ui.games.sheet.entry import FiguresEntry
from ui.games.sheet.face import SheetFace
from ui.stage import theme

EACH_PANEL = pytest.mark.parametrize("desk", SIZES, ids=str, indirect=True)
"""For what is looked at; what is only played is played on the small one."""


def deal(desk: Desk, sheet: Sheet | str, players: int) -> None:
    its = shipped_sheet(sheet) if isinstance(sheet, str) else sheet
    desk.frame.deal(SheetFace(), Facts(players, its), theme.plates()[:players])
    desk.settle()


def entry_of(desk: Desk) -> FiguresEntry:
    """Return the pad for figures that lies open."""
    return the(FiguresEntry, desk.entry)
