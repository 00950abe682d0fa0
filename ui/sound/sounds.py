"""Short sounds, made by the program: computed once, saved as WAV files in the cache folder.

No sound is the only cue: everything it says is on the screen too. So a machine without a working sound device
simply stays silent.
"""

import threading
from array import array
from cmath import rect
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from math import exp, pi
from pathlib import Path
from typing import Any

from ui.sound.recordings import write_wave
from ui.table.session import Inbox

RATE = 44_100
"""Samples a second: every sound device takes this without converting."""

# Each sound: notes one after the other as (frequency in Hz, seconds, overtones); higher is friendlier.
TUNES: dict[str, tuple[tuple[float, float, int], ...]] = {
    "tap": ((1320.0, 0.05, 1),),
    "turn": ((660.0, 0.09, 2), (880.0, 0.14, 2)),
    "warning": ((440.0, 0.16, 3), (440.0, 0.16, 3)),
    "illegal": ((311.0, 0.18, 4), (220.0, 0.30, 4)),
    "grab": ((1568.0, 0.07, 3), (1568.0, 0.07, 3), (2093.0, 0.22, 3)),
    "colours": ((523.0, 0.08, 2), (659.0, 0.08, 2), (784.0, 0.08, 2), (1047.0, 0.16, 2)),
    "all_turn": ((880.0, 0.08, 2), (660.0, 0.08, 2), (880.0, 0.16, 2)),
    "verdict": ((784.0, 0.10, 2), (988.0, 0.10, 2), (1319.0, 0.32, 2)),
    "win": ((784.0, 0.11, 3), (784.0, 0.11, 3), (784.0, 0.11, 3), (1047.0, 0.34, 3), (1319.0, 0.5, 3)),
}

VOICES, SCALE, LOWEST = 15, (0, 2, 4, 7, 9), 392.0
"""How many seats have a tone of their own; the scale is pentatonic (in half-tones), so no two clash."""
VOICED = ("turn", "verdict")
"""Sounds that end with the tone of whose turn it is, or of who was first."""

LOUDNESS = {"tap": 0.35}
"""Sounds heard a hundred times an hour are softer than the rest."""

SOFTLY = 0.25
"""Factor for a sound's volume while a voice speaks."""

VERSION = 2
"""Part of the file names: raise it when a tune changes."""


NAMES = (*TUNES, *(f"{name} {voice}" for name in VOICED for voice in range(VOICES)))
"""All sounds there are: a voiced one is followed by the number of its voice."""


def tone_of(voice: int) -> float:
    """Return a voice's tone, in Hz."""
    octave, step = divmod(voice, len(SCALE))
    return float(LOWEST * 2 ** (octave + SCALE[step] / 12))


def samples(name: str) -> "array[int]":
    """Return a sound's 16-bit samples."""
    base, _, voice = name.partition(" ")
    notes = TUNES[base]
    if voice:
        # The last note is the seat's.
        _, seconds, overtones = notes[-1]
        notes = (*notes[:-1], (tone_of(int(voice)), seconds, overtones))
    return array("h", chain.from_iterable(_note_samples(note, LOUDNESS.get(base, 0.7)) for note in notes))


@lru_cache(maxsize=4)
def _note_samples(note: tuple[float, float, int], loud: float) -> tuple[int, ...]:
    """Return a note's samples; cached, because all voices of a sound share their first notes."""
    pitch, seconds, overtones = note
    count = round(RATE * seconds)
    # The wave is the imaginary part of a turning pointer; its k-th power turns k times as fast: an overtone.
    pointer, turn = 1 + 0j, rect(1, 2 * pi * pitch / RATE)
    parts = [1 / k**2 for k in range(overtones, 0, -1)]
    height, fall = loud * 0.6 * 32767, exp(-4.0 / count)
    values = []
    for n in range(count):
        wave = 0j
        for part in parts:
            wave = (wave + part) * pointer
        # A soft start and a ringing end: a wave cut off clicks.
        values.append(int(wave.imag * height * min(1.0, n / 120, (count - n) / 400)))
        pointer *= turn
        height *= fall
    return tuple(values)


class Sounds:
    """Plays sounds by name; `percent` is the volume, and `muted` silences without changing it."""

    def __init__(self, folder: Path, load: Callable[[str], Any] | None = None) -> None:
        self.percent = 80
        self.muted = False
        self.played: list[str] = []
        self._folder = folder
        self._load = load
        self._sounds: dict[str, Any] = {}
        self._spoken: Any = None

    def write(self) -> None:
        """Write the files that are missing; takes a second, once, and may run in any thread."""
        for name in NAMES:
            with suppress(OSError):
                if not self._path(name).is_file():
                    write_wave(self._path(name), samples(name).tobytes(), RATE)

    def load(self) -> None:
        """Load the written files; a sound that can't be loaded stays silent."""
        for name in NAMES:
            if not self._path(name).is_file():
                continue  # a pipe would never end
            self._sounds[name] = self._loaded(self._path(name))

    def _loaded(self, path: Path) -> Any:  # None if it can't be played
        try:
            return (self._load or _kivy_sound)(str(path))
        except Exception:  # noqa: BLE001 - sound providers fail in ways of their own, and none matters
            return None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name.replace(' ', '-')}-{VERSION}.wav"

    def play(self, name: str, seat: int | None = None, *, softly: bool = False) -> None:
        """Play a sound unless muted, with a `seat` in its tone; one of the same name starts over.

        `softly`: a voice speaks over it.
        """
        self.played = [*self.played[-31:], name]
        voiced = seat is not None and name in VOICED
        sound = self._sounds.get(f"{name} {seat % VOICES}" if voiced and seat is not None else name)
        if sound is None or self.muted or not self.percent:
            return
        sound.volume = self.percent / 100 * (SOFTLY if softly else 1)
        sound.stop()
        sound.play()

    def speak(self, path: Path) -> bool:
        """Play a voice's file, cutting off the one before; return whether it can be heard.

        Muted counts as heard.
        """
        if self._spoken is not None:
            self._spoken.stop()
        if self.muted or not self.percent:
            return True
        self._spoken = self._loaded(path)
        if self._spoken is None:
            return False
        self._spoken.volume = self.percent / 100
        self._spoken.play()
        return True

    def louder(self, by: int) -> None:
        """Change the volume by this many percentage points, and unmute."""
        self.percent = max(0, min(100, self.percent + by))
        self.muted = False

    def read(self, setting: str) -> None:
        """Take a saved `setting`; one that can't be read changes nothing."""
        percent, _, muted = setting.partition(" ")
        if percent.isdecimal():
            self.percent = min(100, int(percent))
            self.muted = muted == "muted"

    @property
    def setting(self) -> str:
        """The setting to save."""
        return f"{self.percent} muted" if self.muted else f"{self.percent}"


def _kivy_sound(path: str) -> Any:  # Kivy has no types
    from kivy.core.audio import SoundLoader

    return SoundLoader.load(path)


def load_sounds(sounds: Sounds, inbox: Inbox) -> threading.Thread:
    """Make and load the sounds in the background; a second, at the very first start."""

    def make() -> None:
        sounds.write()
        inbox.post(sounds.load)

    thread = threading.Thread(target=make, name="sounds", daemon=True)
    thread.start()
    return thread
