"""The end of a match: its picture in the winner's colour, and what can be done then."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.journal import NamePlate
from ui.dialogs.questions import answer
from ui.parts.shown import PartDialog
from ui.parts.values import Drawing, Pages, Part, column, row
from ui.stage import scene, theme
from ui.stage.kivy_types import Touch
from ui.stage.rect import Rect
from ui.stage.result_picture import End, end_picture
from ui.stage.scene import Scene, Viewport
from ui.stage.shapes import Box
from ui.stage.stage import Stage
from ui.table.presenting import Choice
from ui.widgets.layout import put

PADS_MM, LOW_MM = 38.0, 49.0
"""Width of the pads beside the picture, and their height below it."""
WIDE_MM, HIGH_MM = 16.0, 18.0
"""Width of all but the large pad at least, and their height at most."""
PICTURE = (1280, 720, 1.6)
"""Width, height and density of the picture for a stick."""
GROWS_SECONDS = 1.0
"""How long the race takes to be drawn."""
EDGE_MM = 4.0
"""Around what is in it."""


class WinDialog(PartDialog):
    """Shows an end with its race or its board; `on_choice` gets what was tapped, and the first is large.

    The race is drawn as it went, unless things are to stand still, or somebody taps.
    """

    end: End
    board: scene.Drawing | None
    choices: Sequence[Choice]
    on_choice: Callable[[Any], None]

    def start(self) -> None:
        """Lie on the winner's colour, and have the race begin."""
        self._growing = 1.0 if theme.now.still else 0.0
        self._grows = Clock.create_trigger(self.pass_time, 0, interval=True)
        self.paint(ground(self.end.winners))
        if self._growing < 1:
            self._grows()

    def pass_time(self, seconds: float) -> None:
        """Have the race go on by so much of the frame's time."""
        self._growing += seconds / GROWS_SECONDS
        if self._growing >= 1 or self.parent is None:
            self.stand()
        else:
            self.shown.draw(self._drawing)

    def stand(self) -> None:
        """Have the race drawn to its end at once."""
        self._grows.cancel()
        if self._growing != 1:
            self._growing = 1.0
            self.shown.draw(self._drawing)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Nobody has to wait for it."""
        self.stand()
        return super().on_touch_down(touch)

    def _drawing(self, room: Viewport, _finger: object) -> Scene:
        return end_picture(self.end, self.board, room, min(1.0, self._growing))

    @property
    def shown(self) -> Stage:
        """The picture."""
        picture = self["picture"]
        assert isinstance(picture, Stage)
        return picture

    def tell(self, end: End) -> None:
        """Add late news. Pads don't move: a finger may be on its way to one."""
        self.end = end
        self.compose()

    def part(self) -> Part:
        """The picture, and the pads at the hand that plays."""
        first, *others = [answer(n, choice, self.on_choice) for n, choice in enumerate(self.choices)]
        pads = column(
            replace(first, mm=theme.PRIMARY_MM, share=0.0),
            Pages(tuple(others), theme.TARGET_MM, wide_mm=WIDE_MM, highest_mm=HIGH_MM, name="more"),
            mm=LOW_MM if self.stands else PADS_MM,
        )
        picture = Drawing(self._drawing, name="picture")
        return replace(row(picture, pads), by_hand=True)

    def picture(self) -> tuple[int, int, bytes]:
        """Return the picture for a stick: width, height and rows of RGBA bytes from the top."""
        # Not before somebody wants it.
        from ui.stage.offscreen import pixels

        width, height, density = PICTURE

        def drawing(room: Viewport, _finger: object) -> Scene:
            inner = Viewport(room.rect.inset(theme.DP_PER_MM * density * EDGE_MM), density)
            items = end_picture(self.end, self.board, inner).items
            return Scene((Box(room.rect, ground(self.end.winners)), *items))

        stage = Stage()
        put(stage, Rect(0, 0, width, height))
        stage.draw(drawing)
        return pixels(stage)


def ground(winners: Sequence[NamePlate]) -> theme.Tone:
    """Return the colour of whoever has won; of several, or of nobody, none."""
    return theme.seat_tone(winners[0]) if len(winners) == 1 else theme.GROUND
