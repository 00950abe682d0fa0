"""PNG files, written from pixels with what the standard library has."""

import struct
import zlib

HEAD, END = b"\x89PNG\r\n\x1a\n", b"IEND"


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file of RGB or RGBA pixels, rows from the top; opacity is dropped."""
    rgb = pixels if len(pixels) == width * height * 3 else opaque(pixels)
    rows = packed(rgb, width, (0, 0, width, height))
    return b"".join((HEAD, header(width, height), chunk(b"IDAT", rows), chunk(END, b"")))


def opaque(pixels: bytes) -> bytes:
    """Return RGBA pixels as RGB."""
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    return bytes(rgb)


def packed(rgb: bytes, width: int, at: tuple[int, int, int, int]) -> bytes:
    """Return a rectangle of a picture as PNG has it: packed rows, each after the kind of its filter."""
    x, y, wide, high = at
    starts = ((n * width + x) * 3 for n in range(y, y + high))
    return zlib.compress(b"".join(b"\0" + rgb[start : start + wide * 3] for start in starts), 9)


def header(width: int, height: int) -> bytes:
    """Return the part of a file that says how large its picture is, in RGB."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a part of a file, with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
