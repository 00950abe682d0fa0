"""All exceptions of the rules and records; CompanionError is their base."""

from collections.abc import Iterator
from contextlib import contextmanager

UNBROKEN = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Spaces that French has before a colon; str.isprintable rejects them."""


def printable(text: str) -> str:
    r"""Return a text with control, line-break and text-direction characters escaped, such as `\x1b`.

    A file from outside can hold anything, and so can the names in an imported match.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in UNBROKEN else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )


LONGEST_LINE = 1_000
"""The longest line of an error, in letters; what it quotes can be as long as a file."""


def _line(text: object) -> str:
    """Return a line fit to be shown: printable, and with the middle left out of one that is too long."""
    line = str(text)
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    return printable(line)


SOME = 3
"""How many problems are listed if there is only room for a sentence."""


class CompanionError(Exception):
    """Base of all errors that we raise: its arguments are lines to show to the player."""

    def __str__(self) -> str:
        """Return the lines, fit to be shown: they may quote a file from outside."""
        return "\n".join(_line(line) for line in self.args)

    @property
    def line(self) -> str:
        """All lines joined into one."""
        return "; ".join(_line(line) for line in self.args)

    @property
    def short(self) -> str:
        """The first SOME lines joined into one: a damaged file may have a hundred problems."""
        first = "; ".join(printable(str(line)) for line in self.args[:SOME])
        return first if len(self.args) <= SOME else f"{first}; and more"

    def within(self, place: str) -> tuple[str, ...]:
        """Return the arguments for an error that also says where this one occurred."""
        first, *others = self.args
        return (f"{place}: {first}", *others)


class SetupError(CompanionError, ValueError):
    """A set-up or input is invalid, such as a wrong number of players, an unknown ruling or a bad deck."""


@contextmanager
def located(place: object) -> Iterator[None]:
    """Have a SetupError of the block also say where it occurred."""
    try:
        yield
    except SetupError as error:
        raise SetupError(*error.within(str(place))) from None


class UnknownGame(SetupError):
    """No game of that name is installed; its package may have been removed, and may come back."""


class CatalogueError(CompanionError, ValueError):
    """A rule catalogue is malformed."""


class UnreadableReport(CompanionError, ValueError):
    """A line is not JSON, or not a report of this game."""


class DamagedRecord(CompanionError, ValueError):
    """An entry of a journal can't be read; the entries before it are good."""


class NewerRecord(CompanionError, ValueError):
    """A journal was written by a newer version than this one."""


class UnknownMatch(CompanionError, LookupError):
    """The store has no match with that id."""


class StoreError(CompanionError, OSError):
    """The store couldn't be opened, read or written: its file is damaged, gone or in use, for instance."""


class NotSaved(StoreError):
    """A change couldn't be written: the disk is full, read-only or gone, or the file is in use."""


class DamagedStore(StoreError):
    """The file of matches is too damaged to open; once it is moved away, a new one can be made."""

    def __init__(self, what: str, mend: str, path: object) -> None:
        """Keep what is wrong and what to do apart, too, because a screen may have a pad for the latter."""
        super().__init__(f"{what}: {mend}: {path}")
        self.what, self.mend = what, mend


class BadCopy(CompanionError, ValueError):
    """A file isn't a complete copy of a store, or holds more than a store can."""
