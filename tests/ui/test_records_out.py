"""Export of the record book to a stick from its screen: three whole files or none, by another process."""

import csv
import errno
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from companion import register
from companion.book import counting, imported
from companion.book.figures import Book
from companion.copies import stored_match
from companion.games.shelf import GAMES
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import NOON, Desk, there
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.appliance.sticks import Stick
from ui.language import languages
from ui.records import words
from ui.records.whole_files import FORMS, write_in_process, write_records, write_whole
from ui.screens.home import HomeScreen
from ui.screens.matches import BookScreen
from ui.screens.sticks import RecordsOutScreen

NAMES = [f"records-2023-11-15-1200{form}" for form in (".bgsplay", ".csv", ".json")]


@pytest.fixture(name="store")
def kept_store(tmp_path: Path) -> Path:
    """A store with a match of each game, and one of Cryptid in play."""
    with Store(tmp_path / "store" / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            match = seated(ended(game), f"m{n}", (ADA.plate, BOB.plate), n)
            store.keep(stored_match(match), match.rows())
        on = seated(ended("cryptid"), "on", (ADA.plate,), 9)
        store.keep(stored_match(on), on.rows()[:-1])
    return tmp_path / "store" / "matches.db"


@pytest.fixture(name="book")
def counted_book(store: Path) -> Book:
    with Store(store, reading=True) as kept:
        return counting.open_book(kept)


def test_a_link_that_is_put_where_a_file_is_to_be_made_is_not_followed(stick: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"as it was")

    def planting() -> bytes:
        (stick / "records-2023-11-15-1200.csv.part").symlink_to(elsewhere)
        return b"{}"

    assert not write_whole("records", {".json": planting, ".csv": lambda: b"a,b"}, stick, NOON, str).well
    assert elsewhere.read_bytes() == b"as it was"
    assert names_in(stick) == ["records-2023-11-15-1200.csv.part"], "part of the files was left"
    said = write_whole("records", {".csv": lambda: b"a,b"}, stick, NOON, str)
    assert said.text == "records-2023-11-15-1200"
    assert names_in(stick) == ["records-2023-11-15-1200.csv"]
    assert elsewhere.read_bytes() == b"as it was"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_all_forms_hold_the_matches_that_were_played_to_their_end(book: Book, stick: Path) -> None:
    said = write_records(book, stick, NOON)
    written = f"{len(GAMES)} matches are written to STICK, as records-2023-11-15-1200."
    assert (said.text, said.well) == (f"{written} The stick can be pulled out.", True)
    assert names_in(stick) == NAMES
    plays, table, whole = ((stick / name).read_bytes() for name in NAMES)
    assert len(imported.read(plays).results) == len(GAMES)
    ids = [f"m{n}" for n in range(len(GAMES))]
    assert {row[0] for row in csv.reader(table.decode().splitlines()[1:])} == {*ids}
    assert [match["match"] for match in json.loads(whole)["matches"]] == ids


def test_no_file_is_overwritten_and_only_what_we_left_is_removed(book: Book, stick: Path) -> None:
    for name in ("records-2020-01-01-0000.csv.part", "diary.csv.part"):
        (stick / name).touch()
    (stick / NAMES[2]).write_bytes(b"mine")
    for _ in range(2):
        assert write_records(book, stick, NOON).well
    again = [name.replace("1200", f"1200-{n}") for n in (2, 3) for name in NAMES]
    assert names_in(stick) == sorted(["diary.csv.part", NAMES[2], *again])
    assert (stick / NAMES[2]).read_bytes() == b"mine"


@pytest.mark.parametrize("at", range(len(FORMS)))
def test_no_room_leaves_no_file(book: Book, stick: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """The stick fills up during one of the files: half of it is written when the disk reports it."""
    sync, calls = os.fsync, []

    def full(file: int) -> None:
        calls.append(file)
        if len(calls) <= at:
            return sync(file)
        os.ftruncate(file, os.fstat(file).st_size // 2)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    said = write_records(book, stick, NOON)
    assert (said.text, said.well) == ("nothing was written: the disk is full; free some space", False)
    assert len(calls) == at + 1
    assert names_in(stick) == []


@pytest.mark.parametrize("at", range(len(FORMS)))
def test_no_name_leaves_no_file(book: Book, stick: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    rename, calls = Path.rename, []

    def pulled(path: Path, target: Path) -> Path:
        calls.append(path)
        if len(calls) > at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", pulled)
    assert not write_records(book, stick, NOON).well
    assert names_in(stick) == []


def test_a_stick_pulled_out_half_way_is_said_in_the_readers_language(
    book: Book, stick: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    def pulled(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", pulled)
    languages.use("de")
    request.addfinalizer(partial(languages.use, ""))
    said = write_records(book, stick, NOON)
    assert said.text == "nichts gespeichert: die Platte antwortet nicht; wurde sie abgezogen?"


def test_what_cannot_be_read_or_written_to_is_said(tmp_path: Path, stick: Path, book: Book) -> None:
    assert write_in_process(tmp_path / "none.db", stick, NOON) is None
    assert names_in(stick) == []
    stick.rmdir()
    said = write_records(book, stick, NOON)
    assert (said.text, said.well) == ("nothing was written: no such file or directory", False)


def test_a_stick_that_is_really_full_keeps_nothing_of_it(store: Path, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root mounts a disk")
    small = tmp_path / "SMALL"
    small.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8k", "none", str(small)]
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.decode().strip()}")
    try:
        said = there(write_in_process(store, small, NOON))
        assert (said.text, said.well) == ("nothing was written: the disk is full; free some space", False)
        assert names_in(small) == []
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


@pytest.fixture(name="desk", params=PANELS)
def open_desk(request: pytest.FixtureRequest, rig: Rig, store: Path) -> Desk:
    rig.size(*request.param)
    return Desk(rig, store)


def opened(desk: Desk, here: list[Stick]) -> RecordsOutScreen:
    """Go by touch to the export screen, with these sticks plugged in."""
    desk.tap(desk.screen(HomeScreen)["book"])
    book = desk.screen(BookScreen)
    desk.until(lambda: book.pages)
    desk.tap_on(words.TO_STICK)
    screen = desk.screen(RecordsOutScreen)
    # The first look is for the machine's own sticks, and may take longer than a test's frames.
    desk.until(lambda: not screen._looking)
    screen.find, screen.now = lambda: tuple(here), lambda: NOON
    screen.look()
    return screen


def check(desk: Desk, screen: RecordsOutScreen) -> None:
    desk.pump(4)
    assert faults(screen) == []


def test_from_the_book_to_a_stick_and_back(desk: Desk, stick: Path) -> None:
    here: list[Stick] = []
    screen = opened(desk, here)
    desk.until(lambda: "missing" in screen)
    assert screen.part()["missing"].text == "Plug in a USB stick."
    check(desk, screen)
    here.append(Stick("STICK", stick, 12_300_000_000, True))
    desk.until(lambda: screen.chosen)
    check(desk, screen)
    desk.tap(screen["write"])
    assert screen.message.text == words.WRITING
    assert not screen.part()["write"].live
    desk.until(lambda: screen.message.text != words.WRITING)
    assert screen.message.text.startswith(f"{len(GAMES)} matches are written to STICK")
    check(desk, screen)
    assert names_in(stick) == NAMES
    desk.tap(screen["back"])
    desk.screen(BookScreen)


def test_unread_matches_are_said(desk: Desk, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = opened(desk, [Stick("STICK", stick, 9, True)])
    desk.until(lambda: screen.chosen)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    desk.tap(screen["write"])
    desk.until(lambda: screen.message.text != words.WRITING)
    assert screen.message.text.startswith("The matches can't be read")
    assert screen.part()["write"].live
