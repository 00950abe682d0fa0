"""`companion records` as a person sees it."""

import json
import time
from pathlib import Path

import pytest

from companion import register
from companion.book.counting import cache_path
from companion.games.shelf import GAMES
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.console.command import run
from tests.matches import keep


@pytest.fixture(name="store")
def kept_store(tmp_path: Path) -> Path:
    """Return a store with one match of each game, by Ada, Bob and guests; the first match is the newest."""
    path = tmp_path / "matches.db"
    with Store(path) as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            keep(store, seated(ended(game), f"match-{n}", (ADA.plate, BOB.plate), -n * 60 * 24))
    return path


def records(store: Path, *args: str | Path, code: int = 0) -> str:
    return run("--store", store, "records", *args, code=code).output


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_the_first_and_the_last_day_there_are_mean_everything(
    zone: str, store: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(time.tzset)
    with monkeypatch.context() as change:
        change.setenv("TZ", zone)
        time.tzset()
        assert records(store, "--since", "0001-01-01", "--before", "9999-12-31") == records(store)


def test_people_and_games_are_told_with_what_they_come_to(store: Path) -> None:
    output = records(store)
    assert output.startswith("Ada\n")
    assert "Against Bob" in output
    assert "wrong grabs" in output
    for name in ("Ungle Speed", "Sequence States & Capitals", "Cryptid", "Tracktic", "Speed Mode"):
        assert f"\n{name} (fewer than 5 matches say little)" in output
    assert "reaction" not in output.lower()
    with Store(store):
        assert records(store) == output, "the second time from its cache, and while the app writes"
    cache_path(store).unlink()
    assert records(store) == output


def test_a_part_can_be_asked_for(store: Path) -> None:
    output = records(store, "--game", "cryptid")
    assert "Cryptid" in output
    assert "Ungle" not in output
    assert records(store, "--since", "2100-01-01").strip() == "There is no match to count."
    assert records(store, "--before", "1960-01-01").strip() == "There is no match to count."
    assert records(store, "--person", "ada", "--person", "bob") == records(store)
    assert "nobody here is called" in records(store, "--person", "Eve", code=1)
    records(store, "--since", "yesterday", code=2)


def test_a_file_is_written_in_the_form_that_its_name_says(store: Path, tmp_path: Path) -> None:
    for name in ("x.bgsplay", "x.csv", "x.JSON"):
        output = records(store, "--export", tmp_path / name)
        assert output.startswith(f"{len(GAMES)} matches are written")
        text = (tmp_path / name).read_text("utf-8")
        assert "Ada" in text
        assert name.endswith("csv") or json.loads(text)
    for target in ("x.xls", "x", "nowhere/x.csv"):
        output = records(store, "--export", tmp_path / target, code=1)
        assert len(output.strip().splitlines()) == 1
    assert "there is no store" in records(tmp_path / "none.db", code=1)


def test_the_link_of_a_match_is_printed(store: Path) -> None:
    assert records(store, "--link", "match-2").startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert f"{len(GAMES)} matches begin with that" in records(store, "--link", "match", code=1)
    several = records(store, "--link", "match", code=1).splitlines()
    assert several[1:] == [line for line in several if line.startswith("  match-")], "each on its own line"
    assert len(several) == 1 + len(GAMES)
    assert "no journal file and no match" in records(store, "--link", "none", code=1)
    records(store, "--link", "match-2", "--export", "x.csv", code=2)


def test_results_of_another_table_are_taken_in_once(store: Path, tmp_path: Path) -> None:
    file, mine = tmp_path / "evening.bgsplay", tmp_path / "mine.db"
    records(store, "--export", file)
    assert records(mine, "--import", file).strip() == f"{len(GAMES)} results were imported. 2 people are new."
    assert run("--store", mine, "people", code=0).output.count(f"{len(GAMES)} matches") == 2, "not 0 matches"
    again = records(mine, "--import", file).strip()
    assert again == f"0 results were imported. {len(GAMES)} were here before."
    assert "Against Bob" in records(mine)
    file.write_text('{"players": [7]}')
    output = records(mine, "--import", file, code=1)
    assert "$.players[0]" in output
    assert len(output.strip().splitlines()) == 1
