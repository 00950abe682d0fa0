"""The ten by ten spaces with their chips, as a scene: for the table, the recorder and the emblem. Pure."""

from collections.abc import Iterator
from math import inf

from msgspec import Struct

from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.view import SpaceView, View
from ui import theme
from ui.games.sequence_states import art
from ui.games.sequence_states.aims import Aim, SpaceTap
from ui.games.sequence_states.art import DARK, TONES, mixed, tinted
from ui.games.sequence_states.lights import SpaceLight, lights
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Room, Spot
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.theme import Tone

CHIP, LOCKED_CHIP = 0.9, 0.83
"""Side of a chip's square, in spaces; between two chips of a sequence its line shows."""
LINE = 0.34
"""Width of that line."""
CORNER = 0.13
GAP = 0.045
"""Between two spaces."""
MOST_LINES = 12
"""More sequences than can ever lie on the board at once."""
CROSSES = 2
STUCK = 0.2
"""So far, in spaces, a finger slides over an edge before it is on the next one: it rolls when it lifts."""
NUMBERS_MM = 3.2
"""Room for the numbers of rows and columns, at the left and above."""
MOST_LETTERS_MM, NUMBER_MM = 4.0, 2.4
LAST_MM, FINGER_MM, CROSS_MM = 0.4, 0.7, 0.56
"""Widths of lines: around the space that was changed last and the one under a finger, and of a cross."""

SHADED = (SpaceLight.DIM, SpaceLight.CROSSED)


