"""How a match is set up: the ways that are offered, what was kept, and a set-up out of a file. Pure."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from companion.errors import SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.model import Hue
from companion.games.cryptid.setups import OWNERS, Setup, check, check_map, read_setup
from ui.games.cryptid.sealing import PLAYERS


class Way(StrEnum):
    """Where the map and the clues come from."""

    NORMAL = "normal"
    ADVANCED = "advanced"
    OWN = "own"
    MAP = "map"
    NOTHING = "nothing"
    FILE = "file"
    AGAIN = "again"


DEALT = {Way.NORMAL: Mode.NORMAL, Way.ADVANCED: Mode.ADVANCED}
"""The ways that the referee deals, and the mode of each."""


class Choice(Struct, frozen=True):
    """What was chosen last time; offered again."""

    way: Way = Way.NORMAL
    hues: tuple[Hue, ...] = ()
    even: bool = False


class DealtOut(Struct, frozen=True):
    """A set-up that was dealt to three to five players, and the colours that they play with."""

    setup: Setup
    hues: tuple[Hue, ...]


class Filed(Struct, frozen=True):
    """What was put under the name of a file: a set-up, or why it can't be played.

    `players` is for how many it is, where that is not how many sit here; without it and a set-up it can't
    be read.
    """

    setup: Setup | None = None
    players: int | None = None


def choice_from_text(text: str) -> Choice:
    """Read what was kept; a damaged one is as none."""
    try:
        return msgspec.json.decode(text or "{}", type=Choice)
    except msgspec.DecodeError:
        return Choice()


def choice_to_text(choice: Choice) -> str:
    """Return a choice as it is kept."""
    return msgspec.json.encode(choice).decode()


def dealt_out_to_text(dealt: DealtOut) -> str:
    """Return what is played without the referee as it is kept."""
    return msgspec.json.encode(dealt).decode()


def dealt_out(text: str, players: int) -> DealtOut | None:
    """Read what is played without the referee; None where nothing is, or not by so many."""
    try:
        found = msgspec.json.decode(text or "null", type=DealtOut | None)
        if found is None or found.setup.clue_owner != OWNERS[players] or players == PLAYERS:
            return None
        check(found.setup)
    except (msgspec.DecodeError, SetupError):
        return None
    return found if len(set(found.hues)) == players else None


def filed(text: str, players: int) -> Filed | None:
    """Read the set-up of a file for so many players; None where there is none.

    Two may also play on a map without clues; more of them need clues, for there is nothing else to do.
    """
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
    wanted = setup.clue_owner if setup.clues else OWNERS[PLAYERS]
    return Filed(setup) if wanted == OWNERS[players] else Filed(players=max(wanted) + 1)


def ways_for(players: int, file: Filed | None, *, again: bool = False) -> Sequence[Way]:
    """Return the ways that so many players have: only two are refereed; more may look at theirs `again`."""
    ways = [*DEALT] if players != PLAYERS else [way for way in Way if way not in (Way.FILE, Way.AGAIN)]
    return [*ways, *[Way.FILE] * (file is not None), *[Way.AGAIN] * again]
