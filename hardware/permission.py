"""A device that this user may not open: which group may, and how to be of it."""

import grp
import os

from hardware.errors import NoPermissionError


def not_allowed(name: str, path: str, usual: str) -> NoPermissionError:
    """Return what to raise for a device that may not be opened; `usual` is the group of its kind."""
    group = group_of(path) or usual
    return NoPermissionError(
        f"{name}: this user may not open {path}; add it to the group {group} "
        f"(sudo usermod -aG {group} $USER) and log in again"
    )


def group_of(path: str) -> str:
    """Return the name of the group that owns a device; empty where it can't be told."""
    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return ""
