"""How soon a verdict is heard: the time until its first sample is in the file SDL writes in place of sound.

`python -m tests.bench.voice FOLDER` is the process that speaks, with 60 frames per second.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import msgspec

from tests.bench.measure import Row, timed
from tests.ui import tiny_voice

RUNS, FRAME, PATIENCE = 15, 1 / 60, 10
VERDICTS = ("Fox", "Owl", "Bear")
REFUSAL = "That card isn't the one on top of Bear's stack."
WITHIN = 120
"""Limit in milliseconds."""


class Took(msgspec.Struct, frozen=True):
    """Medians in seconds: a verdict, a refusal that wasn't prepared, and the speech program alone with it."""

    verdict: float
    refusal: float
    program: float


def rows() -> Iterator[Row]:
    """Measure each installed speech program; the baseline is the program alone with the refusal.

    Piper uses the tests' tiny voice, so a real voice takes longer.
    """
    from ui.sound import piper, voice

    if voice.able():
        yield from _rows(voice.PROGRAM)
    if voice.able() and shutil.which(piper.PROGRAM):
        yield from _rows(piper.PROGRAM)


def _rows(program: str) -> Iterator[Row]:
    from ui.sound import piper

    with tempfile.TemporaryDirectory() as folder:
        if program == piper.PROGRAM:
            tiny_voice.make(Path(folder) / piper.VOICES)
        disk = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(Path(folder) / "heard")}
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.voice", folder],
            env={**os.environ, **disk, "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_HOME": folder},
            stdout=subprocess.PIPE,
            check=True,
        )
    took = msgspec.json.decode(done.stdout.splitlines()[-1], type=Took)
    for what, ours in (("verdict", took.verdict), ("refusal, made then", took.refusal)):
        what = f"voice by {program}: {what}, to the first sample, median (on a PC)"
        yield timed(what, ours, f"{program} alone", took.program, WITHIN / 1000)


def main(folder: Path) -> None:
    """Speak, and print the times."""
    from companion.clock import SystemClock
    from ui.sound import piper, voice
    from ui.sound.sounds import Sounds
    from ui.table import spoken
    from ui.table.session import Inbox

    inbox, sounds = Inbox(), Sounds(folder)
    speaks = voice.open_voice(sounds, SystemClock(), inbox.post, folder, folder / "matches.db")
    speaks.level = "verdicts"
    speaks.open(VERDICTS)
    alone = piper.Piper(folder / piper.VOICES, folder / "alone", voice.espeak)
    alone("en", REFUSAL)
    time.sleep(2)

    def heard(text: spoken.Spoken) -> float:
        file = (folder / "heard").open("rb") if (folder / "heard").exists() else None
        if file is not None:
            file.seek(0, os.SEEK_END)
        began = frame = time.perf_counter()
        speaks.say(text)
        while time.perf_counter() < began + PATIENCE:
            if time.perf_counter() >= frame:
                inbox.drain()
                frame += FRAME
            if file is None:
                file = (folder / "heard").open("rb") if (folder / "heard").exists() else None
            elif any(file.read()):
                took = time.perf_counter() - began
                sounds._spoken.stop()
                time.sleep(0.3)
                return took
            time.sleep(0.001)
        raise TimeoutError(speaks.trouble or "nothing was heard")

    heard(spoken.Spoken((), REFUSAL))
    verdicts, refusals, by_itself = [], [], []
    for n in range(RUNS):
        verdicts.append(heard(spoken.Spoken((VERDICTS[n % len(VERDICTS)],), str(spoken.BY_A_HAIR))))
        refusals.append(heard(spoken.Spoken((), REFUSAL)))
        began = time.perf_counter()
        alone("en", REFUSAL)
        by_itself.append(time.perf_counter() - began)
    took = Took(median(verdicts), median(refusals), median(by_itself))
    alone.rest()
    sys.stdout.write(f"\n{msgspec.json.encode(took).decode()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
