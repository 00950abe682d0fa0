"""Layouts: the state on each space of a board, as CSV, ten lines of ten.

Nobody has published the printed board's layout, so owners enter it once. The demo layout is made up.
"""

import csv
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, json

from companion.decoding import NOT_OURS, from_json
from companion.errors import SetupError
from companion.games.owned_toml import refuse
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.whole_file import read_owners_file

# The cards: two of each of the fifty states, four ADD and four REMOVE.

ADD = "ADD"
REMOVE = "REMOVE"


class UsState(Struct, frozen=True):
    """One of the fifty states: postal abbreviation, name and capital."""

    abbreviation: str
    name: str
    capital: str


def _read_states() -> dict[str, UsState]:
    text = files(__package__).joinpath("states.csv").read_text("utf-8")
    return {row["abbreviation"]: UsState(**row) for row in csv.DictReader(text.splitlines())}


STATES = _read_states()
"""The fifty states by abbreviation, in the order of their names."""

KINDS = (*STATES, ADD, REMOVE)
"""Every kind of card."""

StateCard: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(STATES)})\\Z")]
"""A state's abbreviation; decoding anything else fails."""

Card: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(KINDS)})\\Z")]
"""A state's abbreviation, ADD or REMOVE."""

CardFace: TypeAlias = Card | None
"""A face-up card; None if nobody told the referee which one."""

Pile: TypeAlias = tuple[CardFace, ...]
"""A pile of face-up cards, the top card last."""


TWICE = 2
"""How many spaces show each state, and how many cards name it."""


def copies(card: Card) -> int:
    """Return how many copies of a card are in the box."""
    return 4 if card in (ADD, REMOVE) else TWICE


BOX = sum(copies(card) for card in KINDS)
"""Cards in the box: 108."""

OWN = "own"
"""The name of the layout that the owner entered."""

MOST_BYTES = 64 * 1024
"""The largest file to read, in bytes; a layout with all names written out takes 2 kilobytes."""

MOST_FAULTS = 150
"""How many faults of one layout to list at most; there are 100 spaces."""

Draft: TypeAlias = Mapping[Space, StateCard]
"""A layout that is being entered: the spaces so far, in the order they were entered."""


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's states, row by row from the top; `made_up` if no printed board looks like this."""

    name: str
    rows: tuple[tuple[StateCard, ...], ...]
    made_up: bool = False

    def at(self, space: Space) -> StateCard:
        """Return the state shown on a space."""
        return self.rows[space.row][space.column]

    def spaces_of(self, card: StateCard) -> tuple[Space, ...]:
        """Return the spaces that show a state; none for ADD and REMOVE."""
        return tuple(space for space in SPACES if self.at(space) == card)


class FileRow(Struct, frozen=True):
    """A row of a file: its line number, from 1, and its fields."""

    number: int
    fields: tuple[str, ...]


# Finding faults.


def faults(layout: Layout) -> Iterator[str]:
    """Yield everything that is wrong with a layout, each with its line and column if it has one."""
    return _faults([FileRow(number, row) for number, row in enumerate(layout.rows, 1)])


def check(layout: Layout) -> None:
    """Raise SetupError, listing up to `MOST_FAULTS` faults with their places, if a layout has any."""
    refuse(faults(layout), f"the board {layout.name!r}:", most=MOST_FAULTS)


def _faults(lines: list[FileRow]) -> Iterator[str]:
    if not lines:
        yield f"line 1: there are no states here; a board has {SIDE} lines of {SIDE}"
        return
    seen: dict[StateCard, int] = {}
    for row, line in enumerate(lines):
        if row == SIDE:
            yield f"line {line.number}: a board has {SIDE} lines, this one has {len(lines)}"
        yield from _line_faults(line, seen)
    if len(lines) < SIDE:
        yield f"line {lines[-1].number + 1}: a board has {SIDE} lines, this one has {len(lines)}"
    for card in STATES:
        if seen.get(card, 0) < TWICE:
            name = STATES[card].name
            once = f"{name} is there only once; it has two spaces"
            yield once if card in seen else f"{name} is missing; it has two spaces"


def _line_faults(line: FileRow, seen: dict[StateCard, int]) -> Iterator[str]:
    """Yield what is wrong with a line. `seen` counts states in earlier lines; this line's are added."""
    for column, card in enumerate(line.fields, 1):
        place = f"line {line.number}, column {column}"
        if card not in STATES:
            yield f"{place}: {_unknown(card)}"
            continue
        seen[card] = seen.get(card, 0) + 1
        if seen[card] > TWICE:
            yield f"{place}: {STATES[card].name} is there {seen[card]} times; it has two spaces"
    count = len(line.fields)
    if count != SIDE:
        column = min(count, SIDE) + 1
        yield f"line {line.number}, column {column}: a line has {SIDE} states, this one has {count}"


