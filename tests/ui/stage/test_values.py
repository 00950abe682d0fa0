"""Scenes, art and fingers as values: they need no window, and no Kivy."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from tests.test_houses import ROOT, imports_of
from tests.ui.desk import there
from tests.ui.stage import written
from ui.language import words
from ui.stage import fonts, theme
from ui.stage.art import MIDDLE, Art, arc, around, crossed, disc, oval, regular, sector, sign
from ui.stage.parts import bubble, loupe_rect, paragraph, shortened
from ui.stage.rect import Point, Rect
from ui.stage.scene import Pads, PlacedArt, Scene, Spot, Viewport, lifted, moved, put_down
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke, scaled
from ui.stage.svg import svg

RED, DARK = theme.tone("#ff0000"), theme.tone("#000000")
PURE = ("art", "fonts", "moving", "parts", "rect", "scene", "shapes", "svg")
"""The part of the stage that any program could use."""

WITHOUT_KIVY = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "kivy" and sys._getframe(2).f_code.co_name != "find_spec":
            raise ImportError(f"{name} is refused here")

sys.meta_path.insert(0, Refuse())
from ui.stage.parts import loupe_rect, bubble
from ui.stage.rect import Rect
from ui.stage.scene import TableProps, Viewport
import ui.games.speed_mode.table, ui.games.speed_mode.table, ui.stage.svg
from ui.games.speed_mode.table import table
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.model import Facts
from ui.stage import theme

game = SpeedMode()
view = game.view(game.opening(Facts()), None)
table(TableProps(view, None, theme.plates()[:2], frozenset()), Viewport(Rect(0, 0, 540, 386)), None)
assert not any(name.split(".")[0] == "kivy" for name in sys.modules)
"""


def modules() -> list[Path]:
    """Return the files that hold scenes and art."""
    games = (ROOT / "ui" / "games").glob("*/table.py")
    files = [ROOT / "ui" / "stage" / f"{name}.py" for name in PURE]
    return [path.relative_to(ROOT) for path in (*files, *games, *(ROOT / "ui" / "games").glob("*/art.py"))]


def kivy_behind(path: Path, seen: set[Path]) -> list[str]:
    """Return the imports at the top of a file that bring in Kivy, also through other files of ours."""
    import ast

    if path in seen:
        return []
    seen.add(path)
    found = []
    for imported in imports_of(path, ast.parse((ROOT / path).read_text())):
        if not imported.at_top:
            continue
        if imported.top == "kivy":
            found.append(f"{path}:{imported.line} imports {imported.module}")
        inner = Path(*imported.module.split(".")).with_suffix(".py")
        if imported.top == "ui" and (ROOT / inner).exists():
            found += kivy_behind(inner, seen)
    return found


def test_nothing_in_a_scene_or_in_art_imports_kivy() -> None:
    assert len(modules()) >= len(PURE) + 2
    assert [line for path in modules() for line in kivy_behind(path, set())] == []


def test_the_check_for_kivy_would_find_it() -> None:
    assert kivy_behind(Path("ui/stage/painter.py"), set())


