"""Any screen as SVG, from its part alone: what is said stands there, inside the page and large enough."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from tests.documents.screen_svg import screen_svg
from tests.ui.desk import there
from tests.ui.panels import PANELS
from tests.ui.rig import python
from ui.games.registry import FACES
from ui.games.ungle_speed.face import UngleFace
from ui.parts.values import (
    Button,
    Drawing,
    Figure,
    Header,
    Line,
    Pages,
    Part,
    Screen,
    Text,
    Turned,
    column,
    row,
)
from ui.screens.how_to import Cards, lesson_cards
from ui.screens.rulings import RulingsScreen
from ui.stage import theme
from ui.stage.rect import Rect, Side
from ui.stage.scene import Scene
from ui.stage.shapes import Box

SVG = "{http://www.w3.org/2000/svg}"
DENSITIES = {(800, 480): 1.0, (1280, 720): 1.6}


def texts(drawn: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]


def rulings() -> Part:
    return RulingsScreen(UngleFace().game.catalogue, lambda _: True, lambda _: None).part()


def cards() -> Part:
    face = FACES["ungle-speed"]()
    return Cards(lesson_cards(face, there(face.guide()))).part()


EVERY_KIND = Screen(
    Header("Who is first?", "Tap one", lambda: None, lambda: None),
    column(
        row(Button("Fox", "in front", lambda: None), Button("Owl", live=False), mm=14),
        row(Line("Sound", "on", on=True), Figure(3, lambda _: None, caption="cards"), mm=14),
        Turned(Text("Read from the right"), Side.RIGHT, mm=30),
        Pages(tuple(Text(f"line {n}") for n in range(40)), 12),
    ),
)


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("part", [rulings, cards, lambda: EVERY_KIND], ids=["rules", "cards", "every kind"])
def test_all_that_is_seen_is_written_inside_the_page(part: Callable[[], Part], size: tuple[int, int]) -> None:
    density = DENSITIES[size]
    drawn = ElementTree.fromstring(screen_svg(part(), *size, density))
    seen = [*drawn.iter(f"{SVG}text")]
    assert len(seen) > 3
    turned = {text for group in drawn.iter(f"{SVG}g") if "transform" in group.attrib for text in group.iter()}
    assert all(0 <= float(text.attrib["y"]) <= size[1] for text in seen if text not in turned)
    sizes = [float(element.attrib["font-size"]) / density / theme.DP_PER_MM for element in seen]
    # What is printed on the spaces of a board may be smaller.
    assert min(sizes) >= 2.0


def test_what_a_screen_says_is_what_is_read() -> None:
    said = " ".join(texts(screen_svg(EVERY_KIND, 800, 480)))
    for words in ("Who is first?", "Tap one", "Next", "Fox", "in front", "Owl", "Sound", "on", "3", "cards"):
        assert words in said, words
    assert "line 0" in said
    assert "line 39" not in said, "it is on another page"


def test_what_is_read_from_a_side_is_turned_and_what_cannot_be_tapped_is_fainter() -> None:
    drawn = ElementTree.fromstring(screen_svg(EVERY_KIND, 800, 480))
    groups = {group.attrib.get("transform", ""): group for group in drawn.iter(f"{SVG}g")}
    (turned,) = [group for place, group in groups.items() if "rotate(" in place]
    assert "".join(turned.itertext()) == "Read from the right"
    faint = [group for group in drawn.iter(f"{SVG}g") if "opacity" in group.attrib]
    assert ["".join(group.itertext()) for group in faint if "Owl" in "".join(group.itertext())] == ["Owl"]


def test_a_turned_point_comes_to_lie_where_a_finger_finds_it() -> None:
    """The lower left corner of what is read from the right lies at the lower right of its room."""
    square = Drawing(lambda room, _: Scene((Box(Rect(room.rect.x, room.rect.y, 10, 10), theme.TEXT),)))
    assert "translate(100 60) rotate(-90)" in screen_svg(Turned(square, Side.RIGHT), 100, 60)


def test_a_screen_of_figures_and_lines_needs_no_window() -> None:
    """Documents are made where there is nothing to draw on."""
    said = (
        "import sys; from tests.documents.screen_svg import screen_svg;"
        "from ui.parts.values import Text, Button, column;"
        "drawn = screen_svg(column(Text('Hello'), Button('Go')), 800, 480);"
        "assert 'Hello' in drawn; from kivy.base import EventLoop; print(EventLoop.window)"
    )
    done = python("-c", said)
    assert done.stdout.splitlines()[-1:] == ["None"], done.stderr[-2000:]
