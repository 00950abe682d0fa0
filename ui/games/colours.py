"""Changing players' colours before a match. Pure."""

from collections.abc import Sequence
from typing import TypeVar

C = TypeVar("C", bound=str)


def changed(taken: tuple[C, ...], player: int, order: Sequence[C]) -> tuple[C, ...]:
    """Return the colours after a player took the next free one of `order`.

    If none is free, the player swaps with the player who has the next one.
    """
    at = order.index(taken[player])
    later = [*order[at + 1 :], *order[:at]]
    wanted = next((colour for colour in later if colour not in taken), later[0])
    swapped = {taken[player]: wanted, wanted: taken[player]}
    return tuple(swapped.get(colour, colour) for colour in taken)
