"""The owner's own sheets: files in a folder of the data, offered beside those that come with the program."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from companion.errors import SetupError
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet_file, shipped, shipped_sheet

MOST = 60
"""So many files are looked at; the screen waits for them."""


def offered(folder: Path) -> tuple[Mapping[str, Sheet], Mapping[str, str]]:
    """Return the sheets that can be played, the owner's first, and what is wrong with files that aren't any.

    An owner's sheet goes by its file's name, a shipped one by its own.
    """
    sheets: dict[str, Sheet] = {}
    wrong: dict[str, str] = {}
    for path in islice(_files(folder), MOST):
        try:
            sheets[path.name] = read_sheet_file(path)
        except SetupError as error:
            # One fault is enough to find the place; `companion sheet --check` names all.
            wrong[path.name] = str(error.args[0]).removeprefix(f"{path}: ")
    sheets.update((name, shipped_sheet(name)) for name in shipped())
    return sheets, wrong


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in folder.iterdir() if path.suffix == ".toml" and path.is_file())
    except OSError:
        return
