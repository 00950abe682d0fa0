"""Positions of Two Player Speed Mode from text boards (see `companion.games.speed_mode.boards`)."""

from collections import Counter

from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.speed_mode.board import Kind
from companion.games.speed_mode.boards import read_tokens, write_tokens
from companion.games.speed_mode.events import AnyEvent
from companion.games.speed_mode.game import SpeedMode
from companion.games.speed_mode.model import Extra, Facts, State
from companion.games.speed_mode.reports import AnyReport
from companion.games.speed_mode.score import between
from tests.games.ruling import Referee

GAME = SpeedMode()
A, B = Seat(0), Seat(1)

EMPTY = """
........
........
........
"""


def position(text: str = EMPTY, turn: Seat = A, level: Level = Level.COUNTING, **rulings: str) -> State:
    """Return a position with these combinations, each made once, and refilled hands.

    The cards that made them are discarded, and the deck is that much smaller.
    """
    opened = GAME.opening(Facts(level=level, rulings=rulings, first=turn))
    pairs = read_tokens(text.strip(), opened.board)
    discards: Counter[Kind] = Counter()
    for pair, on in zip(opened.board.pairs, pairs, strict=True):
        for half, seat in zip(pair.halves, on.halves, strict=True):
            if seat is not None or on.circle is not None:
                discards.update(half)
    extras = tuple(Extra(seat, link) for seat in (A, B) for link in between(opened.board, pairs, seat))
    return cards(replace(opened, pairs=pairs, discards=dict(discards), extras=extras), (10, 10))


def cards(state: State, hands: tuple[int, int]) -> State:
    """Return a position with other hands; the rest is face up and in the deck."""
    rest = 72 - sum(state.discards.values()) - sum(hands)
    face_up = max(0, min(5, rest))
    return replace(state, hands=hands, face_up=face_up, deck=rest - face_up)


_REFEREE: Referee[State, AnyReport, AnyEvent]
_REFEREE = Referee(GAME, lambda state: write_tokens(state.board, state.pairs))
events, after = _REFEREE.events, _REFEREE.after
