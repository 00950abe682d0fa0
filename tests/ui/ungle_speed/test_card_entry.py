"""The cards: all have pictures, distinct even when small; entering one is two taps, in any deck."""

from itertools import combinations
from math import cos, sin

import pytest
from kivy.graphics import Color, Fbo, Rectangle
from msgspec.structs import replace

from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Card, Deck, Symbol, SymbolCard
from tests.ui import unpainted
from tests.ui.rig import FRAME, Rig
from tests.ui.ungle_speed.table import choice
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
from ui.games.ungle_speed.entries import QUICK_SECONDS, CardEntry, cards_of, families
from ui.parts.values import Button, Part, Row, walk
from ui.stage import theme
from ui.stage.rect import Point, Rect
from ui.stage.scene import PlacedArt, Viewport
from ui.stage.shapes import Area, Letters, Shape, Stroke
from ui.stage.textures import TEXTURES

THINGS = tuple(Symbol(f"thing_{n}", f"family_{n % 9}") for n in range(60))
LARGE = Deck("large", ("purple", "green", "orange", "yellow", "teal", "pink"), THINGS, 1, 1, 0)
PLAIN = Deck("plain", ("red",), (Symbol("moon", "sky"),), 0, 0, 0)
TWO_COLOURS = Deck("two", ("red", "blue"), tuple(Symbol(f"moon_{n}", "sky") for n in range(3)), 0, 0, 0)


class Picking:
    """An entry on the screen, and the cards entered on it."""

    def __init__(self, rig: Rig, deck: Deck, size: tuple[int, int] = (681, 278)) -> None:
        self.rig = rig
        self.cards: list[Card] = []
        self.entry = CardEntry(deck, self.cards.append)
        self.entry.size = size
        rig.show(self.entry)
        rig.pump(2)

    def tap(self, name: str, times: int = 1) -> None:
        """Tap a pad, or its place, several times in quick succession."""
        at = self.entry[name].center
        for _ in range(times):
            self.rig.tap_at(*at)
        self.rig.pump(round(QUICK_SECONDS / FRAME))

    @property
    def pads(self) -> int:
        return sum(isinstance(part, Button) for part in walk(self.entry.part()))


def rows_of(part: Part) -> list[list[str]]:
    """Return the names of the card pads, row by row."""
    return [[pad.name for pad in line.parts] for line in walk(part) if isinstance(line, Row)][1:]


def test_two_taps_tell_a_card(rig: Rig) -> None:
    picking = Picking(rig, STANDARD)
    assert picking.pads == 6
    picking.tap("family 0")
    assert picking.cards == []
    assert picking.pads == 1 + 4 * 4
    # Symbol by symbol, colour by colour.
    picking.tap("card 6")
    assert picking.cards == [SymbolCard("circles_square", "orange")]
    assert picking.pads == 6


@pytest.mark.parametrize("family", range(6))
def test_a_double_tap_on_a_family_tells_no_card(rig: Rig, family: int) -> None:
    picking = Picking(rig, STANDARD)
    picking.tap(f"family {family}", times=2)
    assert picking.cards == []
    assert picking.entry.family
    picking.tap("card 0")
    assert len(picking.cards) == 1


def test_a_wrong_family_is_left_again(rig: Rig) -> None:
    picking = Picking(rig, STANDARD)
    picking.tap("family 2")
    picking.rig.tap(picking.entry["all families"])
    assert picking.pads == 6
    picking.tap("family 0")
    assert (picking.entry.family, picking.cards) == ("pairs", [])


@pytest.mark.parametrize("deck", [STANDARD, LARGE, PLAIN, TWO_COLOURS], ids=lambda deck: str(deck.name))
def test_every_card_of_a_deck_can_be_told(deck: Deck) -> None:
    opened: list[str] = []
    for part in walk(choice(deck, opens=opened.append)):
        if isinstance(part, Button) and part.on_tap is not None:
            part.on_tap()
    picked: list[Card] = []
    for family in opened:
        for part in walk(choice(deck, family, on_pick=picked.append)):
            if isinstance(part, Button) and part.name.startswith("card ") and part.on_tap is not None:
                part.on_tap()
    assert set(picked) == set(deck.cards())


@pytest.mark.parametrize(
    ("deck", "family", "stands", "lengths"),
    [
        (STANDARD, "pairs", False, [8] * 2),
        (STANDARD, "pairs", True, [4] * 4),
        (STANDARD, "arrows", False, [3]),
        (LARGE, "family_0", False, [6] * 7),
        (LARGE, "family_0", True, [3] * 14),
        (TWO_COLOURS, "sky", False, [6]),
        (TWO_COLOURS, "sky", True, [4, 4]),
    ],
)
def test_a_colour_keeps_its_column(deck: Deck, family: str, stands: bool, lengths: list[int]) -> None:
    rows = rows_of(choice(deck, family, upright=stands))
    assert [len(row) for row in rows] == lengths
    cards = [name for row in rows for name in row if name]
    assert cards == [f"card {n}" for n in range(len(cards_of(deck, family)))]


