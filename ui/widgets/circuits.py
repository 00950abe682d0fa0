"""How a button and a lamp are connected, as chains of boxes."""

from collections.abc import Iterator

from ui import theme
from ui.stage.scene import Item, Room, Scene
from ui.stage.shapes import Box, Letters, Stroke
from ui.stage.stage import Stage
from ui.table import wiring_words
from ui.table.wires import WirePlan

CHAIN_MM = 5.6
"""Height of a chain."""
NAME_MM = 11.0


class Circuits(Stage):
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
        self.draw(lambda room, _: Scene(tuple(self._items(room))))

    @property
    def count(self) -> int:
        """How many chains there are."""
        return len(self._chains)

    def _items(self, room: Room) -> Iterator[Item]:
        """Yield one chain below the other, each with its name before it."""
        size, gap = room.mm(theme.SMALL_MM) * 0.85, room.mm(1)
        for (title, parts), line in zip(self._chains, room.rect.rows(self.count, gap), strict=True):
            name, boxes = line.cut_left(room.mm(NAME_MM))
            yield Letters(title, name, theme.DIM, size, along=0)
            cells, y = boxes.columns([len(part) + 2 for part in parts], room.mm(1.2)), boxes.center[1]
            yield Stroke(((cells[0].x, y), (cells[-1].right, y)), theme.DIM, 2)
            for part, cell in zip(parts, cells, strict=True):
                yield Box(cell, theme.RAISED, room.mm(0.8))
                yield Letters(part, cell.inset(room.mm(0.4), 0), theme.TEXT, size)
