"""The pairs of a board with their tokens, as a scene; for the table, and for the tally. Pure."""

from collections.abc import Iterator
from math import inf

from msgspec import Struct

from companion.games.speed_mode.board import FIRST, Place
from companion.games.speed_mode.cards import Kind
from companion.games.speed_mode.model import Extra
from companion.games.speed_mode.view import HalfView, PairView
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode import art
from ui.games.speed_mode.aims import HalfTap
from ui.games.speed_mode.plan import GAP_MM, TilePlan, plan_in
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Room, Scene, Spot
from ui.stage.shapes import Box, Rim

COVERED, LOST = 0.42, 0.26
"""What is left of the cards under a token, and of those that nobody can combine any more."""
CROSS, TOKEN = 0.62, 0.94
"""Width of a cross in halves, and of a circle in pairs."""
EXTRA_MM = 5.0
"""A quadrilateral is at most so large."""
EXTRA = 2.1
"""And otherwise so large, in gaps between pairs."""
RADIUS = 0.08
"""Of a pair's outer corners, in its widths."""
LINE_MM = 0.35
"""Around the half that a finger is on, and around those covered last."""
CARD_MM = 9.5
"""A card by itself is at most so large."""
LEAST, NUMBER_LEAST = 2, 9
"""Smaller cards, in pixels, can't be drawn, or have no number: nobody could read it."""

Covered = frozenset[tuple[Place, int]]
"""Halves that came under a token with the last move."""


class Lying(Struct, frozen=True):
    """What lies on a board: the pairs, and the extra points between them; plates are by seat."""

    pairs: tuple[PairView, ...]
    extras: tuple[Extra, ...]
    plates: tuple[Plate, ...]
    last: Covered = frozenset()


class Halves(Struct, frozen=True):
    """The halves as spots: a finger slides from one to the next."""

    plan: TilePlan
    rect: Rect
    places: frozenset[Place]
    apart: bool = False

    def at(self, x: float, y: float, before: Spot | None) -> HalfTap | None:
        """Return the half at a point, None where there is no pair; gaps belong to what is next to them."""
        found = self.plan.at(x, y) if self.rect.holds(x, y) else None
        return HalfTap(*found) if found is not None and found[0] in self.places else None

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a half."""
        if not isinstance(spot, HalfTap) or spot.place not in self.places:
            return None
        return self.plan.half(spot.place, spot.half).center


def scene(lying: Lying, room: Room, finger: Spot | None) -> Scene:
    """Return the largest pairs in the middle of a room."""
    places = frozenset(pair.place for pair in lying.pairs)
    plan = plan_in(room.rect, places, room.mm(GAP_MM))
    if not plan.tall:
        return Scene()
    halves = [(pair, half, seen) for pair in lying.pairs for half, seen in enumerate(pair.halves)]
    items: list[Item | None] = []
    for pair, half, seen in halves:
        items += _ground(lying, plan, room, HalfTap(pair.place, half), seen, finger)
    items += [_token(lying.plates, plan, pair, half, seen) for pair, half, seen in halves]
    # Their number changes: they come last, so that everything else keeps its slot.
    items += _extras(lying, plan, room)
    return Scene(tuple(items), (Halves(plan, room.rect, places),))


def _ground(
    lying: Lying, plan: TilePlan, room: Room, at: HalfTap, seen: HalfView, finger: Spot | None
) -> Iterator[Item | None]:
    """Yield a half without its token: its cards, and the cross where nobody can make it any more."""
    rect, corner = plan.half(at.place, at.half), plan.wide * RADIUS
    lost = seen.free and not seen.possible
    tone = theme.PANEL if lost or not seen.free else theme.RAISED
    # The outer corners are round, and the two halves meet in the middle.
    corners = (corner, 1.0, 1.0, corner) if at.half == FIRST else (1.0, corner, corner, 1.0)
    yield Box(rect, theme.PRESSED if finger == at else tone, corners)
    line = max(1.0, room.mm(LINE_MM))
    edge = theme.TEXT if finger == at else theme.DIM if (at.place, at.half) in lying.last else None
    yield None if edge is None else Rim(rect.inset(line / 2), edge, line, max(1.0, corner * 0.6))
    side, middles = plan.cards(at.place, at.half, len(seen.cards))
    for kind, middle in zip(seen.cards, middles, strict=True):
        left = LOST if lost else 1.0 if seen.free else COVERED
        yield PlacedArt(art.card(kind, numbered=side >= NUMBER_LEAST), middle, side, left)
    yield PlacedArt(art.CROSS, rect.center, max(4, round(rect.width * CROSS))) if lost else None


def card_in(rect: Rect, kind: Kind, most: float = inf) -> PlacedArt | None:
    """Return a card in the middle of a rectangle, as large as fits; None where it couldn't be seen."""
    side = int(min(rect.width, rect.height, most))
    if side < LEAST:
        return None
    x, y = (round(middle - side / 2) + side / 2 for middle in rect.center)
    return PlacedArt(art.card(kind, numbered=side >= NUMBER_LEAST), (x, y), side)


def _token(
    plates: tuple[Plate, ...], plan: TilePlan, pair: PairView, half: int, seen: HalfView
) -> PlacedArt | None:
    """Return the token on a half; a whole circle lies on the first one."""
    seat = pair.circle if pair.circle is not None else seen.by
    if seat is None or (pair.circle is not None and half != FIRST):
        return None
    plate, shape = plates[seat], art.WHOLE if pair.circle is not None else half
    side = round(min(plan.wide, plan.tall) * TOKEN)
    return PlacedArt(
        art.token(theme.seat_tone(plate), plate.letter, shape), plan.tile(pair.place).center, side
    )


def _extras(lying: Lying, plan: TilePlan, room: Room) -> Iterator[PlacedArt]:
    side = round(min(room.mm(EXTRA_MM), plan.gap * EXTRA))
    for extra in lying.extras:
        alike = [other for other in lying.extras if other.between == extra.between]
        off = (alike.index(extra) - (len(alike) - 1) / 2) * side
        (x, y), (u, v) = (plan.tile(place).center for place in extra.between)
        beside = abs(x - u) >= abs(y - v)
        middle = ((x + u) / 2 + (0 if beside else off), (y + v) / 2 + (off if beside else 0))
        plate = lying.plates[extra.seat]
        yield PlacedArt(art.extra(theme.seat_tone(plate), plate.letter, group=extra.group), middle, side)
