"""Which version this is, and what has changed with each: read from `whats_new.toml` beside this file."""

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct

from companion.decoding import converted

FILE = Path(__file__).with_name("whats_new.toml")
DISTRIBUTION = "table-companion"

SEEN = "version seen"
"""Name of the setting: the last version whose changes were shown."""


class Version(Struct, frozen=True):
    """A version and what changed with it, a sentence each."""

    name: str
    changes: tuple[str, ...]


class _File(Struct, frozen=True):
    version: tuple[Version, ...]


def versions(path: Path = FILE) -> tuple[Version, ...]:
    """Return all versions, the newest first; msgspec.ValidationError where the file is wrong."""
    return converted(tomllib.loads(path.read_text("utf-8")), _File).version


@cache
def this_version() -> str:
    """Return the version that is installed; where none is, the newest of the file."""
    # It takes a while to import, and a table that resumes its match doesn't ask.
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(DISTRIBUTION)
    except PackageNotFoundError:
        return versions()[0].name


def is_new(seen: str, now: str) -> bool:
    """Tell whether a table that saw one version last has something to read; the first start has not."""
    return bool(seen) and seen != now
