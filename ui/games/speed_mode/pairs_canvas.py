"""The pairs of a board on one canvas, built once for its combinations and then changed in place."""

from collections.abc import Callable, Collection, Mapping, Sequence

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle
from msgspec import Struct

from companion.game import Seat
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.model import Extra
from companion.games.speed_mode.view import PairView
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode import cards_drawn as drawn
from ui.games.speed_mode.aims import HalfTap
from ui.games.speed_mode.plan import Plan, plan_in
from ui.kivy_types import Touch
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.sprites import PLAIN, Pool, Sprite, faded

COVERED, LOST = 0.42, 0.26
"""What is left of the cards under a token, and of those that nobody can combine any more."""
CROSS, TOKEN = 0.62, 0.94
"""Width of a cross in halves, and of a circle in pairs."""
EXTRA_MM = 5.0
"""A quadrilateral is at most so large."""
EXTRA = 2.1
"""And otherwise so large, in gaps between pairs."""
RADIUS = 0.08


class _Half(Struct):
    """The instructions of one combination."""

    tone: Color
    ground: RoundedRectangle
    edge: Color
    outline: Line
    cards: tuple[Sprite, ...]
    cross: Sprite
    token: Sprite


class PairsCanvas(Face):
    """The pairs with their tokens; `on_tap` is told the half that a finger was lifted from."""

    def __init__(self) -> None:
        super().__init__()
        self.builds = 0
        self.on_tap: Callable[[HalfTap], None] | None = None
        self.plan = Plan()
        self._pairs: dict[Place, PairView] = {}
        self._extras: tuple[Extra, ...] = ()
        self._plates: Mapping[Seat, Plate] = {}
        self._last: frozenset[tuple[Place, int]] = frozenset()
        self._halves: dict[tuple[Place, int], _Half] = {}
        self._touch: Touch | None = None
        self._at: HalfTap | None = None
        self._ground, self._tokens, self._between = InstructionGroup(), InstructionGroup(), Pool()
        for group in (self._ground, self._tokens, self._between.group):
            self.canvas.add(group)

    def show(
        self,
        pairs: Sequence[PairView],
        extras: Sequence[Extra],
        plates: Mapping[Seat, Plate],
        last: Collection[tuple[Place, int]] = (),
    ) -> None:
        """Show these pairs and the extra points between them; `last` are the halves covered last."""
        before = self._pairs
        now = {pair.place: pair for pair in pairs}
        shown = (self._extras, self._plates, self._last)
        self._pairs, self._extras = now, tuple(extras)
        self._plates, self._last = dict(plates), frozenset(last)
        if _printed(before) != _printed(now):
            self._build()
            self.rearrange()
        elif before != now or shown != (self._extras, self._plates, self._last):
            self._draw()

    def half_at(self, x: float, y: float) -> HalfTap | None:
        """Return the half at a point, None where there is no pair; gaps belong to what is next to them."""
        found = self.plan.at(x, y)
        return HalfTap(*found) if found is not None and found[0] in self._pairs else None

    def centre(self, place: Place, half: int) -> tuple[float, float]:
        """Return the middle of a half, in pixels of the window."""
        return self.plan.half(place, half).center

    def arrange(self, rect: Rect) -> None:
        """Lay the largest pairs into the middle."""
        self.plan = plan_in(rect, self._pairs)
        if self.plan.tall:
            self._place()
            self._draw()

    # Fingers.

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Look pressed where the finger is, in the same frame."""
        if self.on_tap is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if self._touch is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        half = self.half_at(*touch.pos)
        if half is None:
            return super().on_touch_down(touch)
        self._touch = touch
        touch.grab(self)
        self._press(half)
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """A finger that slides is on whatever it came to."""
        if touch.grab_current is not self:
            return super().on_touch_move(touch)
        self._press(self.half_at(*touch.pos))
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        at, self._touch = self._at, None
        self._press(None)
        if at is not None and self.on_tap is not None:
            self.on_tap(at)
        return True

    def _press(self, half: HalfTap | None) -> None:
        if half != self._at:
            before, self._at = self._at, half
            for at in (before, half):
                if at is not None and (at.place, at.half) in self._halves:
                    self._tint(at.place, at.half)

    # Drawing.

    def _build(self) -> None:
        self.builds += 1
        self._ground.clear()
        self._tokens.clear()
        self._halves = {}
        for place, pair in self._pairs.items():
            for half, its in enumerate(pair.halves):
                tone, ground = Color(*theme.RAISED), RoundedRectangle()
                edge, outline = Color(0, 0, 0, 0), Line(width=1)
                for part in (tone, ground, edge, outline):
                    self._ground.add(part)
                cards = tuple(Sprite(self._ground) for _ in its.cards)
                cross = Sprite(self._ground)
                self._halves[place, half] = _Half(
                    tone, ground, edge, outline, cards, cross, Sprite(self._tokens)
                )

    def _place(self) -> None:
        """Put what never changes while the size stays."""
        for (place, half), its in self._halves.items():
            at = self.plan.half(place, half)
            corner = self.plan.wide * RADIUS
            its.ground.pos, its.ground.size = (at.x, at.y), (at.width, at.height)
            # The outer corners are round, and the two halves meet in the middle.
            outer = [(corner, corner)] * 2 + [(1, 1)] * 2
            left = [outer[0], outer[2], outer[2], outer[0]]
            its.ground.radius = left if half == drawn.LEFT else [left[n] for n in (1, 0, 0, 1)]
            line = max(1.0, theme.mm(0.35))
            its.outline.width = line / 2
            its.outline.rounded_rectangle = (
                at.x + line / 2, at.y + line / 2, at.width - line, at.height - line, max(1.0, corner * 0.6)
            )  # fmt: skip

    def _draw(self) -> None:
        if not self.plan.tall:
            return
        for place, half in self._halves:
            self._tint(place, half)
            self._draw_half(place, half)
        self._draw_extras()

    def _tint(self, place: Place, half: int) -> None:
        its, pair = self._halves[place, half], self._pairs[place]
        pressed = self._at == HalfTap(place, half)
        seen = pair.halves[half]
        plain = theme.RAISED if seen.free and seen.possible else theme.PANEL
        tone = theme.PRESSED if pressed else plain
        edge = theme.TEXT if pressed else theme.DIM if (place, half) in self._last else (0.0,) * 4
        for colour, wanted in ((its.tone, tone), (its.edge, edge)):
            if tuple(colour.rgba) != wanted:
                colour.rgba = wanted

    def _draw_half(self, place: Place, half: int) -> None:
        its, pair, plan = self._halves[place, half], self._pairs[place], self.plan
        seen = pair.halves[half]
        lost = seen.free and not seen.possible
        tint = faded(LOST) if lost else PLAIN if seen.free else faded(COVERED)
        side, places = plan.cards(place, half, len(seen.cards))
        for sprite, kind, middle in zip(its.cards, seen.cards, places, strict=True):
            sprite.show(drawn.card(kind, side), middle, side, tint)
        if lost:
            across = max(4, round(plan.half(place, half).width * CROSS))
            its.cross.show(drawn.cross(across), plan.half(place, half).center, across)
        else:
            its.cross.hide()
        seat = pair.circle if pair.circle is not None else seen.by
        if seat is None or (pair.circle is not None and half != drawn.LEFT):
            its.token.hide()
            return
        plate = self._plates[seat]
        across = round(min(plan.wide, plan.tall) * TOKEN)
        shape = drawn.WHOLE if pair.circle is not None else half
        texture = drawn.token(theme.seat_tone(plate), plate.letter, shape, across)
        its.token.show(texture, plan.tile(place).center, across)

    def _draw_extras(self) -> None:
        side = round(min(theme.mm(EXTRA_MM), self.plan.gap * EXTRA))
        self._between.clear()
        for extra in self._extras:
            alike = [other for other in self._extras if other.between == extra.between]
            off = (alike.index(extra) - (len(alike) - 1) / 2) * side
            (x, y), (u, v) = (self.plan.tile(place).center for place in extra.between)
            upright = abs(x - u) >= abs(y - v)
            middle = ((x + u) / 2 + (0 if upright else off), (y + v) / 2 + (off if upright else 0))
            plate = self._plates[extra.seat]
            texture = drawn.extra(theme.seat_tone(plate), plate.letter, extra.group, side)
            self._between.put(texture, middle, side)
        self._between.done()


def _printed(pairs: Mapping[Place, PairView]) -> tuple[object, ...]:
    """Return what is printed on a board: it decides what the canvas is built of."""
    return tuple((place, tuple(half.cards for half in pair.halves)) for place, pair in pairs.items())
