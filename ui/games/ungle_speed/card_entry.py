"""Telling a card with two taps: its family, then the card itself. Everything follows from the deck."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle
from msgspec import Struct

from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card, Deck, SymbolCard
from ui import theme
from ui.games.ungle_speed import words
from ui.games.ungle_speed.card import faces_of
from ui.games.ungle_speed.tiling import tiled
from ui.kivy_types import Touch
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect

ARROWS = "arrows"
"""The family of the arrow cards; not one of the deck's."""
WIDE = 2.2
"""The tile of a family may be this many times as wide as high."""
CARD = 1.6
"""The tile of a card likewise: the card on it is square, the finger has more room."""


class Tile(Struct, frozen=True):
    """Something to tap: the cards on it, its words, and what it does."""

    cards: tuple[Card, ...]
    text: str
    act: Callable[[], None]


class CardEntry(Face):
    """Two taps to a card; `on_card` is called with it, and the families are offered again."""

    def __init__(self, deck: Deck, on_card: Callable[[Card], None]) -> None:
        super().__init__()
        self._deck = deck
        self._on_card = on_card
        self._faces = faces_of(deck)
        self._family: str | None = None
        self._page = 0
        self._tiles: list[tuple[Rect, Tile, Color]] = []
        self._pressed: tuple[Rect, Tile, Color] | None = None
        self._unmade: list[tuple[Card, float]] = []

    def reset(self) -> None:
        """Go back to the families."""
        self._go(None)

    def arrange(self, rect: Rect) -> None:
        """Lay the tiles of this step into `rect`."""
        self.canvas.clear()
        self._tiles.clear()
        self._pressed = None
        if rect.width < theme.mm(theme.TARGET_MM) or rect.height < theme.mm(theme.TARGET_MM):
            return
        if self._family is None:
            self._offer(rect, self._families(), WIDE, 0)
            self._prepare(rect)
            return
        back, rest = rect.cut_left(theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM))
        self._put(back, Tile((), "", self.reset), arrow=True)
        self._offer(rest, self._cards(self._family), CARD, self._columns(self._family))

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Press the tile under the finger."""
        found = self._at(touch)
        if found is None:
            return super().on_touch_down(touch)
        self._pressed = found
        found[2].rgba = theme.PRESSED
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Do what the tile says, if the finger is still on it."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        pressed, self._pressed = self._pressed, None
        if pressed is not None:
            pressed[2].rgba = theme.RAISED
            if self._at(touch) is pressed:
                pressed[1].act()
        return True

    def _at(self, touch: Touch) -> tuple[Rect, Tile, Color] | None:
        for found in self._tiles:
            rect = found[0]
            if rect.x <= touch.x <= rect.right and rect.y <= touch.y <= rect.top:
                return found
        return None

    def _go(self, family: str | None, page: int = 0) -> None:
        self._family, self._page = family, page
        self.rearrange()

    def _tell(self, card: Card) -> None:
        self.reset()
        self._on_card(card)

    # What is offered.

    def _family_cards(self, family: str) -> list[Card]:
        if family == ARROWS:
            return [card for card in map(ArrowsCard, Arrows) if self._deck.copies(card)]
        return [
            SymbolCard(symbol.id, colour)
            for symbol in self._deck.symbols
            if symbol.family == family
            for colour in self._deck.colours
        ]

    def _families(self) -> list[Tile]:
        names = list(dict.fromkeys(symbol.family for symbol in self._deck.symbols))
        if self._family_cards(ARROWS):
            names.append(ARROWS)
        return [Tile(self._sample(name), words.family(name), self._opener(name)) for name in names]

    def _sample(self, family: str) -> tuple[Card, ...]:
        """Return up to four cards that show what a family looks like, each in another colour."""
        cards = self._family_cards(family)
        if family == ARROWS:
            return tuple(cards)
        count = len(self._deck.colours)
        return tuple(cards[n * count + n % count] for n in range(min(4, len(cards) // count)))

    def _opener(self, family: str) -> Callable[[], None]:
        return lambda: self._go(family)

    def _cards(self, family: str) -> list[Tile]:
        return [Tile((card,), "", self._teller(card)) for card in self._family_cards(family)]

    def _teller(self, card: Card) -> Callable[[], None]:
        return lambda: self._tell(card)

    def _columns(self, family: str) -> int:
        return 0 if family == ARROWS else len(self._deck.colours)

    # How it is drawn.

    def _offer(self, room: Rect, tiles: list[Tile], shape: float, columns: int) -> None:
        least, gap = theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM)
        tiling = tiled(room, len(tiles), least, gap, shape, columns)
        if tiling.pages > 1:
            size = len(tiling.cells) - 1
            page = self._page % tiling.pages
            family = self._family
            tiles = tiles[page * size : (page + 1) * size]
            tiles.append(Tile((), words.MORE, lambda: self._go(family, page + 1)))
        for cell, tile in zip(tiling.cells, tiles, strict=False):
            self._put(cell, tile)

    def _put(self, rect: Rect, tile: Tile, *, arrow: bool = False) -> None:
        rect = Rect(round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        tone = Color(*theme.RAISED)
        group = InstructionGroup()
        group.add(tone)
        radius = [theme.mm(theme.RADIUS_MM)]
        group.add(RoundedRectangle(pos=(rect.x, rect.y), size=(rect.width, rect.height), radius=radius))
        if arrow:
            (x, y), reach = rect.center, theme.mm(2.4)
            points = (x + reach / 2, y + reach, x - reach / 2, y, x + reach / 2, y - reach)
            group.add(Color(*theme.TEXT))
            group.add(Line(points=points, width=theme.mm(0.35), cap="round", joint="round"))
        room = rect.inset(theme.mm(0.8))
        if tile.text:
            line = room if not tile.cards else room.cut_bottom(theme.body() * 1.35)[0]
            caption = Caption(theme.TEXT, bold=True)
            caption.place(line.x, line.y, line.width, line.height, theme.body())
            caption.show(tile.text)
            group.add(caption.group)
            room = room.cut_bottom(line.height)[1]
        self._add_cards(group, room, tile.cards)
        self.canvas.add(group)
        self._tiles.append((rect, tile, tone))

    def _add_cards(self, group: InstructionGroup, room: Rect, cards: tuple[Card, ...]) -> None:
        if not cards:
            return
        gap = theme.mm(0.8)
        group.add(Color(1, 1, 1))
        for cell, card in zip(tiled(room, len(cards), 1, gap, 1.0).cells, cards, strict=True):
            texture = self._faces.face(card, cell.width)
            group.add(
                Rectangle(texture=texture, pos=(round(cell.x), round(cell.y)), size=(round(cell.width),) * 2)
            )

    # The faces of the second step are made one a frame, so that the first tap doesn't wait for them.

    def _prepare(self, rect: Rect) -> None:
        rest = rect.cut_left(theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM))[1]
        least, gap = theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM)
        self._unmade.clear()
        for family in dict.fromkeys(symbol.family for symbol in self._deck.symbols):
            cards = self._family_cards(family)
            cell = tiled(rest, len(cards), least, gap, CARD, self._columns(family)).cells[0]
            self._unmade += [(card, min(cell.width, cell.height) - 2 * theme.mm(0.8)) for card in cards]
        Clock.schedule_once(self._make_one, 0)

    def _make_one(self, _elapsed: float) -> None:
        if self._unmade:
            card, side = self._unmade.pop()
            self._faces.face(card, side)
            Clock.schedule_once(self._make_one, 0)
