"""What fingers hit: pads that look pressed at once, and pads that must be held."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil, inf

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, NumericProperty

from ui.language import words
from ui.stage import fonts, icons, theme
from ui.stage.icons import Icon
from ui.stage.kivy_types import Touch, number_of
from ui.stage.painter import Painter, room_in
from ui.stage.parts import SWITCH_MM, chevron, switch
from ui.stage.scene import Picture
from ui.stage.shapes import Box, Stroke
from ui.widgets.layout import Arranged, Panel, Point, Rect, place_widget, place_widgets, rect_of
from ui.widgets.text import LEAST_MM, Lettering, narrowest

HOLD_SECONDS = 0.8
"""How long a dangerous pad must be held."""


EDGE_MM = 0.25
"""Width of a pad's outline."""
ABOVE_MM = 0.8
"""Gap between a pad's upper or lower edge and its words."""
CLOSER_MM = (0.3, 0.65)
"""How much closer to a pad's sides, and to its upper and lower edge, a title comes that is cut off else."""
NARROW_MM = 18.0
"""Pads narrower than this are in half a column."""
BESIDE = 0.36
"""The share of the width that a picture next to the words takes at most."""
LINE = 1.2
"""Height of a line, in sizes of its letters."""


class Pad(Panel):
    """A pad with a title and, where there is room, a subtitle; `on_tap` when a finger is lifted on it.

    A pad that isn't `live` is dim and takes no touch.
    """

    pressed = BooleanProperty(False)
    live = BooleanProperty(True)

    def __init__(
        self,
        title: str = "",
        *,
        on_tap: Callable[[], None] | None = None,
        primary: bool = False,
        role: float | None = None,
    ) -> None:
        super().__init__(*((theme.PRIMARY,) if primary else (theme.RAISED, theme.EDGE, EDGE_MM)))
        self.primary = primary
        self.chosen = False
        self.when_tapped = on_tap
        self.when_held: Callable[[bool, int | None], None] | None = None
        self._lit: theme.Tone | None = None
        role = theme.heading() if role is None else role
        ink, dim = (theme.ON_PRIMARY, theme.ON_PRIMARY_DIM) if primary else (theme.TEXT, theme.DIM)
        self._drawn_beside: Picture | None = None
        self.title = Lettering(title, role=role, tone=ink, bold=True, align="center", wraps=True)
        self.subtitle = Lettering(role=theme.small(), tone=dim, align="center", wraps=True)
        self.show_texts(self.title, self.subtitle)
        self._painter = Painter(self.canvas)
        self.bind(pressed=self._look, live=self._look)

    def say(self, title: str, subtitle: str = "") -> None:
        """Change the words."""
        if (title, subtitle) != (self.title.text, self.subtitle.text):
            self.title.text, self.subtitle.text = str(title), str(subtitle)
            self.rearrange()

    def draw_beside(self, picture: Picture | None) -> None:
        """Draw a picture next to the words; None: nothing."""
        self._drawn_beside = picture
        if picture is None:
            self._painter.draw(())
        self.rearrange()

    def choose(self, chosen: bool) -> None:
        """Mark the pad as the chosen one of several."""
        self.chosen = chosen
        self._look()

    def light(self, lit: theme.Tone | None) -> None:
        """Light the pad in a tone, as a lamp would; None: put it out."""
        if lit != self._lit:
            self._lit = lit
            self._look()

    def cut(self, *, left: bool) -> None:
        """Let a name be cut off; one in a list (`left`) is aligned left and has one line."""
        self.title.wraps = not left
        for text in (self.title, self.subtitle):
            text.cuts, text.halign = True, "left" if left else "center"

    def arrange(self, rect: Rect) -> None:
        """Put the subtitle below the title, or leave it out where there is no room."""
        # A long word has no room in half a column: its beginning in readable letters is better than all of it
        # in tiny ones. The same goes for large text, and next to a picture, which shows what the word means.
        if rect.width < theme.mm(NARROW_MM) or theme.now.large or self._drawn_beside is not None:
            self.title.cuts = self.subtitle.cuts = True
        inner = rect.inset(inset_of(rect.width), theme.mm(ABOVE_MM))
        if self._drawn_beside is not None:
            picture_room, inner = self._picture_and_words(inner)
            self._painter.draw(self._drawn_beside(room_in(picture_room)) if picture_room.width else ())
        line = theme.small() * LINE
        broad = rect.width > theme.mm(16) or not self._long(inner.width)
        room = inner.height > line / theme.LARGER * 2.4 and broad
        if not self.subtitle.text or not room:
            self._title_alone(inner)
            return
        self.subtitle.visible = True
        above = self.title.role * 1.25
        least = self.title.role / theme.LARGER * 1.15
        if self._long(inner.width) and inner.height < least + 2 * line - 1:
            # Two lines of ordinary size are easier to read than a large one that is squeezed.
            line /= theme.LARGER
        two = inner.height >= least + 2 * line - 1
        lines = 2 if self.subtitle.wraps and self._long(inner.width) and two else 1
        above = min(above, max(least, inner.height - line * lines))
        wide = self.title.natural_width > inner.width
        if wide and self.title.wraps and inner.height >= above * 1.8 + line * lines:
            above *= 2
        both = min(inner.height, above + line * lines)
        block = Rect(inner.x, inner.y + (inner.height - both) / 2, inner.width, both)
        under, over = block.cut_bottom(line * lines)
        small = theme.now.large and self.title.size_in(over) < self.title.role / theme.LARGER
        if small or not self.title.fits(over):
            # The title must be whole, and larger in large text: the subtitle gives way.
            self._title_alone(inner)
            return
        if not self.subtitle.wraps or self.subtitle.fits(under):
            place_widget(self.title, over)
            place_widget(self.subtitle, under)
            return
        self._read_whole(inner)

    def _picture_and_words(self, inner: Rect) -> tuple[Rect, Rect]:
        """Return the rooms of picture and words; the picture shrinks until the whole title fits."""
        for share in (BESIDE, BESIDE * 0.75, BESIDE / 2):
            picture, words = inner.cut_left(min(inner.height, inner.width * share), theme.mm(0.8))
            if self.title.fits(words):
                return picture, words
        return inner.cut_left(0.0)

    def _read_whole(self, inner: Rect) -> None:
        """Give the subtitle as many lines as it needs, at its smallest, or leave it out."""
        line = ceil(theme.mm(LEAST_MM)) * LINE
        for lines in range(2, int(inner.height / line)):
            under, over = inner.cut_bottom(lines * line)
            if self.subtitle.fits(under):
                if self.title.fits(over):
                    place_widget(self.title, over)
                    place_widget(self.subtitle, under)
                    return
                break
        self._title_alone(inner)

    def _title_alone(self, inner: Rect) -> None:
        """Leave the subtitle out."""
        if not self.title.fits(inner):
            across, down = CLOSER_MM
            inner = inner.inset(-theme.mm(across), -theme.mm(down))
        place_widget(self.title, inner)
        place_widget(self.subtitle, Rect(inner.x, inner.y, 1, 1))
        self.subtitle.visible = False

    def tap(self) -> None:
        """Do what the pad is for."""
        if self.when_tapped is not None:
            self.when_tapped()

    def on_touch_down(self, touch: Touch) -> bool:
        """Look pressed, in the same frame."""
        if not self.live or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.pressed = True
        if self.when_held is not None:
            self.when_held(True, number_of(touch))
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        """Release the pad while the finger is off it."""
        if touch.grab_current is not self:
            return False
        self.pressed = self.collide_point(*touch.pos)
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """Tap, if the finger is still on the pad."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.when_held is not None:
            self.when_held(False, None)
        hit, self.pressed = self.pressed, False
        if hit and self.live:
            self.let_go()
        return True

    def let_go(self) -> None:
        """Tap: a finger was lifted on the pad."""
        self.tap()

    def _long(self, width: float) -> bool:
        return self.subtitle.natural_width > width

    def _look(self, *_: object) -> None:
        ground = theme.PRESSED if self.pressed else theme.RAISED
        if self.primary:
            self.paint(theme.PRIMARY_PRESSED if self.pressed else theme.PRIMARY)
        elif self._lit is not None:
            self.paint(self._lit, (*self._lit[:3], 1.0))
        elif self.chosen:
            self.paint(ground, theme.PRIMARY)
        else:
            self.paint(ground, theme.EDGE, EDGE_MM)
        self.opacity = 1.0 if self.live else 0.4


def inset_of(width: float) -> float:
    """Return the margin between a side of a pad of this width and its words, in pixels."""
    return theme.mm(0.5 if width < theme.mm(NARROW_MM) else 1.2)


def narrowest_pad(title: str, role: float) -> float:
    """Return the least width at which a pad cuts off no word of its title, in pixels."""
    wide = narrowest(title, role, bold=True)
    return wide + 2 * inset_of(wide)


def write_alike(pads: Sequence[Pad]) -> None:
    """Write the titles of neighbouring pads in one size, the largest that fits on all."""
    for pad in pads:
        pad.title.grow_to(inf)
        pad.arrange(rect_of(pad))
    size = min((pad.title.font_size for pad in pads if pad.title.text), default=inf)
    for pad in pads:
        pad.title.grow_to(size)


RING_MM = 0.9
"""Width of the ring that closes while a pad is held."""
EXPLAINED_SECONDS = 1.5
"""How long a pad that was only tapped says that it must be held."""


class HoldPad(Pad):
    """A pad for what can't be undone with a tap: it must be held while a ring closes around it."""

    held = NumericProperty(0.0)

    def __init__(
        self, title: str = "", on_held: Callable[[], None] | None = None, seconds: float = HOLD_SECONDS
    ) -> None:
        super().__init__(title, on_tap=on_held)
        self._seconds = seconds
        self._ring = Painter(self.canvas.after)
        self._ticking = Clock.schedule_interval(self._tick, 0)
        self._ticking.cancel()
        self._words = ("", "")
        self._explained = Clock.create_trigger(self._say_words, EXPLAINED_SECONDS)
        self.bind(pressed=self._start_or_stop, held=self._draw_ring)

    def let_go(self) -> None:
        """Say for a moment that it must be held, if no hint says so: the ring hadn't closed yet."""
        hint = str(words.HOLD)
        if self.title.text != hint:
            if self.subtitle.text and self.subtitle.visible:
                return
            self._words = (self.title.text, self.subtitle.text)
        self.say(hint)
        self._explained.cancel()
        self._explained()

    def _say_words(self, *_: object) -> None:
        if self.title.text == str(words.HOLD):
            self.say(*self._words)

    def _start_or_stop(self, *_: object) -> None:
        self._ticking.cancel()
        self.held = 0.0
        if self.pressed:
            self._ticking()

    def _tick(self, passed: float) -> None:
        self.held = min(1.0, self.held + passed / self._seconds)
        if self.held >= 1.0:
            self.pressed = False
            self.tap()

    def _draw_ring(self, *_: object) -> None:
        inner = rect_of(self).inset(theme.mm(RING_MM / 2))
        corners = [
            (inner.x + inner.width / 2, inner.top), (inner.right, inner.top), (inner.right, inner.y),
            (inner.x, inner.y), (inner.x, inner.top), (inner.x + inner.width / 2, inner.top),
        ]  # fmt: skip
        points = _along(corners, self.held)
        self._ring.draw((Stroke(points, theme.WARNING, theme.mm(RING_MM), round=True),))


