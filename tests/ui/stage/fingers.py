"""A finger on a scene, without a window."""

from ui.stage import touching
from ui.stage.rect import Point
from ui.stage.scene import Scene, Spot


def slid(shown: Scene, *points: Point) -> Spot | None:
    """Return what a finger tells that is put down at a point, slides on, and is lifted at the last."""
    touch = touching.put_down(shown, points[0])
    if touch is None:
        return None
    for point in points[1:]:
        touch = touching.moved(shown, touch, point)
    return touching.lifted(shown, touch, points[-1])
