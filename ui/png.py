"""PNG files, written from pixels with what the standard library has."""

import struct
import zlib


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file of RGBA pixels, rows from the top; opacity is dropped."""
    rgb = bytearray(width * height * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    row = width * 3
    rows = b"".join(b"\0" + rgb[at : at + row] for at in range(0, len(rgb), row))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
