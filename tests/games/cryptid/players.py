"""Simulated players of Cryptid who know their clues, and reason with sets of hexes, not bits."""

from collections.abc import Iterator
from random import Random

from companion.game import Accepted, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import allowed
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.maps import Hex, spread, survey
from companion.games.cryptid.model import Disc, Facts, Hue, State
from companion.games.cryptid.reports import AnyReport, Ask, GiveAnswer, PlaceCube, Search
from companion.games.cryptid.setups import Setup


class Table:
    """One game; `turn` yields the reports of one turn, `share` those of the opening."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.random = Random(seed)
        self.players = setup.players
        self.hues = tuple(Hue)[: len(setup.clues)]
        ground = survey(setup.tiles, setup.structures)
        clues = zip(self.hues, setup.clues, strict=True)
        self.allowed_hexes = {hue: set(spread(allowed(clue, ground))) for hue, clue in clues}
        self.cubes: dict[Hex, Hue] = {}
        self.discs: dict[Hex, list[Hue]] = {}
        self.mover = 0
        self.winner: int | None = None
        self._everywhere = sorted({Hex(row, column) for row in range(9) for column in range(12)})

    def own(self, player: int) -> tuple[Hue, ...]:
        each = len(self.hues) // self.players
        return self.hues[each * player : each * (player + 1)]

    def others(self, player: int) -> list[int]:
        """Return the other players, clockwise."""
        return [(player + n) % self.players for n in range(1, self.players)]

    def share(self) -> Iterator[AnyReport]:
        for player in [*range(self.players)] * 2:
            yield self._forbidden_cube(player)

    def turn(self) -> Iterator[AnyReport]:
        """Ask, or search a likely hex."""
        player, others = self.mover, self.others(self.mover)
        without_cube = [at for at in self._everywhere if at not in self.cubes]
        likely = [at for at in without_cube if all(at in self.allowed_hexes[hue] for hue in self.own(player))]
        confirmed = [at for at in likely if set(self.discs.get(at, ())) - set(self.own(player))]
        searches = self.random.random() < 0.4
        search = self._search(player, self.random.choice(confirmed or likely)) if searches else None
        if search is not None:
            at = search.at
            for disc in search.discs:
                self.discs.setdefault(disc.at, []).append(disc.hue)
            yield search
        else:
            others = [others[0]] if len(others) == 1 else [self.random.choice(others)]
            questions = [at for at in without_cube if not self._has_all_discs(others[0], at)]
            at = self.random.choice([at for at in questions if at in likely] or questions)
            yield Ask(Seat(player), at, Seat(others[0]) if self.players > 2 else None)
        for other in others:
            if search is None or not self._has_all_discs(other, at):
                yield (answer := self._answer(other, at))
                if answer.cube is not None:
                    yield self._forbidden_cube(player)
                    break
        else:
            if search is not None:
                self.winner = player
                return
        self.mover = self.others(player)[0]

    def _has_all_discs(self, player: int, at: Hex) -> bool:
        """Return whether all of a player's discs are on a hex."""
        return set(self.own(player)) <= set(self.discs.get(at, ()))

    def _answer(self, player: int, at: Hex) -> GiveAnswer:
        forbidding = [hue for hue in self.own(player) if at not in self.allowed_hexes[hue]]
        if not forbidding:
            discs = self.discs.setdefault(at, [])
            discs += [hue for hue in self.own(player) if hue not in discs]
            return GiveAnswer(Seat(player))
        chosen = self.random.choice(forbidding)
        self.cubes[at] = chosen
        return GiveAnswer(Seat(player), chosen)

    def _forbidden_cube(self, player: int) -> PlaceCube:
        free = [at for at in self._everywhere if at not in self.cubes]
        cubes = [(hue, at) for hue in self.own(player) for at in free if at not in self.allowed_hexes[hue]]
        hue, at = self.random.choice(cubes)
        self.cubes[at] = hue
        return PlaceCube(Seat(player), hue, at)

    def _search(self, player: int, at: Hex) -> Search | None:
        """Put a disc of each colour on the space, or elsewhere if one of its colour is there."""
        discs: list[Disc] = []
        for hue in self.own(player):
            if hue not in self.discs.get(at, ()):
                discs.append(Disc(hue, at))
                continue
            others = sorted(self.allowed_hexes[hue] - {*self.cubes, at})
            places = [other for other in others if hue not in self.discs.get(other, ())]
            if not places:
                return None
            discs.append(Disc(hue, self.random.choice(places)))
        self.random.shuffle(discs)
        return Search(Seat(player), at, tuple(discs))


def positions(setup: Setup, seed: int) -> list[State]:
    """Return all positions of a simulated game, from the opening to its end."""
    game, table = Cryptid(), Table(setup, seed)
    states = [game.opening(Facts(setup.players, setup))]
    reports = table.share()
    while True:
        for report in reports:
            ruling = game.judge(states[-1], report)
            assert isinstance(ruling, Accepted), (report, ruling)
            states.append(fold(states[-1], ruling.events))
        if table.winner is not None:
            return states
        reports = table.turn()
