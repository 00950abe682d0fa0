"""The sentences about the machine's time zone and clock."""

from ui.language.phrases import _, phrase

TIME = _("Time")
TIME_HINT = _("zone and clock")
ZONE = _("Time zone")
ZONE_HINT = _("Which place has the same time as you?")
NO_ZONE = _("not set")
BY_NET = _("The net sets the clock.")
WITHOUT_NET = _("Without a net, the clock stands still while the table is off.")
SET = _("Set the clock")
SETTING = _("Setting it …")
YEAR = _("Year")
MONTH = _("Month")
DAY = _("Day")
HOUR = _("Hour")
MINUTE = _("Minute")
PICTURE = _("Is the picture right?")
AREAS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
"""By the first part of a zone's name. The places in them are called as the system calls them."""
is_set = phrase("The clock is set: {time}")
not_set = phrase("It can't be set: {why}")


def place(zone: str) -> str:
    """Return what a zone's place is called: "New York" for America/New_York."""
    return ", ".join(zone.split("/")[1:]).replace("_", " ")
