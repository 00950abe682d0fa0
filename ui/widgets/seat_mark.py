"""The mark of a seat on a canvas of widgets."""

from kivy.graphics import InstructionGroup

from companion.journal import Plate
from ui.kivy_types import Widget
from ui.stage.painter import Painter
from ui.stage.parts import mark
from ui.stage.scene import Scene


class DrawnMark:
    """The instructions of one mark, for a canvas that is kept: they are changed in place."""

    def __init__(self) -> None:
        self._painter = Painter()
        self._plate: Plate | None = None
        self._opacity = 1.0
        self._inverse = False
        self._at = (0.0, 0.0, 0.0)

    @property
    def group(self) -> InstructionGroup:
        """Its instructions."""
        return self._painter.group

    def show(self, plate: Plate, opacity: float = 1.0, *, inverse: bool = False) -> None:
        """Show a plate; `opacity` fades a seat without a part, `inverse` is for a ground in its colour."""
        self._plate, self._opacity, self._inverse = plate, opacity, inverse
        self._draw()

    def place(self, x: float, y: float, side: float) -> None:
        """Put the mark's lower left corner, and its size, in pixels."""
        self._at = (x, y, side)
        self._draw()

    def _draw(self) -> None:
        if self._plate is not None and self._at[2] > 0:
            self._painter.show(Scene(mark(self._plate, *self._at, self._opacity, inverse=self._inverse)))


class SeatMark(Widget):
    """The mark of a seat as a widget; square, in the middle of its room."""

    def __init__(self, plate: Plate) -> None:
        super().__init__(size_hint=(None, None))
        self._mark = DrawnMark()
        self._mark.show(plate)
        self.canvas.add(self._mark.group)
        self.bind(pos=self._place, size=self._place)
        self._place()

    def show(self, plate: Plate, *, inverse: bool = False) -> None:
        """Show another seat; `inverse` is for a ground in its colour."""
        self._mark.show(plate, inverse=inverse)

    def _place(self, *_: object) -> None:
        side = min(self.width, self.height)
        self._mark.place(self.x + (self.width - side) / 2, self.y + (self.height - side) / 2, side)
