"""Sounds are made by the program, cached in a folder, and never missing."""

import os
import shutil
import wave
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import log2
from pathlib import Path

import pytest

from ui.sound.sounds import LOWEST, NAMES, RATE, TUNES, VOICED, VOICES, Sounds, samples, tone_of


class Player:
    def __init__(self, path: str) -> None:
        self.path = path
        self.volume = 0.0
        self.plays = 0

    def play(self) -> None:
        self.plays += 1

    def stop(self) -> None:
        """Stop."""


def no_device(path: str) -> Player:
    """Fail as a machine without sound does."""
    raise RuntimeError("no device")


made = cache(samples)
"""A sound is the same each time."""


@pytest.fixture(scope="module", autouse=True)
def made_once() -> Iterator[None]:
    """Make each sound once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ui.sound.sounds.samples", made)
        yield


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_is_short_and_begins_and_ends_in_silence(name: str) -> None:
    sound = made(name)
    assert 0.03 <= len(sound) / RATE <= 1.2
    assert abs(sound[0]) < 100
    assert abs(sound[-1]) < 20
    assert 3_000 < max(map(abs, sound)) <= 32_767


class Loaded:
    """Sounds that are written and loaded, with the player of each file."""

    def __init__(self, folder: Path) -> None:
        self.players: list[Player] = []
        self.sounds = Sounds(folder, self.load)
        self.sounds.write()
        self.sounds.load()

    def load(self, path: str) -> Player:
        self.players.append(Player(path))
        return self.players[-1]

    @property
    def heard(self) -> list[str]:
        return sorted(Path(player.path).stem for player in self.players if player.plays)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sounds")
    Sounds(folder, Player).write()
    return folder


@pytest.fixture
def loaded(written: Path) -> Loaded:
    return Loaded(written)


def test_a_seat_is_heard_in_its_tone_and_what_has_none_as_ever(loaded: Loaded) -> None:
    sounds, players = loaded.sounds, loaded.players
    for name, seat in (("turn", 3), ("verdict", 3), ("turn", VOICES + 3), ("tap", 3), ("turn", None)):
        sounds.play(name, seat)
    assert loaded.heard == ["tap-2", "turn-2", "turn-3-2", "verdict-3-2"]
    assert sum(player.plays for player in players if "turn-3" in player.path) == 2


MEANT = ("turn", "verdict", "illegal", "win", "tap", "warning")
"""Sounds that must be distinguishable without looking."""


def way(name: str) -> tuple[tuple[float, float], ...]:
    """Return a tune as untrained ears hear it: steps relative to the first note, and relative lengths."""
    notes = TUNES[name]
    first, beat, _ = notes[0]
    return tuple((round(12 * log2(pitch / first)), round(seconds / beat, 1)) for pitch, seconds, _ in notes)


@pytest.mark.parametrize(("one", "other"), [*combinations(MEANT, 2)])
def test_verdict_refusal_turn_and_win_are_told_apart_without_looking(one: str, other: str) -> None:
    """By melody or length, not by pitch alone, which nobody remembers."""
    lengths = [sum(seconds for _, seconds, _ in TUNES[name]) for name in (one, other)]
    assert way(one) != way(other)
    assert max(lengths) / min(lengths) > 1.25 or len(TUNES[one]) != len(TUNES[other])


def test_a_refusal_falls_and_what_is_well_rises_with_a_tone_for_every_seat() -> None:
    for name in ("turn", "verdict", "win", "grab"):
        assert TUNES[name][-1][0] > TUNES[name][0][0], name
    assert TUNES["illegal"][-1][0] < TUNES["illegal"][0][0]
    assert max(pitch for pitch, _, _ in TUNES["illegal"]) < LOWEST, "below the tone of every seat"
    tones = [tone_of(voice) for voice in range(VOICES)]
    assert len({round(tone) for tone in tones}) == VOICES
    # A semitone is hard to tell without musical training; a whole tone is easy.
    assert all(b / a > 1.12 for a, b in zip(sorted(tones), sorted(tones)[1:], strict=False))
    for name in VOICED:
        assert len({bytes(made(f"{name} {voice}")) for voice in range(VOICES)}) == VOICES


@pytest.mark.parametrize("base", VOICED)
def test_the_last_note_is_the_seat_s_own_and_nobody_else_s(base: str) -> None:
    """Its pitch is counted in the samples at the end of the sound."""

    def swings(voice: int) -> float:
        sound = made(f"{base} {voice}")
        _, seconds, _ = TUNES[base][-1]
        # Count upward zero crossings in the first half of the last note, which is loud.
        start = len(sound) - round(RATE * seconds)
        part = sound[start : start + round(RATE * seconds / 2)]
        return sum(a < 0 <= b for a, b in pairwise(part)) / (len(part) / RATE)

    for voice in range(VOICES):
        assert swings(voice) == pytest.approx(tone_of(voice), rel=0.05, abs=20)


def test_files_are_written_once_and_can_be_read(written: Path) -> None:
    sounds, files = Sounds(written, Player), sorted(written.iterdir())
    assert len(files) == len(NAMES)
    with wave.open(str(files[0])) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
    before = [file.stat().st_mtime_ns for file in files]
    sounds.write()
    assert [file.stat().st_mtime_ns for file in files] == before


def test_volume_and_mute_are_kept_and_obeyed(loaded: Loaded, tmp_path: Path) -> None:
    sounds, players = loaded.sounds, loaded.players
    sounds.read("40")
    sounds.play("tap")
    assert [(player.volume, player.plays) for player in players if player.plays] == [(0.4, 1)]
    sounds.muted = True
    sounds.play("tap")
    assert sum(player.plays for player in players) == 1
    again = Sounds(tmp_path)
    again.read(sounds.setting)
    assert (again.percent, again.muted) == (40, True)
    again.louder(100)
    assert (again.percent, again.muted) == (100, False)
    again.read("nonsense")
    again.read("²")
    assert again.percent == 100


def test_no_device_and_no_folder_stop_nothing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    sounds = Sounds(in_the_way, no_device)
    sounds.write()
    sounds.load()
    sounds.play("verdict")
    assert sounds.played == ["verdict"]


def test_a_pipe_in_the_cache_is_not_waited_for(written: Path, tmp_path: Path) -> None:
    """The app hung in its window at the start, for ever."""
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    sounds, tap = Sounds(tmp_path, Player), next(tmp_path.glob("tap-*.wav"))
    tap.unlink()
    os.mkfifo(tap)
    sounds.load()
    sounds.play("tap")
    sounds.write()
    assert tap.is_file()
    os.mkfifo(tap.with_suffix(".part"))
    tap.unlink()
    sounds.write()
    assert tap.is_file()
