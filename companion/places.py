"""Paths of all files, by the XDG rules: matches in the data folder, seats in the configuration folder."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.whole_file import make_folder


def _under(environment: Mapping[str, str], variable: str, default: str) -> Path:
    base = environment.get(variable, "")
    # The XDG Base Directory Specification says to ignore relative paths in these variables.
    root = Path(base) if base.startswith("/") else Path(environment.get("HOME", "/")) / default
    return root / "companion"


def store_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the store's file, with matches and settings."""
    return _under(environment, "XDG_DATA_HOME", ".local/share") / "matches.db"


def sheets_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the owner's own sheets."""
    return store_path(environment).with_name("sheets")


def languages_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of languages that the owner has added."""
    return store_path(environment).with_name("languages")


def club_path(store: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder shared with the courier, which carries results to a club's desk."""
    said = environment.get("COMPANION_CLUB", "")
    return Path(said) if said.startswith("/") else store.with_name(f"{store.name}-club")


def window_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the socket on which the program for phones receives what the table shows."""
    said = environment.get("COMPANION_WINDOW", "")
    if said.startswith("/"):
        return Path(said)
    # The system folder only exists if the systemd unit has made it.
    system, own = Path("/run/companion-window"), environment.get("XDG_RUNTIME_DIR", "")
    base = Path(own) / system.name if own.startswith("/") and not system.is_dir() else system
    return base / "feed"


def seats_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file that assigns pins to seats."""
    return _under(environment, "XDG_CONFIG_HOME", ".config") / "seats.toml"


def cache_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the cache folder: what is in it can be made again."""
    return _under(environment, "XDG_CACHE_HOME", ".cache")


def writable(folder: Path) -> Path:
    """Return a cache folder, or a new temporary one if it can't be written to."""
    with suppress(OSError):
        make_folder(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="companion-"))


def screen_path(store: Path) -> Path:
    """Return the file of the screen's settings; in the store's folder, like all of the machine's state."""
    return store.with_name("screen.json")


def zone_path(store: Path) -> Path:
    """Return the file with the time zone that was chosen on the screen."""
    return store.with_name("zone")


def tryout_path(store: Path) -> Path:
    """Return the file with the state of *Try this table*."""
    return store.with_name("tryout.json")


def starts_path(store: Path) -> Path:
    """Return the file that counts quick stops: starts that ended before anybody had played."""
    return store.with_name("starts.json")


def packages_path(store: Path) -> Path:
    """Return the file that counts starts that crashed in a game package."""
    return store.with_name("packages.json")


def last_words_path(store: Path) -> Path:
    """Return the file with the error that ended the last run."""
    return store.with_name("last_words.txt")
