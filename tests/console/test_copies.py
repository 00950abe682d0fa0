"""`companion copy` and `companion restore` as a person sees them."""

import io
import os
import sys
from pathlib import Path

import pytest

from companion import register
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.places import sheets_path
from companion.store import Store
from tests.companion.test_journal import text
from tests.companion.test_people import ADA
from tests.console.command import refused, run
from tests.matches import keep, new_match
from ui.storage import copying


def test_what_was_copied_is_there_again_after_everything_was_lost(tmp_path: Path) -> None:
    record, copy = tmp_path / "match.jsonl", tmp_path / "stick.db"
    record.write_bytes(text())
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    run("--store", old, "replay", record, "--import", code=0)
    assert str(copy) in run("--store", old, "copy", copy, code=0).output
    with Store(new):
        output = refused("--store", new, "restore", copy)
    assert output.startswith("Error: matches can't be kept: another companion is using it")
    run("--store", new, "restore", copy, code=0)
    with Store(old, reading=True) as before, Store(new, reading=True) as after:
        (match,) = before.matches()
        assert [other.id for other in after.matches()] == [match.id]
        assert list(after.rows(match.id)) == list(before.rows(match.id))


def test_people_come_back_out_of_a_copy_from_before_the_first_match(tmp_path: Path) -> None:
    old, new, copy = tmp_path / "old.db", tmp_path / "new.db", tmp_path / "stick.db"
    run("--store", old, "people", "add", "Wilhelmina", code=0)
    run("--store", old, "copy", copy, code=0)
    run("--store", new, "restore", copy, code=0)
    assert "Wilhelmina" in run("--store", new, "people", code=0).output


def test_the_owners_sheets_go_beside_the_copy(tmp_path: Path) -> None:
    record, stick, own = tmp_path / "match.jsonl", tmp_path / "stick", sheets_path()
    record.write_bytes(text())
    run("--store", tmp_path / "own.db", "replay", record, "--import", code=0)
    stick.mkdir()
    own.mkdir(parents=True)
    (own / "patience.toml").write_text("whatever it says")
    output = run("--store", tmp_path / "own.db", "copy", stick / "one.db", code=0)
    assert "1 sheet of your own is there too." in output.output
    assert (stick / "sheets" / "patience.toml").read_text() == "whatever it says"
    (stick / "elsewhere").mkdir()
    (stick / "sheets").rename(stick / "before")
    (stick / "sheets").symlink_to(stick / "elsewhere")
    refusal = refused("--store", tmp_path / "own.db", "copy", stick / "other.db")
    assert "Your own sheets aren't on it" in refusal
    assert list((stick / "elsewhere").iterdir()) == []


def test_what_cannot_be_copied_or_restored_is_said_in_one_sentence(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"not a store at all" * 100)
    for arguments in (("copy", tmp_path / "x.db"), ("restore", rubbish), ("restore", tmp_path / "none.db")):
        output = run("--store", tmp_path / "store.db", *arguments, code=1)
        assert len(output.output.strip().splitlines()) == 1, output.output
    assert rubbish.read_bytes().startswith(b"not a store")


def test_a_pipe_or_a_device_is_no_copy_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for source in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        for arguments in (("restore", source), ("--store", source, "people")):
            assert "it isn't a file" in refused("--store", tmp_path / "store.db", *arguments)


def test_a_store_that_is_not_there_is_not_called_closed(tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    output = f"Error: there is no store at {none}; the first match played makes one\n"
    for command in (("copy", tmp_path / "x.db"), ("records",), ("club",)):
        assert refused("--store", none, *command) == output
    assert not none.exists()


def test_a_whole_id_names_its_match_though_another_one_begins_with_it(tmp_path: Path) -> None:
    record, store = tmp_path / "match.jsonl", tmp_path / "store.db"
    for name in ("m", "m.0123abcd", "m.0123abcd.2"):
        record.write_bytes(text(name))
        run("--store", store, "replay", record, "--import", code=0)
    exported = tmp_path / "exported.jsonl"
    for name in ("m", "m.0123abcd", "m.0123abcd.2"):
        run("--store", store, "replay", name, "--export", exported, code=0)
        assert exported.read_bytes() == text(name)
    output = refused("--store", store, "replay", "m.")
    assert "2 matches begin with that" in output
    assert all(f"  {name}  " in output for name in ("m.0123abcd", "m.0123abcd.2"))
    assert "  m  " not in output


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_it_shows_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "from.db") as store:
        for name in ("a", "b", "c"):
            keep(store, new_match(UngleSpeed(), Facts(), name, at=1))
        store.copy_to(tmp_path / "copy.db")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    output, well = copying.restore(tmp_path / "copy.db", tmp_path / "to.db")
    assert well
    assert "3" in output
    assert "3/3" in terminal.getvalue()


def test_stopped_halfway_it_has_taken_in_what_it_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path / "from.db") as store, store.together():
        register.add(store, [ADA])
        for n in range(130):
            keep(store, new_match(UngleSpeed(), Facts(), f"m{n:03}", (ADA.plate,) * 4, at=1))
    with Store(tmp_path / "from.db", reading=True) as store:
        store.copy_to(tmp_path / "copy.db")
    looked = iter(range(999))

    def impatient(match: object) -> None:
        if next(looked) == 120:
            raise KeyboardInterrupt

    monkeypatch.setattr(copying, "check_showable", impatient)
    with pytest.raises(KeyboardInterrupt):
        copying.restore(tmp_path / "copy.db", tmp_path / "to.db")
    with Store(tmp_path / "to.db", reading=True) as store:
        assert [kept.title for kept in store.matches()] == ["Ada, Ada, Ada, Ada"] * 120
    assert copying.restore(tmp_path / "copy.db", tmp_path / "to.db")[1]
    with Store(tmp_path / "to.db", reading=True) as store:
        assert len(store.matches()) == 130
