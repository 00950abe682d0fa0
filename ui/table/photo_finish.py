"""The photo finish: a bar for each press on a time scale, the error band shaded, margins next to the bars.

Touches that weren't ranked are thin lines in their seat's row, as long as they lasted. Pure.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from companion.game import Seat
from companion.grab import rounded
from ui.language.phrases import _, decimal, plural
from ui.language.words import duration, unit_of
from ui.stage import fonts, theme
from ui.stage.parts import mark as seat_mark
from ui.stage.parts import paragraph
from ui.stage.rect import Rect
from ui.stage.scene import Drawing, Item, Scene, Viewport
from ui.stage.shapes import Box, Letters, Stroke
from ui.table.presenting import Mark, PhotoFinish, SeatNames

STEPS = (1, 2, 5, 10)
"""Possible steps of a scale, times a power of ten."""
MOST_STEPS = 6
FIRST = _("first", context="of all hands")
TOO_CLOSE = _("too close to tell")
ROW_MM = 4.4
"""Least height of a row that can be read at the table."""
MOST_ROWS = 6
"""More rows would be too small to read; a line says how many are missing."""
NAMES, UPRIGHT_MM = (0.36, 0.46), 80.0
"""Largest share of the width for names, in general and in a room narrower than that."""
ROOM = 1.3
"""How far the scale reaches, times the last press, to leave room for that press's margin."""


BEFORE = 100_000_000
"""Touches that weren't ranked are drawn if they came at most this many nanoseconds before the first press."""


class Scale(NamedTuple):
    """The scale under a finish, in nanoseconds after the first press; `start` is 0 or negative."""

    step: int
    start: int
    end: int

    def place(self, after: int) -> float:
        """Return an instant's position from 0 at the start to 1 at the end, clamped to these."""
        return min(1.0, max(0.0, (after - self.start) / (self.end - self.start)))


