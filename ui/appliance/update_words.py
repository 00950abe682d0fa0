"""The sentences about an update from a USB stick."""

from ui.appliance.update import UpdateFound
from ui.language.phrases import _, phrase

UPDATE = _("Update")
NOT_TAKEN = _("not taken: tap to see why")
TITLE = _("Update the table?")
TAKE = _("Update now")
UPDATING = _("The table is being updated.")
LEAVE_STICK = _("Leave the stick in. The screen goes dark for a minute.")
CANT_UPDATE = _("The table wasn't updated")
NOT_ALLOWED = _("The system won't start the update; docs/pi.md says how to install by hand.")

offer = phrase("version {version}, now {now}", str, str)
ask = phrase(
    "The stick brings version {version}; this table runs {now}. Every match stays. If the new version fails"
    " to start three times, the old one comes back by itself.",
    str,
    str,
)

WHY = {
    "gone": _("The stick is gone, so nothing was changed."),
    "no_key": _("This table has no publisher's key, so it takes no update from a stick."),
    "unsigned": _("{file} has no signature beside it."),
    "forged": _("The signature of {file} isn't the publisher's, so it isn't used."),
    "no_file": _("{file} or its signature isn't a plain file."),
    "large": _("{file} is too large to be an update."),
    "torn": _("{file} can't be read whole. Was the stick pulled out? Nothing was changed."),
    "other_package": _("{file} is something else than this table's program."),
    "other_machine": _("{file} is for another kind of machine."),
    "older": _("{file} brings version {version}, and this table runs {now}, which is newer."),
    "same": _("This table runs version {now} already."),
    "lacks": _("Version {version} needs parts that this system lacks; install it with a net (docs/pi.md)."),
    "room": _("There is no room on the card for an update."),
    "read_only": _("The card is write-protected; docs/power.md says how to update it."),
    "broken": _("Version {version} couldn't be put in. The table still runs {now}."),
    "went_back": _("Version {version} didn't start, so {now} is back."),
    "installed": _("This table runs version {version} now."),
}


def sentence(found: UpdateFound) -> str:
    """Say why a package isn't taken, or what came of it."""
    return WHY[found.why].format(file=found.file, version=found.version, now=found.now)
