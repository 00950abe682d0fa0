"""A row on the widest sheet: judged and written down, against the same row only written and read as JSON."""

import json
from collections.abc import Iterator

from companion.game import Accepted
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import TellRow
from companion.games.sheet.sheet import MOST_COLUMNS, Column, Sheet
from tests.bench.measure import Row, in_turn

PLAYERS, AT_ONCE = 12, 100
TARGET_MS = 1.0
FIGURE = 3


def rows() -> Iterator[Row]:
    """Tell a row of as many columns as a sheet may have."""
    columns = tuple(Column(f"c{n}", most=10) for n in range(MOST_COLUMNS))
    sheet = Sheet("Wide", (PLAYERS, PLAYERS), " + ".join(column.name for column in columns), columns)
    game, figures = SheetGame(), ((FIGURE,) * PLAYERS,) * MOST_COLUMNS
    opening, report = game.opening(Facts(PLAYERS, sheet)), TellRow(figures)

    def ours() -> None:
        for _ in range(AT_ONCE):
            ruling = game.judge(opening, report)
            assert isinstance(ruling, Accepted)
            state = opening
            for event in ruling.events:
                state = game.evolve(state, event)

    def baseline() -> None:
        for _ in range(AT_ONCE):
            json.loads(json.dumps(figures))

    took, plain = (each / AT_ONCE * 1000 for each in in_turn(ours, baseline))
    yield Row(
        f"a row of {MOST_COLUMNS} columns and {PLAYERS} players, judged and evolved",
        f"{took:.2f} ms",
        f"{plain:.2f} ms (the row through json)",
        took / plain,
        f"<= {TARGET_MS:.0f} ms",
        took <= TARGET_MS,
    )
