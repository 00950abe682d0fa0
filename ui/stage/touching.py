"""The one finger on a scene, from when it is put down until it is lifted. Pure."""

from msgspec import Struct

from ui.stage.rect import Point
from ui.stage.scene import Scene, Spot


class Touch(Struct, frozen=True):
    """A finger: on which spot it is now (None: on none any more), and where it was put down.

    `among` counts the scene's `spots`; those that a finger was put down among are the only ones it comes to.
    """

    among: int
    began: Spot
    at: Spot | None


def put_down(scene: Scene, point: Point) -> Touch | None:
    """Return the finger that is put down at a point, None where it is on nothing."""
    for among, spots in enumerate(scene.spots):
        spot = spots.at(*point, None)
        if spot is not None:
            return Touch(among, spot, spot)
    return None


def moved(scene: Scene, touch: Touch, point: Point) -> Touch:
    """Return the finger where it has come to."""
    if touch.among >= len(scene.spots):
        return Touch(touch.among, touch.began, None)
    spots = scene.spots[touch.among]
    spot = spots.at(*point, touch.at)
    if spots.apart and spot != touch.began:
        spot = None
    return Touch(touch.among, touch.began, spot)


def lifted(scene: Scene, touch: Touch, point: Point) -> Spot | None:
    """Return what a finger told that is lifted at a point: the spot that it was on and still is."""
    spot = moved(scene, touch, point).at
    return spot if spot == touch.at else None
