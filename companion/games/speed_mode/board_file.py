"""A board's file: read and written as TOML, and checked for play.

The rulebook doesn't print the board. The one that ships with the program is worked out from the deck; the
owner may enter another.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from companion.games.owned_toml import OwnersToml, refuse, toml_text
from companion.games.speed_mode.board import (
    CARDS,
    DECK,
    MOST_EACH,
    MOST_LETTERS,
    MOST_PAIRS,
    Board,
    Combination,
    Kind,
    Pair,
    Place,
)

# Faults of a board file, and oddities that are none.

HALVES = 2


class Fault(Struct, frozen=True):
    """A fault of a board; `text` describes it and its place.

    `half` is the half of a pair that needs more of a card than the deck has. No other fault is possible while
    a board is being edited.
    """

    text: str
    half: tuple[Place, int] | None = None


def faults(board: Board) -> Iterator[Fault]:
    """Yield every fault of a board, in the order of its parts; none if it can be played on."""
    if not (1 <= len(board.name) <= MOST_LETTERS and board.name.isprintable() and board.name.strip()):
        yield Fault(f"name: a board needs one, of at most {MOST_LETTERS} plain letters")
    yield from _deck_faults(board)
    if not board.pairs:
        yield Fault("pairs: there must be at least one")
    if len(board.pairs) > MOST_PAIRS:
        yield Fault(f"pairs: {len(board.pairs)}, and there may be {MOST_PAIRS}")
    first: dict[Place, int] = {}
    for number, pair in enumerate(board.pairs[:MOST_PAIRS], 1):
        if pair.place in first:
            yield Fault(f"{_where(number, pair)}: pair {first[pair.place]} is at the same place")
        first.setdefault(pair.place, number)
        yield from _pair_faults(board, number, pair)
    yield from _link_faults(board)
    amounts = [(f"scores.{name}", getattr(board.scores, name)) for name in board.scores.__struct_fields__]
    amounts += [(f"tokens.{name}", getattr(board.tokens, name)) for name in board.tokens.__struct_fields__]
    for part, amount in amounts:
        if amount is not None and not 0 <= amount <= MOST_EACH:
            yield Fault(f"{part}: {amount}, and it must be 0 to {MOST_EACH}")


class Mismatch(Struct, frozen=True):
    """A kind of card that all combinations together need more or fewer of than the deck has."""

    kind: Kind
    asked: int
    has: int


def mismatches(board: Board) -> tuple[Mismatch, ...]:
    """Return where the combinations and the deck differ, kind by kind."""
    asked = Counter(card for pair in board.pairs for half in pair.halves for card in half)
    compared = (Mismatch(kind, asked[kind], board.deck.get(kind, 0)) for kind in Kind)
    return tuple(mismatch for mismatch in compared if mismatch.asked != mismatch.has)


def oddities(board: Board) -> Iterator[str]:
    """Yield likely typing errors: kinds that the deck has more or fewer of than all combinations need."""
    for mismatch in mismatches(board):
        yield f"{mismatch.kind}: all combinations take {mismatch.asked} of it, the deck has {mismatch.has}"


def _deck_faults(board: Board) -> Iterator[Fault]:
    for kind, count in board.deck.items():
        if not 0 <= count <= DECK:
            yield Fault(f"deck, {kind}: {count}, and it must be 0 to {DECK}")
    total = sum(board.deck.values())
    if total != DECK:
        yield Fault(f"deck: {total} cards, and it must have {DECK}")


def _pair_faults(board: Board, number: int, pair: Pair) -> Iterator[Fault]:
    where = _where(number, pair)
    if len(pair.halves) != HALVES:
        yield Fault(f"{where}: {len(pair.halves)} combinations, and a pair has {HALVES}")
    for half, cards in enumerate(pair.halves[:HALVES], 1):
        if len(cards) != CARDS:
            yield Fault(f"{where}, combination {half}: {len(cards)} cards, and it takes {CARDS}")
        for kind, count in Counter(cards[:CARDS]).items():
            if count > board.deck.get(kind, 0):
                there = board.deck.get(kind, 0)
                text = f"{where}, combination {half}: {count} {kind}, and the deck has {there}"
                yield Fault(text, (pair.place, half - 1))


def _link_faults(board: Board) -> Iterator[Fault]:
    if board.adjacency == "orthogonal":
        return
    on_board, first = set(board.places), dict[frozenset[Place], int]()
    for line, places in enumerate(board.adjacency[: MOST_PAIRS**2], 1):
        link, where = frozenset(places), f"adjacency, line {line}"
        for place in sorted(link - on_board):
            yield Fault(f"{where}: there is no pair at row {place.row}, column {place.column}")
        if len(link) == 1:
            yield Fault(f"{where}: a pair is not next to itself")
        elif link in first:
            # A line is valid both ways, so the same two places in the other order repeat it.
            yield Fault(f"{where}: line {first[link]} names the same two")
        first.setdefault(link, line)


def _where(number: int, pair: Pair) -> str:
    return f"pair {number} (row {pair.place.row}, column {pair.place.column})"


LONGEST_LINE = 8192
"""Greatest length of a line, in letters."""


def check(board: Board) -> None:
    """Raise SetupError, with a line for every fault, if a board can't be played on."""
    refuse((fault.text for fault in faults(board)), f"the board {board.name[:MOST_LETTERS]!r}:")


BOARDS = OwnersToml(
    Board,
    check,
    LONGEST_LINE,
    "this is longer than any board",
    "line {number}: this is longer than any line of a board",
    "{where}: lists or tables nested deeper than in any board",
)


def read_board_file(path: Path) -> Board:
    """Read a board from a file; SetupError names the file and every fault."""
    return BOARDS.read_file(path)


def read_board(text: bytes, where: str = "board") -> Board:
    """Read a board from TOML; SetupError names `where` and every fault."""
    return BOARDS.read(text, where)


def write_board(board: Board) -> str:
    """Return a board as TOML that `read_board` reads back."""
    parts = [f"name = {toml_text(board.name)}"]
    parts += [f"{mark} = true" for mark in ("made_up", "derived") if getattr(board, mark)]
    if board.adjacency == "orthogonal":
        parts.append('adjacency = "orthogonal"')
    else:
        lines = (f"  [{_place(first)}, {_place(second)}]," for first, second in board.adjacency)
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


def _place(place: Place) -> str:
    return f"[{place.row}, {place.column}]"


def _cards(cards: Combination) -> str:
    return "[" + ", ".join(f'"{card}"' for card in cards) + "]"


@cache
def derived() -> Board:
    """Return the board that ships with the program: twelve pairs, worked out from the deck."""
    name = "layouts/derived.toml"
    return read_board(files(__package__).joinpath(name).read_bytes(), name)
