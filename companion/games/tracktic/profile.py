"""What is in a box of Tracktic, in and out as TOML, and whether it can be played with.

The rulebook doesn't print it, so the owner enters it once, as TOML or on the screen. The demo profile is made
up.
"""

import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from msgspec import ValidationError, convert

from companion.errors import SetupError
from companion.games.tracktic.box import (
    MOST_LETTERS,
    MOST_OF_A_KIND,
    MOST_PATTERNS,
    PATTERN_SIDE,
    STARTS,
    Pattern,
    Profile,
    cells_of,
)
from companion.games.tracktic.profile_faults import found
from companion.owners_file import read_owners_file

__all__ = [
    "MOST_OF_A_KIND",
    "MOST_PATTERNS",
    "PATTERN_SIDE",
    "STARTS",
    "Pattern",
    "Profile",
    "cells_of",
    "check",
    "demo",
    "faults",
    "read_profile",
    "read_profile_file",
    "write_profile",
]

MOST_BYTES = 64 * 1024
"""No profile takes more; nothing larger is read."""

LONGEST_LINE = 2048
"""No line of a profile is longer, in letters: a number or a dotted key of one takes no time to read."""

MOST_FAULTS = 60
"""The most faults of one profile that are told."""


def faults(profile: Profile) -> Iterator[str]:
    """Yield what is wrong with a profile, each fault with its place; nothing for one that can be played."""
    return (fault.text for fault in found(profile))


def check(profile: Profile) -> None:
    """Refuse a profile that nobody could play with; SetupError names every fault, a line each."""
    wrong = list(faults(profile))
    if wrong:
        more = ["and more"] if len(wrong) > MOST_FAULTS else []
        name = f"the profile {profile.name[:MOST_LETTERS]!r}:"
        raise SetupError(name, *wrong[:MOST_FAULTS], *more)


def read_profile(text: bytes, where: str = "profile") -> Profile:
    """Read a profile from TOML; SetupError names `where`, the place, and all that is wrong."""
    try:
        profile = convert(_table(text), Profile)
        check(profile)
    except UnicodeDecodeError as error:
        raise SetupError(f"{where}: byte {error.start + 1} is no UTF-8 text") from None
    except RecursionError:
        raise SetupError(f"{where}: lists or tables in each other, deeper than in any profile") from None
    except SetupError as error:
        raise SetupError(*error.within(where)) from None
    # Whatever tomllib makes of bad TOML and of endless numbers is a ValueError.
    except (ValidationError, ValueError) as error:
        raise SetupError(f"{where}: {error}") from None
    return profile


def _table(text: bytes) -> dict[str, object]:
    if len(text) > MOST_BYTES:
        raise SetupError("this is longer than any profile")
    # Some editors put a byte order mark in front.
    decoded = text.decode("utf-8").removeprefix("\ufeff")
    for number, line in enumerate(decoded.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise SetupError(f"line {number}: this is longer than any line of a profile")
    return tomllib.loads(decoded)


def read_profile_file(path: Path) -> Profile:
    """Read a profile from a file; SetupError names the file and all that is wrong."""
    return read_profile(read_owners_file(path, MOST_BYTES), str(path))


def write_profile(profile: Profile) -> str:
    """Return a profile as TOML, which `read_profile` reads back."""

    def text(value: str) -> str:
        # A JSON string is a TOML string, but for one character that JSON leaves as it is, and for JSON's
        # way to escape what lies beyond 16 bits.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    def rows(name: str, lines: tuple[str, ...]) -> list[str]:
        return [f"{name} = [", *(f"  {text(line)}," for line in lines), "]"] if lines else []

    parts = [
        f"name = {text(profile.name)}",
        *([f"made_up = {str(profile.made_up).lower()}"] if profile.made_up else []),
        f"pieces = {profile.pieces}",
        f"flips = {profile.flips}",
        f"tokens = {profile.tokens}",
        *rows("area", profile.area),
        *rows("area_two", profile.area_two),
    ]
    for pattern in profile.patterns:
        parts += [
            "",
            "[[patterns]]",
            f"id = {text(pattern.id)}",
            f"count = {pattern.count}",
            *rows("rows", pattern.rows),
        ]
    return "\n".join(parts) + "\n"


def demo() -> Profile:
    """Return the made-up box that comes with the program; no printed one is like it."""
    return read_profile(files(__package__).joinpath("profiles/demo.toml").read_bytes(), "profiles/demo.toml")
