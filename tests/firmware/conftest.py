"""The firmware's modules on CPython, with a simulated chip in place of MicroPython's own modules."""

import pytest

from tests.firmware.chip import Chip


@pytest.fixture(name="chip")
def make_chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    """Return a chip that the firmware's imports find."""
    chip = Chip()
    chip.install(monkeypatch)
    return chip
