"""The photo finish: one bar a press on a scale of time, the tie band shaded, margins beside the bars."""

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle

from ui import theme
from ui.presenting import Finish, Mark, Presenter
from ui.widgets.durations import duration, step_for, unit_of
from ui.widgets.face import Face
from ui.widgets.layout import Rect
from ui.widgets.lettering import Caption, lettering
from ui.widgets.seat_mark import Mark as SeatMark
from ui.words import _, _many

FIRST = _("first")
DEAD_HEAT = _("dead heat")
ROW_MM = 4.4
"""Least height of a row that can be read at the table."""
MOST_ROWS = 6
"""More than these would be too small to read; the rest is counted in a line."""
ROOM = 1.3
"""The scale reaches further than the last press, so that its margin has room beside it."""


def scale(finish: Finish, rows: int = MOST_ROWS) -> tuple[int, int]:
    """Return the step and the end of the scale of so many rows, in nanoseconds; the first press is at 0."""
    start = finish.marks[0].after
    last = max(mark.after for mark in finish.marks[:rows]) - start
    # A single press, or several at one moment, are shown with the band, or on a scale of milliseconds.
    span = max(round(last * ROOM), 2 * finish.band if last <= finish.band else 0, 0) or 10_000_000
    step = step_for(span)
    return step, -(-span // step) * step


def margin(mark: Mark, finish: Finish) -> str:
    """Return what stands beside a bar."""
    start = finish.marks[0].after
    after = mark.after - start
    note = [mark.note] if mark.note else []
    together = sum(other.after - start <= finish.band for other in finish.marks) > 1
    if not note and together and after <= finish.band:
        note = [DEAD_HEAT]
    if not after:
        return " · ".join(note or [FIRST])
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
        self._finish, self._presenter = Finish(marks, finish.band), presenter
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
        shown = finish.marks[:fits]
        row = min(body.height / len(shown), theme.mm(9))
        body = Rect(body.x, body.top - row * len(shown), body.width, row * len(shown))
        names = self._names_width(shown, presenter, row, rect.width)
        picture = Rect(body.x + names, body.y, body.width - names - theme.mm(7), body.height)
        step, end = scale(finish, fits)
        self._scale(picture, Rect(rect.x, body.y - axis_height, rect.width, axis_height), step, end)
        self._band(picture, finish, end)
        for n, mark in enumerate(shown):
            line = Rect(body.x, body.top - (n + 1) * row, body.width, row)
            self._row(line, picture, mark, finish, presenter, end)
        if len(finish.marks) > fits:
            # Under the names, beside the figures of the scale.
            more = Rect(rect.x + row * 0.1, body.y - axis_height, names - theme.mm(6), axis_height)
            self._text(hidden_line(len(finish.marks) - fits), more, theme.DIM, theme.small(), 0.0)

    def _names_width(self, marks: tuple[Mark, ...], presenter: Presenter, row: float, width: float) -> float:
        widest = max(
            lettering(presenter.seat_name(mark.seat), round(theme.body()), True).width for mark in marks
        )
        return float(min(row + theme.mm(1.5) + widest + theme.mm(3), width * 0.36))

    def _scale(self, picture: Rect, axis: Rect, step: int, end: int) -> None:
        size, sign = unit_of(step)
        count = end // step
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
                text = f"{n * step / size:g} {sign}"
                half = room * every / 2
                label = Rect(x - half, axis.y, half * 2, axis.height - theme.mm(0.6))
                self._text(text, label, theme.DIM, theme.small(), 0.5)

    def _band(self, picture: Rect, finish: Finish, end: int) -> None:
        """Shade what the sensors can't tell apart from the first press."""
        width = picture.width * min(1.0, finish.band / end)
        with self.canvas:
            Color(*theme.TEXT[:3], 0.14)
            Rectangle(pos=(picture.x, picture.y), size=(width, picture.height))

    def _row(
        self, line: Rect, picture: Rect, mark: Mark, finish: Finish, presenter: Presenter, end: int
    ) -> None:
        plate = presenter.seat_plate(mark.seat)
        side = line.height * 0.7
        drawn = SeatMark()
        drawn.show(plate)
        drawn.place(line.x + line.height * 0.1, line.y + line.height * 0.15, side)
        self.canvas.add(drawn.group)
        left = line.x + line.height + theme.mm(1)
        name = Rect(left, line.y, picture.x - left - theme.mm(2), line.height)
        self._text(presenter.seat_name(mark.seat), name, theme.TEXT, theme.body(), 0.0, bold=True)
        x = picture.x + picture.width * (mark.after - finish.marks[0].after) / end
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
