"""Entering a box: the steps, what a finger changes, and the step that mends a fault. Pure."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import put
from companion.games.tracktic.grid import MOST, Cell, Shape, shape_of
from companion.games.tracktic.model import Piece
from companion.games.tracktic.profile import (
    LEAST_PIECES,
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    PATTERN_SIDE,
    STARTS,
    Fault,
    FaultKind,
    Pattern,
    Profile,
    cells_of,
    faults,
    fits,
    read_profile,
    write_profile,
)
from ui.games.owners_item import SavedForm, from_bytes, read_json, write_json


class BoxStep(StrEnum):
    """A step of entering a box."""

    SIZE = "size"
    DRAW = "draw"
    STARTS = "starts"
    TWO = "two"
    TWO_DRAW = "two_draw"
    TWO_STARTS = "two_starts"
    PATTERNS = "patterns"
    COUNTS = "counts"
    CHECK = "check"


ONLY_TWO = (BoxStep.TWO_DRAW, BoxStep.TWO_STARTS)
"""Steps that are skipped if two play on the same grid as more."""

FOR_TWO = (BoxStep.TWO, *ONLY_TWO)


def steps(two_alike: bool) -> tuple[BoxStep, ...]:
    """Return the steps of entering a box, in order."""
    return tuple(step for step in BoxStep if not (two_alike and step in ONLY_TWO))


def step_for(fault: Fault) -> BoxStep:
    """Return the step that can mend a fault."""
    if fault.part in ("pieces", "flips", "tokens", "name"):
        return BoxStep.COUNTS
    if fault.part == "patterns":
        return BoxStep.PATTERNS
    two = fault.part == "area_two"
    match fault.kind:
        case FaultKind.NO_START | FaultKind.TWO_STARTS | FaultKind.START_T | FaultKind.START_PIECES:
            return BoxStep.TWO_STARTS if two else BoxStep.STARTS
        case FaultKind.SIGN:
            return BoxStep.TWO_DRAW if two else BoxStep.DRAW
        case _:
            return BoxStep.TWO if two else BoxStep.SIZE


# A box that is being entered: what is known so far, and what a finger changes.

CELL, GAP = ".", "#"
"""A cell without a start piece, and a place without a cell."""

FIRST_SIDE = 12
"""Width and height of a new grid, in cells; steppers change them from there."""
NAME = "our box"

Grid: TypeAlias = Literal["area", "area_two"]
"""The two grids of a box."""

Heap: TypeAlias = Literal["pieces", "flips", "tokens"]
"""The things that are counted."""

LEAST: dict[Heap, int] = {"pieces": LEAST_PIECES, "flips": 0, "tokens": 0}


class PatternPage(Struct, frozen=True):
    """A pattern that is being drawn: its index among the patterns, and its cells so far."""

    at: int
    cells: tuple[Cell, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawing area with its cells, as the rows of a pattern."""
        return _drawn({(cell.row, cell.column) for cell in self.cells}, PATTERN_SIDE, PATTERN_SIDE)


