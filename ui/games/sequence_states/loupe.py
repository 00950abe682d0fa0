"""What lies under a finger, in large letters beside it: a space is smaller than a fingertip. Pure."""

from collections.abc import Iterator

from companion.games.sequence_states.cards import STATES
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.view import SpaceView
from ui import theme
from ui.games.sequence_states import words
from ui.games.sequence_states.art import DARK, mixed
from ui.games.sequence_states.spaces import chip_in, ground, letters_in, tint
from ui.stage.parts import panel
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Box, Letters
from ui.table.telling import row_column
from ui.theme import Tone

SIZE_MM = (60.0, 25.0)
NARROW_MM = 52.0
"""A bubble less wide than this has words only."""
AWAY_MM = 9.0
"""So far from the space the bubble stays: there the finger is, and the hand below it."""
TILE_MM, SHADOW_MM = 15.0, 0.9
SPACED = 1.28
"""Lines are so far apart where there is room, in sizes of their letters."""


def beside(cell: Rect, room: Rect, width: float, height: float, away: float) -> Rect:
    """Return where a bubble lies: above the finger, or beside it near the upper edge; inside `room`."""
    width, height = min(width, room.width), min(height, room.height)
    y = cell.top + away
    if y + height <= room.top:
        x = cell.center[0] - width / 2
        return Rect(min(max(x, room.x), room.right - width), y, width, height)
    # At the upper edge it moves to the side with more room, and is as narrow as that.
    left, right = cell.x - away - room.x, room.right - cell.right - away
    width = min(width, max(left, right))
    x = cell.x - away - width if left > right else cell.right + away
    return Rect(x, room.top - height, width, height)


def loupe(room: Room, cell: Rect, seen: SpaceView, colour: Colour | None) -> Iterator[Item | None]:
    """Yield a bubble with the state of a space that lies at `cell`, its capital, its place and its chip."""
    wide, high = map(room.mm, SIZE_MM)
    at = beside(cell, room.rect, wide, high, room.mm(AWAY_MM)).on_pixels()
    yield Box(at.inset(-room.mm(SHADOW_MM)), (0.0, 0.0, 0.0, 0.5), room.mm(theme.RADIUS_MM))
    yield from panel(room, at, theme.RAISED, theme.PRIMARY)
    text = at.inset(room.mm(2.4), room.mm(2))
    tile: tuple[Item | None, ...] = (None, None, None)
    if at.width >= room.mm(NARROW_MM) and (seen.card is not None or colour is not None):
        left, text = text.cut_left(room.mm(TILE_MM), room.mm(3))
        side = min(left.width, left.height)
        tile = _tile(left.inset((left.width - side) / 2, (left.height - side) / 2), seen, colour)
    yield from tile
    lines = list(_lines(room, seen, colour))
    height = sum(size for *_, size in lines)
    spaced = min(SPACED, text.height / height)
    y = text.center[1] + height * spaced / 2
    for words_of, tone, bold, size in lines:
        y -= size * spaced
        yield Letters(words_of, Rect(text.x, y, text.width, size * spaced), tone, size, bold=bold, along=0)


def _tile(rect: Rect, seen: SpaceView, colour: Colour | None) -> tuple[Item | None, ...]:
    tone = theme.TEXT if colour is None else DARK
    return (
        ground(rect, mixed(tint(seen), theme.TEXT, 0.1)),
        chip_in(rect, colour, locked=seen.locked),
        letters_in(rect, seen.card or "", tone, seen),
    )


def _lines(room: Room, seen: SpaceView, colour: Colour | None) -> Iterator[tuple[str, Tone, bool, float]]:
    """Yield each line: its words, their tone, whether they are bold, and their size."""
    if seen.card is not None:
        state = STATES[seen.card]
        yield state.name, theme.TEXT, True, room.mm(theme.TITLE_MM)
        yield state.capital, theme.DIM, False, room.mm(theme.BODY_MM)
    yield row_column(seen.space), theme.TEXT, True, room.mm(theme.HEADING_MM) * 0.95
    chip = words.OPEN if colour is None else words.chip_there(colour, seen.locked)
    yield chip, theme.DIM, False, room.mm(theme.SMALL_MM) * 1.1
