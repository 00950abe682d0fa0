"""What is worth telling of one match at its end: a figure, and whose it is. Pure."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

WORTH = 2
"""Once is nothing that anybody did most often."""


class Remark(Struct, frozen=True):
    """`what` by its name in the words, of which `players`, and the `figure`: a count, or nanoseconds."""

    what: str
    players: tuple[int, ...]
    figure: int


def most(what: str, figures: Sequence[int]) -> tuple[Remark, ...]:
    """Return whose figure, by player, is the largest; nothing where all are equal, or it is next to none."""
    top = max(figures)
    players = tuple(player for player, figure in enumerate(figures) if figure == top)
    return (Remark(what, players, top),) if top >= WORTH and len(players) < len(figures) else ()


def longest_lead(figures: Iterable[Sequence[int]], least: int) -> tuple[int, int] | None:
    """Return who was alone in front for the most turns in a row, and how many: None for less than `least`.

    `figures` are everybody's, after each turn; of two who led as long it is the first.
    """
    longest, leader, turns = (0, 0), -1, 0
    for after in figures:
        top = max(after)
        ahead = after.index(top) if after.count(top) == 1 else -1
        turns = turns + 1 if ahead == leader else 1
        leader = ahead
        if leader >= 0 and turns > longest[1]:
            longest = (leader, turns)
    return longest if longest[1] >= least else None
