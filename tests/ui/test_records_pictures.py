"""The pictures of the record book: what they claim is where it belongs, and all of it within the room."""

from itertools import pairwise

import pytest

from companion.book.figures import Book, Period
from companion.journal import NamePlate
from companion.people import People
from tests.companion.test_book import KNOWN, MS, A, B, C, came, sat
from tests.companion.test_people import ADA, person
from tests.companion.test_ratings import evening
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.records.book import counted
from ui.records.pages import BookPage, FigureLine
from ui.records.pictures import (
    MOST_IN_GRID,
    Dots,
    Grid,
    HeadToHead,
    Picture,
    Ranked,
    Wins,
    along,
    drawn,
    grid,
)
from ui.screens.matches import FiguresScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke

STRIP = Viewport(Rect(30, 20, 300, 52))
PERIODS = (Period("2026-10", 4, 1), Period("2026-11", 2, 2), Period("2026-12", 0, 0))
SAMPLES: tuple[Picture, ...] = (
    Dots(tuple(n * MS for n in (0, 1, 2, 30, 400, 900, 90_000)), A),
    Dots((5 * MS,), B, lost=True),
    Wins(PERIODS, A),
    Wins(PERIODS[:1], A),
    HeadToHead(120, 1, 2, A, B),
    HeadToHead(0, 0, 1, A, B),
    Ranked(1, 1, 15, 15, A),
    Ranked(2, 2, 2, 2, C),
)


def corners(item: Item) -> list[Point]:
    """Return the points between which an item lies."""
    match item:
        case Area(points) | Stroke(points):
            return list(points)
        case Box(rect) | Rim(rect) | Letters(room=rect):
            return [(rect.x, rect.y), (rect.right, rect.top)]
    raise AssertionError(item)


def boxes(picture: Picture, plate: NamePlate) -> list[Rect]:
    """Return the boxes of a strip that are in the full colour of a person, from the left."""
    tone = theme.seat_tone(plate)
    found = [item.rect for item in drawn(picture, STRIP) if isinstance(item, Box) and item.tone == tone]
    return sorted(found, key=lambda rect: rect.x)


@pytest.mark.parametrize("picture", SAMPLES)
@pytest.mark.parametrize("room", [STRIP, Viewport(Rect(0, 0, 500, 90), 1.6), Viewport(Rect(0, 0, 120, 30))])
def test_a_picture_stays_in_its_strip(picture: Picture, room: Viewport) -> None:
    # A mark's points reach out of its square a little, and a thick line has half its width on either side.
    rect, slack = room.rect, room.mm(1)
    for item in drawn(picture, room):
        for x, y in corners(item):
            assert rect.x - slack <= x <= rect.right + slack, item
            assert rect.y - slack <= y <= rect.top + slack, item


@pytest.mark.parametrize("side", [0, 1, 3, 20])
def test_in_no_room_nothing_is_drawn_less_than_nothing(side: int) -> None:
    plates = theme.plates()[:MOST_IN_GRID]
    full = Grid(plates, tuple(tuple(range(MOST_IN_GRID)) for _ in plates))
    room = Viewport(Rect(0, 0, side, side), 1.6)
    for item in (*grid(full, room), *(item for picture in SAMPLES for item in drawn(picture, room))):
        rect = item.rect if isinstance(item, Box | Rim) else None
        assert rect is None or (rect.width >= 0 and rect.height >= 0), item


def test_a_longer_margin_lies_further_right_and_ten_times_as_long_always_as_far() -> None:
    steps = [along(10 * step * MS) - along(step * MS) for step in (1, 3, 10, 99)]
    assert steps == pytest.approx([1 / 3] * 4)
    assert (along(0), along(MS / 2), along(10_000 * MS)) == (0, 0, 1)
    dots = [item for item in drawn(Dots((2 * MS, 20 * MS, 200 * MS), A), STRIP) if isinstance(item, Area)]
    lefts = [min(x for x, _ in dot.points) for dot in dots]
    assert lefts == sorted(lefts)
    assert lefts[2] - lefts[1] == pytest.approx(lefts[1] - lefts[0])


def test_a_column_is_as_high_as_what_was_won_and_what_was_lost_is_fainter() -> None:
    tones = [
        {item.tone for item in drawn(Dots((MS,), A, lost=lost), STRIP) if isinstance(item, Area)}
        for lost in (False, True)
    ]
    assert tones == [{theme.seat_tone(A)}, {theme.seat_tone(A, 0.45)}]
    first, second = boxes(Wins(PERIODS, A), A)
    assert second.height == pytest.approx(2 * first.height)
    assert second.height < STRIP.rect.height / 2, "the highest column is of four matches"


