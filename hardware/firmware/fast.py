"""The codec's two byte loops in viper, MicroPython's compiled subset; frames.py also works without them."""
# ruff: noqa: F821 - ptr8 and ptr16 are viper's own
# mypy: disable-error-code="name-defined, untyped-decorator"

import micropython  # type: ignore[import-not-found, unused-ignore] # MicroPython's own


@micropython.viper
def crc(data: ptr8, size: int, table: ptr16) -> int:
    """Return CRC-16 of the first `size` bytes; `table` has an entry for each byte value."""
    crc = 0xFFFF
    at = 0
    while at < size:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ data[at]]
        at += 1
    return crc


@micropython.viper
def stuff(data: ptr8, size: int, stuffed: ptr8) -> int:
    """Write COBS of up to 254 bytes into a buffer that is one byte longer; return the length of the COBS."""
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
