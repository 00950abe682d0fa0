"""The sentences of the settings screens: sleep, lock, self-check, club, time, update."""

from typing import TYPE_CHECKING

from ui.language.phrases import _, many, phrase, plural

if TYPE_CHECKING:
    from ui.appliance.update import UpdateFound

# Settings and its tiles.
SETTINGS = _("Settings")
BUTTONS = _("Grab buttons")
BUTTONS_HINT = _("try or teach them")
NAMES = _("Names")
NAMES_HINT = _("from a USB stick")
COPIES = _("Copies")
COPIES_HINT = _("copy to a USB stick")
LANGUAGE = _("Language")
AS_THE_TABLE = _("the table's")
language_of = phrase("Language of {who}")
UNREAD = _("no native speaker has read it")
ALL_UNREAD = _("No native speaker has read the translations yet.")
SOUND = _("Sound")
VOICE = _("Voice")
VOICE_LEVELS = {"off": _("off"), "verdicts": _("verdicts"), "turns": _("verdicts and turns")}
VOICE_TROUBLES = {
    "missing": _("not available"),
    "program": _("doesn't work"),
    "device": _("no sound comes out"),
}
BRIGHTNESS = _("Brightness")
LOOKS = {"light": _("Light screen"), "large": _("Large text"), "left": _("Left hand")}
"""The switches of the theme."""
MOVEMENT = _("Movement")
SLEEP = _("Screen sleeps")
NEVER = _("never")
TURN_PICTURE = _("Turn the picture")
TURNED = {0: _("as it is"), 90: _("by a quarter"), 180: _("upside down"), 270: _("by three quarters")}
LOCK = _("Lock the touch")
LOCK_HINT = _("to wipe the screen")
LOCK_SHORT_HINT = _("to wipe the table")
TRY_TABLE = _("Try this table")
TRY_TABLE_HINT = _("five minutes")
SELF_CHECK = _("Doctor")
SELF_CHECK_HINT = _("is all well?")
WHATS_NEW = _("What's new")
RESTART = _("Restart")
SHUT_DOWN = _("Shut down")
HOLD_HINT = _("hold")

# The club.
CLUB = _("Club")
CLUB_NONE = _("not in a club")
CLUB_SCAN = _("not in a club: scan the desk's code, or plug in its stick")
CLUB_JOIN = _("Join the club")
CLUB_JOIN_HINT = _("with the file on the stick")
CLUB_WRITE = _("Take it to the desk")
CLUB_WRITE_HINT = _("on the stick, offline")
CLUB_WRITING = _("Looking at the stick …")
CLUB_NO_FILE = _(
    "There is no club-join.json on this stick. Copy the file that the desk wrote for this table there, and "
    "call it that."
)
CLUB_LEAVE = _("Leave the club")
CLUB_OTHER = _("This table is in another club. Leave that one first.")
CLUB_LEFT = _("This table has left the club. Its matches stay here.")
CLUB_ABOUT = _(
    "In a club, this table shows the desk what everybody here sees of a match, and tells it the result."
    " Nothing else leaves it."
)
club_joined = phrase("Joined. The desk knows this table as {name}.")
club_not_heard = phrase("{path}: this isn't an answer from a club's desk; it ends in .heard")
club_not_joined = phrase("Not joined: {why}")
club_written = phrase("{n} waiting for the desk, written to {name}", int, str)


def club_waits(count: int | None) -> str:
    """Say how many results wait for the club's desk; None: the table is in no club."""
    if count is None:
        return CLUB_NONE
    if not count:
        return _("the desk has everything")
    return many("{n} result waits for the desk", "{n} results wait for the desk", count).format(n=count)


# The lock.
LOCKED = _("Locked")
LOCKED_HINT = _("Wipe the table now. Grab buttons still work.")
UNLOCK = _("Hold to unlock")

# The self-check.
LOOKING = _("Checking everything …")
ALL_WELL = _("Everything is as it should be.")
MOVE_AWAY = _("Move the damaged file away")
MOVE_AWAY_HINT = _("hold: nothing is deleted")
moved_away = phrase("Nothing was deleted: the old file is in {folder}. New matches are saved again.", str)
not_moved_away = phrase("It couldn't be moved, so it is still there: {why}", str)
LOOK_AGAIN = _("Look again")
WELL = _("fine")
NOT_WELL = _("look")
PLAY_ON = _("Play anyway")

# Shutdown.
SAVING_ALL = _("Saving everything …")
SHUTTING_DOWN = _("Everything is saved. Shutting down.")
UNPLUG = _("When the green light on the Pi has stopped blinking, you can unplug it.")
RESTARTING = _("Everything is saved. Restarting.")
BACK_SOON = _("That takes about a minute.")
NOT_ALL_SAVED = _("Not everything is saved")
END_ANYWAY = _("Hold: end anyway")
CANT_SHUT_DOWN = _("The table can't be shut down from here")
CANT_RESTART = _("The table can't be restarted from here")