class BoxDraft(Struct, frozen=True):
    """A box as far as it is entered, the current step, and the pattern being drawn, if any."""

    box: Profile
    step: BoxStep = BoxStep.SIZE
    sheet: PatternPage | None = None

    def neighbour(self, by: int) -> BoxStep | None:
        """Return the step `by` further on, or back if negative; None beyond the first and the last."""
        all_steps = steps(self.two_alike)
        at = all_steps.index(self.step) + by
        return all_steps[at] if 0 <= at < len(all_steps) else None

    # The grids.

    def grid(self, grid: Grid) -> tuple[str, ...]:
        """Return the rows of a grid; the large one's if two play on the same."""
        return self.box.area_two or self.box.area if grid == "area_two" else self.box.area

    @property
    def two_alike(self) -> bool:
        """Whether two play on the same grid as more."""
        return not self.box.area_two

    def resized(self, grid: Grid, rows: int, columns: int) -> "BoxDraft":
        """Change the size of a grid: cells are added and removed at the right and at the bottom."""
        rows, columns = min(max(rows, 1), MOST), min(max(columns, 1), MOST)
        old = self.grid(grid)
        blank = (CELL * columns,) * max(0, rows - len(old))
        return self._with(grid, (*(line[:columns].ljust(columns, CELL) for line in old[:rows]), *blank))

    def marked(self, grid: Grid, cells: Collection[Cell], sign: str) -> "BoxDraft":
        """Put a sign on some places of a grid; a start piece goes only on a cell."""
        rows = [[*line] for line in self.grid(grid)]
        for cell in cells:
            inside = cell.row < len(rows) and cell.column < len(rows[cell.row])
            if inside and not (sign in STARTS and rows[cell.row][cell.column] == GAP):
                rows[cell.row][cell.column] = sign
        return self._with(grid, tuple("".join(line) for line in rows))

    def brushed(self, grid: Grid, cell: Cell, brush: str) -> str:
        """Return the sign that a stroke draws if it begins on a cell.

        The brush `GAP` switches cells off and on; a colour's brush adds start pieces, or removes those there.
        """
        return CELL if self.grid(grid)[cell.row][cell.column] == brush else brush

    def two(self, alike: bool) -> "BoxDraft":
        """Let two play on the same grid as more, or on their own, which begins as a copy of the large one."""
        return self._with("area_two", () if alike else self.grid("area_two"))

    def _with(self, grid: Grid, rows: tuple[str, ...]) -> "BoxDraft":
        return replace(self, box=replace(self.box, **{grid: rows}))

    # The patterns.

    @property
    def next_id(self) -> str:
        """The id of the next new pattern: the first unused one of P1, P2 and so on."""
        taken = {pattern.id for pattern in self.box.patterns}
        return next(f"P{n}" for n in range(1, len(taken) + 2) if f"P{n}" not in taken)

    @property
    def full(self) -> bool:
        """Whether no more patterns can be added."""
        return len(self.box.patterns) >= MOST_PATTERNS

    def opened(self, at: int) -> "BoxDraft":
        """Begin to draw the pattern at an index; one past the end is a new one."""
        old = self.box.patterns[at].rows if at < len(self.box.patterns) else ()
        return replace(self, sheet=PatternPage(at, tuple(sorted(cells_of(old, "X")))))

    def with_cells(self, cells: Collection[Cell], on: bool) -> "BoxDraft":
        """Add cells to the drawn pattern, or remove them."""
        if self.sheet is None:
            return self
        cells = {*self.sheet.cells} | {*cells} if on else {*self.sheet.cells} - {*cells}
        return replace(self, sheet=replace(self.sheet, cells=tuple(sorted(cells))))

    def taken(self) -> "BoxDraft":
        """Put the drawn pattern among the patterns."""
        if self.sheet is None:
            return self
        rows, patterns, at = rows_of(shape_of(self.sheet.cells)), self.box.patterns, self.sheet.at
        if at < len(patterns):
            patterns = put(patterns, at, replace(patterns[at], rows=rows))
        else:
            patterns = (*patterns, Pattern(self.next_id, rows))
        return replace(self._patterns(patterns), sheet=None)

    @property
    def sheet_fault(self) -> Fault | None:
        """The first fault of the drawn pattern, placed in the drawing area; None if it can be taken."""
        if self.sheet is None:
            return None
        number = self.sheet.at + 1
        drawing = (fault for fault in faults(self.taken().box) if number in (fault.pattern, fault.other))
        fault = next(drawing, None)
        if fault is None or not fault.line:
            return fault
        top = min(cell.row for cell in self.sheet.cells)
        left = min(cell.column for cell in self.sheet.cells)
        return replace(fault, line=fault.line + top, column=fault.column + left)

    def counted(self, at: int, count: int) -> "BoxDraft":
        """Change the number of a pattern's cards."""
        pattern = replace(self.box.patterns[at], count=min(max(count, 1), MOST_OF_A_KIND))
        return self._patterns(put(self.box.patterns, at, pattern))

    def without(self, at: int) -> "BoxDraft":
        """Remove a pattern."""
        return self._patterns((*self.box.patterns[:at], *self.box.patterns[at + 1 :]))

    def _patterns(self, patterns: tuple[Pattern, ...]) -> "BoxDraft":
        return replace(self, box=replace(self.box, patterns=patterns))

    # The rest.

    def count(self, heap: Heap) -> int:
        """Return the number of pieces, flip cards or tokens."""
        return int(getattr(self.box, heap))

    def with_count(self, heap: Heap, count: int) -> "BoxDraft":
        """Change the number of pieces, flip cards or tokens."""
        count = min(max(count, LEAST[heap]), MOST_OF_A_KIND)
        return replace(self, box=replace(self.box, **{heap: count}))

    def named(self, name: str) -> "BoxDraft":
        """Change the name."""
        return replace(self, box=replace(self.box, name=name))

    @property
    def fault(self) -> Fault | None:
        """The first fault of the box; None if it can be played."""
        return next(faults(self.box), None)


