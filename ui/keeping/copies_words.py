"""The sentences about copies of the matches, on the screen and on the command line."""

from collections.abc import Mapping

from companion.copies import Fate
from ui.phrases import _, many, phrase, plural

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


copied = plural("{n} match is copied to {path}.", "{n} matches are copied to {path}.", int, str)
sheets_copied = plural("{n} sheet of your own is there too.", "{n} sheets of your own are there too.")
sheets_not_copied = phrase("Your own sheets aren't on it: {why}.")
copied_to_stick = plural(
    "{n} match is copied to {stick}, as {made}. The stick can be pulled out.",
    "{n} matches are copied to {stick}, as {made}. The stick can be pulled out.",
    int,
    str,
    str,
)
looked_at = phrase("{done} of {n} matches", int, int)


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
    return many("{n} match: {parts}.", "{n} matches: {parts}.", count).format(n=count, parts=parts)


left_out = phrase("Left out, {title}: {reason}.", str, str)
person_left_out = phrase("A person or result was left out: {reason}.")
cannot_be_told = phrase("it holds what can't be shown ({why})")
ruled_otherwise = plural(
    "In {n} match this version would have decided differently; it stands as it was ruled.",
    "In {n} matches this version would have decided differently; they stand as they were ruled.",
)
interrupted = phrase("It stopped half way: {why}. What was taken in is here; try again for the rest.")
