"""Recordings: WAV files in, samples out and back, all in the form in which the voice is played."""

import sys
import wave
from array import array
from io import BytesIO
from pathlib import Path

from companion.errors import CompanionError
from companion.whole_file import make_folder, read_plain, write_whole

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


def write_wave(path: Path, samples: bytes) -> None:
    """Write samples as a WAV file, whole or not at all; OSError where that can't be."""
    with BytesIO() as content:
        with wave.open(content, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples)
        make_folder(path.parent)
        write_whole(path, content.getvalue(), durable=False)
