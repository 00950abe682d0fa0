"""What stands for the game on the home screen: a piece of the board, and a sequence across it. Pure."""

from collections.abc import Iterator

from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour, Side
from companion.games.sequence_states.view import SpaceView
from ui import theme
from ui.games.sequence_states.art import TONES
from ui.games.sequence_states.spaces import chip_in, ground, letters_in, line_between, tint
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room

PIECE = (
    ("ME", "OR", "OH", "FL", "NV"),
    ("TX", "UT", "ID", "GA", "AK"),
    ("IA", "NY", "MN", "WA", "RI"),
    ("CA", "DE", "AL", "VT", "MI"),
    ("KS", "HI", "CO", "NM", "SD"),
)
LINE = Colour.BLUE
"""The chips along the diagonal."""
OTHERS = {
    (0, 3): Colour.RED, (1, 2): Colour.GREEN, (2, 4): Colour.RED, (3, 1): Colour.GREEN, (4, 0): Colour.RED,
}  # fmt: skip
MOST_MM = 38.0
LEAST = 2
"""Smaller spaces, in pixels, aren't drawn."""


def emblem(room: Room) -> Iterator[Item | None]:
    """Yield the piece in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    count = len(PIECE)
    side = int(min(rect.width, rect.height, most) / count)
    if side < LEAST:
        return
    left, low = round(rect.center[0] - side * count / 2), round(rect.center[1] - side * count / 2)
    every = [
        (Rect(left + column * side, low + (count - 1 - row) * side, side, side), row, column, state)
        for row, states in enumerate(PIECE)
        for column, state in enumerate(states)
    ]
    for at, row, column, state in every:
        colour = LINE if row == column else OTHERS.get((row, column))
        seen = SpaceView(Space(row, column), state, None if colour is None else Side(0), row == column)
        yield ground(at.inset(max(0.5, side * 0.025)), tint(seen))
        if colour is None:
            yield letters_in(at, state, theme.TEXT, seen)
    yield line_between((every[0][0], every[-1][0]), theme.line(TONES[LINE]))
    for at, row, column, _ in every:
        colour = LINE if row == column else OTHERS.get((row, column))
        yield chip_in(at, colour, locked=row == column)
