"""Where the states lie on a board: recorded once by its owner, kept as CSV, ten lines of ten.

The printed board's layout is published nowhere, and the one that comes with the program is made up.
"""

import csv
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import DecodeError, Meta, Struct, json

from companion.decoding import from_json
from companion.errors import SetupError
from companion.games.owned_toml import refuse
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.whole_file import read_owners_file

# The cards: two of each of the fifty states, four ADD and four REMOVE.

ADD = "ADD"
REMOVE = "REMOVE"


class UsState(Struct, frozen=True):
    """One of the fifty: its postal abbreviation, its name, and its capital."""

    abbreviation: str
    name: str
    capital: str


def _read_states() -> dict[str, UsState]:
    text = files(__package__).joinpath("states.csv").read_text("utf-8")
    return {row["abbreviation"]: UsState(**row) for row in csv.DictReader(text.splitlines())}


STATES = _read_states()
"""The fifty states by their abbreviation, in the order of their names."""

KINDS = (*STATES, ADD, REMOVE)
"""Every kind of card."""

StateCard: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(STATES)})\\Z")]
"""The abbreviation of a state; nothing else is read from a file or a line."""

Card: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(KINDS)})\\Z")]
"""A state's abbreviation, ADD or REMOVE."""

CardFace: TypeAlias = Card | None
"""A card that lies face up; None where nobody told the referee which one."""

Pile: TypeAlias = tuple[CardFace, ...]
"""Cards that lie face up, the top card last."""


TWICE = 2
"""Spaces that picture each state, and cards that name it."""


def copies(card: Card) -> int:
    """Return how many of a card the box holds."""
    return 4 if card in (ADD, REMOVE) else TWICE


BOX = sum(copies(card) for card in KINDS)
"""Cards in the box: 108."""

OWN = "own"
"""The name of the board that its owner has recorded."""

MOST_BYTES = 64 * 1024
"""A board with all names written out takes 2 kilobytes; nothing larger is read."""

MOST_FAULTS = 150
"""The most faults of one board that are told: more than one a space."""

