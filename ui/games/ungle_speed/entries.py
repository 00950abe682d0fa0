"""Entering a card with two taps: first its family, then the card. Everything follows from the deck."""

from collections.abc import Callable, Iterator
from functools import partial

from kivy.clock import Clock

from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card, Deck, SymbolCard, notation
from ui.games.art import diagonals
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.art import tiled
from ui.parts.layout import PartLayout
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part, Picture, grid, row, small_pad
from ui.stage import theme
from ui.stage.painter import room_in
from ui.stage.parts import centred
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Viewport
from ui.stage.shapes import Stroke
from ui.stage.textures import TEXTURES
from ui.widgets.pad import picture_alone

ARROWS = "arrows"
"""The family of the arrow cards, which no deck lists."""
FAMILY_MM = 29.0
"""Least width of a family's pad."""
ACROSS = {False: 8, True: 4}
"""Most cards side by side, by whether the screen is upright."""
HIGHEST_MM = 40.0
"""Greatest height of a card's pad."""
INSET_MM = 0.8
QUICK_SECONDS = 0.25
"""A tap this soon after the cards appeared is the second half of a double tap on the family."""


def families(deck: Deck) -> list[str]:
    """Return the families of a deck as printed, including the arrows."""
    names = list(dict.fromkeys(symbol.family for symbol in deck.symbols))
    return [*names, ARROWS] if cards_of(deck, ARROWS) else names


def cards_of(deck: Deck, family: str) -> list[Card]:
    """Return the cards of a family as printed, symbol by symbol."""
    if family == ARROWS:
        return [card for card in map(ArrowsCard, Arrows) if card in deck.printed]
    symbols = [symbol for symbol in deck.symbols if symbol.family == family]
    return [SymbolCard(symbol.id, colour) for symbol in symbols for colour in deck.colours]


def card_choice(
    deck: Deck,
    family: str,
    opens: Callable[[str], None],
    on_pick: Callable[[Card], None],
    *,
    upright: bool,
    with_missing: bool = False,
) -> Part:
    """Return a pad for each family, or for each card of the open one, with a pad to go back.

    A symbol's cards are side by side; missing cards are crossed out. `with_missing`: pads also say how
    many are missing.
    """
    if not family:
        pads = [
            small_pad(
                _title(deck, name), "", partial(opens, name), above=True, name=f"family {n}",
                picture=_cards_picture(deck, *_sample(deck, name)),
            )
            for n, name in enumerate(families(deck))
        ]  # fmt: skip
        return Pages(tuple(pads), theme.TARGET_MM, FAMILY_MM, name="families")
    pads = [
        small_pad(
            _lacking(deck, card) if with_missing else "", "", partial(on_pick, card),
            picture=_cards_picture(deck, card), above=True, name=f"card {n}",
        )
        for n, card in enumerate(cards_of(deck, family))
    ]  # fmt: skip
    colours, most = len(deck.colours), ACROSS[upright]
    across = colours * max(1, most // colours)
    across = min(-(-across // -(-across // most)), len(pads))
    back = Button(icon="back", on_tap=partial(opens, ""), name="all families", mm=theme.TARGET_MM)
    rows = grid(pads, across).parts
    return row(back, Pages(rows, theme.TARGET_MM, highest_mm=HIGHEST_MM, name=f"cards {family}"))


def _title(deck: Deck, family: str) -> str:
    """Return a family's name and its number of missing cards."""
    count = sum(deck.missing.count(notation(card)) for card in cards_of(deck, family))
    title = words.family(family)
    return f"{title} · {words.missing(count)}" if count else title


def _lacking(deck: Deck, card: Card) -> str:
    """Return how many of several identical cards are missing; for a single one the cross says it."""
    count = deck.missing.count(notation(card))
    return words.missing(count) if count and isinstance(card, ArrowsCard) else ""


def _sample(deck: Deck, family: str) -> list[Card]:
    """Return up to four cards that are typical of a family, each in another colour."""
    cards = cards_of(deck, family)
    if family == ARROWS:
        return cards
    count = len(deck.colours)
    return [cards[n * count + n % count] for n in range(min(4, len(cards) // count))]


def _cards_picture(deck: Deck, *cards: Card) -> Picture:
    """Return a drawing of cards side by side; a single missing card is crossed out."""

    def drawn(room: Viewport) -> Iterator[Item]:
        for cell, card in zip(tiled(room.rect, len(cards), room.mm(INSET_MM)), cards, strict=True):
            yield centred(art.card(card, deck.colours), cell)
        if len(cards) == 1 and not deck.copies(cards[0]):
            for ends in diagonals(room.rect):
                yield Stroke(ends, theme.WARNING, room.mm(0.9), round=True)

    return drawn


class CardEntry(PartScreen):
    """Two taps to a card: calls `on_pick` with it, then offers the families again."""

    deck: Deck
    on_pick: Callable[[Card], None]
    family: str = ""

    def start(self) -> None:
        """Set up timers; nothing is drawn ahead yet."""
        self._to_draw: list[PlacedArt] = []
        self._next: Callable[[], None] = Clock.create_trigger(self._draw_one)
        self._just_opened = Clock.create_trigger(lambda _elapsed: None, QUICK_SECONDS)

    def open(self, family: str) -> None:
        """Offer the cards of a family, or all families for ""."""
        if not self._just_opened.is_triggered:
            if family:
                self._just_opened()
            self.family = family
            self.compose()

    def pick(self, card: Card) -> None:
        """Report a card, unless the tap came too soon."""
        if not self._just_opened.is_triggered:
            self.open("")
            self.on_pick(card)

    def part(self) -> Part:
        """Return the families, or the cards of the open one."""
        return self._choice(self.family)

    def _choice(self, family: str) -> Part:
        return card_choice(self.deck, family, self.open, self.pick, upright=self.upright)

    # While families are shown, draw their cards ahead, one a frame, so that no tap has to wait.

    def arrange(self, rect: Rect) -> None:
        """Make the widgets, and list the pictures of the pads that may come next."""
        super().arrange(rect)
        if not self.family:
            layout = PartLayout(lambda: None)
            placed = (part for name in families(self.deck) for part in layout.of(self._choice(name), rect))
            self._to_draw = [
                item
                for pad in placed
                if isinstance(pad.part, Button) and pad.part.picture is not None
                for item in pad.part.picture(room_in(picture_alone(pad.rect.on_pixels())))
                if isinstance(item, PlacedArt)
            ]
            self._next()

    def _draw_one(self, _elapsed: float) -> None:
        if self._to_draw and self.get_root_window() is not None:
            piece = self._to_draw.pop()
            TEXTURES.of(piece.art, piece.side)
            self._next()
