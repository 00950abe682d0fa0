"""What is in a box of Tracktic: the grid, its start cells, the patterns, and how many of everything.

The rulebook doesn't print it, so the owner enters it once, as TOML or on the screen. The demo profile is made
up. Grids are text: `.` a cell, `#` none, and `Y B G R` a cell where a start piece of that colour lies; a
pattern is text too, `X` a piece.
"""

import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from msgspec import Struct, ValidationError, convert

from companion.errors import SetupError
from companion.games.tracktic.grid import MOST, Cell, Shape, joined, shape_of, touching, ways

STARTS = "YBGR"
"""The letters of the colours on a grid."""

MOST_BYTES = 64 * 1024
"""No profile takes more; nothing larger is read."""

MOST_FAULTS = 60
"""So many faults of one profile are told."""

MOST_OF_A_KIND = 999
"""Cards of a kind, pieces of a colour, tokens of a player."""

MOST_PATTERNS = 60
PATTERN_SIDE = 6
"""A pattern is at most so wide, and so high."""


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of pattern card: its id, its rows of `X` and `.`, and how many of it are in the box."""

    id: str
    rows: tuple[str, ...]
    count: int = 1

    @property
    def shape(self) -> Shape:
        """The cells of the pattern, the smallest row and column 0."""
        return shape_of(cells_of(self.rows, "X"))


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """A box: grids by rows from the top, patterns, and how many of everything.

    `area` is the grid for three and four players, `area_two` the smaller one for two; empty: the same.
    `pieces` are those of one colour, `tokens` those of one player, `flips` the flip cards.
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
        """How many cards of each kind there are: patterns by id, and flip cards as `flip`."""
        return {**{pattern.id: pattern.count for pattern in self.patterns}, "flip": self.flips}

    def grid(self, players: int) -> tuple[str, ...]:
        """Return the grid for so many players."""
        return self.area_two if players == 2 and self.area_two else self.area

    def pattern(self, card: str) -> Pattern | None:
        """Return the pattern of a card; None for a flip card, or none of the box."""
        return next((pattern for pattern in self.patterns if pattern.id == card), None)


def cells_of(rows: tuple[str, ...], signs: str = "." + STARTS) -> frozenset[Cell]:
    """Return the cells of a grid on which one of these signs stands."""
    return frozenset(
        Cell(row, column)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign in signs
    )


# What is wrong with a profile.


def faults(profile: Profile) -> Iterator[str]:
    """Yield what is wrong with a profile, each fault with its place; nothing for one that can be played."""
    if not profile.name.strip():
        yield "name: a profile needs one"
    yield from _grid_faults("area", profile.area)
    if profile.area_two:
        yield from _grid_faults("area_two", profile.area_two)
    yield from _pattern_faults(profile.patterns)
    for what, count, least in (
        ("pieces", profile.pieces, 3),
        ("flips", profile.flips, 0),
        ("tokens", profile.tokens, 0),
    ):
        if not least <= count <= MOST_OF_A_KIND:
            yield f"{what}: {count}, and it must be {least} to {MOST_OF_A_KIND}"
    for name, rows in (("area", profile.area), ("area_two", profile.area_two)):
        for letter in STARTS:
            if len(cells_of(rows, letter)) > profile.pieces:
                yield f"{name}: more start pieces {letter} than a colour has pieces ({profile.pieces})"


def _grid_faults(name: str, rows: tuple[str, ...]) -> Iterator[str]:
    if not rows:
        yield f"{name}: a grid needs at least one line"
        return
    if len(rows) > MOST:
        yield f"{name}: {len(rows)} lines, and a grid has at most {MOST}"
    wide = len(rows[0])
    if not 1 <= wide <= MOST:
        yield f"{name}, line 1: {wide} cells, and a line has 1 to {MOST}"
    for number, line in enumerate(rows, 1):
        if len(line) != wide:
            yield f"{name}, line {number}: {len(line)} cells, and line 1 has {wide}"
        for column, sign in enumerate(line, 1):
            if sign not in f".#{STARTS}":
                yield f"{name}, line {number}, column {column}: {sign!r} is none of . # Y B G R"
    if len(rows) <= MOST and wide <= MOST and all(len(line) == wide for line in rows):
        for letter in STARTS:
            start = cells_of(rows, letter)
            if not start:
                yield f"{name}: no start piece {letter}"
            for cell in sorted(start):
                if len(touching([cell]) & start) > 2:
                    where = f"{name}, line {cell.row + 1}, column {cell.column + 1}"
                    yield f"{where}: the start pieces {letter} form a T"


