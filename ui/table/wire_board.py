"""A table's wiring as scenes: boards pin by pin, wires with their seats' marks; and what to buy. Pure.

The screen shows one board at a time; `page` prints all of them on a sheet.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.journal import NamePlate
from ui.language import words
from ui.stage import fonts, theme
from ui.stage.parts import marked
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Scene, Slot, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.svg import svg
from ui.table import wires
from ui.table.wires import WireBoard, WirePin, WirePlan, WirePlug

ROWS, ACROSS = 20, 25
"""Rows of pins, and the width of a board with names on both sides, in heights of a row."""
FAINT, LIT = 0.45, 0.4
"""Opacity of wires that are proposed or of empty seats, and of the row of a pressed button."""
MORE, NAMED = 1.8, 4.6
"""Width of "+12" and of "totem switch", in heights of a row."""
LETTERS, SMALLER, SMALLEST = 0.72, 0.61, 0.66
"""Size of names, of positions, and of what shares a ground, in heights of a row."""
CHAIN_MM, NAME_MM = 5.6, 11.0
"""Height of a circuit, and width of its name."""

SeatLookup = Callable[[Seat], tuple[NamePlate, str, bool]]
"""Returns a seat's mark and name, and whether somebody sits there."""


def label(end: WirePlug, who: SeatLookup) -> str:
    """Return in words what a wire is for."""
    if end.seat is None:
        return wires.TURN_BUTTON if end.role == "turn" else wires.TOTEM
    name = who(end.seat)[1]
    return wires.lamp_of(name) if end.role == "lamp" else name


def title_of(board: WireBoard) -> str:
    """Return a board's title."""
    return wires.PI if board.name is None else wires.board(board.name)


def wire_board(
    board: WireBoard,
    who: SeatLookup,
    room: Viewport,
    *,
    faint: bool = False,
    lit: Collection[WirePin] = (),
    read: Collection[WirePin] = (),
) -> Scene:
    """Return a board and its wires; the pins are spots, and a finger can slide from one to another.

    `faint`: draw proposed wires fainter. `lit`: the pins of pressed buttons. `read`: pins under a finger.
    """
    pitch = min(room.rect.height / ROWS, room.rect.width / ACROSS)
    drawn = _Board(board, who, room.rect.cut_top(pitch * ROWS)[0], pitch, faint)
    items: list[Slot] = [*drawn.body()]
    for pin in board.pins:
        tone = drawn.tone(pin.end, LIT) if pin in lit else theme.RAISED if pin in read else None
        items += drawn.pin(pin, tone)
    return Scene(tuple(items), (Pads(tuple((pin, drawn.row(pin)) for pin in board.pins), apart=False),))


