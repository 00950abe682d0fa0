"""`companion club`: join, see what waits, take it out on a stick, hear, leave."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox, read_items
from companion.club.outbox import Heard, encode
from companion.copies import kept_of
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.contract.test_frozen_store import thawed
from ui.appliance import care_words as words
from ui.cli import main

JOIN = msgspec.json.encode(Join("kitchen", "secret", "192.168.1.5")).decode()


def run(store: Path, *line: str, fails: bool = False) -> str:
    done = CliRunner().invoke(main, ["--store", str(store), "club", *line])
    assert done.exit_code == int(fails), done.output
    assert "secret" not in done.output
    return done.output.strip()


@pytest.mark.parametrize("as_text", [True, False])
def test_a_club_is_joined_by_a_file_or_by_the_text_of_its_code(tmp_path: Path, as_text: bool) -> None:
    path, join = tmp_path / "matches.db", tmp_path / "join.json"
    join.write_text(JOIN)
    run(path, fails=True)
    assert run(path, "join", JOIN if as_text else str(join)) == words.club_joined("kitchen")
    assert run(path) == words.club_waits(0)
    with Store(path) as store:
        match = seated(ended("sheet"), "m1", (ADA.plate, BOB.plate))
        outbox.keep(store, kept_of(match), match.rows())
    assert run(path) == words.club_waits(1)
    run(path, "out", str(tmp_path / "out"))
    hello, item = read_items((tmp_path / "out").read_bytes())
    assert (hello.n, hello.first, item.n) == (0, 1, 1)
    (tmp_path / "heard").write_bytes(encode(Heard(item.series, 1)))
    assert run(path, "heard", str(tmp_path / "heard")) == words.club_waits(0)
    assert run(path, "leave") == words.CLUB_LEFT
    assert run(path) == words.CLUB_NONE
    run(path, "out", str(tmp_path / "out"), fails=True)
    assert Mailbox(tmp_path / "matches.db-club").joined() is None


@pytest.mark.parametrize("text", ["", "{}", "\x1b[2J", "x" * 99_999])
def test_a_file_that_is_none_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    run(tmp_path / "matches.db", "join", str(tmp_path / "file"), fails=True)
    run(tmp_path / "matches.db", "join", str(tmp_path / "nothing"), fails=True)
    run(tmp_path / "matches.db", "heard", str(tmp_path / "file"))
    assert run(tmp_path / "matches.db") == words.CLUB_NONE


def test_an_older_store_that_is_only_read_is_in_no_club(tmp_path: Path) -> None:
    path = thawed(3, tmp_path)
    assert run(path) == words.CLUB_NONE
    run(path, "out", str(tmp_path / "out"), fails=True)
