"""The players beside the grid: mark, name, pieces and tokens left, and at the end the points. Pure."""

from collections.abc import Iterator

from msgspec import Struct

from companion.games.tracktic.view import SeatView
from companion.journal import Plate
from ui import theme
from ui.games.tracktic import art
from ui.games.tracktic import board_words as words
from ui.games.tracktic.ending import Last
from ui.games.tracktic.tones import PIECES
from ui.games.tracktic.words import COLOURS
from ui.stage import fonts
from ui.stage.parts import mark, panel, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room
from ui.stage.shapes import Letters

TOKEN_MM, MORE_MM = 3.0, 3.4
MOST_TOKENS = 4
"""More tokens are told by a figure beside one."""
STEP = 0.5
"""From one token to the next, in their widths: they lie on each other."""
MARK_MM, PIECE_MM = 8.0, 3.9
NARROW_MM, LEAST_MM = 30.0, 4.0
"""In panels that are narrower the mark is a little smaller; in the narrowest there is nothing."""
FIGURE_MM = 9.6
BLOCK_MM, POINTS_BLOCK_MM = 12.5, 13.5
"""Height of both lines, without points and with them."""
SUPPLY_MM, SUPPLY = 7.0, 1.25
"""Size of the figure of the pieces that are left, at most so much of its line: digits have no descenders."""
OUT = 0.4
"""What is left of a seat that has skipped."""
UNKNOWN = "·"
"""Stands where points aren't told yet."""


class SeatLook(Struct, frozen=True):
    """What is shown of a seat: `points` is a text of figures, empty while the game goes on."""

    seat: SeatView
    turn: bool = False
    points: str = ""
    winner: bool = False
    chosen: bool = False


def look(seat: SeatView, last: Last, winners: tuple[int, ...]) -> SeatLook:
    """Return what is shown of a seat after the end."""
    paths = last.paths
    if paths is None:
        return SeatLook(seat, points=UNKNOWN)
    chosen = paths.drawn is not None and paths.drawn[0] == seat.seat
    points = points_text(len(seat.path), seat.exact) if paths.known(seat.seat) else UNKNOWN
    if chosen and paths.pieces < len(seat.path):
        points = str(paths.pieces)
    return SeatLook(seat, points=points, winner=seat.seat in winners and paths.all_known, chosen=chosen)


def points_text(points: int, exact: bool) -> str:
    """Return the figures of a path's points."""
    return str(points) if exact else words.at_least(points)


def panel_of(
    look: SeatLook, plate: Plate, longest: str, room: Room, *, pressed: bool
) -> Iterator[Item | None]:
    """Yield a player's panel.

    `longest` is the longest name at the table: all names are as large as that one may be.
    """
    rect, marked, out = room.rect, look.turn or look.chosen, look.seat.skipped and not look.points
    ground = theme.PRESSED if pressed else theme.RAISED if marked or look.winner else theme.PANEL
    yield from panel(room, rect, ground, theme.line(PIECES[look.seat.colour]) if marked else None)
    if rect.width < room.mm(LEAST_MM):
        return
    inner = rect.inset(room.mm(1.7), room.mm(0.8))
    side = min(room.mm(MARK_MM) * (1.0 if rect.width >= room.mm(NARROW_MM) else 0.85), inner.height * 0.86)
    left, rest = inner.cut_left(side, room.mm(1.5))
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), side, OUT if out else 1.0)
    # The figure stands beside the name, over the whole width that is left for the colour.
    block = min(rest.height, room.mm(POINTS_BLOCK_MM if look.points else BLOCK_MM))
    rest = Rect(rest.x, rest.center[1] - block / 2, rest.width, block)
    upper, lower = rest.cut_top(block * (0.62 if look.points else 0.5))
    if look.points:
        right, name = upper.cut_right(min(room.mm(FIGURE_MM), upper.width * 0.5), room.mm(0.8))
        tone = theme.TEXT if look.winner or look.chosen else theme.DIM
        size = min(room.mm(theme.FIGURE_MM), upper.height * 1.1)
        yield Letters(look.points, right, tone, size, bold=True, along=1)
    else:
        wide, tokens = _tokens(look.seat.tokens, upper, room, OUT if out else 1.0)
        yield from tokens
        name = Rect(upper.x, upper.y, upper.width - wide, upper.height)
    size = min(room.mm(theme.HEADING_MM), name.height * 0.95)
    size = max(min(size, name.width / fonts.width(longest, 1.0, bold=True)), room.mm(theme.SMALL_MM))
    yield readable(room, plate.name, name, theme.DIM if out else theme.TEXT, size, bold=True, along=0)
    yield from _note(look, lower, room)


def _note(look: SeatLook, rect: Rect, room: Room) -> Iterator[Item | None]:
    """Yield a piece of the colour, how many are left, and what else there is to say and room for."""
    side = round(min(room.mm(PIECE_MM), rect.height))
    icon, text = rect.cut_left(side, room.mm(0.9))
    middle = (round(icon.x) + side / 2, round(icon.center[1] - side / 2) + side / 2)
    yield PlacedArt(art.piece(look.seat.colour), middle, side)
    size = min(room.mm(theme.SMALL_MM) * 1.05, rect.height * 0.9)
    if look.points or look.seat.skipped:
        yield None
        note = words.SKIPPED if look.seat.skipped and not look.points else COLOURS[look.seat.colour]
    else:
        figure, high = str(look.seat.supply), min(room.mm(SUPPLY_MM) * theme.LARGER, rect.height * SUPPLY)
        at, text = text.cut_left(fonts.width(figure, high, bold=True), room.mm(1))
        yield Letters(figure, at, theme.TEXT, high, bold=True, along=0)
        colour = COLOURS[look.seat.colour]
        # The piece beside it has the colour's shape: a word is left out rather than cut off.
        note = colour if fonts.width(colour, size) <= text.width else ""
    yield readable(room, note, text, theme.DIM, size, along=0)


def _tokens(count: int, rect: Rect, room: Room, opacity: float) -> tuple[float, list[Item | None]]:
    """Return how wide the tokens at the right of a line are, and what there is to see of them."""
    if not count:
        return 0.0, [None] * (MOST_TOKENS + 1)
    side, many = round(min(room.mm(TOKEN_MM), rect.height)), count > MOST_TOKENS
    shown = 1 if many else count
    more = room.mm(MORE_MM) if many else 0.0
    wide = side * STEP * (shown - 1) + side + more
    x, y = rect.right - wide + side / 2, round(rect.center[1])
    disc = art.spot(art.TOKEN, art.TOKEN_RIM, 0.96)
    items: list[Item | None] = [
        PlacedArt(disc, (round(x + n * side * STEP), y), side, opacity) for n in range(shown)
    ]
    items += [None] * (MOST_TOKENS - shown)
    beside = Rect(rect.right - more + room.mm(0.5), rect.y, more, rect.height)
    small = room.mm(theme.SMALL_MM)
    items.append(Letters(str(count), beside, art.TOKEN, small, bold=True, along=0) if many else None)
    return wide + room.mm(1), items
