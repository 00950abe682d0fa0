"""The owner's own sheets: files in a folder of the data, in addition to those of the program.

They can be made on the screen, and copied from a USB stick and to one. Nothing here is overwritten.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain, count, islice
from pathlib import Path

from msgspec import Struct

from companion.errors import SetupError, printable
from companion.games.sheet.plain import file_name
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import MOST_BYTES, read_sheet, shipped, shipped_sheet
from companion.whole_file import flush, make_folder, read_owners_file, write_whole
from ui.games.sheet import words
from ui.language.phrases import error_text
from ui.language.words import why

MOST = 60
"""Most files that are read; the screen waits for them."""
MOST_NAMES = 5_000
"""Most names of a folder that are read."""
TEMPORARY_NAME = ".sheet"
"""Temporary name of a new file."""
LONGEST_SHOWN = 40
"""Most characters of a file's name that are shown."""

FOLDER = "sheets"
"""Folder on a stick; sheets may also be at the top of the stick."""
DELETED = "deleted"
"""Subfolder for deleted sheets."""


class OnStick(Struct, frozen=True):
    """A sheet on a stick that isn't here yet, with the contents of its file, which has been checked."""

    sheet: Sheet
    text: bytes


def offered(folder: Path) -> tuple[Mapping[str, Sheet], Mapping[str, str]]:
    """Return the playable sheets, the owner's first, and what is wrong with other files.

    Keys are file names for the owner's sheets, names for shipped ones.
    """
    sheets: dict[str, Sheet] = {}
    wrong: dict[str, str] = {}
    for path in islice(_files(folder), MOST):
        try:
            sheets[path.name] = _sheet(read_owners_file(path, MOST_BYTES), path)
        except SetupError as error:
            # One fault is enough to find the place; `companion sheet --check` lists all.
            wrong[path.name] = error_text(str(error.args[0]).removeprefix(f"{path}: "))
    sheets.update((name, shipped_sheet(name)) for name in shipped())
    return sheets, wrong


def on_stick(stick: Path, folder: Path) -> tuple[tuple[OnStick, ...], Mapping[str, str]]:
    """Return a stick's sheets that aren't in the owner's `folder`, and what is wrong with other files.

    If the stick is pulled out meanwhile, only what was read by then.
    """
    owned = [text for _, text in _readable(folder)]
    good: list[OnStick] = []
    wrong: dict[str, str] = {}
    places = [place for place in (stick / FOLDER, stick) if not place.is_symlink()]
    paths = (path for place in places for path in _files(place) if not path.is_symlink())
    for path in islice(paths, MOST):
        try:
            text = read_owners_file(path, MOST_BYTES)
            if text not in owned:
                good.append(OnStick(_sheet(text, path), text))
        except SetupError as error:
            shown_name = printable(path.name)[:LONGEST_SHOWN]
            fault = str(error.args[0]).replace(str(path), "").replace(path.name, "").lstrip(": ")
            wrong[shown_name] = error_text(printable(fault))
    return tuple(good), wrong


def _sheet(text: bytes, path: Path) -> Sheet:
    try:
        return read_sheet(text, str(path))
    except SetupError:
        raise
    except Exception:  # noqa: BLE001 - whatever it is, one file must not cost anybody the other sheets
        raise SetupError(f"{path}: {words.UNREADABLE}") from None


def save_new(folder: Path, name: str, text: bytes) -> str:
    """Save a sheet in a new file, completely or not at all; return the file's name.

    Raises SetupError with the reason if that fails or if there is such a file already.
    """
    path, written = folder / file_name(name), folder / TEMPORARY_NAME
    try:
        make_folder(folder)
        write_whole(written, text)
        try:
            # Unlike renaming, a hard link never replaces an existing file.
            path.hardlink_to(written)
        except FileExistsError:
            raise SetupError(words.taken(name)) from None
        finally:
            written.unlink()
        flush(folder)
    except OSError as error:
        raise SetupError(words.not_saved(why(error))) from None
    return path.name


def change(folder: Path, before: str, name: str, text: bytes) -> str:
    """Save a changed sheet in place of the file `before`, which is moved aside; return its file's name.

    Raises SetupError with the reason if that fails or another sheet has this name.
    """
    if file_name(name) != before:
        saved = save_new(folder, name, text)
        delete(folder, before)
        return saved
    try:
        aside = folder / DELETED / before
        aside.parent.mkdir(exist_ok=True)
        aside.unlink(missing_ok=True)
        aside.hardlink_to(folder / before)
        write_whole(folder / before, text)
    except OSError as error:
        raise SetupError(words.not_saved(why(error))) from None
    return before


def delete(folder: Path, name: str) -> str:
    """Move a sheet aside, replacing one of that name deleted earlier; return its name.

    Raises SetupError with the reason if that fails.
    """
    try:
        (folder / DELETED).mkdir(exist_ok=True)
        (folder / name).replace(folder / DELETED / name)
    except OSError as error:
        raise SetupError(words.not_deleted(why(error))) from None
    return name


def copy_out(folder: Path, stick: Path) -> int:
    """Copy the owner's sheets into a folder on a stick; return how many they are.

    Existing files with other contents stay; the sheet's name gets a number then. Raises OSError if the stick
    can't be written, and SetupError if the folder is a link.
    """
    many, place = 0, stick / FOLDER
    for path, text in _readable(folder):
        if place.is_symlink():
            raise SetupError(f"{FOLDER} there leads elsewhere")
        place.mkdir(exist_ok=True)
        # A stick's file system can't have every name that a file here may have been given by hand.
        stem = Path(file_name(path.stem)).stem
        targets = (place / f"{stem}{end}.toml" for end in chain([""], map("-{}".format, count(2))))
        target = next(target for target in targets if _may_hold(target, text))
        if not target.exists():
            write_whole(target, text)
        many += 1
    return many


def _may_hold(target: Path, text: bytes) -> bool:
    """Return whether a file has these contents, or may be given them because it doesn't exist."""
    with suppress(SetupError):
        return not target.exists() or read_owners_file(target, MOST_BYTES) == text
    return False


def _readable(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the files that can be read, with their contents; each may be deleted meanwhile."""
    for path in islice(_files(folder), MOST):
        with suppress(SetupError):
            yield path, read_owners_file(path, MOST_BYTES)


def _files(folder: Path) -> Iterator[Path]:
    try:
        names = islice(folder.iterdir(), MOST_NAMES)
        # Windows adds .txt to what its editor saves, and hides that.
        yield from sorted(
            path
            for path in names
            if path.name.lower().endswith((".toml", ".toml.txt"))
            and not path.name.startswith(".")
            and path.is_file()
        )
    except OSError:
        return
