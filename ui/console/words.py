"""The command line's sentences."""

from gettext import gettext as _
from gettext import ngettext

NOT_STANDING = "x"
EMPTY_RECORD = _("the record is empty")
NO_DISPLAY = _(
    "There is no display here, so the touchscreen app can't start; what works without one: "
    "`companion referee`, `companion replay`, `companion doctor`, `companion demo --offscreen`, `make test`."
)


def no_such_match(name: str) -> str:
    """Say that nothing of this name is kept."""
    return _("{name}: no journal file and no match of that name").format(name=name)


def many_matches(name: str, count: int) -> str:
    """Say that a shortened name fits several matches."""
    return _("{name}: {count} matches begin with that; give more of it").format(name=name, count=count)


def no_such_entry(entry: int, last: int) -> str:
    """Say that a record is shorter than asked for."""
    return _("there is no entry {entry}; the last one is {last}").format(entry=entry, last=last)


def other_match(match: str) -> str:
    """Say that a match of the same id is kept already."""
    return _("another match is kept under the id {match}; nothing was changed").format(match=match)


def lost(line: int, count: int, reason: str) -> str:
    """Say what of a record can't be read."""
    return ngettext(
        "Damaged from line {line} on: {count} line is lost ({reason}). What stands before it is good.",
        "Damaged from line {line} on: {count} lines are lost ({reason}). What stands before it is good.",
        count,
    ).format(line=line, count=count, reason=reason)


def otherwise(entry: int) -> str:
    """Say that the rules of this version rule otherwise than the record."""
    return _("Entry {entry}: this version of the rules would rule otherwise.").format(entry=entry)


def imported(match: str, new: bool) -> str:
    """Say that a match was taken in, or was there already."""
    text = _("Match {match} is kept now.") if new else _("Match {match} was kept already.")
    return text.format(match=match)


def exported(path: str, entries: int) -> str:
    """Say that a match was written to a file."""
    return _("{path}: {entries} entries written.").format(path=path, entries=entries)
