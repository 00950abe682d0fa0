"""For a left hand what is tapped is to the left of what is looked at, so that no arm hides it."""

import pytest

from companion.games.sheet.model import Facts
from companion.games.sheet.sheet_file import shipped_sheet
from tests.ui.desk import Desk, the, there
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from tests.ui.test_tally_frame import TALLIES
from tests.ui.test_wiring_guide import BOTH
from tests.ui.test_wiring_guide import Table as WiringTable
from ui.dialogs.notice import EntryDialog
from ui.games.registry import FACES
from ui.games.sheet.entry import FiguresEntry
from ui.games.sheet.face import SheetFace
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages
from ui.screens.how_to import Cards, lesson_cards
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.widgets.layout import Rect, rect_of
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering

WINDOW = Rect(0, 0, 800, 480)


@pytest.fixture(params=[False, True], ids=["right", "left"])
def left(request: pytest.FixtureRequest, rig: Rig) -> bool:
    """Whether the hand is the left one."""
    theme.use(theme.Theme(left=request.param))
    return bool(request.param)


def lies(pad: Widget | Lettering, seen: Widget, left: bool) -> bool:
    """Return whether what is tapped, or told, is wholly on the hand's side of what is looked at."""
    at, board = pad.rect if isinstance(pad, Lettering) else rect_of(pad), rect_of(seen)
    return at.right <= board.x if left else at.x >= board.right


def show(rig: Rig, widget: Widget) -> None:
    rig.fill(widget)
    assert not faults(widget, WINDOW)


def test_cards_are_turned_beside_their_picture(rig: Rig, left: bool) -> None:
    face = FACES["ungle-speed"]()
    cards = Cards(lesson_cards(face, there(face.guide())))
    show(rig, cards)
    assert lies(cards["before"], cards["picture"], left)
    assert lies(cards["after"], cards["picture"], left)


@pytest.mark.parametrize("game", TALLIES)
def test_a_finished_board_is_told_beside_it(rig: Rig, left: bool, game: str) -> None:
    screen = TALLIES[game]()
    show(rig, screen)
    board = next(screen[name] for name in ("grid", "spaces", "pairs") if name in screen)
    others = [part for part in screen.children if isinstance(part, Pad)]
    beside = set(others) - {screen[name] for name in ("back", "undo", "clear")}
    assert beside
    assert all(lies(pad, board, left) for pad in beside)


def test_pages_are_turned_beside_the_list(rig: Rig, left: bool) -> None:
    pads = tuple(Button(str(n), name=f"pad {n}") for n in range(30))
    pages = PartScreen()
    pages.see(Pages(pads, theme.TARGET_MM, name="list", shows=0))
    show(rig, pages)
    assert lies(pages["list down"], pages["pad 0"], left)
    assert (pages["list up"].live, pages["list down"].live) == (False, True)
    pages.see(Pages(pads, theme.TARGET_MM, name="list", shows=29))
    assert (pages["list up"].live, pages["list down"].live) == (True, False), "it is the last page"


def test_a_figure_is_entered_beside_the_row(desk: Desk, left: bool) -> None:
    theme.use(theme.Theme(left=left))  # the last choice applies at the next start
    desk.frame.deal(SheetFace(), Facts(4, shipped_sheet("wizard")), theme.plates()[:4])
    desk.settle()
    desk.table.routine()
    desk.settle()
    entry = the(FiguresEntry, the(EntryDialog, desk.table.opened).entry)
    assert lies(entry["on"], entry["key 7"], left)
    assert not [fault for front in desk.front for fault in faults(front, WINDOW)]


def test_the_pins_are_told_beside_the_board(rig: Rig, left: bool) -> None:
    table = WiringTable(rig, BOTH, 6)
    board = table.guide["board"]
    assert all(lies(table.guide[name], board, left) for name in ("place", "notes", "board 0", "board 1"))
