"""How a button and a lamp are connected, as chains of boxes."""

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle

from ui import theme
from ui.stage.lettering import Caption
from ui.table import wiring_words
from ui.table.wires import WirePlan
from ui.widgets.face import Face
from ui.widgets.layout import Rect

CHAIN_MM = 5.6
"""Height of a chain."""
NAME_MM = 11.0


class Circuits(Face):
    """The circuit of a button, and that of a lamp where there is one."""

    def __init__(self, plan: WirePlan) -> None:
        super().__init__()
        rail = wiring_words.RAILS["ground" if plan.pull == "up" else "3.3 V"]
        switch = wiring_words.OPENING if plan.normally_closed else wiring_words.SWITCH
        self._chains: list[tuple[str, tuple[str, ...]]] = [
            (wiring_words.BUTTON, (wiring_words.PIN, switch, rail))
        ]
        if any(end.role == "lamp" for board in plan.boards for end in board.ends):
            parts = (wiring_words.PIN, wiring_words.RESISTOR, wiring_words.LED, wiring_words.RAILS["ground"])
            self._chains.append((wiring_words.LAMP, parts))
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    @property
    def count(self) -> int:
        """How many chains there are."""
        return len(self._chains)

    def arrange(self, rect: Rect) -> None:
        """One chain below the other, each with its name before it."""
        self._drawing.clear()
        size = theme.small() * 0.85
        for (title, parts), line in zip(self._chains, rect.rows(self.count, theme.mm(1)), strict=True):
            name, boxes = line.cut_left(theme.mm(NAME_MM))
            self._write(title, name, 0.0, theme.DIM, size)
            cells = boxes.columns([len(part) + 2 for part in parts], theme.mm(1.2))
            self._drawing.add(Color(*theme.DIM))
            y = boxes.center[1]
            self._drawing.add(Line(points=[cells[0].x, y, cells[-1].right, y], width=1))
            for part, cell in zip(parts, cells, strict=True):
                self._drawing.add(Color(*theme.RAISED))
                self._drawing.add(
                    RoundedRectangle(
                        pos=(cell.x, cell.y), size=(cell.width, cell.height), radius=[theme.mm(0.8)]
                    )
                )
                self._write(part, cell.inset(theme.mm(0.4), 0), 0.5, theme.TEXT, size)

    def _write(self, words: str, room: Rect, align: float, tone: theme.Tone, size: float) -> None:
        caption = Caption(tone, align=align)
        caption.place(room.x, room.y, room.width, room.height, size)
        caption.show(words)
        self._drawing.add(caption.group)
