"""Who plays with which colours, before a match. Pure.

Five colours are in the box: two players have two each, three to five have one.
"""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from companion.games.cryptid.model import HUES, Hue
from companion.games.cryptid.setups import OWNERS


class Palette(Struct, frozen=True):
    """The colours of the clues, in the order of the players."""

    players: int
    hues: tuple[Hue, ...]

    @property
    def each(self) -> int:
        """How many colours a player has: one for each own clue."""
        return len(self.hues) // self.players

    def own(self, player: int) -> tuple[Hue, ...]:
        """Return the colours of a player."""
        return self.hues[self.each * player : self.each * (player + 1)]

    def changed(self, player: int) -> "Palette":
        """Return the colours after a player took the next ones that nobody else has.

        Where every colour is somebody's, the player changes with whoever has the next one.
        """
        mine = self.own(player)
        able = [hue for hue in Hue if hue in mine or hue not in self.hues]
        offers = list(combinations(able, self.each))
        if len(offers) == 1:
            order = list(Hue)
            wanted = order[(order.index(mine[0]) + 1) % len(order)]
            to = {mine[0]: wanted, wanted: mine[0]}
            return replace(self, hues=tuple(to.get(hue, hue) for hue in self.hues))
        at = offers.index(tuple(hue for hue in able if hue in mine))
        taken = offers[(at + 1) % len(offers)]
        before, after = self.hues[: self.each * player], self.hues[self.each * (player + 1) :]
        return replace(self, hues=(*before, *taken, *after))


def palette(players: int, wanted: Sequence[Hue] = HUES) -> Palette:
    """Return colours for everybody: the wanted ones as far as they go, then those that are left."""
    every = tuple(dict.fromkeys((*wanted, *Hue)))
    return Palette(players, every[: len(OWNERS[players])])
