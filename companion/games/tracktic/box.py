"""The nouns of a box of Tracktic: its grids, its patterns, and how many of everything.

Grids are text: `.` a cell, `#` none, and `Y B G R` a cell where a start piece of that colour lies; a pattern
is text too, `X` a piece.
"""

from msgspec import Struct

from companion.games.tracktic.grid import Cell, Shape, shape_of

STARTS = "YBGR"
"""The letters of the colours on a grid."""

MOST_OF_A_KIND = 999
"""Cards of a kind, pieces of a colour, tokens of a player."""

LEAST_PIECES = 3
"""Pieces of a colour that lie on the grid at the beginning."""

MOST_PATTERNS = 60
PATTERN_SIDE = 6
"""A pattern is at most so wide, and so high."""

MOST_LETTERS = 40
"""A name, or the id of a pattern, is at most so long."""


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
        """Return the grid for this number of players."""
        return self.area_two if players == 2 and self.area_two else self.area

    def starting(self, players: int) -> str:
        """Return the letters of the colours that have start cells on the grid for this number of players."""
        return "".join(letter for letter in STARTS if cells_of(self.grid(players), letter))

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
