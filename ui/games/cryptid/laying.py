"""Laying the map on the table, step by step: the picture at the left, what to do now at the right."""

from collections.abc import Callable, Iterator

import msgspec

from companion.games.cryptid.setups import Setup
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import structure
from ui.games.cryptid.guide import LayPiece, LookOver, MapLaying, PutStructure
from ui.games.cryptid.hex_map import Lying, map_of
from ui.games.cryptid.map_side import beside_map
from ui.games.cryptid.marks import Marks
from ui.games.cryptid.qr_sheet import QrSheet
from ui.games.cryptid.sealing import sealed_map
from ui.stage.art import Art
from ui.stage.painter import Painter
from ui.stage.parts import centred
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class LayingGuide(Face):
    """Leads through the laying of a map; `back` from the first step, `on` when all is laid.

    It never looks at the clues: it has none.
    """

    def __init__(self, setup: Setup, back: Callable[[], None], on: Callable[[], None]) -> None:
        super().__init__()
        self.guide = MapLaying(sealed_map(setup))
        self._back, self._on = back, on
        self.map = Stage()
        self.header = TitleLine("", "", self.go_back, self.go_on)
        self.back, self.next = self.header.back, self.header.next
        self.title = Text("", role=theme.title(), bold=True, wraps=True, valign="bottom")
        self.where = Text("", role=theme.heading(), wraps=True, valign="top")
        self._look = Text("", role=theme.body(), tone=theme.DIM, wraps=True, valign="top")
        self._picture = Painter(self.canvas)
        self.code = Pad(words.QR, on_tap=self.show_code, role=theme.body())
        self.all = Pad(words.SHOW_ALL, on_tap=self.show_all, role=theme.body())
        self.sheet: QrSheet | None = None
        self._show()

    def go_on(self) -> None:
        """The next step; from the last one, on."""
        if isinstance(self.guide.step, LookOver):
            self._on()
        else:
            self._move(self.guide.moved(1))

    def go_back(self) -> None:
        """The step before; from the first one, back."""
        if self.guide.number:
            self._move(self.guide.moved(-1))
        else:
            self._back()

    def show_all(self) -> None:
        """Go to the end: somebody laid it all at once."""
        self._move(self.guide.whole())

    def show_code(self) -> None:
        """Show the map as a QR code."""
        text = msgspec.json.encode(self.guide.setup).decode()
        self.sheet = QrSheet(words.QR_TITLE, words.QR_HINT, text, self._close_code)
        self._show()

    def _close_code(self) -> None:
        self.sheet = None
        self._show()

    def _move(self, guide: MapLaying) -> None:
        self.guide = guide
        self._show()

    def _show(self) -> None:
        if self.sheet is not None:
            self._picture.draw(())
            self.set_parts(self.sheet)
            return
        self.set_parts(self.header, self.map, self.title, self.where, self._look, self.code, self.all)
        step, last = self.guide.step, len(self.guide.steps) - 1
        over = isinstance(step, LookOver)
        number = "" if over else words.step_of(self.guide.number + 1, last)
        self.header.title.text = number
        self.title.text, self.where.text = words.step_title(step), words.step_where(step)
        self._look.text = words.LOOK if isinstance(step, LayPiece) else ""
        self.all.live = not over
        self.next.say(words.ALL_LAID if over else frame.NEXT)
        marks = Marks()
        match step:
            case LayPiece(place=place):
                marks = Marks(piece=place)
            case PutStructure(structure=standing):
                marks = Marks(structure=standing)
        self.map.draw(map_of(Lying(self.guide.tiles, self.guide.structures, marks=marks)))

    def arrange(self, rect: Rect) -> None:
        """The map as large as fits below the header, what to do beside it."""
        if self.sheet is not None:
            put(self.sheet, rect)
            return
        head, room, column = beside_map(rect)
        put(self.header, head)
        put(self.map, room)
        gap = theme.mm(theme.GAP_MM)
        low, rest = column.cut_bottom(theme.mm(theme.TARGET_MM), gap)
        put_row((self.code, self.all), low, gap)
        over = isinstance(self.guide.step, LookOver)
        title, rest = rest.cut_top(theme.title() * 2.5, theme.mm(1))
        where, rest = rest.cut_top(theme.heading() * (2.5 if over else 1.3), theme.mm(1.5))
        put(self.title, title)
        put(self.where, where)
        put(self._look, rest)
        picture = rest.cut_bottom(min(rest.height, theme.mm(theme.PRIMARY_MM)))[0]
        self._picture.draw(centred(look, picture) for look in self._up_now())

    def _up_now(self) -> Iterator[Art]:
        """Yield the structure that is put down now, if it is one's turn."""
        match self.guide.step:
            case PutStructure(standing):
                yield structure(standing.type, standing.colour)
