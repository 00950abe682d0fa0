"""What formulas are counted on: a row's figures, and whose points are asked for."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

MOST_POINTS = 1_000_000
"""No figure and no result may be further from 0."""
MOST_TOTAL = 500_000
"""Nor may anybody's total."""
ALWAYS = ("round", "players", "seat", "team", "dealer", "total")
"""Names that are there without a column."""

Range: TypeAlias = tuple[int, int]
"""The least and the most that something can be."""


class Scope(Struct):
    """What a formula is counted on: one round's figures, and whose points are asked for.

    `columns` are the figures by column: one for each seat or team, or a single one. `team_of` is by seat (who
    plays alone is a team), `totals` are by team, and `memory` is what slots remember. `added` is what was
    added already, by what adds it and over which team (None: the table): it is the same whoever asks.
    """

    columns: list[Sequence[int]]
    round: int
    dealer: int
    team_of: tuple[int, ...]
    totals: tuple[int, ...]
    memory: Sequence[Sequence[int]] = ()
    added: dict[tuple["Count", int | None], int] = {}
    seat: int = 0
    team: int = 0

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.team_of)

    def at_seat(self, seat: int) -> "Scope":
        """Ask for a seat's points from now on."""
        self.seat, self.team = seat, self.team_of[seat]
        return self

    def at(self, of: str, number: int) -> "Scope":
        """Ask for what is a seat's, a team's or the table's from now on."""
        if of == "seat":
            return self.at_seat(number)
        self.seat = self.team = number
        return self


Count: TypeAlias = Callable[[Scope], int]


class Named(Struct, frozen=True):
    """What a name stands for: whose (`seat`, `team`, `table`), how large it can be, and how it is counted."""

    of: str
    range: Range
    count: Count


def figure_of(whose: str, figures: Callable[[Scope], Sequence[int]]) -> Count:
    """Return what takes, from figures by seat, by team or of the table, that of whoever is asked for."""
    if whose == "seat":
        return lambda scope: figures(scope)[scope.seat]
    if whose == "team":
        return lambda scope: figures(scope)[scope.team]
    return lambda scope: figures(scope)[0]


def added_over(of: Count, whose: str, *, own: bool) -> Count:
    """Return what adds over all seats or teams, or the seats of one's own team: once a row, whoever asks."""

    def count(scope: Scope) -> int:
        key = (count, scope.team if own else None)
        if key not in scope.added:
            seat, team = scope.seat, scope.team
            numbers = range(scope.players if whose == "seat" else max(scope.team_of) + 1)
            over = [number for number in numbers if not own or scope.team_of[number] == team]
            scope.added[key] = sum(of(scope.at(whose, number)) for number in over)
            scope.seat, scope.team = seat, team
        return scope.added[key]

    return count


def always(players: Range, rounds: int, *, teams: bool, dealt: bool) -> dict[str, Named]:
    """Return the names that are there without a column: `team` and `dealer` where there are any."""
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
    """Return what a column's name stands for: a figure by seat, by team, or one for the table."""
    return Named(of, reach, figure_of(of, lambda scope: scope.columns[number]))
