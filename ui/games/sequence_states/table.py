"""The table of Sequence States & Capitals: board, sides beside or below it, and a magnifier. No Kivy."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf

from msgspec import Struct

from companion.games.sequence_states.layout import STATES, Draft
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour, Side
from companion.games.sequence_states.view import SpaceView, View
from ui.games.art import diagonals, edge_name, mixed
from ui.games.sequence_states import art, words
from ui.games.sequence_states.art import DARK, TONES, SpaceLight, lights, tinted
from ui.games.sequence_states.pending import Pending
from ui.games.sequence_states.sides import STOCK_LINE_MM, height_mm, row_wide, sides, stock
from ui.stage import fonts, theme
from ui.stage.parts import panel
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Scene, Slot, Spot, TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.theme import Tone
from ui.table.names import row_column

# The board with its chips, for the table, the editor and the emblem.

CHIP, LOCKED_CHIP = 0.9, 0.83
"""Side of a chip's square, in spaces, small enough for the sequence's line to show between two chips."""
LINE = 0.34
"""Width of a sequence's line, in spaces."""
CORNER = 0.13
GAP = 0.045
"""Gap between two spaces, in spaces."""
MOST_LINES = 12
"""More than the number of sequences that can ever be on the board."""
CROSSES = 2
STUCK = 0.2
"""How far, in spaces, a finger must slide over an edge to leave its space: fingers roll as they lift."""
NUMBERS_MM = 3.2
"""Room for the rows' numbers at the left, and for the columns' above."""
MOST_LETTERS_MM, NUMBER_MM = 4.0, 2.4
DIGIT = 0.7
"""Height of a digit, in sizes of its font."""
LAST_MM, FINGER_MM, CROSS_MM = 0.4, 0.7, 0.56
"""Line widths: around the space of the last move, around the one under a finger, and of a cross."""

SHADED = (SpaceLight.DIM, SpaceLight.CROSSED)


class Spaces(Struct, frozen=True):
    """The spaces as spots. A finger can slide from one to the next, but is a little `stuck` to each."""

    rect: Rect
    stuck: float = 0.0
    apart: bool = False

    @property
    def side(self) -> float:
        """The width of a space, in pixels."""
        return self.rect.width / SIDE

    def of(self, space: Space) -> Rect:
        """Return the rectangle of a space."""
        side = self.side
        return Rect(self.rect.x + space.column * side, self.rect.top - (space.row + 1) * side, side, side)

    def at(self, x: float, y: float, before: Spot | None) -> Space | None:
        """Return the space at a point."""
        rect, side = self.rect, self.side
        if not (rect.x <= x < rect.right and rect.y < y <= rect.top) or side < 1:
            return None
        if isinstance(before, Space) and self.of(before).inset(-side * self.stuck).holds(x, y):
            return before
        row, column = int((rect.top - y) / side), int((x - rect.x) / side)
        return SPACES[min(row, SIDE - 1) * SIDE + min(column, SIDE - 1)]

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a space."""
        return self.of(spot).center if isinstance(spot, Space) else None


def spaces_in(room: Viewport) -> Spaces:
    """Return the largest board at the upper left of a room with its numbers, on whole pixels."""
    rect, numbers = room.rect, room.mm(NUMBERS_MM)
    side = max(0, int((min(rect.width, rect.height) - numbers) / SIDE)) * SIDE
    return Spaces(Rect(round(rect.x + numbers), round(rect.top - numbers) - side, side, side), STUCK)


def colour_of(view: View, space: SpaceView) -> Colour | None:
    """Return the colour of the chip on a space, None for an open one."""
    return None if space.side is None else view.sides[space.side].colour


def board_items(
    view: View, pending: Pending, spaces: Spaces, room: Viewport, finger: Spot | None
) -> Iterator[Slot]:
    """Yield spaces, chips, sequences' lines and numbers; each item always has the same slot."""
    space_lights = lights(view, pending)
    tiles = []
    for space_view, space_light in zip(view.spaces, space_lights, strict=True):
        colour, faded = colour_of(view, space_view), 0.32 if space_light in SHADED else 1.0
        tones = _ground_tone(space_view, colour, space_light), _letter_tone(space_view, colour, space_light)
        tiles.append(Tile(spaces.of(space_view.space), space_view, colour, *tones, faded))
    lines = _lines(view, spaces, dim=SpaceLight.DIM in space_lights)
    yield from tile_items(tiles, max(1.0, round(spaces.side * GAP)), lines, room.mm(MOST_LETTERS_MM))
    yield from numbers(spaces, room, finger)
    yield frame(spaces, view.state.last, room.mm(LAST_MM), 0.9)
    lit_tiles = zip(tiles, space_lights, strict=True)
    crossed_out = [tile.rect for tile, light in lit_tiles if light is SpaceLight.CROSSED][:CROSSES]
    for rect in crossed_out:
        for ends in diagonals(rect.inset(rect.width * 0.14)):
            yield Stroke(ends, (*theme.TEXT[:3], 0.9), max(2.0, room.mm(CROSS_MM)))
    yield from [None] * 2 * (CROSSES - len(crossed_out))
    yield frame(spaces, finger if isinstance(finger, Space) else None, room.mm(FINGER_MM), 1.0)


