"""All games by name. The rules of each are imported when they are first asked for."""

from collections.abc import Callable
from typing import Any

from companion.errors import UnknownGame
from companion.game import Game

# Each game has facts, states, reports and events of its own; here only the protocol counts.
AnyGame = Game[Any, Any, Any, Any]


def _ungle_speed() -> AnyGame:
    from companion.games.ungle_speed import UngleSpeed

    return UngleSpeed()


def _sequence_states() -> AnyGame:
    from companion.games.sequence_states import SequenceStates

    return SequenceStates()


def _cryptid() -> AnyGame:
    from companion.games.cryptid import Cryptid

    return Cryptid()


def _tracktic() -> AnyGame:
    from companion.games.tracktic import Tracktic

    return Tracktic()


def _speed_mode() -> AnyGame:
    from companion.games.speed_mode import SpeedMode

    return SpeedMode()


def _sheet() -> AnyGame:
    from companion.games.sheet import SheetGame

    return SheetGame()


GAMES: dict[str, Callable[[], AnyGame]] = {
    "ungle-speed": _ungle_speed,
    "sequence-states": _sequence_states,
    "cryptid": _cryptid,
    "tracktic": _tracktic,
    "speed-mode": _speed_mode,
    "sheet": _sheet,
}
"""Every game that can be refereed, in the order of the home screen; those of packages come after them."""


def game_named(name: str) -> AnyGame:
    """Return a game; UnknownGame lists the names where there is none of that one."""
    try:
        game = GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; the games are: {', '.join(GAMES)}") from None
    return game()
