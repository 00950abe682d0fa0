"""Where things are kept, by the XDG rules: matches among the data, seats among the settings."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.whole_file import make_folder


def _under(environment: Mapping[str, str], variable: str, default: str) -> Path:
    base = environment.get(variable, "")
    # A relative path in these variables is to be ignored, says the XDG Base Directory Specification.
    root = Path(base) if base.startswith("/") else Path(environment.get("HOME", "/")) / default
    return root / "companion"


def store_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file of matches and settings."""
    return _under(environment, "XDG_DATA_HOME", ".local/share") / "matches.db"


def sheets_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the owner's own sheets."""
    return store_path(environment).with_name("sheets")


def languages_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the languages that the owner brought."""
    return store_path(environment).with_name("languages")


def club_path(store: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder between the app and what carries its results to a club's desk."""
    said = environment.get("COMPANION_CLUB", "")
    return Path(said) if said.startswith("/") else store.with_name(f"{store.name}-club")


def window_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the socket on which the program that phones look into hears what a table shows."""
    said = environment.get("COMPANION_WINDOW", "")
    if said.startswith("/"):
        return Path(said)
    # Only the system makes a folder there: that of the unit.
    system, own = Path("/run/companion-window"), environment.get("XDG_RUNTIME_DIR", "")
    base = Path(own) / system.name if own.startswith("/") and not system.is_dir() else system
    return base / "feed"


def seats_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file that says which pin is whose."""
    return _under(environment, "XDG_CONFIG_HOME", ".config") / "seats.toml"


def cache_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of what can be made again."""
    return _under(environment, "XDG_CACHE_HOME", ".cache")


def writable(folder: Path) -> Path:
    """Return a folder for what can be made again: another one where nothing can be written into it."""
    with suppress(OSError):
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="companion-"))


def screen_path(store: Path) -> Path:
    """Return the file of the screen's settings: in the folder of the store, which is the machine's state."""
    return store.with_name("screen.json")


def zone_path(store: Path) -> Path:
    """Return the file of the time zone that was chosen on the screen."""
    return store.with_name("zone")


def tryout_path(store: Path) -> Path:
    """Return the file of what came of *Try this table*."""
    return store.with_name("tryout.json")


def starts_path(store: Path) -> Path:
    """Return the file that counts starts which didn't live long."""
    return store.with_name("starts.json")


def packages_path(store: Path) -> Path:
    """Return the file that counts starts which ended in a game package."""
    return store.with_name("packages.json")


def last_words_path(store: Path) -> Path:
    """Return the file of what the app said before it stopped."""
    return store.with_name("last_words.txt")
