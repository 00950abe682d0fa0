"""The cards' pictures: all are there, inside the card, and look-alikes differ when small."""

from itertools import combinations, pairwise

import pytest
from kivy.graphics import Color, Fbo, Rectangle

from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Card, Deck, Symbol, SymbolCard
from tests.ui.rig import Rig
from ui.games.ungle_speed.card import Faces, faces_of, ink, letter
from ui.games.ungle_speed.geometry import (
    DARK,
    INK,
    PAPER,
    Area,
    Picture,
    Point,
    crossings,
    fitted,
    traced,
)
from ui.games.ungle_speed.symbols import SYMBOLS, arrows_picture, picture

SMALL = 48
"""Side of a card on a full table, in pixels."""
CLEARLY = 0.04
"""Share of a small card's pixels that differ where a difference shows at a glance."""

ALL: list[tuple[str, Picture]] = [
    *((name, picture(name)) for name in SYMBOLS),
    *((arrows.value, arrows_picture(arrows, STANDARD.colours)) for arrows in Arrows),
]


def points_of(figures: Picture) -> list[Point]:
    return [
        point
        for figure in figures
        for point in (figure.points if isinstance(figure, Area) else (*figure.left, *figure.right))
    ]


def small(card: Card | None, faces: Faces) -> bytes:
    """Draw a card as small as on a full table."""
    fbo = Fbo(size=(SMALL, SMALL))
    with fbo:
        Color(1, 1, 1)
        Rectangle(texture=faces.face(card, SMALL), size=(SMALL, SMALL))
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


@pytest.mark.parametrize(("name", "figures"), ALL, ids=[name for name, _ in ALL])
def test_a_picture_stays_on_its_card(name: str, figures: Picture) -> None:
    # The picture takes four fifths of the card: so much may it lap over before it meets the card's edge.
    assert all(-0.12 < x < 1.12 and -0.12 < y < 1.12 for x, y in points_of(figures))


@pytest.mark.parametrize(("name", "figures"), ALL, ids=[name for name, _ in ALL])
def test_tones_are_those_of_the_card(name: str, figures: Picture) -> None:
    assert {figure.tone for figure in figures} <= {INK, PAPER, DARK, *STANDARD.colours}


def test_a_cord_passes_over_and_under_by_turns() -> None:
    eight = traced(lambda t: (t, t * t * t - t), -1.2, 1.2, 60)
    loop = [*eight, (-1.2, 0.6), (1.2, -0.2)]
    assert len(crossings(fitted(loop, 0.1))) >= 1
    straight = [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]
    assert crossings(straight) == []


@pytest.mark.parametrize("colour", STANDARD.colours)
def test_no_two_symbols_of_one_colour_look_the_same_when_small(rig: Rig, colour: str) -> None:
    faces = faces_of(STANDARD)
    drawn = {symbol.id: small(SymbolCard(symbol.id, colour), faces) for symbol in STANDARD.symbols}
    near = {
        (a, b): share for a, b in combinations(drawn, 2) if (share := differing(drawn[a], drawn[b])) < CLEARLY
    }
    assert not near


@pytest.mark.parametrize("symbol", [symbol.id for symbol in STANDARD.symbols])
def test_the_colours_of_a_symbol_differ_when_small(rig: Rig, symbol: str) -> None:
    faces = faces_of(STANDARD)
    drawn = [small(SymbolCard(symbol, colour), faces) for colour in STANDARD.colours]
    assert all(differing(one, other, distance=90) > CLEARLY for one, other in combinations(drawn, 2))


def test_arrows_and_the_nameless_card_differ_when_small(rig: Rig) -> None:
    faces = faces_of(STANDARD)
    drawn = [small(card, faces) for card in (*map(ArrowsCard, Arrows), None)]
    assert all(differing(one, other) > 0.15 for one, other in combinations(drawn, 2))


def test_a_colour_is_never_told_by_itself() -> None:
    letters = [letter(colour, STANDARD.colours) for colour in STANDARD.colours]
    assert len(set(letters)) == len(STANDARD.colours)
    assert letter("pink", ("purple", "pink")) == "PI"
    assert letter("blue", ("blue", "blueish")) == "BLUE"


def test_another_deck_has_inks_and_pictures_too(rig: Rig) -> None:
    colours = ("purple", "teal", "pink")
    deck = Deck("other", colours, (Symbol("moon", "sky"), Symbol("sun", "sky")), 1, 0, 0)
    assert len({ink(colour, colours) for colour in colours}) == 3
    faces = Faces(deck)
    moon, sun = (small(SymbolCard(name, "teal"), faces) for name in ("moon", "sun"))
    # Nobody drew them: they are told apart by their names.
    assert picture("moon") == picture("sun")
    assert moon != sun


def test_a_face_is_made_once(rig: Rig) -> None:
    faces = Faces(STANDARD)
    card = SymbolCard("star_eight", "yellow")
    made = [faces.face(card, side) for side in (60, 60.4, 64)]
    assert all(one is other for one, other in pairwise(made))
