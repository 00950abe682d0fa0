"""Piper, where the owner has it: a program of its own that stays, and makes a WAV file of each line it gets.

It is asked in the one way that piper-tts and the older binary both know: lines in, files in a folder out,
and the name of each file on a line of what it says.
"""

import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.whole_file import make_folder
from ui.sound.recordings import BadRecording, recording

PROGRAM = "piper"
VOICES = "voices"
"""The folder of the owner's voices, beside the matches: `fr_FR-siwis-medium.onnx`, and its `.json`."""
LOADING, PATIENCE = 20.0, 2.0
"""Seconds that it has for its voice and the first sentence, and for each after it."""
MOST_SECONDS = 20
"""Of a sentence."""
PAUSE = 0.002
"""Seconds until a file that isn't whole yet is looked at again."""


def voice_for(folder: Path, language: str) -> Path | None:
    """Return the first voice of a language that is whole; None where there is none, or no program."""
    if shutil.which(PROGRAM) is None:
        return None
    with suppress(OSError):
        found = sorted(path for sign in "_-" for path in folder.glob(f"{language}{sign}*.onnx"))
        return next((path for path in found if Path(f"{path}.json").is_file()), None)
    return None


def speaks(voice: Path) -> bool:
    """Try a voice; not for the UI thread."""
    with tempfile.TemporaryDirectory() as folder, suppress(OSError, ValueError, BadRecording):
        running = PiperProcess(voice, Path(folder) / "made")
        try:
            return bool(running.say("a"))
        finally:
            running.end()
    return False


class Piper:
    """Speaks with the owner's voices, and leaves to `otherwise` what they can't say. Used by one thread."""

    def __init__(self, voices: Path, cache: Path, otherwise: Callable[[str, str], bytes]) -> None:
        """Have voices from one folder, and what is made in another."""
        self._voices, self._cache, self._otherwise = voices, cache, otherwise
        self._running: PiperProcess | None = None
        self._failed: set[Path] = set()

    def __call__(self, language: str, text: str) -> bytes:
        """Make samples of a text; a voice that failed once isn't tried again."""
        voice = voice_for(self._voices, language)
        # A line with nothing to pronounce has no answer, or ends the program.
        if voice is not None and voice not in self._failed and any(map(str.isalnum, text)):
            try:
                return self._program(voice).say(text)
            except (OSError, ValueError, BadRecording):
                self._failed.add(voice)
                self.rest()
        return self._otherwise(language, text)

    def rest(self) -> None:
        """End the program, which holds much memory; the next text starts it."""
        if self._running is not None:
            self._running.end()
        self._running = None

    def _program(self, voice: Path) -> "PiperProcess":
        if self._running is None or self._running.voice != voice:
            self.rest()
            self._running = PiperProcess(voice, self._cache)
        return self._running


class PiperProcess:
    """One process, with one voice; OSError or ValueError where it can't be started or doesn't answer."""

    def __init__(self, voice: Path, folder: Path) -> None:
        """Start it; it makes its files in this folder, which is emptied."""
        self.voice = voice
        self._patience = LOADING
        self._heard = b""
        self._folder = folder.absolute()
        shutil.rmtree(self._folder, ignore_errors=True)
        make_folder(self._folder)
        self._process = subprocess.Popen(
            [PROGRAM, "--model", str(voice.absolute()), "--output_dir", str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # One of the two says on standard output which file it wrote, the other in its log.
            stderr=subprocess.STDOUT,
            bufsize=0,
        )

    def say(self, text: str) -> bytes:
        """Return the samples of a text."""
        line = " ".join(text.split())
        # Without its full stop, a sentence is read as if it went on.
        self._tell(f"{line}.\n" if line[-1].isalnum() else f"{line}\n")
        until = time.monotonic() + self._patience
        path = self._written(until)
        self._patience = PATIENCE
        while not _whole(path):
            if time.monotonic() > until:
                raise ValueError(f"{PROGRAM} doesn't end its file")
            time.sleep(PAUSE)
        samples = recording(path, MOST_SECONDS)
        path.unlink()
        return samples

    def end(self) -> None:
        """End it, and take its files away."""
        self._process.kill()
        self._process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _tell(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(line.encode())

    def _written(self, until: float) -> Path:
        """Wait for the file; what else the program says is passed over."""
        while True:
            line, ended, rest = self._heard.partition(b"\n")
            if ended:
                self._heard = rest
                _, found, name = line.decode(errors="replace").rstrip().rpartition(f"{self._folder}/")
                if found and name.endswith(".wav") and "/" not in name:
                    return self._folder / name
                continue
            self._heard += self._more(until)

    def _more(self, until: float) -> bytes:
        pipe = self._process.stdout
        left = until - time.monotonic()
        # One that never stops talking is no better than one that says nothing.
        if pipe is None or left < 0 or not select.select([pipe], [], [], left)[0]:
            raise ValueError(f"{PROGRAM} doesn't answer")
        if not (more := pipe.read(4096)):
            raise ValueError(f"{PROGRAM} has ended")
        return more


def _whole(path: Path) -> bool:
    """Tell whether a WAV file is as long as it says: the older program names it before it has closed it."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(8)
        return len(head) == 8 and path.stat().st_size >= 8 + int.from_bytes(head[4:], "little")
    return False
