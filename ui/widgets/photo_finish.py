"""The photo finish: one bar a press on a scale of time, the tie band shaded, margins beside the bars.

Touches that weren't ranked are drawn thin in the row of their seat, for as long as they lasted.
"""

from typing import NamedTuple

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle

from companion.game import Seat
from ui import theme
from ui.stage.lettering import Caption, lettering
from ui.table.presenting import Finish, Mark, Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.seat_mark import DrawnMark
from ui.words import _, _many, duration, unit_of

STEPS = (1, 2, 5, 10)
"""What a scale may count by, in powers of ten."""
FIRST = _("first")
DEAD_HEAT = _("dead heat")
ROW_MM = 4.4
"""Least height of a row that can be read at the table."""
MOST_ROWS = 6
"""More than these would be too small to read; the rest is counted in a line."""
ROOM = 1.3
"""The scale reaches further than the last press, so that its margin has room beside it."""


BEFORE = 100_000_000
"""Nanoseconds: touches that weren't ranked are drawn if they came at most so long before the first press."""


class Scale(NamedTuple):
    """The scale under a finish, in nanoseconds from the first press: from `start`, which isn't after it."""

    step: int
    start: int
    end: int

    def place(self, after: int) -> float:
        """Return where an instant lies, from 0 at the start to 1 at the end; what lies outside is cut."""
        return min(1.0, max(0.0, (after - self.start) / (self.end - self.start)))


