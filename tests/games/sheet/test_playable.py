"""A sheet that can be read but not played is found before anybody starts it."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from companion.games.sheet import legal as module
from companion.games.sheet import playable, rules
from companion.games.sheet.events import AnyRuling
from companion.games.sheet.legal import legal
from companion.games.sheet.model import Facts, State
from companion.games.sheet.playable import unplayable
from companion.games.sheet.reports import AnyReport
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet, shipped, shipped_sheet
from tests.games.sheet.table import GAME

TOP = """name = "Mine"
players = [2, 4]
points = "tricks"
rounds = 8

[[column]]
name = "tricks"
"""


def sheet(more: str, top: str = TOP) -> Sheet:
    """Return a sheet with extra lines."""
    return read_sheet((top + more).encode())


@pytest.mark.parametrize("name", shipped())
def test_whatever_is_shipped_can_be_played(name: str) -> None:
    assert list(unplayable(shipped_sheet(name))) == []


def test_every_example_of_the_documentation_can_be_played() -> None:
    examples = re.findall(r"```toml\n(.+?)```", Path("docs/sheets.md").read_text(), re.DOTALL)
    assert len(examples) == 4
    columns = '[[column]]\nname = "contract"\n[[column]]\nname = "bags"\nmost = 13\n'
    for example in examples:
        top = "" if example.startswith("name") else 'name = "Mine"\nplayers = [2, 4]\n'
        end = "" if "\n[" in example else columns
        assert list(unplayable(read_sheet(f"{top}{example}{end}".encode()))) == []


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            'least = 5\nmost = "round"\n',
            "with 2 players, in round 1, no number fits in 'tricks': its least is more than its most",
        ),
        ("most = 10\nsum = 1000\n", "with 2 players, in round 1, no row was found that fits every sum"),
        ("step = 10\nmost = 990\nsum = 1005\n", "with 2 players, in round 1, no row was found"),
        ("choices = [7, 14, 21]\nsum = 50\n", "with 2 players, in round 1, no row was found"),
        (
            'most = 100\n[[check]]\nthat = "tricks > 100"\nsays = "never"\n',
            "with 2 players, in round 1, no row was found that fits every sum and check",
        ),
        (
            'most = 9\n[[check]]\nthat = "round < 6 or tricks > 9"\nsays = "never after five rounds"\n',
            "with 2 players, in round 6, no row was found",
        ),
    ],
)
def test_a_sheet_of_which_no_row_can_be_told_is_said_to_be_so(more: str, says: str) -> None:
    first = next(unplayable(sheet(more)))
    assert first.startswith(says)


@pytest.mark.parametrize("back", ["so_far(tricks)", "total"])
def test_what_earlier_rows_leave_no_room_for_is_found_out(back: str) -> None:
    """Each round by itself could be entered."""
    lines = [*unplayable(sheet(f'least = 5\nmost = 9\n[[check]]\nthat = "{back} < 11"\nsays = "never"\n'))]
    assert len(lines) == 3
    assert all("in round 3, no row was found that fits every sum and check after" in line for line in lines)


def test_a_sheet_whose_totals_pass_what_the_referee_counts_is_found_out() -> None:
    sentences = [*unplayable(sheet("most = 2\n", TOP.replace('"tricks"', '"400000 + tricks"', 1)))]
    assert len(sentences) == 3
    assert all("in round 2, no row was found that fits" in sentence for sentence in sentences)


def test_every_dealer_is_looked_at_too() -> None:
    more = 'least = 1\nmost = "3 - dealer"\n'
    sentences = list(unplayable(sheet(more, TOP.replace("rounds = 8", "rounds = 8\ndeals = true"))))
    assert [sentence.split(", no number")[0] for sentence in sentences] == ["with 4 players, in round 1"]


@pytest.mark.parametrize("stuck", [0, 200, 300])
def test_a_sheet_for_many_and_long_is_checked_in_seconds(stuck: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to take minutes: every round of every number of players was searched to the end."""
    judged = Counter[str]()

    def judge(state: State, report: AnyReport) -> AnyRuling:
        judged["rows"] += 1
        return rules.judge(state, report)

    monkeypatch.setattr(module, "judge", judge)
    monkeypatch.setattr(playable, "judge", judge)
    top = TOP.replace("[2, 4]", "[1, 22]").replace("rounds = 8", "rounds = 200")
    never = f'most = 900\n[[check]]\nthat = "round < {stuck} or tricks > 999"\nsays = "never"\n'
    assert len(list(unplayable(sheet(never, top)))) == (22 if stuck <= 200 else 0)
    assert judged["rows"] < 10_000


def test_only_the_numbers_of_players_that_get_stuck_are_named() -> None:
    three = "most = 5\nsum = 14\n"
    assert [sentence.split(",")[0] for sentence in unplayable(sheet(three))] == ["with 2 players"]


def test_a_sheet_told_in_parts_is_followed_through_the_round() -> None:
    more = 'most = 3\n[[column]]\nname = "rest"\npart = 2\nmost = 1\nsum = "sum(tricks) + 5"\n'
    assert len(list(unplayable(sheet(more)))) == 3


def test_a_sheet_of_which_no_row_holds_keeps_nobody_waiting() -> None:
    """Twenty-two columns of forty choices have more rows than atoms."""
    columns = "".join(f'\n[[column]]\nname = "c{n}"\nmost = 900\n' for n in range(20))
    never = '\n[[check]]\nthat = "tricks > 999"\nsays = "never"\n'
    state = GAME.deal(Facts(4, sheet(columns + never)), GAME.catalogue)
    assert list(islice(legal(state), 3)) == []
