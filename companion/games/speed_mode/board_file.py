"""A board in and out as TOML, and whether it can be played on.

The rulebook doesn't print the board. The one that comes with the program is worked out from the deck; the
owner may enter another.
"""

import json
import tomllib
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from msgspec import ValidationError, convert

from companion.errors import SetupError
from companion.games.speed_mode.board import MOST_LETTERS, Board, Place
from companion.games.speed_mode.board_faults import found
from companion.games.speed_mode.cards import Combination
from companion.owners_file import read_owners_file

MOST_BYTES = 64 * 1024
"""No board takes more; nothing larger is read."""

LONGEST_LINE = 8192
"""No line of a board is longer, in letters."""

MOST_FAULTS = 60
"""The most faults of one board that are told."""


def check(board: Board) -> None:
    """Refuse a board that nobody could play on; SetupError names every fault, a line each."""
    wrong = [fault.text for fault in islice(found(board), MOST_FAULTS + 1)]
    if wrong:
        more = ["and more"] if len(wrong) > MOST_FAULTS else []
        name = f"the board {board.name[:MOST_LETTERS]!r}:"
        raise SetupError(name, *wrong[:MOST_FAULTS], *more)


def read_board_file(path: Path) -> Board:
    """Read a board from a file; SetupError names the file and all that is wrong."""
    return read_board(read_owners_file(path, MOST_BYTES), str(path))


def read_board(text: bytes, where: str = "board") -> Board:
    """Read a board from TOML; SetupError names `where`, the place, and all that is wrong."""
    try:
        board = convert(_table(text), Board)
        check(board)
    except UnicodeDecodeError as error:
        raise SetupError(f"{where}: byte {error.start + 1} is no UTF-8 text") from None
    except RecursionError:
        raise SetupError(f"{where}: lists or tables in each other, deeper than in any board") from None
    except SetupError as error:
        raise SetupError(*error.within(where)) from None
    # Whatever tomllib makes of bad TOML and of endless numbers is a ValueError.
    except (ValidationError, ValueError) as error:
        raise SetupError(f"{where}: {error}") from None
    return board


def _table(text: bytes) -> dict[str, object]:
    if len(text) > MOST_BYTES:
        raise SetupError("this is longer than any board")
    # Some editors put a byte order mark in front.
    decoded = text.decode("utf-8").removeprefix("\ufeff")
    for number, line in enumerate(decoded.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise SetupError(f"line {number}: this is longer than any line of a board")
    return tomllib.loads(decoded)


def write_board(board: Board) -> str:
    """Return a board as TOML, which `read_board` reads back."""
    parts = [f"name = {_text(board.name)}"]
    parts += [f"{mark} = true" for mark in ("made_up", "derived") if getattr(board, mark)]
    if board.adjacency == "orthogonal":
        parts.append('adjacency = "orthogonal"')
    else:
        lines = (f"  [{_place(one)}, {_place(other)}]," for one, other in board.adjacency)
        parts += ["adjacency = [", *lines, "]"]
    parts += ["", "[deck]", *(f'"{kind}" = {count}' for kind, count in board.deck.items())]
    for name, table in (("scores", board.scores), ("tokens", board.tokens)):
        amounts = {field: getattr(table, field) for field in table.__struct_fields__}
        lines = (f"{field} = {amount}" for field, amount in amounts.items() if amount is not None)
        parts += ["", f"[{name}]", *lines]
    for pair in board.pairs:
        lines = (f"  {_cards(half)}," for half in pair.halves)
        parts += ["", "[[pairs]]", f"place = {_place(pair.place)}", "halves = [", *lines, "]"]
    return "\n".join(parts) + "\n"


def _text(value: str) -> str:
    # A JSON string is a TOML string, but for one character that JSON leaves as it is, and for JSON's way to
    # escape what lies beyond 16 bits.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _place(place: Place) -> str:
    return f"[{place.row}, {place.column}]"


def _cards(cards: Combination) -> str:
    return "[" + ", ".join(f'"{card}"' for card in cards) + "]"


@cache
def derived() -> Board:
    """Return the board that comes with the program: twelve pairs, worked out from the deck."""
    return read_board(
        files(__package__).joinpath("layouts/derived.toml").read_bytes(), "layouts/derived.toml"
    )
