"""Boards as text, and their tallies."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import SetupError
from companion.games.sequence_states.boards import Chips, read_board
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.tally import countable, tally
from tests.games.sequence_states import slow
from tests.games.sequence_states.board import five, position, rows, write_board


def counts(*lines: str) -> tuple[dict[str, int], str | None]:
    """Tally a board: return the number of sequences of each colour, and the winner."""
    found = tally(read_board(rows(*lines)))
    return {colour.value: len(fives) for colour, fives in found.sequences.items()}, found.winner


BOARDS: list[tuple[str, list[str], dict[str, int], str | None]] = [
    ("nothing", [""], {}, None),
    ("four", ["rrrr"], {"red": 0}, None),
    ("five", ["rrrrr"], {"red": 1}, None),
    ("eight are one", ["rrrrrrrr"], {"red": 1}, None),
    ("nine are two", ["rrrrrrrrr"], {"red": 2}, "red"),
    ("ten are two", ["rrrrrrrrrr"], {"red": 2}, "red"),
    ("five locked", ["RRRRR"], {"red": 1}, None),
    ("the middle five of nine are locked", ["rrRRRRRrr"], {"red": 1}, None),
    ("the first five of nine are locked", ["RRRRRrrrr"], {"red": 2}, "red"),
    ("a cross", ["..b", "..b", "bbbbb", "..b", "..b"], {"blue": 2}, "blue"),
    ("two sides", ["rrrrr", "bbbbb", "b", "b", "b", "b"], {"red": 1, "blue": 2}, "blue"),
    ("among three one wins", ["rrrrr", "b", "g"], {"red": 1, "blue": 0, "green": 0}, "red"),
    ("among three two have one", ["rrrrr", "bbbbb", "g"], {"red": 1, "blue": 1, "green": 0}, None),
    ("three in one corner", ["rrrrr", "rr", "r.r", "r..r", "r...r"], {"red": 3}, "red"),
]


@pytest.mark.rule("ss.share", "ss.win")
@pytest.mark.parametrize(("name", "board", "made", "winner"), BOARDS, ids=[name for name, *_ in BOARDS])
def test_a_tally(name: str, board: list[str], made: dict[str, int], winner: str | None) -> None:
    assert counts(*board) == (made, winner)


def test_three_sides_may_play_where_only_two_have_chips() -> None:
    board = read_board(rows("rrrrr", "b"))
    assert tally(board).winner is None
    assert tally(board, sides=3).winner is Colour.RED
    with pytest.raises(SetupError, match="3 colours"):
        tally(read_board(rows("rbg")), sides=2)


def test_the_lines_are_told_from_the_top_and_the_left() -> None:
    found = tally(read_board(rows("....r", "...r", "..r", ".r", "r", "rrrrr")))
    assert found.sequences[Colour.RED] == (five(1, 5, 1, -1), five(6, 1, 0, 1))


@pytest.mark.rule("ss.sequence")
@pytest.mark.parametrize(
    ("board", "place"),
    [
        (["RRRRRR"], "line 1, column 6"),
        (["", "..R"], "line 2, column 3"),
        (["RRRRR", "", "....rRrrr"], "line 3, column 6"),
    ],
)
def test_locked_chips_that_are_in_no_sequence_are_refused(board: list[str], place: str) -> None:
    with pytest.raises(SetupError, match=f"{place}: this red chip is locked"):
        tally(read_board(rows(*board)))


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 3), st.integers(0, 6))
def test_a_tally_agrees_with_trying_everything(seed: int, lines: int, locked: int, more: int) -> None:
    chance = random.Random(seed)
    centre = chance.randrange(2, 8), chance.randrange(2, 8)
    near = [line for line in slow.ALL if centre in line]
    chosen = chance.sample(near, lines)
    chips = {cell for line in chosen for cell in line}
    turned = {cell for line in chosen[:locked] for cell in line}
    # Locked chips that no line needs: some of them can't be covered.
    turned |= set(chance.sample(sorted(chips), min(more, 2)) if chance.random() < 0.3 else ())
    chips |= {(min(9, row + 1), place) for row, place in chance.sample(sorted(chips), min(more, len(chips)))}
    assume(sum(line <= chips for line in slow.ALL) <= 13)
    told = Chips(frozenset(Space(*c) for c in chips), frozenset(Space(*c) for c in turned))
    expected = slow.most_on_board(chips, turned)
    if expected is None:
        with pytest.raises(SetupError, match="is locked"):
            countable(Colour.RED, told)
        return
    found = countable(Colour.RED, told)
    assert len(found) == expected
    assert slow.apart(frozenset((s.row, s.column) for s in line) for line in found)
    assert {s for line in found for s in line if set(line) <= told.locked} == told.locked


def test_a_crowded_board_is_counted_all_the_same() -> None:
    """Of the largest choices in lines of eight locked chips, most miss a chip."""
    text = rows(*["RRRRRRRR"] * 6)
    assert len(tally(read_board(text)).sequences[Colour.RED]) == 24


FAULTS = [
    ("nine lines", "\n".join(["." * 10] * 9), ["line 10: a board has 10 lines, this one has 9"]),
    ("eleven lines", "\n".join(["." * 10] * 11), ["line 11: a board has 10 lines, this one has 11"]),
    ("a short line", rows("")[:-1], ["line 10, column 10: a line has 10 letters, this one has 9"]),
    ("a long line", rows("." * 11), ["line 1, column 11: a line has 10 letters, this one has 11"]),
    ("an unknown letter", rows("", "..y"), ["line 2, column 3: 'y' isn't one of . r b g R B G"]),
    (
        "two unknown letters",
        rows("x", "..y"),
        [
            "line 1, column 1: 'x' isn't one of . r b g R B G",
            "line 2, column 3: 'y' isn't one of . r b g R B G",
        ],
    ),
    (
        "too many chips",
        rows(*["r" * 10] * 5, "...r"),
        ["line 6, column 4: a box has 50 red chips, this is one more"],
    ),
    ("nothing", "", ["line 1: a board has 10 lines, this one has 0"]),
    ("a novel", "." * 20_000, ["this is longer than any board"]),
]


@pytest.mark.rule("ss.box")
@pytest.mark.parametrize(("name", "text", "wrong"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_a_bad_board_is_refused_with_line_and_column(name: str, text: str, wrong: list[str]) -> None:
    with pytest.raises(SetupError) as caught:
        read_board(text)
    assert str(caught.value) == "\n".join(wrong)


def test_what_an_editor_adds_to_a_board_does_not_matter() -> None:
    # A byte order mark at the beginning is not a letter.
    assert read_board("\ufeff" + rows("rrrrr")) == read_board(rows("rrrrr"))
    # Line ends and empty lines after the board do not matter.
    assert read_board(rows("rrrrr").replace("\n", "\r\n") + "\r\n\n") == read_board(rows("rrrrr"))
    # A position is written as it was read.
    text = rows("RRRRRb", "g")
    assert write_board(position(*text.splitlines(), players=3)) == text
