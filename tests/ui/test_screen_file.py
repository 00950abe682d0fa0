"""The screen's settings: kept beside the store, and as ever where the file makes no sense."""

from pathlib import Path

import pytest

from ui.appliance import screen_file
from ui.appliance.screen_file import SLEEPS, ScreenFile


@pytest.mark.parametrize("screen", [ScreenFile(), ScreenFile(90, 60), ScreenFile(0, 0, 3)])
def test_what_was_kept_is_read(tmp_path: Path, screen: ScreenFile) -> None:
    path = tmp_path / "new folder" / "screen.json"
    screen_file.save(path, screen)
    assert screen_file.load(path) == screen


def test_the_usual_sleep_is_one_to_choose() -> None:
    assert ScreenFile().sleep in SLEEPS
    assert 0 in SLEEPS


@pytest.mark.parametrize("content", [b"", b"[]", b'{"turned": "up"}', b'{"turned": 45}', b"\xff"])
def test_a_file_that_makes_no_sense_is_as_ever(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "screen.json").write_bytes(content)
    assert screen_file.load(tmp_path / "screen.json") == ScreenFile()


@pytest.mark.parametrize("tenths", [-1, 11])
def test_a_brightness_that_nobody_can_choose_is_the_machine_s(tmp_path: Path, tenths: int) -> None:
    (tmp_path / "screen.json").write_text(f'{{"sleep": 5, "brightness": {tenths}}}')
    assert screen_file.load(tmp_path / "screen.json") == ScreenFile(0, 5)


def test_a_sleep_that_nobody_can_choose_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / "screen.json").write_bytes(b'{"turned": 270, "sleep": 7}')
    assert screen_file.load(tmp_path / "screen.json") == ScreenFile(270)


def test_a_picture_that_an_older_version_turned_around_stays_so(tmp_path: Path) -> None:
    (tmp_path / "screen.json").write_bytes(b'{"upside_down": true, "sleep": 5}')
    assert screen_file.load(tmp_path / "screen.json") == ScreenFile(180, 5)
