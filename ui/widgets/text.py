"""Text that fits: never larger than its role, it shrinks before it is cut off."""

from functools import lru_cache
from math import ceil, inf

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui.stage import fonts, theme
from ui.stage.lettering import extents, lettering
from ui.stage.rect import Rect

LEAST, LEAST_MM = 0.55, 2.8
"""How small text gets before it is cut off, as a share of its role and in mm; the larger one counts."""
SHORTENED = 2
"""Pixels to spare: Kivy shortens text that comes nearer to the width it has."""
SMALLER = 0.94
"""Factor by which letters that don't fit shrink at a time."""
LEAST_LINE = 1.1
"""Least height of a line, in sizes of its letters."""
HINTED = 0.6
"""Pixels by which a drawn letter may be narrower than the font says."""
ALONG = {"left": 0.0, "center": 0.5, "right": 1.0}
UP = {"bottom": 0.0, "middle": 0.5, "top": 1.0}
"""The share of the spare room that is before the letters, and below them."""


DRAWN = frozenset({"text", "role", "wraps", "bold", "halign", "valign", "visible", "rect", "_most"})
"""What letters are drawn from: setting another value draws them again at the end of the frame."""


class Lettering:
    """A text on one line, or with `wraps` on as many as fit; `role` is its font size in pixels.

    Not a widget, as a screen has a hundred texts: `Arranged.show_texts` shows it, `place_widget` places it.
    """

    def __init__(
        self,
        text: str = "",
        *,
        role: float,
        tone: theme.Tone | None = None,
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
        wraps: bool = False,
    ) -> None:
        self.text, self.role, self.wraps, self.bold = str(text), role, wraps, bold
        self.halign, self.valign, self.visible = align, valign, True
        self.rect = Rect(0, 0, 0, 0)
        """Where it is, in pixels; nothing is drawn until it is placed."""
        self.cuts = False
        """Whether it may be cut off, as a name or a list of names may."""
        self.least = 0.0
        """Font size, in pixels, below which it is cut off rather than shrunk."""
        self._most = inf
        self.is_shortened = False
        """Whether letters were left out, even at the smallest size."""
        self._tint, self._shown = Color(*(tone or theme.TEXT)), Rectangle(size=(0, 0))
        self.group = InstructionGroup()
        """What draws it."""
        self.group.add(self._tint)
        self.group.add(self._shown)

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; the letters are drawn again if they depend on it."""
        if name in DRAWN and vars(self).get(name) != value:
            self.draw_later()
        super().__setattr__(name, value)

    def draw_later(self) -> None:
        """Draw it again at the end of this frame."""
        _CHANGED[self] = None
        _draw_changed()

    @property
    def color(self) -> theme.Tone:
        """The tone of the letters."""
        return tuple(self._tint.rgba)

    @color.setter
    def color(self, tone: theme.Tone) -> None:
        # Setting an equal tone would redraw everything.
        if tone != self.color:
            self._tint.rgba = tone

    def grow_to(self, most: float) -> None:
        """Limit the font size to `most` pixels, to match its neighbours; infinity removes the limit."""
        self._most = most

    @property
    def font_size(self) -> int:
        """The font size at which it is drawn, in pixels."""
        return self.size_in(self.rect) if self._has_room else self._largest

    def size_in(self, room: Rect) -> int:
        """Return the font size that it would have in a room, in pixels."""
        least = smallest(self.role, self.least)
        return fitting(self.text, self._largest, least, self.bold, self.wraps, room.width, room.height)

    def fits(self, room: Rect) -> bool:
        """Return whether all of it fits into a room, if need be at its smallest size."""
        return _fits(self.text, self.size_in(room), self.bold, self.wraps, room.width, room.height)

    @property
    def texture_size(self) -> tuple[float, float]:
        """The size of the letters' texture, in pixels."""
        return tuple(self._shown.size)

    @property
    def longest_word(self) -> float:
        """The width of its longest word at the size of its role, in pixels."""
        role = round(self.role)
        return max((extents(word, role, self.bold)[0] for word in words_of(self.text)), default=0.0)

    @property
    def natural_width(self) -> float:
        """The width of the text on one line at the size of its role, in pixels."""
        return extents(self.text, round(self.role), self.bold)[0]

    def draw(self) -> None:
        """Draw the letters at once, not at the end of the frame."""
        if not (self.visible and self._has_room):
            self.is_shortened, self._shown.size = False, (0, 0)
            return
        size, width, height = self.font_size, self.rect.width, self.rect.height
        wide = extents(self.text, size, self.bold)[0]
        if "\n" not in self.text and wide <= width - (0 if self.wraps else SHORTENED):
            self.is_shortened = False
            self._shown.texture = lettering(self.text, size, self.bold)
        else:
            words = self.text
            if self.wraps and not _fits(words, size, self.bold, True, width, height):
                words = cut_short(words, size, self.bold, width, height)
            # Within a height Kivy leaves out last lines that would fit, if there are two paragraphs.
            all_fits = _fits(words, size, self.bold, self.wraps, width, height)
            label = CoreLabel(
                text=words,
                font_size=size,
                bold=self.bold,
                text_size=(width, None if all_fits else height),
                halign=self.halign,
                valign=self.valign,
                shorten=not self.wraps,
                shorten_from="right",
            )
            label.refresh()
            self.is_shortened = bool(label.is_shortened) or words != self.text
            self._shown.texture = label.texture
        self._shown.size = wide, high = self._shown.texture.size
        across, up = ALONG[self.halign] * (width - wide), UP[self.valign] * (height - high)
        self._shown.pos = (int(self.rect.x + across), int(self.rect.y + up))

    @property
    def _largest(self) -> int:
        return round(min(self.role, self._most))

    @property
    def _has_room(self) -> bool:
        return bool(self.text.strip()) and self.rect.width >= 2 and self.rect.height >= 2


