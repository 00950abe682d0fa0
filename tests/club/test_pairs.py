"""A tournament of pairs as a file for programs that know FIDE's rules, and what they answer."""

import pytest

from companion.club.pairs import DREW, LOST, NOT_PLAYED, WON, Game, read_pairs, trf
from companion.errors import SetupError

PEOPLE = {"a": "Ada", "b": "Bob", "c": "Cem", "d": "Zoë  of\nMars"}


def columns(line: str) -> tuple[str, str, str, str]:
    """Number, name, points and rank, in the columns that the format gives them."""
    return line[4:8].strip(), line[14:47].strip(), line[80:84].strip(), line[85:89].strip()


def test_a_tournament_stands_in_the_columns_of_the_format() -> None:
    rounds = [
        [Game(("a", "b"), WON), Game(("c", "d"), DREW)],
        [Game(("c", "a"), LOST), Game(("b",))],
    ]
    head, away, *lines = trf(PEOPLE, rounds, 5, ["d"]).splitlines()
    assert (head, away) == ("XXR 5", "XXZ 4")
    assert [columns(line) for line in lines] == [
        ("1", "Ada", "2.0", "1"),
        ("2", "Bob", "1.0", "2"),
        ("3", "Cem", "0.5", "3"),
        ("4", "Zoë of Mars", "0.5", "4"),
    ]
    assert [line[91:] for line in lines] == [
        "   2 w 1     3 b 1",
        "   1 b 0  0000 - U",
        "   4 w =     1 w 0",
        "   3 b =  0000 - Z",
    ]


def test_what_was_not_played_gives_nobody_anything() -> None:
    *_, one, other, _, _ = trf(PEOPLE, [[Game(("a", "b"), NOT_PLAYED)]], 3).splitlines()
    assert columns(one)[2] == columns(other)[2] == "0.0"


def test_pairs_are_read_and_who_has_nobody_is_alone() -> None:
    assert read_pairs("2\n2 1\n3 0\n", PEOPLE) == [("b", "a"), ("c",)]


@pytest.mark.parametrize(
    "text", ["", "1\n", "1\nx y\n", "1\n1 9\n", "1\n1 1\n", "2\n1 2\n2 3\n", "1\n1 2 3\n", "1\n0 0\n"]
)
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SetupError):
        read_pairs(text, PEOPLE)
