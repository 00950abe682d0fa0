"""Telling a card: two taps, targets for a finger, and any deck."""

import pytest

from companion.games.ungle_speed.deck import STANDARD, Card, Deck, Symbol, SymbolCard
from tests.ui.rig import Rig
from ui import theme
from ui.games.ungle_speed.card_entry import CardEntry
from ui.games.ungle_speed.tiling import tiled
from ui.widgets.layout import Rect

LARGE = Deck(
    "large",
    ("purple", "green", "orange", "yellow", "teal", "pink"),
    tuple(Symbol(f"thing_{n}", f"family_{n % 9}") for n in range(60)),
    1,
    1,
    0,
)
PLAIN = Deck("plain", ("red",), (Symbol("moon", "sky"),), 0, 0, 0)
ROOMS = [(800, 480, 700, 395), (1280, 720, 1124, 590)]


class Told:
    """An entry on the screen, and the cards that it told."""

    def __init__(self, rig: Rig, deck: Deck, width: float = 700, height: float = 395) -> None:
        self.rig = rig
        self.cards: list[Card] = []
        self.entry = CardEntry(deck, self.cards.append)
        self.entry.size = (width, height)
        rig.show(self.entry)
        rig.pump(2)

    def tap(self, tile: int) -> None:
        """Tap a tile by its number on this page."""
        self.rig.tap_at(*self.entry._tiles[tile][0].center)

    @property
    def tiles(self) -> list[Rect]:
        """Where the tiles of this page lie."""
        return [rect for rect, _, _ in self.entry._tiles]


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


def test_a_wrong_family_is_left_again(rig: Rig) -> None:
    told = Told(rig, STANDARD)
    told.tap(2)
    told.tap(0)
    assert len(told.tiles) == 6
    assert told.cards == []


@pytest.mark.parametrize("deck", [STANDARD, LARGE, PLAIN], ids=lambda deck: str(deck.name))
def test_every_card_of_a_deck_can_be_told(rig: Rig, deck: Deck) -> None:
    told = Told(rig, deck)
    entry = told.entry
    families = list(dict.fromkeys(symbol.family for symbol in deck.symbols))
    offered = [card for family in [*families, "arrows"] for card in entry._family_cards(family)]
    assert set(offered) == set(deck.cards())


def test_what_does_not_fit_is_on_the_next_page(rig: Rig) -> None:
    told = Told(rig, LARGE)
    told.tap(0)
    per_page = len(told.tiles) - 2
    told.tap(-1)
    told.tap(1)
    assert told.cards == [told.entry._family_cards("family_0")[per_page]]


@pytest.mark.parametrize(("window_width", "window_height", "width", "height"), ROOMS)
@pytest.mark.parametrize("deck", [STANDARD, LARGE], ids=lambda deck: str(deck.name))
def test_tiles_are_for_fingers(
    rig: Rig, deck: Deck, window_width: int, window_height: int, width: int, height: int
) -> None:
    rig.size(window_width, window_height)
    told = Told(rig, deck, width, height)
    for tile in range(len(told.tiles)):
        told.entry.reset()
        rig.pump(2)
        if tile < len(told.tiles):
            for rect in told.tiles:
                assert min(rect.width, rect.height) >= theme.mm(theme.TARGET_MM) * 0.97 - 1
            told.tap(tile)
            for rect in told.tiles:
                assert min(rect.width, rect.height) >= theme.mm(theme.TARGET_MM) * 0.97 - 1
                assert rect.x >= -1
                assert rect.right <= width + 1
                assert rect.y >= -1
                assert rect.top <= height + 1


@pytest.mark.parametrize("count", [1, 2, 3, 6, 16, 40, 200])
def test_tiles_lie_apart_and_in_the_room(count: int) -> None:
    room = Rect(0, 0, 620, 395)
    tiling = tiled(room, count, 62, 15, 1.6)
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