def scale(finish: PhotoFinish, rows: int = MOST_ROWS) -> Scale:
    """Return the scale for the first `rows` presses."""
    first = finish.marks[0].after
    last = max(mark.after for mark in finish.marks[:rows]) - first
    early = max((first - mark.after for mark in finish.ignored if first - mark.after <= BEFORE), default=0)
    # For presses within the band the scale covers the band twice, or 10 ms if there is no band.
    span = max(round(last * ROOM), 2 * finish.band if last <= finish.band else 0, 0) or 10_000_000
    step = step_for(span + max(early, 0))
    # An early touch keeps clear of the names.
    return Scale(step, -step * (early // step + 1) if early > 0 else 0, -(-span // step) * step)


def row_marks(finish: PhotoFinish) -> tuple[Mark, ...]:
    """Return the mark of each row: ranked presses by time, then seats with ignored touches only."""
    ranked = {mark.seat for mark in finish.marks}
    others = {mark.seat: mark for mark in reversed(finish.ignored) if mark.seat not in ranked}
    return (*finish.marks, *sorted(others.values(), key=lambda mark: mark.after))


def step_for(span: int) -> int:
    """Return a scale's step for `span` nanoseconds: 1, 2 or 5 times a power of ten, six steps at most."""
    power = 1
    while STEPS[-1] * power * MOST_STEPS < span:
        power *= 10
    return next(step * power for step in STEPS if step * power * MOST_STEPS >= span)


def margin(mark: Mark, finish: PhotoFinish) -> str:
    """Return the text next to a bar, as exact as a verdict's; inside the error band, no figure."""
    if mark in finish.ignored:
        return mark.note
    start = finish.marks[0].after
    after = mark.after - start
    note = [mark.note] if mark.note else []
    note += dict.fromkeys(other.note for other in finish.ignored if other.seat == mark.seat and other.note)
    together = sum(other.after - start <= finish.band for other in finish.marks) > 1
    close = together and after <= finish.band
    if not mark.note and close:
        note = [TOO_CLOSE, *note]
    elif not after and not mark.note:
        note = [FIRST, *note]
    if not after or close:
        return " · ".join(map(str, note))
    return " · ".join([f"+{duration(rounded(after, finish.band))}", *map(str, note)])


hidden_line = plural("{n} more", "{n} more")


def photo_finish(finish: PhotoFinish, presenter: SeatNames) -> Drawing:
    """Return the drawing of a finish with the seats of `presenter`."""
    marks = tuple(sorted(finish.marks, key=lambda mark: mark.after))
    picture = _Drawn(replace(finish, marks=marks), presenter)
    return lambda room, _finger: Scene(tuple(picture.items(room)))


class _Drawn(NamedTuple):
    finish: PhotoFinish
    presenter: SeatNames

    def items(self, room: Viewport) -> Iterator[Item]:
        """Yield the scale, the band, and as many rows as can be read."""
        rect, finish = room.rect, self.finish
        if not finish.marks or rect.height < room.mm(ROW_MM):
            return
        axis_height = room.mm(theme.SMALL_MM) * 1.3
        body = rect.cut_bottom(axis_height)[1]
        most = max(1, min(MOST_ROWS, int(body.height / room.mm(ROW_MM))))
        rows = row_marks(finish)
        visible = rows[:most]
        row = min(body.height / len(visible), room.mm(9))
        body = Rect(body.x, body.top - row * len(visible), body.width, row * len(visible))
        names = self._names_width(visible, room, row)
        picture = Rect(body.x + names, body.y, max(1.0, body.width - names - room.mm(7)), body.height)
        along = scale(finish, most)
        yield from _scale(picture, Rect(rect.x, body.y - axis_height, rect.width, axis_height), room, along)
        # The error band after the first press.
        begins, ends = (picture.x + picture.width * along.place(at) for at in (0, finish.band))
        yield Box(Rect(begins, picture.y, ends - begins, picture.height), (*theme.TEXT[:3], 0.14))
        for n, mark in enumerate(visible):
            line = Rect(body.x, body.top - (n + 1) * row, body.width, row)
            yield from self._row(line, picture, mark, room, along)
        if len(rows) > most:
            # Under the names, left of the scale's figures.
            more = Rect(rect.x + row * 0.1, body.y - axis_height, names - room.mm(6), axis_height)
            yield Letters(hidden_line(len(rows) - most), more, theme.DIM, room.mm(theme.SMALL_MM), along=0)

    def _names_width(self, marks: tuple[Mark, ...], room: Viewport, row: float) -> float:
        names = (self.presenter.seat_name(mark.seat) for mark in marks)
        widest = max(fonts.width(name, room.mm(theme.BODY_MM), bold=True) for name in names)
        most = room.rect.width * NAMES[room.rect.width < room.mm(UPRIGHT_MM)]
        return min(row + room.mm(1.5) + widest + room.mm(3), most)

    def _row(self, line: Rect, picture: Rect, mark: Mark, room: Viewport, along: Scale) -> Iterator[Item]:
        finish, body = self.finish, room.mm(theme.BODY_MM)
        plate, height = self.presenter.seat_plate(mark.seat), line.height
        yield from seat_mark(plate, line.x + height * 0.1, line.y + height * 0.15, height * 0.7)
        name_x = line.x + height + room.mm(1)
        name = Rect(name_x, line.y, picture.x - name_x - room.mm(2), height)
        who = self.presenter.seat_name(mark.seat)
        if fonts.width(who, body, bold=True) <= name.width:
            yield Letters(who, name, theme.TEXT, body, bold=True, along=0)
        else:
            yield from filter(None, paragraph(who, name, theme.TEXT, body, 2))
        yield from self._ignored(line, picture, mark.seat, room, along)
        if mark in finish.ignored:
            label = Rect(picture.x, line.y, picture.width - room.mm(1), height)
            yield Letters(margin(mark, finish), label, theme.DIM, body, along=1)
            return
        x = picture.x + picture.width * along.place(mark.after - finish.marks[0].after)
        gap, bar = height * 0.12, max(3.0, room.mm(1.2))
        yield Stroke(((picture.x, line.center[1]), (x, line.center[1])), theme.LINE, 1)
        low, high = line.y + gap, height - 2 * gap
        yield Box(Rect(x, low, picture.right - x, high), theme.seat_tone(plate, 0.24))
        yield Box(Rect(x - bar / 2, low, bar, high), theme.seat_tone(plate), bar / 2.5)
        text = margin(mark, finish)
        label, align = Rect(x + bar + room.mm(1), line.y, picture.right - x - bar, height), 0.0
        if fonts.width(text, body) + room.mm(3) > label.width and x - picture.x > label.width:
            label, align = Rect(picture.x, line.y, x - bar - room.mm(1) - picture.x, height), 1.0
        yield Letters(text, label, theme.TEXT, body, along=align)

    def _ignored(self, line: Rect, picture: Rect, seat: Seat, room: Viewport, along: Scale) -> Iterator[Item]:
        """Yield a seat's touches that weren't ranked, as thin lines."""
        first = self.finish.marks[0].after
        for mark in self.finish.ignored:
            begins = along.place(mark.after - first)
            ends = 1.0 if mark.lasted is None else along.place(mark.after - first + mark.lasted)
            if mark.seat == seat and (ends > begins or 0 < begins < 1):
                width = max(picture.width * (ends - begins), room.mm(0.8))
                left = min(picture.x + picture.width * begins, picture.right - width)
                yield Box(Rect(left, line.y + line.height * 0.12, width, line.height * 0.16), theme.DIM)


def _scale(picture: Rect, axis: Rect, room: Viewport, along: Scale) -> Iterator[Item]:
    """Yield the scale's lines and figures, leaving out figures that would overlap."""
    step, start, end = along
    size, sign = unit_of(step)
    small = room.mm(theme.SMALL_MM)
    count, every = (end - start) // step, 1
    part = picture.width / count
    widest = fonts.width(f"{end / size:g} {sign}", small) + room.mm(2)
    while part * every < widest and every < count:
        every += 1
    for n in range(count + 1):
        x = picture.x + picture.width * n / count
        yield Stroke(((x, picture.y - room.mm(0.6)), (x, picture.top)), theme.LINE, 1)
        if n % every == 0:
            half = part * every / 2
            label = Rect(x - half, axis.y, half * 2, axis.height - room.mm(0.6))
            figure = decimal(f"{(start + n * step) / size:g}")
            yield Letters(f"{figure} {sign}", label, theme.DIM, small)
