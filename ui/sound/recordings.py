"""Recordings: WAV files in, samples out and back, all in the form in which the voice is played.

Those of names are the owner's, `NAME.wav` in a folder beside the matches.
"""

import sys
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
"""Samples a second, 16 bits each, one channel: what espeak-ng makes of a sentence."""
MOST_BYTES, MOST_SECONDS = 2_000_000, 5
"""Of a recording."""


class BadRecording(CompanionError):
    """A recording can't be used; it says why."""


def recording(path: Path, most_seconds: int = MOST_SECONDS) -> bytes:
    """Return the samples of a WAV file, an owner's or a program's, as espeak-ng would make them.

    BadRecording says what is wrong with it; OSError where there is none, or it can't be read.
    """
    content = read_plain(path, MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadRecording(f"{path.name} is larger than {MOST_BYTES:,} bytes")
    try:
        with wave.open(BytesIO(content)) as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            frames = file.readframes(file.getnframes())
    # What `wave` raises where a length in it leads nowhere.
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
    """Write samples as a WAV file, whole or not at all; OSError where that can't be."""
    with BytesIO() as content:
        with wave.open(content, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(samples)
        make_folder(path.parent)
        write_whole(path, content.getvalue(), durable=durable)


class NameRecordings:
    """The recordings of names in a folder; not for the UI thread. `anew` hears which of them have changed."""

    def __init__(self, folder: Path, anew: Callable[[str], None] = lambda _: None) -> None:
        self._folder, self._anew = folder, anew

    def path(self, name: str) -> Path | None:
        """Return the file of a name; None where no file can be called so."""
        return None if "/" in name else self._folder / f"{name}.wav"

    def has(self, name: str) -> bool:
        """Tell whether there is one of a name."""
        path = self.path(name)
        return path is not None and path.is_file()

    def samples(self, name: str) -> bytes:
        """Return one; BadRecording or OSError where there is none, or it can't be used."""
        path = self.path(name)
        if path is None:
            raise BadRecording("no file can be called so")
        return recording(path)

    def keep(self, name: str, samples: bytes) -> None:
        """Keep one in place of what there was; NotSaved where that can't be."""
        path = self.path(name)
        if path is None:
            return
        try:
            write_wave(path, samples, durable=True)
        except OSError as error:
            raise NotSaved(why_not(error)) from None
        self._anew(name)

    def remove(self, name: str) -> None:
        """Remove one; NotSaved where that can't be."""
        path = self.path(name)
        if path is None:
            return
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise NotSaved(why_not(error)) from None
        self._anew(name)

    # What becomes of it when something becomes of a person.

    def forget(self, people: People, who: Person) -> None:
        """Remove a person's, and those of who they were known as before; merged people keep theirs."""
        for one in (who, *people.became(who.id)):
            self._leave(people, one)

    def _leave(self, people: People, who: Person) -> bytes:
        """Remove a person's, and return it, "" where there was none. It stays where others are called so."""
        kept = b""
        if not any(other.name == who.name and other.id != who.id for other in people.known.values()):
            with suppress(OSError, BadRecording):
                kept = self.samples(who.name)
            self.remove(who.name)
        return kept

    def rename(self, people: People, who: Person, name: str) -> None:
        """Have a person's go along to a new spelling; of another name it would say the old one, and goes."""
        if name != who.name and (kept := self._leave(people, who)) and _bare(name) == _bare(who.name):
            self.keep(name, kept)


def _bare(name: str) -> str:
    """Return a name without accents and capitals."""
    parts = unicodedata.normalize("NFD", name.casefold())
    return "".join(sign for sign in parts if unicodedata.category(sign)[0] not in "MPZ")
