"""What can be wrong with a box profile: every fault of a kind, with its place."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from companion.games.tracktic.box import (
    LEAST_PIECES,
    MOST_LETTERS,
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    PATTERN_SIDE,
    STARTS,
    Pattern,
    Profile,
    cells_of,
)
from companion.games.tracktic.grid import MOST, Shape, joined, touching, ways

FEWEST_STARTING = 2
"""The fewest colours that start on the grid for two; on the large one all four do."""


class FaultKind(StrEnum):
    """What is wrong."""

    NAME = "name"
    NO_GRID = "no_grid"
    TOO_LARGE = "too_large"
    UNEVEN = "uneven"
    SIGN = "sign"
    NO_START = "no_start"
    TWO_STARTS = "two_starts"
    START_T = "start_t"
    NO_PATTERNS = "no_patterns"
    TOO_MANY_PATTERNS = "too_many_patterns"
    ID = "id"
    SAME_ID = "same_id"
    COUNT = "count"
    PATTERN_SIZE = "pattern_size"
    PATTERN_SIGN = "pattern_sign"
    PATTERN_EMPTY = "pattern_empty"
    PATTERN_APART = "pattern_apart"
    PATTERN_T = "pattern_t"
    SAME_SHAPE = "same_shape"
    AMOUNT = "amount"
    START_PIECES = "start_pieces"


class Fault(Struct, frozen=True):
    """One thing that is wrong.

    `text` tells it with its place. `part` is the field of the profile; `line` and `column` on a grid or a
    pattern, and the numbers of the `pattern` and of the `other` one, are counted from 1, 0 where there is
    none. `letter` is that of a colour.
    """

    kind: FaultKind
    text: str
    part: str
    line: int = 0
    column: int = 0
    letter: str = ""
    pattern: int = 0
    other: int = 0


def found(profile: Profile) -> Iterator[Fault]:
    """Yield every fault of a profile, in the order of its parts; nothing for one that can be played."""
    if not _is_word(profile.name):
        text = f"name: a profile needs one, of at most {MOST_LETTERS} plain letters"
        yield Fault(FaultKind.NAME, text, "name")
    yield from _grid_faults("area", profile.area)
    if profile.area_two:
        yield from _grid_faults("area_two", profile.area_two)
    yield from _pattern_faults(profile.patterns)
    for part, count, least in (
        ("pieces", profile.pieces, LEAST_PIECES),
        ("flips", profile.flips, 0),
        ("tokens", profile.tokens, 0),
    ):
        if not least <= count <= MOST_OF_A_KIND:
            yield Fault(
                FaultKind.AMOUNT, f"{part}: {count}, and it must be {least} to {MOST_OF_A_KIND}", part
            )
    for part, rows in (("area", profile.area), ("area_two", profile.area_two)):
        for letter in STARTS:
            if len(cells_of(rows, letter)) > profile.pieces:
                text = f"{part}: more start pieces {letter} than a colour has pieces ({profile.pieces})"
                yield Fault(FaultKind.START_PIECES, text, part, letter=letter)


# Grids.


def _grid_faults(part: str, rows: tuple[str, ...]) -> Iterator[Fault]:
    if not rows:
        yield Fault(FaultKind.NO_GRID, f"{part}: a grid needs at least one line", part)
        return
    if len(rows) > MOST:
        text = f"{part}: {len(rows)} lines, and a grid has at most {MOST}"
        yield Fault(FaultKind.TOO_LARGE, text, part)
    wide = len(rows[0])
    if not 1 <= wide <= MOST:
        text = f"{part}, line 1: {wide} cells, and a line has 1 to {MOST}"
        yield Fault(FaultKind.TOO_LARGE, text, part, 1)
    for number, line in enumerate(rows, 1):
        if len(line) != wide:
            text = f"{part}, line {number}: {len(line)} cells, and line 1 has {wide}"
            yield Fault(FaultKind.UNEVEN, text, part, number)
        for column, sign in enumerate(line, 1):
            if sign not in f".#{STARTS}":
                text = f"{part}, line {number}, column {column}: {sign!r} is none of . # Y B G R"
                yield Fault(FaultKind.SIGN, text, part, number, column)
    if len(rows) <= MOST and 1 <= wide <= MOST and all(len(line) == wide for line in rows):
        yield from _start_faults(part, rows)


def _start_faults(part: str, rows: tuple[str, ...]) -> Iterator[Fault]:
    missing = [letter for letter in STARTS if not cells_of(rows, letter)]
    if part == "area":
        for letter in missing:
            yield Fault(FaultKind.NO_START, f"{part}: no start piece {letter}", part, letter=letter)
    elif len(STARTS) - len(missing) < FEWEST_STARTING:
        text = f"{part}: start pieces of {len(STARTS) - len(missing)} colours, and two must start"
        yield Fault(FaultKind.TWO_STARTS, text, part)
    for letter in STARTS:
        start = cells_of(rows, letter)
        for cell in sorted(start):
            if len(touching([cell]) & start) > 2:
                line, column = cell.row + 1, cell.column + 1
                text = f"{part}, line {line}, column {column}: the start pieces {letter} form a T"
                yield Fault(FaultKind.START_T, text, part, line, column, letter)


# Patterns.


def _pattern_faults(patterns: tuple[Pattern, ...]) -> Iterator[Fault]:
    part = "patterns"
    if not patterns:
        yield Fault(FaultKind.NO_PATTERNS, f"{part}: there must be at least one", part)
    if len(patterns) > MOST_PATTERNS:
        text = f"{part}: {len(patterns)}, and there may be {MOST_PATTERNS}"
        yield Fault(FaultKind.TOO_MANY_PATTERNS, text, part)
    ids: dict[str, int] = {}
    shapes: dict[Shape, int] = {}
    for number, pattern in enumerate(patterns[:MOST_PATTERNS], 1):
        where = _where(number, pattern)
        if not _is_word(pattern.id) or pattern.id == "flip":
            text = f"{where}: a pattern needs an id of at most {MOST_LETTERS} plain letters, and not 'flip'"
            yield Fault(FaultKind.ID, text, part, pattern=number)
        elif pattern.id in ids:
            text = f"{where}: pattern {ids[pattern.id]} has the same id"
            yield Fault(FaultKind.SAME_ID, text, part, pattern=number, other=ids[pattern.id])
        ids.setdefault(pattern.id, number)
        if not 1 <= pattern.count <= MOST_OF_A_KIND:
            text = f"{where}: count {pattern.count}, and it must be 1 to {MOST_OF_A_KIND}"
            yield Fault(FaultKind.COUNT, text, part, pattern=number)
        yield from shape_faults(pattern, number)
        if fits(pattern) and pattern.shape:
            same = next((shapes[way] for way in ways(pattern.shape) if way in shapes), 0)
            if same:
                other = _where(same, patterns[same - 1])
                text = f"{where}: turned or mirrored it is the same as {other}"
                yield Fault(FaultKind.SAME_SHAPE, text, part, pattern=number, other=same)
            shapes.setdefault(pattern.shape, number)


def shape_faults(pattern: Pattern, number: int) -> Iterator[Fault]:
    """Yield what is wrong with the drawing of one pattern, whose number among all is given."""
    where, part = _where(number, pattern), "patterns"
    if not fits(pattern):
        text = f"{where}: a pattern is at most {PATTERN_SIDE} by {PATTERN_SIDE}"
        yield Fault(FaultKind.PATTERN_SIZE, text, part, pattern=number)
        return
    for line, signs in enumerate(pattern.rows, 1):
        for column, sign in enumerate(signs, 1):
            if sign not in "X.":
                text = f"{where}, line {line}, column {column}: {sign!r} is none of X ."
                yield Fault(FaultKind.PATTERN_SIGN, text, part, line, column, pattern=number)
    if not pattern.shape:
        yield Fault(FaultKind.PATTERN_EMPTY, f"{where}: no piece is marked with X", part, pattern=number)
    elif not joined(pattern.shape):
        text = f"{where}: its pieces don't hang together side to side"
        yield Fault(FaultKind.PATTERN_APART, text, part, pattern=number)
    else:
        cells = cells_of(pattern.rows, "X")
        knots = [cell for cell in sorted(cells) if len(touching([cell]) & cells) > 2]
        if knots:
            line, column = knots[0].row + 1, knots[0].column + 1
            text = f"{where}: four of its pieces form a T"
            yield Fault(FaultKind.PATTERN_T, text, part, line, column, pattern=number)


def fits(pattern: Pattern) -> bool:
    """Tell whether a pattern is no larger than any."""
    return len(pattern.rows) <= PATTERN_SIDE and all(len(line) <= PATTERN_SIDE for line in pattern.rows)


def _where(number: int, pattern: Pattern) -> str:
    return f"patterns[{number}] {pattern.id[:MOST_LETTERS]!r}"


def _is_word(text: str) -> bool:
    """Tell whether a name can be read on a screen: neither blank nor too long, and all of it is seen."""
    return 0 < len(text) <= MOST_LETTERS and text.isprintable() and text == text.strip()
