"""Boards as text: ten lines of ten letters; `.` is an open space, `r g b` a chip, `R G B` a locked one."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.owned_toml import board_lines, refuse
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import CHIPS, Colour

OPEN = "."
LETTERS = {colour.value[0]: colour for colour in Colour}


class Chips(Struct, frozen=True):
    """The chips of one colour on a board: all of them, and those that are locked."""

    spaces: frozenset[Space]
    locked: frozenset[Space]


def read_board(text: str) -> dict[Colour, Chips]:
    """Read a board, as chips by colour. SetupError lists every fault by line and column, from 1."""
    lines = board_lines(text)
    refuse(_faults(lines))
    board: dict[Colour, Chips] = {}
    for letter, colour in LETTERS.items():
        letters = {space: lines[space.row][space.column] for space in SPACES}
        spaces = frozenset(space for space in SPACES if letters[space].lower() == letter)
        if spaces:
            locked = frozenset(space for space in spaces if letters[space].isupper())
            board[colour] = Chips(spaces, locked)
    return board


def _faults(lines: list[str]) -> Iterator[str]:
    if len(lines) != SIDE:
        yield f"line {min(len(lines), SIDE) + 1}: a board has {SIDE} lines, this one has {len(lines)}"
    counts = dict.fromkeys(LETTERS, 0)
    for number, line in enumerate(lines[:SIDE], 1):
        if len(line) != SIDE:
            column = min(len(line), SIDE) + 1
            yield f"line {number}, column {column}: a line has {SIDE} letters, this one has {len(line)}"
        for column, letter in enumerate(line[:SIDE], 1):
            where = f"line {number}, column {column}"
            if letter != OPEN and letter.lower() not in LETTERS:
                known = " ".join([OPEN, *LETTERS, *map(str.upper, LETTERS)])
                yield f"{where}: {letter!r} isn't one of {known}"
            elif letter != OPEN:
                counts[letter.lower()] += 1
                if counts[letter.lower()] == CHIPS + 1:
                    yield f"{where}: a box has {CHIPS} {LETTERS[letter.lower()]} chips, this is one more"
