"""Box profiles: every fault with its place, TOML round trips, and files that are no profile."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.grid import MOST, orientations
from companion.games.tracktic.profile import (
    FaultKind,
    Pattern,
    Profile,
    check,
    demo,
    faults,
    read_profile,
    read_profile_file,
    write_profile,
)

AREA = ("YYY.BBB", ".......", "...#...", ".......", "GGG.RRR")
SMALL = ("YYY", "...", "BBB")
BAR, CORNER = Pattern("bar", ("XXX",), 2), Pattern("corner", ("X.", "XX"))
GOOD = Profile("ours", AREA, (BAR, CORNER), 20, 3, 1, SMALL)


def wrong(**changes: Any) -> list[str]:  # fields of any type
    return [fault.text for fault in faults(replace(GOOD, **changes))]


def test_a_sound_profile_has_no_fault() -> None:
    assert wrong() == []
    assert wrong(area_two=()) == []
    check(GOOD)


@pytest.mark.parametrize("name", ["", "  ", " ours", "a\nb", "\0", "a\ud800", "x" * 41])
def test_a_name_can_be_read_on_a_screen(name: str) -> None:
    assert wrong(name=name) == ["name: a profile needs one, of at most 40 plain letters"]


START_Y = "area: no start piece Y"
T = "column 2: the start pieces Y form a T"


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        ((), ["area: a grid needs at least one line"]),
        (AREA + (".......",) * 16, ["area: 21 lines, and a grid has at most 20"]),
        (("",), ["area, line 1: 0 cells, and a line has 1 to 20"]),
        (("YBGR" + "." * 17,), ["area, line 1: 21 cells, and a line has 1 to 20"]),
        (("YBGR", "..."), ["area, line 2: 3 cells, and line 1 has 4"]),
        (("YBGR", ".y.."), ["area, line 2, column 2: 'y' isn't one of . # Y B G R"]),
        (("YBGR", "..\0."), ["area, line 2, column 3: '\\x00' isn't one of . # Y B G R"]),
        ((".BGR",), [START_Y]),
        (("....",), [f"area: no start piece {letter}" for letter in "YBGR"]),
        (("YYYB", ".Y.G", "...R"), [f"area, line 1, {T}"]),
        (("YYY.", ".Y.B", "YYYG", "..R."), [f"area, line 1, {T}", f"area, line 3, {T}"]),
    ],
)
def test_every_fault_of_the_large_grid(area: tuple[str, ...], expected: list[str]) -> None:
    assert wrong(area=area) == expected


@pytest.mark.rule("tt.players")
def test_on_the_grid_for_two_only_two_colours_must_start() -> None:
    assert wrong(area_two=("Y.R",)) == []
    for area, count in ((("YY.",), 1), (("...",), 0)):
        assert wrong(area_two=area) == [f"area_two: start pieces of {count} colours, and two must start"]
    assert wrong(area_two=("Y.", "B")) == ["area_two, line 2: 1 cells, and line 1 has 2"]
    assert replace(GOOD, area_two=("Y.R",)).starting(2) == "YR"
    assert GOOD.starting(3) == "YBGR"


def test_two_by_two_start_pieces_are_no_t() -> None:
    assert wrong(area=("YYB", "YYG", "..R")) == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((), "no piece is marked with X"),
        (("..", ".."), "no piece is marked with X"),
        (("XXXXXXX",), "a pattern is at most 6 by 6"),
        (("X",) * 7, "a pattern is at most 6 by 6"),
        (("X.", ".X"), "its pieces must all touch, side to side"),
        (("XXX", ".X."), "four of its pieces form a T"),
        ((".X.", "XXX", ".X."), "four of its pieces form a T"),
    ],
)
def test_every_fault_of_a_drawing(rows: tuple[str, ...], expected: str) -> None:
    assert wrong(patterns=(BAR, Pattern("new", rows))) == [f"patterns[2] 'new': {expected}"]


def test_a_sign_of_a_pattern_is_told_with_its_place() -> None:
    place = "patterns[1] 'new', line 2, column 3"
    assert wrong(patterns=(Pattern("new", ("XX.", ".XO")),)) == [f"{place}: 'O' isn't one of X ."]


@pytest.mark.parametrize("name", ["", " ", "flip", " flip", "a ", "a\tb", "x" * 41])
def test_an_id_is_a_word_and_no_flip_card(name: str) -> None:
    expected = f"patterns[1] {name[:40]!r}: a pattern needs an id of at most 40 plain letters, and not 'flip'"
    assert wrong(patterns=(Pattern(name, ("X",)),)) == [expected]


def test_ids_and_drawings_are_there_once() -> None:
    other = Pattern("bar", ("X..", "XXX"))
    assert wrong(patterns=(CORNER, BAR, other)) == ["patterns[3] 'bar': pattern 2 has the same id"]
    for shape in orientations(other.shape):
        rows = tuple("".join("X" if (r, c) in shape else "." for c in range(4)) for r in range(4))
        same = "patterns[3] 'new': turned or mirrored it is the same as patterns[1] 'bar'"
        assert wrong(patterns=(other, CORNER, Pattern("new", rows))) == [same]


def test_counts_have_bounds() -> None:
    for count in (0, -1, 1000, 10**30):
        fault = f"patterns[1] 'bar': count {count}, and it must be 1 to 999"
        assert wrong(patterns=(replace(BAR, count=count),)) == [fault]
    assert wrong(patterns=()) == ["patterns: there must be at least one"]
    many = tuple(Pattern(f"P{n}", ("X" * (n % 6 + 1),)) for n in range(61))
    assert "patterns: 61, and there may be 60" in wrong(patterns=many)
    for name, least in (("pieces", 3), ("flips", 0), ("tokens", 0)):
        for value in (least - 1, 1000):
            assert f"{name}: {value}, and it must be {least} to 999" in wrong(**{name: value})
    assert wrong(flips=0, tokens=0) == []


def test_a_colour_has_pieces_for_its_start_cells() -> None:
    area = ("YYYY", "BGR.")
    told = "start pieces Y than a colour has pieces (3)"
    assert wrong(area=area, area_two=area, pieces=3) == [f"area: more {told}", f"area_two: more {told}"]


def test_every_kind_of_fault_is_stated_above() -> None:
    """A new kind must be added here: the screen has a sentence for each."""
    worst = [
        Profile("", (), (), 2, 0, 0, ("Y",)),
        replace(GOOD, area=(*AREA, "?"), patterns=(Pattern("flip", ("X.", ".X"), 0), Pattern("a", ("?",)))),
        replace(GOOD, area=("YYY", ".YB"), patterns=(Pattern("a", ("XXX", ".X.")), Pattern("a", ("X",) * 7))),
        replace(GOOD, area=("." * 21,), patterns=(BAR,) * 61),
        replace(GOOD, area=("YYYY", "BGR."), pieces=3),
    ]
    assert {fault.kind for profile in worst for fault in faults(profile)} == set(FaultKind)


def _grids(colours: str) -> st.SearchStrategy[tuple[str, ...]]:
    @st.composite
    def grid(draw: st.DrawFn) -> tuple[str, ...]:
        rows = draw(st.integers(1, MOST))
        columns = draw(st.integers(max(1, -(-len(colours) // rows)), MOST))
        signs = draw(st.text(".#", min_size=rows * columns, max_size=rows * columns))
        somewhere, some = st.integers(0, rows * columns - 1), len(colours)
        places = draw(st.lists(somewhere, min_size=some, max_size=some, unique=True))
        cells = [*signs]
        for place, letter in zip(places, colours, strict=True):
            cells[place] = letter
        return tuple("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))

    return grid()


WORDS = st.text(min_size=1, max_size=40).filter(lambda text: text.isprintable() and text == text.strip())
IDS = WORDS.filter(lambda text: text != "flip")
DRAWINGS = (("X",), ("XX",), ("XXX",), ("X.", "XX"), ("XX", "XX"), ("X..", "XXX", "..."), (".XX", "XX."))


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    drawings = draw(st.lists(st.sampled_from(DRAWINGS), min_size=1, unique=True))
    ids = draw(st.lists(IDS, min_size=len(drawings), max_size=len(drawings), unique=True))
    counts = st.integers(1, 999)
    return Profile(
        name=draw(WORDS),
        area=draw(_grids("YBGR")),
        patterns=tuple(Pattern(word, rows, draw(counts)) for word, rows in zip(ids, drawings, strict=True)),
        pieces=draw(st.integers(3, 999)),
        flips=draw(st.integers(0, 999)),
        tokens=draw(st.integers(0, 999)),
        area_two=draw(st.sampled_from(((), SMALL, AREA))),
        made_up=draw(st.booleans()),
    )


@settings(max_examples=25)
@given(profiles(), st.booleans(), st.booleans())
def test_what_is_written_is_read_again(profile: Profile, marked: bool, crlf: bool) -> None:
    text = write_profile(profile).encode()
    text = b"\xef\xbb\xbf" + text if marked else text
    assert read_profile(text.replace(b"\n", b"\r\n") if crlf else text) == profile


def test_names_of_every_alphabet_are_written() -> None:
    for name in ("Größe", "\U0001f3b2 \u9f8d", 'say "hi" \\ #', "it's"):
        profile = replace(GOOD, name=name)
        assert read_profile(write_profile(profile).encode()) == profile


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "Object missing required field `name`"),
        (b"name = 'x'\narea = 3 3", "at line 2"),
        (b"\xff\xfen\0a\0m\0e\0", "byte 1 isn't UTF-8 text"),
        (b"\xef\xbb\xbfname = '\xff'", "byte 12 isn't UTF-8 text"),
        (b"#" + b" " * 70_000, "longer than any profile"),
        (b"\n#" + b" " * 3000, "line 2: this is longer than any line of a profile"),
        (b"area = " + b"[\n" * 9000, "deeper than in any profile"),
    ],
)
def test_what_is_no_profile_is_refused_with_the_reason(text: bytes, expected: str) -> None:
    with pytest.raises(SetupError) as refused:
        read_profile(text, "box.toml")
    assert str(refused.value).startswith("box.toml: ")
    assert expected in str(refused.value)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("pieces = 20", "pieces = 20.0", "Expected `int`, got `float` - at `$.pieces`"),
        ("pieces = 20", f"pieces = {'9' * 300}", f"pieces: {'9' * 300}, and it must be 3 to 999"),
        ("flips = 3", "flips = 3\ncolour = 'red'", "Object contains unknown field `colour`"),
        ('"XXX",', "3,", "Expected `str`, got `int` - at `$.patterns[0].rows[0]`"),
    ],
)
def test_a_wrong_type_is_told_with_its_place(before: str, after: str, expected: str) -> None:
    text = write_profile(GOOD)
    assert before in text
    with pytest.raises(SetupError, match=r"^profile: ") as refused:
        read_profile(text.replace(before, after, 1).encode())
    assert expected in str(refused.value)


def test_all_faults_are_told_but_not_endlessly() -> None:
    with pytest.raises(SetupError) as refused:
        check(replace(GOOD, pieces=2, flips=-1, area=("?" * 20,) * 20))
    head, *lines = str(refused.value).splitlines()
    assert (head, len(lines), lines[-1]) == ("the profile 'ours':", 61, "and more")


def test_a_file_is_named_with_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(write_profile(GOOD))
    assert read_profile_file(path) == GOOD
    path.write_bytes(b"#" * 100_000)
    for bad, expected in (
        (path, "longer than any profile"),
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "this is a folder, not a file"),
    ):
        with pytest.raises(SetupError, match=expected) as refused:
            read_profile_file(bad)
        assert str(refused.value).startswith(str(bad))


def test_the_demo_box_is_sound_and_says_that_it_is_made_up() -> None:
    box = demo()
    assert list(faults(box)) == []
    assert box.made_up
    assert sum(box.cards.values()) == 52
    assert read_profile(write_profile(box).encode()) == box
    assert (box.starting(2), box.starting(4)) == ("YBGR", "YBGR")
