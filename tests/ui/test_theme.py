"""Colours, shapes and sizes: what must hold however they are changed."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.ui.rig import Rig
from ui.games.cryptid.art import HUES
from ui.games.sequence_states.art import TONES as CHIPS
from ui.games.speed_mode.art import COLOURS as CARDS
from ui.games.speed_mode.table import circle
from ui.games.tracktic.art import PIECES as PIECES_OF_TRACKTIC
from ui.stage import theme

MODULES = sorted((Path(__file__).parent.parent.parent / "ui").rglob("*.py"))


@pytest.fixture(params=["", "light"])
def chosen(request: pytest.FixtureRequest) -> None:
    theme.use(theme.Theme.read(request.param))


def test_nobody_at_the_table_looks_like_somebody_else() -> None:
    everybody = theme.plates()
    assert len(everybody) >= 15
    for what in ("name", "letter"):
        assert len({getattr(plate, what) for plate in everybody}) == len(everybody)
    assert len({(plate.colour, plate.shape) for plate in everybody}) == len(everybody)


@pytest.mark.usefixtures("chosen")
@pytest.mark.parametrize("colour", theme.COLOURS)
def test_seat_colours_can_be_read(colour: str) -> None:
    seat = theme.COLOURS[colour]
    for ground in (theme.GROUND, theme.ON_SEAT, theme.ON_PRIMARY):
        assert theme.contrast(seat, ground) >= theme.LEAST_CONTRAST


@pytest.mark.usefixtures("chosen")
@pytest.mark.parametrize(("ink", "grounds"), [
    ("TEXT", "GROUND BAR PANEL RAISED PRESSED WARNING_GROUND FELT CELL"),
    ("DIM", "GROUND BAR PANEL RAISED WARNING_GROUND"),
    ("FAINT", "GROUND"),
    ("WARNING", "GROUND PANEL RAISED WARNING_GROUND"),
    ("READY", "GROUND PANEL"),
    ("ON_PRIMARY", "PRIMARY PRIMARY_PRESSED"),
    ("ON_PRIMARY_DIM", "PRIMARY"),
])  # fmt: skip
def test_text_can_be_read_on_its_ground(ink: str, grounds: str) -> None:
    for ground in grounds.split():
        ratio = theme.contrast(getattr(theme, ink), getattr(theme, ground))
        assert ratio >= theme.LEAST_CONTRAST, f"{ink} on {ground}: {ratio:.2f}"


PIECES = [*PIECES_OF_TRACKTIC.values(), *CHIPS.values(), *CARDS.values(), *HUES.values()]


@pytest.mark.usefixtures("chosen")
@pytest.mark.parametrize("tone", PIECES)
def test_a_piece_is_told_from_its_ground_by_its_colour_or_by_the_line_around_it(tone: theme.Tone) -> None:
    for ground in (theme.GROUND, theme.PANEL, theme.RAISED, theme.CELL):
        assert max(theme.contrast(each, ground) for each in (tone, theme.INK)) >= 3
    assert theme.contrast(tone, theme.INK) >= 3
    assert theme.contrast(theme.line(tone), theme.GROUND) >= theme.LEAST_CONTRAST


def bound(module: Path) -> list[str]:
    """Return where a module reads a changeable theme value at import: for a name or a default."""

    def reads(node: ast.AST) -> Iterator[str]:
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id="theme"), attr=name) if name in theme.CHANGED:
                    yield f"{module.name}:{part.lineno} theme.{name}"

    def of(body: Iterable[ast.AST]) -> Iterator[str]:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.Lambda():
                    for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                        yield from reads(default)
                case ast.ClassDef():
                    yield from of(node.body)
                case ast.ImportFrom(module="ui.stage.theme"):
                    names = (each.name for each in node.names if each.name in theme.CHANGED)
                    yield from (f"{module.name} {name}" for name in names)
                case _:
                    yield from reads(node)

    return list(of(ast.parse(module.read_text(encoding="utf-8")).body))


def test_no_tone_is_bound_before_a_theme_is_chosen(tmp_path: Path) -> None:
    assert [where for module in MODULES for where in bound(module)] == []
    wrong = tmp_path / "wrong.py"
    source = "from ui.stage.theme import DIM\nEDGE = mixed(theme.TEXT)\ndef draw(tone=theme.LINE): ...\n"
    wrong.write_text(source)
    assert len(bound(wrong)) == 3


def test_a_setting_is_read_as_far_as_it_is_known() -> None:
    light = theme.Theme(light=True)
    assert theme.Theme.read(light.setting) == light
    assert theme.Theme.read("") == theme.Theme()
    assert theme.Theme.read("light striped") == light


def test_what_is_drawn_once_is_drawn_again_in_another_theme() -> None:
    dark = circle("orange", None)
    assert circle("orange", None) is dark
    theme.use(theme.Theme(light=True))
    assert circle("orange", None) != dark
    theme.use(theme.Theme())
    assert circle("orange", None) == dark


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_a_millimetre_is_a_millimetre_on_both_panels(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    # Both panels are 154 mm wide.
    assert size[0] / theme.mm(1) == pytest.approx(154, abs=1)
