"""Cards as textures: each face is drawn once for each size and then only shown."""

from functools import lru_cache
from typing import Any, TypeAlias

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.tesselator import Tesselator

from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card, Deck, SymbolCard
from ui import theme
from ui.games.ungle_speed.geometry import DARK, INK, PAPER, Area, Figure, Picture, Point, regular
from ui.games.ungle_speed.symbols import SYMBOLS, arrows_picture, picture
from ui.games.ungle_speed.totem import OUTLINE
from ui.widgets.smooth import Texture, smooth

Rgb: TypeAlias = tuple[float, float, float]

PLACE = 0.8
"""Share of the card's width that the picture takes."""
SIZES = (24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256)
"""Sides that textures are made for, in pixels; a card between two of them is shown from the larger one."""
STROKE = 0.014
"""Width of outlines, in widths of the card."""


def rgb(code: str) -> Rgb:
    """Return the parts of a colour written like #6f4fa8."""
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255


PAPER_TONE = rgb("#fdfcf7")
DARK_TONE = rgb("#1b1922")
BLANK_TONE = rgb("#c4bfb1")
BACK_TONE = rgb("#7a4a2b")
BACK_LINE = rgb("#c98f5a")

INKS = {"purple": rgb("#7145b0"), "green": rgb("#2c9148"), "orange": rgb("#ee6a24"), "yellow": rgb("#f5c91d")}
"""Inks by the names that decks use."""
SPARE_INKS = tuple(rgb(code) for code in ("#2f7fc4", "#c23b57", "#3aa9a0", "#8a6d4b", "#d77fb0", "#5b6572"))
"""Inks for colours of other names."""


def ink(colour: str, colours: tuple[str, ...]) -> Rgb:
    """Return the ink of a colour of a deck: its own where the name is known, else one of the spare ones."""
    if colour in INKS:
        return INKS[colour]
    others = [name for name in colours if name not in INKS]
    return SPARE_INKS[others.index(colour) % len(SPARE_INKS)] if colour in others else SPARE_INKS[-1]


def letter(colour: str, colours: tuple[str, ...]) -> str:
    """Return the shortest beginning of a colour's name that no other colour of the deck has."""
    for length in range(1, len(colour)):
        if not any(name != colour and name.startswith(colour[:length]) for name in colours):
            return colour[:length].upper()
    return colour.upper()


@lru_cache(maxsize=512)
def _triangles(points: tuple[Point, ...]) -> tuple[tuple[list[float], list[int]], ...]:
    tesselator = Tesselator()
    tesselator.add_contour([coordinate for point in points for coordinate in point])
    tesselator.tesselate()
    return tuple((list(vertices), list(indices)) for vertices, indices in tesselator.meshes)


def _flat(points: tuple[Point, ...], at: Point, scale: float) -> list[float]:
    return [value for x, y in points for value in (at[0] + x * scale, at[1] + y * scale)]


def _fill(points: tuple[Point, ...], at: Point, scale: float) -> None:
    for vertices, indices in _triangles(points):
        placed = list(vertices)
        placed[0::4] = [at[0] + x * scale for x in vertices[0::4]]
        placed[1::4] = [at[1] + y * scale for y in vertices[1::4]]
        Mesh(vertices=placed, indices=indices, mode="triangle_fan")


def _draw_area(area: Area, at: Point, scale: float, width: float) -> None:
    _fill(area.points, at, scale)
    Color(*DARK_TONE)
    Line(points=_flat(area.points, at, scale), width=width, close=True, joint="round")


def _strip(left: tuple[Point, ...], right: tuple[Point, ...], at: Point, scale: float) -> None:
    vertices: list[float] = []
    for a, b in zip(left, right, strict=True):
        for x, y in (a, b):
            vertices += (at[0] + x * scale, at[1] + y * scale, 0, 0)
    Mesh(vertices=vertices, indices=list(range(len(left) * 2)), mode="triangle_strip")


def draw_picture(figures: Picture, tones: dict[str, Rgb], at: Point, scale: float, width: float) -> None:
    """Add a picture to the open canvas: lower left corner and side in pixels, outlines `width` wide."""
    for figure in figures:
        _draw_figure(figure, tones, at, scale, width)


def _draw_figure(figure: Figure, tones: dict[str, Rgb], at: Point, scale: float, width: float) -> None:
    Color(*tones.get(figure.tone, DARK_TONE))
    if isinstance(figure, Area):
        _draw_area(figure, at, scale, width)
        return
    _strip(figure.left, figure.right, at, scale)
    if figure.edged:
        Color(*DARK_TONE)
        for edge in (figure.left, figure.right):
            Line(points=_flat(edge, at, scale), width=width, cap="none", joint="round")


def _text(text: str, height: float, bold: bool = True) -> Texture:
    label = CoreLabel(text=text, font_size=max(6.0, height), bold=bold, color=(*DARK_TONE, 1))
    label.refresh()
    return label.texture


