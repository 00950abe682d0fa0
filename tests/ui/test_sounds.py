"""Sounds are made by the program, kept in a folder, and never missed."""

import wave
from pathlib import Path

import pytest

from ui.sounds import RATE, TUNES, Sounds, samples


class Player:
    """A sound that only remembers."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.volume = 0.0
        self.plays = 0

    def play(self) -> None:
        """Play."""
        self.plays += 1

    def stop(self) -> None:
        """Stop."""


def no_device(path: str) -> Player:
    """What a machine without sound does."""
    raise RuntimeError("no device")


@pytest.mark.parametrize("name", TUNES)
def test_every_sound_is_short_and_begins_and_ends_in_silence(name: str) -> None:
    made = samples(name)
    assert 0.03 <= len(made) / RATE <= 0.7
    assert abs(made[0]) < 100
    assert abs(made[-1]) < 400
    assert 3_000 < max(map(abs, made)) <= 32_767


def test_files_are_written_once_and_can_be_read(tmp_path: Path) -> None:
    sounds = Sounds(tmp_path / "sounds", Player)
    sounds.write()
    files = sorted((tmp_path / "sounds").iterdir())
    assert len(files) == len(TUNES)
    with wave.open(str(files[0])) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
    before = [file.stat().st_mtime_ns for file in files]
    sounds.write()
    assert [file.stat().st_mtime_ns for file in files] == before


def test_volume_and_mute_are_kept_and_obeyed(tmp_path: Path) -> None:
    players: list[Player] = []

    def load(path: str) -> Player:
        players.append(Player(path))
        return players[-1]

    sounds = Sounds(tmp_path, load)
    sounds.write()
    sounds.load()
    sounds.read("40")
    sounds.play("tap")
    assert [(player.volume, player.plays) for player in players if player.plays] == [(0.4, 1)]
    sounds.muted = True
    sounds.play("tap")
    assert sum(player.plays for player in players) == 1
    again = Sounds(tmp_path, load)
    again.read(sounds.setting)
    assert (again.percent, again.muted) == (40, True)
    again.louder(100)
    assert (again.percent, again.muted) == (100, False)
    again.read("nonsense")
    assert again.percent == 100


def test_no_device_and_no_folder_stop_nothing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    sounds = Sounds(in_the_way, no_device)
    sounds.write()
    sounds.load()
    sounds.play("verdict")
    assert sounds.played == ["verdict"]
