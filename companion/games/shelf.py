"""All games by name; a game's rules are imported when first asked for."""

from collections.abc import Callable
from functools import partial
from pkgutil import resolve_name

from companion.errors import UnknownGame
from companion.game import AnyGame

# Each game has its own facts, states, reports and events; only the protocol matters here.


def _rules(path: str) -> AnyGame:
    rules: AnyGame = resolve_name(f"companion.games.{path}")()
    return rules


GAMES: dict[str, Callable[[], AnyGame]] = {
    "ungle-speed": partial(_rules, "ungle_speed:UngleSpeed"),
    "sequence-states": partial(_rules, "sequence_states:SequenceStates"),
    "cryptid": partial(_rules, "cryptid:Cryptid"),
    "tracktic": partial(_rules, "tracktic:Tracktic"),
    "speed-mode": partial(_rules, "speed_mode:SpeedMode"),
    "sheet": partial(_rules, "sheet:SheetGame"),
}
"""All built-in games, in the order of the home screen; those from packages follow."""


def game_named(name: str) -> AnyGame:
    """Return a game. Raises UnknownGame, which lists all names, if there is none of this name."""
    try:
        game = GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; the games are: {', '.join(GAMES)}") from None
    return game()
