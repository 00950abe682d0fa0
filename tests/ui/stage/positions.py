"""Random positions of every game whose table is a scene, with what may have been begun in them."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

from companion.game import Accepted, Game, Level
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.model import Facts as SpeedFacts
from ui import theme
from ui.games.speed_mode import table as speed_mode
from ui.games.speed_mode.aims import Drawing
from ui.games.speed_mode.players import Players as SpeedPlayers
from ui.stage.scene import Sight
from ui.stage.stage import Table

MATCHES, EACH = 10, 5
"""So many matches a game, and positions in each."""

AnySight: TypeAlias = Sight[Any, Any, Any]
Positions: TypeAlias = Callable[[Random], Iterator[AnySight]]


def walk(game: Game[Any, Any, Any, Any], state: Any, act: Callable[[Any], Any], chance: Random) -> Any:
    """Return a position some reports later; one that has ended stays."""
    for _ in range(chance.randint(1, 12)):
        if game.outcome(state) is not None:
            break
        ruling = game.judge(state, act(state))
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            state = game.evolve(state, event)
    return state


def speed_mode_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Speed Mode, with cards that are being drawn."""
    game = SpeedMode()
    for seed in range(MATCHES):
        level = Level.WATCHING if seed % 2 else Level.COUNTING
        people, state = SpeedPlayers(seed), game.opening(SpeedFacts(level=level))
        for _ in range(EACH):
            state = walk(game, state, people.act, chance)
            view = game.view(state, None)
            taken = tuple(view.open[: chance.randint(0, 3)])
            aim = Drawing("exchange", taken) if taken else None
            yield Sight(view, aim, theme.plates()[:2], frozenset())


GAMES: Mapping[str, tuple[Table, Positions]] = {
    "speed mode": (speed_mode.table, speed_mode_sights),
}
"""The table of each game, and positions to be seen on it."""