def _along(corners: list[Point], share: float) -> tuple[Point, ...]:
    """Return the points of the first `share` of a path."""
    lengths = [abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(corners)]
    remaining = sum(lengths) * share
    if remaining <= 0:
        return ()
    points = [corners[0]]
    for (ax, ay), (bx, by), length in zip(corners[:-1], corners[1:], lengths, strict=True):
        part = min(1.0, remaining / length) if length else 1.0
        points.append((ax + (bx - ax) * part, ay + (by - ay) * part))
        remaining -= length
        if remaining <= 0:
            break
    return tuple(points)


# A pad of a list: what it is about, its value, and a switch or a sign that it leads on.

INSET_MM = (2.0, 0.4)
END_MM = 4.0
"""Width of the chevron at the end; a switch is wider."""


STRIKE_MM, LINES = 0.25, 2
"""Width of the line that crosses words out, and the fewest lines of a title that wraps."""


class LinePad(Pad):
    """Its `title` is the value, under the name of what it is (the `subtitle`); or the name alone.

    With `wraps` the title has as many lines as there is room for, at least two, and may be cut off; one that
    is `struck` is crossed out.
    """

    def __init__(self) -> None:
        super().__init__(role=theme.body())
        for text in (self.title, self.subtitle):
            text.halign, text.wraps = "left", False
        self.wraps = self.struck = False
        self._on: bool | None = None
        self._leads = True

    def tell(self, title: str, value: str, *, on: bool | None, leads: bool, warning: bool) -> None:
        """Show another line."""
        self.title.text, self.subtitle.text = (value, title) if value else (title, "")
        self.title.wraps = self.wraps or not value
        self.title.cuts = self.wraps
        self.title.color = theme.WARNING if warning else theme.DIM if self.struck else theme.TEXT
        self._on, self._leads = on, leads
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Put the words at the left, and the switch or the chevron at the right."""
        inner = rect.inset(*map(theme.mm, INSET_MM))
        end = 0.0 if self._on is None and not self._leads else END_MM if self._on is None else SWITCH_MM[0]
        mark, words = inner.cut_right(theme.mm(end), theme.mm(1.0 if end else 0.0))
        room = room_in(mark)
        drawn = switch(room, mark.center, on=self._on) if self._on is not None else ()
        ends = (chevron(room, mark.center),) if self._on is None and self._leads else drawn
        self.subtitle.visible = bool(self.subtitle.text)
        if not self.subtitle.text:
            place_widget(self.title, words)
            place_widget(self.subtitle, Rect(rect.x, rect.y, 1, 1))
            self._painter.draw(ends)
            return
        upper, lower = theme.small() * 1.25, self.title.role * 1.25
        if self.wraps:
            lines = fonts.wrapped(self.title.text, words.width, self.title.role, bold=self.title.bold)
            lower *= min(len(lines), max(LINES, int((words.height - upper) / lower)))
        spare = max(0.0, (words.height - upper - lower) / 2)
        over, under = words.inset(0, spare).cut_top(min(upper, words.height * 0.45))
        place_widget(self.subtitle, over)
        place_widget(self.title, under)
        self._painter.draw((*ends, *(self._strikes() if self.struck else ())))

    def _strikes(self) -> Iterator[Box]:
        """Yield a stroke through each line of the title."""
        size, high = self.title.font_size, self.title.font_size * LINE
        read = fonts.wrapped(self.title.text, self.title.rect.width, size, bold=self.title.bold)
        read = read[: max(1, int(self.title.rect.height / high))]
        for n, line in enumerate(read):
            y = self.title.rect.center[1] + high * ((len(read) - 1) / 2 - n)
            wide = min(fonts.width(line, size, bold=self.title.bold), self.title.rect.width)
            yield Box(Rect(self.title.rect.x, y, wide, theme.mm(STRIKE_MM)), theme.DIM)


# Pads with icons: those of the action bar with a word below, and bare ones.

GLYPH = 0.6
"""Height of an icon without a word, in heights of its pad."""
BESIDE_MM = 0.5
"""How far a word may reach beyond its pad on either side."""
WIDE = 0.95
"""The share of the width beyond which two words are set one below the other."""


class IconPad(Pad):
    """An icon above its word."""

    def __init__(self, icon: Icon, word: str, on_tap: Callable[[], None]) -> None:
        super().__init__(word, on_tap=on_tap, role=theme.small())
        self.title.color = theme.DIM
        self.title.bold = False
        self.title.wraps = False
        self._icon = icon
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Draw the icon with the word below; two words that are too wide get a line each."""
        size = min(rect.width, theme.mm(14)) * 0.42
        word = theme.small() * 1.3
        # The pad has no edge that shows, so letters may reach beyond it.
        wide = rect.inset(-theme.mm(BESIDE_MM), 0)
        two = " " in self.title.text and self.title.natural_width > wide.width * WIDE
        room = rect.height > size + word * 1.6
        self.title.wraps = two and room
        high = min(word * 2, rect.height - size) if self.title.wraps else word
        x, y = rect.center
        self._painter.draw(self._icon(x, y + (high * 0.6 if room else 0), size, theme.TEXT))
        self.title.visible = room
        low = y + (high - word) * 0.6 - size * 0.5 - high * 0.95
        place_widget(self.title, Rect(wide.x, low, wide.width, high))

    def _look(self, *_: object) -> None:
        self.paint(theme.PRESSED if self.pressed else theme.BAR)
        self.opacity = 1.0 if self.live else 0.35