def scale(finish: Finish, rows: int = MOST_ROWS) -> Scale:
    """Return the scale that has room for `rows` rows."""
    first = finish.marks[0].after
    last = max(mark.after for mark in finish.marks[:rows]) - first
    early = max((first - mark.after for mark in finish.ignored if first - mark.after <= BEFORE), default=0)
    # A single press, or several at one moment, are shown with the band, or on a scale of milliseconds.
    span = max(round(last * ROOM), 2 * finish.band if last <= finish.band else 0, 0) or 10_000_000
    step = step_for(span + max(early, 0))
    # An early touch stands clear of the names.
    return Scale(step, -step * (early // step + 1) if early > 0 else 0, -(-span // step) * step)


def row_marks(finish: Finish) -> tuple[Mark, ...]:
    """Return what has a row: presses by time, then seats of which only something else was felt."""
    ranked = {mark.seat for mark in finish.marks}
    others = {mark.seat: mark for mark in reversed(finish.ignored) if mark.seat not in ranked}
    return (*finish.marks, *sorted(others.values(), key=lambda mark: mark.after))


def step_for(span: int, most: int = 6) -> int:
    """Return the step of a scale over `span` nanoseconds: 1, 2 or 5 times a power of ten, `most` at most."""
    power = 1
    while True:
        for step in STEPS:
            if step * power * most >= span:
                return step * power
        power *= 10


def margin(mark: Mark, finish: Finish) -> str:
    """Return what stands beside a bar."""
    if mark in finish.ignored:
        return mark.note
    start = finish.marks[0].after
    after = mark.after - start
    note = [mark.note] if mark.note else []
    note += dict.fromkeys(other.note for other in finish.ignored if other.seat == mark.seat and other.note)
    together = sum(other.after - start <= finish.band for other in finish.marks) > 1
    if not mark.note and together and after <= finish.band:
        note = [DEAD_HEAT, *note]
    elif not after and not mark.note:
        note = [FIRST, *note]
    if not after:
        return " · ".join(note)
    return " · ".join([f"+{duration(after)}", *note])


def hidden_line(hidden: int) -> str:
    """Return how many presses are not shown."""
    return _many("{n} more", "{n} more", hidden).format(n=hidden)


class PhotoFinish(Face):
    """Shows a finish; its canvas is drawn when the finish or the room changes, and then stands still."""

    def __init__(self) -> None:
        super().__init__()
        self._finish: Finish | None = None
        self._presenter: Presenter | None = None

    def show(self, finish: Finish, presenter: Presenter) -> None:
        """Show a finish with the seats of `presenter`."""
        marks = tuple(sorted(finish.marks, key=lambda mark: mark.after))
        self._finish, self._presenter = Finish(marks, finish.band, finish.ignored), presenter
        self._draw(Rect(self.x, self.y, self.width, self.height))

    def arrange(self, rect: Rect) -> None:
        """Draw the finish into `rect`."""
        self._draw(rect)

    def _draw(self, rect: Rect) -> None:
        finish, presenter = self._finish, self._presenter
        self.canvas.clear()
        if finish is None or presenter is None or not finish.marks or rect.height < theme.mm(ROW_MM):
            return
        axis_height = theme.mm(4)
        body = rect.cut_bottom(axis_height)[1]
        fits = max(1, min(MOST_ROWS, int(body.height / theme.mm(ROW_MM))))
        rows = row_marks(finish)
        shown = rows[:fits]
        row = min(body.height / len(shown), theme.mm(9))
        body = Rect(body.x, body.top - row * len(shown), body.width, row * len(shown))
        names = self._names_width(shown, presenter, row, rect.width)
        picture = Rect(body.x + names, body.y, body.width - names - theme.mm(7), body.height)
        along = scale(finish, fits)
        self._scale(picture, Rect(rect.x, body.y - axis_height, rect.width, axis_height), along)
        self._band(picture, finish, along)
        for n, mark in enumerate(shown):
            line = Rect(body.x, body.top - (n + 1) * row, body.width, row)
            self._row(line, picture, mark, finish, presenter, along)
        if len(rows) > fits:
            # Under the names, beside the figures of the scale.
            more = Rect(rect.x + row * 0.1, body.y - axis_height, names - theme.mm(6), axis_height)
            self._text(hidden_line(len(rows) - fits), more, theme.DIM, theme.small(), 0.0)

    def _names_width(self, marks: tuple[Mark, ...], presenter: Presenter, row: float, width: float) -> float:
        widest = max(
            lettering(presenter.seat_name(mark.seat), round(theme.body()), True).width for mark in marks
        )
        return float(min(row + theme.mm(1.5) + widest + theme.mm(3), width * 0.36))

    def _scale(self, picture: Rect, axis: Rect, along: Scale) -> None:
        step, start, end = along
        size, sign = unit_of(step)
        count = (end - start) // step
        every = 1
        # Figures that would run into each other are left out, the lines stay.
        room = picture.width / count
        widest = lettering(f"{end // size} {sign}", round(theme.small())).width + theme.mm(2)
        while room * every < widest and every < count:
            every += 1
        for n in range(count + 1):
            x = picture.x + picture.width * n / count
            with self.canvas:
                Color(*theme.LINE)
                Line(points=(x, picture.y - theme.mm(0.6), x, picture.top), width=1)
            if n % every == 0:
                text = f"{(start + n * step) / size:g} {sign}"
                half = room * every / 2
                label = Rect(x - half, axis.y, half * 2, axis.height - theme.mm(0.6))
                self._text(text, label, theme.DIM, theme.small(), 0.5)

    def _band(self, picture: Rect, finish: Finish, along: Scale) -> None:
        """Shade what the sensors can't tell apart from the first press."""
        begins, ends = along.place(0), along.place(finish.band)
        with self.canvas:
            Color(*theme.TEXT[:3], 0.14)
            Rectangle(
                pos=(picture.x + picture.width * begins, picture.y),
                size=(picture.width * (ends - begins), picture.height),
            )

    def _ignored(self, line: Rect, picture: Rect, seat: Seat, finish: Finish, along: Scale) -> None:
        """Draw what was felt of a seat and not ranked, thin: it is a touch, but no press."""
        first = finish.marks[0].after
        with self.canvas:
            Color(*theme.DIM)
            for mark in finish.ignored:
                begins = along.place(mark.after - first)
                ends = 1.0 if mark.lasted is None else along.place(mark.after - first + mark.lasted)
                if mark.seat == seat and (ends > begins or 0 < begins < 1):
                    width = max(picture.width * (ends - begins), theme.mm(0.8))
                    left = min(picture.x + picture.width * begins, picture.right - width)
                    Rectangle(pos=(left, line.y + line.height * 0.12), size=(width, line.height * 0.16))

    def _row(
        self, line: Rect, picture: Rect, mark: Mark, finish: Finish, presenter: Presenter, along: Scale
    ) -> None:
        plate = presenter.seat_plate(mark.seat)
        side = line.height * 0.7
        drawn = DrawnMark()
        drawn.show(plate)
        drawn.place(line.x + line.height * 0.1, line.y + line.height * 0.15, side)
        self.canvas.add(drawn.group)
        left = line.x + line.height + theme.mm(1)
        name = Rect(left, line.y, picture.x - left - theme.mm(2), line.height)
        self._text(presenter.seat_name(mark.seat), name, theme.TEXT, theme.body(), 0.0, bold=True)
        self._ignored(line, picture, mark.seat, finish, along)
        if mark in finish.ignored:
            room = Rect(picture.x, line.y, picture.width - theme.mm(1), line.height)
            self._text(margin(mark, finish), room, theme.DIM, theme.body(), 1.0)
            return
        x = picture.x + picture.width * along.place(mark.after - finish.marks[0].after)
        gap, bar = line.height * 0.12, max(3.0, theme.mm(1.2))
        with self.canvas:
            Color(*theme.LINE)
            Line(points=(picture.x, line.center[1], x, line.center[1]), width=1)
            Color(*theme.seat_tone(plate, 0.24))
            Rectangle(pos=(x, line.y + gap), size=(picture.right - x, line.height - 2 * gap))
            Color(*theme.seat_tone(plate))
            RoundedRectangle(
                pos=(x - bar / 2, line.y + gap), size=(bar, line.height - 2 * gap), radius=[bar / 2.5]
            )
        text = margin(mark, finish)
        needs = lettering(text, round(theme.body())).width + theme.mm(3)
        room = Rect(x + bar + theme.mm(1), line.y, picture.right - x - bar, line.height)
        align = 0.0
        if needs > room.width and x - picture.x > room.width:
            room, align = Rect(picture.x, line.y, x - bar - theme.mm(1) - picture.x, line.height), 1.0
        self._text(text, room, theme.TEXT, theme.body(), align)

    def _text(
        self, text: str, room: Rect, tone: theme.Tone, size: float, align: float, *, bold: bool = False
    ) -> None:
        caption = Caption(tone, bold=bold, align=align)
        caption.place(room.x, room.y, room.width, room.height, size)
        caption.show(text)
        self.canvas.add(caption.group)
