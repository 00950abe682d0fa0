"""Tones, shapes and sizes: what must hold whatever they are changed to."""

import pytest

from tests.ui.rig import Rig
from ui import theme


def luminance(tone: theme.Tone) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in tone[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: theme.Tone, other: theme.Tone) -> float:
    """Return the contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_nobody_at_the_table_looks_like_somebody_else() -> None:
    everybody = theme.plates()
    assert len(everybody) >= 15
    for what in ("name", "letter"):
        assert len({getattr(plate, what) for plate in everybody}) == len(everybody)
    assert len({(plate.colour, plate.shape) for plate in everybody}) == len(everybody)


@pytest.mark.parametrize("colour", theme.COLOURS)
def test_seat_colours_can_be_read(colour: str) -> None:
    seat = theme.COLOURS[colour]
    assert contrast(seat, theme.GROUND) >= 4.5
    assert contrast(seat, theme.ON_SEAT) >= 4.5


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (theme.TEXT, theme.GROUND),
        (theme.TEXT, theme.RAISED),
        (theme.TEXT, theme.WARNING_GROUND),
        (theme.DIM, theme.PANEL),
        (theme.DIM, theme.RAISED),
        (theme.WARNING, theme.PANEL),
        (theme.WARNING, theme.RAISED),
        (theme.WARNING, theme.WARNING_GROUND),
        (theme.ON_PRIMARY, theme.PRIMARY),
        (theme.ON_PRIMARY_DIM, theme.PRIMARY),
    ],
)
def test_text_can_be_read_on_its_ground(text: theme.Tone, ground: theme.Tone) -> None:
    assert contrast(text, ground) >= 4.5


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_a_millimetre_is_a_millimetre_on_both_panels(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    # Both panels are 154 mm wide.
    assert size[0] / theme.mm(1) == pytest.approx(154, abs=1)
