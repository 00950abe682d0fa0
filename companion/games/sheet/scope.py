"""What formulas are calculated from: a row's figures, and whose points are wanted."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

MOST_POINTS = 1_000_000
"""Largest distance of a figure or result from 0."""
MOST_TOTAL = 500_000
"""Largest distance of a total from 0."""
ALWAYS = ("round", "players", "seat", "team", "dealer", "total")
"""Names that need no column."""

Range: TypeAlias = tuple[int, int]
"""Least and greatest value."""


class Scope(Struct):
    """What a formula is calculated from: one row's figures, and the seat or team whose points are wanted.

    `columns`: figures by column, one for each seat or team, or a single one. `team_of`: by seat; a player
    alone is a team. `totals`: by team. `memory`: by slot. `added`: a cache of sums, which are the same for
    everybody they are for, by the function that adds and its team (None: the whole table).
    """

    columns: list[Sequence[int]]
    round: int
    dealer: int
    team_of: tuple[int, ...]
    totals: tuple[int, ...]
    memory: Sequence[Sequence[int]] = ()
    added: dict[tuple["Evaluator", int | None], int] = {}
    seat: int = 0
    team: int = 0

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.team_of)

    def at_seat(self, seat: int) -> "Scope":
        """Switch to a seat; return this scope."""
        self.seat, self.team = seat, self.team_of[seat]
        return self

    def at(self, of: str, number: int) -> "Scope":
        """Switch to a seat or a team, or to the table; return this scope."""
        if of == "seat":
            return self.at_seat(number)
        self.seat = self.team = number
        return self


Evaluator: TypeAlias = Callable[[Scope], int]


class Named(Struct, frozen=True):
    """What a name means: whose it is (`seat`, `team`, `table`), its range, and how to calculate it."""

    of: str
    range: Range
    evaluate: Evaluator


def figure_of(whose: str, figures: Callable[[Scope], Sequence[int]]) -> Evaluator:
    """Return a function that picks the wanted seat's or team's figure, or the table's."""
    if whose == "seat":
        return lambda scope: figures(scope)[scope.seat]
    if whose == "team":
        return lambda scope: figures(scope)[scope.team]
    return lambda scope: figures(scope)[0]


def sum_over(term: Evaluator, whose: str, *, own: bool) -> Evaluator:
    """Return a function that adds over all seats or teams (`own`: the seats of one's team), once per row."""

    def evaluate(scope: Scope) -> int:
        key = (evaluate, scope.team if own else None)
        if key not in scope.added:
            seat, team = scope.seat, scope.team
            numbers = range(scope.players if whose == "seat" else max(scope.team_of) + 1)
            items = [number for number in numbers if not own or scope.team_of[number] == team]
            scope.added[key] = sum(term(scope.at(whose, number)) for number in items)
            scope.seat, scope.team = seat, team
        return scope.added[key]

    return evaluate


def always(players: Range, rounds: int, *, teams: bool, dealt: bool) -> dict[str, Named]:
    """Return the names that need no column; `team` and `dealer` only if there are any."""
    last, side = players[1] - 1, "team" if teams else "seat"
    names = {
        "round": Named("table", (1, rounds), lambda scope: scope.round),
        "players": Named("table", players, lambda scope: scope.players),
        "seat": Named("seat", (0, last), lambda scope: scope.seat),
        "total": Named(side, (-MOST_TOTAL, MOST_TOTAL), lambda scope: scope.totals[scope.team]),
    }
    if teams:
        names["team"] = Named("team", (0, last), lambda scope: scope.team)
    if dealt:
        names["dealer"] = Named("table", (0, last), lambda scope: scope.dealer)
    return names


def column_named(of: str, number: int, reach: Range) -> Named:
    """Return what a column's name means: a figure by seat or team, or of the table."""
    return Named(of, reach, figure_of(of, lambda scope: scope.columns[number]))
