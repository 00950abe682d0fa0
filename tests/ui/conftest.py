"""Open the tests' window once, off screen, before anything else imports Kivy."""

import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

if TYPE_CHECKING:
    from tests.ui.desk import Desk

# Tests wait by passing frames, and a thread that has the answer waits this long for its turn.
sys.setswitchinterval(1e-4)

with warnings.catch_warnings():
    # Kivy 2.3.1 uses features that Python deprecates from 3.12 on; we can't mend that.
    warnings.simplefilter("ignore")
    from kivy.base import ExceptionManager
    from kivy.config import Config

    for _section, _option, _value in (
        ("graphics", "width", "800"),
        ("graphics", "height", "480"),
        ("graphics", "maxfps", "0"),
        ("graphics", "multisamples", "0"),
        ("graphics", "resizable", "1"),
    ):
        Config.set(_section, _option, _value)
    for _name in list(Config.options("input")):
        Config.remove_option("input", _name)
    from tests.ui import unpainted

    unpainted.put_off()
    from tests.ui.panels import PANELS
    from tests.ui.rig import Rig, set_density
    from ui.sound import sounds

# Each app a test opens finds an empty cache folder and would synthesize all its notes again.
sounds.samples = cache(sounds.samples)


@pytest.fixture(autouse=True)
def usual_look() -> Iterator[None]:
    """Restore the usual look and panel after each test."""
    from ui.stage import theme

    yield
    set_density(1.0)
    if theme.now != theme.Theme():
        theme.use(theme.Theme())


@pytest.fixture(scope="session")
def window() -> Rig:
    """The one window of this process."""
    return Rig(collects=False)


@pytest.fixture
def rig(window: Rig) -> Iterator[Rig]:
    """The window, empty, at 800x480."""
    window.clear()
    window.size(800, 480)
    window.run_out()
    yield window
    window.end()
    # A handler left behind would swallow the errors of all later tests.
    left = ExceptionManager.handlers[:]
    ExceptionManager.handlers.clear()
    assert left == []


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder that serves as a USB stick."""
    folder = tmp_path / "STICK"
    folder.mkdir()
    return folder


@pytest.fixture
def drawn(rig: Rig) -> None:
    """Draw every frame, for tests that count them."""
    rig.draws = True


@pytest.fixture
def desk(request: pytest.FixtureRequest, rig: Rig, tmp_path: Path) -> "Desk":
    """The app with a new store, at 800x480 unless a test names another panel."""
    # Import this only once the window is set up.
    from tests.ui.desk import Desk

    if hasattr(request, "param"):
        rig.size(*request.param)
    return Desk(rig, tmp_path / "matches.db")


@pytest.fixture(params=PANELS)
def each_panel(request: pytest.FixtureRequest, rig: Rig) -> None:
    """The window at the size of each panel, before anything is opened in it."""
    rig.size(*request.param)


@pytest.fixture(params=[*PANELS, pytest.param((720, 1280), id="upright large")])
def each_way(request: pytest.FixtureRequest, rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window at the size of each panel, and upright in large text, which leaves the least room."""
    from ui.stage import theme

    rig.size(*request.param)
    if request.param == (720, 1280):
        use = theme.use
        monkeypatch.setattr(theme, "use", lambda chosen: use(replace(chosen, large=True)))
        theme.use(theme.Theme())


@pytest.fixture(params=[False, True], ids=["usual", "large"])
def each_text_size(request: pytest.FixtureRequest) -> None:
    """Usual and large text."""
    from ui.stage import theme

    theme.use(theme.Theme(large=request.param))
