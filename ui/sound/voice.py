"""The voice: names and sentences, rendered one at a time and played like sounds.

The UI thread only queues what to say; another thread waits for espeak-ng, a separate program, or for Piper if
the owner has a voice of that language. The app's own mixer plays the result: only one program can use the
HDMI sound of a Pi. The owner's recording of a name, `voice/NAME.wav` next to the matches, takes precedence
over synthesis.
"""

import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct

from companion.clock import SECOND, Clock, Instant
from ui.language import languages
from ui.sound.piper import VOICES, Piper
from ui.sound.recordings import RATE, BadRecording, NameRecordings, write_wave
from ui.sound.sounds import Sounds
from ui.stage import theme
from ui.table.session import Call
from ui.table.spoken import OFTEN, Spoken

LEVELS = ("off", "verdicts", "turns")
"""What is said: nothing, verdicts, or verdicts and whose turn it is."""
PROGRAM = "espeak-ng"
RECORDINGS = "voice"
"""The folder of the owner's recordings, next to the matches."""
TRIAL = "trial.wav"
OLD = 2 * SECOND
"""Nanoseconds after which an event isn't announced any more."""
PATIENCE = 2.0
"""Seconds that the program may take for a sentence; it needs some hundredths."""
LONGEST = 160
"""Most letters of a sentence."""

Render = Callable[[str, str], bytes]
"""Makes samples from a language code and a text; OSError, ValueError or SubprocessError if it can't."""


class Due(Struct, frozen=True):
    """Something to say, its language, and when it happened."""

    spoken: Spoken
    language: str
    at: Instant


class Speaker:
    """Renders and plays. `trouble` is why nothing is heard: "program", "device", or "" if all is well."""

    def __init__(
        self,
        sounds: Sounds,
        clock: Clock,
        post: Callable[[Call], None],
        cache: Path,
        recordings: Path,
        render: Render | None = None,
        *,
        rest: Callable[[], None] = lambda: None,
        threaded: bool = True,
    ) -> None:
        """Post calls to the UI thread with `post`; `rest` ends rendering programs, in the other thread.

        Without a thread, call `work`.
        """
        self.trouble = ""
        self._sounds, self._clock, self._post = sounds, clock, post
        self._cache, self._render = cache, render or espeak
        self.recordings = NameRecordings(recordings, self.renew)
        self._rest, self._resting = rest, False
        self._thread = threading.Thread(target=self._wait, name="voice", daemon=True) if threaded else None
        self._bell: SimpleQueue[None] = SimpleQueue()
        # One slot, which the newest takes; both threads use it atomically.
        self._due: deque[Due] = deque(maxlen=1)
        self._ahead: list[tuple[str, str]] = []
        self._made: dict[tuple[str, str], bytes] = {}
        self._renewed: deque[str] = deque()
        self._file_number = 0
        # Files that a power cut left there.
        for path in cache.glob("*.wav"):
            _remove(path)

    # In the UI thread: nothing here waits.

    def prepare(self, language: str, names: Iterable[str]) -> None:
        """Render names and common sentences ahead of time in a language."""
        self.trouble, self._resting = "", False
        self._ahead = [(language, text) for text in dict.fromkeys([*names, *map(str, OFTEN)])]
        self._ring()

    def say(self, due: Due) -> None:
        """Say this next, instead of whatever is queued."""
        self._due.append(due)
        self._ring()

    def rest(self) -> None:
        """Stop preparing, and end rendering programs: nothing is to be said for now."""
        self._ahead, self._resting = [], True
        self._bell.put(None)

    def renew(self, text: str) -> None:
        """Render a text again: its recording has changed or gone. From any thread."""
        self._renewed.append(text)
        self._bell.put(None)

    def end_trial(self) -> None:
        """Remove the file that `trial` wrote."""
        _remove(self._cache / TRIAL)

    def hear_trial(self) -> bool:
        """Play the file that `trial` wrote; return whether it can be heard."""
        return self._sounds.speak(self._cache / TRIAL)

    def _ring(self) -> None:
        self._bell.put(None)
        if self._thread is not None and self._thread.ident is None:
            self._thread.start()

    def _play(self, due: Due, path: Path) -> None:
        if not self._late(due) and not self._sounds.speak(path):
            self.trouble = "device"
        # It is loaded by now. No name stays on the disk: somebody may want it forgotten.
        _remove(path)

    # In the other thread.

    def _wait(self) -> None:
        while True:
            self._bell.get()
            self.work()

    def trial(self, samples: bytes) -> None:
        """Write samples to the trial file; OSError if that fails."""
        write_wave(self._cache / TRIAL, samples)

    def work(self) -> None:
        """Do everything that is queued: first what to say, then what to prepare."""
        if self._resting:
            self._rest()
        wanted, stale = self._ahead, {self._renewed.popleft() for _ in range(len(self._renewed))}
        self._made = {key: made for key, made in self._made.items() if key in wanted and key[1] not in stale}
        while not self.trouble:
            due = self._next()
            missing = next((key for key in self._ahead if key not in self._made), None)
            if due is not None:
                self._voice(due)
            elif missing is not None:
                self._made[missing] = self._sample(*missing)
            else:
                return

    def _next(self) -> Due | None:
        with suppress(IndexError):
            return self._due.popleft()
        return None

    def _late(self, due: Due) -> bool:
        return self._clock.now() - due.at > OLD or bool(self._due)

    def _voice(self, due: Due) -> None:
        if self._late(due):
            return
        samples = b"".join(self._pieces(due))
        if self._late(due) or self.trouble:
            return
        # A new file each time: the one before may not have been loaded yet.
        self._file_number += 1
        path = self._cache / f"said-{self._file_number}.wav"
        try:
            write_wave(path, samples)
        except OSError:
            self.trouble = "device"
            return
        self._post(lambda: self._play(due, path))

    def _pieces(self, due: Due) -> Iterator[bytes]:
        for text in (*due.spoken.names, due.spoken.text):
            key = (due.language, text)
            yield self._made[key] if key in self._made else self._sample(*key)

    def _sample(self, language: str, text: str) -> bytes:
        with suppress(BadRecording, OSError, ValueError):
            return self.recordings.samples(text)
        try:
            return self._render(language, text[:LONGEST])
        except (OSError, ValueError, subprocess.SubprocessError):
            self.trouble = "program"
            return b""


