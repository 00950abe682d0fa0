"""The middle of the table: the totem, the pot under it, and a ring of colours while colours match. Pure."""

from collections.abc import Iterator

from companion.games.ungle_speed.view import View
from ui import theme
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.tones import ink
from ui.stage.art import arc, around
from ui.stage.parts import felt
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room
from ui.stage.shapes import Letters, Stroke

MIDDLE_MM = (26.0, 19.0)
"""What the totem and the pot need at least."""
MOST_MM = 26.0
"""The totem is at most so high."""
POT_MM = (26.0, 4.2)
"""Width and height of the words of the pot."""
POT_SHOWN = 5
"""More cards than these don't make the fan under the totem any larger."""
FAN = 11
"""Degrees from one card of the fan to the next."""
SHADE = 0.1
"""So much of the totem's height its shadow lies below it."""
RING_MM = 1.1


def middle(view: View, room: Room, panels: list[Rect]) -> Iterator[Item | None]:
    """Yield the table under the panels of its seats, and the totem in what they leave free."""
    rect, height = room.rect, panels[0].height
    across, down = min(panels[0].width * 0.4, rect.width * 0.2), min(height * 0.35, rect.height * 0.2)
    yield from felt(rect.inset(across, down))
    low = max((p.top for p in panels if p.y < rect.y + 1 and _spans(p, rect)), default=rect.y)
    high = min((p.y for p in panels if p.top > rect.top - 1 and _spans(p, rect)), default=rect.top)
    wide, text = map(room.mm, POT_MM)
    tall = max(0.0, min((high - low - text - room.mm(2)) / (1 + SHADE), room.mm(MOST_MM)))
    x, y = rect.center[0], (low + high - tall * (1 + SHADE) - text) / 2 + text + tall * SHADE
    reach = max(0.0, min(tall * 0.72, (high - low) / 2 - room.mm(0.8)))
    step = 360 / max(1, len(view.deck.colours))
    for n, colour in enumerate(view.deck.colours):
        ring = arc((x, (low + high) / 2), reach, 84 - step * n, 96 - step * (n + 1))
        yield Stroke(ring, ink(colour, view.deck.colours), room.mm(RING_MM)) if view.by_colour else None
    shadow, totem = standing((x, y), tall)
    yield shadow
    yield from _fan(view, x, y, tall * 0.34)
    yield totem
    tone = theme.TEXT if view.pot else theme.DIM
    line = Rect(x - wide / 2, y - tall * SHADE - text, wide, text)
    yield Letters(words.pot_of(view.pot), line, tone, room.mm(theme.BODY_MM))


def standing(foot: tuple[float, float], tall: float) -> tuple[PlacedArt, PlacedArt]:
    """Return the shadow of the totem, and the totem, on whole pixels."""
    (x, y), half = foot, tall / 2
    shadow = PlacedArt(art.SHADOW, (x, y + tall * 0.02), tall, 0.35)
    return shadow, PlacedArt(art.TOTEM, (round(x - half) + half, round(y) + half), tall)


def _fan(view: View, x: float, y: float, side: float) -> Iterator[PlacedArt | None]:
    """Yield the pot's cards, turned around points beside the totem's foot."""
    shown = min(view.pot, POT_SHOWN)
    for n in range(POT_SHOWN):
        off = n - (shown - 1) / 2
        at = around((x + off * side * 0.45, y), side * 0.28, 90 - off * FAN)
        yield PlacedArt(art.card(None, view.deck.colours), at, side, turn=-off * FAN) if n < shown else None


def _spans(panel: Rect, room: Rect) -> bool:
    """Tell whether a panel lies above or below the totem rather than beside it."""
    near = room.width * 0.3
    return panel.x < room.center[0] + near and panel.right > room.center[0] - near
