"""Every command reports a full disk as full, and not as pulled out."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store
from tests.companion.test_journal import text
from tests.console.command import run
from tests.small_disk import Disk, mounted


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Disk]:
    """Return a disk with a match on it, and no byte free."""
    (tmp_path / "match.jsonl").write_bytes(text())
    with Store(tmp_path / "other.db"):
        pass
    with mounted(tmp_path / "disk", "size=400k") as disk:
        run("--store", disk.store, "replay", tmp_path / "match.jsonl", "--import", code=0)
        disk.fill()
        yield disk


@pytest.mark.parametrize(
    "command",
    [
        "replay {match} --import",
        "replay a",
        "restore {other}",
        "copy {disk}/copy.db",
        "people",
        "people add Ann",
        "people --export {disk}/people.json",
        "records",
        "records --export {disk}/records.json",
    ],
)
def test_a_full_disk_is_called_full(command: str, full: Disk, tmp_path: Path) -> None:
    places = {"match": tmp_path / "match.jsonl", "other": tmp_path / "other.db", "disk": full.folder}
    output = run("--store", full.store, *command.format(**places).split(), code=1)
    assert "the disk is full; free some space" in output.output


def test_what_is_read_elsewhere_is_not_written_on_a_full_disk(full: Disk, tmp_path: Path) -> None:
    """A half-written file never has the name of a whole one."""
    run("lab", "run", "--simulated", "--repeat", 1, "--pairs", "1-2", "--out", tmp_path / "lab", code=0)
    for command in (
        *("copy {disk}/made", "people --export {disk}/made", "replay {own}/match.jsonl --export {disk}/made"),
        *("wiring --lamps {disk}/made.svg", "lab report {own}/lab.jsonl {disk}/made.svg"),
        *("doctor --report {disk}/made", "board-firmware {disk}"),
    ):
        places = command.format(own=tmp_path, disk=full.folder)
        result = run("--store", tmp_path / "other.db", *places.split())
        output = result.output
        assert (result.exit_code, "the disk is full; free some space" in output) == (1, True), output
    names = {path.name for path in full.folder.iterdir()}
    assert names == {"film.mp4", "matches.db", "matches.db-lock", "matches.db-saved"}


@pytest.mark.parametrize("command", ["--help", "sheet", "sheet --help", "referee tracktic", "doctor"])
def test_what_does_not_fit_where_the_output_goes_ends_in_one_sentence(command: str) -> None:
    line = [sys.executable, "-c", "from ui.cli import main; main()", *command.split()]
    buffered, here = {**os.environ, "PYTHONUNBUFFERED": ""}, Path(__file__).parents[2]
    with open("/dev/full", "wb") as full:
        pipe = subprocess.PIPE
        ended = subprocess.run(line, cwd=here, env=buffered, input=b"", stdout=full, stderr=pipe, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"Error: the disk is full; free some space\n")
