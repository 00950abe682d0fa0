"""`companion cryptid`: deal a set-up, or solve one."""

import secrets
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import CompanionError, SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal as deal_out
from companion.games.cryptid.hexes import Hex, spread
from companion.games.cryptid.setups import MOST, check, faults, habitats, read_setup, redundant
from ui.console import words

SEEDS = 2**32
"""Seeds that are drawn here are below this, so that they can be told and typed."""


class Solution(Struct, frozen=True):
    """The hexes that fit all clues, and the clues, by number from 0, that could be left out."""

    habitats: tuple[Hex, ...]
    redundant_clues: tuple[int, ...]


def new_seed() -> int:
    """Draw a seed."""
    return secrets.randbelow(SEEDS)


def deal(seed: int, mode: str, players: int) -> str:
    """Return a set-up as JSON."""
    return msgspec.json.encode(deal_out(seed, Mode(mode), players)).decode()


def solve(source: Path) -> tuple[str, str]:
    """Return the solution of a set-up as JSON, and why it can't be played, empty where it can.

    CompanionError where the map or the clues are wrong: then there is nothing to solve.
    """
    try:
        with source.open("rb") as file:
            setup = read_setup(file.read(MOST + 1))
    except OSError as error:
        raise CompanionError(f"{source}: {error.strerror}") from None
    except SetupError as error:
        raise SetupError(f"{source}: {error}") from None
    wrong = list(faults(setup))
    if wrong:
        raise SetupError(words.each_of(str(source), wrong))
    solution = Solution(tuple(spread(habitats(setup))), redundant(setup))
    try:
        check(setup)
    except SetupError as error:
        return msgspec.json.encode(solution).decode(), f"{source}: {error}"
    return msgspec.json.encode(solution).decode(), ""