# The bar that is always there: back, undo, history, referee.

BAR_MM = 14.0


class RefereeBar(Arranged):
    """Four pads, one below the other, always in the same place."""

    def __init__(
        self,
        back: Callable[[], None],
        undo: Callable[[], None],
        history: Callable[[], None],
        referee: Callable[[], None],
    ) -> None:
        super().__init__()
        self._ground = Painter(self.canvas.before)
        self.back = IconPad(icons.back, words.BACK, back)
        self.undo = IconPad(icons.undo, words.UNDO, undo)
        self.history = IconPad(icons.history, words.HISTORY, history)
        self.referee = IconPad(icons.referee, words.REFEREE, referee)
        self.add_parts(*self.pads)

    @property
    def pads(self) -> tuple[IconPad, ...]:
        """All four, from the top."""
        return (self.back, self.undo, self.history, self.referee)

    def arrange(self, rect: Rect) -> None:
        """Share the height out among the four."""
        self._ground.draw((Box(rect, theme.BAR),))
        place_widgets(self.pads, rect.inset(theme.mm(0.6)).rows(4, theme.mm(3)))


class GlyphPad(Pad):
    """A pad with only an icon."""

    def __init__(self, icon: Icon) -> None:
        super().__init__()
        self._icon = icon

    def arrange(self, rect: Rect) -> None:
        """Draw the icon in the middle."""
        size = min(rect.width, rect.height, theme.mm(12)) * GLYPH
        self._painter.draw(self._icon(*rect.center, size, theme.TEXT))


