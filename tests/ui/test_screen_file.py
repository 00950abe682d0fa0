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


@pytest.mark.parametrize(
    ("content", "screen"),
    [
        *(
            (content, ScreenFile())
            for content in (b"", b"[]", b'{"turned": "up"}', b'{"turned": 45}', b"\xff")
        ),
        (b'{"sleep": 5, "brightness": -1}', ScreenFile(0, 5)),
        (b'{"sleep": 5, "brightness": 11}', ScreenFile(0, 5)),
        (b'{"turned": 270, "sleep": 7}', ScreenFile(270)),
        # As an older version turned it around.
        (b'{"upside_down": true, "sleep": 5}', ScreenFile(180, 5)),
    ],
)
def test_what_nobody_can_choose_is_as_ever(tmp_path: Path, content: bytes, screen: ScreenFile) -> None:
    (tmp_path / "screen.json").write_bytes(content)
    assert screen_file.load(tmp_path / "screen.json") == screen
