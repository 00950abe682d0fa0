"""The panels as parameters of a test, and the looks that a person can choose."""

import pytest

from ui.stage import theme

PANELS = [
    pytest.param((800, 480), id="800x480"),
    pytest.param((1280, 720), id="1280x720", marks=pytest.mark.long),
]
"""For a test of each panel: a person waits for the one with less room."""
UPRIGHT = [
    pytest.param((720, 1280), id="720x1280"),
    pytest.param((480, 800), id="480x800", marks=pytest.mark.long),
]
"""The same panels standing: of these the large one has less room, in millimetres."""

LOOKS = [
    theme.Theme(),
    theme.Theme(light=True),
    theme.Theme(large=True),
    theme.Theme(left=True),
    theme.Theme(light=True, large=True, left=True),
]
