"""What Kivy is told before it is imported: it is asked in a process of its own, for here it has been."""

import json
from pathlib import Path

import pytest

from tests.ui.rig import python
from ui.appliance.launch import Display, Launch, Touchscreen, window

ASK = """
import json, sys
import msgspec
from pathlib import Path
from ui.appliance.launch import Launch, prepare_kivy
told = {}
prepare_kivy(msgspec.json.decode(sys.argv[1], type=Launch), Path(sys.argv[2]), told)
from kivy.config import Config
said = {section: dict(Config.items(section)) for section in ("graphics", "input", "kivy")}
print(json.dumps([told, said]))
"""


def told(launch: Launch, home: Path) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the environment and Kivy's configuration after a launch was prepared."""
    import msgspec

    chosen = {"PATH": "/usr/bin", "KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "HOME": str(home)}
    done = python("-c", ASK, msgspec.json.encode(launch).decode(), str(home), env=chosen)
    assert done.returncode == 0, done.stderr
    environment, configuration = json.loads(done.stdout.splitlines()[-1])
    return environment, configuration


@pytest.mark.parametrize(
    ("size", "density"), [("800x480", 1.0), ("1280x720", 1.6), ("1024x600", 1.28), ("1920x1080", 2.4)]
)
def test_density_follows_the_size(size: str, density: float) -> None:
    display = window(size).display
    assert display.density == pytest.approx(density)
    assert not display.panel


def test_a_panel_is_filled_and_its_touch_read_once(tmp_path: Path) -> None:
    touch = Touchscreen("/dev/input/by-path/x-event", "a panel", "mtdev")
    chosen = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "1"}
    launch = Launch(Display(1280, 720, True), True, 270, 800, touch, environment=chosen)
    environment, said = told(launch, tmp_path)
    assert environment.items() >= chosen.items()
    # With SDL's mouse beside it, every tap would come twice.
    assert environment["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert said["input"] == {"touch": "mtdev,/dev/input/by-path/x-event"}
    assert environment["SDL_AUDIODRIVER"] == "dummy"
    graphics = said["graphics"]
    # Kivy wants the panel as it is built, and turns picture and touch itself.
    assert (graphics["width"], graphics["height"], graphics["rotation"]) == ("720", "1280", "270")
    assert (graphics["fullscreen"], graphics["show_cursor"]) == ("auto", "0")
    assert (graphics["position"], graphics["left"]) == ("custom", "800")


def test_a_window_has_a_mouse(tmp_path: Path) -> None:
    environment, said = told(Launch(Display(800, 480, False), sound=True), tmp_path)
    assert "SDL_VIDEODRIVER" not in environment
    assert "SDL_AUDIODRIVER" not in environment
    assert said["input"] == {"mouse": "mouse,disable_multitouch"}
    assert (said["graphics"]["fullscreen"], said["graphics"]["show_cursor"]) == ("0", "1")
    assert said["graphics"]["position"] == "auto"
    assert said["kivy"]["exit_on_escape"] == "0"
