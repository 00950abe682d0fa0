"""The command line as a person sees it: sentences, places, exit codes, and never a traceback."""

import errno
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.game import Level, Seat
from companion.games.ungle_speed.deck import DECKS
from companion.journal import FORMAT
from companion.places import seats_path, store_path
from companion.store import Store
from tests.companion.test_journal import FROZEN, text
from tests.console.command import refused, run
from ui.appliance.launch import has_display
from ui.cli import main
from ui.console import words
from ui.games import registry
from ui.games.registry import FACES, play_with

TURN = '{"type":"ungle_speed.turn_card","seat":%d}\n'


def rulings(stdin: str | bytes, *args: str | Path) -> list[dict[str, Any]]:
    result = run("referee", "ungle-speed", *args, stdin=stdin, code=0)
    return [json.loads(line) for line in result.output.splitlines()]


def test_the_first_line_out_is_the_opening() -> None:
    (opening,) = rulings("")
    assert (opening["ruling"], opening["score"]["stack"]) == ("accepted", [20, 20, 20, 20])
    assert opening["awaited"][0] == {"act": "turn_card", "seats": [0], "private": False, "details": {}}
    assert opening["outcome"] is None


def test_a_refusal_names_rule_seat_details_remedy_and_audience() -> None:
    answers = rulings(TURN % 2 + TURN % 0 + '{"type":"match.put_right"}\n' + TURN % 0)
    assert [one["ruling"] for one in answers] == ["accepted", "refused", "refused", "accepted", "accepted"]
    (violation,) = answers[1]["violations"]
    assert set(violation) == {"rule", "seat", "details", "remedy", "audience"}
    assert (violation["rule"], violation["seat"]) == ("us.turn", 2)
    assert answers[2]["violations"][0]["rule"] == "match.held"
    assert [one["held"] for one in answers] == [False, True, True, False, False]


STRIKE = '{"type":"match.strike","entry":%d}'
FELL = '{"type":"match.replace","entry":1,"report":{"type":"ungle_speed.call_fell"}}\n'
LET_STAND = '{"type":"match.let_stand"}\n'
FORGOTTEN = '{"type":"match.insert","entry":2,"report":{"type":"ungle_speed.turn_card","seat":0}}\n'
BOTH = f'{{"type":"match.correct","changes":[{STRIKE % 1},{STRIKE % 2}]}}\n'
NOTHING = '{"type":"match.correct","changes":[]}'
A, B, C = (TURN % seat for seat in range(3))
CORRECTED = {
    "an entry is replaced where what follows still can be": (
        [A, FELL, A, B], ["accepted"] * 4, [19, 19, 20, 20],
    ),
    # Seat 0 turned a card, nobody entered it, and the table let seat 1's card stand.
    "a forgotten report goes in where it belongs": (
        [B, LET_STAND, FORGOTTEN, C], ["refused", *["accepted"] * 3], [19, 19, 19, 20],
    ),
    "several are corrected at once where one alone would not fit": (
        [A, B, STRIKE % 1 + "\n", BOTH, NOTHING],
        ["accepted", "accepted", "match.correction us.turn", "accepted", "match.no-change"],
        [20, 20, 20, 20],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("reports", "expected", "stack"), CORRECTED.values(), ids=CORRECTED)
def test_the_record_is_corrected(reports: list[str], expected: list[str], stack: list[int]) -> None:
    answers = rulings("".join(reports))
    for answer, how in zip(answers[1:], expected, strict=True):
        rules = " ".join(violation["rule"] for violation in answer["violations"])
        assert how in (answer["ruling"], rules), answer
    assert answers[-1]["score"]["stack"] == stack


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"match.replace","entry":1,"report":{"type":"match.put_right"}}',
        b'{"type":"match.insert","entry":1,"report":{"type":"match.strike","entry":1}}',
        b'{"type":"match.correct","changes":[{"type":"match.put_right"}]}',
        b'{"type":"match.insert","entry":1}',
        b"not json",
        b"[]",
        b"{}",
        b'{"type":"ungle_speed.turn_card"}',
        b'{"type":"ungle_speed.turn_card","seat":"two"}',
        b'{"type":"ungle_speed.turn_card","seat":0,"colour":"red"}',
        b'{"type":"tracktic.lay"}',
        b'{"type":"match.unheard_of"}',
        b"\xff\xfe",
        b"[" * 5000,
        b'{"type":"ungle_speed.turn_card","seat":0,"card":' + b"[" * 100_000,
        b"x" * (3 << 20),
    ],
)
def test_an_unreadable_line_is_named_and_play_goes_on(line: bytes) -> None:
    answers = rulings(b"\n" + line + b"\n" + (TURN % 0).encode())
    assert [answer["ruling"] for answer in answers] == ["accepted", "unreadable", "accepted"]
    assert answers[1]["line"] == 2
    assert answers[1]["error"]


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("s.json", '{"players": 3, "level": "watching"}'),
        ("s.toml", 'players = 3\nlevel = "watching"'),
        ("S.TOML", 'players = 3\nlevel = "watching"'),
    ],
)
def test_a_setup_may_be_json_or_toml(tmp_path: Path, name: str, setup: str) -> None:
    for mark in ("", "\ufeff"):
        (tmp_path / name).write_text(mark + setup, encoding="utf-8")
        (opening,) = rulings("", "--setup", tmp_path / name)
        assert opening["score"]["stack"] == [26, 26, 26]