def _pattern_faults(patterns: tuple[Pattern, ...]) -> Iterator[str]:
    if not patterns:
        yield "patterns: there must be at least one"
    if len(patterns) > MOST_PATTERNS:
        yield f"patterns: {len(patterns)}, and there may be {MOST_PATTERNS}"
    seen: dict[str, int] = {}
    shapes: dict[Shape, str] = {}
    for number, pattern in enumerate(patterns[:MOST_PATTERNS], 1):
        where = f"patterns[{number}] {pattern.id!r}"
        if not pattern.id.strip() or pattern.id == "flip":
            yield f"{where}: a pattern needs an id, and not 'flip'"
        elif pattern.id in seen:
            yield f"{where}: pattern {seen[pattern.id]} has the same id"
        seen[pattern.id] = number
        if not 1 <= pattern.count <= MOST_OF_A_KIND:
            yield f"{where}: count {pattern.count}, and it must be 1 to {MOST_OF_A_KIND}"
        yield from _shape_faults(where, pattern)
        same = next((other for way in ways(pattern.shape) for other in [shapes.get(way)] if other), None)
        if same is not None and pattern.shape:
            yield f"{where}: turned or mirrored it is the same as {same}"
        shapes.setdefault(pattern.shape, where)


def _shape_faults(where: str, pattern: Pattern) -> Iterator[str]:
    if len(pattern.rows) > PATTERN_SIDE or any(len(line) > PATTERN_SIDE for line in pattern.rows):
        yield f"{where}: a pattern is at most {PATTERN_SIDE} by {PATTERN_SIDE}"
        return
    for row, line in enumerate(pattern.rows, 1):
        for column, sign in enumerate(line, 1):
            if sign not in "X.":
                yield f"{where}, line {row}, column {column}: {sign!r} is none of X ."
    if not pattern.shape:
        yield f"{where}: no piece is marked with X"
    elif not joined(pattern.shape):
        yield f"{where}: its pieces don't hang together side to side"
    elif any(len(_near(at, pattern.shape)) > 2 for at in pattern.shape):
        yield f"{where}: four of its pieces form a T"


def _near(at: tuple[int, int], shape: Shape) -> set[tuple[int, int]]:
    row, column = at
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & shape


def check(profile: Profile) -> None:
    """Refuse a profile that nobody could play with; SetupError names every fault, a line each."""
    found = list(faults(profile))
    if found:
        more = ["and more"] if len(found) > MOST_FAULTS else []
        raise SetupError("\n".join((f"the profile {profile.name!r}:", *found[:MOST_FAULTS], *more)))


# In and out as TOML.


def read_profile(text: bytes, where: str = "profile") -> Profile:
    """Read a profile from TOML; SetupError names `where`, the place, and all that is wrong."""
    if len(text) > MOST_BYTES:
        raise SetupError(f"{where}: this is longer than any profile")
    try:
        profile = convert(tomllib.loads(text.decode("utf-8")), Profile)
    except UnicodeDecodeError as error:
        raise SetupError(f"{where}: byte {error.start + 1} is no UTF-8 text") from None
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise SetupError(f"{where}: {error}") from None
    try:
        check(profile)
    except SetupError as error:
        raise SetupError(f"{where}: {error}") from None
    return profile


def read_profile_file(path: Path) -> Profile:
    """Read a profile from a file; SetupError names the file and all that is wrong."""
    try:
        with path.open("rb") as file:
            return read_profile(file.read(MOST_BYTES + 1), str(path))
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None


def write_profile(profile: Profile) -> str:
    """Return a profile as TOML, which `read_profile` reads back."""

    def text(value: str) -> str:
        # A JSON string is a TOML string, but for one character that JSON leaves as it is.
        return json.dumps(value).replace("\x7f", "\\u007f")

    def rows(name: str, lines: tuple[str, ...]) -> list[str]:
        return [f"{name} = [", *(f"  {text(line)}," for line in lines), "]"] if lines else []

    parts = [
        f"name = {text(profile.name)}",
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
            f"id = {text(pattern.id)}",
            f"count = {pattern.count}",
            *rows("rows", pattern.rows),
        ]
    return "\n".join(parts) + "\n"


def demo() -> Profile:
    """Return the made-up box that comes with the program; no printed one is like it."""
    return read_profile(files(__package__).joinpath("profiles/demo.toml").read_bytes(), "profiles/demo.toml")
