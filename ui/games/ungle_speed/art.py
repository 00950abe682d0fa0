"""What the cards and the totem look like. Pure."""

from functools import cache

from companion.games.ungle_speed.deck import ArrowsCard, SymbolCard
from companion.games.ungle_speed.model import FaceUp
from ui import theme
from ui.games.ungle_speed.symbols import SYMBOLS, arrows_picture, picture
from ui.games.ungle_speed.tones import DARK, PAPER, ink, letter
from ui.stage.art import UNIT, Art, disc, oval, square
from ui.stage.rect import Point, Rect
from ui.stage.shapes import Area, Box, Letters, Rim, Shape, Stroke
from ui.theme import Tone

CORNER = 0.1
PAPER_EDGE = theme.tone("#c9c4b6")
BLANK, BLANK_EDGE, BLANK_DOTS = map(theme.tone, ("#c4bfb1", "#8d8a80", "#9a968b"))
WOOD, WOOD_LINE = theme.tone("#b9834d"), theme.tone("#8a5c33")


@cache
def card(shown: FaceUp, colours: tuple[str, ...]) -> Art:
    """Return a card of a deck with these colours; None: one that lies face up, and nobody told which."""
    if shown is None:
        dots = (Area(disc((x, 0.5), 0.05), BLANK_DOTS) for x in (0.32, 0.5, 0.68))
        return Art((*_ground(BLANK, BLANK_EDGE), *dots), BLANK_EDGE)
    ground = _ground(PAPER, PAPER_EDGE)
    if isinstance(shown, ArrowsCard):
        inks = tuple(ink(colour, colours) for colour in colours)
        return Art((*ground, *arrows_picture(shown.arrows, inks)), PAPER_EDGE)
    return Art((*ground, *_symbol(shown, colours)), PAPER_EDGE)


def slot() -> Art:
    """Return where the first card will lie."""
    return Art((Rim(square(0.04), theme.FAINT, 0.04, 0.09),), theme.FAINT)


def _symbol(shown: SymbolCard, colours: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return a symbol, and the letter of its colour in a corner: a colour is never told by itself."""
    tone = ink(shown.colour, colours)
    shapes = picture(shown.symbol, tone)
    if shown.symbol not in SYMBOLS:
        name = shown.symbol.replace("_", " ")
        shapes = (*shapes, Letters(name, Rect(0.21, 0, 0.58, 1), DARK, 0.16, bold=True))
    return (
        *shapes,
        Letters(letter(shown.colour, colours), Rect(0.015, 0.015, 0.2, 0.2), DARK, 0.19, bold=True),
        Stroke(((0.055, 0.035), (0.175, 0.035)), tone, 0.024),
    )


def _ground(tone: Tone, edge: Tone) -> tuple[Shape, ...]:
    return Box(UNIT, tone, CORNER), Rim(square(0.008), edge, 0.016, 0.095)


_RIGHT_SIDE: tuple[Point, ...] = (
    (0.5, 0.98), (0.5576, 0.9416), (0.6248, 0.8888), (0.6776, 0.8264), (0.7016, 0.7592), (0.6968, 0.692),
    (0.668, 0.6296), (0.6296, 0.5864), (0.62, 0.5624), (0.644, 0.5336), (0.6824, 0.4712), (0.7112, 0.3944),
    (0.7256, 0.308), (0.7256, 0.212), (0.716, 0.116), (0.692, 0.02),
)  # fmt: skip
_OUTLINE = (*_RIGHT_SIDE, *((1 - x, y) for x, y in reversed(_RIGHT_SIDE[1:])))

TOTEM = Art(
    (Area(_OUTLINE, WOOD), Stroke(_OUTLINE, WOOD_LINE, 0.024, round=True, closed=True)),
    WOOD_LINE,
)
"""A turned piece of wood with a waist, pointed at the top."""
SHADOW = Art((Area(oval(Rect(0.05, 0.38, 0.9, 0.24)), theme.tone("#000000")),), theme.tone("#000000"))
"""What lies under it."""
