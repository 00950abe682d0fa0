"""Entering the owner's box, step by step. Every tap is saved at once, so leaving loses nothing."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import LETTERS
from companion.games.tracktic.profile import MOST_OF_A_KIND, STARTS, Fault, Profile, cells_of
from ui.games.drafted import OwnEditor, held_pad
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.art import Cells, drawn_piece, lattice_of, pattern_rows, picture
from ui.games.tracktic.drafts import (
    FOR_TWO,
    GAP,
    LEAST,
    BoxDraft,
    BoxStep,
    Grid,
    Heap,
    new_draft,
    step_for,
    steps,
)
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.words import COLOURS
from ui.language import words as frame
from ui.parts.values import (
    Button,
    Drawing,
    Figure,
    Header,
    Pages,
    Part,
    Row,
    Screen,
    Text,
    column,
    row,
    sides,
    small_pad,
)
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Item, Scene, Spot, Viewport
from ui.stage.shapes import Box, Letters, Rim
from ui.table.names import row_column

# A grid drawn with a finger, which highlights the touched cell; and a whole box in pictures.
#
# Cells may be smaller than a fingertip, so two bars run through the touched cell to the edges.

MOST_MM = 14.3
"""Largest side of a cell."""
GRID_LINE_MM = 0.9
BARS = 0.28
"""Opacity of the bars through the touched cell."""
PATTERN_CELL_MM, BOX_CELL_MM = 2.6, 6.0
"""Largest side of a cell in the picture of a pattern, and in the grids of a whole box."""
NUMBER_MM = 2.9


def entry(rows: tuple[str, ...], fault: Cell | None, room: Viewport, finger: Spot | None) -> Scene:
    """Return a grid with a frame around a faulty cell; its spots are `CellTap`."""
    lattice = lattice_of(rows, room, MOST_MM)
    items: list[Item] = list(picture(rows, room, MOST_MM, theme.BAR, theme.PANEL))
    touched = finger.cell if isinstance(finger, CellTap) else None
    if touched is not None:
        bounds, at, bar_tone = lattice.room, lattice.rect(touched), (*theme.TEXT[:3], BARS)
        items.append(Box(Rect(bounds.x, at.y, bounds.width, at.height), bar_tone))
        items.append(Box(Rect(at.x, bounds.y, at.width, bounds.height), bar_tone))
    for cell, tone in ((touched, theme.PRIMARY), (fault, theme.WARNING)):
        if cell is not None:
            items.append(Rim(lattice.rect(cell), tone, room.mm(GRID_LINE_MM)))
    area = frozenset(Cell(row, column) for row in range(lattice.rows) for column in range(lattice.columns))
    # No dead edges: a stroke marks every cell it touches.
    return Scene(tuple(items), (Cells(lattice, area, stuck=0.0),))


def numbered_pattern(room: Viewport, rows: tuple[str, ...], number: int) -> Iterator[Item]:
    """Yield a pattern with its number at the left."""
    left, rest = room.rect.cut_left(room.mm(NUMBER_MM * 1.2))
    yield from picture(pattern_rows(rows), Viewport(rest, room.density), PATTERN_CELL_MM, theme.RAISED)
    yield Letters(str(number), left, theme.DIM, room.mm(NUMBER_MM), along=0)


def overview(grids: Sequence[tuple[str, tuple[str, ...]]], room: Viewport, finger: Spot | None) -> Scene:
    """Return grids next to each other, each with a caption below that says who plays on it."""
    items: list[Item] = []
    size = room.mm(theme.BODY_MM)
    line = size * 1.5
    for (caption, rows), cell in zip(grids, room.rect.columns([1] * len(grids), room.mm(3)), strict=True):
        inner = Viewport(cell.inset(0, line), room.density)
        items += picture(rows, inner, BOX_CELL_MM, theme.BAR, theme.PANEL)
        low = lattice_of(rows, inner, BOX_CELL_MM).room.y
        items.append(Letters(caption, Rect(cell.x, low - line, cell.width, line), theme.DIM, size))
    return Scene(tuple(items))


LINE_MM = 15.0
"""Greatest height of a row of pads."""
LEFT_MM, PATTERN_TOOLS_MM = 71.0, 58.0
"""Greatest width of a step's drawing, and the width of the tools next to patterns and a whole box.

