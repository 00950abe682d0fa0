"""A sheet game in the test window: dealt, tapped, and inspected."""

import pytest

from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import shipped_sheet
from tests.ui.desk import Desk, the
from tests.ui.panels import PANELS
from ui.games.sheet.entry import FiguresEntry
from ui.games.sheet.face import SheetFace
from ui.games.sheet.setup import SheetChoice
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.storage.habits import Seating

EACH_PANEL = pytest.mark.parametrize("desk", PANELS, indirect=True)
"""For tests of what is drawn; tests that only play use the small panel."""


def deal(desk: Desk, sheet: Sheet | str, players: int) -> None:
    its = shipped_sheet(sheet) if isinstance(sheet, str) else sheet
    desk.frame.deal(SheetFace(), Facts(players, its), theme.plates()[:players])
    desk.settle()


def choice(desk: Desk, players: int = 3) -> SheetChoice:
    """Take seats and open the choice of a sheet."""
    desk.frame.choose("sheet")
    desk.sit_at(Seating(dict(enumerate(plate.name for plate in theme.plates()[:players])), 0))
    desk.play()
    return desk.screen(SheetChoice)


def turned_to(desk: Desk, its: SheetChoice, name: str) -> Widget:
    """Turn the pages to a sheet's pad."""
    while name not in its:
        desk.tap(its["sheets down"])
    pad: Widget = its[name]
    return pad


def entry_of(desk: Desk) -> FiguresEntry:
    """Return the open pad for figures."""
    return the(FiguresEntry, desk.entry)
