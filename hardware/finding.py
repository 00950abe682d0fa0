"""What a look at the hardware comes to, as data: for the command line and for the screen."""

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One thing looked at: `remedy` is what to do, empty where it is well."""

    name: str
    ok: bool
    what: str
    remedy: str = ""
