"""What a game's result is, for a book of records: places, points, and what hands did at a totem."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.game import Outcome, S_contra, Seat
from companion.remarks import Remark

K = TypeVar("K", int, tuple[int, ...])


class Standing(Struct, frozen=True):
    """How a player came out: `place` counts from 1, and equals share it; nobody of them need have `won`.

    `points` where the game has any; `side` is who plays together, the player alone otherwise.
    """

    place: int
    won: bool
    points: int | None
    side: int


class Duelled(Struct, frozen=True):
    """A duel: players, and by how many nanoseconds the winner's hand was before the first of the losers'.

    The margin is rounded to what the error band allows. It is None where no button told it, where it is
    inside the band, or where the winner wasn't before them.
    """

    winner: int
    losers: tuple[int, ...]
    margin: int | None


class Chases(Struct, frozen=True):
    """What happened at the totem in one match.

    By player: `wrong` grabs, dead `heats` they had part in, and `chances`: cards that were turned while
    they sat there, any of which might have tempted them. `races` are seats: whose hand was first, and whose
    was second, further apart than the error band.
    """

    duels: tuple[Duelled, ...]
    wrong: tuple[int, ...]
    heats: tuple[int, ...]
    chances: tuple[int, ...]
    races: tuple[tuple[Seat, Seat], ...]


class Results(Struct, Generic[S_contra], frozen=True):
    """What a game says of its results.

    `standings` by player, of a state that has ended; each event of `turns` is one. `bgg`
    is the game's number at boardgamegeek.com, None where we know none. `player` tells whose a seat is. Games
    with a totem have `chases`, which reads the positions that stand; so does `remarks`.
    """

    standings: Callable[[S_contra, Outcome], tuple[Standing, ...]]
    turns: tuple[type, ...]
    bgg: int | None = None
    has_points: bool = True
    high_wins: bool = True
    player: Callable[[S_contra, Seat], int] = lambda state, seat: seat
    # Positions are of states, reports and events that only their game knows.
    chases: Callable[[Sequence[Any]], Chases] | None = None
    remarks: Callable[[Sequence[Any]], tuple[Remark, ...]] = lambda line: ()


def standings(
    winners: Collection[int],
    keys: Sequence[K],
    points: Sequence[int | None] | None = None,
    sides: Sequence[int] | None = None,
) -> tuple[Standing, ...]:
    """Return how players came out: the winners before all others, then by `keys`, the smallest first."""
    order = [(player not in winners, key) for player, key in enumerate(keys)]
    return tuple(
        Standing(
            1 + sum(other < own for other in order),
            player in winners,
            points[player] if points is not None else None,
            sides[player] if sides is not None else player,
        )
        for player, own in enumerate(order)
    )
