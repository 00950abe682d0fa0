"""A board as a file and as a recording: both round-trip, and every fault is named with its place."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.errors import SetupError
from companion.games.sequence_states import layout

GOOD = layout.write_layout(layout.demo())
ONCE = "{} is there only once; it has two spaces"
THRICE = "is there 3 times; it has two spaces"
NEVADA = "no state is called 'Nevda'; did you mean Nevada?"
FIRST = GOOD.splitlines()[0]


def told(text: str) -> list[str]:
    """Return the faults of a text, without the heading."""
    with pytest.raises(SetupError) as caught:
        layout.read_layout(text, "mine")
    head, *found = str(caught.value).splitlines()
    assert head == "mine: this board can't be played on"
    return found


def changed(row: int, column: int, field: str) -> str:
    """Return the valid board with one field changed."""
    lines = [line.split(",") for line in GOOD.splitlines()]
    lines[row][column] = field
    return "\n".join(map(",".join, lines))


def test_the_made_up_board_has_each_state_twice_and_far_apart() -> None:
    board = layout.demo()
    assert board.made_up
    assert Counter(card for row in board.rows for card in row) == dict.fromkeys(layout.STATES, 2)
    for card in layout.STATES:
        one, other = board.spaces_of(card)
        assert one.row != other.row
        assert one.column != other.column
        assert max(abs(one.row - other.row), abs(one.column - other.column)) > 1


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.lower(),
        GOOD.rstrip("\n"),
        "\ufeff" + GOOD,
        *(GOOD.replace("\n", end) for end in ("\r\n", "\r", "\n\n", "\n,,,,,,,,,\n", ",,\n")),
        *(GOOD.replace(",", comma) for comma in (";", "\t", " , ")),
        GOOD.replace("MS", '"MS"'),
        ",".join(layout.STATES[card].name if card in layout.STATES else card for card in GOOD.split(",")),
        GOOD.replace("NY", "new  york").replace("WV", " WEST VIRGINIA "),
    ],
)
def test_a_board_is_read_however_a_spreadsheet_writes_it(text: str) -> None:
    assert layout.read_layout(text, "demo").rows == layout.demo().rows


@settings(max_examples=40)
@given(
    st.permutations(list(layout.STATES) * 2),
    st.lists(st.sampled_from([str.upper, str.lower, str.title]), min_size=100, max_size=100),
    st.lists(st.booleans(), min_size=100, max_size=100),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
)
def test_any_board_is_read_in_any_hand(
    cards: list[str], cases: list[Callable[[str], str]], in_full: list[bool], comma: str, end: str
) -> None:
    names = [layout.STATES[card].name if full else card for card, full in zip(cards, in_full, strict=True)]
    fields = [case(name) for name, case in zip(names, cases, strict=True)]
    text = end.join(comma.join(fields[row : row + 10]) for row in range(0, 100, 10))
    board = layout.read_layout(text, "any")
    assert [card for row in board.rows for card in row] == cards
    assert layout.read_layout(layout.write_layout(board), "any") == board


@given(
    st.integers(0, 9),
    st.integers(0, 9),
    st.text(st.characters(exclude_characters=',;\t\r\n"'), max_size=30),
    st.integers(0, 3),
)
def test_a_wrong_field_is_named_by_line_and_column(row: int, column: int, field: str, blank: int) -> None:
    lines = [line.split(",") for line in GOOD.splitlines()]
    known = {name.casefold() for state in layout.STATES.values() for name in (state.abbreviation, state.name)}
    assume(" ".join(field.split()).casefold() not in known and (column < 9 or field.strip()))
    lines[row][column] = field
    found = told("\n" * blank + "\n".join(map(",".join, lines)))
    assert found[0].startswith(f"line {row + 1 + blank}, column {column + 1}: ")
    assert "no state " in found[0]
    assert len(found) == 2


@settings(max_examples=30)
@given(st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
def test_no_file_is_too_odd_to_be_refused(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "odd.csv").write_bytes(content)
        with pytest.raises(SetupError):
            layout.read_layout_file(Path(folder) / "odd.csv")


def test_a_board_goes_out_and_in_unchanged(tmp_path: Path) -> None:
    (tmp_path / "board.csv").write_text(layout.write_layout(layout.demo()))
    assert layout.read_layout_file(tmp_path / "board.csv", "demo").rows == layout.demo().rows
    assert layout.read_layout_file(tmp_path / "board.csv").made_up is False


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["line 1: there are no states here; a board has 10 lines of 10"]),
        ("\n\n", ["line 1: there are no states here; a board has 10 lines of 10"]),
        (changed(2, 4, "Nevda"), [f"line 3, column 5: {NEVADA}", ONCE.format("Ohio")]),
        (changed(2, 4, "  "), ["line 3, column 5: there is no state here", ONCE.format("Ohio")]),
        (changed(9, 9, "MS"), [f"line 10, column 10: Mississippi {THRICE}", ONCE.format("New Jersey")]),
        (GOOD + "\n" + FIRST, ["line 12: a board has 10 lines, this one has 11", *[""] * 10]),
        (
            GOOD.replace("MS,WI", "MS"),
            ["line 1, column 10: a line has 10 states, this one has 9", ONCE.format("Wisconsin")],
        ),
        (
            GOOD.replace("MS,WI", "MS,WI,WI"),
            [
                "line 1, column 11: a line has 10 states, this one has 11",
                f"line 3, column 8: Wisconsin {THRICE}",
            ],
        ),
    ],
)
def test_every_fault_is_named_where_it_stands(text: str, faults: list[str]) -> None:
    found = told(text)
    assert [fault for fault in faults if fault and fault not in found] == []
    assert len(found) == len(faults)


def test_a_fault_is_counted_as_in_the_file() -> None:
    # Lines are counted as in the file.
    lines = changed(2, 4, "Nevda").split("\n")
    lines.insert(1, "")
    lines.insert(0, ",,,,")
    assert told("\r\n".join(lines))[0].startswith("line 5, column 5:")
    # A missing line is counted from the last.
    found = told("\n".join(GOOD.splitlines()[:9]))
    assert found[0] == "line 10: a board has 10 lines, this one has 9"
    assert len(found) == 11
    # A state without a space is missing.
    assert "Ohio is missing; it has two spaces" in told(GOOD.replace("OH", "AL"))
    # An unclosed quote spoils only its own line.
    found = told(changed(4, 0, '"ND'))
    assert [fault for fault in found if fault.startswith("line") and not fault.startswith("line 5,")] == []
    # Long texts are shortened.
    found = told("\n".join(["x" * 200 + ",y" * 40] * 100))
    assert len(found) == layout.MOST_FAULTS + 1
    assert max(map(len, found)) < 120


def test_a_file_that_is_no_board_is_one_sentence(tmp_path: Path) -> None:
    large, binary, none = tmp_path / "large.csv", tmp_path / "binary.csv", tmp_path / "none.csv"
    large.write_bytes(b"AL," * 4_000_000)
    binary.write_bytes(GOOD.encode("utf-16"))
    bad = {large: "this is larger", binary: "not valid UTF-8", none: "No such", tmp_path: "this is a folder"}
    for path, says in bad.items():
        with pytest.raises(SetupError, match=says) as caught:
            layout.read_layout_file(path)
        assert str(path) in str(caught.value)
        assert len(str(caught.value)) < 200 + len(str(path))
    assert len(GOOD) < layout.MOST_BYTES


def test_a_layout_in_a_set_up_is_checked_and_a_recording_grows_into_one() -> None:
    # A layout in a set-up is checked too.
    layout.check(layout.demo())
    with pytest.raises(SetupError, match="line 2: a board has 10 lines, this one has 1"):
        layout.check(layout.Layout("short", layout.demo().rows[:1]))
    # A recording grows into a board.
    draft: layout.Draft = {}
    assert set(layout.left_over(draft).values()) == {2}
    for space, card in layout.draft_of(layout.demo()).items():
        with pytest.raises(SetupError):
            layout.finished(draft, "own")
        draft = {**draft, space: card}
    assert layout.finished(draft, "own") == layout.Layout("own", layout.demo().rows)
    assert set(layout.left_over(draft).values()) == {0}


@pytest.mark.parametrize("count", [0, 1, 63, 100])
def test_a_recording_is_kept_in_the_order_it_was_told(count: int) -> None:
    draft = dict(list(layout.draft_of(layout.demo()).items())[::-1][:count])
    again = layout.draft_from_text(layout.draft_to_text(draft))
    assert list(again.items()) == list(draft.items())


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "null",
        '[[[0,0],"XX"]]',
        '[[[0,10],"AL"]]',
        '[[[0,-1],"AL"]]',
        '[[[0,0],"ADD"]]',
        '[[[0,0],"AL"],[[0,0],"AK"]]',
        '[[[0,0],"AL"],[[0,1],"AL"],[[0,2],"AL"]]',
        "[" * 10_000,
        layout.draft_to_text(layout.draft_of(layout.demo()))[:-40],
    ],
)
def test_a_recording_that_is_damaged_is_said_to_be(text: str) -> None:
    with pytest.raises(SetupError, match="can't be read"):
        layout.draft_from_text(text)
