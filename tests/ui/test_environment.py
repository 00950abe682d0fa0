"""What Kivy is told before it is imported."""

from pathlib import Path

import pytest

from ui import environment
from ui.environment import Display


@pytest.mark.parametrize(
    ("size", "density"), [("800x480", 1.0), ("1280x720", 1.6), ("1024x600", 1.28), ("1920x1080", 2.4)]
)
def test_density_follows_the_size(size: str, density: float) -> None:
    display = environment.display_of(size, {"DISPLAY": ":0"})
    assert display.density == pytest.approx(density)
    assert not display.panel


def test_touch_devices_are_found_by_what_the_kernel_says(tmp_path: Path) -> None:
    assert environment.touch_device(tmp_path / "nothing") is None
    assert environment.touch_device(tmp_path) is None


def test_a_panel_without_a_desktop_is_told_apart() -> None:
    assert environment.display_of("800x480", {}).panel
    assert Display(800, 480, True).density == 1.0
