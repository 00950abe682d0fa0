"""A pad of a list: what it is about, how that stands, and a switch or where it leads."""

from collections.abc import Iterator

from ui import theme
from ui.stage.painter import Painter, room_in
from ui.stage.parts import SWITCH_MM, chevron, switch
from ui.stage.shapes import Box
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad

INSET_MM = (2.0, 0.4)
END_MM = 4.0
"""Width of the chevron at the end; a switch is wider."""


STRIKE_MM, LINES = 0.25, 2
"""Width of what crosses out; so many lines are crossed out, and are read where it wraps."""


class LinePad(Pad):
    """Its `title` says how things stand, under what they are (the `subtitle`); or only what they are.

    Where it `wraps` the title has two lines, and may be cut off; one that is `struck` is crossed out.
    """

    def __init__(self) -> None:
        super().__init__(role=theme.body())
        for text in (self.title, self.subtitle):
            text.halign, text.wraps = "left", False
        self._end = Painter(self.canvas)
        self.wraps = self.struck = False
        self._on: bool | None = None
        self._leads = True

    def tell(self, title: str, value: str, *, on: bool | None, leads: bool, warning: bool) -> None:
        """Show another line."""
        self.title.text, self.subtitle.text = (value, title) if value else (title, "")
        self.title.wraps = self.wraps or not value
        self.title.cuts = self.wraps
        self.title.color = theme.WARNING if warning else theme.DIM if self.struck else theme.TEXT
        self._on, self._leads = on, leads
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The words at the left, the switch or the chevron at the right."""
        inner = rect.inset(*map(theme.mm, INSET_MM))
        end = 0.0 if self._on is None and not self._leads else END_MM if self._on is None else SWITCH_MM[0]
        mark, words = inner.cut_right(theme.mm(end), theme.mm(1.0 if end else 0.0))
        room = room_in(mark)
        drawn = switch(room, mark.center, on=self._on) if self._on is not None else ()
        ends = (chevron(room, mark.center),) if self._on is None and self._leads else drawn
        self.subtitle.opacity = 1 if self.subtitle.text else 0
        if not self.subtitle.text:
            put(self.title, words)
            put(self.subtitle, Rect(rect.x, rect.y, 1, 1))
            self._end.draw(ends)
            return
        upper, lower = theme.small() * 1.25, self.title.role * 1.25
        if self.wraps and self.title.natural_width > words.width:
            lower *= LINES
        spare = max(0.0, (words.height - upper - lower) / 2)
        over, under = words.inset(0, spare).cut_top(min(upper, words.height * 0.45))
        put(self.subtitle, over)
        put(self.title, under)
        self._end.draw((*ends, *(self._strikes() if self.struck else ())))

    def _strikes(self) -> Iterator[Box]:
        """Yield a stroke through each line of the title."""
        self.title.texture_update()
        wide, high = self.title.texture_size
        lines = LINES if self.title.natural_width > self.title.width else 1
        for n in range(lines):
            y = self.title.center_y + high * ((lines - 1) / 2 - n) / lines
            at = Rect(self.title.x, y, min(wide, self.title.width), theme.mm(STRIKE_MM))
            yield Box(at, theme.DIM)
