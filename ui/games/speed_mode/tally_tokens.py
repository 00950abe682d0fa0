"""What lies on a board at the end, told by taps, and how it is kept as text. Pure."""

from companion.errors import SetupError
from companion.game import Seat
from companion.games.speed_mode.board import FIRST, Board, Place
from companion.games.speed_mode.boards import FREE, NONE, PLAYERS, WIDE, Tally, read_tokens, size
from companion.games.speed_mode.model import Extra, OnPair
from companion.games.speed_mode.view import HalfView, PairView

Tokens = tuple[OnPair, ...]
"""The tokens on the pairs, in the order of the board."""

TURNS: dict[Seat | None, Seat | None] = {None: Seat(0), Seat(0): Seat(1), Seat(1): None}
"""What a tap makes of a half whose other half is free."""


def bare(board: Board) -> Tokens:
    """Return a board on which nothing lies."""
    return (OnPair(),) * len(board.pairs)


def lying(board: Board, text: str) -> Tokens:
    """Return what was kept, if it lies on this board; nothing of any other text."""
    try:
        return read_tokens(text, board) if text else bare(board)
    except SetupError:
        return bare(board)


def tapped(board: Board, tokens: Tokens, place: Place, half: int) -> Tokens:
    """Return the board after a tap on a half: free, then a's, then b's, then free again.

    Halves of different players never lie in one pair. So beside a covered half the tap brings its player's
    circle over both, and another one takes that away again.
    """
    number = board.places.index(place)
    return (*tokens[:number], _turned(tokens[number], half), *tokens[number + 1 :])


def _turned(on: OnPair, half: int) -> OnPair:
    if on.circle is not None:
        return _alone(1 - half, on.circle)
    beside = on.halves[1 - half]
    if beside is not None and on.halves[half] is None:
        return OnPair(circle=beside)
    return _alone(half, TURNS[on.halves[half]])


def _alone(half: int, seat: Seat | None) -> OnPair:
    return OnPair((seat, None) if half == FIRST else (None, seat))


def written(board: Board, tokens: Tokens) -> str:
    """Return what lies on a board as text, which `read_tokens` reads back."""
    rows, columns = size(board)
    at = dict(zip(board.places, tokens, strict=True))
    places = [[Place(row, column) for column in range(columns)] for row in range(rows)]
    return "\n".join("".join(_letters(at[place]) if place in at else NONE for place in row) for row in places)


def _letters(on: OnPair) -> str:
    if on.circle is not None:
        return PLAYERS[on.circle].upper() * WIDE
    return "".join(FREE if seat is None else PLAYERS[seat] for seat in on.halves)


def seen(board: Board, tokens: Tokens) -> tuple[PairView, ...]:
    """Return the pairs as a board on the screen shows them; at the end nobody asks what is possible."""
    return tuple(
        PairView(
            pair.place,
            tuple(
                HalfView(cards, on.halves[half], on.free(half), True)
                for half, cards in enumerate(pair.halves)
            ),
            on.circle,
        )
        for pair, on in zip(board.pairs, tokens, strict=True)
    )


def extras_of(tally: Tally) -> tuple[Extra, ...]:
    """Return the extra points of a count as the tokens that lie between pairs."""
    return tuple(
        Extra(Seat(PLAYERS.index(letter)), link, group)
        for links, group in ((tally.extra, False), (tally.unpaired, True))
        for letter, places in links.items()
        for link in places
    )
