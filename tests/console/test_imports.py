"""Every file that somebody may bring does no harm: too large, too deep, or with terminal commands in it."""

import subprocess
import sys
import tracemalloc
from pathlib import Path
from zlib import crc32

import pytest
from click.testing import CliRunner, Result

from companion.games.shelf import GAMES
from companion.journal import StoredRow
from ui.cli import main

ROOT = Path(__file__).resolve().parents[2]
LARGE = 200 << 20
"""Bytes of a sparse file, far larger than any of ours."""
MOST_MEMORY = 100 << 20

READERS = [
    ("replay", "FILE"),
    ("replay", "--import", "FILE"),
    *(("referee", game, "--setup", "FILE") for game in GAMES),
    *(("board", game, option, "FILE") for game in ("sequence-states", "tracktic", "speed-mode")
      for option in ("--import", "--check")),
    *(("tally", game, "FILE") for game in ("sequence-states", "tracktic", "speed-mode")),
    *(("cryptid", command, "FILE") for command in ("solve", "keep", "qr")),
    ("--deck", "FILE"),
    ("restore", "FILE"),
]  # fmt: skip
"""Every command that reads somebody else's file."""

EVERY_READER = pytest.mark.parametrize("command", READERS, ids=" ".join)


def read(command: tuple[str, ...], file: Path, store: Path) -> Result:
    """Run a command on a file, with its own store."""
    arguments = [str(file) if word == "FILE" else word for word in command]
    return CliRunner().invoke(main, ["--store", str(store), *arguments], catch_exceptions=False)


def refused(result: Result) -> None:
    """Assert that it was refused in a sentence, or in one for each fault."""
    assert result.exit_code == 1, result.output
    assert result.output.startswith("Error: ")
    assert len(result.output) < 5_000


@EVERY_READER
def test_a_file_far_too_large_is_not_read_to_its_end(command: tuple[str, ...], tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(LARGE)
    tracemalloc.start()
    try:
        refused(read(command, tmp_path / "large", tmp_path / "store.db"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
    assert not (tmp_path / "store.db").exists()


@EVERY_READER
@pytest.mark.parametrize(
    ("name", "text"),
    [("deep.json", "[" * 60_000), ("objects.json", '{"a":' * 10_000), ("deep.toml", "a=" + "[" * 50_000)],
    ids=["json", "objects", "toml"],
)
def test_deep_nesting_is_refused(command: tuple[str, ...], name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    refused(read(command, path, tmp_path / "store.db"))


WITHOUT_KIVY = """
import sys
from tests.console.test_imports import READERS, read, refused
from pathlib import Path
file, store = map(Path, sys.argv[1:])
for command in READERS:
    refused(read(command, file, store))
    assert "kivy" not in sys.modules, command
"""


def test_no_command_brings_kivy_which_would_take_what_is_to_be_said(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("nothing of ours")
    command = (sys.executable, "-c", WITHOUT_KIVY, str(tmp_path / "bad"), str(tmp_path / "store.db"))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


STEERING = {
    "text": "AL,\x1b]0;mine\x07,\u202e\n" * 3,
    "key.json": '{"\\u001b]0;mine\\u0007": 1, "players": "\\u001b[2J"}',
    "key.toml": '"\\u001b]0;mine\\u0007" = 1\nname = "\\u001b[2J"\n',
    "value.toml": 'name = "\\u001b[2J"\ncolours = ["\\u001b[2J", "\\u001b[2J"]\nplayers = "\\u001b[2J"\n',
    "pairs.toml": '[[pairs]]\nat = "\\u001b[2J"\n[[pattern]]\nid = "\\u001b[2J"\nrows = ["\\u001b[2J"]\n',
}
"""Files with terminal commands in their names, keys and values."""


@EVERY_READER
@pytest.mark.parametrize("name", STEERING)
def test_no_name_of_a_file_steers_the_terminal(command: tuple[str, ...], name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(STEERING[name])
    result = read(command, tmp_path / name, tmp_path / "store.db")
    assert result.exit_code == 1, result.output
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output


@EVERY_READER
def test_a_number_without_end_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "endless.toml"
    path.write_text(f"a = {'9' * 60_000}")
    refused(read(command, path, tmp_path / "store.db"))


@pytest.mark.parametrize(
    "counts", ["inward = 10000000000000", "inward = -1\noutward = 2", "inward = 3\ncolours2 = 1"]
)
def test_a_deck_of_more_cards_than_a_table_holds_is_refused(counts: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(f'name = "own"\ncolours = ["a"]\n{counts}\n[[symbols]]\nid = "s"\nfamily = "s"\n')
    refused(read(("--deck", "FILE"), path, tmp_path / "store.db"))


def rewritten(opened: bytes, later: list[StoredRow]) -> bytes:
    """Return a journal with another opening and matching checksums."""
    crc, lines = 0, []
    for n, entry in enumerate([opened, *(row.entry for row in later)]):
        crc = crc32(entry, crc)
        lines.append(StoredRow(n, crc, entry).line())
    return b"\n".join(lines)


@pytest.mark.parametrize("asked", ["--help", "--version"])
def test_what_is_said_at_once_waits_for_nothing_that_only_matches_need(asked: str) -> None:
    """These two must not import what only matches need."""
    script = f"import sys; from ui.cli import main; main(['{asked}'], standalone_mode=False)"
    heavy = "print([name for name in ('msgspec', 'kivy', 'gpiozero', 'sqlite3') if name in sys.modules])"
    command = [sys.executable, "-c", f"{script}; {heavy}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.endswith("[]\n")
