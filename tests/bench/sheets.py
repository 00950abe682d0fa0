"""The widest sheet, with rows accepted and refused; the baseline is a row through JSON.

`python -m tests.bench.sheets` measures only this.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import process_time

from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Accepted, Refused, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts, State
from companion.games.sheet.reports import AnyReport, TellRow, TellTurn
from companion.games.sheet.sheet import MOST_COLUMNS, Check, Sheet, SheetColumn
from companion.games.sheet.sheet_file import read_sheet
from tests.bench.measure import Row, in_turn, seconds, table, timed
from tests.games.sheet.test_hostile import MILLION, SHEETS

PLAYERS, AT_ONCE = 12, 10
JUDGED, REFUSED = 0.001, 0.05
FIGURE = 3
ROW = ((FIGURE,) * PLAYERS,) * MOST_COLUMNS
COLUMNS = tuple(SheetColumn(f"c{n}", most=10) for n in range(MOST_COLUMNS))
WIDE = Sheet("Wide", (PLAYERS, PLAYERS), " + ".join(column.name for column in COLUMNS), COLUMNS)
GAME = SheetGame()


def rows() -> Iterator[Row]:
    """Enter a row with as many columns as a sheet may have, then rows that are wrong in every way."""
    opening = _with_rows(WIDE)

    def played() -> None:
        ruling = GAME.judge(opening, TellRow(ROW))
        assert isinstance(ruling, Accepted)
        state = opening
        for event in ruling.events:
            state = GAME.evolve(state, event)

    yield _row(f"a row of {MOST_COLUMNS} columns and {PLAYERS} players, judged and evolved", played, JUDGED)
    for name, (state, report) in _refusals().items():
        yield _row(f"a row refused: {name}", partial(_refused, state, report), REFUSED)
    slowest = max(SHEETS, key=lambda name: seconds(partial(_unread, SHEETS[name]), process_time))
    what = f"the slowest of {len(SHEETS)} hostile sheets, refused: {slowest}"
    yield _row(what, partial(_unread, SHEETS[slowest]), REFUSED)


def _with_rows(sheet: Sheet) -> State:
    return GAME.opening(Facts(PLAYERS, sheet))


def _refusals() -> dict[str, tuple[State, AnyReport]]:
    """Return a state and a report for each kind of fault, with as many faults as possible."""
    right, summed = TellRow(ROW), tuple(replace(column, sum=1) for column in COLUMNS)
    turns = Sheet("Turns", (PLAYERS, PLAYERS), "c0", COLUMNS[:1], told="turns")
    return {
        "every figure": (_with_rows(WIDE), TellRow(((99,) * PLAYERS,) * MOST_COLUMNS)),
        "every sum": (_with_rows(replace(WIDE, columns=summed)), right),
        "every check": (_with_rows(replace(WIDE, checks=(Check("c0 + seat > 99", "no"),) * 12)), right),
        "every total": (_with_rows(replace(WIDE, start=500_000)), right),
        "a million columns": (_with_rows(WIDE), TellRow(ROW[:1] * MILLION)),
        "a turn of a million figures": (_with_rows(turns), TellTurn(Seat(0), (FIGURE,) * MILLION)),
    }


def _refused(state: State, report: AnyReport) -> None:
    assert isinstance(GAME.judge(state, report), Refused)


def _unread(text: str) -> None:
    with suppress(SetupError):
        read_sheet(text.encode())
        raise AssertionError("this is no sheet")


def _row(what: str, work: Callable[[], object], target: float) -> Row:
    def ours() -> None:
        for _ in range(AT_ONCE):
            work()

    def baseline() -> None:
        for _ in range(AT_ONCE):
            json.loads(json.dumps(ROW))

    took, plain = (each / AT_ONCE for each in in_turn(ours, baseline, clock=process_time))
    return timed(what, took, "a row through json", plain, target)


if __name__ == "__main__":
    print(table(list(rows())))
