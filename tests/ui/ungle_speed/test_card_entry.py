"""The cards: their pictures are all there and told apart when small; telling one is two taps, in any deck."""

from itertools import combinations
from math import cos, sin

import pytest
from kivy.graphics import Color, Fbo, Rectangle

from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Card, Deck, Symbol, SymbolCard
from tests.ui import unpainted
from tests.ui.rig import FRAME, SIZES, Rig
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
    tiled,
    traced,
)
from ui.games.ungle_speed.entries import QUICK_SECONDS, CardEntry
from ui.games.ungle_speed.table import FAMILIES, OpenFamily, cards_of, families, scene
from ui.stage import theme
from ui.stage.rect import Point, Rect
from ui.stage.scene import Pads, PlacedArt, Scene, Viewport
from ui.stage.shapes import Area, Box, Letters, Shape, Stroke
from ui.stage.textures import TEXTURES

LARGE = Deck(
    "large",
    ("purple", "green", "orange", "yellow", "teal", "pink"),
    tuple(Symbol(f"thing_{n}", f"family_{n % 9}") for n in range(60)),
    1,
    1,
    0,
)
PLAIN = Deck("plain", ("red",), (Symbol("moon", "sky"),), 0, 0, 0)
ROOMS = [Viewport(Rect(0, 0, 700, 395), SIZES[800, 480]), Viewport(Rect(0, 0, 1124, 590), SIZES[1280, 720])]


def tiles_of(shown: Scene) -> list[Rect]:
    (pads,) = shown.spots
    assert isinstance(pads, Pads)
    return [rect for _, rect in pads.pads]


class Told:
    """An entry on the screen, and the cards that it told."""

    def __init__(self, rig: Rig, deck: Deck) -> None:
        self.rig = rig
        self.cards: list[Card] = []
        self.entry = CardEntry(deck, self.cards.append)
        self.entry.size = (700, 395)
        rig.show(self.entry)
        rig.pump(2)

    def tap(self, tile: int, times: int = 1) -> None:
        """Tap a tile, or its place so often in quick succession."""
        at = self.tiles[tile].center
        for _ in range(times):
            self.rig.tap_at(*at)
        self.rig.pump(round(QUICK_SECONDS / FRAME))

    @property
    def tiles(self) -> list[Rect]:
        return tiles_of(self.entry["cards"].scene)


def test_two_taps_tell_a_card(rig: Rig) -> None:
    told = Told(rig, STANDARD)
    assert len(told.tiles) == 6
    told.tap(0)
    assert told.cards == []
    # The back tile is the first; then symbol by symbol, colour by colour.
    assert len(told.tiles) == 1 + 4 * 4
    told.tap(1 + 4 + 2)
    assert told.cards == [SymbolCard("circles_square", "orange")]
    assert len(told.tiles) == 6


@pytest.mark.parametrize("family", range(6))
def test_a_double_tap_on_a_family_tells_no_card(rig: Rig, family: int) -> None:
    told = Told(rig, STANDARD)
    told.tap(family, times=2)
    assert told.cards == []
    assert told.entry.opened != FAMILIES
    told.tap(1)
    assert len(told.cards) == 1


def test_a_wrong_family_is_left_again(rig: Rig) -> None:
    told = Told(rig, STANDARD)
    told.tap(2)
    told.tap(0)
    assert len(told.tiles) == 6
    assert told.cards == []


@pytest.mark.parametrize("deck", [STANDARD, LARGE, PLAIN], ids=lambda deck: str(deck.name))
def test_every_card_of_a_deck_can_be_told(deck: Deck) -> None:
    """Whatever tile is tapped, page after page, there is no card that none of them tells."""
    told: set[Card] = set()
    todo, seen = [FAMILIES], {FAMILIES}
    while todo:
        (pads,) = scene(deck, todo.pop(), Viewport(Rect(0, 0, 700, 395)), None).spots
        assert isinstance(pads, Pads)
        for tap, _ in pads.pads:
            if not isinstance(tap, OpenFamily):
                told.add(tap)
            elif tap not in seen:
                seen.add(tap)
                todo.append(tap)
    assert told == set(deck.cards())


