"""All games by name."""

from typing import Any

from companion.errors import UnknownGame
from companion.game import Game
from companion.games.cryptid import Cryptid
from companion.games.sequence_states import SequenceStates
from companion.games.sheet import SheetGame
from companion.games.speed_mode import SpeedMode
from companion.games.tracktic import Tracktic
from companion.games.ungle_speed import UngleSpeed

# Each game has facts, states, reports and events of its own; here only the protocol counts.
AnyGame = Game[Any, Any, Any, Any]

GAMES: dict[str, AnyGame] = {
    game.name: game
    for game in (UngleSpeed(), SequenceStates(), Cryptid(), Tracktic(), SpeedMode(), SheetGame())
}
"""Every game that can be refereed, in the order of the home screen; those of packages come after them."""


def game_named(name: str) -> AnyGame:
    """Return a game; UnknownGame lists the names where there is none of that one."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; the games are: {', '.join(GAMES)}") from None
