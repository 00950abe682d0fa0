"""The screen's settings, with defaults for what makes no sense, and backlights on a made-up kernel."""

from pathlib import Path

import pytest

from ui.appliance import screen_file
from ui.appliance.screen_file import SLEEPS, Backlight, ScreenFile


@pytest.mark.parametrize("screen", [ScreenFile(), ScreenFile(90, 60), ScreenFile(0, 0, 3)])
def test_what_was_kept_is_read(tmp_path: Path, screen: ScreenFile) -> None:
    path = tmp_path / "new folder" / "screen.json"
    screen_file.save(path, screen)
    assert screen_file.load(path) == screen


def test_the_usual_sleep_is_one_to_choose() -> None:
    assert ScreenFile().sleep in SLEEPS
    assert 0 in SLEEPS


@pytest.mark.parametrize(("content", "screen"), [
    *((content, ScreenFile()) for content in (b"", b"[]", b'{"turned": "up"}', b'{"turned": 45}', b"\xff")),
    (b'{"sleep": 5, "brightness": -1}', ScreenFile(0, 5)),
    (b'{"sleep": 5, "brightness": 11}', ScreenFile(0, 5)),
    (b'{"turned": 270, "sleep": 7}', ScreenFile(270)),
    # From a version that stored the rotation like this.
    (b'{"upside_down": true, "sleep": 5}', ScreenFile(180, 5)),
])  # fmt: skip
def test_what_nobody_can_choose_is_as_ever(tmp_path: Path, content: bytes, screen: ScreenFile) -> None:
    (tmp_path / "screen.json").write_bytes(content)
    assert screen_file.load(tmp_path / "screen.json") == screen


def light(folder: Path, name: str, brightness: str = "200", *, power: bool = True) -> Path:
    """Add a backlight as the kernel does."""
    place = folder / name
    place.mkdir()
    (place / "brightness").write_text(f"{brightness}\n")
    if power:
        (place / "bl_power").write_text("0\n")
    else:
        # A folder can't be written to, like a switch that this user may not use.
        (place / "bl_power").mkdir()
    return place


def test_a_light_without_a_switch_is_turned_down_and_up_to_where_it_was(tmp_path: Path) -> None:
    place = light(tmp_path, "panel", "117", power=False)
    panel = Backlight(tmp_path)
    assert panel.off()
    assert (place / "brightness").read_text() == "0"
    panel.on()
    assert (place / "brightness").read_text() == "117"
    # Waking again doesn't override what was set meanwhile.
    (place / "brightness").write_text("30")
    panel.on()
    assert (place / "brightness").read_text() == "30"


def test_what_was_left_dark_is_lit_at_the_start_and_the_rest_stays_as_it_is(tmp_path: Path) -> None:
    switched, turned = light(tmp_path, "a"), light(tmp_path, "b", power=False)
    dim = light(tmp_path, "c", "30", power=False)
    for place in (switched, turned, dim):
        (place / "max_brightness").write_text("255\n")
    # The program ended with the panel dark; the next start has no memory of it.
    Backlight(tmp_path).off()
    (dim / "brightness").write_text("30\n")
    Backlight(tmp_path).begin()
    assert (switched / "bl_power").read_text() == "0"
    assert (switched / "brightness").read_text() == "200\n"
    assert (turned / "brightness").read_text() == "255"
    assert (dim / "brightness").read_text() == "30\n"


def test_brightness_is_set_in_tenths_and_never_to_dark(tmp_path: Path) -> None:
    places = [light(tmp_path, "a"), light(tmp_path, "b", "31")]
    for place, most in zip(places, (255, 31), strict=True):
        (place / "max_brightness").write_text(f"{most}\n")
    panel = Backlight(tmp_path)
    assert panel.tenths == 8
    panel.brighten(4)
    assert [(place / "brightness").read_text() for place in places] == ["102", "12"]
    assert panel.tenths == 4
    # With few steps, step 1 is the least that can be seen.
    (places[1] / "max_brightness").write_text("1\n")
    panel.brighten(1)
    assert (places[1] / "brightness").read_text() == "1"
    assert panel.tenths == 1


@pytest.mark.parametrize("most", ["", "0\n", "many\n"])
def test_a_light_whose_most_is_not_known_is_not_set(tmp_path: Path, most: str) -> None:
    place = light(tmp_path, "odd")
    (place / "max_brightness").write_text(most)
    panel = Backlight(tmp_path)
    assert panel.tenths is None
    panel.brighten(0)
    assert Backlight(tmp_path / "none").tenths is None


def test_every_light_of_several_is_switched_off_and_on(tmp_path: Path) -> None:
    switched, turned = light(tmp_path, "10-0045"), light(tmp_path, "b", power=False)
    panel = Backlight(tmp_path)
    assert panel.off()
    assert ((switched / "bl_power").read_text(), (turned / "brightness").read_text()) == ("4", "0")
    panel.on()
    assert (switched / "bl_power").read_text() == "0"
    assert (switched / "brightness").read_text() == "200\n"


def test_no_light_or_one_of_somebody_elses_stays_as_it_is(tmp_path: Path) -> None:
    panel = Backlight(tmp_path / "none")
    assert not panel.off()
    panel.on()
    place = light(tmp_path, "closed", power=False)
    (place / "brightness").unlink()
    assert not Backlight(tmp_path).off()