@pytest.mark.parametrize("size", [(681, 260), (420, 640)])
@pytest.mark.parametrize("deck", [STANDARD, LARGE], ids=lambda deck: str(deck.name))
def test_pads_are_for_fingers_on_every_page(rig: Rig, deck: Deck, size: tuple[int, int]) -> None:
    picking = Picking(rig, deck, size)
    seen: set[str] = set()
    for n, family in enumerate(families(deck)):
        picking.tap(f"family {n}")
        pages = [None, *(f"cards {family} down" for _ in range(9) if f"cards {family} down" in picking.entry)]
        for turn in pages:
            if turn is not None:
                picking.tap(turn)
            for pad in picking.entry.children:
                assert min(pad.size) >= theme.mm(theme.TARGET_MM) * 0.97 - 1
                assert pad.x >= -1
                assert pad.right <= size[0] + 1
                assert pad.y >= -1
                assert pad.top <= size[1] + 1
            seen |= {f"{family} {m}" for m in range(60) if f"card {m}" in picking.entry}
        picking.tap("all families")
    assert len(seen) == sum(len(cards_of(deck, family)) for family in families(deck))


def test_a_family_is_shown_by_its_name_and_by_cards_of_several_colours() -> None:
    # A missing card still shows what its family looks like.
    deck = replace(STANDARD, missing=("star_wavy purple",))
    pads = [part for part in walk(choice(deck)) if isinstance(part, Button)]
    assert [pad.title for pad in pads] == ["pairs", "stars · 1 missing", "discs", "cords", "dots", "arrows"]
    for pad, family in zip(pads, families(STANDARD), strict=True):
        assert pad.picture is not None
        shown = pad.picture(Viewport(Rect(0, 0, 200, 150), 1.0))
        on_it = [item.art if isinstance(item, PlacedArt) else None for item in shown]
        cards = cards_of(STANDARD, family)
        several = cards if family == "arrows" else cards[::5]
        assert on_it == [art.card(card, STANDARD.colours) for card in several]


def test_the_cards_of_the_second_tap_are_drawn_while_nobody_taps(rig: Rig) -> None:
    picking = Picking(rig, STANDARD)
    rig.pump(len(list(STANDARD.cards())))
    made = TEXTURES.made
    for family in range(len(families(STANDARD))):
        picking.tap(f"family {family}")
        picking.tap("all families")
    assert TEXTURES.made == made


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_squares_lie_apart_and_fill_the_room(count: int) -> None:
    cells = tiled(Rect(10, 20, 620, 395), count, 15)
    assert len(cells) == count
    left, top = min(cell.x for cell in cells), max(cell.top for cell in cells)
    assert left == pytest.approx(10) or top == pytest.approx(415)
    for n, one in enumerate(cells):
        assert one.width == pytest.approx(one.height)
        for other in cells[n + 1 :]:
            assert one.right + 14 <= other.x or other.top + 14 <= one.y or other.right + 14 <= one.x


SMALL = 48
"""Side of a card on a full table, in pixels."""
CLEARLY = 0.04
"""Share of a small card's pixels that must differ for a difference to show at a glance."""
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
    """Return the share of pixels whose colours differ by more than `distance`."""
    apart = [abs(a - b) for a, b in zip(one, other, strict=True)]
    far = [sum(rgb) > distance for rgb in zip(apart[::4], apart[1::4], apart[2::4], strict=True)]
    return sum(far) / len(far)


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
    # Of its two visits to a crossing it passes over at one.
    assert [any(path[index] in part for part in over) for index in visits] == [False, True] * 3
    assert crossings(((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))) == ()


@pytest.mark.parametrize(
    "colour", [COLOURS[0], *(pytest.param(other, marks=pytest.mark.long) for other in COLOURS[1:])]
)
def test_no_two_symbols_of_one_colour_look_the_same_when_small(rig: Rig, colour: str) -> None:
    drawn = {symbol.id: small(SymbolCard(symbol.id, colour)) for symbol in STANDARD.symbols}
    shares = {(a, b): differing(drawn[a], drawn[b]) for a, b in combinations(drawn, 2)}
    assert not {pair: share for pair, share in shares.items() if share < CLEARLY}


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
    # They have no artwork and are distinguished by their names.
    assert picture("moon", INK) == picture("sun", INK)
    texts = {shape.text for shape in art.card(moon, colours).shapes if isinstance(shape, Letters)}
    assert texts == {"moon", "T"}
    assert small(moon, colours) != small(sun, colours)
