"""`companion people` as a person sees it: importing and exporting names, and files that hold none."""

import json
from pathlib import Path

import pytest

from companion.book import imported
from companion.club import outbox
from companion.club.mailbox import OUTBOX, Join, Mailbox
from companion.copies import stored_match
from companion.places import club_path
from companion.store import Store
from tests.companion.test_people import match
from tests.console.command import run
from tests.matches import keep

ID = "0000000a-0000-4000-8000-00000000000a"
GOOD = {"id": ID, "name": "Zoë", "colour": "sky", "shape": "star", "letter": "Z"}


def people(tmp_path: Path, *args: str | Path, code: int = 0) -> str:
    return run("--store", tmp_path / "store.db", "people", *args, code=code).output


def names(tmp_path: Path) -> list[str]:
    with Store(tmp_path / "store.db", reading=True) as store:
        return [person.name for person in store.people().known.values()]


def test_somebody_is_taken_in_renamed_merged_hidden_and_forgotten(tmp_path: Path) -> None:
    assert "Nobody is known" in people(tmp_path)
    for name in ("Ada", "Bob", "Cem"):
        assert name in people(tmp_path, "add", name)
    assert "Bert" in people(tmp_path, "rename", "bob", "Bert")
    assert "hidden" not in people(tmp_path)
    people(tmp_path, "hide", "Cem")
    assert [line.split()[-1] for line in people(tmp_path).splitlines()] == ["matches", "matches", "hidden"]
    people(tmp_path, "hide", "Cem", "--again")
    people(tmp_path, "no-rank", "Cem")
    assert people(tmp_path).splitlines()[-1].endswith("no rank")
    people(tmp_path, "no-rank", "Cem", "--again")
    assert "no rank" not in people(tmp_path)
    people(tmp_path, "merge", "Bert", "Ada")
    assert names(tmp_path) == ["Ada", "Cem"]
    assert "Bert and Ada are two people again." in people(tmp_path, "part", "bert")
    assert names(tmp_path) == ["Ada", "Bert", "Cem"]
    people(tmp_path, "merge", "Bert", "Ada")
    assert "Copies and files from before still hold the name" in people(tmp_path, "forget", "Cem")
    assert names(tmp_path) == ["Ada"]
    (tmp_path / "store.db-damaged-log-1").touch()
    assert "saved from a damaged file: store.db-damaged-log-1." in people(tmp_path, "forget", "Ada")


def test_a_second_person_of_one_name_is_taken_in_and_both_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    people(tmp_path, "add", "Ann")
    assert "2 people are called ann" in people(tmp_path, "add", "ann")
    first, second = (line.split()[0] for line in people(tmp_path).splitlines())
    output = people(tmp_path, "rename", "Ann", "Anna", code=1)
    assert (first in output, second in output) == (True, True), output
    people(tmp_path, "rename", second, "Anna")
    assert "people are called" not in people(tmp_path, "add", "Bob")
    # Who is given a name that somebody has may be that person.
    assert "2 people are called Bob now" in people(tmp_path, "rename", "Anna", "Bob")


def test_who_is_forgotten_is_in_nothing_that_still_goes_to_the_club(tmp_path: Path) -> None:
    people(tmp_path, "add", "Ada")
    with Store(tmp_path / "store.db") as store:
        (ada,) = store.people().known.values()
        box = Mailbox(club_path(store.path))
        box.join(store, Join("kitchen", "secret", "127.0.0.1"), "00000000-0000-4000-8000-000000000001")
        played = match("m", ada.plate)
        outbox.keep(store, stored_match(played), played.rows())
        box.exchange(store, lambda: "")
    waits = box.folder / OUTBOX
    assert b"Ada" in waits.read_bytes()
    people(tmp_path, "rename", "Ada", "Eve")
    assert b"Eve" in waits.read_bytes()
    assert b"Ada" not in waits.read_bytes()
    people(tmp_path, "forget", "Eve")
    assert b"Eve" not in waits.read_bytes()
    assert ada.id.encode() not in waits.read_bytes()


def test_two_of_one_table_are_made_one_only_if_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Ada", "Bob"):
        people(tmp_path, "add", name)
    monkeypatch.setattr(imported, "together", lambda *_: 2)
    output = people(tmp_path, "merge", "Bob", "Ada", code=1)
    assert "They sat at one table in 2 matches" in output
    assert "--sat-together" in output
    assert names(tmp_path) == ["Ada", "Bob"]
    people(tmp_path, "merge", "Bob", "Ada", "--sat-together")
    assert names(tmp_path) == ["Ada"]


def test_a_letter_goes_with_the_name_unless_it_was_chosen(tmp_path: Path) -> None:
    people(tmp_path, "add", "Bob")
    people(tmp_path, "add", "Ada", "--letter", "Q")
    people(tmp_path, "rename", "Bob", "Zoe")
    people(tmp_path, "rename", "Ada", "Eve")
    with Store(tmp_path / "store.db", reading=True) as store:
        found = {person.name: person.letter for person in store.people().known.values()}
    assert found == {"Zoe": "Z", "Eve": "Q"}


