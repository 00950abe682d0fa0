"""Laying the map on the table, step by step: the picture at the left, what to do now at the right."""

from collections.abc import Callable
from functools import partial

import msgspec

from companion.games.cryptid.setups import Setup
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import structure
from ui.games.cryptid.guide import LayPiece, LookOver, MapLaying, PutStructure
from ui.games.cryptid.hex_map import MAP_WIDE, Lying, map_of
from ui.games.cryptid.marks import Marks
from ui.games.cryptid.sealing import sealed_map
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Part, Row, Screen, Text, column, row, sides
from ui.stage.art import Art
from ui.stage.parts import centred
from ui.stage.qr import code_of
from ui.stage.scene import Room, Scene, Spot


class LayingGuide(PartScreen):
    """Leads through the laying of a map; `back` from the first step, `on` when all is laid.

    It never looks at the clues: it has none.
    """

    def __init__(self, setup: Setup, back: Callable[[], None], on: Callable[[], None]) -> None:
        super().__init__()
        self.guide = MapLaying(sealed_map(setup))
        self._back, self._on = back, on
        self.code = False
        self.compose()

    def go_on(self) -> None:
        """The next step; from the last one, on."""
        if isinstance(self.guide.step, LookOver):
            self._on()
        else:
            self.move(self.guide.moved(1))

    def go_back(self) -> None:
        """The step before; from the first one, back."""
        if self.guide.number:
            self.move(self.guide.moved(-1))
        else:
            self._back()

    def move(self, guide: MapLaying) -> None:
        """Go to another step."""
        self.guide = guide
        self.compose()

    def show_code(self, code: bool) -> None:
        """Show the map as a QR code, or not any more."""
        self.code = code
        self.compose()

    def part(self) -> Part:
        """Return the map as far as it is laid, and what to do now beside it; or its code."""
        step, tiles = self.guide.step, self.guide.tiles
        if self.code:
            text = msgspec.json.encode(self.guide.setup).decode()
            close = partial(self.show_code, False)
            told = (
                Text(words.QR_TITLE, theme.title, bold=True, wraps=True),
                Text(words.QR_HINT, dim=True, wraps=True, share=1),
                Button(frame.CLOSE, "", close, primary=True, name="close", mm=theme.PRIMARY_MM),
            )
            return Row((Drawing(code_of(text), 1.0, name="code"), Column(told, panel=True)))
        marks, look, now = Marks(), "", None
        match step:
            case LayPiece(place=place):
                marks, look = Marks(piece=place), words.LOOK
            case PutStructure(structure=standing):
                marks, now = Marks(structure=standing), structure(standing.type, standing.colour)
        over = isinstance(step, LookOver)
        number = "" if over else words.step_of(self.guide.number + 1, len(self.guide.steps) - 1)
        word = words.ALL_LAID if over else frame.NEXT
        code_pad = Button(
            words.QR, "", partial(self.show_code, True), role=theme.body, name="code of the map"
        )
        all_ = Button(
            words.SHOW_ALL, "", partial(self.move, self.guide.whole()), live=not over, role=theme.body,
            name="all",
        )  # fmt: skip
        beside = column(
            Text(words.step_title(step), theme.title, bold=True, wraps=True, name="title"),
            Text(words.step_where(step), theme.heading, wraps=True, name="where"),
            Text(look, dim=True, wraps=True),
            Drawing(partial(_alone, now)),
            row(code_pad, all_, mm=theme.TARGET_MM),
        )
        map_ = Drawing(map_of(Lying(tiles, self.guide.structures, marks=marks)), MAP_WIDE, name="map")
        return Screen(Header(number, "", self.go_back, self.go_on, word), sides(map_, beside))


def _alone(art: Art | None, room: Room, _finger: Spot | None) -> Scene:
    """Return a picture at the bottom of a room, no higher than a pad."""
    low, _ = room.rect.cut_bottom(min(room.rect.height, room.mm(theme.PRIMARY_MM)))
    return Scene(() if art is None else (centred(art, low),))
