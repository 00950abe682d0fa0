"""Below the sides: the draw deck, the discards, dead cards, and what else has to be known. Pure."""

from collections.abc import Iterator

from companion.games.sequence_states.view import View
from ui import theme
from ui.games.sequence_states import words
from ui.stage.parts import paragraph, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Box, Letters, Rim

FEW_CHIPS = 10
"""Chips off the board are only told when there are fewer than these."""
PAIRS = 4
"""Up to fewer seats than these there is room for two lines of notes."""
HEAD_MM, NOTE_MM, MARK_MM = 5.6, 3.6, 3.8
"""Heights of the figures, of a line of notes, and of the mark of a board that is none of print."""
NAMED = 3
"""Dead cards that are named on a line of notes."""


def height_mm(view: View) -> float:
    """Return how high the stock is."""
    return HEAD_MM + NOTE_MM * _lines(view) + (MARK_MM if _marked(view) else 0.0) + 1.8


def stock(view: View, room: Room, rect: Rect) -> Iterator[Item | None]:
    """Yield figures above, notes below, and the mark of a made-up board at the bottom."""
    yield Box(rect, theme.PANEL, room.mm(theme.RADIUS_MM))
    small, marked, said = room.mm(theme.SMALL_MM), _marked(view), notes(view)
    low, rest = rect.inset(room.mm(1.8), room.mm(0.9)).cut_bottom(
        room.mm(MARK_MM - 0.4) if marked else 0, room.mm(0.4)
    )
    line, yellow = max(2.0, room.mm(0.24)), theme.COLOURS["yellow"]
    yield Rim(low, (*yellow[:3], 0.7), line, low.height * 0.45) if marked else None
    yield Letters(marked, low, yellow, small)
    # Without notes the figures stand in the middle.
    head, below = rest.cut_top(room.mm(HEAD_MM) if said else rest.height)
    left, right = head.cut_left(head.width * 0.48, room.mm(1.2))
    deck = room.mm(theme.HEADING_MM) * 0.9
    yield Letters(words.deck(view.deck), left, theme.TEXT, deck, bold=True, along=0)
    discards = words.discards(sum(seat.discards for seat in view.seats))
    yield readable(room, discards, right, theme.DIM, small, along=1)
    yield from paragraph(said, below, theme.DIM, small, _lines(view))


def notes(view: View) -> str:
    """Return what has to be known of few chips, and of cards that are dead."""
    few = [
        words.CHIPS_LEFT[side.colour].format(n=side.chips) for side in view.sides if side.chips < FEW_CHIPS
    ]
    if not view.dead:
        return " · ".join(few)
    room = NAMED * _lines(view) - len(few) * NAMED // 2
    named = [(card.card, card.out) for card in view.dead[: max(1, room)]]
    return " · ".join((*few, words.dead_for_all(named, len(view.dead) - len(named))))


def _lines(view: View) -> int:
    return 2 if len(view.seats) < PAIRS else 1


def _marked(view: View) -> str:
    return words.MADE_UP if view.made_up else "" if view.laid_out else words.NO_LAYOUT
