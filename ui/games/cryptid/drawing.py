"""Chance, before a set-up is dealt: numbers that nobody can guess. The rules only take them."""

import secrets

from msgspec import Struct

BITS = 128
"""Bits of which not all values can be tried: each bit of a seed or a secret doubles the work."""


class DealtFrom(Struct, frozen=True):
    """What a set-up is dealt from: a seed, and the secret of its clues; without one they come of the seed."""

    seed: int
    secret: int | None = None


def draw() -> DealtFrom:
    """Draw both anew: whoever sees the map can't find out about the clues."""
    return DealtFrom(secrets.randbits(BITS), secrets.randbits(BITS))