class Tile(Struct, frozen=True):
    """A space to draw: its rectangle, what is on it, and the tones of its ground and letters."""

    rect: Rect
    space_view: SpaceView
    colour: Colour | None
    ground: Tone
    ink: Tone
    opacity: float = 1.0
    """Opacity of the chip."""


def tile_items(tiles: Sequence[Tile], gap: float, lines: Iterable[Slot], most: float) -> Iterator[Slot]:
    """Yield spaces, lines of sequences, chips, and letters of at most `most` pixels."""
    for tile in tiles:
        yield ground(tile.rect.inset(gap / 2), tile.ground)
    yield from lines
    for tile in tiles:
        yield chip_in(tile.rect, tile.colour, locked=tile.space_view.locked, opacity=tile.opacity)
    for tile in tiles:
        space = tile.space_view.space
        text = tile.space_view.card or f"{space.row + 1}·{space.column + 1}"
        yield letters_in(tile.rect, text, tile.ink, tile.space_view, most)


def ground(rect: Rect, tone: Tone) -> Box:
    """Return the ground of a space."""
    return Box(rect, tone, rect.width * CORNER)


def chip_in(rect: Rect, colour: Colour | None, *, locked: bool, opacity: float = 1.0) -> PlacedArt | None:
    """Return a chip for a space; None for no colour."""
    if colour is None:
        return None
    size = rect.width * (LOCKED_CHIP if locked else CHIP)
    return PlacedArt(art.chip(colour, locked=locked), rect.center, size, opacity)


def letters_in(rect: Rect, text: str, tone: Tone, space_view: SpaceView, most: float = inf) -> Letters:
    """Return the letters on a space, at most `most` pixels high; a state's are larger than a position's."""
    size = rect.width * (0.46 if space_view.card else 0.3)
    if space_view.side is not None:
        size = rect.width * (0.44 if space_view.card else 0.28) * (0.95 if space_view.locked else 1)
    return Letters(text, rect.inset(rect.width * 0.06, 0), tone, min(size, most), bold=True)


def line_between(spaces: tuple[Rect, Rect], tone: Tone) -> Stroke:
    """Return the line through the chips of a sequence, between the middles of its end spaces."""
    one, other = spaces
    return Stroke((one.center, other.center), tone, one.width * LINE)


def tint(space_view: SpaceView) -> Tone:
    """Return the ground of a space: its state's, or a chessboard pattern if the state isn't known."""
    if space_view.card is None:
        return tinted(0 if (space_view.space.row + space_view.space.column) % 2 else 5)
    return art.tint(space_view.card)


