"""The cards' pictures: all are there, inside the card, and look-alikes differ when small."""

from itertools import combinations
from math import cos, sin

import pytest
from kivy.graphics import Color, Fbo, Rectangle

from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Card, SymbolCard
from tests.ui import unpainted
from tests.ui.rig import Rig
from ui.games.ungle_speed import art
from ui.games.ungle_speed.art import (
    DARK,
    FULL_TURN,
    GREY,
    PAPER,
    SYMBOLS,
    arrows_picture,
    crossings,
    fitted,
    ink,
    letter,
    passing_over,
    picture,
    traced,
)
from ui.stage import theme
from ui.stage.rect import Point
from ui.stage.shapes import Area, Letters, Shape, Stroke
from ui.stage.textures import TEXTURES

SMALL = 48
"""Side of a card on a full table, in pixels."""
CLEARLY = 0.04
"""Share of a small card's pixels that differ where a difference shows at a glance."""
COLOURS = STANDARD.colours
INKS = {ink(colour, COLOURS) for colour in COLOURS}
INK = theme.tone("#123456")
ALL: list[tuple[str, tuple[Shape, ...]]] = [
    *((name, picture(name, INK)) for name in SYMBOLS),
    *((arrows.value, tuple(arrows_picture(arrows, tuple(INKS)))) for arrows in Arrows),
]


def points_of(shapes: tuple[Shape, ...]) -> list[Point]:
    return [point for shape in shapes if isinstance(shape, Area | Stroke) for point in shape.points]


def small(card: Card | None, colours: tuple[str, ...] = COLOURS) -> bytes:
    """Draw a card as small as on a full table."""
    texture = TEXTURES.of(art.card(card, colours), SMALL)
    unpainted.paint()
    fbo = Fbo(size=(SMALL, SMALL))
    with fbo:
        Color(1, 1, 1)
        Rectangle(texture=texture, size=(SMALL, SMALL))
    fbo.draw()
    return bytes(fbo.pixels)


def differing(one: bytes, other: bytes, distance: int = 150) -> float:
    """Return the share of pixels whose colours are further than `distance` from each other."""
    far = sum(
        abs(one[n] - other[n]) + abs(one[n + 1] - other[n + 1]) + abs(one[n + 2] - other[n + 2]) > distance
        for n in range(0, len(one), 4)
    )
    return far / (len(one) / 4)


def test_every_symbol_of_the_shipped_deck_is_drawn() -> None:
    assert {symbol.id for symbol in STANDARD.symbols} == set(SYMBOLS)


@pytest.mark.parametrize(("name", "shapes"), ALL, ids=[name for name, _ in ALL])
def test_a_picture_stays_on_its_card(name: str, shapes: tuple[Shape, ...]) -> None:
    assert shapes
    assert all(0 < x < 1 and 0 < y < 1 for x, y in points_of(shapes))


@pytest.mark.parametrize(("name", "shapes"), ALL, ids=[name for name, _ in ALL])
def test_tones_are_those_of_the_card(name: str, shapes: tuple[Shape, ...]) -> None:
    own = {INK} if name in SYMBOLS else INKS if name == Arrows.COLOURED.value else {GREY}
    assert own <= {shape.tone for shape in shapes} <= {PAPER, DARK, *own}


def test_a_cord_passes_over_and_under_by_turns() -> None:
    def trefoil(t: float) -> Point:
        return sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t)

    path = fitted(traced(trefoil, 0.1, 0.1 + FULL_TURN, 120), 0.1)
    visits = sorted(index for pair in crossings(path) for index in pair)
    assert len(visits) == 2 * 3
    over = list(passing_over(path, 0.04))
    assert len(over) == 3
    assert [part[0] in path[: visits[2 * n + 1] + 1] for n, part in enumerate(over)] == [True] * 3
    # Of the two times that it comes to a crossing it passes over at one.
    assert [any(path[index] in part for part in over) for index in visits] == [False, True] * 3
    assert crossings(((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))) == ()


@pytest.mark.parametrize("colour", STANDARD.colours)
def test_no_two_symbols_of_one_colour_look_the_same_when_small(rig: Rig, colour: str) -> None:
    drawn = {symbol.id: small(SymbolCard(symbol.id, colour)) for symbol in STANDARD.symbols}
    near = {
        (a, b): share for a, b in combinations(drawn, 2) if (share := differing(drawn[a], drawn[b])) < CLEARLY
    }
    assert not near


@pytest.mark.parametrize("symbol", [symbol.id for symbol in STANDARD.symbols])
def test_the_colours_of_a_symbol_differ_when_small(rig: Rig, symbol: str) -> None:
    drawn = [small(SymbolCard(symbol, colour)) for colour in STANDARD.colours]
    assert all(differing(one, other, distance=90) > CLEARLY for one, other in combinations(drawn, 2))


def test_arrows_and_the_nameless_card_differ_when_small(rig: Rig) -> None:
    drawn = [small(card) for card in (*map(ArrowsCard, Arrows), None)]
    assert all(differing(one, other) > 0.15 for one, other in combinations(drawn, 2))


def test_a_colour_is_never_told_by_itself() -> None:
    letters = [letter(colour, STANDARD.colours) for colour in STANDARD.colours]
    assert len(set(letters)) == len(STANDARD.colours)
    assert letter("pink", ("purple", "pink")) == "PI"
    assert letter("blue", ("blue", "blueish")) == "BLUE"


def test_another_deck_has_inks_and_pictures_too(rig: Rig) -> None:
    colours = ("purple", "teal", "pink")
    assert len({ink(colour, colours) for colour in colours}) == 3
    moon, sun = (SymbolCard(name, "teal") for name in ("moon", "sun"))
    # Nobody drew them: they are told apart by their names.
    assert picture("moon", INK) == picture("sun", INK)
    assert {shape.text for shape in art.card(moon, colours).shapes if isinstance(shape, Letters)} == {
        "moon",
        "T",
    }
    assert small(moon, colours) != small(sun, colours)
