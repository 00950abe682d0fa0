"""`companion club`: join, see what waits to be sent, export it to a stick, take in the reply, leave."""

from pathlib import Path

import msgspec
import pytest

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox, read_items
from companion.club.outbox import Ack, encode
from companion.copies import stored_match
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.console.command import run
from tests.contract.test_frozen_store import thawed
from ui.appliance import care_words as words
from ui.console.club import out_file

JOIN = msgspec.json.encode(Join("kitchen", "secret", "192.168.1.5")).decode()


def club(store: Path, *line: object, fails: bool = False) -> str:
    done = run("--store", store, "club", *line, code=int(fails))
    assert "secret" not in done.output
    return done.output.strip()


@pytest.mark.parametrize(
    ("table", "file"),
    [("kitchen", "club-outbox-kitchen"), ("attic", "club-outbox-attic"), ("../x", "club-outbox")],
)
def test_tables_that_share_a_stick_have_a_file_each(tmp_path: Path, table: str, file: str) -> None:
    """The second one replaced what the first had written for the desk."""
    mailbox = Mailbox(tmp_path)
    assert out_file(mailbox) == "club-outbox"
    mailbox.keep_join(Join(table, "secret", "h"))
    assert out_file(mailbox) == file


@pytest.mark.parametrize("source", ["", JOIN, JOIN.encode().hex(), JOIN.encode().hex().upper()])
def test_a_club_is_joined_by_a_file_or_by_the_text_of_its_code(tmp_path: Path, source: str) -> None:
    path, join = tmp_path / "matches.db", tmp_path / "join.json"
    join.write_text(JOIN)
    club(path, fails=True)
    assert club(path, "join", source or join) == words.club_joined("kitchen")
    assert club(path) == words.club_waits(0)
    with Store(path) as store:
        match = seated(ended("sheet"), "m1", (ADA.plate, BOB.plate))
        outbox.keep(store, stored_match(match), match.rows())
    assert club(path) == words.club_waits(1)
    club(path, "out", tmp_path / "out")
    hello, item = read_items((tmp_path / "out").read_bytes())
    assert (hello.n, hello.first, item.n) == (0, 1, 1)
    (tmp_path / "heard").write_bytes(encode(Ack(item.series, 1)))
    assert club(path, "heard", tmp_path / "heard") == words.club_waits(0)
    assert club(path, "leave") == words.CLUB_LEFT
    assert club(path) == words.CLUB_NONE
    club(path, "out", tmp_path / "out", fails=True)
    assert club(path, "leave", fails=True) == f"Error: {words.CLUB_NONE}", "nothing was left"
    assert Mailbox(tmp_path / "matches.db-club").joined() is None


def test_a_new_password_loses_nothing_that_waits(tmp_path: Path) -> None:
    """`companion-desk table add` gives a table a new password: joining with it threw away what waited."""
    path = tmp_path / "matches.db"
    club(path, "join", JOIN)
    with Store(path) as store:
        match = seated(ended("sheet"), "m1", (ADA.plate, BOB.plate))
        outbox.keep(store, stored_match(match), match.rows())
    assert club(path, "join", JOIN.replace("kitchen", "attic"), fails=True) == f"Error: {words.CLUB_OTHER}"
    assert club(path, "join", JOIN.replace("secret", "newest")) == words.club_joined("kitchen")
    assert club(path) == words.club_waits(1)
    assert Mailbox(tmp_path / "matches.db-club").joined() == Join("kitchen", "newest", "192.168.1.5")


@pytest.mark.parametrize(("club", "renews"), [("c1", True), ("c2", False), ("", False)])
def test_a_desk_at_another_address_is_known_by_its_club(club: str, renews: bool) -> None:
    """A router gives the organiser's machine another address some evening."""
    joined = Join("kitchen", "a", "10.0.0.7", club="c1")
    assert Join("kitchen", "b", "10.0.0.9", club=club).renews(joined) is renews


def test_a_join_file_may_begin_like_a_code(tmp_path: Path) -> None:
    """The desk writes it as 7b.json for a table called 7b."""
    Path("7b.json").write_text(JOIN)
    assert club(tmp_path / "matches.db", "join", "7b.json") == words.club_joined("kitchen")


@pytest.mark.parametrize("text", ["", "{}", "\x1b[2J", "x" * 99_999])
def test_a_file_that_is_none_changes_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "file").write_text(text)
    club(tmp_path / "matches.db", "join", tmp_path / "file", fails=True)
    club(tmp_path / "matches.db", "join", tmp_path / "nothing", fails=True)
    output = club(tmp_path / "matches.db", "heard", tmp_path / "file", fails=True)
    assert "isn't an answer from a club's desk" in output
    assert club(tmp_path / "matches.db") == words.CLUB_NONE


def test_an_older_store_that_is_only_read_is_in_no_club(tmp_path: Path) -> None:
    path = thawed(3, tmp_path)
    assert club(path) == words.CLUB_NONE
    club(path, "out", tmp_path / "out", fails=True)
