"""Board files of Two Player Speed Mode: reading, writing, and every fault with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.owned_toml import MOST_BYTES
from companion.games.speed_mode.board import Board, Kind, Place, Scores, Tokens
from companion.games.speed_mode.board_file import (
    LONGEST_LINE,
    check,
    derived,
    faults,
    oddities,
    read_board,
    write_board,
)
from companion.games.speed_mode.model import Facts
from tests.games.speed_mode.board import GAME

RED, GREEN = Kind.RED_SQUARE, Kind.GREEN_SQUARE
GOOD = derived()
FIRST = GOOD.pairs[0]


def test_the_derived_board_covers_its_deck_once() -> None:
    assert GOOD.derived
    assert not GOOD.made_up
    assert len(GOOD.pairs) == 12
    assert list(oddities(GOOD)) == []
    assert GOOD.combination(Place(0, 0), 0) == (RED, RED, GREEN)
    assert GOOD.combination(Place(0, 0), 1) == (RED, GREEN, GREEN)
    for pair in GOOD.pairs:
        assert len({kind.shape for half in pair.halves for kind in half}) == 1
    # Three rows of four: nine links side by side, eight up and down.
    assert len(GOOD.links) == 9 + 8


def with_pair(**changes: object) -> Board:
    return replace(GOOD, pairs=(replace(FIRST, **changes), *GOOD.pairs[1:]))


def linked(*links: str) -> Board:
    """Return the board with these links: row and column of one place, and of the other."""
    ends = ([Place(*map(int, end)) for end in link.split()] for link in links)
    return replace(GOOD, adjacency=tuple((one, other) for one, other in ends))


AT = "pair 1 (row 0, column 0)"
ONE, OTHER = FIRST.halves


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (replace(GOOD, name=" "), "name: a board needs one"),
        (replace(GOOD, name="x" * 41), "name: a board needs one"),
        (replace(GOOD, deck={**GOOD.deck, RED: 5}), "deck: 71 cards, and it must have 72"),
        (
            replace(GOOD, deck={**GOOD.deck, Kind.VIOLET_CIRCLE: -1, RED: 7}),
            "deck, violet circle: -1, and it must be 0 to 72",
        ),
        (replace(GOOD, pairs=()), "pairs: there must be at least one"),
        (replace(GOOD, pairs=GOOD.pairs * 4), "pairs: 48, and there may be 40"),
        (with_pair(place=Place(1, 2)), "pair 7 (row 1, column 2): pair 1 is at the same place"),
        (with_pair(halves=FIRST.halves[:1]), f"{AT}: 1 combinations, and a pair has 2"),
        (with_pair(halves=(*FIRST.halves, ONE)), f"{AT}: 3 combinations, and a pair has 2"),
        (with_pair(halves=((RED, RED), OTHER)), f"{AT}, combination 1: 2 cards, and it takes 3"),
        (
            with_pair(halves=(ONE, (Kind.VIOLET_SQUARE,) * 3)),
            f"{AT}, combination 2: 3 violet square, and the deck has 0",
        ),
        (linked("00 99"), "adjacency, line 1: there is no pair at row 9, column 9"),
        (linked("00 00"), "adjacency, line 1: a pair is not next to itself"),
        (linked("00 01", "22 01", "01 00"), "adjacency, line 3: line 1 names the same two"),
        (replace(GOOD, scores=Scores(circle=100)), "scores.circle: 100, and it must be 0 to 99"),
        (replace(GOOD, tokens=Tokens(semicircles=-1)), "tokens.semicircles: -1, and it must be 0 to 99"),
    ],
)
def test_every_fault_is_told_with_its_place(board: Board, fault: str) -> None:
    texts = [one.text for one in faults(board)]
    assert any(text.startswith(fault) for text in texts), texts
    with pytest.raises(SetupError, match="the board"):
        check(board)
    with pytest.raises(SetupError):
        GAME.opening(Facts(board=board))
    with pytest.raises(SetupError):
        read_board(write_board(board).encode())


def test_all_faults_are_told_at_once() -> None:
    board = replace(GOOD, name="", deck={RED: 3}, scores=Scores(lone=-1))
    told = "\n".join(one.text for one in faults(board))
    assert all(part in told for part in ("name:", "deck:", "pair 12", "scores.lone"))


def test_where_combinations_and_deck_differ_it_is_odd_but_no_fault() -> None:
    board = replace(GOOD, deck={**GOOD.deck, RED: 5, GREEN: 10})
    assert list(faults(board)) == []
    assert list(oddities(board)) == [
        "red square: all combinations take 6 of it, the deck has 5",
        "green square: all combinations take 9 of it, the deck has 10",
    ]


def test_a_list_of_neighbours_counts_both_ways() -> None:
    corner, below, right = Place(0, 0), Place(1, 0), Place(0, 1)
    board = replace(GOOD, adjacency=((below, corner), (corner, right)))
    assert board.links == ((corner, right), (corner, below))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"\xff", "byte 1 isn't UTF-8 text"),
        (write_board(GOOD).replace("[0, 0]", "[0, 12]", 1).encode(), "`int` <= 11"),
        (write_board(GOOD).replace('"orthogonal"', '"near"').encode(), "adjacency"),
        (b"colour = 1\n" + write_board(GOOD).encode(), "unknown field `colour`"),
        (b"#" * (LONGEST_LINE + 1), "line 1: this is longer than any line"),
        (b"\n" * (MOST_BYTES + 1), "this is longer than any board"),
        (b"x = " + b"[" * 5000, "deeper than in any board"),
    ],
)
def test_what_is_no_board_is_refused_with_the_place(text: bytes, fault: str) -> None:
    with pytest.raises(SetupError) as error:
        read_board(text, "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert fault in str(error.value)


small = st.integers(0, 99)
boards = st.builds(
    Board,
    name=st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).filter(
        lambda name: name.isprintable() and bool(name.strip())
    ),
    deck=st.just(GOOD.deck),
    pairs=st.permutations(GOOD.pairs).flatmap(
        lambda pairs: st.integers(1, 12).map(lambda count: tuple(pairs[:count]))
    ),
    scores=st.builds(Scores, small, small, small),
    tokens=st.builds(Tokens, st.none() | small, st.none() | small, st.none() | small),
    made_up=st.booleans(),
    derived=st.booleans(),
)


@settings(max_examples=40)
@given(board=boards, listed=st.booleans())
def test_what_is_written_is_read_back(board: Board, listed: bool) -> None:
    if listed:
        board = replace(board, adjacency=board.links)
    # A count missing in a file is the usual one: nine circles.
    if board.tokens.circles is None:
        board = replace(board, tokens=replace(board.tokens, circles=9))
    assert list(faults(board)) == []
    again = read_board(write_board(board).encode())
    assert (again, again.links) == (board, board.links)
