"""The sentences of the screens that care for the table: sleep, lock, self-check, what's new, the end."""

from ui.words import _, _many

# The way there, and its tiles.
THIS_TABLE = _("This table")
BUTTONS = _("Grab buttons")
BUTTONS_HINT = _("try each, or teach them")
COPIES = _("Copies")
COPIES_HINT = _("of all matches, on a USB stick")
SOUND = _("Sounds")
ON = _("on")
OFF = _("off")
LIGHT = _("Light screen")
LARGE = _("Large text")
LEFT = _("Pads at the left")
SLEEP = _("Screen sleeps")
NEVER = _("never")
TURN_PICTURE = _("Turn the picture")
TURN_HINT = _("upside down, and touch with it")
LOCK = _("Lock the touch")
LOCK_HINT = _("to wipe it; grab buttons go on")
LOCK_SHORT_HINT = _("to wipe the table")
SELF_CHECK = _("Self-check")
SELF_CHECK_HINT = _("what is well, and what to do")
WHATS_NEW = _("What's new")
RESTART = _("Restart")
SHUT_DOWN = _("Shut down")
HOLD_HINT = _("hold: matches are saved first")

# The lock.
LOCKED = _("Locked")
LOCKED_HINT = _("The table can be wiped. Grab buttons go on.")
UNLOCK = _("Hold to unlock")

# The self-check.
LOOKING = _("Looking at everything …")
ALL_WELL = _("Everything is as it should be.")
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


def on_off(on: bool) -> str:
    """Return whether something is switched on."""
    return ON if on else OFF


def after_minutes(minutes: int) -> str:
    """Return after how long the screen goes dark."""
    return _many("after {n} minute", "after {n} minutes", minutes).format(n=minutes) if minutes else NEVER


def all_matches(count: int) -> str:
    """Return the pad that leads to all matches."""
    return _("All {n} matches").format(n=count)


def in_all(count: int) -> str:
    """Return how many matches are kept."""
    return _many("{n} match, the last played first", "{n} matches, the last played first", count).format(
        n=count
    )


def version(name: str) -> str:
    """Return which version this is."""
    return _("version {name}").format(name=name)


def now_version(name: str) -> str:
    """Say that the table has been updated."""
    return _("Now version {name}: what changed").format(name=name)


def not_kept(why: str) -> str:
    """Say that a setting holds only until the next start."""
    return _("until the next start: {why}").format(why=why)


def troubles(count: int) -> str:
    """Say how many things need a look."""
    return _many("{n} thing needs a look", "{n} things need a look", count).format(n=count)


def safe_title(count: int) -> str:
    """Say why the safe screen is shown."""
    return _("The companion stopped {n} times, and nobody got to play on").format(n=count)


def safe_line(count: int) -> str:
    """Say the same in the journal."""
    return _("safe screen: after {n} quick stops").format(n=count)


def unsaved(why: str) -> str:
    """Say why something isn't saved, and what ending now would mean."""
    return _("The disk won't take it ({why}). If you shut down now, the last entries are lost.").format(
        why=why
    )


def refused(why: str) -> str:
    """Say why the machine won't end, and what to do instead."""
    return _(
        "It says: {why}. Unplugging it does no harm to what is saved. docs/pi.md tells how to allow it."
    ).format(why=why.rstrip("."))
