"""Quick stops: three in one boot make the next start a safe one, and the plug pulled three times doesn't."""

import os
from pathlib import Path

import pytest

from ui.appliance import screen_file
from ui.appliance.crash_message import LastWords
from ui.appliance.heartbeat import MOST_STOPS, QuickStops, this_boot


def start(path: Path, boot: str = "a") -> QuickStops:
    """Start once more, and stop without a word."""
    stops = QuickStops(path, boot)
    stops.begin()
    return stops


def test_three_quick_stops_make_the_fourth_start_safe_and_then_more_is_left_alone(tmp_path: Path) -> None:
    starts = [start(tmp_path / "starts.json") for _ in range(7)]
    assert [each.count for each in starts[:4]] == [0, 1, 2, 3], "those before it, and not itself"
    assert [each.safe for each in starts] == [False] * 3 + [True] * 4
    assert [each.count > MOST_STOPS for each in starts] == [False] * 4 + [True] * 3
    assert [found.name for found in tmp_path.iterdir()] == ["starts.json"], "it is whole or as before"


def test_one_that_lived_forgives_all_before_it(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    start(path)
    start(path)
    start(path).forgive()
    assert [start(path).safe for _ in range(4)] == [False, False, False, True]


def test_a_new_boot_counts_anew(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    for boot in ("a", "b", "c", "d", "e"):
        assert not start(path, boot).safe


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"\xff\x00", b'["\xff"]', b'[{"boot": "a"}]', b'["a", 2]']
)
def test_a_file_that_makes_no_sense_counts_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "starts.json"
    path.write_bytes(content)
    assert start(path).count == 0
    assert start(path).count == 1


def test_a_disk_that_takes_nothing_raises_an_error_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        start(tmp_path / "file" / "starts.json")


def test_the_kernel_names_the_boot(tmp_path: Path) -> None:
    (tmp_path / "boot_id").write_text("0a-1b\n")
    assert this_boot(tmp_path / "boot_id") == "0a-1b"
    assert this_boot(tmp_path / "none") == ""


def test_pipes_in_the_state_folder_are_not_waited_for(tmp_path: Path) -> None:
    """Somebody else's joke must not hang the start, nor get what the owner's files say."""
    for name in ("starts.json", "screen.json", "last_words.txt"):
        os.mkfifo(tmp_path / name)
    stops = QuickStops(tmp_path / "starts.json", "boot")
    assert stops.count == 0
    stops.begin()
    assert QuickStops(tmp_path / "starts.json", "boot").count == 1
    assert screen_file.load(tmp_path / "screen.json") == screen_file.AS_EVER
    words = LastWords(tmp_path / "last_words.txt")
    words.listen()
    words.say(ZeroDivisionError())
    words.close()
    assert "ZeroDivisionError" in LastWords(tmp_path / "last_words.txt").before
