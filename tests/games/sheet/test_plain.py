"""A plain sheet that an owner sets up: every choice on the screen makes a sheet that can be played."""

from itertools import product

import pytest

from companion.game import Seat
from companion.games.sheet import plain
from companion.games.sheet.sheet_file import read_sheet
from tests.games.sheet.table import Table

ODD = (
    *("A", "if", "total", "sum", "column_2", "Column 2", 'a "b"', "back\\slash", "[[column]]"),
    *("Ä", "得点", "9 pins", "x" * 16),
)


def test_columns_are_added_up_and_the_most_points_win_at_the_target() -> None:
    table = Table(read_sheet(plain.Plain("Camp games", ("A", "B"), target=100).toml()), 3)
    table.row((60, 10, 0), (30, 0, -5)).row((10, 1, 1), (1, 0, 0))
    assert table.totals == (101, 11, -4)
    assert table.winners == (Seat(0),)


def test_few_points_win_after_so_many_rounds() -> None:
    table = Table(read_sheet(plain.Plain("Golf", ("Strokes",), low=True, rounds=2).toml()), 2)
    table.row((4, 5)).row((4, 2))
    assert table.winners == (Seat(1),)


@pytest.mark.parametrize("first", ODD)
def test_whatever_is_typed_makes_a_sheet_with_just_these_names(first: str) -> None:
    for others in product(ODD, repeat=2):
        titles = tuple(dict.fromkeys((first, *others)))
        sheet = read_sheet(plain.Plain(first, titles).toml())
        assert sheet.name == first
        assert tuple(column.heading for column in sheet.columns) == titles
        assert len({*plain.column_names(titles)}) == len(titles)


def test_the_largest_one_can_be_played() -> None:
    titles = tuple(letter * plain.LONGEST_COLUMN for letter in "ABCDEF"[: plain.MOST_COLUMNS])
    for low, target, rounds in ((False, 0, 0), (True, 1000, 0), (False, 0, 50)):
        assert read_sheet(plain.Plain("x" * plain.LONGEST_NAME, titles, low, target, rounds).toml()).columns


def test_what_was_chosen_is_read_from_a_plain_one() -> None:
    chosen = plain.Plain("Camp games", tuple("ABCDEF"[: plain.MOST_COLUMNS]), target=100)
    assert plain.plain_of(read_sheet(chosen.toml())) == chosen


@pytest.mark.parametrize(
    "titles",
    [
        {"points_": ""},
        {f"c{n}": f"C{n}" for n in range(plain.MOST_COLUMNS + 1)},
        {f"what_stands_{n:02}": "" for n in range(40)},
    ],
)
def test_what_the_screen_could_not_make_was_not_chosen_there(titles: dict[str, str]) -> None:
    column = '[[column]]\nname = "{}"\ntitle = "{}"\nleast = -9999\nmost = 9999\n'
    told = "".join(column.format(*names) for names in titles.items())
    points = " + ".join(list(titles)[:7])
    sheet = read_sheet(f'name = "Mine"\nplayers = [1, 22]\npoints = "{points}"\n{told}'.encode())
    assert plain.plain_of(sheet) is None


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Camp games", "camp_games.toml"),
        ("../../etc/passwd", "etc_passwd.toml"),
        ("Ça va?", "ça_va.toml"),
        ("...", "sheet.toml"),
        ("a/b\\c:d", "a_b_c_d.toml"),
    ],
)
def test_a_file_is_called_by_letters_and_digits_alone(name: str, file: str) -> None:
    assert plain.file_name(name) == file
