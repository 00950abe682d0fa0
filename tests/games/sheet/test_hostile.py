"""Hostile input is refused in few steps, whatever the machine: a sheet from outside, and a row.

A step is a call of a Python or built-in function. The table's Pi takes some millions of them a second.
"""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from companion.errors import SetupError
from companion.game import Refused, Seat
from companion.games.sheet.model import Facts, State
from companion.games.sheet.reports import AnyReport, TellRow, TellTurn
from companion.games.sheet.sheet import MOST_COLUMNS, MOST_PLAYERS
from companion.games.sheet.sheet_file import MOST_BYTES, read_sheet
from companion.games.sheet.tokens import MOST_FAULTS
from tests.games.sheet.table import GAME

MOST_STEPS_A_SHEET, MOST_STEPS_A_ROW = 130_000, 7_000
"""Calls; for a row they include a full recount of the sheet."""
MILLION = 1_000_000
TOP = f'name = "Mine"\nplayers = [2, {MOST_PLAYERS}]\n'


def steps(work: Callable[[], object]) -> int:
    """Return how many calls a piece of work makes."""
    made = [0]

    def count(frame: FrameType, kind: str, argument: object) -> None:
        made[0] += kind in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made[0]


def columns(formula: str, top: str = 'points = "c0"\n') -> str:
    """Return a sheet of as many columns as fit, computed by a formula; `{n}` is the previous column."""
    text = TOP + top + '[[column]]\nname = "c0"\n'
    for n in range(1, MOST_COLUMNS):
        more = f'[[column]]\nname = "c{n}"\nis = "{formula.format(n=n - 1)}"\n'
        text += more if len(text) + len(more) < MOST_BYTES else ""
    return text


def _as_much(line: str) -> str:
    return line * (MOST_BYTES // len(line))


SHEETS = {
    "names that nobody knows": columns("+".join(["x"] * 120)),
    "names of other languages": columns("c0==1 && " * 33 + "x"),
    "one sign": columns("%" * 340),
    "brackets": columns("(" * 340),
    "additions over the table": columns("sum(c0)+" * 40 + "1"),
    "columns that are too large together": columns("+".join(["c0"] * 60)),
    "columns that grow": columns("+".join(["c{n}"] * 60)),
    "questions": columns("if c0 > 1 then c0 else " * 8 + "1"),
    "lines with nothing": _as_much("\n"),
    "keys": "".join(f"k{n}=1\n" for n in range(1800)),
    "long keys": "".join("a" * 590 + f"{n}=1\n" for n in range(26)),
    "tables": "".join(".".join(["a"] * 250) + f".b{n}=1\n" for n in range(30)),
    "lists": "".join(f"x{n}=[{'1,' * 290}]\n" for n in range(25)),
    "wrong columns": TOP + "[[column]]\nname=1\nwhat=2\nmost=[]\n" * 350,
    "too many columns": TOP + "[[column]]\na=1\n" * 900,
}


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_a_hostile_sheet_is_refused_in_few_steps(text: str) -> None:
    said: list[str] = []

    def read() -> None:
        with pytest.raises(SetupError) as raised:
            read_sheet(text.encode())
        said.extend(str(raised.value).split("\n"))

    assert len(text) <= MOST_BYTES
    assert steps(read) < MOST_STEPS_A_SHEET
    assert len(said) <= MOST_FAULTS + 1
    assert len(said) <= MOST_FAULTS or said[-1].startswith("and at least ")


def opening(more: str, count: int = 1) -> State:
    """Return the opening of a sheet with the most players, and `count` columns."""
    text = TOP + "rounds = 40\n" + 'points = "c0"\n' + more.partition("\n")[0] + "\n"
    column = more.partition("\n")[2]
    text += "".join(f'[[column]]\nname = "c{n}"\n{column}' for n in range(count))
    return GAME.opening(Facts(MOST_PLAYERS, read_sheet(text.encode())))


EVERYBODY = (-1,) * MOST_PLAYERS
TURNS = 'told = "turns"\n'
ROWS: dict[str, tuple[State, AnyReport]] = {
    "a million columns": (opening(""), TellRow((EVERYBODY,) * MILLION)),
    "a million columns of nothing": (opening(""), TellRow(((),) * MILLION)),
    "a million figures": (opening(""), TellRow(((1,) * MILLION,))),
    "a figure of a thousand digits": (opening(""), TellRow(((10**1000,) * MOST_PLAYERS,))),
    "a turn of a million figures": (opening(TURNS), TellTurn(Seat(0), (1,) * MILLION)),
    "a turn of one figure too many": (
        opening(TURNS, MOST_COLUMNS),
        TellTurn(Seat(0), (1,) * (MOST_COLUMNS + 1)),
    ),
    "a turn of nobody": (opening(TURNS), TellTurn(Seat(MILLION), (1,) * MILLION)),
    "every figure wrong": (opening("", MOST_COLUMNS), TellRow((EVERYBODY,) * MOST_COLUMNS)),
    "no step right": (
        opening("\nstep = 7\n", MOST_COLUMNS),
        TellRow(((3,) * MOST_PLAYERS,) * MOST_COLUMNS),
    ),
    "every sum wrong": (opening("\nsum = 3\n", MOST_COLUMNS), TellRow(((3,) * MOST_PLAYERS,) * MOST_COLUMNS)),
}


@pytest.mark.parametrize(("state", "report"), ROWS.values(), ids=ROWS)
def test_a_hostile_row_is_refused_in_few_steps(state: State, report: AnyReport) -> None:
    ruled: list[object] = []
    assert steps(lambda: ruled.append(GAME.judge(state, report))) < MOST_STEPS_A_ROW
    assert isinstance(ruled[0], Refused)
