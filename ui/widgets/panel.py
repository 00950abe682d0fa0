"""A plain rounded ground, with an outline where it must be noticed."""

from kivy.graphics import Color, Line, RoundedRectangle

from ui import theme
from ui.widgets.face import Face
from ui.widgets.layout import rect_of


class Panel(Face):
    """A rounded ground under other parts."""

    def __init__(self, tone: theme.Tone | None = None, outline: theme.Tone | None = None) -> None:
        super().__init__()
        with self.canvas.before:
            self._tone = Color(*(tone or theme.PANEL))
            self._ground = RoundedRectangle()
            self._outline_tone = Color(*(outline or (0, 0, 0, 0)))
            self._outline = Line(width=1)
        self.bind(pos=self._draw, size=self._draw)

    def paint(self, tone: theme.Tone, outline: theme.Tone | None = None) -> None:
        """Change the tones."""
        self._tone.rgba = tone
        self._outline_tone.rgba = outline or (0, 0, 0, 0)

    def _draw(self, *_: object) -> None:
        radius = min(theme.mm(theme.RADIUS_MM), self.height / 2, self.width / 2)
        self._ground.pos, self._ground.size = self.pos, self.size
        self._ground.radius = [radius]
        line = theme.mm(0.5)
        self._outline.width = line / 2
        edge = rect_of(self).inset(line / 2)
        self._outline.rounded_rectangle = (edge.x, edge.y, edge.width, edge.height, radius)
