"""Positions of Sequence States & Capitals for tests: a text board, and the table's other facts.

Rows and columns count from 1 here, as at the table.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.boards import LETTERS, OPEN, Chips
from companion.games.sequence_states.events import AnyEvent
from companion.games.sequence_states.layout import Layout, demo
from companion.games.sequence_states.lines import SIDE, SPACES, Five, Space
from companion.games.sequence_states.model import CHIPS, Facts, Sequence, Side, State
from companion.games.sequence_states.reports import AnyReport
from companion.games.sequence_states.tally import countable
from tests.games.ruling import Referee

GAME = SequenceStates()
DEMO = demo()


def write_board(state: State) -> str:
    """Return a position's board as text."""
    letters = [_letter(state, space) for space in SPACES]
    return "\n".join("".join(letters[row : row + SIDE]) for row in range(0, len(letters), SIDE))


def _letter(state: State, space: Space) -> str:
    side = state.chip(space)
    if side is None:
        return OPEN
    letter = state.colours[side].value[0]
    return letter.upper() if state.locked(space) else letter


def at(row: int, column: int) -> Space:
    """Return a space by its row and column, from 1."""
    return Space(row - 1, column - 1)


def five(row: int, column: int, down: int, across: int) -> Five:
    """Return the five that begins at a row and column, from 1, with this step."""
    return tuple(sorted(at(row + down * n, column + across * n) for n in range(5)))


def rows(*lines: str) -> str:
    """Return a whole board that begins with these lines; the rest is open."""
    filled = [line.ljust(SIDE, ".") for line in lines]
    return "\n".join(filled + ["." * SIDE] * (SIDE - len(filled)))


def position(
    *lines: str,
    players: int = 2,
    layout: Layout | None = DEMO,
    rulings: dict[str, str] | None = None,
    **fields: Any,
) -> State:
    """Set up a table: a board of `r b g`, capitals for locked chips; `fields` go into the state."""
    text = rows(*lines)
    state = GAME.opening(Facts(players, layout=layout, rulings=rulings or {}))
    letters = dict(zip(SPACES, text.replace("\n", ""), strict=True))
    side_of = {colour: Side(n) for n, colour in enumerate(state.colours)}
    board = tuple(side_of[LETTERS[letters[s].lower()]] if letters[s] != "." else None for s in SPACES)
    capitals = [s for s in SPACES if letters[s].isupper()]
    sequences: tuple[Sequence, ...] = ()
    for colour, side in side_of.items():
        locked = frozenset(s for s in capitals if LETTERS[letters[s].lower()] == colour)
        sequences += tuple(Sequence(side, line) for line in countable(colour, Chips(locked, locked)))
    chips = tuple(CHIPS - board.count(side) for side in side_of.values())
    return replace(state, board=board, chips=chips, sequences=sequences, **fields)


def covered(**spaces: Iterable[Space]) -> State:
    """Return a board of two players with chips, `r` or `b`, on these spaces."""
    rows = [["."] * SIDE for _ in range(SIDE)]
    for colour, where in spaces.items():
        for space in where:
            rows[space.row][space.column] = colour
    return position(*("".join(row) for row in rows))


_REFEREE: Referee[State, AnyReport, AnyEvent] = Referee(GAME, write_board)
events = _REFEREE.events
