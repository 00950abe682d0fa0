"""The codec's two loops over bytes in viper, MicroPython's compiled subset; frames.py does without it too."""
# ruff: noqa: F821 - ptr8 and ptr16 are viper's own
# mypy: disable-error-code="name-defined, untyped-decorator"

import micropython  # type: ignore[import-not-found, unused-ignore] # MicroPython's own


@micropython.viper
def crc(data: ptr8, size: int, table: ptr16) -> int:
    """Return CRC-16 of the first `size` bytes, by the table for each byte."""
    crc = 0xFFFF
    at = 0
    while at < size:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ data[at]]
        at += 1
    return crc


@micropython.viper
def stuff(data: ptr8, size: int, stuffed: ptr8) -> int:
    """Write COBS of up to 254 bytes into a buffer that is one byte longer; return its length."""
    place = 0
    end = 1
    at = 0
    while at < size:
        if data[at]:
            stuffed[end] = data[at]
        else:
            stuffed[place] = end - place
            place = end
        end += 1
        at += 1
    stuffed[place] = end - place
    return end
