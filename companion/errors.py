"""Every exception of the rules and records, one family."""


def printable(text: str) -> str:
    """Return a text without what would steer a terminal or turn letters round: a file can hold anything."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


class CompanionError(Exception):
    """Base of all errors that the companion raises on purpose; its text is for the person at the table."""

    def __str__(self) -> str:
        """Return the text, fit to be shown: it may quote a file that somebody brought."""
        return printable(super().__str__())


class SetupError(CompanionError, ValueError):
    """The facts of an opening don't make a game: a wrong number of players, an unknown ruling, a bad deck."""


class CatalogueError(CompanionError, ValueError):
    """A rule catalogue is not of the expected form."""


class UnreadableReport(CompanionError, ValueError):
    """A line is not JSON, or not a report of this game."""


class DamagedRecord(CompanionError, ValueError):
    """An entry of a journal can't be read; what stands before it is good."""


class NewerRecord(CompanionError, ValueError):
    """A journal was written by a newer version than this one."""


class UnknownMatch(CompanionError, LookupError):
    """No match of that name is kept."""


class NotSaved(CompanionError, OSError):
    """The store could not write: the disk is full, read-only or gone."""


class BadCopy(CompanionError, ValueError):
    """A file that was brought isn't a whole copy of a store, or holds more than one can."""
