"""A game's thing that its owner writes as TOML, a board or a box: read in and checked, and written."""

import json
import tomllib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct, ValidationError

from companion.decoding import converted
from companion.errors import SetupError
from companion.whole_file import read_owners_file

MOST_BYTES = 64 * 1024
"""No such file takes more; nothing larger is read."""

MOST_FAULTS = 60
"""The most faults of one thing that are told."""

MOST_LETTERS = 4096
"""A text longer than this is no board, and isn't looked into."""

T = TypeVar("T", bound=Struct)


class OwnersToml(Struct, Generic[T], frozen=True):
    """How a kind of thing is read: what it is, what checks it, and what is said of a file that is none.

    `check` raises SetupError. No line is longer than `longest_line` letters; `long_line` has its {number},
    and `deep`, of lists in lists without an end, has a place for {where}.
    """

    kind: type[T]
    check: Callable[[T], None]
    longest_line: int
    long_file: str
    long_line: str
    deep: str

    def read(self, text: bytes, where: str) -> T:
        """Read a thing and check it; SetupError names `where`, the place in it, and all that is wrong."""
        try:
            thing = converted(self._table(text), self.kind)
            self.check(thing)
        except UnicodeDecodeError as error:
            raise SetupError(f"{where}: byte {error.start + 1} is no UTF-8 text; save it as UTF-8") from None
        except RecursionError:
            raise SetupError(self.deep.format(where=where)) from None
        except SetupError as error:
            raise SetupError(*error.within(where)) from None
        # Whatever tomllib makes of bad TOML and of endless numbers is a ValueError.
        except (ValidationError, ValueError) as error:
            raise SetupError(f"{where}: {error}") from None
        return thing

    def read_file(self, path: Path) -> T:
        """Read a thing from a file; SetupError names the file and all that is wrong."""
        return self.read(read_owners_file(path, MOST_BYTES), str(path))

    def _table(self, text: bytes) -> dict[str, object]:
        if len(text) > MOST_BYTES:
            raise SetupError(self.long_file)
        # Some editors put a byte order mark in front.
        decoded = text.decode("utf-8").removeprefix("\ufeff")
        for number, line in enumerate(decoded.split("\n"), 1):
            if len(line) > self.longest_line:
                raise SetupError(self.long_line.format(number=number))
        return tomllib.loads(decoded)


def toml_text(value: str) -> str:
    """Return a string as TOML writes it."""
    # A JSON string is a TOML string, but for one character that JSON leaves as it is, and for JSON's way to
    # escape what lies beyond 16 bits.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def refuse(faults: Iterator[str], *first: str, most: int = MOST_FAULTS) -> None:
    """Raise SetupError with `first` and the faults, a line each, if there are any; not more than are read."""
    wrong = [*islice(faults, most + 1)]
    if wrong:
        more = ["and more"] if len(wrong) > most else []
        raise SetupError(*first, *wrong[:most], *more)


def board_lines(text: str) -> list[str]:
    """Return the lines of a board that is told as text; SetupError where it is longer than any board."""
    if len(text) > MOST_LETTERS:
        raise SetupError("this is longer than any board")
    # Some editors begin a text with a mark that nobody sees.
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
