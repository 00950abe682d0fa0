"""The contents of a box of Tracktic: read and written as TOML, and checked for play.

The rulebook doesn't print them, so the owner enters them once, as TOML or on the screen. The demo profile is
made up.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from companion.games.owned_toml import OwnersToml, refuse, toml_text
from companion.games.tracktic.grid import MOST, Cell, Shape, connected, is_t, orientations, shape_of

# The data of a box: its grids, its patterns, and the counts.
#
# Grids are text: `.` a cell, `#` none, and `Y B G R` the start cell of a piece of that colour. Patterns are
# text too: `X` a piece.

STARTS = "YBGR"
"""The letters of the colours on a grid."""

MOST_OF_A_KIND = 999
"""Most cards of a kind, pieces of a colour, and tokens of a player."""

LEAST_PIECES = 3
"""Fewest pieces of a colour: three are on the grid at the start."""

MOST_PATTERNS = 60
PATTERN_SIDE = 6
"""Most rows, and most columns, of a pattern."""

MOST_LETTERS = 40
"""Greatest length of a name or a pattern's id."""


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of pattern card: its id, its rows of `X` and `.`, and the number of its cards."""

    id: str
    rows: tuple[str, ...]
    count: int = 1

    @property
    def shape(self) -> Shape:
        """The pattern's cells as a shape."""
        return shape_of(cells_of(self.rows, "X"))


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """A box: grids as rows from the top, patterns, and counts.

    `area` is the grid for three and four players, `area_two` the smaller one for two; empty: the same.
    `pieces` are per colour, `tokens` per player; `flips` counts flip cards.
    """

    name: str
    area: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    pieces: int
    flips: int
    tokens: int
    area_two: tuple[str, ...] = ()
    made_up: bool = False

    @property
    def cards(self) -> dict[str, int]:
        """Number of cards of each kind: patterns by id, and flip cards as `flip`."""
        return {**{pattern.id: pattern.count for pattern in self.patterns}, "flip": self.flips}

    def grid(self, players: int) -> tuple[str, ...]:
        """Return the rows of the grid for a number of players."""
        return self.area_two if players == 2 and self.area_two else self.area

    def starting(self, players: int) -> str:
        """Return the letters of the colours that have start cells on the grid for a number of players."""
        return "".join(letter for letter in STARTS if cells_of(self.grid(players), letter))

    def pattern(self, card: str) -> Pattern | None:
        """Return the pattern of a card; None for a flip card and for unknown cards."""
        return next((pattern for pattern in self.patterns if pattern.id == card), None)


@lru_cache(64)
def cells_of(rows: tuple[str, ...], signs: str = "." + STARTS) -> frozenset[Cell]:
    """Return the cells of a grid that hold one of `signs`."""
    return frozenset(
        Cell(row, column)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in signs
    )


# Faults of a box profile.

FEWEST_STARTING = 2
"""Fewest colours with start cells on the grid for two; on the large one all four have them."""


class FaultKind(StrEnum):
    """The kinds of faults."""

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
    """A fault of a profile.

    `text` describes it and its place. `part` is the field of the profile. `line` and `column` in a grid or
    pattern, and the numbers of the `pattern` and the `other` one, count from 1; 0 if there is none. `letter`
    is that of a colour.
    """

    kind: FaultKind
    text: str
    part: str
    line: int = 0
    column: int = 0
    letter: str = ""
    pattern: int = 0
    other: int = 0


def faults(profile: Profile) -> Iterator[Fault]:
    """Yield every fault of a profile, in the order of its parts; none if it can be played."""
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
            text = f"{part}: {count}, and it must be {least} to {MOST_OF_A_KIND}"
            yield Fault(FaultKind.AMOUNT, text, part)
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
                text = f"{part}, line {number}, column {column}: {sign!r} isn't one of . # Y B G R"
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
            if is_t(cell, start):
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
            same = next((shapes[image] for image in orientations(pattern.shape) if image in shapes), 0)
            if same:
                other = _where(same, patterns[same - 1])
                text = f"{where}: turned or mirrored it is the same as {other}"
                yield Fault(FaultKind.SAME_SHAPE, text, part, pattern=number, other=same)
            shapes.setdefault(pattern.shape, number)


