"""The pads of the set-up: with pictures of what lies on the table, and one that shows a secret while held."""

from collections.abc import Callable, Sequence

from companion.games.cryptid.maps import Animal, Colour, PieceHex, StructureKind, Terrain
from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid.art import cube, disc, structure
from ui.games.cryptid.clue_form import What
from ui.games.cryptid.hex_shapes import TALL
from ui.games.cryptid.terrain import ground
from ui.stage.art import Art
from ui.stage.painter import Painter
from ui.stage.scene import PlacedArt
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.rest import when_rested

SIDE = 0.86
"""How much of its room a picture takes."""
PICTURE_MM = 22.0
"""A picture over words is so high at the most."""


def picture_of(what: What) -> tuple[Art, ...]:
    """Return the pictures of what a clue can speak of."""
    match what:
        case Terrain():
            return (ground(PieceHex(what, None), TALL),)
        case Animal():
            # Its lines stand out best on the desert.
            return (ground(PieceHex(Terrain.DESERT, what), TALL),)
        case StructureKind():
            return (structure(what, Colour.WHITE),)
        case Colour():
            return tuple(structure(kind, what) for kind in StructureKind)


def pictures_of(hues: Sequence[Hue]) -> tuple[Art, ...]:
    """Return the pictures of colours: a cube and a disc of one, or a disc of each of several."""
    return (*(cube(hue) for hue in hues if len(hues) == 1), *map(disc, hues))


class PicturePad(Pad):
    """A pad with pictures over its words, or `beside` them, or with nothing but a picture."""

    def __init__(
        self,
        pictures: Sequence[Art] = (),
        title: str = "",
        subtitle: str = "",
        *,
        on_tap: Callable[[], None],
        role: float | None = None,
        beside: bool = False,
    ) -> None:
        super().__init__(title, subtitle, on_tap=on_tap, role=role)
        self._pictures, self._beside = tuple(pictures), beside
        if beside:
            self.title.halign = self.subtitle.halign = "left"
            self.title.valign, self.subtitle.valign = ("bottom", "top") if subtitle else ("middle", "top")
        self._painter = Painter(self.canvas)

    def picture(self, pictures: Sequence[Art]) -> None:
        """Change the pictures."""
        self._pictures = tuple(pictures)
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Share the room out between pictures and words."""
        inner = rect.inset(theme.mm(1.2), theme.mm(0.8))
        if not self._pictures:
            self._painter.draw(())
            super().arrange(rect)
            return
        if self._beside:
            side = min(inner.height, theme.mm(11))
            at, words = inner.cut_left(side + (len(self._pictures) - 1) * side * 0.7, theme.mm(2))
            self._words(words)
        else:
            lines = [
                self.title.role * 1.25 * bool(self.title.text),
                theme.small() * 1.3 * bool(self.subtitle.text),
            ]
            under, at = inner.cut_bottom(sum(lines), theme.mm(0.4))
            # Picture and words hang together, however high the pad is.
            most = min(at.height, theme.mm(PICTURE_MM))
            low = (inner.height - most - under.height) / 2
            under = Rect(under.x, inner.y + low, under.width, under.height)
            at = Rect(at.x, under.top, at.width, most)
            low_line, line = under.cut_bottom(lines[1])
            put(self.title, line)
            put(self.subtitle, low_line)
            self.subtitle.opacity = 1
        self._draw_pictures(at)

    def _words(self, room: Rect) -> None:
        if not self.subtitle.text:
            put(self.title, room)
            put(self.subtitle, Rect(room.x, room.y, 1, 1))
            return
        upper, lower = room.cut_top(room.height * 0.52, theme.mm(0.3))
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1

    def _draw_pictures(self, room: Rect) -> None:
        count = len(self._pictures)
        # Several overlap a little.
        side = int(min(room.height, room.width / (1 + 0.7 * (count - 1))) * SIDE)
        x = room.center[0] - side * (1 + 0.7 * (count - 1)) / 2
        middle = round(room.center[1] - side / 2) + side / 2
        self._painter.draw(
            PlacedArt(art, (round(x + n * side * 0.7) + side / 2, middle), side)
            for n, art in enumerate(self._pictures if side else ())
        )


class SecretPad(PicturePad):
    """A pad that tells when a finger rests on it, and when it doesn't any more."""

    def __init__(
        self, title: str, subtitle: str, on_show: Callable[[bool], None], pictures: Sequence[Art] = ()
    ) -> None:
        super().__init__(
            pictures, title, subtitle, on_tap=lambda: None, role=theme.body() * 1.15, beside=bool(pictures)
        )
        when_rested(self, on_show)
