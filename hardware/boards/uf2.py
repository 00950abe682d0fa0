"""UF2, the format that a board's boot disk takes: blocks of 512 bytes, 256 of them for the flash.

Format: github.com/microsoft/uf2; pico-sdk, boot_uf2_headers, boot/uf2.h.
"""

import struct

PAYLOAD = 256
BEGINNINGS, END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
HAS_FAMILY = 0x2000
"""The flag that says that the last number before the data is the family of chips."""


def pack(data: bytes, address: int, family: int) -> bytes:
    """Return the file that writes these bytes at an address; ValueError unless they are whole payloads."""
    if not data or len(data) % PAYLOAD:
        raise ValueError(f"{len(data)} bytes aren't payloads of {PAYLOAD}")
    count = len(data) // PAYLOAD
    blocks = []
    for number in range(count):
        at = number * PAYLOAD
        head = struct.pack("<8I", *BEGINNINGS, HAS_FAMILY, address + at, PAYLOAD, number, count, family)
        blocks.append(head + data[at : at + PAYLOAD].ljust(476, b"\0") + struct.pack("<I", END))
    return b"".join(blocks)
