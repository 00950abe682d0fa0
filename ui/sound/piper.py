"""Piper, if the owner installed it: a program that stays running and makes a WAV file of each line.

It is used in the one way that both piper-tts and the older binary know: lines in, files in a folder out, each
file's name in a line of the output.
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
"""The folder of the owner's voices, next to the matches: `fr_FR-siwis-medium.onnx`, and its `.json`."""
LOADING, PATIENCE = 20.0, 2.0
"""Seconds it may take to load its voice and say the first sentence, and for each one after it."""
MOST_SECONDS = 20
"""Length of a sentence, in seconds."""
PAUSE = 0.002
"""Seconds between looks at a file that isn't complete yet."""


def voice_for(folder: Path, language: str) -> Path | None:
    """Return the first complete voice of a language; None if there is none, or no program."""
    if shutil.which(PROGRAM) is None:
        return None
    with suppress(OSError):
        voices = sorted(path for sign in "_-" for path in folder.glob(f"{language}{sign}*.onnx"))
        return next((path for path in voices if Path(f"{path}.json").is_file()), None)
    return None


def speaks(voice: Path) -> bool:
    """Return whether a voice works; not for the UI thread."""
    with tempfile.TemporaryDirectory() as folder, suppress(OSError, ValueError, BadRecording):
        running = PiperProcess(voice, Path(folder) / "made")
        try:
            return bool(running.say("a"))
        finally:
            running.end()
    return False


class Piper:
    """Speaks with the owner's voices; what they can't say goes to `otherwise`. Used by one thread."""

    def __init__(self, voices: Path, cache: Path, otherwise: Callable[[str, str], bytes]) -> None:
        """Take voices from one folder, and write what they say into another."""
        self._voices, self._cache, self._otherwise = voices, cache, otherwise
        self._running: PiperProcess | None = None
        self._failed: set[Path] = set()

    def __call__(self, language: str, text: str) -> bytes:
        """Return the samples of a text; a voice that failed once isn't tried again."""
        voice = voice_for(self._voices, language)
        # A line with nothing to pronounce gets no answer, or ends the program.
        if voice is not None and voice not in self._failed and any(map(str.isalnum, text)):
            try:
                return self._program(voice).say(text)
            except (OSError, ValueError, BadRecording):
                self._failed.add(voice)
                self.rest()
        return self._otherwise(language, text)

    def rest(self) -> None:
        """End the program, which uses much memory; the next text starts it again."""
        if self._running is not None:
            self._running.end()
        self._running = None

    def _program(self, voice: Path) -> "PiperProcess":
        if self._running is None or self._running.voice != voice:
            self.rest()
            self._running = PiperProcess(voice, self._cache)
        return self._running


class PiperProcess:
    """One process, with one voice; OSError or ValueError if it can't be started or doesn't answer."""

    def __init__(self, voice: Path, folder: Path) -> None:
        """Start it; it writes its files into this folder, which is emptied first."""
        self.voice = voice
        self._patience = LOADING
        self._output = b""
        self._folder = folder.absolute()
        shutil.rmtree(self._folder, ignore_errors=True)
        make_folder(self._folder)
        self._process = subprocess.Popen(
            [PROGRAM, "--model", str(voice.absolute()), "--output_dir", str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # One of the two programs names its file on standard output, the other in its log.
            stderr=subprocess.STDOUT,
            bufsize=0,
        )

    def say(self, text: str) -> bytes:
        """Return the samples of a text."""
        line = " ".join(text.split())
        # Without a full stop, a sentence is read as if it went on.
        self._send(f"{line}.\n" if line[-1].isalnum() else f"{line}\n")
        until = time.monotonic() + self._patience
        path = self._next_file(until)
        self._patience = PATIENCE
        while not _complete(path):
            if time.monotonic() > until:
                raise ValueError(f"{PROGRAM} doesn't end its file")
            time.sleep(PAUSE)
        samples = recording(path, MOST_SECONDS)
        path.unlink()
        return samples

    def end(self) -> None:
        """End it, and remove its files."""
        self._process.kill()
        self._process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(line.encode())

    def _next_file(self, until: float) -> Path:
        """Wait for a file's name, ignoring what else the program says."""
        while True:
            line, ended, remaining = self._output.partition(b"\n")
            if ended:
                self._output = remaining
                _, folder, name = line.decode(errors="replace").rstrip().rpartition(f"{self._folder}/")
                if folder and name.endswith(".wav") and "/" not in name:
                    return self._folder / name
                continue
            self._output += self._read_more(until)

    def _read_more(self, until: float) -> bytes:
        pipe = self._process.stdout
        remaining = until - time.monotonic()
        # A program that never stops talking is as useless as a silent one.
        if pipe is None or remaining < 0 or not select.select([pipe], [], [], remaining)[0]:
            raise ValueError(f"{PROGRAM} doesn't answer")
        if not (output := pipe.read(4096)):
            raise ValueError(f"{PROGRAM} has ended")
        return output


def _complete(path: Path) -> bool:
    """Return whether a WAV file is as long as it says: the older program names it before closing it."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(8)
        return len(head) == 8 and path.stat().st_size >= 8 + int.from_bytes(head[4:], "little")
    return False
