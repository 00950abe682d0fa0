"""The sentences about copies of the matches, on the screen and on the command line."""

from collections.abc import Mapping

from companion.copies import Fate
from ui.words import _, _many

COPIES = _("Copies")
TAKING_IN = _("matches")
COPIES_HINT = _("of all matches, on a USB stick")

# Sticks.
NO_STICK = _("There is no USB stick.")
NO_STICK_HINT = _(
    "Put one in: it shows here by itself, within some seconds. If it doesn't, it may be of a form that this "
    "computer can't read (FAT32 and exFAT work), or the computer doesn't open sticks by itself: "
    'the guide, page "Power", says how to set that up.'
)
UNREADABLE = _("The matches can't be read, so there is nothing to copy. The self-check says why.")
READ_ONLY = _("can only be read")

# Copying.
COPY_NOW = _("Copy now")
COPYING = _("Copying. Leave the stick in.")
COPY_HINT = _("all matches, with their secrets")

# What is on a stick.
ON_STICK = _("Copies on this stick")
NO_COPIES = _("None yet.")
TAKE_IN = _("Restore")
TAKE_IN_TITLE = _("Restore from this copy?")
TAKE_IN_TEXT = _("What is missing here is added. Nothing that is here is changed or lost.")
LOOKING = _("Looking through the copy.")
TAKEN_IN = _("Restored")
TAKEN_IN_PARTLY = _("Not all was restored")
NOT_TAKEN_IN = _("Nothing was restored")
MORE_LEFT_OUT = _("and more; `companion restore` lists them all")


def size(count: int) -> str:
    """Return a number of bytes as people say it."""
    for unit, share in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= share:
            figure = count / share
            return f"{figure:.0f} {unit}" if figure >= 10 else f"{figure:.1f} {unit}"
    return _("{n} bytes").format(n=count)


def free(count: int) -> str:
    """Return how much room a stick has."""
    return _("{size} free").format(size=size(count))


def copied(matches: int, path: str) -> str:
    """Say what was copied, and where to."""
    return _many("{n} match is copied to {path}.", "{n} matches are copied to {path}.", matches).format(
        n=matches, path=path
    )


def sheets_copied(count: int) -> str:
    """Say how many sheets of the owner's are on the stick too."""
    return _many(
        "{n} sheet of your own is there too.", "{n} sheets of your own are there too.", count
    ).format(n=count)


def sheets_not_copied(why: str) -> str:
    """Say why the owner's sheets aren't on the stick."""
    return _("Your own sheets aren't on it: {why}.").format(why=why)


def copied_to_stick(matches: int, stick: str, made: str) -> str:
    """Say what was copied, to which stick, and how the copy is listed."""
    return _many(
        "{n} match is copied to {stick}, as {made}. The stick can be pulled out.",
        "{n} matches are copied to {stick}, as {made}. The stick can be pulled out.",
        matches,
    ).format(n=matches, stick=stick, made=made)


def looked_at(done: int, of: int) -> str:
    """Say how far it has come."""
    return _("{done} of {n} matches").format(done=done, n=of)


def restored(count: int, fates: Mapping[Fate, int]) -> str:
    """Say what became of the matches of a copy."""
    if not count:
        return _("The copy holds no match.")
    said = {
        Fate.TAKEN_IN: _("{n} taken in"),
        Fate.WENT_ON: _("{n} longer than here, gone on with"),
        Fate.KNOWN: _("{n} here already"),
        Fate.BESIDE: _("{n} different from the one here, kept beside it"),
        Fate.LEFT_OUT: _("{n} left out"),
    }
    parts = ", ".join(said[fate].format(n=n) for fate, n in fates.items())
    return _many("{n} match: {parts}.", "{n} matches: {parts}.", count).format(n=count, parts=parts)


def left_out(title: str, reason: str) -> str:
    """Say why a match was left out."""
    return _("Left out, {title}: {reason}.").format(title=title, reason=reason)


def person_left_out(reason: str) -> str:
    """Say why a person, or a result without a record, was left out."""
    return _("A person or result was left out: {reason}.").format(reason=reason)


def cannot_be_told(why: str) -> str:
    """Say that a record holds what no table could have told."""
    return _("it holds what can't be shown ({why})").format(why=why)


def ruled_otherwise(matches: int) -> str:
    """Say that this version would have ruled otherwise; the record stands as it was ruled then."""
    return _many(
        "In {n} match this version would have decided differently; it stands as it was ruled.",
        "In {n} matches this version would have decided differently; they stand as they were ruled.",
        matches,
    ).format(n=matches)


def interrupted(why: str) -> str:
    """Say that taking in stopped half way; what was taken in stays."""
    return _("It stopped half way: {why}. What was taken in is here; try again for the rest.").format(why=why)