def test_a_guest_was_somebody_in_one_step(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        keep(store, match("a"), match("b"))
    people(tmp_path, "add", "Ada")
    assert people(tmp_path, "give", "Fox", "Ada").strip() == "Fox was Ada, in 2 matches."
    assert "2 matches" in people(tmp_path)
    assert people(tmp_path, "give", "Fox", "Ada").startswith("No match is left")
    assert "In 2 matches" in people(tmp_path, "give-back", "Ada")


def test_what_was_written_out_is_taken_in_and_not_twice(tmp_path: Path) -> None:
    people(tmp_path, "add", "Ada")
    people(tmp_path, "add", "李", "--colour", "ivory", "--shape", "cross")
    file = tmp_path / "people.json"
    people(tmp_path, "--export", file)
    with Store(tmp_path / "store.db", reading=True) as store:
        before = store.people()
    (tmp_path / "store.db").rename(tmp_path / "old.db")
    assert people(tmp_path, "--import", file).strip() == "2 people were added."
    assert people(tmp_path, "--import", file).strip() == "0 people were added. 2 were here before."
    with Store(tmp_path / "store.db", reading=True) as store:
        assert store.people() == before


def test_names_come_a_line_each(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_bytes("\ufeffAda\r\n\r\n  Zoe\u0308 \nBob\n".encode())
    assert people(tmp_path, "--import", file).strip() == "3 people were added."
    assert names(tmp_path) == ["Ada", "Bob", "Zoë"]
    people(tmp_path, "add", "Ada")
    assert "2 people are called 'Ada'" in people(tmp_path, "forget", "Ada", code=1)


def test_names_saved_on_windows_are_read(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    for coding, text in (("utf-8-sig", "Zoë\r\nBob\r\n"), ("utf-16", "Zoë\r\nJosé\r\n")):
        file.write_bytes(text.encode(coding))
        people(tmp_path, "--import", file)
    assert names(tmp_path) == ["Bob", "José", "Zoë"]


def test_a_name_that_is_there_is_taken_in_once(tmp_path: Path) -> None:
    """As on the letter pad: typing a known name again, in any case, means the same person."""
    file = tmp_path / "names.txt"
    file.write_text("Zoe\nZoe\nzoe\nBob \nZoe\u0301\n")
    people(tmp_path, "add", "bob")
    assert people(tmp_path, "--import", file).strip() == "2 people were added. 1 was here before."
    assert names(tmp_path) == ["Zoe", "Zoé", "bob"]
    assert people(tmp_path, "--import", file).strip() == "0 people were added. 3 were here before."


def crowd(count: int) -> list[dict[str, str]]:
    return [{**GOOD, "id": f"{n:08x}-0000-4000-8000-000000000000"} for n in range(count)]


BAD = {
    "wrong type": (json.dumps({"people": [GOOD, {**GOOD, "name": 3}]}), "people[1].name"),
    "no list": ('{"people": 7}', "$.people"),
    "a list": (json.dumps([GOOD]), "not a file of people"),
    "unknown field": (json.dumps({"people": [{**GOOD, "admin": True}]}), "people[0]"),
    "cut off": ('{"people": [{"id"', "not a file of people"),
    "deep": ('{"people": ' + "[" * 100_000, "not a file of people"),
    "deep unknown": ('{"x": ' + "[" * 100_000 + "]" * 100_000 + "}", "not a file of people"),
    "control characters": (json.dumps({"people": [GOOD, {**GOOD, "name": "A\x1b[2J"}]}), "people[1]"),
    "turned round": (json.dumps({"people": [{**GOOD, "name": "A\u202eb"}]}), "people[0]"),
    "long name": (json.dumps({"people": [{**GOOD, "name": "A" * 25}]}), "people[0]"),
    "no name": (json.dumps({"people": [{**GOOD, "name": " "}]}), "people[0]"),
    "no id": (json.dumps({"people": [{**GOOD, "id": "../x"}]}), "people[0]"),
    "no colour": (json.dumps({"people": [{**GOOD, "colour": "beige"}]}), "people[0]"),
    "twice": (json.dumps({"people": [GOOD, GOOD]}), ID),
    "too many": (json.dumps({"people": crowd(10_001)}), "more than 10,000 people"),
    "lines, one too long": ("Ada\n\n" + "B" * 25 + "\n", "line 3"),
    "lines, too many": ("Ada\n" * 10_001, "more than 10,000 people"),
    "huge": ("A\n" * (3 << 20), "larger than any file of people"),
    "not text": ("Ada\n\udcff", "byte 5"),
    "lone surrogate": ('{"people": [{"id": "\\ud800"}]}', "not a file of people"),
}


def test_a_bad_file_is_refused_in_a_sentence_with_its_place_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    people(tmp_path, "add", "Eve")
    for kind, (text, place) in BAD.items():
        file.write_bytes(text.encode(errors="surrogateescape"))
        output = people(tmp_path, "--import", file, code=1).strip()
        assert place in output, kind
        assert len(output.splitlines()) == 1, kind
        assert len(output) < 600, kind
        assert output.isprintable(), kind
    assert names(tmp_path) == ["Eve"]


def test_usage_is_one_thing_at_a_time(tmp_path: Path) -> None:
    people(tmp_path, "--import", "a", "--export", "b", code=2)
    people(tmp_path, "--import", "a", "add", "Ada", code=2)
    nowhere = tmp_path / "x" / "y"
    for asked in (("forget", "Ada"), ("merge", "A", "B"), ("part", "A"), ("hide", ""), ("--export", nowhere)):
        (tmp_path / "store.db").unlink(missing_ok=True)
        output = people(tmp_path, *asked, code=1)
        assert len(output.strip().splitlines()) == 1, output
