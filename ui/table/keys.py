"""Keys that stand in for grab buttons on a desktop."""

from companion.game import Seat

GRAB_KEYS = "1234567890qwert"
"""The keys of seats 1 to 15, in order."""

ROUTINE = " "
"""The key of the large pad."""

ESCAPE = 27
"""What Kivy calls the escape key."""


def seat_of(key: int) -> Seat | None:
    """Return whose button a key stands for, by its character's number."""
    at = GRAB_KEYS.find(chr(key)) if 0 < key < 128 else -1
    return Seat(at) if at >= 0 else None
