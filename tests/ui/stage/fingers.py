"""A finger on a scene, without a window."""

from ui.stage.rect import Point
from ui.stage.scene import Scene, Spot, lifted, moved, put_down


def slid(shown: Scene, *points: Point) -> Spot | None:
    """Return the spot chosen by a finger that goes down, slides, and lifts at the last point."""
    touch = put_down(shown, points[0])
    if touch is None:
        return None
    for point in points[1:]:
        touch = moved(shown, touch, point)
    return lifted(shown, touch, points[-1])
