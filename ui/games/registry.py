"""The games on the screen, and who tells which match. Without a window, for the command line needs it too."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.errors import UnknownMatch
from companion.games.ungle_speed.deck import Deck
from companion.journal import Opened
from companion.match import Match
from ui import words
from ui.games.cryptid.face import CryptidFace
from ui.games.face import Face
from ui.games.sequence_states.face import SequenceFace
from ui.games.speed_mode.face import SpeedFace
from ui.games.tracktic.face import TrackticFace
from ui.games.ungle_speed.face import UngleFace
from ui.presenting import Presenter

if TYPE_CHECKING:
    from ui.games.people import People

FACES: dict[str, Callable[[], Face]] = {
    "ungle-speed": UngleFace,
    "sequence-states": SequenceFace,
    "cryptid": CryptidFace,
    "tracktic": TrackticFace,
    "speed-mode": SpeedFace,
}
"""How to make each game's face; the order is that of the home screen."""


def _ungle_players(seed: int) -> "People":
    from ui.games.ungle_speed.players import Players

    return Players(seed)


def _sequence_players(seed: int) -> "People":
    from ui.games.sequence_states.players import Players

    return Players(seed)


def _cryptid_players(seed: int) -> "People":
    from ui.games.cryptid.players import Players

    return Players(seed)


def _tracktic_players(seed: int) -> "People":
    from ui.games.tracktic.players import Players

    return Players(seed)


def _speed_players(seed: int) -> "People":
    from ui.games.speed_mode.players import Players

    return Players(seed)


PEOPLE: "dict[str, Callable[[int], People]]" = {
    "ungle-speed": _ungle_players,
    "sequence-states": _sequence_players,
    "cryptid": _cryptid_players,
    "tracktic": _tracktic_players,
    "speed-mode": _speed_players,
}
"""How to seat simulated people at each game, from a seed, for the demonstration."""


def play_with(deck: Deck) -> None:
    """Have new matches of Ungle Speed dealt from this deck; kept ones carry their own."""
    FACES["ungle-speed"] = partial(UngleFace, deck)


def presenter_of(match: Match[Any, Any, Any, Any]) -> Presenter:
    """Return the presenter of a match; UnknownMatch where its game has no screen."""
    if match.header.game not in FACES:
        raise UnknownMatch(words.unknown_game(match.header.game))
    opened = match.entries[0].body
    assert isinstance(opened, Opened)
    return FACES[match.header.game]().presenter(opened.facts, opened.header.plates)