Draft: TypeAlias = Mapping[Space, StateCard]
"""A board that is being recorded: the spaces that are known already, the one recorded last at the end."""


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's states, row by row from the top; `made_up` marks one that is no printed board's."""

    name: str
    rows: tuple[tuple[StateCard, ...], ...]
    made_up: bool = False

    def at(self, space: Space) -> StateCard:
        """Return the state that a space shows."""
        return self.rows[space.row][space.column]

    def spaces_of(self, card: StateCard) -> tuple[Space, ...]:
        """Return where a state is pictured; nothing for ADD and REMOVE."""
        return tuple(space for space in SPACES if self.at(space) == card)


class FileRow(Struct, frozen=True):
    """A row as it was written: the number of its line in the file, from 1, and its fields."""

    number: int
    fields: tuple[str, ...]


# What is wrong with a board.


def faults(layout: Layout) -> Iterator[str]:
    """Yield what is wrong with a layout, each with its place; nothing for a board that can be played on."""
    return _faults([FileRow(number, row) for number, row in enumerate(layout.rows, 1)])


def check(layout: Layout) -> None:
    """Refuse a board that nobody could play on; SetupError names every fault and its place."""
    refuse(faults(layout), f"the board {layout.name!r}:", most=MOST_FAULTS)


def _faults(lines: list[FileRow]) -> Iterator[str]:
    if not lines:
        yield f"line 1: there are no states here; a board has {SIDE} lines of {SIDE}"
        return
    seen: dict[StateCard, int] = {}
    for row, line in enumerate(lines):
        if row == SIDE:
            yield f"line {line.number}: a board has {SIDE} lines, here are {len(lines)}"
        yield from _line_faults(line, seen)
    if len(lines) < SIDE:
        yield f"line {lines[-1].number + 1}: a board has {SIDE} lines, here are {len(lines)}"
    for card in STATES:
        if seen.get(card, 0) < TWICE:
            name = STATES[card].name
            once = f"{name} stands there only once; it has two spaces"
            yield once if card in seen else f"{name} is missing; it has two spaces"


def _line_faults(line: FileRow, seen: dict[StateCard, int]) -> Iterator[str]:
    """Yield what is wrong with a line; `seen` are the states up to there, and gets those of the line."""
    for column, card in enumerate(line.fields, 1):
        place = f"line {line.number}, column {column}"
        if card not in STATES:
            yield f"{place}: {_unknown(card)}"
            continue
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > TWICE:
            yield f"{place}: {STATES[card].name} stands there {seen[card]} times; it has two spaces"
    count = len(line.fields)
    if count != SIDE:
        column = min(count, SIDE) + 1
        yield f"line {line.number}, column {column}: a line has {SIDE} states, here are {count}"


def _unknown(field: str) -> str:
    if not field:
        return "no state stands here"
    known = {_plain(alias): state.name for state in STATES.values() for alias in _aliases(state.abbreviation)}
    # Two letters are near to a dozen abbreviations; only names are guessed.
    near = get_close_matches(_plain(field[:40]), known, n=1) if len(field) > 2 else []
    shown = field if len(field) <= 24 else f"{field[:24]}..."
    said = f"no state is called {shown!r}"
    return f"{said}; did you mean {known[near[0]]}?" if near else said


# In and out as CSV.


def read_layout(text: str, name: str, where: str = "") -> Layout:
    """Read a board from CSV: ten lines of ten states, by abbreviation or name, whatever their case.

    Commas, semicolons or tabs part them. SetupError names `where` and, a line each, every line and column
    that is wrong, counted as in the text.
    """
    known = {_plain(alias): card for card in STATES for alias in _aliases(card)}
    lines = [
        FileRow(line.number, tuple(known.get(_plain(field), field.strip()) for field in line.fields))
        for line in _parted(text)
    ]
    refuse(_faults(lines), f"{where or name}: this board can't be played on", most=MOST_FAULTS)
    return Layout(name, tuple(line.fields for line in lines))


def read_layout_file(path: Path, name: str = OWN) -> Layout:
    """Read an owner's board; SetupError names the file and all that is wrong."""
    content = read_owners_file(path, MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise SetupError(
            f"{path}: this is no board; one has {SIDE} lines of {SIDE} states, and this is larger"
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SetupError(
            f"{path}: not valid UTF-8 ({error.reason} at byte {error.start}); save it as CSV in UTF-8"
        ) from None
    return read_layout(text, name, str(path))


def write_layout(layout: Layout) -> str:
    """Return a board as CSV, by the states' abbreviations."""
    return "".join(f"{','.join(row)}\n" for row in layout.rows)


def demo() -> Layout:
    """Return the made-up board that comes with the program."""
    source = files(f"{__package__}.layouts").joinpath("demo.csv")
    return Layout("demo", read_layout(source.read_text("utf-8"), "demo").rows, made_up=True)


def _parted(text: str) -> Iterator[FileRow]:
    """Part a text into lines with something in them, numbered as an editor does."""
    # Spreadsheets begin a file with a mark that is none of its letters.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    delimiter = max(",;\t", key=text.count)
    for number, line in enumerate(text.split("\n"), 1):
        # Line by line: a quote that is never closed shall not take the rest of the file with it.
        fields = next(csv.reader([line], delimiter=delimiter), [])
        # Spreadsheets also write the empty cells beside a table.
        while len(fields) > SIDE and not fields[-1].strip():
            fields.pop()
        if any(field.strip() for field in fields):
            yield FileRow(number, tuple(fields))


def _aliases(card: StateCard) -> tuple[str, str]:
    return card, STATES[card].name


def _plain(field: str) -> str:
    return " ".join(field.split()).casefold()


# While it is being recorded.


def finished(draft: Draft, name: str) -> Layout:
    """Return the layout of a finished recording; SetupError where a space or a state is missing."""
    rows = tuple(tuple(draft.get(Space(row, column), "") for column in range(SIDE)) for row in range(SIDE))
    layout = Layout(name, rows)
    check(layout)
    return layout


def draft_of(layout: Layout) -> Draft:
    """Return a finished board as a recording, to be corrected."""
    return {space: layout.at(space) for space in SPACES}


def left_over(draft: Draft) -> dict[StateCard, int]:
    """Return how many spaces of each state are still to be recorded, in the order of their names."""
    told = list(draft.values())
    return {card: TWICE - told.count(card) for card in STATES}


def draft_to_text(draft: Draft) -> str:
    """Return a recording as JSON: `[[[row, column], state], ...]`, in the order in which it was told."""
    return json.encode(list(draft.items())).decode()


def draft_from_text(text: str) -> Draft:
    """Read a recording; an empty text is an empty one. SetupError where nothing can be made of it."""
    if not text:
        return {}
    try:
        told = from_json(text, list[tuple[Space, StateCard]])
    except DecodeError as error:
        raise SetupError(f"what was recorded of the board can't be read: {error}") from None
    draft = dict(told)
    if len(draft) < len(told) or min(left_over(draft).values()) < 0:
        raise SetupError(
            "what was recorded of the board can't be read: a space or a state stands there too often"
        )
    return draft
