"""The sentences of the screens that care for the table: sleep, lock, self-check, what's new, the end."""

from ui.language.phrases import _, many, phrase, plural

# The way there, and its tiles.
SETTINGS = _("Settings")
BUTTONS = _("Grab buttons")
BUTTONS_HINT = _("try or teach them")
NAMES = _("Names")
NAMES_HINT = _("from a USB stick")
COPIES = _("Matches")
COPIES_HINT = _("copy to a USB stick")
LANGUAGE = _("Language")
AS_THE_TABLE = _("as the table")
language_of = phrase("Language of {who}")
UNREAD = _("no native speaker has read it")
LANGUAGE_HINT = _("Translations can be mended: docs/translating.md.")
SOUND = _("Sound")
VOICE = _("Voice")
VOICE_LEVELS = {"off": _("off"), "verdicts": _("verdicts"), "turns": _("verdicts and turns")}
VOICE_TROUBLES = {
    "missing": _("install espeak-ng"),
    "program": _("espeak-ng failed"),
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
CLUB_NONE = _("in no club")
CLUB_SCAN = _("in no club: scan the desk's code, or plug in its stick")
CLUB_JOIN = _("Join the club")
CLUB_JOIN_HINT = _("with the file on the stick")
CLUB_WRITE = _("Take it to the desk")
CLUB_WRITE_HINT = _("on the stick, without a net")
CLUB_WRITING = _("Looking at the stick …")
CLUB_NO_FILE = _("There is no club-join.json on this stick. The club's desk writes one for each table.")
CLUB_LEAVE = _("Leave the club")
CLUB_LEFT = _("This table has left the club. Its matches stay here.")
CLUB_ABOUT = _(
    "In a club, this table shows the desk what everybody here sees of a match, and tells it the result."
    " Nothing else leaves it."
)
club_joined = phrase("Joined. The desk knows this table as {name}.")
club_not_joined = phrase("Not joined: {why}")
club_written = phrase("{n} waiting for the desk, written to {name}", int, str)


def club_waits(count: int | None) -> str:
    """Say how much waits for the club's desk; None: the table is in no club."""
    if count is None:
        return CLUB_NONE
    if not count:
        return _("the desk has everything")
    return many("{n} result waits for the desk", "{n} results wait for the desk", count).format(n=count)


# The lock.
LOCKED = _("Locked")
LOCKED_HINT = _("The table can be wiped. Grab buttons go on.")
UNLOCK = _("Hold to unlock")

# The self-check.
LOOKING = _("Looking at everything …")
ALL_WELL = _("Everything is as it should be.")
PUT_AWAY = _("Move the damaged file away")
PUT_AWAY_HINT = _("hold: nothing is deleted")
put_away = phrase("Nothing was deleted: the old file lies in {folder}. New matches are kept again.", str)
not_put_away = phrase("It couldn't be moved, and lies where it was: {why}", str)
LOOK_AGAIN = _("Look again")
WELL = _("fine")
NOT_WELL = _("look")
PLAY_ON = _("Play all the same")

# The end.
SAVING_ALL = _("Everything is being saved …")
SHUTTING_DOWN = _("Everything is saved. The table shuts down.")
UNPLUG = _("When the green light on the Pi has stopped blinking, you can unplug it.")
RESTARTING = _("Everything is saved. The table starts again.")
BACK_SOON = _("That takes about a minute.")
NOT_ALL_SAVED = _("Not everything is saved")
END_ANYWAY = _("Hold: end all the same")
CANT_SHUT_DOWN = _("The table can't be shut down from here")
CANT_RESTART = _("The table can't be restarted from here")

# The safe screen.
SAFE_KEPT = _("Nothing is lost: every match stands as it was last saved.")
SAFE_GO_ON = _("Go on with the match")
SAFE_ASIDE = _("Put the match aside")
SAFE_ASIDE_HINT = _("it is kept; begin something else")
SAFE_BEGIN = _("To the games")
SAFE_WHAT = _("What went wrong?")
SAFE_WHAT_HIDE = _("Hide what went wrong")
SAFE_SILENT = _("It stopped without a word: ended from outside, out of memory, or out of power.")
SAFE_BUTTONS = _("Started safely: the grab buttons are left alone until the next start.")


def after_minutes(minutes: int) -> str:
    """Return after how long the screen goes dark."""
    return many("after {n} minute", "after {n} minutes", minutes).format(n=minutes) if minutes else NEVER


in_all = plural("{n} match, the last played first", "{n} matches, the last played first")
version = phrase("version {name}")
now_version = phrase("Now version {name}: what changed")
not_kept = phrase("until the next start: {why}")
troubles = plural("{n} thing needs a look", "{n} things need a look")
safe_title = phrase("The companion stopped {n} times, and nobody got to play on", int)
safe_line = phrase("safe screen: after {n} quick stops", int)
unsaved = phrase("The disk won't take it ({why}). If you shut down now, the last entries are lost.")


def refused(why: str) -> str:
    """Say why the machine won't end, and what to do instead."""
    return _(
        "It says: {why}. Unplugging it does no harm to what is saved. docs/pi.md tells how to allow it."
    ).format(why=why.rstrip("."))