def shape_faults(pattern: Pattern, number: int) -> Iterator[Fault]:
    """Yield the faults of a pattern's drawing; `number` is its place among all patterns, from 1."""
    where, part = _where(number, pattern), "patterns"
    cells = sorted(cells_of(pattern.rows, "X"))
    if not fits(pattern):
        text = f"{where}: a pattern is at most {PATTERN_SIDE} by {PATTERN_SIDE}"
        yield Fault(FaultKind.PATTERN_SIZE, text, part, pattern=number)
        return
    for line, signs in enumerate(pattern.rows, 1):
        for column, sign in enumerate(signs, 1):
            if sign not in "X.":
                text = f"{where}, line {line}, column {column}: {sign!r} isn't one of X ."
                yield Fault(FaultKind.PATTERN_SIGN, text, part, line, column, pattern=number)
    if not cells:
        yield Fault(FaultKind.PATTERN_EMPTY, f"{where}: no piece is marked with X", part, pattern=number)
    elif connected(cells[:1], cells) != set(cells):
        text = f"{where}: its pieces must all touch, side to side"
        yield Fault(FaultKind.PATTERN_APART, text, part, pattern=number)
    else:
        middle = next((cell for cell in cells if is_t(cell, cells)), None)
        if middle is not None:
            line, column = middle.row + 1, middle.column + 1
            text = f"{where}: four of its pieces form a T"
            yield Fault(FaultKind.PATTERN_T, text, part, line, column, pattern=number)


def fits(pattern: Pattern) -> bool:
    """Return whether a pattern is within the size limit."""
    return len(pattern.rows) <= PATTERN_SIDE and all(len(line) <= PATTERN_SIDE for line in pattern.rows)


def _where(number: int, pattern: Pattern) -> str:
    return f"patterns[{number}] {pattern.id[:MOST_LETTERS]!r}"


def _is_word(text: str) -> bool:
    """Return whether a name is neither blank nor too long, and all of it can be seen."""
    return 0 < len(text) <= MOST_LETTERS and text.isprintable() and text == text.strip()


LONGEST_LINE = 2048
"""Greatest length of a line, in letters: numbers and dotted keys within it are quick to parse."""


def check(profile: Profile) -> None:
    """Raise SetupError, with a line for every fault, if a profile can't be played."""
    refuse((fault.text for fault in faults(profile)), f"the profile {profile.name[:MOST_LETTERS]!r}:")


PROFILES = OwnersToml(
    Profile,
    check,
    LONGEST_LINE,
    "this is longer than any profile",
    "line {number}: this is longer than any line of a profile",
    "{where}: lists or tables nested deeper than in any profile",
)


def read_profile(text: bytes, where: str = "profile") -> Profile:
    """Read a profile from TOML; SetupError names `where` and every fault."""
    return PROFILES.read(text, where)


def read_profile_file(path: Path) -> Profile:
    """Read a profile from a file; SetupError names the file and every fault."""
    return PROFILES.read_file(path)


def write_profile(profile: Profile) -> str:
    """Return a profile as TOML that `read_profile` reads back."""

    def rows(name: str, lines: tuple[str, ...]) -> list[str]:
        return [f"{name} = [", *(f"  {toml_text(line)}," for line in lines), "]"] if lines else []

    parts = [
        f"name = {toml_text(profile.name)}",
        *([f"made_up = {str(profile.made_up).lower()}"] if profile.made_up else []),
        f"pieces = {profile.pieces}",
        f"flips = {profile.flips}",
        f"tokens = {profile.tokens}",
        *rows("area", profile.area),
        *rows("area_two", profile.area_two),
    ]
    for pattern in profile.patterns:
        parts += [
            "",
            "[[patterns]]",
            f"id = {toml_text(pattern.id)}",
            f"count = {pattern.count}",
            *rows("rows", pattern.rows),
        ]
    return "\n".join(parts) + "\n"


def demo() -> Profile:
    """Return the made-up box that ships with the program; no printed box is like it."""
    return read_profile(files(__package__).joinpath("profiles/demo.toml").read_bytes(), "profiles/demo.toml")
