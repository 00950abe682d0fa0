"""The totem, as an outline in a unit square. Pure."""

from ui.games.ungle_speed.geometry import Point

_RIGHT_SIDE: tuple[Point, ...] = (
    (0.5, 1.0), (0.56, 0.96), (0.63, 0.905), (0.685, 0.84), (0.71, 0.77), (0.705, 0.7), (0.675, 0.635),
    (0.635, 0.59), (0.625, 0.565), (0.65, 0.535), (0.69, 0.47), (0.72, 0.39), (0.735, 0.3), (0.735, 0.2),
    (0.725, 0.1), (0.7, 0.0),
)  # fmt: skip

OUTLINE: tuple[Point, ...] = (*_RIGHT_SIDE, *((1 - x, y) for x, y in reversed(_RIGHT_SIDE[1:])))
"""A turned piece of wood with a waist, pointed at the top; its middle line is at 0.5."""
