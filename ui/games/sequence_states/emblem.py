"""What stands for the game on the home screen: a piece of the board, and a sequence across it."""

from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle

from companion.games.sequence_states.model import Colour
from ui import theme
from ui.games.sequence_states.chips import TONES, chip
from ui.games.sequence_states.grid import LETTERS, TINTS
from ui.stage.lettering import Caption
from ui.widgets.layout import Rect

PIECE = (
    ("ME", "OR", "OH", "FL", "NV"),
    ("TX", "UT", "ID", "GA", "AK"),
    ("IA", "NY", "MN", "WA", "RI"),
    ("CA", "DE", "AL", "VT", "MI"),
    ("KS", "HI", "CO", "NM", "SD"),
)
SEQUENCE = tuple((n, n) for n in range(len(PIECE)))
OTHERS = {
    (0, 3): Colour.RED, (1, 2): Colour.GREEN, (2, 4): Colour.RED, (3, 1): Colour.GREEN, (4, 0): Colour.RED,
}  # fmt: skip


def emblem(group: InstructionGroup, room: Rect) -> None:
    """Draw into the middle of a rectangle, as large as fits."""
    count = len(PIECE)
    side = int(min(room.width, room.height, theme.mm(38)) / count)
    x0, y0 = round(room.center[0] - side * count / 2), round(room.center[1] - side * count / 2)

    def at(row: int, column: int) -> Rect:
        return Rect(x0 + column * side, y0 + (count - 1 - row) * side, side, side)

    for row, states in enumerate(PIECE):
        for column, state in enumerate(states):
            box = at(row, column).inset(max(0.5, side * 0.025))
            group.add(Color(*TINTS[(row * 2 + column) % len(TINTS)]))
            corner = [side * 0.13]
            group.add(RoundedRectangle(pos=(box.x, box.y), size=(box.width, box.height), radius=corner))
            if (row, column) not in OTHERS and (row, column) not in SEQUENCE:
                _letters(group, state, box, LETTERS)
    (x1, y1), (x2, y2) = at(*SEQUENCE[0]).center, at(*SEQUENCE[-1]).center
    group.add(Color(*TONES[Colour.BLUE]))
    group.add(Line(points=(x1, y1, x2, y2), width=side * 0.17))
    for place in (*SEQUENCE, *OTHERS):
        box = at(*place).inset(side * 0.05)
        colour, locked = OTHERS.get(place, Colour.BLUE), place in SEQUENCE
        group.add(Color(1, 1, 1))
        group.add(
            Rectangle(texture=chip(colour, locked, box.width), pos=(box.x, box.y), size=(box.width,) * 2)
        )


def _letters(group: InstructionGroup, text: str, box: Rect, tone: theme.Tone) -> None:
    caption = Caption(tone, bold=True)
    caption.place(box.x, box.y, box.width, box.height, box.width * 0.46)
    caption.show(text)
    group.add(caption.group)
