"""The panels as test parameters, and the looks a person can choose."""

import pytest

from ui.stage import theme

PANELS = [
    pytest.param((800, 480), id="800x480"),
    pytest.param((1280, 720), id="1280x720", marks=pytest.mark.long),
]
"""Both panels; the one with less room runs by default, the other with the long tests."""
UPRIGHT = [
    pytest.param((720, 1280), id="720x1280"),
    pytest.param((480, 800), id="480x800", marks=pytest.mark.long),
]
"""The same panels upright. Here the large one has less room, in millimetres."""

LOOKS = [
    theme.Theme(),
    theme.Theme(light=True),
    theme.Theme(large=True),
    theme.Theme(left=True),
    theme.Theme(light=True, large=True, left=True),
]
