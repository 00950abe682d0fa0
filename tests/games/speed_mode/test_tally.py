"""Final boards of Two Player Speed Mode as text: worked out by hand, and texts that are no board."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.owned_toml import MOST_LETTERS
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.board_file import derived
from companion.games.speed_mode.boards import final, read_tokens, write_tokens
from companion.games.speed_mode.score import score
from tests.games.speed_mode.board import position

BOARD = derived()

BY_HAND = [
    # an empty board
    ("........ ........ ........", (0, 0), (0, 0), (0, 0), (0, 0)),
    # one pair; another player's next to it scores nothing extra
    ("AABB.... ........ ........", (1, 1), (1, 1), (0, 0), (0, 0)),
    # three in a row: two extra points
    ("AAAAAA.. ........ ........", (5, 0), (3, 0), (2, 0), (0, 0)),
    # a square of four: four extra points; diagonal pairs score nothing
    ("AAAA.... AAAA.... ....BB..", (8, 1), (4, 1), (4, 0), (0, 0)),
    ("AA....BB ..AABB.. BB....AA", (3, 3), (3, 3), (0, 0), (0, 0)),
    # the whole board: twelve pairs, nine links in rows, eight in columns
    ("AAAAAAAA AAAAAAAA AAAAAAAA", (29, 0), (12, 0), (17, 0), (0, 0)),
    ("BBBBBBBB AAAAAAAA BBBBBBBB", (7, 14), (4, 8), (3, 6), (0, 0)),
    # unpaired: which half doesn't matter, only whose, and next to whose
    ("a..a.... ........ ........", (1, 0), (0, 0), (0, 0), (1, 0)),
    ("a..b.a.b ........ ........", (0, 0), (0, 0), (0, 0), (0, 0)),
    ("a.b..... .a.b.... a..b....", (2, 2), (0, 0), (0, 0), (2, 2)),
    # an unpaired one next to a pair of the same player is no group
    ("AAa..... ........ ........", (1, 0), (1, 0), (0, 0), (0, 0)),
    # all at once
    ("AAAA.bb. BBb...AA BBa..aAA", (7, 4), (4, 2), (2, 1), (1, 1)),
    ("a.a.a.a. a.a.a.a. a.a.a.a.", (17, 0), (0, 0), (0, 0), (17, 0)),
    (".b.b.b.b AAAAAAAA b.b.b.b.", (7, 6), (4, 0), (3, 0), (0, 6)),
]
"""A board in three lines, and for a and b: points, pairs, extra points between, points for groups."""

Two = tuple[int, int]


@pytest.mark.rule("sm.score", "sm.adjacent", "sm.unpaired")
@pytest.mark.parametrize(("text", "scores", "pairs", "extra", "unpaired"), BY_HAND)
def test_boards_worked_by_hand(text: str, scores: Two, pairs: Two, extra: Two, unpaired: Two) -> None:
    found = score(final(BOARD, read_tokens(text.replace(" ", "\n"), BOARD)))
    told = [found[what] for what in ("points", "pairs", "extra", "unpaired")]
    assert told == [list(each) for each in (scores, pairs, extra, unpaired)]
    # The players swap seats, and so do their figures.
    letters = text.replace(" ", "\n").translate(str.maketrans("abAB", "baBA"))
    found = score(final(BOARD, read_tokens(letters, BOARD), unpaired=False))
    assert found["points"] == [scores[1] - unpaired[1], scores[0] - unpaired[0]]


@pytest.mark.parametrize("text", [text.replace(" ", "\n") for text, *_ in BY_HAND])
def test_a_board_is_written_as_it_was_read(text: str) -> None:
    state = position(text)
    assert write_tokens(state.board, state.pairs) == text
    # Windows has other line ends, and editors add empty lines.
    again = read_tokens("\ufeff" + text.replace("\n", " \r\n") + "\n\n", BOARD)
    assert again == state.pairs


GOOD = ["........", "........", "........"]
MADE = "both halves are made, so"


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "line 1: there is no board here"),
        (GOOD[:2], "line 3: this board has 3 lines, this text has 2"),
        ([*GOOD, "........"], "line 4: this board has 3 lines, this text has 4"),
        (["...", *GOOD[1:]], "line 1, column 4: a line has 8 letters, two a pair; this one has 3"),
        ([*GOOD[:2], "........."], "line 3, column 9: a line has 8 letters, two a pair; this one has 9"),
        ([GOOD[0], "..x.....", GOOD[2]], "line 2, column 3: 'x' isn't one of . a b A B"),
        ([GOOD[0], "...A....", GOOD[2]], "line 2, column 3: '.A': a circle lies over both halves, AA or BB"),
        (["......AB", *GOOD[1:]], "line 1, column 7: 'AB': a circle lies over both halves"),
        (["aa......", *GOOD[1:]], f"line 1, column 1: 'aa': {MADE} they lie under a circle, AA"),
        (["ab......", *GOOD[1:]], f"line 1, column 1: 'ab': {MADE} the earlier one was undone"),
        (["a" * (MOST_LETTERS + 1)], "this is longer than any board"),
    ],
)
def test_what_is_no_board_is_refused_by_line_and_column(lines: list[str], fault: str) -> None:
    with pytest.raises(SetupError) as error:
        read_tokens("\n".join(lines), BOARD)
    assert fault in str(error.value)


def test_all_faults_are_told() -> None:
    with pytest.raises(SetupError) as error:
        read_tokens("ab......\n.x......", BOARD)
    assert len(str(error.value).splitlines()) == 3


def test_a_board_with_holes_shows_them() -> None:
    holes = replace(BOARD, pairs=tuple(pair for pair in BOARD.pairs if pair.place != Place(1, 1)))
    text = "AA......\n..##....\n........"
    assert score(final(holes, read_tokens(text, holes)))["points"] == [1, 0]
    with pytest.raises(SetupError, match="line 2, column 3: there is no pair here, so write '##', not"):
        read_tokens(text.replace("##", "AA"), holes)
    assert write_tokens(holes, read_tokens(text, holes)) == text