def test_what_does_not_fit_is_on_the_next_page(rig: Rig) -> None:
    told = Told(rig, LARGE)
    told.tap(0)
    per_page = len(told.tiles) - 2
    told.tap(-1)
    told.tap(1)
    assert told.cards == [cards_of(LARGE, "family_0")[per_page]]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("deck", [STANDARD, LARGE], ids=lambda deck: str(deck.name))
def test_tiles_are_for_fingers(deck: Deck, room: Viewport) -> None:
    for opened in (FAMILIES, *map(OpenFamily, families(deck))):
        for tile in tiles_of(scene(deck, opened, room, None)):
            assert min(tile.width, tile.height) >= room.mm(theme.TARGET_MM) * 0.97 - 1
            assert tile.x >= -1
            assert tile.right <= room.rect.width + 1
            assert tile.y >= -1
            assert tile.top <= room.rect.height + 1


def test_a_family_is_shown_by_its_name_and_by_cards_of_several_colours() -> None:
    shown = scene(STANDARD, FAMILIES, ROOMS[0], None)
    pads = dict(zip(families(STANDARD), tiles_of(shown), strict=True))
    assert [item.text for item in shown.items if isinstance(item, Letters)] == [
        "pairs", "stars", "discs", "cords", "dots", "arrows",
    ]  # fmt: skip
    for family, tile in pads.items():
        on_it = [item.art for item in shown.items if isinstance(item, PlacedArt) and tile.holds(*item.middle)]
        cards = {art.card(card, STANDARD.colours) for card in cards_of(STANDARD, family)}
        assert set(on_it) <= cards
        assert len(on_it) == len({*on_it}) == min(4, len(cards) if family == "arrows" else len(cards) // 4)


def test_the_tile_under_a_finger_looks_pressed() -> None:
    finger = OpenFamily("stars")
    grounds = [item for item in scene(STANDARD, FAMILIES, ROOMS[0], finger).items if isinstance(item, Box)]
    at = families(STANDARD).index("stars")
    assert [n for n, ground in enumerate(grounds) if ground.tone == theme.PRESSED] == [at]


def test_the_cards_of_the_second_tap_are_drawn_while_nobody_taps(rig: Rig) -> None:
    told = Told(rig, STANDARD)
    rig.pump(len(list(STANDARD.cards())))
    made = TEXTURES.made
    for family in range(len(families(STANDARD))):
        told.tap(family)
        told.tap(0)
    assert TEXTURES.made == made


@pytest.mark.parametrize("count", [1, 2, 3, 6, 16, 40, 200])
def test_tiles_lie_apart_and_in_the_room(count: int) -> None:
    tiling = tiled(Rect(0, 0, 620, 395), count, 62, 15, 1.6)
    cells = tiling.cells
    per_page = len(cells) if tiling.pages == 1 else len(cells) - 1
    assert per_page * tiling.pages >= count
    for n, one in enumerate(cells):
        assert min(one.width, one.height) >= 60
        assert one.width <= one.height * 1.6 + 1e-6
        for other in cells[n + 1 :]:
            assert one.right + 14 <= other.x or other.top + 14 <= one.y or other.right + 14 <= one.x


@pytest.mark.parametrize(("width", "height"), [(620, 395), (620, 300), (620, 150)])
def test_a_colour_keeps_its_column(width: int, height: int) -> None:
    cells = tiled(Rect(0, 0, width, height), 16, 62, 15, 1.6, columns=4).cells
    for n, cell in enumerate(cells[:-4]):
        below = next((other for other in cells[n + 1 :] if abs(other.x - cell.x) < 1), None)
        assert below is None or (cells.index(below) - n) % 4 == 0


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


@pytest.mark.parametrize(
    "colour", [COLOURS[0], *(pytest.param(other, marks=pytest.mark.long) for other in COLOURS[1:])]
)
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