class Voice:
    """What the table says; without a `speaker` it only remembers."""

    def __init__(self, clock: Clock | None = None, speaker: Speaker | None = None) -> None:
        self.level = LEVELS[0]
        self.spoken_texts: list[Spoken] = []
        self._clock, self.speaker = clock, speaker
        self._names: tuple[str, ...] = ()

    @property
    def trouble(self) -> str:
        """Why nothing is heard: "missing" without a program, else the speaker's `trouble`."""
        if self.speaker is None or not able():
            return "missing"
        return self.speaker.trouble

    def read(self, setting: str) -> None:
        """Take a saved setting; an unknown one changes nothing."""
        if setting in LEVELS:
            self.level = setting

    def step(self) -> None:
        """Go to the next of `LEVELS`, and from the last to the first."""
        self.level = LEVELS[(LEVELS.index(self.level) + 1) % len(LEVELS)]
        self.open(self._names)

    def open(self, names: Iterable[str]) -> None:
        """Prepare a match's names; what failed before is tried again."""
        self._names = tuple(names)
        if self.speaker is None:
            return
        if self.level == LEVELS[0]:
            self.speaker.rest()
        else:
            self.speaker.prepare(_language(), self._names)

    def renew(self, name: str) -> None:
        """Use a name's recording as it is now, or isn't any more. From any thread."""
        if self.speaker is not None:
            self.speaker.renew(name)

    def say(self, spoken: Spoken | None, level: str = "verdicts") -> bool:
        """Say something that has just happened, if the level asks for it; return whether it can be heard."""
        if spoken is None or LEVELS.index(level) > LEVELS.index(self.level):
            return False
        self.spoken_texts = [*self.spoken_texts[-31:], spoken]
        if self.speaker is not None and self._clock is not None:
            self.speaker.say(Due(spoken, _language(), self._clock.now()))
        return self.speaker is not None and not self.speaker.trouble


def open_voice(sounds: Sounds, clock: Clock, post: Callable[[Call], None], cache: Path, store: Path) -> Voice:
    """Return the voice of an app, with this cache folder and this file of matches."""
    made, recordings = cache / "voice", store.with_name(RECORDINGS)
    render = Piper(store.with_name(VOICES), made / "piper", espeak)
    return Voice(clock, Speaker(sounds, clock, post, made, recordings, render, rest=render.rest))


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _language() -> str:
    return theme.now.language or languages.ENGLISH


def able() -> bool:
    """Return whether the program that speaks is installed."""
    return shutil.which(PROGRAM) is not None


def speaks(language: str) -> bool:
    """Return whether the program speaks a language; not for the UI thread."""
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        return bool(espeak(language, "a"))
    return False


def espeak(language: str, text: str) -> bytes:
    """Return espeak-ng's samples of a text; errors are those of `Render`."""
    command = [PROGRAM, "-b", "1", "-v", language.replace("_", "-").lower(), "--stdin", "--stdout"]
    # On standard input, a text can't be taken for an option.
    process = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=PATIENCE)
    head, _, samples = process.stdout.partition(b"data")
    # Its header doesn't have the final length yet; the data's length is the four bytes after "data".
    if int.from_bytes(head[24:28], "little") != RATE:
        raise ValueError(f"{PROGRAM} speaks at another rate")
    return samples[4:]
