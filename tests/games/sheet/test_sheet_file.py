"""A sheet's file: every fault has its place and what would be right; nothing hostile gets in."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.games.sheet
from companion.errors import SetupError
from companion.games.sheet.model import Facts
from companion.games.sheet.parsed_sheet import parse_sheet, sheet_faults
from companion.games.sheet.sheet import MOST_COLUMNS, Sheet
from companion.games.sheet.sheet_file import (
    LONGEST_LINE,
    MOST_BYTES,
    place_of,
    read_sheet,
    read_sheet_file,
    shipped,
    shipped_sheet,
)
from tests.games.sheet.table import GAME

FOLDER = Path(companion.games.sheet.__file__).parent / "sheets"

GOOD = """name = "Mine"
players = [2, 6]
points = "tricks * 10"
rounds = 5

[[column]]
name = "tricks"
most = "round"
"""


def refusal(text: str | bytes) -> list[str]:
    """Return the lines in which a file is refused."""
    with pytest.raises(SetupError) as raised:
        read_sheet(text if isinstance(text, bytes) else text.encode(), "mine.toml")
    return str(raised.value).split("\n")


def nested(depth: int) -> str:
    """Return a sheet for 22 with sums over the table nested this deep."""
    formula = "sum(" * depth + "tricks + seat" + ") + seat" * depth
    return GOOD.replace("[2, 6]", "[2, 22]").replace("tricks * 10", f"sum({formula}) - tricks")


@pytest.mark.parametrize("depth", [2, 3, 8, 15])
def test_adding_over_the_table_within_itself_is_refused_before_anything_is_counted(depth: int) -> None:
    (fault,) = refusal(nested(depth))
    assert "line 3, column" in fault
    assert "steps, and 10000 are allowed; put the inner part into a column" in fault


def test_a_row_has_a_bound_too_whatever_each_formula_takes() -> None:
    points = " + ".join(["sum(tricks)"] * 25)
    (fault,) = refusal(GOOD.replace("[2, 6]", "[2, 22]").replace("tricks * 10", points))
    assert "line 3, column 10 (points): with 22 players this takes 13178 steps a row" in fault
    assert read_sheet(GOOD.replace("tricks * 10", points).encode()).players == (2, 6)


def test_a_match_whose_sheet_takes_too_long_is_refused_when_its_record_is_opened() -> None:
    sheet = tomllib.loads(nested(4))
    with pytest.raises(SetupError, match="steps"):
        parse_sheet(msgspec.convert(sheet, Sheet))


def test_the_good_one_is_good() -> None:
    assert read_sheet(GOOD.encode()).name == "Mine"
    assert read_sheet(b"\xef\xbb\xbf" + GOOD.encode()) == read_sheet(GOOD.encode())


def changes(text: str) -> list[tuple[str, str, list[str]]]:
    """Read each change to the valid sheet, and the faults that it must give."""
    found = []
    for row in re.sub(r"\n +", " ", text.strip()).splitlines():
        if not row.startswith("# "):
            change, *says = row.split(" | ")
            old, new = change.replace("\\n", "\n").split(" =>")
            found.append((old, new.removeprefix(" "), says))
    return found


WRONG = r'''
"tricks * 10" => "tricks / 10" | line 3, column 18 (points): for / write div
"tricks * 10" => "trick * 10" | line 3, column 11 (points): nothing is called 'trick' here
"round" => "rund" | line 8, column 9 (column 1, most): nothing is called 'rund' here
[2, 6] => [0, 6] | line 2, column 11 (players): from how many to how many play
[2, 6] => [6, 2] | line 2, column 11 (players): from how many to how many play
[2, 6] => [2, 60] | at most 22
[2, 6] => "six" | line 2, column 11 (players): expected a list in [ ], got a text
rounds = 5 => rounds = 5000 | line 4, column 10 (rounds): from 1 to 200 rounds
rounds = 5 => round = 5 | line 4, column 9 (round): nothing is called 'round' here; did you mean
rounds = 5 => teams = 7 | line 4, column 9 (teams): 2 to 6 players
rounds = 5 => told = "turn" | line 4, column 8 (told): 'turn' isn't one of "rounds", "turns"
rounds = 5 => rounds = [1 | line 6, column 1: a list that begins with [ has no ] at its end
rounds = 5 => rounds = 5.5 | (rounds): expected a whole number or a formula in quotes, got a number
rounds = 5 => rounds = 05 | line 4, column 11: nothing may follow a value on its line but # and
rounds = 5 => rounds = yes | line 4, column 10: a value is a number, true or false, a text in
rounds = 5 => rounds = 5\nrounds = 6 | line 5, column 11: this is there twice: leave out one of them
rounds = 5 => setup = ["Deal."]\nrounds = [] | (rounds): expected a whole number
rounds = 5 => setup = ["Deal.", ""] | (setup 2): expected a text that isn't empty
rounds = 5 => setup = ['Deal.', 'Deal.', 'Deal.', 'Deal.', 'Deal.', 'Deal.']
    | (setup): expected a list of at most 5 in [ ]
rounds = 5 => rounds 5 | line 4, column 8: a name is followed by = and a value
rounds = 5 => about = "x | line 4, column 11: a text ends on its line: a closing quote is missing
rounds = 5 => about = "a\qb" | line 4, column 13: in a text write
rounds = 5 => “rounds” = 5 | line 4, column 1: a line is a name, = and a value, or
rounds = 5 => clock = { kind = "sand" } | line 4, column 9 (clock, kind): 'sand' isn't one of
rounds = 5 => clock = 5 | (clock): write [clock] here, and what belongs to it on the lines below
"round" => "round"\n[[grab]]\nkind = "bell" | line 9, column 1 (grab): write [grab] here, and
[[column]] => [column] | line 6, column 1 (column): write [[column]] here, and
"round" => "round"\ndeals = true | line 9, column 9 (column 1, deals): 'deals' is about the whole sheet
"round" => "bid"\n[[column]]\nname = "bid" | 'bid' isn't known before it is entered; there are players
"round" => "two"\n[[column]]\nname = "two"\nis = "tricks * 2"
    | line 8, column 9 (column 1, most): 'two' is worked out from what is entered, so it isn't known
tricks * 10 => tricks * dealer | (points): 'dealer' only works with deals = true
most = => mots = | line 8, column 8 (column 1, mots): nothing is called 'mots' here; did you mean 'most'
name = "tricks" => name = "Tricks" | line 7, column 8 (column 1, name): a name has 1 to 16 small
name = "tricks" => name = "total" | line 7, column 8 (column 1, name): 'total' means something else
name = "tricks" => title = 'a' | line 6, column 1 (column 1): name is missing
name = "Mine" => | line 1, column 1 (the sheet): name is missing
name = "Mine" => name = "a\u0007b" | line 1, column 8 (name): only characters that can be printed
name = "Mine" => name = """Mine""" | line 1, column 8: a text stands on one line
"round" => "round"\nsum = "bid" | line 9, column 8 (column 1, sum): nothing is called 'bid'
"round" => "round"\nwords = ["a"] | line 9, column 9 (column 1, words): as many words as there are
"round" => -3 | line 8, column 8 (column 1, most): this is less than the least
"round" => "round"\nof = "team" | line 9, column 6 (column 1, of): there are no teams
"round" => "round"\npicks = true | line 9, column 9 (column 1, picks): a seat is picked once
"round" => "round"\nis = "3" | is): nothing is entered on this sheet
"round" => "round"\n[[column]]\nname = "twice"\nis = "2 * tricks"\nsum = 26
    | line 11, column 6 (column 2, is): nobody enters a column that is worked out: leave out
'''


@pytest.mark.parametrize(("old", "new", "says"), changes(WRONG))
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, says: list[str]) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    assert any(says[0] in line for line in refusal(text)), refusal(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"tricks * 10"', f'"{"tricks" * 60}"'),
        ('"tricks * 10"', f'"3 {"9" * 300}"'),
        ("rounds = 5", f"{'rounds' * 90} = 5"),
        ("rounds = 5", f'told = "{"by turns " * 60}"'),
    ],
)
def test_of_what_is_endless_only_the_beginning_is_said(old: str, new: str) -> None:
    for line in refusal(GOOD.replace(old, new)):
        assert len(line) < 400
        assert "..." in line


def test_every_fault_is_named_at_once() -> None:
    text = GOOD.replace("tricks * 10", "trick").replace("rounds = 5", "rounds = 500\ntarget = 0")
    assert [line.split("(")[1].split(")")[0] for line in refusal(text)] == ["points", "rounds", "target"]


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("tricks * 10", "zz + yy * zz", ["3, column 11", "3, column 16", "3, column 21"]),
        ("rounds = 5", 'told = "turn"\norder = "x"\npoint = 1', ["4", "5", "6"]),
        ("[2, 6]", '[2, "six"]\nwins = "most"', ["2", "3"]),
        ('"round"', '"rund"\nleast = "rnd"\nsum = "zz"', ["8", "9", "10"]),
        ('"round"', '"rund"\n[[check]]\nthat = "zz = 1"\nsays = "a"', ["8", "10"]),
        ('"round"', '"round"\nwords = ["a"]\nsum = "zz"', ["9", "10"]),
        ("tricks * 10", 'zz"\nteams = 7\nabout = "', ["3", "4"]),
    ],
)
def test_two_faults_are_both_named(old: str, new: str, places: list[str]) -> None:
    lines = refusal(GOOD.replace(old, new, 1))
    assert all(line.startswith(f"mine.toml: line {place}") for line, place in zip(lines, places, strict=True))


HIDING = r"""
# What a misspelt name says is looked at as well, by the name that stands in the file.
points = => pionts = | line 3, column 10 (pionts): nothing is called 'pionts' here; did you
points = "tricks * 10" => pionts = "trick * 10" | line 3, column 10 (pionts): nothing
    | line 3, column 11 (pionts): nothing is called 'trick'
