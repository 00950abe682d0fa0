"""A box that is being entered: what is known of it so far, and what a finger changes. Pure."""

from collections.abc import Collection
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.box import (
    LEAST_PIECES,
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    STARTS,
    Pattern,
    Profile,
    cells_of,
)
from companion.games.tracktic.grid import MOST, Cell, Shape, shape_of
from companion.games.tracktic.profile_faults import Fault, fits, found
from ui.games.tracktic.profile_steps import Step

CELL, GAP = ".", "#"
"""A cell without a start piece, and a place where no cell is."""

FIRST_SIDE = 12
"""A new grid is so wide and high; the steppers change it from there."""
FIRST_PIECES = 40
NAME = "our box"

Grid: TypeAlias = Literal["area", "area_two"]
"""Which of the two grids."""

Heap: TypeAlias = Literal["pieces", "flips", "tokens"]
"""What is counted."""

LEAST: dict[Heap, int] = {"pieces": LEAST_PIECES, "flips": 0, "tokens": 0}


class Draft(Struct, frozen=True):
    """A box as far as it was told, and the step at which it is being entered."""

    box: Profile
    step: Step = Step.SIZE

    # The grids.

    def grid(self, which: Grid) -> tuple[str, ...]:
        """Return the rows of a grid; of the grid for two those of the large one where it is the same."""
        return self.box.area_two or self.box.area if which == "area_two" else self.box.area

    @property
    def two_alike(self) -> bool:
        """Whether two play on the same grid as more."""
        return not self.box.area_two

    def resized(self, which: Grid, rows: int, columns: int) -> "Draft":
        """Change the size of a grid: new cells come at the right and below, and go there first."""
        rows, columns = min(max(rows, 1), MOST), min(max(columns, 1), MOST)
        old = self.grid(which)
        blank = (CELL * columns,) * max(0, rows - len(old))
        return self._with(which, (*(line[:columns].ljust(columns, CELL) for line in old[:rows]), *blank))

    def marked(self, which: Grid, cells: Collection[Cell], sign: str) -> "Draft":
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

    def two(self, alike: bool) -> "Draft":
        """Have two play on the same grid as more, or on one of their own, which begins like the large one."""
        return self._with("area_two", () if alike else self.grid("area_two"))

    def _with(self, which: Grid, rows: tuple[str, ...]) -> "Draft":
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

    def drawn(self, at: int, cells: Collection[Cell]) -> "Draft":
        """Return the draft with the pattern at a place drawn like this; at the end a new one is added."""
        rows, patterns = rows_of(shape_of(cells)), list(self.box.patterns)
        if at < len(patterns):
            patterns[at] = replace(patterns[at], rows=rows)
        else:
            patterns.append(Pattern(self.next_id, rows))
        return self._patterns(patterns)

    def counted(self, at: int, count: int) -> "Draft":
        """Change how many cards of a pattern there are."""
        patterns = list(self.box.patterns)
        patterns[at] = replace(patterns[at], count=min(max(count, 1), MOST_OF_A_KIND))
        return self._patterns(patterns)

    def without(self, at: int) -> "Draft":
        """Take a pattern away."""
        return self._patterns([*self.box.patterns[:at], *self.box.patterns[at + 1 :]])

    def _patterns(self, patterns: list[Pattern]) -> "Draft":
        return replace(self, box=replace(self.box, patterns=tuple(patterns)))

    # The rest.

    def heaped(self, heap: Heap, count: int) -> "Draft":
        """Change how many pieces, flip cards or tokens there are."""
        count = min(max(count, LEAST[heap]), MOST_OF_A_KIND)
        return replace(self, box=msgspec.structs.replace(self.box, **{heap: count}))

    def named(self, name: str) -> "Draft":
        """Change the name."""
        return replace(self, box=replace(self.box, name=name))

    @property
    def fault(self) -> Fault | None:
        """The first thing that keeps the box from being played with."""
        return next(found(self.box), None)


def new_draft() -> Draft:
    """Return a draft of which nothing is told yet."""
    area = (CELL * FIRST_SIDE,) * FIRST_SIDE
    return Draft(Profile(NAME, area, (), FIRST_PIECES, 0, 0))


def draft_of(box: Profile) -> Draft:
    """Return a box as a draft, to be corrected; what is entered is nobody's invention."""
    return Draft(replace(box, made_up=False))


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


def draft_to_text(draft: Draft) -> str:
    """Return a draft as it is kept."""
    return msgspec.json.encode(draft).decode()


def draft_from_text(text: str) -> Draft | None:
    """Read a draft as it was kept, None where there is none; SetupError where it is damaged."""
    if not text:
        return None
    try:
        draft = msgspec.json.decode(text, type=Draft)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SetupError(f"the box that is being entered can't be read: {error}") from None
    for rows in (draft.box.area, draft.box.area_two):
        if not drawable(rows):
            raise SetupError("the box that is being entered can't be read: a grid is none")
    tidy = all(fits(pattern) for pattern in draft.box.patterns)
    if not draft.box.area or len(draft.box.patterns) > MOST_PATTERNS or not tidy:
        raise SetupError("the box that is being entered can't be read: too little or too much is in it")
    return draft


def drawable(rows: tuple[str, ...]) -> bool:
    """Tell whether rows can be drawn on as a grid: straight edges, known signs, and not too large."""
    wide = {len(line) for line in rows}
    known = {*"".join(rows)} <= {CELL, GAP, *STARTS}
    return known and len(rows) <= MOST and len(wide) <= 1 and all(1 <= width <= MOST for width in wide)