# The safe screen.
SAFE_KEPT = _("Nothing is lost: every match is as it was last saved.")
SAFE_GO_ON = _("Go on with the match")
SAFE_ASIDE = _("Put the match aside")
SAFE_ASIDE_HINT = _("it is kept; begin something else")
SAFE_BEGIN = _("To the games")
SAFE_WHAT = _("What went wrong?")
SAFE_WHAT_HIDE = _("Hide what went wrong")
SAFE_SILENT = _("It stopped without a word: ended from outside, out of memory, or out of power.")
SAFE_BUTTONS = _("A safe start: the grab buttons are off until the next start.")


def after_minutes(minutes: int) -> str:
    """Return after how many minutes the screen goes dark; 0: never."""
    return many("after {n} minute", "after {n} minutes", minutes).format(n=minutes) if minutes else NEVER


in_all = plural("{n} match, newest first", "{n} matches, newest first")
version = phrase("version {name}")
now_version = phrase("Now version {name}: what changed")
not_kept = phrase("until the next start: {why}")
troubles = plural("{n} thing needs a look", "{n} things need a look")
safe_title = phrase("The companion crashed {n} times before anyone could play", int)
safe_line = phrase("safe screen: it crashed {n} times", int)
unsaved = phrase("It can't be saved ({why}). If you shut down now, the last entries are lost.")


def refused(why: str) -> str:
    """Say why the machine won't shut down, and what to do instead."""
    text = _("It says: {why}. Unplugging it won't harm what is saved. docs/pi.md says how to allow it.")
    return text.format(why=why.rstrip("."))


# The time zone and the clock.

TIME = _("Time")
TIME_HINT = _("zone and clock")
ZONE = _("Time zone")
ZONE_HINT = _("Which place has the same time as you?")
NO_ZONE = _("not set")
BY_NET = _("Set from the network.")
WITHOUT_NET = _("Offline, the clock stops while the table is off.")
SET_CLOCK = _("Set the clock")
SETTING_CLOCK = _("Setting it …")
YEAR = _("Year")
MONTH = _("Month")
DAY = _("Day")
HOUR = _("Hour")
MINUTE = _("Minute")
PICTURE_RIGHT = _("Is the picture right?")
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
"""By the first part of a zone's name. Places keep the system's names."""
clock_is_set = phrase("The clock is set: {time}")
clock_not_set = phrase("It can't be set: {why}")


def zone_place(zone: str) -> str:
    """Return a zone's place: "New York" for America/New_York."""
    return ", ".join(zone.split("/")[1:]).replace("_", " ")


# An update from a USB stick.

UPDATE = _("Update")
UPDATE_NOT_TAKEN = _("refused: tap to see why")
UPDATE_TITLE = _("Update the table?")
UPDATE_NOW = _("Update now")
UPDATING = _("The table is being updated.")
LEAVE_STICK = _("Leave the stick in. The screen goes dark for a minute.")
CANT_UPDATE = _("The table wasn't updated")
UPDATE_NOT_ALLOWED = _("The system won't start the update; docs/pi.md says how to install by hand.")

update_offer = phrase("version {version}, now {now}", str, str)
update_ask = phrase(
    "The stick has version {version}; this table runs {now}. Every match stays. If the new version "
    "fails to start three times, the old one comes back by itself.",
    str,
    str,
)

WHY_NOT_UPDATED = {
    "gone": _("The stick is gone, so nothing was changed."),
    "no_key": _("This table has no publisher's key, so it takes no update from a stick."),
    "unsigned": _("{file} has no signature beside it."),
    "forged": _("The signature of {file} isn't the publisher's, so it isn't used."),
    "no_file": _("{file} or its signature isn't a plain file."),
    "large": _("{file} is too large to be an update."),
    "torn": _("{file} can't be read. Was the stick pulled out? Nothing was changed."),
    "other_package": _("{file} isn't this table's program."),
    "other_machine": _("{file} is for another kind of machine."),
    "older": _("{file} has version {version}, and this table runs {now}, which is newer."),
    "same": _("This table runs version {now} already."),
    "lacks": _("Version {version} needs parts that this system lacks; install it online (docs/pi.md)."),
    "room": _("There is no room on the card for an update."),
    "read_only": _("The card is write-protected; docs/power.md says how to update it."),
    "broken": _("Version {version} wasn't installed. The table still runs {now}."),
    "went_back": _("Version {version} didn't start, so {now} is back."),
    "installed": _("This table runs version {version} now."),
}


def update_sentence(update: "UpdateFound") -> str:
    """Say why a package isn't taken, or the result of the update."""
    return WHY_NOT_UPDATED[update.why].format(file=update.file, version=update.version, now=update.now)
