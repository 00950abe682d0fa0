"""Why there is no window: one sentence a problem, each with what to do, where it can be read."""

from pathlib import Path

import pytest

from ui.appliance import launch
from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.launch import Display, Folders, Launch

WELL = CheckResult("drawing libraries", True, "EGL")
REFUSED = (
    "Window: Unable to find any valuable Window provider. Please enable debug logging\n"
    "sdl2 - RuntimeError: b'kmsdrm not available'\n  File \"kivy/core/__init__.py\", line 71\n"
)


def decided(**changes: object) -> Launch:
    """Return what was decided on a machine with a panel."""
    from msgspec.structs import replace

    return replace(Launch(Display(800, 480, True), True), **changes)


def test_no_panel_says_to_connect_one_and_the_system_says_all_else_itself() -> None:
    found = launch.window_problems(decided(found=False), WELL, [])
    assert found == ["Panel: none is connected. Connect a panel or a screen, and start the Pi again."]
    found = launch.window_problems(decided(), WELL, ["nothing here", REFUSED])
    assert found == ["The graphics system says: kmsdrm not available."]


def test_a_card_that_may_not_be_used_names_it_and_the_groups(tmp_path: Path) -> None:
    chosen = decided(environment={"SDL_KMSDRM_DEVICE_INDEX": "1"})
    (problem,) = launch.window_problems(chosen, WELL, [REFUSED], Folders(dri=tmp_path))
    assert str(tmp_path / "card1") in problem
    assert "groups video and render" in problem
    (tmp_path / "card1").touch()
    assert launch.window_problems(chosen, WELL, [], Folders(dri=tmp_path)) == [words.MEND_WINDOW]


def test_every_problem_is_named(tmp_path: Path) -> None:
    missing = CheckResult("drawing libraries", False, "missing: GLESv2", "install them")
    chosen = decided(environment={"SDL_KMSDRM_DEVICE_INDEX": "0"})
    found = launch.window_problems(chosen, missing, [REFUSED], Folders(dri=tmp_path))
    assert len(found) == 2
    assert found[1] == "Missing: GLESv2. Install them."


def test_it_is_said_in_journal_and_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tty1").touch()
    launch.tell_console(["One.", "Two."], tmp_path / "tty1")
    assert capsys.readouterr().err == "One.\nTwo.\n"
    assert (tmp_path / "tty1").read_bytes() == b"One.\r\nTwo.\r\n"
    launch.tell_console(["Three."], tmp_path / "tty2")
    assert not (tmp_path / "tty2").exists()
    assert capsys.readouterr().err == "Three.\n"


@pytest.mark.parametrize(("watched", "waits"), [("/run/systemd/notify", [10.0]), ("", [])])
def test_only_systemd_waits(
    tmp_path: Path, watched: str, waits: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    waited: list[float] = []
    with pytest.raises(SystemExit) as ended:
        launch.give_up(["Why."], {"NOTIFY_SOCKET": watched}, waited.append, tmp_path / "tty1")
    assert (ended.value.code, waited) == (launch.EXIT, waits)
    assert capsys.readouterr().err.splitlines() == [words.NO_WINDOW, "Why."]