class _Board(Struct, frozen=True):
    """A board in a rectangle with rows of the height `pitch`, in pixels."""

    board: WireBoard
    who: SeatLookup
    rect: Rect
    pitch: float
    faint: bool

    @property
    def half(self) -> float:
        """Distance of the pins from the middle, in pixels."""
        pico = self.board.model == "pico"
        return min(self.rect.width * 0.13, self.pitch * 4.2) if pico else self.pitch * 0.5

    def row(self, pin: WirePin) -> Rect:
        """Return the row of a pin, from the middle of the board to the edge."""
        middle, low = self.rect.center[0], self.rect.top - self.pitch * (pin.row + 1)
        return Rect(self.rect.x if pin.side == "left" else middle, low, self.rect.width / 2, self.pitch)

    def tone(self, end: WirePlug | None, opacity: float) -> theme.Tone:
        """Return the tone of a wire's seat; that of text without one."""
        if end is None or end.seat is None:
            return (*theme.TEXT[:3], opacity)
        return theme.seat_tone(self.who(end.seat)[0], opacity)

    def opacity(self, end: WirePlug) -> float:
        """Return a wire's opacity."""
        occupied = end.seat is None or self.who(end.seat)[2]
        return FAINT if not occupied or self.fades(end) else 1.0

    def fades(self, end: WirePlug) -> bool:
        """Return whether to draw a wire faint because it is only proposed."""
        return self.faint and end.proposed

    def ink(self, end: WirePlug) -> theme.Tone:
        """Return the tone of a wire's label."""
        return theme.DIM if self.fades(end) else theme.TEXT

    def body(self) -> Iterator[Item]:
        """Yield the board itself."""
        pitch, rect = self.pitch, self.rect
        wide = 2 * self.half + pitch * 0.9
        board = Rect(rect.center[0] - wide / 2, rect.y, wide, rect.height)
        yield Box(board, theme.PANEL, pitch * 0.3)
        yield Rim(board, theme.LINE, 2, pitch * 0.3)
        if self.board.model == "pico":
            usb = Rect(rect.center[0] - pitch, rect.top - pitch * 1.25, pitch * 2, pitch * 1.25)
            yield Box(usb, theme.LINE, 3)
            yield Letters(wires.USB, usb, theme.TEXT, pitch * 0.6)

    def pin(self, pin: WirePin, ground: theme.Tone | None) -> Iterator[Slot]:
        """Yield one pin and, outwards from it, its position, its name and what goes there."""
        way, align = (-1, 1.0) if pin.side == "left" else (1, 0.0)
        pitch, row, middle = self.pitch, self.row(pin), self.rect.center[0]
        size, y, end = pitch * LETTERS, row.center[1], row.x if way < 0 else row.right
        inside = self.board.model == "pico"

        def room(start: float, wide: float) -> Rect:
            return Rect(start if way > 0 else start - wide, row.y, wide, pitch)

        begin = middle + way * (self.half - pitch * 0.5)
        yield None if ground is None else Box(room(begin, abs(end - begin)), ground, pitch * 0.3)
        yield from self._dot(pin, middle + way * self.half, y)
        x, number = middle + way * (self.half + pitch * 0.6), str(pin.position)
        if inside:
            at = room(middle + way * (self.half - pitch * 1.9), pitch * 1.3)
            yield Letters(number, at, theme.DIM, pitch * SMALLER, along=1 - align)
        else:
            yield Letters(number, room(x, pitch * 1.2), theme.DIM, pitch * SMALLER)
            x += way * pitch * 1.3
        used = pin.end is not None or bool(pin.returns) or bool(pin.link)
        name = room(x, pitch * 3.3)
        yield Letters(pin.name, name, theme.TEXT if used else theme.DIM, size, bold=used, along=align)
        x += way * pitch * 3.5
        to = x + way * pitch * 1.6
        if pin.end is not None:
            yield self._wire(pin.end, x, to, y)
            if pin.end.seat is not None:
                yield from self._mark(pin.end, room(to, pitch))
                to += way * pitch
            to += way * pitch * 0.25
            at = room(to, abs(end - to) - 2)
            yield Letters(label(pin.end, self.who), at, self.ink(pin.end), size, along=align)
        elif pin.link:
            text = wires.to_other(self.board.model, pin.link)
            yield Letters(text, room(x, abs(end - x)), theme.TEXT, size, along=align)
        elif pin.returns:
            yield Stroke(((x, y), (to, y)), theme.LINE, 2)
            yield from self._returns(pin.returns, to + way * pitch * 0.1, end, room, align)

    def _dot(self, pin: WirePin, x: float, y: float) -> Iterator[Item]:
        """Yield a pin: a square for pin 1 and lamps, so that colour isn't their only sign, else a circle."""
        side = self.pitch * 0.68
        at = Rect(x - side / 2, y - side / 2, side, side)
        corner = 0.0 if pin.position == 1 or (pin.end is not None and pin.end.role == "lamp") else side / 2
        bare = theme.DIM if pin.kind == "ground" else theme.BAR
        yield Box(at, bare if pin.end is None else self.tone(pin.end, self.opacity(pin.end)), corner)
        if pin.end is None:
            yield Rim(at, theme.DIM, 2, corner)

    def _wire(self, end: WirePlug, x: float, to: float, y: float) -> Stroke:
        """Return a wire; a lamp's is dashed."""
        dash, thick = abs(to - x) / 7 if end.role == "lamp" else 0.0, max(2.0, self.pitch * 0.17)
        return Stroke(((x, y), (to, y)), self.tone(end, self.opacity(end)), thick, dash=dash)

    def _mark(self, end: WirePlug, at: Rect) -> tuple[Item, ...]:
        assert end.seat is not None, "turn and totem have no mark"
        return marked(self.who(end.seat)[0], at.inset(self.pitch * 0.02), self.opacity(end))

    def _returns(
        self,
        owners: tuple[WirePlug, ...],
        at: float,
        end: float,
        room: Callable[[float, float], Rect],
        align: float,
    ) -> Iterator[Item]:
        """Yield whose second wires come here; those without room are counted."""
        pitch, way = self.pitch, 1 if align == 0 else -1
        size = pitch * SMALLEST
        for place, owner in enumerate(owners):
            remaining, free = len(owners) - place, abs(end - at) / pitch
            if owner.seat is not None and free >= (1 if remaining == 1 else 1 + MORE):
                yield from self._mark(owner, room(at, pitch))
                at += way * pitch * 1.1
                continue
            fits = owner.seat is None and free >= NAMED + (0 if remaining == 1 else MORE)
            text = label(owner, self.who) if fits else wires.more(remaining)
            yield Letters(text, room(at, abs(end - at)), self.ink(owner), size, along=align)
            if not fits:
                return
            at += way * (fonts.width(text, size) + pitch * 0.4)


