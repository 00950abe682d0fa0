"""One seat at the table: its mark and name, its stack as a figure, its face-up pile as the top card. Pure."""

from collections.abc import Iterator

from companion.games.ungle_speed.view import SeatView
from companion.journal import Plate
from companion.people import letters
from ui import theme
from ui.games.ungle_speed import art, words
from ui.stage.parts import mark, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room
from ui.stage.shapes import Box, Letters, Rim

CAPTIONS_FROM_MM = 11.0
"""Panels less high than this have no words under their figures."""
NARROW_MM = 14.0
"""Panels less high than this have no word under the stack."""
TILTS = (-6.0, 4.0, -3.0, 5.0, 3.0, -5.0)
"""Cards lie a little askew, in degrees by seat: that is how one lays them."""
LONG_NAME = 8
"""Letters; animals have at most six."""
CARD, LONE_CARD = 0.78, 0.98
"""Side of the card in heights of the panel, over words and without any."""


def panel_of(
    seat: SeatView, plate: Plate, word: str, colours: tuple[str, ...], room: Room, *, pressed: bool
) -> Iterator[Item | None]:
    """Yield a seat's panel; `word` stands below its stack, `colours` are those of the deck."""
    rect = room.rect
    corner, line = min(room.mm(theme.RADIUS_MM), rect.height * 0.18), room.mm(0.7 if seat.turns else 0.2)
    yield Box(rect, theme.PRESSED if pressed else theme.RAISED if seat.turns else theme.PANEL, corner)
    edge = theme.seat_tone(plate) if seat.turns else theme.LINE
    yield Rim(rect.inset(line / 2), edge, line, corner)
    inner = rect.inset(rect.height * 0.08)
    captions = rect.height >= room.mm(CAPTIONS_FROM_MM)
    narrow = rect.height < room.mm(NARROW_MM) or letters(plate.name) > LONG_NAME
    side = round(min(inner.height * (CARD if captions else LONE_CARD), inner.width * 0.38))
    right, rest = inner.cut_right(side * 1.06, inner.height * 0.06)
    left, middle = rest.cut_left(rest.width * 0.48, inner.height * 0.04)
    low = inner.height * 0.23
    high = inner.height - low
    shape = min(left.width * 0.9, high * 0.72)
    yield from mark(plate, left.center[0] - shape / 2, left.y + low + (high - shape) / 2, shape)
    # On a full table, and where it is long, the name needs all the room that the stack's word would take.
    name = Rect(left.x, left.y, middle.right - left.x if narrow else left.width, low)
    yield readable(room, plate.name, name, theme.TEXT, room.mm(theme.BODY_MM), bold=True)
    _, figure = middle.cut_bottom(low if captions else 0.0)
    size = min(room.mm(theme.GLANCE_MM), figure.height * 0.75)
    yield Letters(str(seat.stack), figure, theme.TEXT, size, bold=True)
    for column, text, fits in (
        (middle, word, captions and not narrow),
        (right, words.face_up(seat.pile), captions),
    ):
        under, _ = column.cut_bottom(low * 0.9)
        yield readable(room, text, under, theme.DIM, room.mm(theme.SMALL_MM)) if fits else None
    free = inner.height - side
    at = (round(right.center[0] - side / 2), round(right.y + (free if captions else free / 2)))
    shown = art.card(seat.top, colours) if seat.pile else art.slot()
    yield PlacedArt(shown, (at[0] + side / 2, at[1] + side / 2), side, turn=TILTS[seat.seat % len(TILTS)])
