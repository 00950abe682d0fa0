"""What is drawn where, and which place a point is: a frozen value, compared and drawn by every engine. Pure.

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
"""What can be touched, as a game knows it: a hex, a half, a seat. The engines hand it round unopened."""


NARROW_MM = 60.0
"""In a room less wide than this the players beside a board would leave too little of it."""


class Viewport(Struct, frozen=True):
    """Where a scene is drawn: a rectangle in pixels, and their density, 1.0 on a 7 inch panel of 800x480."""

    rect: Rect
    density: float = 1.0

    @property
    def narrow(self) -> bool:
        """Whether a board has to stand in it alone, without what lies beside it on the table."""
        return self.rect.width < self.mm(NARROW_MM)

    def mm(self, length: float) -> float:
        """Return millimetres as pixels."""
        return theme.DP_PER_MM * length * self.density


class PlacedArt(Struct, frozen=True):
    """Art around a point, `side` pixels wide, `turn` degrees against the clock.

    Of its width a share is seen, `wide`: of a card that is being turned over.
    """

    art: Art
    middle: Point
    side: float
    opacity: float = 1.0
    turn: float = 0.0
    wide: float = 1.0


Item: TypeAlias = PlacedArt | Shape


class Spots(Protocol):
    """Where spots of a scene lie."""

    @property
    def apart(self) -> bool:
        """Whether a finger that slides off one of them comes to no other."""

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        """Return the spot at a point, None where there is none.

        `before` is the one that a finger was on last, and may stick to; None where it is put down.
        """

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a spot, None for one that doesn't lie here."""


@runtime_checkable
class DragSpots(Spots, Protocol):
    """Spots that a finger draws over: it tells all those that it went over."""

    @property
    def step(self) -> float:
        """A finger's way is looked at in steps so long, in pixels, that a quick one leaves no spot out."""

    def told(self, trail: tuple[Spot, ...]) -> Spot:
        """Return what several spots tell together, in the order in which a finger came to them."""


class Pads(Struct, frozen=True):
    """Spots that are rectangles, each by itself: a finger that slides off one comes to no other."""

    pads: tuple[tuple[Spot, Rect], ...]
    apart: bool = True

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        """Return the pad at a point."""
        return next((spot for spot, rect in self.pads if rect.holds(x, y)), None)

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a pad."""
        return next((rect.center for other, rect in self.pads if other == spot), None)


class Scene(Struct, frozen=True):
    """What is seen, the topmost last, and what can be touched; None keeps the slot of what isn't there now.

    An item that keeps its slot from one scene to the next is changed where it is drawn.
    """

    items: tuple[Item | None, ...] = ()
    spots: tuple[Spots, ...] = ()

    def at(self, x: float, y: float) -> Spot | None:
        """Return the spot at a point."""
        return next((spot for each in self.spots if (spot := each.at(x, y, None)) is not None), None)

    def middle(self, spot: Spot) -> Point:
        """Return the middle of a spot; LookupError for one that isn't there."""
        for each in self.spots:
            middle = each.middle(spot)
            if middle is not None:
                return middle
        raise LookupError(f"{spot} is nowhere on the table")


Picture: TypeAlias = Callable[[Viewport], Iterable[Item | None]]
"""What is drawn in a room, and can't be touched."""
Drawing: TypeAlias = Callable[[Viewport, Spot | None], Scene]
"""Makes a scene for a room and for the spot that a finger is on (None: for none)."""


class TableProps(Struct, Generic[V, A, L], frozen=True):
    """What there is to see: a view, what was begun (`pending`), the plates by seat, what was changed `last`.

    `sides`: where people sit, if around the screen.
    """

    view: V
    pending: A
    plates: tuple[NamePlate, ...]
    last: L
    sides: Sides = field(default_factory=dict)


@runtime_checkable
class Running(Protocol):
    """What was changed last, where that is shown beat by beat, and may be looked at again; of no match."""

    def next(self) -> Any | None:  # another of its kind
        """Return what is shown a beat later, None when everything is."""

    def tapped(self, spot: Spot) -> Any | None:  # another of its kind
        """Return what is shown from the tap on a spot on; None for a spot that tells something."""


Table: TypeAlias = Callable[[TableProps[Any, Any, Any], Viewport, Spot | None], Scene]
"""A game's own: makes the scene of its table."""
Changed: TypeAlias = Callable[[Any, Any, Any], Any]
"""A game's own: what was changed last, from the view before and the one now, and what was it until then."""


def unmarked(before: Any, now: Any, last: Any) -> None:  # any game's
    """Return nothing: the table of a game on which the last change isn't marked."""


class TableDrawing(Struct, frozen=True):
    """How the table of a match is drawn, with the plates of those who sit there."""

    table: Table
    plates: tuple[NamePlate, ...]
    changed: Changed = unmarked

    def still(self, view: Any, pending: Any = None) -> Drawing:  # the game's own
        """Return the drawing of the table as it is when all that runs on it has run."""
        last = self.changed(None, view, None)
        while isinstance(last, Running) and (then := last.next()) is not None:
            last = then
        props = TableProps(view, pending, self.plates, last)
        return lambda room, _finger: self.table(props, room, None)


# The one finger on a scene, from when it is put down until it is lifted. Pure.


class FingerOnSpots(Struct, frozen=True):
    """A finger: on which spot it is now (None: on none any more), and where it was put down.

    `among` counts the scene's `spots`; those that a finger was put down among are the only ones it comes to.
    `trail` are those that it has been on, each once.
    """

    among: int
    began: Spot
    at: Spot | None
    point: Point
    trail: tuple[Spot, ...]


def put_down(scene: Scene, point: Point) -> FingerOnSpots | None:
    """Return the finger that is put down at a point, None where it is on nothing."""
    for among, spots in enumerate(scene.spots):
        spot = spots.at(*point, None)
        if spot is not None:
            return FingerOnSpots(among, spot, spot, point, (spot,))
    return None


def moved(scene: Scene, touch: FingerOnSpots, point: Point) -> FingerOnSpots:
    """Return the finger where it has come to."""
    if touch.among >= len(scene.spots):
        return FingerOnSpots(touch.among, touch.began, None, point, touch.trail)
    spots, at, trail = scene.spots[touch.among], touch.at, touch.trail
    for place in _way(spots, touch.point, point):
        at = spots.at(*place, trail[-1] if at is None else at)
        if at is not None and at not in trail:
            trail = (*trail, at)
    if spots.apart and at != touch.began:
        at = None
    return FingerOnSpots(touch.among, touch.began, at, point, trail)


def lifted(scene: Scene, touch: FingerOnSpots, point: Point) -> Spot | None:
    """Return what a finger tells that is lifted at a point: its trail, or the spot that it is still on."""
    if touch.among >= len(scene.spots):
        return None
    spots = scene.spots[touch.among]
    if isinstance(spots, DragSpots) and len(touch.trail) > 1:
        return spots.told(touch.trail)
    spot = moved(scene, touch, point).at
    return spot if spot == touch.at else None


def _way(spots: Spots, start: Point, end: Point) -> Iterator[Point]:
    """Yield where a finger is looked at that comes from one point to another."""
    (x, y), (u, v) = start, end
    steps = max(1, ceil(dist(start, end) / spots.step)) if isinstance(spots, DragSpots) else 1
    for n in range(1, steps + 1):
        yield (x + (u - x) * n / steps, y + (v - y) * n / steps)
