"""The touchscreen app. Importing this costs nothing: Kivy comes in when it runs, after its environment."""

from pathlib import Path

from ui import environment
from ui.places import cache_path


def run(store: Path, seats: Path, size: str = "1280x720") -> None:
    """Open the window and play until it is closed; SetupError where the seats file is wrong."""
    environment.prepare(environment.display_of(size), cache_path())
    from ui.kivy_app import open_app

    open_app(store, seats, cache_path()).run()
