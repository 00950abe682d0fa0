"""What is drawn where, and which spot a point is on: frozen values that every engine draws. Pure.

A game's table is one function from `TableProps` to a `Scene`; the stage draws it and follows the finger.
"""

from collections.abc import Callable, Iterable, Iterator
from math import ceil, dist
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct, field

from companion.journal import NamePlate
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.rect import Point, Rect, Sides
from ui.stage.shapes import Shape

V = TypeVar("V")
A = TypeVar("A")
L = TypeVar("L")

Spot: TypeAlias = Any
"""Something that can be touched, in the game's terms: a hex, a half, a seat. Opaque to the engines."""


NARROW_MM, LOW_MM = 60.0, 30.0
"""In a room narrower or lower than this, the players next to or below a board would leave it too little."""


class Viewport(Struct, frozen=True):
    """Where a scene is drawn: a rectangle in pixels, and their density, 1.0 on a 7 inch panel of 800x480."""

    rect: Rect
    density: float = 1.0

    @property
    def narrow(self) -> bool:
        """Whether there is room for a board alone, without what is next to it on the table."""
        return self.rect.width < self.mm(NARROW_MM) or self.rect.height < self.mm(LOW_MM)

    def mm(self, length: float) -> float:
        """Return millimetres as pixels."""
        return theme.DP_PER_MM * length * self.density


class PlacedArt(Struct, frozen=True):
    """Art around a point, `side` pixels wide, turned counterclockwise by `turn` degrees.

    `wide` is the share of its width that is seen, below 1 while a card is being turned over.
    """

    art: Art
    middle: Point
    side: float
    opacity: float = 1.0
    turn: float = 0.0
    wide: float = 1.0


Item: TypeAlias = PlacedArt | Shape
Slot: TypeAlias = Item | None
"""An item, or None to keep the place of an absent one in the order of drawing."""


class Spots(Protocol):
    """A group of spots in a scene: where they are, and which one a point is on."""

    @property
    def apart(self) -> bool:
        """Whether a finger that slides off one of them can't reach another."""

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        """Return the spot at a point, or None.

        `before` is the spot that the finger was on last, and may stick to; None when it is put down.
        """

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a spot, None for one that isn't in this group."""


@runtime_checkable
class DragSpots(Spots, Protocol):
    """Spots that a finger can draw across; together, those it crossed make one report."""

    @property
    def step(self) -> float:
        """Pixels between checks along a finger's way, so that a quick one skips no spot."""

    def joined(self, trail: tuple[Spot, ...]) -> Spot:
        """Return the spot that stands for a trail: several spots, in the order a finger reached them."""


class Pads(Struct, frozen=True):
    """Spots that are separate rectangles: a finger that slides off one reaches no other."""

    pads: tuple[tuple[Spot, Rect], ...]
    apart: bool = True

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        """Return the pad at a point."""
        return next((spot for spot, rect in self.pads if rect.holds(x, y)), None)

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a pad."""
        return next((rect.center for other, rect in self.pads if other == spot), None)


class Scene(Struct, frozen=True):
    """What is seen, topmost last, and what can be touched.

    An item that keeps its slot from one scene to the next is changed in place.
    """

    items: tuple[Slot, ...] = ()
    spots: tuple[Spots, ...] = ()

    def at(self, x: float, y: float) -> Spot | None:
        """Return the spot at a point."""
        return next((spot for group in self.spots if (spot := group.at(x, y, None)) is not None), None)

    def middle(self, spot: Spot) -> Point:
        """Return the middle of a spot; LookupError for one that isn't there."""
        for group in self.spots:
            middle = group.middle(spot)
            if middle is not None:
                return middle
        raise LookupError(f"{spot} is nowhere on the table")


Picture: TypeAlias = Callable[[Viewport], Iterable[Slot]]
"""Draws items in a room; they can't be touched."""
Drawing: TypeAlias = Callable[[Viewport, Spot | None], Scene]
"""Makes a scene for a room and the spot that a finger is on (None: no finger)."""


