"""The clues that players typed in, and the set-up that is made of them. Pure; never kept anywhere."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid.clues import Clue
from companion.games.cryptid.setups import OWNERS, Setup, check


class Typed:
    """What was typed in so far: clues by their number, which is that of their colour; and who is done."""

    def __init__(self, players: int) -> None:
        self._owners = OWNERS[players]
        self._clues: dict[int, Clue] = {}
        self._done: set[int] = set()

    def take(self, number: int, clue: Clue) -> bool:
        """Take a clue; where the same player's other colour has it, the two are swapped.

        Refused, with False, where there is nothing to be swapped with it.
        """
        player = self._owners[number]
        having = next((other for other in self.numbers(player) if self._clues.get(other) == clue), number)
        if having != number:
            if number not in self._clues:
                return False
            self._clues[having] = self._clues[number]
        self._clues[number] = clue
        self._done.discard(player)
        return True

    def done(self, player: int) -> None:
        """Have a player be done with the own clues."""
        self._done.add(player)

    def reopen(self) -> None:
        """Have nobody be done any more: whoever could try alone would find out about others' clues."""
        self._done.clear()

    def undone(self) -> int | None:
        """Return the first player who isn't done."""
        return next((player for player in self._owners if player not in self._done), None)

    def forget(self, player: int) -> None:
        """Forget a player's clues."""
        for number in self.numbers(player):
            self._clues.pop(number, None)

    def numbers(self, player: int) -> tuple[int, ...]:
        """Return the numbers of a player's clues."""
        return tuple(number for number, owner in enumerate(self._owners) if owner == player)

    def own(self, player: int) -> tuple[Clue, ...]:
        """Return the clues of a player, as far as they are typed in."""
        return tuple(self._clues[number] for number in self.numbers(player) if number in self._clues)

    def missing(self, player: int) -> int | None:
        """Return the first clue of a player that isn't typed in."""
        return next((number for number in self.numbers(player) if number not in self._clues), None)

    def sealed(self, setup: Setup) -> Setup | None:
        """Return a map with these clues, None where they don't fit it or one another: no reason is given.

        The reason could tell a player about others' clues.
        """
        clues = tuple(self._clues[number] for number in range(len(self._owners)) if number in self._clues)
        whole = replace(setup, clues=clues, clue_owner=self._owners)
        try:
            check(whole)
        except SetupError:
            return None
        return whole


def sealed_map(setup: Setup) -> Setup:
    """Return a set-up without its clues: everybody may see it."""
    return replace(setup, clues=(), clue_owner=())


def clues_for(setup: Setup, player: int) -> Mapping[int, Clue]:
    """Return a player's clues by their number."""
    owned = zip(setup.clues, setup.clue_owner, strict=True)
    return {number: clue for number, (clue, owner) in enumerate(owned) if owner == player}
