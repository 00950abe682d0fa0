"""Telling a card with two taps: its family, then the card itself. Everything follows from the deck. Pure."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card, Deck, SymbolCard, written
from ui import theme
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.setup_words import missing
from ui.games.ungle_speed.tiling import tiled
from ui.stage.parts import centred
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Room, Scene, Spot
from ui.stage.shapes import Box, Letters, Stroke

ARROWS = "arrows"
"""The family of the arrow cards; not one of the deck's."""
WIDE = 2.2
"""The tile of a family may be this many times as wide as high."""
CARD = 1.6
"""The tile of a card likewise: the card on it is square, the finger has more room."""
INSET_MM = 0.8


class OpenFamily(Struct, frozen=True):
    """The family that was tapped, None before; and which page of its cards is shown."""

    family: str | None = None
    page: int = 0


FAMILIES = OpenFamily()
Tap: TypeAlias = OpenFamily | Card
"""What a tile does: it opens something, or it tells a card."""


class Tile(Struct, frozen=True):
    """Something to tap: what it does, the cards on it, and its words."""

    tap: Tap
    cards: tuple[Card, ...] = ()
    text: str = ""


def families(deck: Deck) -> list[str]:
    """Return the families of a deck as it was printed, with that of the arrows."""
    names = list(dict.fromkeys(symbol.family for symbol in deck.symbols))
    return [*names, ARROWS] if cards_of(deck, ARROWS) else names


def cards_of(deck: Deck, family: str) -> list[Card]:
    """Return the cards of a family as they were printed, symbol by symbol."""
    if family == ARROWS:
        printed = replace(deck, missing=())
        return [card for card in map(ArrowsCard, Arrows) if printed.copies(card)]
    return [
        SymbolCard(symbol.id, colour)
        for symbol in deck.symbols
        if symbol.family == family
        for colour in deck.colours
    ]


def scene(
    deck: Deck, opened: OpenFamily, room: Room, finger: Spot | None, *, telling_missing: bool = False
) -> Scene:
    """Return the tiles of the families, or of the cards of the one that was opened; its spots are taps.

    Cards that are missing are crossed out. `telling_missing`: tiles have words for how many are.
    """
    rect, target, gap = room.rect, room.mm(theme.TARGET_MM), room.mm(theme.GAP_MM)
    if min(rect.width, rect.height) < target:
        return Scene()
    family = opened.family
    if family is None:
        tiles = [Tile(OpenFamily(name), _sample(deck, name), _title(deck, name)) for name in families(deck)]
        laid = _laid(room, rect, tiles, opened, WIDE, 0)
    else:
        back, rest = rect.cut_left(target, gap)
        tiles = [
            Tile(card, (card,), _lacking(deck, card) if telling_missing else "")
            for card in cards_of(deck, family)
        ]
        columns = 0 if family == ARROWS else len(deck.colours)
        laid = [(back, Tile(FAMILIES)), *_laid(room, rest, tiles, opened, CARD, columns)]
    items: list[Item | None] = []
    pads: list[tuple[Tap, Rect]] = []
    for cell, tile in laid:
        at = Rect(round(cell.x), round(cell.y), round(cell.width), round(cell.height))
        pads.append((tile.tap, at))
        items += _drawn(tile, deck, Room(at, room.density), pressed=finger == tile.tap)
        if not isinstance(tile.tap, OpenFamily) and not deck.copies(tile.tap):
            items += _crossed(Room(at, room.density))
    return Scene(tuple(items), (Pads(tuple(pads)),))


def _title(deck: Deck, family: str) -> str:
    """Return the words of a family, and how many of its cards are missing."""
    count = sum(deck.missing.count(written(card)) for card in cards_of(deck, family))
    title = words.family(family)
    return f"{title} · {missing(count)}" if count else title


def _lacking(deck: Deck, card: Card) -> str:
    """Return how many of several alike are missing; of a single one the cross says it."""
    count = deck.missing.count(written(card))
    return missing(count) if count and isinstance(card, ArrowsCard) else ""


def _crossed(room: Room) -> Iterator[Item]:
    rect = room.rect.inset(room.mm(1.6))
    for ends in (((rect.x, rect.y), (rect.right, rect.top)), ((rect.x, rect.top), (rect.right, rect.y))):
        yield Stroke(ends, theme.WARNING, room.mm(0.9), round=True)


def _sample(deck: Deck, family: str) -> tuple[Card, ...]:
    """Return up to four cards that show what a family looks like, each in another colour."""
    cards = cards_of(deck, family)
    if family == ARROWS:
        return tuple(cards)
    count = len(deck.colours)
    return tuple(cards[n * count + n % count] for n in range(min(4, len(cards) // count)))


def _laid(
    room: Room, rect: Rect, tiles: list[Tile], opened: OpenFamily, shape: float, columns: int
) -> list[tuple[Rect, Tile]]:
    """Return where the tiles of one page lie; where there are several, one turns to the next."""
    tiling = tiled(rect, len(tiles), room.mm(theme.TARGET_MM), room.mm(theme.GAP_MM), shape, columns)
    if tiling.pages > 1:
        size, page = len(tiling.cells) - 1, opened.page % tiling.pages
        more = OpenFamily(opened.family, (page + 1) % tiling.pages)
        tiles = [*tiles[page * size :][:size], Tile(more, text=words.MORE)]
    return list(zip(tiling.cells, tiles, strict=False))


def _drawn(tile: Tile, deck: Deck, room: Room, *, pressed: bool) -> Iterator[Item]:
    rect, (x, y) = room.rect, room.rect.center
    yield Box(rect, theme.PRESSED if pressed else theme.RAISED, room.mm(theme.RADIUS_MM))
    if tile.tap == FAMILIES:
        reach = room.mm(2.4)
        chevron = ((x + reach / 2, y + reach), (x - reach / 2, y), (x + reach / 2, y - reach))
        yield Stroke(chevron, theme.TEXT, room.mm(0.7), round=True)
    inner, body = rect.inset(room.mm(INSET_MM)), room.mm(theme.BODY_MM)
    if tile.text:
        line, above = inner.cut_bottom(body * 1.35)
        yield Letters(tile.text, line if tile.cards else inner, theme.TEXT, body, bold=True)
        inner = above
    cells = tiled(inner, len(tile.cards), 1, room.mm(INSET_MM), 1.0).cells if tile.cards else ()
    for cell, card in zip(cells, tile.cards, strict=True):
        yield centred(art.card(card, deck.colours), cell)
