"""The panels as parameters of a test."""

import pytest

PANELS = [
    pytest.param((800, 480), id="800x480"),
    pytest.param((1280, 720), id="1280x720", marks=pytest.mark.long),
]
"""For a test of each panel: a person waits for the one with less room."""
