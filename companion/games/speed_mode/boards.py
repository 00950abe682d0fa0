"""Final boards as text: read, written, and turned into a position that can be scored.

A line per row, two letters per pair: `.` is a free combination, `a b` a player's semi-circle on the first or
second half, `AA BB` a pair under a circle, and `##` a place without a pair.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Seat
from companion.games.owned_toml import board_lines, refuse
from companion.games.speed_mode.board import Board, Place
from companion.games.speed_mode.model import Extra, OnPair, Rulings, State
from companion.games.speed_mode.score import between, groups

PLAYERS = "ab"
"""The letters of the seats."""

FREE = "."
NONE = "##"
WIDE = 2


def read_tokens(text: str, board: Board) -> tuple[OnPair, ...]:
    """Return the tokens on each pair; SetupError names every fault by line and column, both from 1."""
    lines = board_lines(text)
    refuse(_faults(lines, board))
    return tuple(_tokens(_letters_at(lines, place)) for place in board.places)


def final(board: Board, pairs: tuple[OnPair, ...], *, unpaired: bool = True) -> State:
    """Return the position of a final board; `unpaired`: groups of unpaired combinations score."""
    position = State(board, False, Rulings(), Seat(0), pairs, 0, 0, (0,) * len(PLAYERS), {})
    links_by_group = {False: between, True: groups} if unpaired else {False: between}
    extras = tuple(
        Extra(seat, link, group)
        for group, links_of in links_by_group.items()
        for seat in position.seats
        for link in links_of(board, pairs, seat)
    )
    return replace(position, extras=extras)


def write_tokens(board: Board, pairs: tuple[OnPair, ...]) -> str:
    """Return the tokens on a board as text that `read_tokens` reads back."""
    rows, columns = size(board)
    letters = {place: _letters(pair) for place, pair in zip(board.places, pairs, strict=True)}
    places = [[Place(row, column) for column in range(columns)] for row in range(rows)]
    return "\n".join("".join(letters.get(place, NONE) for place in row) for row in places)


def size(board: Board) -> tuple[int, int]:
    """Return a board's number of rows and of columns."""
    return max(place.row for place in board.places) + 1, max(place.column for place in board.places) + 1


def _faults(lines: list[str], board: Board) -> Iterator[str]:
    rows, columns = size(board)
    if not lines:
        yield "line 1: there is no board here"
        return
    if len(lines) != rows:
        yield f"line {min(len(lines), rows) + 1}: this board has {rows} lines, this text has {len(lines)}"
    for row, line in enumerate(lines[:rows]):
        if len(line) != WIDE * columns:
            where = f"line {row + 1}, column {min(len(line), WIDE * columns) + 1}"
            yield f"{where}: a line has {WIDE * columns} letters, two a pair; this one has {len(line)}"
        for column in range(columns):
            place = Place(row, column)
            letters = _letters_at(lines, place)
            if len(letters) == WIDE:
                where = f"line {row + 1}, column {WIDE * column + 1}"
                yield from _pair_faults(where, row + 1, WIDE * column + 1, letters, place in board.places)


def _pair_faults(where: str, line: int, column: int, letters: str, pair: bool) -> Iterator[str]:
    if not pair:
        if letters != NONE:
            yield f"{where}: there is no pair here, so write {NONE!r}, not {letters!r}"
        return
    unknown = [n for n, letter in enumerate(letters) if letter.lower() not in FREE + PLAYERS]
    for n in unknown:
        yield f"line {line}, column {column + n}: {letters[n]!r} isn't one of . a b A B"
    if unknown or letters in ("AA", "BB"):
        return
    if letters != letters.lower():
        yield f"{where}: {letters!r}: a circle lies over both halves, AA or BB"
    elif FREE not in letters:
        same = letters[0] == letters[1]
        told = f"they lie under a circle, {letters.upper()}" if same else "the earlier one was undone"
        yield f"{where}: {letters!r}: both halves are made, so {told}"


def _letters_at(lines: list[str], place: Place) -> str:
    return lines[place.row][WIDE * place.column : WIDE * place.column + WIDE]


def _tokens(letters: str) -> OnPair:
    if letters.isupper():
        return OnPair(circle=_seat(letters[0].lower()))
    return OnPair((_seat(letters[0]), _seat(letters[1])))


def _seat(letter: str) -> Seat | None:
    return None if letter == FREE else Seat(PLAYERS.index(letter))


def _letters(tokens: OnPair) -> str:
    if tokens.circle is not None:
        return PLAYERS[tokens.circle].upper() * WIDE
    return "".join(FREE if seat is None else PLAYERS[seat] for seat in tokens.halves)