Other tools have the rest.
"""
TILE_MM, MOST_TILE_MM = 14.2, 16.0

StrokeAction: TypeAlias = Callable[[BoxDraft, Sequence[Cell]], BoxDraft]
"""Applies a stroke over some cells to a draft."""


class BoxEditor(OwnEditor[Profile, BoxDraft]):
    """The steps one after another; a fault leads to the step that can mend it."""

    _fault: Fault | None = None
    _stroke: tuple[StrokeAction, BoxDraft, Cell] | None = None

    def start(self) -> None:
        """Begin at the draft's step."""
        super().start()
        self._begin_step()

    # What a tap does.

    def go_on(self) -> None:
        """Take the drawn pattern, go to the next step, or finish; a fault is shown instead."""
        draft = self.draft
        following = draft.neighbour(1)
        if draft.sheet is not None:
            self._fault = draft.sheet_fault
            if self._fault is None:
                self.take(draft.taken())
                self.chosen = draft.sheet.at
            self.compose()
        elif following is not None:
            self.take(replace(draft, step=following))
        elif draft.fault is None:
            self.on(draft.box)
        else:
            self._mend(draft.fault)

    def go_back(self) -> None:
        """Drop the drawing, go to the previous step, or leave."""
        earlier = self.draft.neighbour(-1)
        if self.draft.sheet is not None:
            self.take(replace(self.draft, sheet=None))
        elif earlier is None:
            self.back()
        else:
            self.take(replace(self.draft, step=earlier))

    def choose(self, pattern: int) -> None:
        """Choose a pattern, to change its count, redraw it or remove it."""
        self.chosen = pattern
        self.compose()

    def pick(self, letter: str) -> None:
        """Draw with the colour of a letter."""
        self.brush = letter
        self.compose()

    def stroke(self, trail: tuple[CellTap, ...], lifted: bool) -> None:
        """Draw; the draft changes when the finger is lifted."""
        cells = [tap.cell for tap in trail]
        doing = self._stroke[0] if self._stroke is not None else self._stroke_action(cells[0])
        drawn = doing(self.draft, cells)
        self._stroke = None if lifted else (doing, drawn, cells[-1])
        if lifted:
            self.change(drawn)
        else:
            self.compose()

    def _stroke_action(self, cell: Cell) -> StrokeAction:
        """Return the action of a stroke; its first cell decides whether it draws or erases."""
        if (sheet := self.draft.sheet) is not None:
            on = cell not in sheet.cells
            return lambda draft, cells: draft.with_cells(cells, on)
        grid, sign = self._grid_name, self.draft.brushed(self._grid_name, cell, self.brush)
        return lambda draft, cells: draft.marked(grid, cells, sign)

    def _mend(self, fault: Fault) -> None:
        self.take(replace(self.draft, step=step_for(fault)))
        self._fault = fault
        if fault.pattern:
            self.chosen = fault.pattern - 1
        self.brush = fault.letter or self.brush
        self.compose()

    def changed(self, before: BoxDraft) -> None:
        """Turn to the draft's step if it has changed, and choose a pattern that was just added."""
        after, self._fault = self.draft, None
        if (after.step, after.sheet is None) != (before.step, before.sheet is None):
            self.drafted.turn()
            self._begin_step()
        patterns, patterns_before = after.box.patterns, before.box.patterns
        if len(patterns) > len(patterns_before):
            # The new one is last, one that Undo brought back where it was.
            self.chosen = next(
                (n for n, old in enumerate(patterns_before) if old != patterns[n]), len(patterns) - 1
            )
        self.chosen = min(self.chosen, len(patterns) - 1)
        super().changed(before)

    def _begin_step(self) -> None:
        self._stroke = None
        self.brush = STARTS[0] if self.draft.step in (BoxStep.STARTS, BoxStep.TWO_STARTS) else GAP
        self.chosen = len(self.draft.box.patterns) - 1

    @property
    def _grid_name(self) -> Grid:
        return "area_two" if self.draft.step in FOR_TWO else "area"

    # How it looks.

    def part(self) -> Screen:
        """Return the page of the step, or of the pattern being drawn."""
        draft = self.draft if self._stroke is None else self._stroke[1]
        if draft.sheet is not None:
            body = self._sheet(draft)
        else:
            match draft.step:
                case BoxStep.PATTERNS:
                    body = self._patterns(draft)
                case BoxStep.COUNTS:
                    body = self._counts(draft)
                case BoxStep.CHECK:
                    body = self._check(draft)
                case _:
                    body = self._grid(draft)
        return Screen(self._header(draft), body)

    def _header(self, draft: BoxDraft) -> Header:
        """Return the header: the touched cell, else a fault, else what to do."""
        fault = self._fault or (draft.fault if draft.step is BoxStep.CHECK and draft.sheet is None else None)
        wrong = words.fault(fault) if fault is not None else self.warning
        every, word = steps(draft.two_alike), frame.NEXT
        asks, hint = words.ASKS[draft.step], words.step_of(every.index(draft.step) + 1, len(every))
        if draft.sheet is not None:
            asks = words.TAP_PATTERN
            word = words.PATTERN_DONE if draft.sheet.at >= len(draft.box.patterns) else frame.DONE
        elif draft.step is BoxStep.CHECK:
            word = words.KEEP if draft.fault is None else words.MEND
        if self._stroke is not None:
            asks, wrong = row_column(self._stroke[2]), ""
        elif wrong:
            asks, hint = wrong, ""
        return Header(asks, hint, self.go_back, self.go_on, word, warns="title" if wrong else "")

    def _page(self, main: Part, *tools: Part, tools_mm: float = 0.0) -> Row:
        """Return a step's main part with its tools above undo, which never moves."""
        low = row(self.undo_pad(), mm=theme.TARGET_MM)
        return sides(main, column(column(*tools), low, mm=tools_mm))

    def _drawn(self, rows: tuple[str, ...], *, on: bool = True, faint: bool = False) -> Drawing:
        fault = self._fault
        at = Cell(fault.line - 1, fault.column - 1) if fault is not None and fault.column else None
        # Each step's drawing has a name of its own, so a stroke never continues on another step's.
        name = f"grid of {self.draft.step}" if self.draft.sheet is None else "pattern"
        draw = self.stroke if on else None
        return Drawing(partial(entry, rows, at), on_stroke=draw, faint=faint, name=name, most_mm=LEFT_MM)

    def _grid(self, draft: BoxDraft) -> Part:
        """Return the grid and the step's tools; steps about the grid's size don't draw on it."""
        rows = draft.grid(self._grid_name)
        match draft.step:
            case BoxStep.SIZE:
                again = self.again_pads(new_draft(), self.change)
                return self._page(self._drawn(rows, on=False), *self._sizes(rows), _line(*again))
            case BoxStep.TWO:
                alike = draft.two_alike
                pads = (
                    small_pad(
                        word, "", partial(self.change, draft.two(same)), chosen=alike is same, name=name,
                    )
                    for word, same, name in ((words.SAME, True, "same"), (words.OWN_GRID, False, "own"))
                )  # fmt: skip
                sizes = () if alike else self._sizes(rows)
                return self._page(self._drawn(rows, on=False, faint=alike), _line(*pads), *sizes)
            case BoxStep.STARTS | BoxStep.TWO_STARTS:
                brushes = [
                    small_pad(
                        COLOURS[LETTERS[letter]], words.cells(len(cells_of(rows, letter))),
                        partial(self.pick, letter), chosen=letter == self.brush,
                        picture=partial(drawn_piece, kind=LETTERS[letter]), name=f"brush {letter}",
                    )
                    for letter in STARTS
                ]  # fmt: skip
                return self._page(self._drawn(rows), _line(*brushes[:2]), _line(*brushes[2:]))
            case _:
                legend = (Text(line, dim=True) for line in (words.A_CELL, words.NO_CELL, words.DRAW_BACK))
                count = Text(words.cells(len(cells_of(rows))), theme.title, bold=True)
                return self._page(self._drawn(rows), count, *legend)

    def _sizes(self, rows: tuple[str, ...]) -> tuple[Part, ...]:
        def resize(high: int, wide: int) -> None:
            self.change(self.draft.resized(self._grid_name, high, wide), "size")

        high, wide = len(rows), len(rows[0])
        of = partial(Figure, least=1, most=MOST, most_mm=LINE_MM)
        return (
            of(high, lambda figure: resize(figure, wide), caption=words.ROWS, name="rows"),
            of(wide, lambda figure: resize(high, figure), caption=words.COLUMNS, name="columns"),
        )

    def _sheet(self, draft: BoxDraft) -> Part:
        """Return six by six cells; a tap or a stroke draws or erases."""
        assert draft.sheet is not None
        cells = draft.sheet.cells
        rows = tuple(line.replace(".", "#") for line in draft.sheet.rows)
        wipe = partial(self.change, draft.with_cells(cells, False))
        pad = small_pad(frame.CLEAR, "", wipe, live=bool(cells), name="clear", most_mm=LINE_MM)
        return self._page(self._drawn(rows), pad, Text(words.ANY_CORNER, dim=True, wraps=True))

    def _patterns(self, draft: BoxDraft) -> Part:
        """Return all patterns at the left, and the tools for the chosen one."""
        patterns, at = draft.box.patterns, self.chosen
        tiles = tuple(
            small_pad(
                words.times(pattern.count), "", partial(self.choose, n), chosen=n == at, above=True,
                picture=partial(numbered_pattern, rows=pattern.rows, number=n + 1), name=f"pattern {n + 1}",
            )
            for n, pattern in enumerate(patterns)
        )  # fmt: skip
        list_ = Pages(tiles, TILE_MM, TILE_MM, MOST_TILE_MM, shows=max(at, 0), name="patterns")
        add = partial(self.change, draft.opened(len(patterns)))
        pad = Button(words.ADD, words.ADD_HINT, add, live=not draft.full, name="add", most_mm=LINE_MM)
        tools: list[Part] = [pad]
        if patterns:
            count = Figure(
                patterns[at].count, lambda figure: self.change(draft.counted(at, figure), f"count {at}"),
                least=1, most=MOST_OF_A_KIND, caption=words.LIKE_THIS, name="count", most_mm=LINE_MM,
            )  # fmt: skip
            redraw = partial(self.change, draft.opened(at))
            away = held_pad(words.TAKE_AWAY, partial(self.change, draft.without(at)))
            tools += [count, _line(small_pad(words.REDRAW, "", redraw, name="redraw"), away)]
        return self._page(list_, *tools, tools_mm=PATTERN_TOOLS_MM)

    def _counts(self, draft: BoxDraft) -> Part:
        """Return the counts of pieces, flip cards and tokens, and the names to choose from."""

        def count(heap: Heap, figure: int) -> None:
            self.change(self.draft.with_count(heap, figure), heap)

        heaps = (
            row(
                Text(words.HEAPS[heap], theme.heading, wraps=True, share=1),
                Figure(draft.count(heap), partial(count, heap), least, MOST_OF_A_KIND, name=heap, mm=40),
                most_mm=LINE_MM,
            )
            for heap, least in LEAST.items()
        )
        own_name = {} if draft.box.name in words.NAMES else {draft.box.name: draft.box.name}
        names = [
            small_pad(
                word, "", partial(self.change, draft.named(name)), chosen=name == draft.box.name,
                name=f"called {name}",
            )
            for name, word in list({**own_name, **words.NAMES}.items())[: len(words.NAMES)]
        ]  # fmt: skip
        title = Text(words.WHICH_NAME, bold=True)
        return self._page(column(*heaps), title, _line(*names[:2]), _line(*names[2:]))

    def _check(self, draft: BoxDraft) -> Part:
        """Return the whole box, to be checked."""
        alike = draft.two_alike
        grids = [(words.FOR_ALL if alike else words.FOR_MORE, draft.box.area)]
        grids += [] if alike else [(words.FOR_TWO, draft.box.area_two)]
        lines = (Text(line, theme.heading) for line in words.in_the_box(draft.box))
        return self._page(Drawing(partial(overview, grids)), *lines, tools_mm=PATTERN_TOOLS_MM)


def _line(*pads: Part) -> Row:
    return row(*pads, most_mm=LINE_MM)
