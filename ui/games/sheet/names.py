"""How players, teams, columns and figures of one match are called. Pure."""

from collections.abc import Sequence

from companion.game import Seat
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Column
from companion.journal import Plate
from ui.table.telling import Names, listed


class SheetNames(Names):
    """Names of the seats, of the teams that they are, and of what stands on the sheet."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        super().__init__(facts, plates)
        self.sheet = facts.sheet
        self.sides = facts.sheet.sides(facts.players)

    def members(self, side: int) -> tuple[Seat, ...]:
        """Return the seats of a team, or the one player who is a side alone."""
        return tuple(Seat(seat) for seat in range(len(self.plates)) if seat % self.sides == side)

    def side(self, side: int) -> str:
        """Return how a side is called."""
        return listed(self.subjects(self.members(side)))

    def owner(self, of: str, number: int) -> str:
        """Return whose a figure is; empty for one of the whole table."""
        return {"seat": self.known(number), "team": self.side(number), "table": ""}[of]

    def column(self, number: object) -> Column | None:
        """Return a column by its number, None for none."""
        known = isinstance(number, int) and 0 <= number < len(self.sheet.columns)
        return self.sheet.columns[number] if known else None  # type: ignore[call-overload]

    def figure(self, column: Column, figure: int) -> str:
        """Return a figure as it is said: a choice by its word, a seat by its name."""
        if column.picks:
            return self.known(figure) or str(figure)
        if column.words and figure in column.choices:
            return column.words[column.choices.index(figure)]
        return str(figure)

    def figures(self, column: Column, figures: Sequence[int]) -> str:
        """Return a column's figures: "Fox 2, Owl 0", or the one of the table."""
        said = [(self.owner(column.of, n), self.figure(column, figure)) for n, figure in enumerate(figures)]
        return ", ".join(" ".join(filter(None, each)) for each in said)
