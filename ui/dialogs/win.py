"""The end of a match: its picture in the winner's colour, and what players can do next."""

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
from ui.widgets.layout import place_widget

PADS_MM, LOW_MM = 38.0, 49.0
"""Width of the pads next to the picture, and their height below it."""
WIDE_MM, HIGH_MM = 16.0, 18.0
"""Least width and greatest height of all but the large pad."""
PICTURE = (1280, 720, 1.6)
"""Width and height in pixels, and density, of the picture for a stick."""
GROWS_SECONDS = 1.0
"""Seconds in which the race is drawn."""
EDGE_MM = 4.0
"""Margin of that picture."""


class WinDialog(PartDialog):
    """Shows an end with its race or board; `on_choice` gets the tapped choice's report.

    The first choice is large. The race is animated, unless animations are off or somebody taps.
    """

    end: End
    board: scene.Drawing | None
    choices: Sequence[Choice]
    on_choice: Callable[[Any], None]

    def start(self) -> None:
        """Paint the winner's colour, and begin the animation."""
        self._growing = 1.0 if theme.now.still else 0.0
        self._grows = Clock.create_trigger(self.pass_time, 0, interval=True)
        self.paint(ground(self.end.winners))
        if self._growing < 1:
            self._grows()

    def pass_time(self, seconds: float) -> None:
        """Advance the animation by a frame's time in seconds."""
        self._growing += seconds / GROWS_SECONDS
        if self._growing >= 1 or self.parent is None:
            self.stand()
        else:
            self.shown.draw(self._drawing)

    def stand(self) -> None:
        """End the animation and draw the whole race."""
        self._grows.cancel()
        if self._growing != 1:
            self._growing = 1.0
            self.shown.draw(self._drawing)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """End the animation at a touch, so that nobody has to wait for it."""
        self.stand()
        return super().on_touch_down(touch)

    def _drawing(self, room: Viewport, _finger: object) -> Scene:
        return end_picture(self.end, self.board, room, min(1.0, self._growing))

    @property
    def shown(self) -> Stage:
        """The stage with the picture."""
        picture = self["picture"]
        assert isinstance(picture, Stage)
        return picture

    def tell(self, end: End) -> None:
        """Add late news. Pads don't move: a finger may be on its way to one."""
        self.end = end
        self.compose()

    def part(self) -> Part:
        """Return the picture, and the pads at the hand that plays."""
        first, *others = [answer(n, choice, self.on_choice) for n, choice in enumerate(self.choices)]
        pads = column(
            replace(first, mm=theme.PRIMARY_MM, share=0.0),
            Pages(tuple(others), theme.TARGET_MM, wide_mm=WIDE_MM, highest_mm=HIGH_MM, name="more"),
            mm=LOW_MM if self.upright else PADS_MM,
        )
        picture = Drawing(self._drawing, name="picture")
        return replace(row(picture, pads), by_hand=True)

    def picture(self) -> tuple[int, int, bytes]:
        """Return the picture for a stick: width, height and rows of RGBA bytes from the top."""
        # Imported only when it is needed.
        from ui.stage.offscreen import pixels

        width, height, density = PICTURE

        def drawing(room: Viewport, _finger: object) -> Scene:
            inner = Viewport(room.rect.inset(theme.DP_PER_MM * density * EDGE_MM), density)
            items = end_picture(self.end, self.board, inner).items
            return Scene((Box(room.rect, ground(self.end.winners)), *items))

        stage = Stage()
        place_widget(stage, Rect(0, 0, width, height))
        stage.draw(drawing)
        return pixels(stage)


def ground(winners: Sequence[NamePlate]) -> theme.Tone:
    """Return the colour of the only winner; for several or none, the usual background."""
    return theme.seat_tone(winners[0]) if len(winners) == 1 else theme.GROUND
