"""The faces of all games, and the presenters of matches. No window: the command line needs it too."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from companion.decoding import from_msgpack
from companion.errors import UnknownMatch
from companion.game import TABLE
from companion.journal import NamePlate
from companion.match import Match
from companion.people import NO_PEOPLE, People
from ui.games.face import Emblem, GameFace
from ui.language import words
from ui.stage.scene import Slot, Viewport
from ui.table.names import plates_of
from ui.table.presenting import Presenter

if TYPE_CHECKING:
    from companion.games.ungle_speed.deck import Deck

T = TypeVar("T")


def _ungle_speed(*deck: "Deck") -> GameFace:
    from ui.games.ungle_speed.face import UngleFace

    return UngleFace(*deck)


def _sequence_states() -> GameFace:
    from ui.games.sequence_states.face import SequenceFace

    return SequenceFace()


def _cryptid() -> GameFace:
    from ui.games.cryptid.face import CryptidFace

    return CryptidFace()


def _tracktic() -> GameFace:
    from ui.games.tracktic.face import TrackticFace

    return TrackticFace()


def _speed_mode() -> GameFace:
    from ui.games.speed_mode.face import SpeedFace

    return SpeedFace()


def _sheet() -> GameFace:
    from ui.games.sheet.face import SheetFace

    return SheetFace()


OURS: dict[str, Callable[[], GameFace]] = {
    "ungle-speed": _ungle_speed,
    "sequence-states": _sequence_states,
    "cryptid": _cryptid,
    "tracktic": _tracktic,
    "speed-mode": _speed_mode,
    "sheet": _sheet,
}
"""The companion's own games, as declared in pyproject.toml, in the order of the home screen.

They are repeated here so that they work without pip's metadata, and without waiting for it. Each is imported
when it is first used: a table needs only one.
"""

FACES: dict[str, Callable[[], GameFace]] = {**OURS}
"""A factory for each game's face; `ui.games.packages` adds other people's games."""


def play_with(deck: "Deck") -> None:
    """Deal new matches of Ungle Speed from this deck; saved ones have their own."""
    FACES["ungle-speed"] = partial(_ungle_speed, deck)


def asked(game: str, question: Callable[[GameFace], T], otherwise: T) -> T:
    """Return what a game's face answers; `otherwise` if another author's face raises anything."""
    try:
        return question(FACES[game]())
    except KeyboardInterrupt:
        raise
    except BaseException:  # other people's code might even call `exit()`
        if FACES[game] is OURS.get(game):
            raise
        return otherwise


def emblem_of(game: str) -> Emblem:
    """Return a function that draws a game's emblem, or nothing if another author's fails."""

    def draw(room: Viewport) -> tuple[Slot, ...]:
        return asked(game, lambda face: tuple(face.emblem()(room)), ())

    return draw


def table_of(face: GameFace, facts: bytes, plates: tuple[NamePlate, ...]) -> tuple[Presenter, type[Any]]:
    """Return a match's presenter and the type of its views, from its public facts in MessagePack."""
    known = from_msgpack(facts, face.game.facts_type)
    return face.presenter(known, plates), type(face.game.view(face.game.opening(known), TABLE))


def presenter_of(match: Match[Any, Any, Any, Any], people: People = NO_PEOPLE) -> Presenter:
    """Return a match's presenter, with names from `people`. Raises UnknownMatch if its game is unknown."""
    if match.header.game not in FACES:
        raise UnknownMatch(words.unknown_game(match.header.game))
    plates = plates_of(people, match.header.match, match.header.plates)
    return FACES[match.header.game]().presenter(match.facts, plates)
