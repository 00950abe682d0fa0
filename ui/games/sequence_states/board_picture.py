"""A board at a glance: a tint a state, so that one recording looks unlike another. Pure."""

from collections.abc import Collection, Iterator

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour
from ui import theme
from ui.games.sequence_states import art
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room
from ui.stage.shapes import Box

TINTS = tuple(
    theme.tone(code) for code in ("#6d7f8c", "#4f6b62", "#7a6a55", "#6a5a72", "#50627d", "#7d7a58", "#5a7d78")
)
"""Seven muted tones; states that follow each other in the alphabet differ."""
LEAST = 3
"""The least width of a space, in pixels."""
LINE = tuple(Space(7 - n, 2 + n) for n in range(5))
"""Where five chips lie on the picture of a board without states."""


def picture_in(rect: Rect) -> Rect:
    """Return where the picture lies: at the left, as large as fits, so that every space is as large."""
    side = max(LEAST, int(min(rect.width, rect.height) / SIDE)) * SIDE
    return Rect(round(rect.x), round(rect.center[1] - side / 2), side, side)


def board_picture(draft: Draft, at: Rect, chips: Collection[Space] = ()) -> Iterator[Item]:
    """Yield the spaces that are known of a board in their tints, and some chips."""
    pitch = at.width / SIDE
    side = pitch - max(1, pitch // 8)
    order = tuple(STATES)
    yield Box(at, theme.BAR)
    for space in SPACES:
        card = draft.get(space)
        tone = theme.PANEL if card is None else TINTS[order.index(card) % len(TINTS)]
        spot = Rect(at.x + space.column * pitch, at.top - (space.row + 1) * pitch, side, side)
        yield Box(spot, tone)
        if space in chips:
            yield PlacedArt(art.chip(Colour.BLUE), spot.center, pitch)


def chip_alone(room: Room, colour: Colour) -> tuple[Item]:
    """Return a chip in the middle of a room, as large as fits."""
    return (PlacedArt(art.chip(colour), room.rect.center, min(room.rect.width, room.rect.height)),)
