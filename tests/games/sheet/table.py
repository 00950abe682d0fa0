"""A table at which a sheet is played: its reports, and what follows from them."""

from collections.abc import Iterable
from typing import Any

import pytest

from companion.game import Accepted, Refused, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts, State
from companion.games.sheet.reports import AnyReport, TellRow, TellTurn
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet, shipped_sheet

GAME = SheetGame()

MANY = pytest.mark.parametrize("rows", [200, pytest.param(2_000, marks=pytest.mark.long)])
"""The number of random rows over which a sheet is compared with a model of its game."""

PLAIN = """
name = "Plain"
players = [2, 6]
points = "{points}"
{more}
[[column]]
name = "points"
least = -50
most = 50
"""


def plain(more: str = "", points: str = "points") -> Sheet:
    """Return a plain sheet with more lines at its top, whose points come from a formula."""
    return read_sheet(PLAIN.format(more=more, points=points).encode())


class Table:
    """A match without a record."""

    def __init__(self, sheet: Sheet | str, players: int, first: int = 0) -> None:
        rules = shipped_sheet(sheet) if isinstance(sheet, str) else sheet
        self.state: State = GAME.opening(Facts(players, rules, Seat(first)))

    def tell(self, *reports: AnyReport) -> tuple[Any, ...]:
        """Make reports that must be accepted; return the events of the last."""
        events: tuple[Any, ...] = ()
        for report in reports:
            ruling = GAME.judge(self.state, report)
            assert isinstance(ruling, Accepted), ruling
            events = ruling.events
            for event in events:
                self.state = GAME.evolve(self.state, event)
        return events

    def row(self, *figures: Iterable[int]) -> "Table":
        """Enter a row, column by column."""
        self.tell(TellRow(tuple(map(tuple, figures))))
        return self

    def turn(self, seat: int, *figures: int) -> "Table":
        self.tell(TellTurn(Seat(seat), figures))
        return self

    def refused(self, report: AnyReport) -> Refused[Any]:
        """Return the refusal of a report that must be refused, and that changes nothing on the table."""
        ruling = GAME.judge(self.state, report)
        assert isinstance(ruling, Refused), ruling
        assert not ruling.on_table
        return ruling

    def wrong_row(self, *figures: Iterable[int]) -> Refused[Any]:
        return self.refused(TellRow(tuple(map(tuple, figures))))

    def why(self, report: AnyReport) -> tuple[str, object]:
        """Return the rule that refuses a report, the first one of several, and its reason."""
        wrong = self.refused(report).violations[0]
        assert wrong.remedy
        return wrong.rule, wrong.details.get("why")

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        return None if self.state.ended is None else self.state.ended.winners

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the total of each player, or team."""
        return self.state.totals
