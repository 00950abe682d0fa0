"""How players came out of a game: the winners before all others, and equals on one place."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from companion.game import Standing

K = TypeVar("K", int, tuple[int, ...])


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