def new_draft() -> BoxDraft:
    """Return an empty draft. Its figures start at their minimum, so nobody mistakes them for real."""
    area = (CELL * FIRST_SIDE,) * FIRST_SIDE
    return BoxDraft(Profile(NAME, area, (), LEAST_PIECES, 0, 0))


def draft_of(box: Profile) -> BoxDraft:
    """Return a draft for changing a box; it isn't made up any more."""
    return BoxDraft(replace(box, made_up=False))


def rows_of(shape: Shape) -> tuple[str, ...]:
    """Return a shape as rows of a pattern."""
    return _drawn(shape, *(max(places) + 1 for places in zip(*shape, strict=True))) if shape else ()


def _drawn(cells: Collection[tuple[int, int]], rows: int, columns: int) -> tuple[str, ...]:
    return tuple("".join(".X"[(row, at) in cells] for at in range(columns)) for row in range(rows))


# Names of the settings that this game saves between matches.

BOX = "tracktic.box"
"""The owner's box profile, as TOML."""

DRAFT = "tracktic.box-draft"
"""The box being entered, as JSON."""

CHOICE = "tracktic.setup"
"""The box and the colours of the last match, as JSON."""

PAINTED = "tracktic.painted"
"""The board painted last in a tally, as text."""

# What the last step before a match saves as text: the box, the one being entered, and the choice.


class Chosen(Struct, frozen=True):
    """The last choice, offered again."""

    which: Literal["own", "made_up"] | None = field(default=None, name="box")
    colours: tuple[Piece, ...] = ()


def draft_from_text(text: str) -> BoxDraft:
    """Read a saved draft; SetupError if it is damaged."""
    draft = read_json(text, BoxDraft, "the box that is being entered")
    for rows in (draft.box.area, draft.box.area_two):
        if not drawable(rows):
            raise SetupError("the box that is being entered can't be read: a grid is none")
    sheet = draft.sheet or PatternPage(0)
    within = all(cell.row < PATTERN_SIDE and cell.column < PATTERN_SIDE for cell in sheet.cells)
    tidy = all(fits(pattern) for pattern in draft.box.patterns) and within
    tidy = tidy and 0 <= sheet.at <= len(draft.box.patterns)
    if not draft.box.area or len(draft.box.patterns) > MOST_PATTERNS or not tidy:
        raise SetupError("the box that is being entered can't be read: too little or too much is in it")
    lost = draft.step not in steps(draft.two_alike)
    return replace(draft, step=BoxStep.TWO) if lost else draft


def drawable(rows: tuple[str, ...]) -> bool:
    """Return whether rows form a grid that can be drawn on: a rectangle of known signs, not too large."""
    wide = {len(line) for line in rows}
    known = {*"".join(rows)} <= {CELL, GAP, *STARTS}
    return known and len(rows) <= MOST and len(wide) <= 1 and all(1 <= width <= MOST for width in wide)


FORM: SavedForm[Profile, BoxDraft] = SavedForm(
    BOX, DRAFT, from_bytes(read_profile), write_profile, draft_from_text, write_json,
    begin=lambda box: new_draft() if box is None else draft_of(box),
    idle=lambda draft, box: box is not None and draft.sheet is None and draft.box == draft_of(box).box,
)  # fmt: skip

# The players' colours, before a match.


def colours(players: int, among: Sequence[Piece], wanted: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return a colour for each player: the wanted one if it can be had, otherwise the next one left."""
    taken: list[Piece | None] = []
    for colour in (*wanted, *[None] * players)[:players]:
        taken.append(colour if colour in among and colour not in taken else None)
    free = [colour for colour in among if colour not in taken]
    return tuple(colour if colour is not None else free.pop(0) for colour in taken)