def chains(plan: WirePlan) -> list[tuple[str, tuple[str, ...]]]:
    """Return the circuits of a button and, if there is one, of a lamp: a name, and the parts in a row."""
    rail = wires.RAILS["ground" if plan.pull == "up" else "3.3 V"]
    switch = wires.OPENING if plan.normally_closed else wires.SWITCH
    rows: list[tuple[str, tuple[str, ...]]] = [(wires.BUTTON, (wires.PIN, switch, rail))]
    if any(end.role == "lamp" for board in plan.boards for end in board.ends):
        lamp = (wires.PIN, wires.RESISTOR, wires.LED, wires.RAILS["ground"])
        rows.append((wires.LAMP, lamp))
    return rows


def circuits(plan: WirePlan, room: Viewport) -> Iterator[Item]:
    """Yield the circuits one below another, each with its name in front."""
    size, rows = room.mm(theme.SMALL_MM) * 0.85, chains(plan)
    for (title, parts), line in zip(rows, room.rect.rows(len(rows), room.mm(1)), strict=True):
        name, boxes = line.cut_left(room.mm(NAME_MM))
        yield Letters(title, name, theme.DIM, size, along=0)
        cells, y = boxes.columns([len(part) + 2 for part in parts], room.mm(1.2)), boxes.center[1]
        yield Stroke(((cells[0].x, y), (cells[-1].right, y)), theme.DIM, 2)
        for part, cell in zip(parts, cells, strict=True):
            yield Box(cell, theme.RAISED, room.mm(0.8))
            yield Letters(part, cell.inset(room.mm(0.4), 0), theme.TEXT, size)


# On paper.

WIDTH_MM, HEIGHT_MM, MARGIN_MM = 210, 297, 12
"""A4; with more than two boards the sheet is longer."""
PITCH_MM = {1: 7.4, 2: 5.3}
"""Height of a pin's row, by the number of boards."""
TITLE_MM, LINE_MM, CHAINS_MM, PRINT_MM = 8.0, 5.0, 90.0, 3.4
"""Height of a title with its gap, height of a line, width of the circuits, and size of the letters."""
PAPER = (1.0, 1.0, 1.0, 1.0)


@contextmanager
def paper_theme() -> Iterator[None]:
    """Use the light theme's colours within the block, for paper."""
    before = theme.now
    theme.use(theme.Theme(light=True))
    try:
        yield
    finally:
        theme.use(before)


@paper_theme()
def page(plan: WirePlan) -> str:
    """Return a wiring as an SVG page to print, with numbers for seats."""
    mm = Viewport(Rect(0, 0, 0, 0), 1.0).mm
    pitch = PITCH_MM.get(len(plan.boards), PITCH_MM[2])
    notes = [wires.MARKS, wires.pulled(plan.pull)]
    notes += [wires.NOTES[note] for note in plan.notes]
    high = sum(TITLE_MM + LINE_MM + ROWS * pitch + LINE_MM * len(board.missing) for board in plan.boards)
    high += CHAIN_MM * len(chains(plan)) + LINE_MM * (len(notes) + 1) + 2 * MARGIN_MM
    sheet = Rect(0, 0, mm(WIDTH_MM), mm(max(HEIGHT_MM, high)))
    rest, items = sheet.inset(mm(MARGIN_MM)), list[Slot]()

    def line(text: str, height: float = LINE_MM, *, size: float = PRINT_MM, bold: bool = False) -> None:
        nonlocal rest
        at, rest = rest.cut_top(mm(height))
        items.append(Letters(text, at, theme.TEXT, mm(size), bold=bold, along=0))

    for board in plan.boards:
        title = f"{title_of(board)}. {wires.viewed_from(board.model, board.name or '')}"
        line(title, TITLE_MM, size=4.2, bold=True)
        at, rest = rest.cut_top(mm(ROWS * pitch), mm(1))
        items += wire_board(board, _on_paper, Viewport(at, 1.0)).items
        for lost in board.missing:
            line(wires.nothing_goes(lost.name, label(lost.end, _on_paper)), bold=True)
        rest = rest.cut_top(mm(LINE_MM - 1))[1]
    at, rest = rest.cut_top(mm(CHAIN_MM * len(chains(plan))), mm(LINE_MM))
    items += circuits(plan, Viewport(at.cut_left(mm(CHAINS_MM))[0], 1.0))
    for note in notes:
        line(note)
    return svg(Scene(tuple(items)), sheet, PAPER, paper=True)