@pytest.mark.parametrize(
    ("name", "setup", "says"),
    [
        ("s.json", '{"players": 1}', "too few"),
        ("s.json", '{"players": "x"}', "$.players"),
        ("s.json", '{"palyers": 4}', "palyers"),
        ("s.json", "{", "s.json: "),
        ("s.toml", "players = x", "line 1, column 11"),
        ("s.json", '{"rulings": {"leftovers": "burn"}}', "deal, pot"),
        ("s.json", '{"first": 4}', "there is no seat 4"),
        ("s.json", '{"map": "K\xfcche"}', "s.json: byte 11 isn't UTF-8 text; save it as UTF-8"),
        ("none.json", None, "none.json: No such file"),
    ],
)
def test_a_bad_setup_is_told_with_its_place(tmp_path: Path, name: str, setup: str | None, says: str) -> None:
    if setup is not None:
        (tmp_path / name).write_text(setup, "latin-1")
    result = run("referee", "ungle-speed", "--setup", tmp_path / name, code=1)
    assert says in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize(
    "args", [["--colour"], ["referee"], ["referee", "chess"], ["replay", "x", "--at", "y"], ["fly"]]
)
def test_wrong_usage_exits_with_two(args: list[str]) -> None:
    run(*args, code=2)


def test_a_day_is_asked_for_as_people_write_it() -> None:
    """Not as '%Y-%m-%d'."""
    said = run("records", "--since", "31.5.2026", code=2).output
    assert "'31.5.2026' isn't a day; write it as 2026-05-31" in said


@pytest.mark.parametrize("option", [("--seats", "other.toml"), ("--deck", "deck.toml"), ("--kiosk",)])
def test_an_option_of_the_app_that_a_command_would_not_heed_is_refused(option: tuple[str, ...]) -> None:
    """`companion --seats other.toml doctor` checked the usual seats file, without a word."""
    output = run(*option, "doctor", code=2).output
    assert f"{option[0]} can't stand before doctor: companion doctor --help says what it takes" in output