most = "round" => mots = "rund" | line 8, column 8 (column 1, mots): nothing
    | line 8, column 9 (column 1, mots): nothing
# So is a formula beside it.
"tricks * 10"\nrounds => "trick * 10"\nruonds
    | line 3, column 11 (points): nothing is called 'trick' | line 4, column 10 (ruonds): nothing
"tricks * 10" => "trick * 10"\nwins = "most"
    | line 3, column 11 (points): nothing is called | line 4, column 8 (wins): 'most' isn't one
# Where both are there, the right one is read, and blamed where it stands.
points = "tricks * 10" => pionts = "tricks"\npoints = "trick * 10" | line 3, column 10 (pionts): nothing
    | line 4, column 11 (points): nothing is called 'trick'
# So is what stands in a table whose name is wrong.
[[column]]\nname = "tricks"\nmost => [[colum]]\nname = "tricks"\nabout = 1\nmost
    | line 6, column 1 (colum): nothing | line 8, column 9 (colum 1, about): 'about' is about the whole
# A key that nobody meant leaves nothing out.
rounds = 5 => rounds = 5\nzzzzz = 1 | line 5, column 9 (zzzzz): nothing is called
# What would be another fault only because this is one isn't said.
"tricks * 10" => "tricks + dealer"\ndeals = "yes" | line 4, column 9 (deals): expected true
most = "round" => choices = [1, "two"]\n[[check]]\nthat = "last(tricks) + tricks * 999 < 9999999"\nsays = "a"
    | line 8, column 11 (column 1, choices 2): expected a whole number
