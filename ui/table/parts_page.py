"""What to buy for a table, counted from its seats file: one page to print, with a box to tick for each."""

from collections.abc import Iterator

from msgspec import Struct

from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Item, Scene, Viewport
from ui.stage.shapes import Letters, Rim
from ui.stage.svg import svg
from ui.table import wires as words
from ui.table.wire_board import HEIGHT_MM, MARGIN_MM, PAPER, WIDTH_MM, printed
from ui.table.wires import WirePlan

TITLE_MM, ROW_MM, NOTE_MM = 16.0, 15.0, 6.5
"""Heights of the title, of a part, and of a line below them."""
BOX_MM, COUNT_MM = 6.0, 14.0
"""Side of the box to tick, and width of how many."""


class Parts(Struct, frozen=True):
    """How many of what a table needs; `boards` are grab boards, `pads` USB encoders and pads."""

    buttons: int
    lamps: int = 0
    wires: int = 0
    boards: int = 0
    pads: int = 0
    turn: bool = False
    totem: bool = False


def parts_of(plan: WirePlan, pads: int) -> Parts:
    """Count what a wiring needs; `pads` USB pads aren't wired, and in no plan."""
    pins = [pin for board in plan.boards for pin in board.pins]
    roles = [pin.end.role for pin in pins if pin.end is not None]
    return Parts(
        roles.count("button") + len(plan.unwired),
        roles.count("lamp"),
        len(roles) + sum(len(pin.returns) for pin in pins),
        sum(board.name is not None for board in plan.boards),
        pads,
        "turn" in roles,
        "totem" in roles,
    )


def lines(parts: Parts) -> Iterator[tuple[int, str, str]]:
    """Yield how many of what, and what to look for."""
    yield from ((1, *said) for said in words.FOR_EVERY_TABLE)
    yield parts.buttons, *words.PART_BUTTONS
    several = (
        (parts.pads, words.PART_PADS),
        (parts.boards, words.PART_BOARDS),
        (parts.lamps, words.PART_LAMPS),
        (parts.lamps, words.PART_RESISTORS),
        (parts.turn, words.PART_TURN),
        (parts.totem, words.PART_TOTEM),
        (parts.wires, words.PART_WIRES),
    )
    yield from ((int(count), *said) for count, said in several if count)


def parts_page(parts: Parts) -> str:
    """Return the page as SVG, of the size A4."""
    with printed():
        mm = Viewport(Rect(0, 0, 0, 0), 1.0).mm
        sheet = Rect(0, 0, mm(WIDTH_MM), mm(HEIGHT_MM))
        title, rest = sheet.inset(mm(MARGIN_MM)).cut_top(mm(TITLE_MM))
        items: list[Item] = [Letters(words.PARTS_TITLE, title, theme.TEXT, mm(7.5), bold=True, along=0)]
        for count, part, look in lines(parts):
            at, rest = rest.cut_top(mm(ROW_MM))
            box, told = at.cut_left(mm(BOX_MM), mm(2))
            square = Rect(box.x, box.center[1] - box.width / 2, box.width, box.width)
            many, told = told.cut_left(mm(COUNT_MM), mm(3))
            upper, lower = told.inset(0, mm(1.5)).rows(2, 0)
            items += [
                Rim(square, theme.EDGE, mm(0.4), mm(0.8)),
                Letters(str(count), many, theme.TEXT, mm(6), bold=True, along=1),
                Letters(part, upper, theme.TEXT, mm(4.4), bold=True, along=0),
                Letters(look, lower, theme.DIM, mm(3.4), along=0),
            ]
        rest = rest.cut_top(mm(NOTE_MM))[1]
        for note in words.PARTS_NOTES:
            at, rest = rest.cut_top(mm(NOTE_MM))
            items.append(Letters(note, at, theme.TEXT, mm(3.4), along=0))
        return svg(Scene(tuple(items)), sheet, PAPER, paper=True)