class TableProps(Struct, Generic[V, A, L], frozen=True):
    """What a table shows: the view, what is `pending` on it, the plates by seat, and the `last` change.

    `sides`: where people sit, if around the screen.
    """

    view: V
    pending: A
    plates: tuple[NamePlate, ...]
    last: L
    sides: Sides = field(default_factory=dict)


@runtime_checkable
class Running(Protocol):
    """A last change that is shown beat by beat and can be replayed; the match isn't affected."""

    def next(self) -> Any | None:  # another of its kind
        """Return what is shown a beat later, None at the end."""

    def tapped(self, spot: Spot) -> Any | None:  # another of its kind
        """Return what is shown after a tap on a spot; None for a spot that makes a report."""


Table: TypeAlias = Callable[[TableProps[Any, Any, Any], Viewport, Spot | None], Scene]
"""Each game's own: makes the scene of its table."""
Changed: TypeAlias = Callable[[Any, Any, Any], Any]
"""Each game's own: returns the last change, from the views before and now and the previous last change."""


def unmarked(before: Any, now: Any, last: Any) -> None:  # any game's
    """Return None, for a game whose table doesn't mark the last change."""


class TableDrawing(Struct, frozen=True):
    """How the table of a match is drawn, with the plates by seat."""

    table: Table
    plates: tuple[NamePlate, ...]
    changed: Changed = unmarked

    def still(self, view: Any, pending: Any = None) -> Drawing:  # the game's own
        """Return the drawing of the table once its running change has reached its end."""
        last = self.changed(None, view, None)
        while isinstance(last, Running) and (then := last.next()) is not None:
            last = then
        props = TableProps(view, pending, self.plates, last)
        return lambda room, _finger: self.table(props, room, None)


# The one finger on a scene, from when it is put down until it is lifted. Pure.


class FingerOnSpots(Struct, frozen=True):
    """A finger: the spot it `began` on, the spot it is `at` (None: none any more), and its last point.

    `among` is the index of its group in the scene's `spots`, the only one it can reach. `trail` has the spots
    that it has been on, each once.
    """

    among: int
    began: Spot
    at: Spot | None
    point: Point
    trail: tuple[Spot, ...]


def put_down(scene: Scene, point: Point) -> FingerOnSpots | None:
    """Return the finger put down at a point, None if there is no spot."""
    for among, spots in enumerate(scene.spots):
        spot = spots.at(*point, None)
        if spot is not None:
            return FingerOnSpots(among, spot, spot, point, (spot,))
    return None


def moved(scene: Scene, touch: FingerOnSpots, point: Point) -> FingerOnSpots:
    """Return the finger after it has moved to a point."""
    if touch.among >= len(scene.spots):
        return FingerOnSpots(touch.among, touch.began, None, point, touch.trail)
    spots, at, trail = scene.spots[touch.among], touch.at, touch.trail
    for place in _points_between(spots, touch.point, point):
        at = spots.at(*place, trail[-1] if at is None else at)
        if at is not None and at not in trail:
            trail = (*trail, at)
    if spots.apart and at != touch.began:
        at = None
    return FingerOnSpots(touch.among, touch.began, at, point, trail)


def lifted(scene: Scene, touch: FingerOnSpots, point: Point) -> Spot | None:
    """Return the spot that a finger lifted at a point reports: its trail's, the one it is on, or None."""
    if touch.among >= len(scene.spots):
        return None
    spots = scene.spots[touch.among]
    if isinstance(spots, DragSpots) and len(touch.trail) > 1:
        return spots.joined(touch.trail)
    spot = moved(scene, touch, point).at
    return spot if spot == touch.at else None


def _points_between(spots: Spots, start: Point, end: Point) -> Iterator[Point]:
    """Yield the points to check on a finger's way from one point to another."""
    (x, y), (u, v) = start, end
    steps = max(1, ceil(dist(start, end) / spots.step)) if isinstance(spots, DragSpots) else 1
    for n in range(1, steps + 1):
        yield (x + (u - x) * n / steps, y + (v - y) * n / steps)