def test_who_was_before_more_often_has_the_larger_part() -> None:
    picture = HeadToHead(3, 2, 1, A, C)
    assert A.colour == C.colour, "told apart by where they stand"
    mine, theirs = boxes(picture, A)
    assert mine.width == pytest.approx(3 * theirs.width)
    said = [item.text for item in drawn(picture, STRIP) if isinstance(item, Letters)]
    assert said == ["A", "C", "3", "2", "1"]


def test_a_rank_lies_where_it_is_between_the_first_and_the_last() -> None:
    def middles(place: int) -> float:
        (at,) = [item for item in drawn(Ranked(place, place, place, 5, A), STRIP) if isinstance(item, Area)]
        return (min(x for x, _ in at.points) + max(x for x, _ in at.points)) / 2

    found = [middles(place) for place in range(1, 6)]
    steps = [right - left for left, right in pairwise(found)]
    assert steps == pytest.approx([steps[0]] * 4)
    assert steps[0] > 0


@pytest.mark.parametrize("count", [2, MOST_IN_GRID])
def test_in_the_grid_each_cell_is_the_other_way_round_across_the_diagonal(count: int) -> None:
    plates = theme.plates()[:count]
    before = tuple(tuple(0 if n == m else 10 * n + m for m in range(count)) for n in range(count))
    items = grid(Grid(plates, before), Viewport(Rect(0, 0, 768, 360)))
    said = [item.text for item in items if isinstance(item, Letters)]
    cells = {text for text in said if " : " in text}
    assert cells == {" : ".join(reversed(text.split(" : "))) for text in cells}
    assert "1 : 10" in cells
    for item in items:
        for x, y in corners(item):
            assert -5 <= x <= 773, item
            assert -5 <= y <= 365, item


def test_whoever_leads_gives_the_cell_the_colour() -> None:
    plates = theme.plates()[:2]
    items = grid(Grid(plates, ((0, 3), (1, 0))), Viewport(Rect(0, 0, 768, 360)))
    assert {item.tone for item in items if isinstance(item, Box)} == {theme.seat_tone(plates[0])}
    equal = grid(Grid(plates, ((0, 3), (3, 0))), Viewport(Rect(0, 0, 768, 360)))
    assert {item.tone for item in equal if isinstance(item, Box)} == {theme.PRESSED}


def pictures(page: BookPage) -> list[str]:
    return [type(line.picture).__name__ for line in page.lines if line.picture is not None]


def test_the_pages_have_the_pictures_that_belong_there() -> None:
    days = [sat(f"d{n}", came(1, 2), A, B, at=1_700_000_000_000 + n * 86_400_000) for n in range(3)]
    pages = counted(Book.of([*days, *evening(6, A, B, C)], KNOWN))
    assert pictures(pages.people[0]) == ["Wins", "Ranked", "HeadToHead", "HeadToHead"]
    assert pictures(pages.games[0]) == ["Ranked"] * 3
    (between,) = pages.between
    assert between.grid is not None
    assert [plate.name for plate in between.grid.plates] == ["Ada", "Bob", "Cem"]


def test_nobody_who_is_not_known_is_in_a_picture() -> None:
    pages = counted(Book.of(evening(6, A, B, C), People({ADA.id: ADA})))
    assert pages.between == ()
    assert pictures(pages.people[0]) == []


@pytest.mark.parametrize("size", PANELS)
def test_they_fit_the_panels(rig: Rig, size: tuple[int, int]) -> None:
    said = "won by 12.3 ms at the median (half of them 8 to 34 ms), of 214"
    lines = tuple(FigureLine(said, one) for one in SAMPLES)
    many = [person(f"Person {n}", n).plate for n in range(1, MOST_IN_GRID + 1)]
    full = tuple(tuple(100 * n + m for m in range(len(many))) for n in range(len(many)))
    rig.size(*size)
    screens: list[Widget] = [
        FiguresScreen(BookPage("Ada", "", lines, False, A), lambda: None),
        FiguresScreen(BookPage("Head to head", "", (), False, grid=Grid(tuple(many), full)), lambda: None),
    ]
    for screen in screens:
        rig.show(screen)
        screen.size = size
        rig.pump(3)
        assert faults(screen, Rect(0, 0, *map(float, size))) == []