_CHANGED: dict[Lettering, None] = {}
"""Texts to draw again in this frame."""


def _draw(_: float) -> None:
    while _CHANGED:
        _CHANGED.popitem()[0].draw()


_draw_changed = Clock.create_trigger(_draw, -1)


def smallest(role: float, least: float = 0.0) -> int:
    """Return the font size that letters shrink to before they are cut off, in pixels."""
    return ceil(max(role * LEAST / theme.LARGER, min(role, max(least, theme.mm(LEAST_MM)))))


def words_of(text: str) -> list[str]:
    """Return the words of a text, none of which may be broken; a no-break space doesn't end a word."""
    return str(text).replace("\n", " ").split(" ")


def narrowest(text: str, role: float, *, bold: bool, whole: bool = False) -> float:
    """Return the width that the longest word, or the `whole` text, needs at its smallest, in pixels."""
    words = [text] if whole else words_of(text)
    return SHORTENED + 1 + max(fonts.width(word, smallest(role), bold=bold) for word in words)


@lru_cache(maxsize=2048)
def fitting(text: str, role: int, least: int, bold: bool, wraps: bool, width: float, height: float) -> int:
    """Return the first font size down from `role`, in steps of 6 %, at which a text fits, or `least`.

    In whole pixels: every size that is drawn keeps a font of its own in memory.
    """
    size = role
    where = (bold, wraps, width, height)
    while size > least and (too_large(text, size, *where) or not _fits(text, size, *where)):
        size = min(size - 1, round(size * SMALLER))
    return size


def too_large(text: str, size: int, bold: bool, wraps: bool, width: float, height: float) -> bool:
    """Return whether the widths of its letters alone rule out that a text fits.

    A near miss needs a real layout. That has Kivy load a font for each size: a tenth of the time that a table
    takes to be drawn at the start.
    """
    if "\n" in text:
        return False
    letters = "".join(text.split()) if wraps else text
    lines = height // (LEAST_LINE * size) if wraps else 1
    return fonts.width(letters, size, bold=bold) - HINTED * len(letters) > lines * width


@lru_cache(maxsize=512)
def cut_short(text: str, size: int, bold: bool, width: float, height: float) -> str:
    """Return as much of a text as fits on several lines, with an ellipsis."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if _fits(f"{text[:middle].rstrip()}…", size, bold, True, width, height):
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def fits(text: str, size: int, bold: bool, room: Rect, *, wraps: bool = True) -> bool:
    """Return whether a text fits into a room at a size, in pixels; on several lines if it `wraps`."""
    return _fits(text, size, bold, wraps, room.width, room.height)


def _fits(text: str, size: int, bold: bool, wraps: bool, width: float, height: float) -> bool:
    across, down = extents(text, size, bold)
    if not wraps:
        return across + SHORTENED <= width and down <= height * 1.08
    if across <= width and "\n" not in text:
        return down <= height
    if max((extents(word, size, bold)[0] for word in words_of(text)), default=0.0) > width:
        return False
    return laid_out(text, size, bold, width) <= height


@lru_cache(maxsize=2048)
def laid_out(text: str, size: int, bold: bool, width: float) -> float:
    """Return the height of a text wrapped to a width, in pixels, without drawing it."""
    label = CoreLabel(text=text, font_size=size, bold=bold, text_size=(width, None))
    return float(label.render()[1])
