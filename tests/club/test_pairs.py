"""A tournament of pairs as a file for programs that know FIDE's rules, and their answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.pairs import DREW, LOST, NOT_PLAYED, NOT_YET, WON, PairGame, read_pairs, read_trf, trf
from companion.errors import SetupError

PEOPLE = {"a": "Ada", "b": "Bob", "c": "Cem", "d": "Zoë  of\nMars"}


def columns(line: str) -> tuple[str, str, str, str]:
    """Return number, name, points and rank from the format's columns."""
    return line[4:8].strip(), line[14:47].strip(), line[80:84].strip(), line[85:89].strip()


def test_a_tournament_stands_in_the_columns_of_the_format() -> None:
    first = [PairGame(("a", "b"), WON), PairGame(("c", "d"), DREW)]
    second = [PairGame(("c", "a"), LOST), PairGame(("b",))]
    head, away, *lines = trf(PEOPLE, [first, second], 5, ["d"]).splitlines()
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
    *_, one, other, _, _ = trf(PEOPLE, [[PairGame(("a", "b"), NOT_PLAYED)]], 3).splitlines()
    assert columns(one)[2] == columns(other)[2] == "0.0"


def test_pairs_are_read_and_who_has_nobody_is_alone() -> None:
    assert read_pairs("2\n2 1\n3 0\n", PEOPLE) == [("b", "a"), ("c",)]


@pytest.mark.parametrize(
    "text", ["", "1\n", "1\nx y\n", "1\n1 9\n", "1\n1 1\n", "2\n1 2\n2 3\n", "1\n1 2 3\n", "1\n0 0\n"]
)
def test_an_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SetupError):
        read_pairs(text, PEOPLE)


GAMES = [
    [PairGame(("a", "b"), WON), PairGame(("c", "d"), DREW)],
    [PairGame(("a", "c"), NOT_PLAYED), PairGame(("b",), "H"), PairGame(("d",), "F")],
    [PairGame(("b", "d"), "+"), PairGame(("a", "c"), "L")],
]
LINES = trf(PEOPLE, [*GAMES, [PairGame(("a", "d"), NOT_YET), PairGame(("b", "c"), NOT_YET)]], 5).splitlines()


def test_a_tournament_that_was_written_is_read_again_whoever_wrote_it() -> None:
    names, rounds = read_trf("\r\n".join(["012 A cup", *LINES, "", "XXZ 3"]), str.lower)
    assert list(names.values()) == ["Ada", "Bob", "Cem", "Zoë of Mars"]
    ids = dict(zip(PEOPLE, names, strict=True))
    for games, read in zip(GAMES, rounds, strict=False):
        said = {(tuple(ids[one] for one in game.people), game.ended) for game in games}
        assert {(game.people, game.ended) for game in read} == said
    assert {game.people for game in rounds[-1]} == {(ids["a"], ids["d"]), (ids["b"], ids["c"])}
    assert {game.ended for game in rounds[-1]} == {NOT_YET}
    # Exporting what was read from it gives the same lines.
    again = trf(names, rounds, 5).splitlines()
    assert [columns(line) for line in again] == [columns(line) for line in LINES]


def cell(line: int, nth: int, text: str) -> str:
    """Return the tournament with one cell of a line's round replaced."""
    at = 91 + 10 * nth
    lines = list(LINES)
    lines[line] = lines[line][:at].ljust(at) + text + lines[line][at + len(text) :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "no tournament"),
        ("XXR 9\n", "no tournament"),
        ("\n".join([*LINES, LINES[1]]), "line 6"),
        ("\n".join([*LINES, LINES[1].replace("   1 ", "   9 ", 1)]), "line 6"),
        ("001    x      Ada", "line 1"),
        ("001    1      ", "empty"),
        ("001    1      A\x1b[2J", "can't be shown"),
        (cell(1, 0, "   3 w 1"), "round 1, number 1"),
        (cell(1, 0, "   1 w ="), "round 1, number 1"),
        (cell(1, 0, "9999 w 1"), "round 1, number 1"),
        (cell(1, 0, "   2 w 0"), "round 1, number 1"),
        (cell(1, 0, "0000 - 1"), "round 1, number 1"),
        (cell(1, 0, "   2 w ?"), "round 1, number 1"),
        (cell(1, 3, "   4 w 1"), "round 4, number 1"),
        ("\n".join(line[:89] for line in LINES) + "  9999999999", "round 1, number 4"),
        (trf(PEOPLE, [[PairGame(("a", "b"), NOT_YET)], GAMES[0]], 5), "round 1"),
        (trf(PEOPLE, [[PairGame(("a", "b"), NOT_YET), PairGame(("c", "d"), WON)]], 5), "round 1"),
        (trf(PEOPLE, [[PairGame(("a", "b"), NOT_YET), PairGame(("c",), "H")]], 5), "round 1"),
    ],
)
def test_a_tournament_that_can_not_be_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(SetupError, match=place):
        read_trf(text, str.lower)


@given(st.text(alphabet="01 \n=+-wbUZ23Ada", max_size=400))
def test_whatever_a_file_says_it_is_read_or_refused(text: str) -> None:
    lines = "\n".join("001" + line for line in text.splitlines())
    try:
        names, rounds = read_trf(lines, str)
    except SetupError:
        return
    for games in rounds:
        assert all(set(game.people) <= set(names) for game in games)
