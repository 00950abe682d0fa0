"""How pieces are called in sentences."""

from collections.abc import Iterable

from companion.games.cryptid.model import Hue
from ui.games.cryptid import words
from ui.table.telling import listed


def discs(hues: Iterable[Hue]) -> str:
    """Return discs as a list: "an orange disc and a blue disc"."""
    return listed([words.A_DISC[hue] for hue in hues])
