"""The one finger on a scene, from when it is put down until it is lifted. Pure."""

from collections.abc import Iterator
from math import ceil, dist

from msgspec import Struct

from ui.stage.rect import Point
from ui.stage.scene import DragSpots, Scene, Spot, Spots


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