def numbered_plate(seat: Seat) -> NamePlate:
    """Return the mark of an empty seat, with its number, from 1, as the letter."""
    plates = theme.plates()
    return replace(plates[seat % len(plates)], letter=str(seat + 1))


def _on_paper(seat: Seat) -> tuple[NamePlate, str, bool]:
    return numbered_plate(seat), words.seat_number(seat), True


# A shopping list for a table, counted from its seats file: one page to print, with boxes to tick.

PARTS_TITLE_MM, ROW_MM, NOTE_MM = 16.0, 15.0, 6.5
"""Heights of the title, of a part, and of a note below the parts."""
BOX_MM, COUNT_MM = 6.0, 14.0
"""Side of a box to tick, and width of a count."""


def parts_of(plan: WirePlan, pads: int) -> Iterator[tuple[int, str, str]]:
    """Yield the parts that a wiring needs: count, name and what to look for. USB `pads` aren't in a plan."""
    pins = [pin for board in plan.boards for pin in board.pins]
    roles = [pin.end.role for pin in pins if pin.end is not None]
    counted = (
        *((1, part) for part in wires.FOR_EVERY_TABLE),
        (roles.count("button") + len(plan.unwired), wires.PART_BUTTONS),
        (pads, wires.PART_PADS),
        (sum(board.name is not None for board in plan.boards), wires.PART_BOARDS),
        (roles.count("lamp"), wires.PART_LAMPS),
        (roles.count("lamp"), wires.PART_RESISTORS),
        (roles.count("turn"), wires.PART_TURN),
        (roles.count("totem"), wires.PART_TOTEM),
        (len(roles) + sum(len(pin.returns) for pin in pins), wires.PART_WIRES),
    )
    yield from ((count, *part) for count, part in counted if count)


@paper_theme()
def parts_page(parts: Iterable[tuple[int, str, str]]) -> str:
    """Return the shopping list as an SVG page of size A4."""
    mm = Viewport(Rect(0, 0, 0, 0), 1.0).mm
    sheet = Rect(0, 0, mm(WIDTH_MM), mm(HEIGHT_MM))
    title, rest = sheet.inset(mm(MARGIN_MM)).cut_top(mm(PARTS_TITLE_MM))
    items: list[Item] = [Letters(wires.PARTS_TITLE, title, theme.TEXT, mm(7.5), bold=True, along=0)]
    for count, part, hint in parts:
        at, rest = rest.cut_top(mm(ROW_MM))
        box, texts = at.cut_left(mm(BOX_MM), mm(2))
        square = Rect(box.x, box.center[1] - box.width / 2, box.width, box.width)
        number, texts = texts.cut_left(mm(COUNT_MM), mm(3))
        upper, lower = texts.inset(0, mm(1.5)).rows(2, 0)
        items += [
            Rim(square, theme.EDGE, mm(0.4), mm(0.8)),
            Letters(str(count), number, theme.TEXT, mm(6), bold=True, along=1),
            Letters(part, upper, theme.TEXT, mm(4.4), bold=True, along=0),
            Letters(hint, lower, theme.DIM, mm(3.4), along=0),
        ]
    rest = rest.cut_top(mm(NOTE_MM))[1]
    for note in wires.PARTS_NOTES:
        at, rest = rest.cut_top(mm(NOTE_MM))
        items.append(Letters(note, at, theme.TEXT, mm(3.4), along=0))
    return svg(Scene(tuple(items)), sheet, PAPER, paper=True)
