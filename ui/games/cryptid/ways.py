"""How a match is set up: the ways that are offered, what was kept, and a set-up out of a file. Pure."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from companion.errors import SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.model import Hue
from companion.games.cryptid.setups import Setup, check, check_map, read_setup


class SetUpWay(StrEnum):
    """Where the map and the clues come from."""

    NORMAL = "normal"
    ADVANCED = "advanced"
    OWN = "own"
    MAP = "map"
    NOTHING = "nothing"
    FILE = "file"


DEALT = {SetUpWay.NORMAL: Mode.NORMAL, SetUpWay.ADVANCED: Mode.ADVANCED}
"""The ways that the referee deals, and the mode of each."""


class Chosen(Struct, frozen=True):
    """What was chosen last time; offered again."""

    way: SetUpWay = SetUpWay.NORMAL
    hues: tuple[Hue, ...] = ()
    even: bool = False


class Filed(Struct, frozen=True):
    """What was put under the name of a file: a set-up, or why it can't be played.

    `players` is for how many it is, where that is not how many sit here; without it and a set-up it can't
    be read.
    """

    setup: Setup | None = None
    players: int | None = None


def choice_from_text(text: str) -> Chosen:
    """Read what was kept; a damaged one is as none."""
    try:
        return msgspec.json.decode(text or "{}", type=Chosen)
    except msgspec.DecodeError:
        return Chosen()


def choice_to_text(choice: Chosen) -> str:
    """Return a choice as it is kept."""
    return msgspec.json.encode(choice).decode()


def filed(text: str, players: int) -> Filed | None:
    """Read a set-up for this number of players, a map without clues for any; None where there is none."""
    if not text:
        return None
    try:
        setup = read_setup(text.encode())
        if setup.clues or setup.clue_owner:
            check(setup)
        else:
            check_map(setup)
    except SetupError:
        return Filed()
    return Filed(setup) if setup.players in (0, players) else Filed(players=setup.players)


def ways_for(file: Filed | None) -> Sequence[SetUpWay]:
    """Return the ways that are offered."""
    return [way for way in SetUpWay if way is not SetUpWay.FILE or file is not None]