def _unknown(field: str) -> str:
    if not field:
        return "there is no state here"
    known = {_normalized(alias): STATES[card].name for card in STATES for alias in _aliases(card)}
    # Two letters resemble a dozen abbreviations, so only names are guessed.
    near = get_close_matches(_normalized(field[:40]), known, n=1) if len(field) > 2 else []
    shown = field if len(field) <= 24 else f"{field[:24]}..."
    said = f"no state is called {shown!r}"
    return f"{said}; did you mean {known[near[0]]}?" if near else said


# Reading and writing CSV.


def read_layout(text: str, name: str, where: str = "") -> Layout:
    """Read a layout from CSV: ten lines of ten states, by abbreviation or name, in any case.

    Commas, semicolons or tabs separate fields. SetupError names `where` and has a line for each fault, with
    its line and column in the text.
    """
    known = {_normalized(alias): card for card in STATES for alias in _aliases(card)}
    lines = [
        FileRow(line.number, tuple(known.get(_normalized(field), field.strip()) for field in line.fields))
        for line in _split(text)
    ]
    refuse(_faults(lines), f"{where or name}: this board can't be played on", most=MOST_FAULTS)
    return Layout(name, tuple(line.fields for line in lines))


def read_layout_file(path: Path, name: str = OWN) -> Layout:
    """Read an owner's layout; SetupError names the file and everything that is wrong."""
    content = read_owners_file(path, MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise SetupError(
            f"{path}: this isn't a board; one has {SIDE} lines of {SIDE} states, and this is larger"
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SetupError(
            f"{path}: not valid UTF-8 ({error.reason} at byte {error.start}); save it as CSV in UTF-8"
        ) from None
    return read_layout(text, name, str(path))


def write_layout(layout: Layout) -> str:
    """Return a layout as CSV, with the states' abbreviations."""
    return "".join(f"{','.join(row)}\n" for row in layout.rows)


def demo() -> Layout:
    """Return the made-up layout that comes with the program."""
    source = files(f"{__package__}.layouts").joinpath("demo.csv")
    return Layout("demo", read_layout(source.read_text("utf-8"), "demo").rows, made_up=True)


def _split(text: str) -> Iterator[FileRow]:
    """Split a text into rows; empty ones are skipped, but counted in line numbers, as an editor does."""
    # Spreadsheets put a byte order mark first.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    delimiter = max(",;\t", key=text.count)
    for number, line in enumerate(text.split("\n"), 1):
        # Line by line, so that a quote that is never closed can't swallow the rest of the file.
        fields = next(csv.reader([line], delimiter=delimiter), [])
        # Spreadsheets also write empty cells to the right of a table.
        while len(fields) > SIDE and not fields[-1].strip():
            fields.pop()
        if any(field.strip() for field in fields):
            yield FileRow(number, tuple(fields))


def _aliases(card: StateCard) -> tuple[str, str]:
    return card, STATES[card].name


def _normalized(field: str) -> str:
    return " ".join(field.split()).casefold()


# While a layout is being entered.


def finished(draft: Draft, name: str) -> Layout:
    """Return the layout of a finished draft; SetupError if a space or a state is missing."""
    rows = tuple(tuple(draft.get(Space(row, column), "") for column in range(SIDE)) for row in range(SIDE))
    layout = Layout(name, rows)
    check(layout)
    return layout


def draft_of(layout: Layout) -> Draft:
    """Return a finished layout as a draft, to be corrected."""
    return {space: layout.at(space) for space in SPACES}


def left_over(draft: Draft) -> dict[StateCard, int]:
    """Return how many spaces of each state are still to be entered, in the order of the states' names."""
    entered = list(draft.values())
    return {card: TWICE - entered.count(card) for card in STATES}


def draft_to_text(draft: Draft) -> str:
    """Return a draft as JSON: `[[[row, column], state], ...]`, in the order the spaces were entered."""
    return json.encode(list(draft.items())).decode()


def draft_from_text(text: str) -> Draft:
    """Read a draft from JSON; an empty text is an empty draft. SetupError if the text isn't a draft."""
    if not text:
        return {}
    try:
        items = from_json(text, list[tuple[Space, StateCard]])
    except NOT_OURS as error:
        raise SetupError(f"your saved board can't be read: {error}") from None
    draft = dict(items)
    if len(draft) < len(items) or min(left_over(draft).values()) < 0:
        raise SetupError("your saved board can't be read: a space or a state is there too often")
    return draft
