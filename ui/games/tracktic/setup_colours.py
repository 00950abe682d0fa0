"""Who plays with which colour, before a match. Pure."""

from collections.abc import Sequence

from companion.games.tracktic.model import COLOURS, LETTERS, Piece
from companion.games.tracktic.profile import Profile


def able(profile: Profile, players: int) -> tuple[Piece, ...]:
    """Return the colours that have start cells on the grid for this number of players."""
    return tuple(LETTERS[letter] for letter in profile.starting(players))


def colours(players: int, among: Sequence[Piece], wanted: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return colours for everybody: each has the wanted one if it can be had, or the next that is left."""
    taken: list[Piece | None] = []
    for colour in (*wanted, *[None] * players)[:players]:
        taken.append(colour if colour in among and colour not in taken else None)
    left = [colour for colour in among if colour not in taken]
    return tuple(colour if colour is not None else left.pop(0) for colour in taken)


def changed(taken: tuple[Piece, ...], player: int, among: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the colours after a player took the next one that nobody has.

    Where every colour is somebody's, the player changes with whoever has the next one.
    """
    order = [colour for colour in COLOURS if colour in among]
    at = order.index(taken[player])
    later = order[at + 1 :] + order[:at]
    wanted = next((colour for colour in later if colour not in taken), later[0])
    to = {taken[player]: wanted, wanted: taken[player]}
    return tuple(to.get(colour, colour) for colour in taken)
