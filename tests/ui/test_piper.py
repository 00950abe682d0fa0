"""Piper: chosen where it and a voice are there, and never a reason to hear nothing."""

import shutil
from array import array
from pathlib import Path

import pytest

from tests.ui import tiny_voice
from ui.sound import piper, recordings
from ui.sound.piper import Piper

HERE = pytest.mark.skipif(shutil.which(piper.PROGRAM) is None, reason="piper isn't installed")

LIKE_ONE = """#!/usr/bin/env python3
import sys, wave
folder = sys.argv[sys.argv.index("--output_dir") + 1]
print(folder, "is where files go", flush=True)
for n, line in enumerate(sys.stdin):
    with open(f"{folder}/../heard", "a") as heard:
        heard.write(line)
    with wave.open(f"{folder}/{n}.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(2 * 100 * len(line)))
    print(f"INFO:__main__:Wrote {folder}/{n}.wav", file=sys.stderr, flush=True)
"""
"""A program that keeps to Piper's way: lines in, files and their names out."""


class Others:
    """Who speaks where Piper doesn't."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, language: str, text: str) -> bytes:
        """Be espeak-ng."""
        self.asked.append((language, text))
        return b"other"


@pytest.fixture
def others() -> Others:
    return Others()


@pytest.fixture
def spoken(tmp_path: Path, others: Others) -> Piper:
    """Return one that has a folder of voices, with an English one."""
    tiny_voice.make(tmp_path / "voices")
    return Piper(tmp_path / "voices", tmp_path / "made", others)


def program(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / piper.PROGRAM
    path.write_text(script)
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.fixture
def like_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a program that keeps to Piper's way."""
    program(tmp_path, LIKE_ONE, monkeypatch)


@pytest.mark.usefixtures("like_one")
def test_a_language_without_a_whole_voice_is_left(spoken: Piper, others: Others, tmp_path: Path) -> None:
    (tmp_path / "voices" / "de_DE-half-low.onnx").write_bytes(b"")
    (tmp_path / "voices" / "nl.onnx").write_bytes(b"")
    for language in ("de", "nl", "fr", "e"):
        assert spoken(language, "Fox") == b"other"
    assert len(others.asked) == 4


def test_without_the_program_voices_change_nothing(
    spoken: Piper, others: Others, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert spoken("en", "Fox") == b"other"
    assert others.asked == [("en", "Fox")]


@pytest.mark.usefixtures("like_one")
def test_one_process_says_one_line_after_the_other(spoken: Piper, others: Others, tmp_path: Path) -> None:
    said = [spoken("en", text) for text in ("Fox", "Your\nturn.", " First! ")]
    spoken.rest()
    lines = ("Fox.\n", "Your turn.\n", "First!\n")
    assert (tmp_path / "heard").read_text() == "".join(lines)
    assert [len(each) for each in said] == [len(line) * 100 * recordings.RATE // 16_000 * 2 for line in lines]
    assert not others.asked
    assert not (tmp_path / "made").exists(), "nothing that was said stays"


@pytest.mark.usefixtures("like_one")
def test_it_rests_twice(spoken: Piper, others: Others) -> None:
    for _ in range(2):
        assert spoken("en", "Fox")
        spoken.rest()
    assert not others.asked


@pytest.mark.parametrize("text", ["", "...", " \n", "…"])
@pytest.mark.usefixtures("like_one")
def test_what_can_t_be_said_is_kept_back(spoken: Piper, others: Others, tmp_path: Path, text: str) -> None:
    assert spoken("en", text) == b"other"
    assert not (tmp_path / "heard").exists()


@pytest.mark.parametrize("script", [
    "exec sleep 60",
    "exit 1",
    "kill -9 $$",
    "cat",
    "exec yes",
    'echo "$4/../../secret.wav"; exec sleep 60',
    'echo "$4/missing.wav"; exec sleep 60',
    'echo RIFF >"$4/bad.wav"; echo "$4/bad.wav"; exec sleep 60',
    'printf "RIFF\\0\\0\\0\\0" >"$4/empty.wav"; echo "$4/empty.wav"; exec sleep 60',
])  # fmt: skip
def test_whatever_it_does_instead_of_speaking_the_other_speaks_and_it_is_asked_once(
    spoken: Piper, others: Others, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    program(tmp_path, f'#!/bin/sh\necho once >>"{tmp_path}/starts"\n{script}\n', monkeypatch)
    monkeypatch.setattr(piper, "LOADING", 0.3)
    for _ in range(3):
        assert spoken("en", "Fox") == b"other"
    assert others.asked == [("en", "Fox")] * 3
    assert (tmp_path / "starts").read_text() == "once\n"
    assert not piper.speaks(tmp_path / "voices" / "en_GB-hum-low.onnx")


@HERE
def test_the_real_program_says_what_it_is_given(spoken: Piper, others: Others, tmp_path: Path) -> None:
    short, long = (array("h", spoken("en", text)) for text in ("Fox", "Fox and Owl are first."))
    spoken.rest()
    assert len(short) < len(long)
    assert max(short) > 3_000
    assert not others.asked
    (tmp_path / "voices" / "de_DE-broken-low.onnx").write_bytes(b"no voice")
    Path(tmp_path / "voices" / "de_DE-broken-low.onnx.json").write_text("{}")
    assert spoken("de", "Fuchs") == b"other"
