"""A table's report: it describes the table, and never who plays there or where it is."""

import getpass
import os
import platform
import socket
from pathlib import Path

import pytest

from companion import register
from companion.book.figures import Book
from companion.game import Chases, Duelled, Seat
from companion.people import People
from companion.places import tryout_path
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_book import A, B, match_of, result_of
from tests.companion.test_people import ADA, BOB
from tests.console.command import refused, run
from tests.console.test_doctor import machine
from tests.matches import keep
from ui.appliance.tryout import Tryout, TryoutResult, save
from ui.main.table_report import grab_lines, table_report

SERIAL = "10000000c0ffee42"
MAC = "b8:27:eb:12:34:56"
SEATS = f"""
[[board]]
name = "zacharias"
port = "{SERIAL}"

[[usb]]
name = "grandma"

[[seat]]
seat = 1
grab = 17

[[seat]]
seat = 2
grab = 5
board = "zacharias"

[[seat]]
seat = 3
usb = "grandma"
code = "BTN_TRIGGER"
"""


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Return the root of a simulated Pi with names, matches, serial numbers and addresses all over it."""
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "os-release").write_text('ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    (tmp_path / "seats.toml").write_text(SEATS)
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        keep(store, seated(ended("ungle-speed"), "m1", (ADA.plate, BOB.plate, ADA.plate), 0))
    return tmp_path


def test_it_says_what_the_table_is(pi: Path) -> None:
    lines = table_report(pi / "seats.toml", pi / "matches.db", {}, machine(pi / "sys"), pi)
    assert "machine: Raspberry Pi 5 Model B Rev 1.0, " + platform.machine() in lines
    assert "system: Debian GNU/Linux 12 (bookworm)" in lines
    assert f"kernel: {platform.release()}" in lines
    assert "panel: DSI, 720 x 1280" in lines
    assert "touch: Goodix" in lines
    assert "buttons: 1 on pins, 1 on grab boards, 1 on USB pads" in lines
    assert any(line.startswith("grabs: 1 matches, ") for line in lines)


def test_it_says_what_came_of_trying_the_table(pi: Path) -> None:
    assert "tried: nothing yet" in table_report(pi / "seats.toml", pi / "matches.db", {}, root=pi)
    two_hands = TryoutResult(True, (12_000_000, 100_000))
    came = {"plug": TryoutResult(True), "grab": two_hands, "sound": TryoutResult(False)}
    save(tryout_path(pi / "matches.db"), Tryout(results=came, boot=SERIAL, matches=7, at="plug"))  # type: ignore[arg-type]
    lines = table_report(pi / "seats.toml", pi / "matches.db", {}, machine(pi / "sys"), pi)
    assert lines[-3:] == ("tried, sound: no", "tried, two hands: yes, 12 ms apart", "tried, the plug: yes")
    assert SERIAL not in "".join(lines), "the kernel's boot id is private"


def test_it_names_nobody_and_no_place(pi: Path) -> None:
    folders = machine(pi / "sys")
    (pi / "sys" / "inputs" / "event0" / "device" / "name").write_text(f"Goodix {SERIAL} {MAC} Touch\x1b[2J\n")
    text = "\n".join(table_report(pi / "seats.toml", pi / "matches.db", {}, folders, pi)).lower()
    private = (ADA.name, BOB.name, "zacharias", "grandma", "m1,", SERIAL, MAC, str(pi), "by-id", "matches.db")
    for word in (*private, getpass.getuser(), socket.gethostname(), "\x1b"):
        assert word.lower() not in text, f"{word!r} is in it:\n{text}"
    assert "touch: goodix touch[2j" in text


def test_a_table_without_anything_has_a_report_too(tmp_path: Path) -> None:
    lines = table_report(tmp_path / "none.toml", tmp_path / "none.db", {"DISPLAY": ":0"}, root=tmp_path)
    assert "buttons: on the screen" in lines
    assert 'grabs: 0 matches, 0 duels decided, 0 times "again"' in lines
    (tmp_path / "bad.toml").write_text("Zacharias = [")
    bad = table_report(tmp_path / "bad.toml", tmp_path / "none.db", {"DISPLAY": ":0"}, root=tmp_path)
    assert "buttons: the seats file is wrong" in bad
    (tmp_path / "bad.db").write_bytes(b"Zacharias" * 999)
    torn = table_report(tmp_path / "none.toml", tmp_path / "bad.db", {"DISPLAY": ":0"}, root=tmp_path)
    assert "grabs: the matches can't be read" in torn
    assert "Zacharias" not in "\n".join(torn)


def test_grabs_are_counted_and_how_close_they_result_of() -> None:
    duels = tuple(Duelled(0, (1,), margin * 1_000_000) for margin in (4, 8, 12, 160, 1200))
    totem = Chases((*duels, Duelled(1, (0,), None)), (0, 0), (0, 0), (9, 9), ((Seat(0), Seat(1)),), again=2)
    book = Book.of([match_of("a", result_of(1, 2, chases=totem), A, B, game="ungle-speed")], People())
    counts, margins = grab_lines(book)
    assert counts == 'grabs: 1 matches, 6 duels decided, 2 times "again"'
    assert margins == "first by: 4 ms or more; quarters 8, 12, 160"


def test_a_closed_pipe_costs_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `companion doctor --report FILE | head`."""

    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("ui.console.words.say", closed)
    run("doctor", "--report", tmp_path / "report.txt")
    assert "machine: " in (tmp_path / "report.txt").read_text()


def test_the_command_shows_what_it_writes(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "report.txt", tmp_path / "elsewhere"
    result = run("doctor", "--report", path, code=0)
    assert result.stdout == path.read_text()
    assert str(path) in result.stderr
    elsewhere.write_text("mine")
    path.unlink()
    path.symlink_to(elsewhere)
    run("doctor", "--report", path, code=0)
    assert (elsewhere.read_text(), path.is_symlink()) == ("mine", False), "links aren't followed"
    assert "No such file" in refused("doctor", "--report", tmp_path / "no" / "r.txt")
    os.mkfifo(pipe := tmp_path / "pipe")
    assert "not a file" in refused("doctor", "--report", pipe)
    assert pipe.is_fifo()
