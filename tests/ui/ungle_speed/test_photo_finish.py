"""The photo finish: scales that can be read, margins in words, and every seat told apart."""

import pytest

from companion.game import Seat
from companion.grab import rounded
from tests.ui.rig import Rig
from tests.ui.ungle_speed.table import BEAR, FOX, MS, OWL, words_of
from ui.language.words import duration
from ui.stage import theme
from ui.stage.parts import OUTLINES
from ui.stage.rect import Rect
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Box
from ui.table.photo_finish import margin, photo_finish, row_marks, scale, step_for
from ui.table.presenting import Mark, PhotoFinish, ignored_mark
from ui.widgets.banner import SeatMark


@pytest.mark.parametrize(("nanoseconds", "text"), [
    (14_218_000, "14.218 ms"),
    (41_900_000, "41.9 ms"),
    (100_000, "100 µs"),
    (62_500, "62.5 µs"),
    (1_000_000, "1 ms"),
    (1_250_000_000, "1.25 s"),
    (0, "0 µs"),
    (-5_000, "5 µs"),
])  # fmt: skip
def test_lengths_of_time_in_words(nanoseconds: int, text: str) -> None:
    assert duration(nanoseconds) == text


@pytest.mark.parametrize(("span", "step"), [(54_470_000, 10 * MS), (12, 2), (1, 1), (60, 10), (61, 20)])
def test_a_scale_counts_in_ones_twos_and_fives(span: int, step: int) -> None:
    assert step_for(span) == step


@pytest.mark.parametrize(("afters", "band", "step", "end"), [
    ((0, 14_218_000, 41_900_000), 100_000, 10 * MS, 60 * MS),
    ((0, 62_000), 100_000, 50_000, 200_000),
    ((0,), 0, 2 * MS, 10 * MS),
    ((-3 * MS, 0), 100_000, MS, 4 * MS),
])  # fmt: skip
def test_the_scale_holds_all_presses(afters: tuple[int, ...], band: int, step: int, end: int) -> None:
    finish = PhotoFinish(tuple(Mark(Seat(n), after) for n, after in enumerate(afters)), band)
    assert scale(finish) == (step, 0, end)
    assert end >= afters[-1] - afters[0]


def test_margins_stand_beside_the_bars() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 14_218_000), Mark(FOX, 41_900_000, "no right")), 100_000)
    assert [margin(mark, finish) for mark in finish.marks] == [
        "first", "+14.218 ms", "+41.9 ms · no right",
    ]  # fmt: skip


def test_nobody_is_called_first_in_a_dead_heat() -> None:
    for note in ("", "dead heat"):
        finish = PhotoFinish((Mark(BEAR, 0, note), Mark(OWL, 62_000, note), Mark(FOX, MS)), 100_000)
        assert [margin(mark, finish) for mark in finish.marks] == [
            "dead heat", "+62 µs · dead heat", "+1 ms",
        ]  # fmt: skip


THROWN_AWAY = (
    ignored_mark(OWL, -30 * MS, "brush", 500_000),
    ignored_mark(FOX, -900 * MS, "held", None),
    ignored_mark(FOX, -3 * MS, "spike", 60_000),
)


def test_what_was_thrown_away_is_said_and_has_room_on_the_scale() -> None:
    finish = PhotoFinish((Mark(BEAR, 0), Mark(OWL, 14_218_000)), 100_000, THROWN_AWAY)
    assert [(mark.seat, margin(mark, finish)) for mark in row_marks(finish)] == [
        (BEAR, "first"), (OWL, "+14.218 ms · brushed"), (FOX, "hand lay there"),
    ]  # fmt: skip
    along = scale(finish)
    assert along == (10 * MS, -40 * MS, 20 * MS)
    assert [along.place(after) for after in (-900 * MS, -10 * MS, 20 * MS, 99 * MS)] == [0, 0.5, 1, 1]


def drawn(finish: PhotoFinish, width: float = 690, height: float = 190) -> tuple[Item | None, ...]:
    """Return what is drawn of a finish in a room at a corner of its own."""
    return photo_finish(finish, words_of(15))(Viewport(Rect(40, 30, width, height)), None).items


def test_what_was_thrown_away_is_drawn() -> None:
    marks = (Mark(BEAR, 0), Mark(OWL, 14_218_000))
    pictures = {drawn(PhotoFinish(marks, 100_000, ignored)) for ignored in ((), THROWN_AWAY[:1], THROWN_AWAY)}
    assert len(pictures) == 3


@pytest.mark.parametrize("count", [1, 2, 6, 15])
@pytest.mark.parametrize(("width", "height"), [(690, 190), (400, 90), (20, 10)])
def test_any_finish_fits_any_room(count: int, width: int, height: int) -> None:
    finish = PhotoFinish(tuple(Mark(Seat(n), n * n * MS) for n in range(count)), 100_000)
    items = drawn(finish, width, height)
    assert bool(items) == (height > 20)
    for item in items:
        if isinstance(item, Box):
            assert item.rect.x >= 40 - 1, item
            assert item.rect.right <= 40 + width + 1, item
            assert item.rect.y >= 30 - 1, item
            assert item.rect.top <= 30 + height + 1, item


def test_the_band_is_seen_in_a_dead_heat() -> None:
    marks = (Mark(BEAR, 0), Mark(OWL, 150_000))
    assert drawn(PhotoFinish(marks, 0)) != drawn(PhotoFinish(marks, 100_000))


def test_every_shape_of_the_theme_has_an_outline() -> None:
    assert set(theme.SHAPES) <= set(OUTLINES)


def test_marks_differ_by_shape_even_without_colour(rig: Rig) -> None:
    drawn = set()
    for plate in theme.plates()[: len(theme.SHAPES)]:
        mark = SeatMark(type(plate)(plate.name, "ivory", plate.shape, ""))
        mark.size = (60, 60)
        rig.show(mark)
        drawn.add(rig.picture(mark)[2])
    assert len(drawn) == len(theme.SHAPES)


@pytest.mark.parametrize(("margin", "band", "said"), [
    (14_218_000, 100_000, "14 ms"),
    (1_843_000, 100_000, "1.8 ms"),
    (430_000, 100_000, "400 µs"),
    (309_059_000, 100_000, "310 ms"),
    (43_200_000, 33_000_000, "40 ms"),
    (317_000_000, 300_000_000, "300 ms"),
    (1_234_000_000, 10_000_000, "1.2 s"),
    (0, 0, "0 µs"),
])  # fmt: skip
def test_a_margin_is_told_in_two_figures_and_none_within_the_band(margin: int, band: int, said: str) -> None:
    assert duration(rounded(margin, band)) == said