def test_a_table_is_made_where_there_is_no_kivy() -> None:
    made = subprocess.run([sys.executable, "-c", WITHOUT_KIVY], cwd=ROOT, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def test_shapes_grow_in_all_their_lengths() -> None:
    for shape, larger in (
        (Area(((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)), RED), Area(((0, 0), (4, 0), (2, 4)), RED)),
        (Box(Rect(0, 0.5, 1, 0.5), RED, 0.25), Box(Rect(0, 2, 4, 2), RED, 1.0)),
        (Box(Rect(0, 0, 1, 1), RED, (0.0, 0.25, 0.5, 1.0)), Box(Rect(0, 0, 4, 4), RED, (0.0, 1.0, 2.0, 4.0))),
        (Rim(Rect(0, 0, 1, 1), RED, 0.5, 0.25), Rim(Rect(0, 0, 4, 4), RED, 2, 1)),
        (
            Stroke(((0, 0), (1, 1)), RED, 0.5, round=True, dash=0.25),
            Stroke(((0, 0), (4, 4)), RED, 2, round=True, dash=1),
        ),
        (Letters("A", Rect(0, 0, 1, 1), RED, 0.5), Letters("A", Rect(0, 0, 4, 4), RED, 2)),
    ):
        assert scaled(shape, 4) == larger


def test_a_dashed_line_has_a_dash_at_both_of_its_ends() -> None:
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    assert Stroke(ring, RED, 1).lines == (ring,)
    dashes = Stroke(((0.0, 0.0), (9.0, 0.0)), RED, 1, dash=4).lines
    assert dashes == (((0.0, 0.0), (3.0, 0.0)), ((6.0, 0.0), (9.0, 0.0)))
    closed = Stroke(ring, RED, 1, closed=True, dash=4).lines
    assert [dash[0] for dash in closed][:3] == [(0.0, 0.0), (6.0, 0.0), (9.0, 0.0)]
    assert closed[-1][-1] == (0.0, 0.0)


def test_outlines_lie_where_they_are_said_to() -> None:
    assert len(disc(MIDDLE, 0.5)) == 96
    assert MIDDLE not in disc(MIDDLE, 0.5)
    half = sector(MIDDLE, 0.5, 90, 270)
    assert half[0] == MIDDLE
    assert max(x for x, _ in half) <= 0.5 + 1e-9
    top, left, low, right = regular(MIDDLE, 0.5, 4)
    assert [round(value, 9) for point in (top, left, low, right) for value in point] == [
        0.5, 1.0, 0.0, 0.5, 0.5, 0.0, 1.0, 0.5,
    ]  # fmt: skip
    assert len(list(crossed(MIDDLE, 0.2))) == 2
    quarter = arc(MIDDLE, 0.5, 0, 90)
    assert quarter[0] == (1.0, 0.5)
    assert quarter[-1] == pytest.approx((0.5, 1.0))
    assert around((2.0, 3.0), 2.0, 180) == pytest.approx((0.0, 3.0))
    rim = oval(Rect(10, 20, 40, 8))
    assert [min(x for x, _ in rim), max(x for x, _ in rim)] == pytest.approx([10, 50])
    assert [min(y for _, y in rim), max(y for _, y in rim)] == pytest.approx([20, 28])


def test_a_text_is_broken_between_words_where_the_room_ends() -> None:
    text = "red chips left: 3"
    assert fonts.wrapped(text, fonts.width(text, 10) + 0.1, 10) == [text]
    assert fonts.wrapped(text, fonts.width("red chips", 10) + 0.1, 10) == ["red chips", "left: 3"]
    assert fonts.wrapped("incomprehensible", 5, 10) == ["incomprehensible"]
    assert fonts.wrapped("yes:\nred chips\nand 2 more", 500, 10) == ["yes:", "red chips", "and 2 more"]


def test_a_text_is_measured_and_cut_off_in_the_language_in_which_it_is_said() -> None:
    theme.use(theme.Theme(language="pl"))
    said = str(words.HOW_TO_HINT)
    assert said != words.HOW_TO_HINT
    assert fonts.width(words.HOW_TO_HINT, 10) == fonts.width(said, 10)
    assert shortened(words.HOW_TO_HINT, fonts.width(said, 10) / 2, 10)[:5] == said[:5]


def test_a_paragraph_keeps_its_slots_and_shrinks_before_it_is_cut_off() -> None:
    room = Rect(10, 20, 100, 40)
    one, other = paragraph("short", room, RED, 12, 2)
    assert one is not None
    assert other is None
    assert (one.text, one.size) == ("short", 12)
    assert one.room.center == pytest.approx(room.center)
    long = "a rather long text in a room of two lines"
    lines = [line for line in paragraph(long, room, RED, 14, 2) if line]
    assert " ".join(line.text for line in lines) == long
    assert lines[0].room.y >= lines[1].room.top - 1e-9
    assert 14 * 0.55 <= lines[0].size < 14
    assert all(room.top >= line.room.top and line.room.y >= room.y for line in lines)


def test_of_two_kinds_of_spots_a_finger_keeps_to_the_one_it_began_on() -> None:
    upper, lower = Pads((("a", Rect(0, 10, 10, 10)),)), Pads((("b", Rect(0, 0, 10, 10)),), apart=False)
    shown = Scene((), (upper, lower))
    touch = there(put_down(shown, (5, 5)))
    assert (touch.among, touch.at) == (1, "b")
    assert moved(shown, touch, (5, 15)).at is None
    assert put_down(shown, (50, 5)) is None


def test_what_a_finger_was_on_may_be_gone_meanwhile() -> None:
    shown = Scene((), (Pads((("a", Rect(0, 0, 10, 10)),)),))
    touch = there(put_down(shown, (5, 5)))
    assert lifted(Scene(), touch, (5, 5)) is None
    assert lifted(Scene((), (Pads((("b", Rect(0, 0, 10, 10)),)),)), touch, (5, 5)) is None


class Ruled(Struct, frozen=True):
    """Numbers from 0 to 9 along a line, ten pixels each; a finger reports its trail."""

    apart: bool = False
    step: float = 3.0

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        return int(x / 10) if 0 <= x < 100 and 0 <= y < 10 else None

    def middle(self, spot: Spot) -> Point | None:
        return (spot * 10 + 5, 5.0)

    def joined(self, trail: tuple[Spot, ...]) -> Spot:
        return trail


@pytest.mark.parametrize(("way", "at", "told"), [
    ([(5, 5)], 0, 0),
    ([(5, 5), (8, 5)], 0, 0),
    ([(5, 5), (35, 5)], 3, (0, 1, 2, 3)),
    ([(35, 5), (15, 5), (45, 5)], 4, (3, 2, 1, 4)),
    ([(5, 5), (5, 20)], None, None),
    ([(5, 5), (15, 5), (15, 20)], None, (0, 1)),
    ([(5, 5), (5, 20), (25, 20), (25, 5)], 2, (0, 2)),
])  # fmt: skip
def test_a_finger_tells_all_that_it_was_drawn_over(way: list[Point], at: Spot, told: Spot) -> None:
    shown = Scene((), (Pads(()), Ruled()))
    touch = there(put_down(shown, way[0]))
    for point in way[1:]:
        touch = moved(shown, touch, point)
    assert touch.at == at
    assert lifted(shown, touch, way[-1]) == told
    assert lifted(Scene(), touch, way[-1]) is None


def test_a_spot_that_is_nowhere_is_an_error() -> None:
    with pytest.raises(LookupError, match="nowhere"):
        Scene().middle("a")


def test_art_is_written_once_and_used_as_often_as_it_lies_there() -> None:
    look = Art((Area(disc(MIDDLE, 0.5), RED), sign("<1>", MIDDLE, 0.5, DARK)), RED)
    pieces = tuple(PlacedArt(look, (x, 20.0), 10.0, 0.5, 30.0) for x in (10.0, 30.0, 50.0))
    text = svg(Scene((*pieces, None)), Rect(0, 0, 100, 40), DARK)
    assert text.count("<symbol") == 1
    assert text.count("<use") == 3
    assert "&lt;1&gt;" in text
    assert 'opacity="0.5"' in text
    assert 'transform="rotate(-30 10 20)"' in text


def test_svg_counts_from_the_upper_left_corner_of_the_room() -> None:
    text = svg(Scene((Box(Rect(110, 220, 10, 5), RED),)), Rect(100, 200, 50, 40), DARK)
    assert '<rect x="10" y="15" width="10" height="5" rx="0" fill="#ff0000"/>' in text


def test_a_room_knows_its_millimetres() -> None:
    assert Viewport(Rect(0, 0, 1, 1), 1.6).mm(10) == pytest.approx(83.2)


@pytest.mark.parametrize("density", [1.0, 1.6])
def test_the_loupe_lies_inside_its_room_and_not_under_the_finger(density: float) -> None:
    room = Viewport(Rect(40, 20, 440 * density, 386 * density), density)
    rect, reach = room.rect, room.mm(7)
    for across in range(41):
        for down in range(41):
            x, y = rect.x + rect.width * across / 40, rect.y + rect.height * down / 40
            lies = loupe_rect(room, (x, y))
            assert rect.x <= lies.x
            assert lies.right <= rect.right
            assert rect.y <= lies.y
            assert lies.top <= rect.top
            assert lies.y >= y + reach or lies.right <= x - reach or lies.x >= x + reach


def test_a_name_stands_over_what_the_loupe_shows() -> None:
    items, below = bubble(Viewport(Rect(0, 0, 400, 300)), (200, 100), "D7", 20.0, 6.0)
    (name,) = written.letters(items)
    assert name.text == "D7"
    assert name.room.center[1] > below.top
    assert below.height > below.width * 0.8
