"""Keys that end other programs or open Kivy's inspector: none of them does anything here."""

from pathlib import Path

from companion.journal import StoredRow
from tests.window.window import App

KEYS = ("Escape", *(f"F{n}" for n in range(1, 13)), "ctrl+e", "ctrl+q", "ctrl+w", "ctrl+c", "super+q", "Menu")


def until_killed(app: App, _pictures: Path) -> tuple[bytes, list[StoredRow]]:
    """Press each key at home; not a pixel may change."""
    shown = app.still()
    for key in KEYS:
        app.strike(key)
        assert app.steady() == shown, f"{key} changes the picture"
    return shown, []


def after_kill(app: App, _shown: bytes, _before: list[StoredRow], pictures: Path) -> None:
    """Hold keys down together, as a child or a cat does; not a pixel may change."""
    shown = app.still()
    app.press(*KEYS[:13])
    assert app.steady() == shown, "keys held down together change the picture"
