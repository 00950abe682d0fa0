"""`companion cryptid`: deal set-ups, solve them, and pass them on."""

import io
from pathlib import Path

import msgspec
import segno
from msgspec import Struct

from companion.errors import CompanionError, SetupError, StoreError, located
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal as deal_out
from companion.games.cryptid.maps import Hex, spread
from companion.games.cryptid.setups import (
    MOST,
    Setup,
    check,
    check_known,
    faults,
    habitats,
    read_setup,
    redundant,
)
from companion.store import Store
from companion.whole_file import read_owners_file, write_owners_file
from ui.console import words
from ui.games.cryptid.drafts import SETUP, DealtFrom, draw


class Solution(Struct, frozen=True):
    """The hexes that fit all clues, and the indices of clues that could be left out."""

    habitats: tuple[Hex, ...]
    redundant_clues: tuple[int, ...]


def deal(seed: int | None, mode: str, players: int, *, even: bool) -> str:
    """Return a set-up as JSON; without a seed, one that can't be worked out from its map."""
    drawn = draw() if seed is None else DealtFrom(seed)
    setup = deal_out(drawn.seed, Mode(mode), players, secret=drawn.secret, even=even)
    return msgspec.json.encode(setup).decode()


def read(source: Path) -> Setup:
    """Read a set-up from a file. Raises CompanionError."""
    text = read_owners_file(source, MOST)
    with located(source):
        return read_setup(text)


def keep(source: Path, path: Path) -> str:
    """Save a file's set-up, or a map without clues, for the next match. Raises CompanionError."""
    setup = read(source)
    with located(source):
        check_known(setup)
    try:
        with Store(path) as store:
            store.set(SETUP, msgspec.json.encode(setup).decode())
    except StoreError as error:
        raise CompanionError(words.setup_not_kept(str(error))) from None
    return words.setup_kept(str(source))


def qr(source: Path, target: Path | None) -> str:
    """Return a set-up's QR code for the terminal, or write it to a .svg or .png file and return a message.

    Raises CompanionError.
    """
    code = segno.make(msgspec.json.encode(read(source)).decode(), error="l", micro=False)
    if target is None:
        drawn = io.StringIO()
        code.terminal(out=drawn, compact=True)
        return drawn.getvalue()
    if target.suffix.lower() not in (".svg", ".png"):
        raise CompanionError(words.svg_or_png(str(target)))
    drawing = io.BytesIO()
    code.save(drawing, kind=target.suffix[1:].lower(), scale=6)
    write_owners_file(target, drawing.getvalue())
    return words.qr_written(str(target))


def solve(source: Path) -> tuple[str, str]:
    """Return the solution of a set-up as JSON, and why it can't be played, empty if it can.

    Raises CompanionError if the file, map or clues are invalid, so that there is nothing to solve.
    """
    setup = read(source)
    wrong = list(faults(setup))
    if wrong:
        raise SetupError(*words.each_of(str(source), wrong))
    solution = Solution(tuple(spread(habitats(setup))), redundant(setup))
    try:
        check(setup)
    except SetupError as error:
        return msgspec.json.encode(solution).decode(), f"{source}: {error}"
    return msgspec.json.encode(solution).decode(), ""
