"""Every exception of the rules and records, one family."""

UNBROKEN = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Spaces as French has them before a colon, which Python doesn't call printable."""


def printable(text: str) -> str:
    r"""Return a text with what would steer a terminal, begin a line or turn letters round shown as `\x1b`.

    A file can hold anything, and so can the names in a match that somebody brought.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in UNBROKEN else sign.encode("unicode_escape").decode("ascii")
        for sign in text
    )


LONGEST_LINE = 1_000
"""Letters of a line that says what is wrong; what it quotes can be as long as a file."""


def _line(text: object) -> str:
    """Return a line fit to be shown; of a longer one how it begins, and how it ends."""
    line = str(text)
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    return printable(line)


SOME = 3
"""So much of what is wrong is said where one sentence has to do."""


class CompanionError(Exception):
    """Base of all errors that are raised on purpose: a line for the person at the table, or several."""

    def __str__(self) -> str:
        """Return the lines, fit to be shown: they may quote a file that somebody brought."""
        return "\n".join(_line(line) for line in self.args)

    @property
    def line(self) -> str:
        """All that is said, on one line."""
        return "; ".join(_line(line) for line in self.args)

    @property
    def short(self) -> str:
        """The first that is said, on one line: of a damaged file there may be a hundred things to say."""
        first = "; ".join(printable(str(line)) for line in self.args[:SOME])
        return first if len(self.args) <= SOME else f"{first}; and more"

    def within(self, place: str) -> tuple[str, ...]:
        """Return the lines of an error that tells as well where this one was met."""
        first, *others = self.args
        return (f"{place}: {first}", *others)


class SetupError(CompanionError, ValueError):
    """The facts of an opening don't make a game: a wrong number of players, an unknown ruling, a bad deck."""


class UnknownGame(SetupError):
    """No game of that name is here; the package that brought it may be gone, and come back."""


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


class DamagedStore(NotSaved):
    """The file of matches can't be opened as it is: moved away, a new one can be begun."""

    def __init__(self, what: str, mend: str, path: object) -> None:
        """Take what is wrong and what to do about it, apart as well: a screen may have a pad for that."""
        super().__init__(f"{what}: {mend}: {path}")
        self.what, self.mend = what, mend


class BadCopy(CompanionError, ValueError):
    """A file that was brought isn't a whole copy of a store, or holds more than one can."""