# Resting fingers: a secret is shown while one rests; a tap isn't resting.


def when_rested(
    pad: Pad, on_rest: Callable[[bool], None], seconds: Callable[[], float] = lambda: theme.REST_SECONDS
) -> Callable[[], None]:
    """Call `on_rest` with True once a finger rests on a pad, and with False when the pad is released.

    Return a function that stops waiting: a finger that is down but doesn't rest yet never will.
    """
    waiting: list[ClockEvent] = []

    def stop() -> None:
        while waiting:
            waiting.pop().cancel()

    def changed(*_: object) -> None:
        stop()
        if pad.pressed:
            waiting.append(Clock.schedule_once(lambda _seconds: on_rest(True), seconds()))
        else:
            on_rest(False)

    pad.bind(pressed=changed)
    return stop


# A pad with a picture next to its words, or above them.

PICTURE_BESIDE = 0.4
"""The share of a pad's width that a picture next to the words takes at most."""


def picture_alone(pad: Rect) -> Rect:
    """Return where a pad's picture lies that has no words beside it."""
    return pad.inset(theme.mm(1.2), theme.mm(0.8))


class PicturePad(Pad):
    """A pad with a picture, next to its words or above them; one that is `done` is darker, its title dim.

    `when_rested` is called with True when a finger rests on it, and with False when it is released.
    """

    def __init__(self, *, primary: bool = False) -> None:
        self.done = False
        super().__init__(primary=primary)
        self._picture: Picture | None = None
        self._above, self._wide = False, 1.0
        self.when_rested: Callable[[bool], None] | None = None
        self.rest_seconds = 0.0
        self.stop_waiting = when_rested(self, self._rested, lambda: self.rest_seconds)

    def see(
        self,
        picture: Picture | None,
        *,
        above: bool,
        wide: float,
        done: bool,
    ) -> None:
        """Show another picture, or none; `wide` is its width in heights."""
        self._picture, self._above, self._wide = picture, above, wide
        if done != self.done:
            self.done = done
            self.title.color = theme.DIM if done else theme.TEXT
            self._look()
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Share the room between the picture and the words."""
        words, drawn = rect, Rect(rect.x, rect.y, 0, 0)
        if self._picture is not None:
            inner = picture_alone(rect)
            if not self.title.text:
                words, drawn = drawn, inner
            elif self._above:
                role = self.title.role
                lines = len(fonts.wrapped(self.title.text, inner.width, role, bold=True)) * role * 1.2
                lines += theme.small() * 2.6 if self.subtitle.text else 0
                low, drawn = inner.cut_bottom(min(lines + theme.mm(0.8), inner.height * 0.6), theme.mm(0.6))
                words = Rect(rect.x, rect.y, rect.width, low.top - rect.y)
            else:
                width = min(inner.height * self._wide, inner.width * PICTURE_BESIDE)
                drawn, rest = inner.cut_left(width, theme.mm(1))
                # `Pad.arrange` leaves this margin before the words again.
                left = rest.x - theme.mm(1.2)
                words = Rect(left, rect.y, rect.right - left, rect.height)
        super().arrange(words)
        self._painter.draw(() if self._picture is None else self._picture(room_in(drawn)))

    def _look(self, *_: object) -> None:
        super()._look()
        if self.done and not self.pressed:
            self.paint(theme.GROUND, theme.PRIMARY if self.chosen else theme.LINE)

    def _rested(self, rests: bool) -> None:
        if self.when_rested is not None:
            self.when_rested(rests)


# The pads next to a figure.

REPEAT_AFTER = 0.45
REPEAT_EVERY = 0.09
"""Seconds until a held pad repeats, and between repeats: from 13 to 39 in under three seconds."""


class RepeatPad(GlyphPad):
    """A pad that steps once when tapped, and repeatedly while it is held."""

    def __init__(self, icon: Icon) -> None:
        super().__init__(icon)
        self._starting = Clock.create_trigger(self._start, REPEAT_AFTER)
        self._stepping = Clock.schedule_interval(self._step, REPEAT_EVERY)
        self._stepping.cancel()
        self._repeated = False
        self.bind(pressed=self._press)

    def let_go(self) -> None:
        """Step once for a tap; after repeating, add nothing."""
        if not self._repeated:
            self.tap()

    def _press(self, *_: object) -> None:
        self._starting.cancel()
        self._stepping.cancel()
        if self.pressed:
            self._repeated = False
            self._starting()

    def _start(self, *_: object) -> None:
        self._repeated = True
        self._stepping()

    def _step(self, *_: object) -> None:
        if self.live:
            self.tap()
