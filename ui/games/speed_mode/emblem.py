"""What stands for the game on the home screen: a pair under a circle, one half, and two halves."""

from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle

from ui import theme
from ui.widgets.layout import Rect
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture

HALVES = (("vermilion", "vermilion"), ("orange", None), ("sky", "orange"))
"""The colours of the left and the right half of each circle."""
GAP = 0.14
"""Between two circles, in their widths."""
MOST_MM = 30.0
LEAST = 8
EDGE = 0.045


def emblem(group: InstructionGroup, room: Rect) -> None:
    """Draw into the middle of a rectangle, as large as fits."""
    count = len(HALVES)
    wide = count + GAP * (count - 1)
    side = int(min(room.height, min(room.width, theme.mm(MOST_MM)) / wide))
    if side < LEAST:
        return
    x, y = room.center[0] - side * wide / 2, round(room.center[1] - side / 2)
    group.add(Color(1, 1, 1, 1))
    for n, (left, right) in enumerate(HALVES):
        pos = (round(x + n * side * (1 + GAP)), y)
        group.add(Rectangle(texture=_circle(left, right, side), pos=pos, size=(side, side)))


def _circle(left: str | None, right: str | None, side: int) -> Texture:
    def draw(fine: float) -> None:
        for tone, off in ((theme.LINE, 0.0), (theme.PANEL, EDGE)):
            Color(*tone)
            across = fine * (1 - 2 * off)
            Ellipse(pos=(fine * off, fine * off), size=(across, across), segments=96)
        across, off = fine * (1 - 2 * EDGE), fine * EDGE
        for name, start in ((right, 0), (left, 180)):
            if name is not None:
                Color(*theme.COLOURS[name])
                Ellipse(
                    pos=(off, off), size=(across, across), angle_start=start, angle_end=start + 180,
                    segments=96,
                )  # fmt: skip

    return picture(side, draw, theme.LINE)
