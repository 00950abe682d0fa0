"""What a look at the machine has found."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing looked at: how it is, and what to do where it is not well."""

    name: str
    ok: bool
    what: str
    remedy: str = ""