def _ground_tone(space_view: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.TEXT
    if light is SpaceLight.TARGET:
        return theme.DIM
    if light is SpaceLight.OPEN:
        return mixed(tint(space_view), theme.LATTICE, 0.8)
    tone = tint(space_view)
    if colour is not None and space_view.locked:
        tone = mixed(tone, TONES[colour], 0.3)
    return mixed(tone, theme.GROUND, 0.6) if light in SHADED else tone


def _letter_tone(space_view: SpaceView, colour: Colour | None, light: SpaceLight) -> Tone:
    if light is SpaceLight.FOUND:
        return theme.ON_PRIMARY
    if light is SpaceLight.OPEN:
        return theme.TEXT
    if colour is not None:
        return (*theme.TEXT[:3], 0.75) if light in SHADED else DARK
    if light in SHADED:
        return (*theme.TEXT[:3], 0.3)
    return theme.TEXT if space_view.card else theme.DIM


def _lines(view: View, spaces: Spaces, *, dim: bool) -> Iterator[Stroke | None]:
    for sequence in view.sequences:
        tone = theme.line(TONES[view.sides[sequence.side].colour])
        ends = spaces.of(sequence.five[0]), spaces.of(sequence.five[-1])
        yield line_between(ends, (*tone[:3], 0.3 if dim else 1.0))
    yield from [None] * (MOST_LINES - len(view.sequences))


def numbers(spaces: Spaces, room: Viewport, finger: Spot | None) -> Iterator[Letters]:
    """Yield the numbers of rows and columns, empty on a tiny board; those under a finger are brighter."""
    at, size = finger if isinstance(finger, Space) else None, room.mm(NUMBER_MM)
    board = spaces.rect
    for n in range(SIDE):
        cell = spaces.of(Space(n, n))
        row_label = Rect(board.x - room.mm(NUMBERS_MM), cell.y, room.mm(NUMBERS_MM), cell.height)
        column_label = Rect(cell.x, board.top, cell.width, room.mm(NUMBERS_MM))
        for rect, pointed in ((row_label, at and at.row), (column_label, at and at.column)):
            text = str(n + 1) if size * DIGIT <= cell.height else ""
            yield edge_name(text, rect, size, pointed=pointed == n)


def frame(spaces: Spaces, space: Space | None, width: float, opacity: float) -> Rim | None:
    """Return a line around a space; None for no space."""
    if space is None:
        return None
    return Rim(spaces.of(space), (*theme.TEXT[:3], opacity), width, spaces.side * 0.16)


# The magnifier: a space is smaller than a fingertip, so a bubble beside the finger shows it large.

SIZE_MM = (60.0, 25.0)
LOUPE_NARROW_MM = 52.0
"""A bubble narrower than this has text only."""
AWAY_MM = 9.0
"""Distance of the bubble from the space, where the finger is, with the hand below it."""
TILE_MM, SHADOW_MM = 15.0, 0.9
SPACED = 1.28
"""Greatest line spacing, in sizes of the letters."""


def bubble_rect(cell: Rect, room: Rect, width: float, height: float, away: float) -> Rect:
    """Return a bubble's rectangle inside `room`: above the finger, or beside it near the upper edge."""
    width, height = min(width, room.width), min(height, room.height)
    y = cell.top + away
    if y + height <= room.top:
        x = cell.center[0] - width / 2
        return Rect(min(max(x, room.x), room.right - width), y, width, height)
    # Near the upper edge it moves to the side with more room, and shrinks to that width.
    left, right = cell.x - away - room.x, room.right - cell.right - away
    width = min(width, max(left, right))
    x = cell.x - away - width if left > right else cell.right + away
    return Rect(x, room.top - height, width, height)


def loupe(room: Viewport, cell: Rect, space_view: SpaceView, colour: Colour | None) -> Iterator[Slot]:
    """Yield a bubble with the state of the space at `cell`, its capital, its position and its chip."""
    wide, high = map(room.mm, SIZE_MM)
    at = bubble_rect(cell, room.rect, wide, high, room.mm(AWAY_MM)).on_pixels()
    yield Box(at.inset(-room.mm(SHADOW_MM)), (0.0, 0.0, 0.0, 0.5), room.mm(theme.RADIUS_MM))
    yield from panel(room, at, theme.RAISED, theme.PRIMARY)
    text = at.inset(room.mm(2.4), room.mm(2))
    tile: tuple[Slot, ...] = (None, None, None)
    if at.width >= room.mm(LOUPE_NARROW_MM) and (space_view.card is not None or colour is not None):
        left, text = text.cut_left(room.mm(TILE_MM), room.mm(3))
        side = min(left.width, left.height)
        tile = _tile(left.inset((left.width - side) / 2, (left.height - side) / 2), space_view, colour)
    yield from tile
    lines = list(_loupe_lines(room, space_view, colour))
    height = sum(size for *_, size in lines)
    spaced = min(SPACED, text.height / height)
    y = text.center[1] + height * spaced / 2
    for words_of, tone, bold, size in lines:
        y -= size * spaced
        yield Letters(words_of, Rect(text.x, y, text.width, size * spaced), tone, size, bold=bold, along=0)


def _tile(rect: Rect, space_view: SpaceView, colour: Colour | None) -> tuple[Slot, ...]:
    tone = theme.TEXT if colour is None else DARK
    return (
        ground(rect, mixed(tint(space_view), theme.TEXT, 0.1)),
        chip_in(rect, colour, locked=space_view.locked),
        letters_in(rect, space_view.card or "", tone, space_view),
    )


def _loupe_lines(
    room: Viewport, space_view: SpaceView, colour: Colour | None
) -> Iterator[tuple[str, Tone, bool, float]]:
    """Yield each line's text, tone, whether it is bold, and size."""
    if space_view.card is not None:
        state = STATES[space_view.card]
        yield state.name, theme.TEXT, True, room.mm(theme.TITLE_MM)
        yield state.capital, theme.DIM, False, room.mm(theme.BODY_MM)
    yield row_column(space_view.space), theme.TEXT, True, room.mm(theme.HEADING_MM) * 0.95
    chip = words.OPEN if colour is None else words.chip_on_space(colour, space_view.locked)
    yield chip, theme.DIM, False, room.mm(theme.SMALL_MM) * 1.1


GAP_MM, SIDE_GAP_MM = 2.0, 1.6
PANEL_MM, CROWDED_PANEL_MM, BELOW_MM = 28.5, 34.5, 32.0
"""Width of the sides beside the board, at least, and with many players or long names; and, with many players,
the width from which `LOW` takes their height below the board."""
CROWD = 8
"""From this number on, there are many players."""
LOW = 0.78
"""Height of the sides below the board, as a share of `PANEL_MM`, or of `BELOW_MM` with many players."""
SHORT = 2
"""With less than this many heights of the stock below the board, the stock is a single line."""


def table(props: TableProps[View, Pending, None], room: Viewport, finger: Spot | None) -> Scene:
    """Return the whole table; its spots are spaces and `SeatTap`."""
    view, gap = props.view, room.mm(GAP_MM)
    if room.narrow:
        spaces = spaces_in(room)
        return Scene(tuple(board_items(view, props.pending, spaces, room, finger)), (spaces,))
    longest = max(fonts.width(plate.name, 1, bold=True) for plate in props.plates)
    least, most = room.mm(PANEL_MM), room.mm(CROWDED_PANEL_MM)
    crowd = len(view.seats) >= CROWD
    panel = most if crowd else min(most, max(least, row_wide(room, longest) + 2 * room.mm(1.5)))
    wide, tall, between = room.rect.width, room.rect.height, room.mm(SIDE_GAP_MM)
    below = room.mm(BELOW_MM) if crowd else least
    at_side, above = min(tall, wide - panel - gap), min(wide, tall - below * LOW - gap)
    # On an upright screen, or seen from a short edge, the board is larger with the sides below it.
    if at_side >= above:
        left, right = room.rect.cut_left(at_side, gap)
        low, high = right.on_pixels().cut_bottom(room.mm(height_mm(view)), between)
    else:
        left, under = room.rect.cut_top(above, gap)
        stock_tall = room.mm(height_mm(view))
        stock_tall = stock_tall if under.height >= SHORT * stock_tall else room.mm(STOCK_LINE_MM)
        low, high = under.on_pixels().cut_bottom(stock_tall, between)
    board = spaces_in(Viewport(left.on_pixels(), room.density))
    side_panels = sides(view, props.plates, room, high, between, finger)
    on_board = board_items(view, props.pending, board, room, finger)
    items = (*on_board, *side_panels.items, *stock(view, room, low.on_pixels()))
    if isinstance(finger, Space):
        space_view = view.spaces[finger.index]
        items = (*items, *loupe(room, board.of(finger), space_view, colour_of(view, space_view)))
    return Scene(items, (board, *side_panels.spots))


# The game's emblem on the home screen: a part of the board with a sequence across it.

PIECE = (
    ("ME", "OR", "OH", "FL", "NV"),
    ("TX", "UT", "ID", "GA", "AK"),
    ("IA", "NY", "MN", "WA", "RI"),
    ("CA", "DE", "AL", "VT", "MI"),
    ("KS", "HI", "CO", "NM", "SD"),
)
EMBLEM_LINE = Colour.BLUE
"""Colour of the chips along the diagonal."""
OTHERS = {
    (0, 3): Colour.RED, (1, 2): Colour.GREEN, (2, 4): Colour.RED, (3, 1): Colour.GREEN, (4, 0): Colour.RED,
}  # fmt: skip
MOST_MM = 38.0


def emblem(room: Viewport) -> Iterator[Slot]:
    """Yield the emblem in the middle of a room, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    count = len(PIECE)
    side = int(min(rect.width, rect.height, most) / count)
    left, low = round(rect.center[0] - side * count / 2), round(rect.center[1] - side * count / 2)
    cells = [
        (Rect(left + column * side, low + (count - 1 - row) * side, side, side), row, column, state)
        for row, states in enumerate(PIECE)
        for column, state in enumerate(states)
    ]
    for at, row, column, state in cells:
        colour = EMBLEM_LINE if row == column else OTHERS.get((row, column))
        space_view = SpaceView(Space(row, column), state, None if colour is None else Side(0), row == column)
        yield ground(at.inset(max(0.5, side * 0.025)), tint(space_view))
        if colour is None:
            yield letters_in(at, state, theme.TEXT, space_view)
    yield line_between((cells[0][0], cells[-1][0]), theme.line(TONES[EMBLEM_LINE]))
    for at, row, column, _ in cells:
        colour = EMBLEM_LINE if row == column else OTHERS.get((row, column))
        yield chip_in(at, colour, locked=row == column)


# A small picture of a board, with a tint for each state, so that boards look different from each other.

TINTS = tuple(
    theme.tone(code) for code in ("#6d7f8c", "#4f6b62", "#7a6a55", "#6a5a72", "#50627d", "#7d7a58", "#5a7d78")
)
"""Seven muted tones; neighbours in the alphabet have different ones."""
PICTURE_LEAST = 3
"""Least width of a space in the picture, in pixels."""
PICTURE_LINE = tuple(Space(7 - n, 2 + n) for n in range(5))
"""The five chips on the picture of a board without states."""


def picture_in(rect: Rect) -> Rect:
    """Return the picture's square at the left of a rectangle, as large as fits with spaces of equal size."""
    side = max(PICTURE_LEAST, int(min(rect.width, rect.height) / SIDE)) * SIDE
    return Rect(round(rect.x), round(rect.center[1] - side / 2), side, side)


def board_picture(draft: Draft, at: Rect, chips: Collection[Space] = ()) -> Iterator[Item]:
    """Yield a board's spaces, those that are known in their tints, with chips on some."""
    pitch = at.width / SIDE
    side = pitch - max(1, pitch // 8)
    order = tuple(STATES)
    yield Box(at, theme.BAR)
    for space in SPACES:
        card = draft.get(space)
        tone = theme.PANEL if card is None else TINTS[order.index(card) % len(TINTS)]
        spot = Rect(at.x + space.column * pitch, at.top - (space.row + 1) * pitch, side, side)
        yield Box(spot, tone)
        if space in chips:
            yield PlacedArt(art.chip(Colour.BLUE), spot.center, pitch)
