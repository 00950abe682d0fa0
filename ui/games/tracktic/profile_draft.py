"""A box that is being entered: what is known of it so far, and what a finger changes. Pure."""

from collections.abc import Collection
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.tracktic.box import (
    LEAST_PIECES,
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    PATTERN_SIDE,
    STARTS,
    Pattern,
    Profile,
    cells_of,
)
from companion.games.tracktic.grid import MOST, Cell, Shape, shape_of
from companion.games.tracktic.profile_faults import Fault, FaultKind, found
from ui.games.tracktic.profile_steps import BoxStep

CELL, GAP = ".", "#"
"""A cell without a start piece, and a place where no cell is."""

FIRST_SIDE = 12
"""A new grid is so wide and high; the steppers change it from there."""
NAME = "our box"

Grid: TypeAlias = Literal["area", "area_two"]
"""Which of the two grids."""

Heap: TypeAlias = Literal["pieces", "flips", "tokens"]
"""What is counted."""

OF_A_DRAWING = (FaultKind.PATTERN_EMPTY, FaultKind.PATTERN_APART, FaultKind.PATTERN_T, FaultKind.SAME_SHAPE)

LEAST: dict[Heap, int] = {"pieces": LEAST_PIECES, "flips": 0, "tokens": 0}


class PatternSheet(Struct, frozen=True):
    """A pattern that is being drawn: its place among the patterns, and the cells so far."""

    at: int
    cells: tuple[Cell, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """The pad with its cells, as the rows of a pattern."""
        side = range(PATTERN_SIDE)
        return tuple("".join("X" if Cell(r, c) in self.cells else "." for c in side) for r in side)


class BoxDraft(Struct, frozen=True):
    """A box as far as it was told, the step at which it is being entered, and a pattern being drawn."""

    box: Profile
    step: BoxStep = BoxStep.SIZE
    sheet: PatternSheet | None = None

    # The grids.

    def grid(self, which: Grid) -> tuple[str, ...]:
        """Return the rows of a grid; of the grid for two those of the large one where it is the same."""
        return self.box.area_two or self.box.area if which == "area_two" else self.box.area

    @property
    def two_alike(self) -> bool:
        """Whether two play on the same grid as more."""
        return not self.box.area_two

    def resized(self, which: Grid, rows: int, columns: int) -> "BoxDraft":
        """Change the size of a grid: new cells come at the right and below, and go there first."""
        rows, columns = min(max(rows, 1), MOST), min(max(columns, 1), MOST)
        old = self.grid(which)
        blank = (CELL * columns,) * max(0, rows - len(old))
        return self._with(which, (*(line[:columns].ljust(columns, CELL) for line in old[:rows]), *blank))

    def marked(self, which: Grid, cells: Collection[Cell], sign: str) -> "BoxDraft":
        """Put one sign on some places of a grid; a start cell goes only where a cell is."""
        rows = [[*line] for line in self.grid(which)]
        for cell in cells:
            inside = cell.row < len(rows) and cell.column < len(rows[cell.row])
            if inside and not (sign in STARTS and rows[cell.row][cell.column] == GAP):
                rows[cell.row][cell.column] = sign
        return self._with(which, tuple("".join(line) for line in rows))

    def brushed(self, which: Grid, cell: Cell, brush: str) -> str:
        """Return the sign that a stroke with a brush puts down when it begins on a cell.

        `GAP` as a brush turns cells off and on; a colour is put down, or taken away where it is already.
        """
        there = self.grid(which)[cell.row][cell.column]
        if brush == GAP:
            return CELL if there == GAP else GAP
        return CELL if there == brush else brush

    def two(self, alike: bool) -> "BoxDraft":
        """Have two play on the same grid as more, or on one of their own, which begins like the large one."""
        return self._with("area_two", () if alike else self.grid("area_two"))

    def _with(self, which: Grid, rows: tuple[str, ...]) -> "BoxDraft":
        box = replace(self.box, area_two=rows) if which == "area_two" else replace(self.box, area=rows)
        return replace(self, box=box)

    # The patterns.

    @property
    def next_id(self) -> str:
        """The id of the next new pattern: the first of P1, P2, ... that no other has."""
        taken = {pattern.id for pattern in self.box.patterns}
        return next(f"P{n}" for n in range(1, len(taken) + 2) if f"P{n}" not in taken)

    @property
    def full(self) -> bool:
        """Whether no more patterns can be added."""
        return len(self.box.patterns) >= MOST_PATTERNS

    def opened(self, at: int) -> "BoxDraft":
        """Begin to draw the pattern at a place, at the end a new one."""
        old = self.box.patterns[at].rows if at < len(self.box.patterns) else ()
        return replace(self, sheet=PatternSheet(at, tuple(sorted(cells_of(old, "X")))))

    def inked(self, cells: Collection[Cell], on: bool) -> "BoxDraft":
        """Add cells to the pattern that is being drawn, or take them away."""
        if self.sheet is None:
            return self
        left = {*self.sheet.cells} | {*cells} if on else {*self.sheet.cells} - {*cells}
        return replace(self, sheet=replace(self.sheet, cells=tuple(sorted(left))))

    def closed(self) -> "BoxDraft":
        """Forget what was being drawn."""
        return replace(self, sheet=None)

    def taken(self) -> "BoxDraft":
        """Take what was drawn among the patterns."""
        if self.sheet is None:
            return self
        rows, patterns, at = rows_of(shape_of(self.sheet.cells)), list(self.box.patterns), self.sheet.at
        if at < len(patterns):
            patterns[at] = replace(patterns[at], rows=rows)
        else:
            patterns.append(Pattern(self.next_id, rows))
        return replace(self._patterns(patterns), sheet=None)

    @property
    def sheet_fault(self) -> Fault | None:
        """What keeps the drawn pattern from being taken, with its place on the pad; None: nothing."""
        if self.sheet is None:
            return None
        number = self.sheet.at + 1
        drawing = (fault for fault in found(self.taken().box) if number in (fault.pattern, fault.other))
        fault = next((fault for fault in drawing if fault.kind in OF_A_DRAWING), None)
        if fault is None or not fault.line:
            return fault
        top, left = (
            min(cell.row for cell in self.sheet.cells),
            min(cell.column for cell in self.sheet.cells),
        )
        return replace(fault, line=fault.line + top, column=fault.column + left)

    def counted(self, at: int, count: int) -> "BoxDraft":
        """Change how many cards of a pattern there are."""
        patterns = list(self.box.patterns)
        patterns[at] = replace(patterns[at], count=min(max(count, 1), MOST_OF_A_KIND))
        return self._patterns(patterns)

    def without(self, at: int) -> "BoxDraft":
        """Take a pattern away."""
        return self._patterns([*self.box.patterns[:at], *self.box.patterns[at + 1 :]])

    def _patterns(self, patterns: list[Pattern]) -> "BoxDraft":
        return replace(self, box=replace(self.box, patterns=tuple(patterns)))

    # The rest.

    def count(self, heap: Heap) -> int:
        """Return how many there are of something."""
        return {"pieces": self.box.pieces, "flips": self.box.flips, "tokens": self.box.tokens}[heap]

    def heaped(self, heap: Heap, count: int) -> "BoxDraft":
        """Change how many pieces, flip cards or tokens there are."""
        count = min(max(count, LEAST[heap]), MOST_OF_A_KIND)
        return replace(self, box=replace(self.box, **{heap: count}))

    def named(self, name: str) -> "BoxDraft":
        """Change the name."""
        return replace(self, box=replace(self.box, name=name))

    @property
    def fault(self) -> Fault | None:
        """The first thing that keeps the box from being played with."""
        return next(found(self.box), None)


def new_draft() -> BoxDraft:
    """Return a draft of which nothing is told yet: figures are as low as can be, so that none is believed."""
    area = (CELL * FIRST_SIDE,) * FIRST_SIDE
    return BoxDraft(Profile(NAME, area, (), LEAST_PIECES, 0, 0))


def draft_of(box: Profile) -> BoxDraft:
    """Return a box as a draft, to be corrected; what is entered is nobody's invention."""
    return BoxDraft(replace(box, made_up=False))


def rows_of(shape: Shape) -> tuple[str, ...]:
    """Return a shape as the rows of a pattern."""
    if not shape:
        return ()
    rows, columns = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
    return tuple(
        "".join("X" if (row, column) in shape else "." for column in range(columns)) for row in range(rows)
    )


def starts_of(rows: tuple[str, ...]) -> dict[str, int]:
    """Return how many start cells each colour has on a grid."""
    return {letter: len(cells_of(rows, letter)) for letter in STARTS}
