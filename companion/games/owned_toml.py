"""Boards and boxes that their owner writes as TOML: reading, checking and writing them."""

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
"""Larger files are refused; no board or box needs as much."""

MOST_FAULTS = 60
"""Most faults listed for one file."""

MOST_LETTERS = 4096
"""Most characters of a board written as text; a longer one isn't parsed."""

T = TypeVar("T", bound=Struct)


class OwnersToml(Struct, Generic[T], frozen=True):
    """How a kind of file is read: its type, its check, and its error texts.

    `check` raises SetupError. A line has at most `longest_line` characters. `long_line` has a place for
    {number}; `deep`, for endlessly nested lists, has one for {where}.
    """

    kind: type[T]
    check: Callable[[T], None]
    longest_line: int
    long_file: str
    long_line: str
    deep: str

    def read(self, text: bytes, where: str) -> T:
        """Read a value and check it. Raises SetupError with `where`, the place in it, and all faults."""
        try:
            value = converted(self._table(text), self.kind)
            self.check(value)
        except UnicodeDecodeError as error:
            raise SetupError(f"{where}: byte {error.start + 1} isn't UTF-8 text; save it as UTF-8") from None
        except RecursionError:
            raise SetupError(self.deep.format(where=where)) from None
        except SetupError as error:
            raise SetupError(*error.within(where)) from None
        # tomllib raises ValueError for bad TOML, and for numbers with too many digits.
        except (ValidationError, ValueError) as error:
            raise SetupError(f"{where}: {error}") from None
        return value

    def read_file(self, path: Path) -> T:
        """Read a value from a file. Raises SetupError with the path and all faults."""
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
    """Return a string as a TOML literal."""
    # A JSON string is a TOML string with two exceptions: JSON doesn't escape U+007F, and its escapes of
    # characters beyond 16 bits aren't TOML's, so those stay unescaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def refuse(faults: Iterator[str], *first: str, most: int = MOST_FAULTS) -> None:
    """Raise SetupError with `first` and at most `most` faults, a line each, if there are any faults."""
    wrong = [*islice(faults, most + 1)]
    if wrong:
        more = ["and more"] if len(wrong) > most else []
        raise SetupError(*first, *wrong[:most], *more)


def board_lines(text: str) -> list[str]:
    """Return the lines of a board written as text. Raises SetupError if it is longer than any board."""
    if len(text) > MOST_LETTERS:
        raise SetupError("this is longer than any board")
    # Some editors begin a text with an invisible byte order mark.
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines
