"""A board at a glance: a tint a state, so that one recording looks unlike another."""

from typing import Any

from kivy.graphics.texture import Texture

from companion.games.sequence_states.cards import STATES, StateCard
from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.lines import SIDE, Space
from ui import theme

TINTS = ("#6d7f8c", "#4f6b62", "#7a6a55", "#6a5a72", "#50627d", "#7d7a58", "#5a7d78")
"""Seven muted tones; states that follow each other in the alphabet differ."""

OPEN = "#151b20"
GROUND = "#0c1013"

_ORDER = {card: n for n, card in enumerate(STATES)}


def tint(card: StateCard | None) -> str:
    """Return the tone of a state's spaces as a code; None: of one that nothing is told of."""
    return OPEN if card is None else TINTS[_ORDER[card] % len(TINTS)]


def board_texture(draft: Draft, side: float) -> Any:  # a texture: Kivy has no types
    """Return the picture of a board, at most `side` pixels wide, so that every space is as large."""
    pitch = max(3, int(side / SIDE))
    gap = max(1, pitch // 8)
    ground = _pixel(GROUND)
    rows: list[bytes] = []
    for row in reversed(range(SIDE)):
        spaces = (draft.get(Space(row, column)) for column in range(SIDE))
        line = b"".join(_pixel(tint(card)) * (pitch - gap) + ground * gap for card in spaces)
        rows += [line] * (pitch - gap) + [ground * (pitch * SIDE)] * gap
    texture = Texture.create(size=(pitch * SIDE, pitch * SIDE), colorfmt="rgb")
    texture.blit_buffer(b"".join(rows), colorfmt="rgb", bufferfmt="ubyte")
    return texture


def _pixel(code: str) -> bytes:
    return bytes(round(part * 255) for part in theme.tone(code)[:3])
