"""The line at the top, in the colour of the player it speaks to: whose turn it is, and what to do now."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.journal import NamePlate
from companion.line import Position
from ui.language import words
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.painter import Painter
from ui.stage.parts import alone, marked
from ui.table.presenting import Picturing, Presenter
from ui.widgets.layout import Panel, Rect, place_widget
from ui.widgets.pad import Pad
from ui.widgets.text import SHORTENED, Lettering, fits

CHANGE_SECONDS = 5.0
"""How long the last change is shown in the banner."""
WHO_MM = 8.0
"""Font size (em) of whose turn it is, which is read from every chair."""
HIGH_MM, LARGE_HIGH_MM = 15.5, 19.0
"""Height of the banner in ordinary and in large text; it never changes during a match."""
CLOCK_MM, LASTED_MM = 17.0, 36.0
"""Width of the time of day, and of how long the match has lasted."""
ONE_LINE, FURTHER_LINE, TWO_LINES = 1.2, 1.35, 2.65
"""Height of one line, of each further line, and of a banner with two lines, in sizes of the letters."""
NARROW_MM = 100.0
"""Where the words have less width than this, small print may be cut off."""
LEAST_MM = 3.2
"""Least font size of the small print."""
WARNED = 0.27
"""The share of the room that a disk warning takes next to a duty."""


class BannerLine(Panel):
    """Says whose turn it is and what to do; what hands have to do (`duty`) takes the place of the words.

    The time of day and the length of the match are at the right, if the words leave room.
    """

    def __init__(self, duty: Widget) -> None:
        super().__init__()
        self._duty = duty
        self._mark = Painter(self.canvas)
        self.title = Lettering(role=turn_size(), bold=True)
        self.subtitle = Lettering(role=theme.small())
        self.clock = Lettering(role=theme.heading(), align="right")
        self.saving = Lettering(role=theme.small(), align="right")
        self.show_texts(self.title, self.subtitle, self.clock, self.saving)
        self._plate: NamePlate | None = None
        self._standing = ""
        self._change = ""
        self._warning = ""
        self._ending = Clock.create_trigger(self._end, CHANGE_SECONDS)

    def say(self, plate: NamePlate | None, title: str, subtitle: str) -> None:
        """Show whom it concerns, and what is expected."""
        self._plate = plate
        self.title.text, self._standing = str(title), subtitle
        self._show_line()

    def instruct(self, due: bool) -> None:
        """Show the duty instead of the words, or the words again."""
        if due == (self._duty.parent is not None):
            return
        if due:
            self.add_widget(self._duty)
        else:
            self.remove_widget(self._duty)
        self.rearrange()

    def tell_change(self, text: str) -> None:
        """Say what has just changed, for some seconds, instead of the small print."""
        self._change = text
        self._ending.cancel()
        if text:
            self._ending()
        self._show_line()

    def _end(self, *_: object) -> None:
        self._change = ""
        self._show_line()

    def _show_line(self) -> None:
        self.subtitle.text = str(self._warning or self._change or self._standing)
        if self._plate is None:
            self.paint(theme.WARNING_GROUND if self._warning else theme.PANEL)
            tones = theme.TEXT, theme.DIM
        else:
            self.paint(theme.seat_tone(self._plate))
            tones = theme.ON_SEAT, theme.ON_SEAT
        self.title.color = self.clock.color = tones[0]
        strong = self._change or (self._warning and self._plate is not None)
        self.subtitle.color = theme.WARNING if self._warning and self._plate is None else tones[not strong]
        self.saving.color = tones[1]
        self.rearrange()

    def tell_time(self, time: str) -> None:
        """Show the time of day."""
        if self.clock.text != time:
            self.clock.text = time
            self.rearrange()

    def tell_saving(self, words: str, warning: bool) -> None:
        """Show how long the match has lasted, or a disk warning instead of the small print."""
        lasted, trouble = ("", words) if warning else (words, "")
        if (lasted, trouble) != (self.saving.text, self._warning):
            self.saving.text, self._warning = lasted, trouble
            self._show_line()

    @staticmethod
    def high_mm(*, upright: bool = False, among: bool = False) -> float:
        """Return its height in mm; it has two lines of words in an upright picture, and `among` people."""
        high = LARGE_HIGH_MM if theme.now.large else HIGH_MM
        if among:
            # On every edge just what two lines need, whether the picture is upright or not.
            return max(high, TWO_LINES * turn_size() / theme.mm(1))
        return high + (WHO_MM * FURTHER_LINE + theme.SMALL_MM * FURTHER_LINE if upright else 0)

    def arrange(self, rect: Rect) -> None:
        """Place the words first, and what is at the right only if it fits next to them."""
        outer = inner = rect.inset(theme.mm(2.2), theme.mm(0.8))
        mark = None
        if self._plate is not None:
            side, gap = min(inner.height, theme.mm(12)), theme.mm(2.2)
            mark_room, rest_room = inner.cut_left(side, gap)
            # The mark goes if the name has no room next to it, or is whole only without it: the name says
            # whose turn it is as well.
            room = rest_room.width >= min(self.title.longest_word + 2, inner.width)
            room = room and (self._in_two_lines(rest_room) or not self._in_two_lines(inner))
            if room:
                mark, inner = mark_room, rest_room
        due = self._duty.parent is not None
        # Next to other pads along an edge there is room for the player, and for little else.
        narrow = inner.width < theme.mm(NARROW_MM)
        self.title.cuts = narrow
        # What has happened is cut off rather than shrunk; the history has all of it.
        self.subtitle.least = theme.mm(LEAST_MM)
        self.subtitle.cuts = narrow or bool(self._change)
        upright = inner.height > self.title.role * 2.4 + theme.small() * 2.5
        fits_one = self._fits(self.title, inner.width)
        one_line = upright or self._warning or fits_one
        broken = not one_line and inner.height >= self.title.role * TWO_LINES - theme.mm(2.2)
        # Whose turn it is must be readable from every chair; a result may need more words than a turn.
        turn = self._plate is not None or narrow or broken
        self.title.least = theme.mm(WHO_MM) if turn else 0.0
        # In the middle layout small print has room for a second line if the title takes one.
        spare = fits_one and inner.height >= self.title.role * ONE_LINE + theme.small() * 2.5
        long = upright or (spare and not self._fits(self.subtitle, inner.width))
        self.title.wraps, self.subtitle.wraps = upright or broken, long
        under = theme.small() * (2.5 if long else 1.3)
        low, high = inner.cut_bottom(under if self.subtitle.text and not broken else 0)
        if upright and self.subtitle.text and not self.subtitle.fits(low):
            # A long note extends below the mark.
            low = Rect(outer.x, low.y, outer.width, low.height)
            mark = mark and Rect(outer.x, high.y, mark.width, high.height)
        self._mark.draw(marked(self._plate, mark.on_pixels(), inverse=True) if self._plate and mark else ())
        if due and self._warning:
            # Neither may hide the other.
            self.subtitle.wraps = True
            low, high = inner.cut_right(inner.width * WARNED, theme.mm(2))
        if due:
            place_widget(self._duty, high if self._warning else inner)
        gap = theme.mm(2)
        right = theme.mm(CLOCK_MM) if self._fits(self.title, high.width - theme.mm(CLOCK_MM) - gap) else 0.0
        width = theme.mm(LASTED_MM)
        lasted = width if self._fits(self.subtitle, low.width - width - gap) else 0.0
        clock, title = high.cut_right(right, gap if right else 0)
        saving, subtitle = low.cut_right(lasted, gap if lasted else 0)
        for text, at, visible in (
            (self.title, title, True),
            (self.subtitle, subtitle, (not due and not broken) or bool(self._warning)),
            (self.clock, clock, bool(right)),
            (self.saving, saving, bool(lasted and self.subtitle.text)),
        ):
            text.visible = visible and not (due and text is not self.subtitle)
            place_widget(text, at)

    def _in_two_lines(self, room: Rect) -> bool:
        """Return whether the title fits on more than one line, at the size of `turn_size`."""
        return fits(self.title.text, round(turn_size()), self.title.bold, room)

    @staticmethod
    def _fits(text: Lettering, width: float) -> bool:
        return text.natural_width + SHORTENED <= width


def turn_size() -> float:
    """Return the font size of whose turn it is, in pixels."""
    return theme.mm(WHO_MM * (1.2 if theme.now.large else 1.0))


# What hands have to do: a strip that is shown until it is tapped away, or play goes on.

LONG = 70
"""Length of a duty, in letters, beyond which there is no room for a hint."""


class DutyStrip(Pad):
    """Says a duty in large letters, with a picture of the thing; or what can be done now (`possible`).

    A tap dismisses what it says, then calls `on_done`.
    """

    def __init__(self, presenter: Presenter, on_done: Callable[[], None]) -> None:
        super().__init__(on_tap=self._dismiss, role=theme.heading())
        self.possible = ""
        self._presenter, self._on_done = presenter, on_done
        self._newest = self._dismissed = 0  # numbers of entries

    def follow(self, newest: Position[Any, Any, Any], *, drafting: bool) -> bool:
        """Show the duty of the newest entry (in a draft there is none); return whether there is one."""
        due, self._newest = self.possible, newest.entry
        if not due and not drafting and newest.entry != self._dismissed:
            due = self._presenter.duty(newest.events)
        if due:
            # A long one needs all the room; by then people know that a tap ends it.
            hint = words.CAN_DO_READ if self.possible else words.TAP_DONE
            self.say(due, hint if len(due) <= LONG else "")
            game = self._presenter
            art = game.pictured(newest.events) if isinstance(game, Picturing) and not self.possible else None
            self.draw_beside(None if art is None else alone(art))
        return bool(due)

    def _dismiss(self) -> None:
        if self.possible:
            self.possible = ""
        else:
            self._dismissed = self._newest
        self._on_done()
