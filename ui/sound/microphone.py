"""A microphone: a name is said into it, by ALSA's own recorder, and given back without silence around it."""

import re
import shutil
import subprocess
import sys
import threading
from array import array
from pathlib import Path

from ui.sound.recordings import RATE, BadRecording

PROGRAM = "arecord"
DEVICES = Path("/proc/asound/pcm")
"""Where the kernel names what plays and what hears, a line each: `01-00: USB Audio : … : capture 1`."""
SECONDS, PATIENCE = 3, 6.0
"""How long it listens, and how long the program has for that."""
SHORTEST = 0.15
"""Seconds of a name; what is shorter is a knock."""

FRAME = RATE // 100
BEFORE, AFTER = 8, 15
"""Frames that are kept at both ends, where a voice is softer than its loudest."""
QUIET, PEAK, MOST = 400, 20_000, 12
"""How loud a frame must be at least; how loud the loudest becomes, and by how much at the most."""

_CAPTURES = re.compile(r"(\d+)-(\d+):.*: capture \d+")


class NothingHeard(BadRecording):
    """There was silence, or too short a noise."""


def device() -> str:
    """Return what hears, as ALSA calls it; "" where nothing does, or there is no program to ask."""
    try:
        lines = DEVICES.read_text(errors="replace").splitlines()
    except OSError:
        return ""
    found = next(filter(None, map(_CAPTURES.match, lines)), None)
    if found is None or shutil.which(PROGRAM) is None:
        return ""
    return f"plughw:{int(found[1])},{int(found[2])}"


class Microphone:
    """Listens once: `name` in a thread of its own, `stop` from any."""

    def __init__(self, heard_by: str) -> None:
        """Listen by a device, as ALSA calls it."""
        self._device = heard_by
        self._stopped = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None

    def name(self) -> bytes:
        """Return the samples of what is said; BadRecording where nothing can be heard, or nothing was."""
        wanted = 2 * RATE * SECONDS
        try:
            raw = self._raw(wanted)
        except OSError:
            raw = b""
        # One that was unplugged, or is somebody else's, gives less or nothing.
        if len(raw) < wanted:
            raise BadRecording(f"{PROGRAM} has ended")
        samples = array("h", raw)
        if sys.byteorder == "big":
            samples.byteswap()
        return said_in(samples).tobytes()

    def stop(self) -> None:
        """Listen no more."""
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
                # No more than that is ever read, whatever the program says.
                return process.stdout.read(wanted)
            finally:
                late.cancel()
                process.kill()


def said_in(heard: "array[int]") -> "array[int]":
    """Return what was said without the silence before and after it, as loud as a synthesized name.

    NothingHeard where nothing stands out.
    """
    # Cheap microphones have a level of their own, which no loudspeaker should be held at.
    middle = sum(heard) // max(1, len(heard))
    even = array("h", (max(-32_768, min(32_767, sample - middle)) for sample in heard))
    loud = [max(map(abs, even[at : at + FRAME])) for at in range(0, len(even) - FRAME + 1, FRAME)]
    if not loud:
        raise NothingHeard("nothing was heard")
    # What there is all the time is no voice, which is well above it.
    noise = sorted(loud)[len(loud) // 10]
    floor = max(QUIET, max(loud) // 10, min(3 * noise, max(loud) // 2))
    spoken = [n for n, peak in enumerate(loud) if peak >= floor]
    if 2 * noise > max(loud) or len(spoken) < SHORTEST * 100:
        raise NothingHeard("nothing was heard")
    first, last = max(0, spoken[0] - BEFORE), spoken[-1] + 1 + AFTER
    gain = min(MOST, PEAK / max(loud))
    return array("h", (int(sample * gain) for sample in even[first * FRAME : last * FRAME]))
