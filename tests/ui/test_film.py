"""The README's film: an animated PNG, decoded as browsers do, and small enough to load."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.documents.animated import FilmFrame, film
from tests.ui.rig import FRAME
from ui.stage.offscreen import png

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES, LEAST_SECONDS, MOST_SECONDS = 3 * 2**20, 6, 20


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and body of each PNG chunk, checking its checksum."""
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(file):
        (length,) = struct.unpack(">I", file[at : at + 4])
        kind, body = file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        yield kind, body
        at += 12 + length


def played(file: bytes) -> list[tuple[bytes, float]]:
    """Return each frame as it is seen, RGB rows from the top, with its seconds."""
    found: list[tuple[bytes, float]] = []
    numbers: list[int] = []
    told = 0
    for kind, body in chunks(file):
        match kind:
            case b"IHDR":
                width, height = struct.unpack(">II", body[:8])
                seen = bytearray(width * height * 3)
            case b"acTL":
                told, _ = struct.unpack(">II", body)
            case b"fcTL":
                number, wide, high, x, y, above, below, _, _ = struct.unpack(">IIIIIHHBB", body)
                numbers.append(number)
                assert x + wide <= width
                assert y + high <= height
            case b"IDAT" | b"fdAT":
                if kind == b"fdAT":
                    numbers.append(struct.unpack(">I", body[:4])[0])
                rows = zlib.decompress(body if kind == b"IDAT" else body[4:])
                for n in range(high):
                    start = ((y + n) * width + x) * 3
                    row = rows[n * (wide * 3 + 1) : (n + 1) * (wide * 3 + 1)]
                    seen[start : start + wide * 3] = row[1:]
                found.append((bytes(seen), above / below))
    assert told == len(found)
    assert numbers == [*range(len(numbers))], "chunks are numbered consecutively"
    return found


def test_a_film_shows_each_frame_as_it_was_for_as_long() -> None:
    chance = Random(3)
    pictures = [bytearray(chance.randbytes(7 * 5 * 4))]
    for change in (0, 1, 3, 7 * 5):
        pictures.append(bytearray(pictures[-1]))
        for _ in range(change):
            pictures[-1][chance.randrange(7 * 5 * 4)] ^= 0xFF
    frames = [FilmFrame(7, 5, bytes(each), FRAME * (n + 1)) for n, each in enumerate(pictures)]
    for (seen, seconds), frame in zip(played(film(frames)), frames, strict=True):
        assert seen == b"".join(frame.pixels[n : n + 3] for n in range(0, len(frame.pixels), 4))
        assert seconds == pytest.approx(frame.seconds, abs=0.001)


def test_a_film_of_nothing_is_refused_and_elsewhere_its_first_picture_is_seen() -> None:
    small, large = FilmFrame(1, 1, bytes(4), 1.0), FilmFrame(2, 1, bytes(8), 1.0)
    for frames in ([], [small, large]):
        with pytest.raises(ValueError, match="one size"):
            film(frames)
    pixels = bytes(range(16))
    plain = dict(chunks(png(2, 2, pixels)))
    assert dict(chunks(film([FilmFrame(2, 2, pixels, 1.0)])))[b"IDAT"] == plain[b"IDAT"]


def test_the_film_of_the_readme_is_small_and_begins_with_a_grab_within_seconds() -> None:
    file = ROOT / "docs" / "pictures" / "film.png"
    assert "docs/pictures/film.png" in (ROOT / "README.md").read_text()
    assert file.stat().st_size <= MOST_BYTES
    frames = played(file.read_bytes())
    assert LEAST_SECONDS <= sum(seconds for _, seconds in frames) <= MOST_SECONDS
    # An announcement covers the whole table, so most of the picture changes.
    before = 0.0
    for (one, seconds), (other, _) in pairwise(frames):
        before += seconds
        sample = range(0, len(one), 97)
        if sum(one[n] != other[n] for n in sample) > len(sample) / 2:
            break
    assert before < 3


@pytest.mark.long
def test_the_target_makes_it_from_the_real_screens(tmp_path: Path) -> None:
    made = tmp_path / "film.png"
    command = [sys.executable, "-m", "tests.documents.film", str(made)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    assert made.stat().st_size <= MOST_BYTES
    assert len(played(made.read_bytes())) > 10