@pytest.mark.parametrize("command", ["referee tracktic", "sheet --try uno", "tally tracktic board"])
def test_a_closed_stream_has_nothing_and_takes_all(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell closes them (`<&- >&-`), or a launcher without a terminal."""
    Path("board").write_text("YY\n")
    for closed in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, closed, None)
    try:
        main.main(command.split(), standalone_mode=False)
    finally:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()


def test_a_terminal_without_the_letters_of_a_name_shows_them_escaped() -> None:
    """As with LANG=de_DE.ISO-8859-1: the name was saved, and then a traceback printed."""
    runner = CliRunner(charset="latin-1")
    output = runner.invoke(main, ["people", "add", "日本 Zoë"]).output
    assert output.startswith("\\u65e5\\u672c Zoë is known now")


@pytest.mark.parametrize("command", ["tally tracktic {}", "board tracktic --check {}", "--deck {}"])
def test_a_file_this_user_may_not_read_is_refused_input_and_no_wrong_usage(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path, most: int) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "file").touch()
    monkeypatch.setattr("companion.whole_file.read_plain", closed)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert refused(*command.format("file").split()) == "Error: file: Permission denied\n"


def test_without_a_display_one_sentence_says_what_works() -> None:
    assert refused().strip() == f"Error: {words.NO_DISPLAY}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"name = x", "line 1, column 8"),
        (b"\xff", "UTF-8"),
        (None, "No such file"),
        (b"", "missing"),
        # The limit lies within a letter.
        (b"# " + "é".encode() * (1 << 15), "larger than any deck"),
    ],
)
def test_a_bad_deck_is_one_sentence_with_its_place(tmp_path: Path, text: bytes | None, says: str) -> None:
    if text is not None:
        (tmp_path / "deck.toml").write_bytes(text)
    result = run("--deck", tmp_path / "deck.toml", code=1)
    assert f"{tmp_path / 'deck.toml'}: " in result.output
    assert says in result.output


def test_a_match_is_dealt_from_the_owner_s_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.games.registry.FACES", dict(FACES))
    text = (files("companion.games.ungle_speed.decks") / "standard.toml").read_text()
    # Some editors begin a text with a byte order mark.
    (tmp_path / "deck.toml").write_text("\ufeff" + text.replace("inward = 3", "inward = 13"))
    play_with(DECKS.read_file(tmp_path / "deck.toml"))
    assert registry.FACES["ungle-speed"]().facts(4, {}, Level.COUNTING, Seat(0)).deck.size == 90


def test_a_display_is_a_desktop_or_a_connected_panel(tmp_path: Path) -> None:
    assert has_display({"DISPLAY": ":0"})
    assert not has_display({"DISPLAY": ""})
    panel = tmp_path / "card1-DSI-1"
    panel.mkdir()
    (panel / "status").write_text("disconnected\n")
    assert not has_display({})
    (panel / "status").write_text("connected\n")
    (panel / "modes").write_text("800x480\n")
    assert has_display({})


def test_places_follow_the_desktop_rules() -> None:
    assert str(store_path({"HOME": "/h"})) == "/h/.local/share/companion/matches.db"
    assert str(seats_path({"HOME": "/h", "XDG_CONFIG_HOME": "/c"})) == "/c/companion/seats.toml"
    assert str(seats_path({"HOME": "/h", "XDG_CONFIG_HOME": "relative"})) == "/h/.config/companion/seats.toml"


def test_replay_tells_a_file_and_marks_what_no_longer_stands() -> None:
    result = run("replay", FROZEN / "format_1.jsonl", code=0)
    lines = result.output.splitlines()
    assert lines[0].split(maxsplit=1)[0] == "0"
    assert any(line.startswith("   4 x") for line in lines), result.output


def test_replay_stops_where_asked_and_says_where_it_can_not() -> None:
    assert run("replay", FROZEN / "format_1.jsonl", "--at", "1").output.splitlines()[-1].startswith("   1")
    assert "the last one is 5" in refused("replay", FROZEN / "format_1.jsonl", "--at", "99")


def test_replay_of_a_damaged_file_tells_the_good_part_and_the_loss(tmp_path: Path) -> None:
    lines = text().splitlines()
    (tmp_path / "torn.jsonl").write_bytes(b"\n".join([*lines[:3], lines[3][:40]]))
    result = run("replay", tmp_path / "torn.jsonl", code=1)
    assert "line 4" in result.stderr
    assert len(result.stdout.splitlines()) >= 3


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"hello", "not a line of a journal"),
        (text().replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1)), "newer version"),
        (text().replace(b'"game":"ungle-speed"', b'"game":"chess"'), "chess"),
    ],
)
def test_a_record_that_can_not_be_opened_is_one_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    result = run("replay", path, code=1)
    assert says in result.output
    assert len(result.output.splitlines()) == 1
    assert path.read_bytes() == content


def test_a_match_travels_by_file(tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl"
    run("replay", FROZEN / "format_1.jsonl", "--import", code=0)
    assert "saved already" in run("replay", FROZEN / "format_1.jsonl", "--import").output
    run("replay", "m", "--export", path, code=0)
    assert path.read_bytes() == (FROZEN / "format_1.jsonl").read_bytes()
    with Store(store_path({"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)})) as store:
        assert [kept.id for kept in store.matches()] == ["m"]


def test_another_match_of_the_same_id_is_left_alone(tmp_path: Path) -> None:
    run("replay", FROZEN / "format_1.jsonl", "--import")
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"\n".join(text().splitlines()[:2]) + b"\n")
    assert "nothing was changed" in refused("replay", other, "--import")


@pytest.mark.parametrize("named", [(), ("",)])
def test_without_a_match_those_that_are_kept_are_listed(named: tuple[str, ...], tmp_path: Path) -> None:
    """An empty name used to be taken for the current folder, and refused as one."""
    assert "no match of that name" in refused("replay", "nothing")
    nothing = run("replay", *named)
    assert (nothing.exit_code, nothing.output) == (0, words.NO_MATCHES + "\n")
    run("replay", FROZEN / "format_1.jsonl", "--import")
    one = run("replay", *named, code=0)
    (line,) = one.output.splitlines()
    assert line.startswith("m  Ungle Speed: "), line
    assert line.endswith("(goes on)"), line
    run("replay", *named, "--at", "1", code=2)
    # A match may have the same name as a folder.
    (tmp_path / "m").mkdir()
    run("replay", "m", code=0)


def test_replay_of_a_game_without_a_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    # Removing the face and putting it back would move it to the end for every later test.
    others = {game: face for game, face in FACES.items() if game != "cryptid"}
    monkeypatch.setattr("ui.games.registry.FACES", others)
    assert "isn't installed here now" in refused("replay", FROZEN.parent / "cryptid" / "format_1.jsonl")


def test_only_games_with_a_screen_are_shown() -> None:
    output = run("demo", "chess", code=2).output
    assert "no game is called 'chess'; the games are: ungle-speed," in output


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--players", "1"], "1 can't play; 2 to 22 can"),
        (["ungle-speed", "--players", "40"], "40 can't play; 2 to 22 can"),
        (["cryptid", "--players", "6"], "6 can't play; 2 to 5 can"),
    ],
)
def test_a_number_that_cannot_play_is_named_with_those_that_can(args: list[str], sentence: str) -> None:
    assert sentence in run("demo", "--offscreen", *args, code=2).output


COMMANDS = [
    *("people", "people add Ann", "people --export out.json", "replay", "replay m1", "records", "club"),
    *("board tracktic", "board tracktic --export out.toml", "copy out.db", "restore out.db", "doctor"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_store_in_a_folder_that_cannot_be_looked_into_is_one_sentence(command: str, tmp_path: Path) -> None:
    """As /var/lib/companion, which belongs to the table's own user, is to everyone else."""
    output = refused("--store", tmp_path / ("n" * 300) / "m.db", *command.split())
    assert "file name too long" in output.lower() or command == "restore out.db"


def test_the_doctor_looks_at_all_else_where_a_folder_is_closed(tmp_path: Path) -> None:
    closed = tmp_path / ("n" * 300)
    output = refused("--store", closed / "m.db", "doctor", "--seats", closed / "seats.toml")
    assert "File name too long" in next(line for line in output.splitlines() if "disk" in line)
    assert "voice: " in output
    assert "record that name" not in output
    run("doctor", "--seats", closed / "seats.toml", "--report", tmp_path / "report.txt", code=0)


@pytest.mark.parametrize("store", ["", ".", "/"])
def test_a_store_has_a_name(store: str) -> None:
    """As with `--store "$WHERE"` when WHERE is empty."""
    for command in COMMANDS:
        assert "this is a folder, not a file" in refused("--store", store, *command.split())


@pytest.mark.parametrize("target", ["", "."])
def test_a_copy_without_a_name_is_refused(target: str, tmp_path: Path) -> None:
    run("--store", tmp_path / "m.db", "people", "add", "Ann", code=0)
    refused("--store", tmp_path / "m.db", "copy", target)
    refused("doctor", "--report", target)
    assert not list(tmp_path.glob(".part"))