most = "round" => most = []\nsum = 2000 | line 8, column 8 (column 1, most): expected a whole
"""


@pytest.mark.parametrize(("old", "new", "says"), changes(HIDING))
def test_a_wrong_name_hides_no_fault_of_a_formula(old: str, new: str, says: list[str]) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    for line, fault in zip(refusal(text), says, strict=True):
        assert line.startswith(f"mine.toml: {fault}")


def test_beyond_eight_faults_it_says_how_many_more() -> None:
    faults = refusal(GOOD.replace("tricks * 10", " + ".join(["zz"] * 30)))
    assert (len(faults), faults[-1]) == (9, "and at least 1 more")
    thirty = "\n".join(f"q{n} = 1" for n in range(30))
    assert refusal(GOOD.replace("rounds = 5", thirty))[8:] == ["and at least 1 more"]


def test_what_was_wrong_isnt_missing_as_well() -> None:
    (fault,) = refusal(GOOD.replace('"Mine"', "1"))
    assert fault == "mine.toml: line 1, column 8 (name): expected a text in quotes, got a whole number"


def test_columns_that_are_counted_from_each_other_are_refused() -> None:
    circle = GOOD + '[[column]]\nname = "one"\nis = "two + 1"\n[[column]]\nname = "two"\nis = "one + 1"\n'
    place = "mine.toml: line 11, column 6 (column 2, is)"
    assert refusal(circle) == [f"{place}: these are counted from each other in a circle: one, two"]
    own = GOOD + '[[column]]\nname = "one"\nis = "one + 1"\n'
    assert "in a circle: one" in refusal(own)[0]


def test_counted_columns_may_stand_in_any_order() -> None:
    columns = '[[column]]\nname = "one"\nis = "two + 1"\n[[column]]\nname = "two"\nis = "tricks * 2"\n'
    rows = GOOD.replace("tricks * 10", "one") + columns
    assert parse_sheet(read_sheet(rows.encode())).points.range == (1, 11)


def test_what_a_column_comes_to_is_known_when_it_is_told() -> None:
    later = GOOD.replace('most = "round"', 'sum = "hand"\n[[column]]\nname = "hand"\nof = "table"\npart = 2')
    assert "line 8, column 7 (column 1, sum): this names what is entered later" in refusal(later)[0]
    counted = later.replace("hand", "more", 1) + '[[column]]\nname = "more"\nof = "table"\nis = "hand + 1"\n'
    assert "this names what is entered later" in refusal(counted)[0]
    assert read_sheet(later.replace("part = 2", "part = 1").encode()).columns[0].sum == "hand"


def growing(count: int) -> str:
    """Return a sheet whose columns each square the previous one."""
    rows = "".join(f'[[column]]\nname = "c{n}"\nis = "c{n - 1} * c{n - 1}"\n' for n in range(1, count))
    return GOOD.replace("tricks", "c0") + rows


HOSTILE = {
    "deep lists": b"players = " + b"[" * 500 + b"]" * 500,
    "deep over many lines": b"players = " + b"[\n" * 5000,
    "deep tables": b"[" + b".".join([b"a"] * 250) + b"]",
    "deeper tables": b"\n".join(b"[" + b".".join([b"a"] * 250) + b"]" for _ in range(20)),
    "a huge file": GOOD.encode() + b"#" * MOST_BYTES,
    "a huge number": GOOD.replace("= 5", "= 1" + "0" * 500).encode(),
    "10 ** 1000 in two": GOOD.replace('"tricks * 10"', '"' + "9" * 350 + '"').encode(),
    "squares of squares": growing(MOST_COLUMNS - 2).encode(),
    "too many columns": (GOOD + '[[column]]\nname = "x"\n' * 300).encode(),
    "deep formula": GOOD.replace("tricks * 10", "(" * 390).encode(),
    "no text": bytes(range(128, 256)),
    "zeros": b"\0" * 5000,
    "a control character": GOOD.replace("Mine", "Mi\x1b[31mne").encode(),
    "a long line": b"name = '" + b"x" * LONGEST_LINE + b"'",
    "a time": GOOD.replace("= 5", "= 2026-01-01").encode(),
    "not a number": GOOD.replace("= 5", "= nan").encode(),
    "nothing": b"",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_hostile_is_refused_with_a_sentence(text: bytes) -> None:
    lines = refusal(text)
    assert lines
    for line in lines:
        assert line.startswith("mine.toml: ")
        assert line.isprintable()
        assert len(line) < 400


@given(st.binary(max_size=300))
def test_rubbish_is_refused(text: bytes) -> None:
    with pytest.raises(SetupError):
        read_sheet(text)


@given(st.data())
def test_a_file_with_a_few_signs_changed_is_read_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(shipped()))
    text = bytearray((FOLDER / f"{name}.toml").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(1, 126))
    try:
        sheet = read_sheet(bytes(text))
    except SetupError:
        return
    players = next(count for count in range(1, 23) if sheet.able(count))
    state = GAME.opening(Facts(players, sheet))
    assert GAME.view(state, None).asked or sheet.clock is not None or state.may_grab


def test_a_value_is_found_where_it_stands() -> None:
    text = GOOD + '\n[[column]]\n  name   =  "two" # most = 3\nmost = 4\n'
    assert place_of(text, ("column", 1, "name")) == (11, 13)
    assert place_of(text, ("column", 1, "most")) == (12, 8)
    assert place_of(text, ("column", 1, "least")) == (10, 1)
    assert place_of(text, ("rounds",)) == (4, 10)
    assert place_of(text, ("points",), 4) == (3, 15)
    assert place_of(text, ("nothing",)) == (1, 1)


def test_at_least_twelve_are_shipped_and_the_plain_one_comes_first() -> None:
    assert len(shipped()) >= 12
    assert shipped()[0] == "score_sheet"
    with pytest.raises(SetupError, match="no sheet is called 'chess'; the sheets are: score_sheet, "):
        shipped_sheet("chess")


@pytest.mark.parametrize("name", shipped())
def test_each_of_them_is_short_says_where_it_is_from_and_what_is_told(name: str) -> None:
    path = FOLDER / f"{name}.toml"
    sheet = read_sheet_file(path)
    assert len(path.read_text().splitlines()) <= 60
    assert sheet_faults(sheet) == ()
    assert sheet.about
    assert sheet.source or name.endswith("score_sheet")
    assert tomllib.loads(path.read_text()).keys() <= set(Sheet.__struct_encode_fields__)


def test_no_two_are_called_the_same() -> None:
    assert len({shipped_sheet(name).name for name in shipped()}) == len(shipped())


def test_an_accent_behind_its_letter_makes_no_other_sheet() -> None:
    """Some programs write é as one code point, some as two."""
    one, two = (read_sheet(GOOD.replace("Mine", f"Caf{e}").encode()) for e in ("\u00e9", "e\u0301"))
    assert one == two


def test_a_file_that_isnt_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"none\.toml: No such file"):
        read_sheet_file(tmp_path / "none.toml")
    with pytest.raises(SetupError, match="this is a folder, not a file"):
        read_sheet_file(tmp_path)
