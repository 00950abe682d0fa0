"""Names from somebody else's file are shown, and never obeyed by a terminal or a reader of lines."""

from pathlib import Path

import msgspec
import pytest

from companion.clock import WallTime
from companion.errors import CompanionError, DamagedRecord, SetupError, printable
from companion.game import Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import MatchHeader, NamePlate, StoredRow
from companion.match import Match
from companion.store import Store
from tests.console.command import refused, run
from tests.console.damaged import sealed
from tests.matches import keep

STEERING = "Ann\x1b[2J\x1b]0;mine\x07\nforged line\r\x9b31m\u202eevil\u2028"
SHOWN = r"Ann\x1b[2J\x1b]0;mine\x07\nforged line\r\x9b31m\u202eevil\u2028"


@pytest.fixture
def match() -> Match:  # type: ignore[type-arg]  # the type of its states depends on the game
    plates = (NamePlate(STEERING, "red", "circle", STEERING), NamePlate("Ben", "blue", "square", "B"))
    header = MatchHeader(f"a-{STEERING}", "ungle-speed", plates)
    return Match.begin(UngleSpeed(), Facts(players=2), header, WallTime(0))


def obeys(output: str) -> list[str]:
    """Return the lines of an output that a terminal or a reader of lines would obey."""
    lines = output.split("\n")
    return [line for line in lines if not line.isprintable() or line.startswith("forged")]


def test_control_characters_are_shown_as_such() -> None:
    assert printable(STEERING) == SHOWN
    for name in ("Zoë · 東京", "Pas de salle\N{NO-BREAK SPACE}: deux\N{NARROW NO-BREAK SPACE}!"):
        assert printable(name) == name


def test_an_error_has_the_lines_it_was_given_and_no_others() -> None:
    error = SetupError("board.txt", f"row 1: {STEERING}")
    assert str(error) == f"board.txt\nrow 1: {SHOWN}"
    assert error.line == f"board.txt; row 1: {SHOWN}"
    assert str(SetupError(*error.within("in it"))) == f"in it: board.txt\nrow 1: {SHOWN}"
    assert issubclass(DamagedRecord, CompanionError)


def test_a_journal_file_is_told_with_its_names_shown(match: Match, tmp_path: Path) -> None:  # type: ignore[type-arg]
    journal = tmp_path / "match.jsonl"
    journal.write_bytes(b"".join(row.line() + b"\n" for row in match.rows()))
    output = run("--store", tmp_path / "none.db", "replay", journal, code=0).output
    assert SHOWN in output
    assert obeys(output) == []
    assert obeys(refused("--store", tmp_path / "none.db", "replay", journal, "--import")) == []


def test_a_copy_is_refused_with_its_names_shown(match: Match, tmp_path: Path) -> None:  # type: ignore[type-arg]
    with Store(tmp_path / "work.db") as store:
        keep(store, match)
        store.copy_to(tmp_path / "copy.db")
    output = run("--store", tmp_path / "mine.db", "restore", tmp_path / "copy.db").output
    assert r"a-Ann\x1b[2J" in output
    assert obeys(output) == []


def test_a_store_that_was_forged_is_listed_with_its_names_shown(match: Match, tmp_path: Path) -> None:  # type: ignore[type-arg]
    path = tmp_path / "forged.db"
    with Store(path) as store:
        keep(store, match, match.with_id("a-other"))
    output = run("--store", path, "replay", "a-").output
    assert output.count(SHOWN) == 3
    assert obeys(output) == []


@pytest.mark.parametrize("where", ["match", "game", "name", "letter", "person", "type", "entry"])
def test_a_megabyte_where_a_word_belongs_is_not_printed_whole(where: str, tmp_path: Path) -> None:
    long = "x" * 1_000_000
    entries = msgspec.json.decode(b"[" + b",".join(row.entry for row in played().rows()) + b"]")
    header = entries[0]["body"]["header"]
    if where in ("match", "game"):
        header[where] = long
    elif where == "type":
        entries[1]["body"]["events"][0]["type"] = long
    elif where == "entry":
        entries[1]["body"]["type"] = long
    else:
        header["plates"][0][where] = long
    journal = tmp_path / "match.jsonl"
    journal.write_bytes(b"".join(row.line() + b"\n" for row in sealed(entries) if isinstance(row, StoredRow)))
    for more in ((), ("--import",), ("--at", 1)):
        output = run("--store", tmp_path / "store.db", "replay", journal, *more).output
        assert len(output) < 5_000


def played() -> Match:  # type: ignore[type-arg]  # as above
    plates = (NamePlate("Ann", "red", "circle", "A"), NamePlate("Ben", "blue", "square", "B"))
    match = Match.begin(UngleSpeed(), Facts(players=2), MatchHeader("a", "ungle-speed", plates), WallTime(0))
    match.submit(TurnCard(Seat(0)), seen=1, at=WallTime(0))
    return match
