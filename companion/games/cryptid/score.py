"""Counts of pieces and match results. The winner isn't counted: the search that ends the game names it."""

from collections.abc import Sequence

from companion.game import Outcome, Remark, Results, Scoring, Standing, most, standings
from companion.games.cryptid.events import AnyEvent, Asked, Searched
from companion.games.cryptid.model import State
from companion.games.cryptid.reports import AnyReport
from companion.line import Position


def score(state: State) -> dict[str, list[int]]:
    """Return the numbers of each player's cubes and discs on the map."""
    owned = [state.own(seat) for seat in state.seats]
    return {
        "cubes": [sum(spot.cube in hues for spot in state.spots) for hues in owned],
        "discs": [sum(disc in hues for spot in state.spots for disc in spot.discs) for hues in owned],
    }


# The player who finds the habitat is first, the others share last place; if all give up, everybody is equal.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return by player: first or last."""
    return standings(outcome.winners, [0] * state.players)


def remarks(line: Sequence[Position[State, AnyReport, AnyEvent]]) -> tuple[Remark, ...]:
    """Return who asked most often and who searched most often."""
    asked, searched = ([0] * line[0].state.players for _ in range(2))
    for position in line:
        for event in position.events:
            match event:
                case Asked(seat):
                    asked[seat] += 1
                case Searched(seat):
                    searched[seat] += 1
    return (*most("asked", asked), *most("searched", searched))


RESULTS = Results(standings_of, (Asked, Searched), Scoring(points=False, bgg=246784), remarks=remarks)