class Spaces(Struct, frozen=True):
    """The spaces in a square, as spots: a finger slides from one to the next, a little `stuck` to each."""

    rect: Rect
    stuck: float = 0.0
    apart: bool = False

    @property
    def side(self) -> float:
        """Width of a space, in pixels."""
        return self.rect.width / SIDE

    def of(self, space: Space) -> Rect:
        """Return where a space lies."""
        side = self.side
        return Rect(self.rect.x + space.column * side, self.rect.top - (space.row + 1) * side, side, side)

    def at(self, x: float, y: float, before: Spot | None) -> SpaceTap | None:
        """Return the space at a point."""
        rect, side = self.rect, self.side
        if not (rect.x <= x < rect.right and rect.y < y <= rect.top) or side < 1:
            return None
        if isinstance(before, SpaceTap) and self.of(before.space).inset(-side * self.stuck).holds(x, y):
            return before
        row, column = int((rect.top - y) / side), int((x - rect.x) / side)
        return SpaceTap(SPACES[min(row, SIDE - 1) * SIDE + min(column, SIDE - 1)])

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a space."""
        return self.of(spot.space).center if isinstance(spot, SpaceTap) else None


def spaces_in(room: Room) -> Spaces:
    """Return the largest spaces at the upper left of a room, on whole pixels, beside their numbers."""
    rect, numbers = room.rect, room.mm(NUMBERS_MM)
    side = max(0, int((min(rect.width, rect.height) - numbers) / SIDE)) * SIDE
    return Spaces(Rect(round(rect.x + numbers), round(rect.top - numbers) - side, side, side), STUCK)


def colour_of(view: View, space: SpaceView) -> Colour | None:
    """Return the colour of the chip on a space, None for an open one."""
    return None if space.side is None else view.sides[space.side].colour


def drawn(view: View, aim: Aim, spaces: Spaces, room: Room, finger: Spot | None) -> Iterator[Item | None]:
    """Yield all spaces, what lies on them, and the numbers along two edges; each keeps its slot."""
    if not spaces.side:
        return
    lit = lights(view, aim)
    every = [
        (spaces.of(seen.space), seen, colour_of(view, seen), light)
        for seen, light in zip(view.spaces, lit, strict=True)
    ]
    gap = max(1.0, round(spaces.side * GAP))
    for rect, seen, colour, light in every:
        yield ground(rect.inset(gap / 2), _ground_tone(seen, colour, light))
    yield from _lines(view, spaces, dim=SpaceLight.DIM in lit)
    for rect, seen, colour, light in every:
        yield chip_in(rect, colour, locked=seen.locked, opacity=0.32 if light in SHADED else 1.0)
    for rect, seen, colour, light in every:
        text = seen.card or f"{seen.space.row + 1}·{seen.space.column + 1}"
        yield letters_in(rect, text, _letter_tone(seen, colour, light), seen, room.mm(MOST_LETTERS_MM))
    yield from numbers(spaces, room, finger)
    yield frame(spaces, view.last, room.mm(LAST_MM), 0.9)
    crossed = [rect for rect, _, _, light in every if light is SpaceLight.CROSSED][:CROSSES]
    yield from (line for rect in crossed for line in _cross(rect, max(2.0, room.mm(CROSS_MM))))
    yield from [None] * 2 * (CROSSES - len(crossed))
    yield frame(spaces, finger.space if isinstance(finger, SpaceTap) else None, room.mm(FINGER_MM), 1.0)


def ground(rect: Rect, tone: Tone) -> Box:
    """Return the ground of a space."""
    return Box(rect, tone, rect.width * CORNER)


def chip_in(rect: Rect, colour: Colour | None, *, locked: bool, opacity: float = 1.0) -> PlacedArt | None:
    """Return the chip on a space, if there is one."""
    if colour is None:
        return None
    return PlacedArt(
        art.chip(colour, locked=locked), rect.center, rect.width * (LOCKED_CHIP if locked else CHIP), opacity
    )


def letters_in(rect: Rect, text: str, tone: Tone, seen: SpaceView, most: float = inf) -> Letters:
    """Return what stands on a space, `most` pixels high at most: a state is larger than a place."""
    size = rect.width * (0.46 if seen.card else 0.3)
    if seen.side is not None:
        size = rect.width * (0.44 if seen.card else 0.28) * (0.95 if seen.locked else 1)
    return Letters(text, rect.inset(rect.width * 0.06, 0), tone, min(size, most), bold=True)


def line_between(spaces: tuple[Rect, Rect], tone: Tone) -> Stroke:
    """Return the line through the chips of a sequence; its ends lie under them."""
    one, other = spaces
    return Stroke((one.center, other.center), tone, one.width * LINE)


def tint(seen: SpaceView) -> Tone:
    """Return the ground of a space: by its state, or like a chess board where nobody knows it."""
    if seen.card is None:
        return tinted(0 if (seen.space.row + seen.space.column) % 2 else 5)
    return art.tint(seen.card)


def _ground_tone(seen: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.TEXT
    if light is SpaceLight.TARGET:
        return theme.DIM
    if light is SpaceLight.OPEN:
        return mixed(tint(seen), theme.LATTICE, 0.8)
    tone = tint(seen)
    if colour is not None and seen.locked:
        tone = mixed(tone, TONES[colour], 0.3)
    return mixed(tone, theme.GROUND, 0.6) if light in SHADED else tone


def _letter_tone(seen: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.ON_PRIMARY
    if light is SpaceLight.OPEN:
        return theme.TEXT
    if colour is not None:
        return (*theme.TEXT[:3], 0.75) if light in SHADED else DARK
    if light in SHADED:
        return (*theme.TEXT[:3], 0.3)
    return theme.TEXT if seen.card else theme.DIM


def _lines(view: View, spaces: Spaces, *, dim: bool) -> Iterator[Stroke | None]:
    for sequence in view.sequences:
        tone = theme.line(TONES[view.sides[sequence.side].colour])
        ends = spaces.of(sequence.five[0]), spaces.of(sequence.five[-1])
        yield line_between(ends, (*tone[:3], 0.3 if dim else 1.0))
    yield from [None] * (MOST_LINES - len(view.sequences))


def numbers(spaces: Spaces, room: Room, finger: Spot | None) -> Iterator[Letters]:
    """Yield the numbers of rows and columns; those of the space under a finger are brighter."""
    at, size = finger.space if isinstance(finger, SpaceTap) else None, room.mm(NUMBER_MM)
    board = spaces.rect
    for n in range(SIDE):
        near = spaces.of(Space(n, n))
        beside = Rect(board.x - room.mm(NUMBERS_MM), near.y, room.mm(NUMBERS_MM), near.height)
        above = Rect(near.x, board.top, near.width, room.mm(NUMBERS_MM))
        for rect, pointed in ((beside, at and at.row), (above, at and at.column)):
            yield Letters(str(n + 1), rect, theme.TEXT if pointed == n else theme.FAINT, size, bold=True)


def _cross(rect: Rect, width: float) -> Iterator[Stroke]:
    box = rect.inset(rect.width * 0.14)
    for ends in (((box.x, box.y), (box.right, box.top)), ((box.x, box.top), (box.right, box.y))):
        yield Stroke(ends, (*theme.TEXT[:3], 0.9), width)


def frame(spaces: Spaces, space: Space | None, width: float, opacity: float) -> Rim | None:
    """Return the line around a space, None for none."""
    if space is None:
        return None
    return Rim(spaces.of(space), (*theme.TEXT[:3], opacity), width, spaces.side * 0.16)