def _draw_text(text: str, centre: Point, height: float, widest: float) -> None:
    texture = _text(text, height)
    shrink = min(1.0, widest / texture.width)
    w, h = texture.width * shrink, texture.height * shrink
    Color(1, 1, 1)
    Rectangle(texture=texture, pos=(centre[0] - w / 2, centre[1] - h / 2), size=(w, h))


def _ground(tone: Rgb, edge: Rgb, side: float) -> None:
    Color(*tone)
    RoundedRectangle(pos=(0, 0), size=(side, side), radius=[side * 0.1])
    Color(*edge)
    half = side * 0.008
    Line(rounded_rectangle=(half, half, side - 2 * half, side - 2 * half, side * 0.095), width=half)


def _face(card: Card, deck: Deck, side: float) -> None:
    """Draw a card's face with its lower left corner at the origin."""
    _ground(PAPER_TONE, rgb("#c9c4b6"), side)
    margin = side * (1 - PLACE) / 2
    at, scale, width = (margin, margin), side * PLACE, side * STROKE / 2
    tones = {INK: DARK_TONE, PAPER: PAPER_TONE, DARK: DARK_TONE}
    tones |= {name: ink(name, deck.colours) for name in deck.colours}
    if isinstance(card, ArrowsCard):
        if card.arrows is not Arrows.COLOURED:
            tones[INK] = rgb("#3d4350")
        draw_picture(arrows_picture(card.arrows, deck.colours), tones, at, scale, width)
        return
    tones[INK] = ink(card.colour, deck.colours)
    draw_picture(picture(card.symbol), tones, at, scale, width)
    if card.symbol not in SYMBOLS:
        _draw_text(card.symbol.replace("_", " "), (side / 2, side / 2), side * 0.16, side * 0.58)
    _badge(letter(card.colour, deck.colours), tones[INK], side)


def _badge(text: str, tone: Rgb, side: float) -> None:
    """Draw the letter of a card's colour into its lower left corner: a colour is never told by itself."""
    centre = (side * 0.115, side * 0.115)
    _draw_text(text, centre, side * 0.19, side * 0.2)
    Color(*tone)
    Line(points=(side * 0.055, side * 0.035, side * 0.175, side * 0.035), width=side * 0.012, cap="none")


def _back(side: float) -> None:
    _ground(BACK_TONE, BACK_LINE, side)
    Color(*BACK_LINE)
    inset = side * 0.09
    Line(rounded_rectangle=(inset, inset, side - 2 * inset, side - 2 * inset, side * 0.05), width=side * 0.01)
    for share in (0.16, 0.28):
        diamond = regular((side / 2, side / 2), side * share, 4)
        Line(points=_flat(diamond, (0, 0), 1), width=side * 0.012, close=True)


def _blank(side: float) -> None:
    """A card that lies face up, and nobody told which."""
    _ground(BLANK_TONE, rgb("#8d8a80"), side)
    Color(*rgb("#9a968b"))
    for n in (-1, 0, 1):
        reach = side * 0.05
        Ellipse(pos=(side * (0.5 + 0.18 * n) - reach, side / 2 - reach), size=(2 * reach, 2 * reach))


def _slot(side: float) -> None:
    """Where the first card will lie."""
    Color(*rgb("#4a5763"))
    width = side * 0.02
    corner = side * 0.09
    inset = 2 * width
    Line(rounded_rectangle=(inset, inset, side - 2 * inset, side - 2 * inset, corner), width=width)


def _totem(side: float) -> None:
    Color(*theme.WOOD)
    _fill(OUTLINE, (side * 0.02, side * 0.02), side * 0.96)
    Color(*theme.WOOD_LINE)
    Line(points=_flat(OUTLINE, (side * 0.02, side * 0.02), side * 0.96), width=side * 0.012, close=True)


class Faces:
    """The textures of one deck's cards, made when first asked for, in a few sizes that all share."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._made: dict[tuple[Card | str, int], tuple[Texture, Any]] = {}

    def face(self, card: Card | None, side: float) -> Texture:
        """Return the face of a card, to be shown `side` pixels wide; None: one that nobody named."""
        return self._get(card if card is not None else "blank", side)

    def back(self, side: float) -> Texture:
        """Return the back of the cards."""
        return self._get("back", side)

    def slot(self, side: float) -> Texture:
        """Return the place of a card that is not there."""
        return self._get("slot", side)

    def totem(self, side: float) -> Texture:
        """Return the totem in a square."""
        return self._get("totem", side)

    def _get(self, what: Card | str, side: float) -> Texture:
        key = (what, next((size for size in SIZES if size >= side), SIZES[-1]))
        if key not in self._made:
            self._made[key] = self._make(*key)
        return self._made[key][0]

    def _make(self, what: Card | str, side: int) -> tuple[Texture, Any]:
        if isinstance(what, SymbolCard | ArrowsCard):
            return smooth(side, lambda fine: _face(what, self._deck, fine), PAPER_TONE)
        return smooth(side, {"back": _back, "slot": _slot, "totem": _totem}.get(what, _blank), PAPER_TONE)


@lru_cache(maxsize=4)
def faces_of(deck: Deck) -> Faces:
    """Return the faces of a deck, shared by everything that shows its cards."""
    return Faces(deck)
