"""Recordings: WAV files to samples and back, all in the format in which the voice is played.

Recordings of names are the owner's, `NAME.wav` in a folder next to the matches.
"""

import re
import shutil
import subprocess
import sys
import threading
import unicodedata
import wave
from array import array
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from companion.errors import CompanionError, NotSaved
from companion.people import People, Person
from companion.whole_file import make_folder, read_plain, why_not, write_whole

RATE = 22_050
"""Samples a second, 16 bits, one channel: what espeak-ng makes of a sentence."""
MOST_BYTES, MOST_SECONDS = 2_000_000, 5
"""Most bytes and seconds of a recording."""
LONGEST = 255
"""Most bytes in a file's name."""


class BadRecording(CompanionError):
    """A recording can't be used; the message says why."""


def recording(path: Path, most_seconds: int = MOST_SECONDS) -> bytes:
    """Return the samples of a WAV file, an owner's or a program's, in espeak-ng's format.

    BadRecording says what is wrong with it; OSError if there is none, or it can't be read.
    """
    content = read_plain(path, MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadRecording(f"{path.name} is larger than {MOST_BYTES:,} bytes")
    try:
        with wave.open(BytesIO(content)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            frames = file.readframes(file.getnframes())
    # What `wave` raises for a length that goes beyond the file.
    except (wave.Error, EOFError, RuntimeError, ValueError, OverflowError) as error:
        raise BadRecording(f"{path.name}: {error or 'it is cut off'}") from error
    if width != 2 or channels not in (1, 2) or not 8_000 <= rate <= 48_000:
        raise BadRecording(f"{path.name}: it has to be 16 bits, one or two channels, 8,000 to 48,000 Hz")
    samples = array("h", frames[: len(frames) // (2 * channels) * 2 * channels])
    if sys.byteorder == "big":
        samples.byteswap()
    samples = samples[::channels]
    count = len(samples) * RATE // rate
    if not 0 < count <= most_seconds * RATE:
        raise BadRecording(f"{path.name}: it has to last between a moment and {most_seconds} seconds")
    return array("h", (samples[n * rate // RATE] for n in range(count))).tobytes()


def write_wave(path: Path, samples: bytes, rate: int = RATE, *, durable: bool = False) -> None:
    """Write samples as a WAV file, whole or not at all; OSError if that fails."""
    with BytesIO() as content:
        with wave.open(content, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(samples)
        make_folder(path.parent)
        write_whole(path, content.getvalue(), durable=durable)


class NameRecordings:
    """The recordings of names in a folder; not for the UI thread. `anew` gets each name that has changed."""

    def __init__(self, folder: Path, anew: Callable[[str], None] = lambda _: None) -> None:
        self._folder, self._anew = folder, anew

    def path(self, name: str) -> Path | None:
        """Return the path for a name's recording; None if no file can have that name."""
        file = f"{name}.wav"
        return None if "/" in name or len(file.encode()) > LONGEST else self._folder / file

    def has(self, name: str) -> bool:
        """Return whether there is a recording of a name."""
        path = self.path(name)
        return path is not None and path.is_file()

    def samples(self, name: str) -> bytes:
        """Return a name's samples; BadRecording or OSError if there are none, or they can't be used."""
        path = self.path(name)
        if path is None:
            raise BadRecording("no file can be called so")
        return recording(path)

    def keep(self, name: str, samples: bytes) -> None:
        """Save a recording, replacing any before it; NotSaved if that fails."""
        self._change(name, lambda path: write_wave(path, samples, durable=True))

    def remove(self, name: str) -> None:
        """Remove a recording; NotSaved if that fails."""
        self._change(name, lambda path: path.unlink(missing_ok=True))

    def _change(self, name: str, change: Callable[[Path], None]) -> None:
        path = self.path(name)
        if path is None:
            return
        try:
            change(path)
        except OSError as error:
            raise NotSaved(why_not(error)) from None
        self._anew(name)

    # What happens to recordings when a person changes.

    def forget(self, people: People, person: Person) -> None:
        """Remove a person's recording, and those of people merged into them.

        A recording stays if others have the same name.
        """
        for named in (person, *people.merged_into(person.id)):
            self._take_away(people, named)

    def _take_away(self, people: People, person: Person) -> bytes:
        """Remove a person's recording unless others have that name; return it, b"" if there was none."""
        samples = b""
        if not any(other.name == person.name and other.id != person.id for other in people.known.values()):
            with suppress(OSError, BadRecording):
                samples = self.samples(person.name)
            self.remove(person.name)
        return samples

    def rename(self, people: People, person: Person, name: str) -> None:
        """Move a person's recording to a new spelling; for another name it would be wrong, and goes."""
        if name != person.name:
            samples = self._take_away(people, person)
            if samples and _bare(name) == _bare(person.name):
                self.keep(name, samples)


def _bare(name: str) -> str:
    """Return a name without accents, punctuation and capitals."""
    parts = unicodedata.normalize("NFD", name.casefold())
    return "".join(sign for sign in parts if unicodedata.category(sign)[0] not in "MPZ")


# A microphone: records a name with ALSA's own recorder, and trims the silence around it.

PROGRAM = "arecord"
DEVICES = Path("/proc/asound/pcm")
"""Where the kernel lists playback and capture, a line each: `01-00: USB Audio : … : capture 1`."""
SECONDS, PATIENCE = 3, 6.0
"""Seconds it listens, and seconds the program may take for that."""
SHORTEST = 0.15
"""Least seconds of a name; anything shorter is a knock."""

FRAME = RATE // 100
BEFORE, AFTER = 8, 15
"""Frames to include before and after, where a voice is softer than at its loudest."""
QUIET, PEAK, MOST = 400, 20_000, 12
"""Least peak of a frame with a voice; the peak to amplify the loudest to; the most amplification."""

_CAPTURES = re.compile(r"(\d+)-(\d+):.*: capture \d+")


class NothingHeard(BadRecording):
    """There was silence, or too short a noise."""


def device() -> str:
    """Return the first capture device by its ALSA name; "" without one, or without the program."""
    try:
        lines = DEVICES.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    match = next(filter(None, map(_CAPTURES.match, lines)), None)
    if match is None or shutil.which(PROGRAM) is None:
        return ""
    return f"plughw:{int(match[1])},{int(match[2])}"


class Microphone:
    """Records once: call `name` in a thread of its own, and `stop` from any."""

    def __init__(self, heard_by: str) -> None:
        """Record from a device, by its ALSA name."""
        self._device = heard_by
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def name(self) -> bytes:
        """Return the samples of a spoken name; BadRecording if the device fails, or nothing was said."""
        wanted = 2 * RATE * SECONDS
        try:
            raw = self._raw(wanted)
        except OSError:
            raw = b""
        # A device that was unplugged, or is in use elsewhere, gives less or nothing.
        if len(raw) < wanted:
            raise BadRecording(f"{PROGRAM} has ended")
        samples = array("h", raw)
        if sys.byteorder == "big":
            samples.byteswap()
        return trimmed(samples).tobytes()

    def stop(self) -> None:
        """Stop recording."""
        self._stopped.set()
        if self._process is not None:
            self._process.kill()

    def _raw(self, wanted: int) -> bytes:
        form = ("-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(RATE), "-d", str(SECONDS))
        with subprocess.Popen(
            [PROGRAM, "-q", "-D", self._device, *form],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            self._process = process
            late = threading.Timer(PATIENCE, process.kill)
            late.start()
            try:
                if self._stopped.is_set() or process.stdout is None:
                    return b""
                # No more than that is read, whatever the program sends.
                return process.stdout.read(wanted)
            finally:
                late.cancel()
                process.kill()


def trimmed(heard: "array[int]") -> "array[int]":
    """Return the speech without the silence around it, as loud as a synthesized name.

    NothingHeard if nothing stands out.
    """
    # Cheap microphones have a constant offset, which must not reach a loudspeaker.
    middle = sum(heard) // max(1, len(heard))
    even = array("h", (max(-32_768, min(32_767, sample - middle)) for sample in heard))
    loud = [max(map(abs, even[at : at + FRAME])) for at in range(0, len(even) - FRAME + 1, FRAME)]
    if not loud:
        raise NothingHeard("nothing was heard")
    # Constant noise isn't a voice, which is well above it.
    noise = sorted(loud)[len(loud) // 10]
    floor = max(QUIET, max(loud) // 10, min(3 * noise, max(loud) // 2))
    spoken = [n for n, peak in enumerate(loud) if peak >= floor]
    if 2 * noise > max(loud) or len(spoken) < SHORTEST * 100:
        raise NothingHeard("nothing was heard")
    first, last = max(0, spoken[0] - BEFORE), spoken[-1] + 1 + AFTER
    gain = min(MOST, PEAK / max(loud))
    return array("h", (int(sample * gain) for sample in even[first * FRAME : last * FRAME]))
