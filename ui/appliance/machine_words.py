"""The sentences about the machine: what the start decided, why no window opens, and the doctor's.

They don't need Kivy: some are written when no window opens.
"""

from ui.language.phrases import _, many, phrase

# The start's decisions, a line each.
PANEL = _("panel")
TURNED = _("picture")
DENSITY = _("density")
TOUCH = _("touch")
SOUND = _("sound")
FOUND = _("there is a card")
SILENT = _("none, silent")
DESKTOP = _("the desktop's own")
TOUCH_OF_DESKTOP = _("as the desktop gives it")
NO_PANEL = _("none is connected")
NO_TOUCH = _("no touchscreen; a mouse works too")
AS_BUILT = _("as the panel is built")
UPRIGHT = _("the panel stands upright")
TOLD_KERNEL = _("as set in the kernel")

driver_by_hand = phrase("{name}, chosen by SDL_VIDEODRIVER")
panel = phrase("{connector} on card{card}, {width}x{height}", str, int, int, int)
passed_over = phrase("{connector} on card{card} is connected too, but not used", str, int)


def turned(degrees: int, why: str) -> str:
    """Say how the picture is turned."""
    if not degrees:
        return _("not turned: {why}").format(why=why)
    return _("turned by {degrees} degrees, and touch too: {why}").format(degrees=degrees, why=why)


and_by_hand = phrase("{why}, and turned by the table's setting")
density = phrase("{density:.2f}, for {width}x{height} on 7 inches", float, int, int)
touch = phrase("{name} at {path}", str, str)
touch_closed = phrase("no permission to read {path}")

# Why no window opens, and what to do.
NO_WINDOW = _("The companion can't open its screen.")
MEND_PANEL = _("Connect a panel or a screen, and start the Pi again.")
MEND_WINDOW = _("Run `companion doctor` to see everything it needs.")

card_closed = phrase("There is no permission to use {path}.")
mend_card = phrase("Add the user {user} to the groups video and render, and start it again.")
window_refused = phrase("The graphics system says: {why}.")


def problem(what: str, remedy: str) -> str:
    """Return a problem and its remedy in one line."""
    return f"{what} {remedy}".strip()


def sentence(text: str) -> str:
    """Return a finding as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# The doctor's sentences: what is checked, its state, and what to do.

OK = _("ok   ")
NOT_OK = _("LOOK ")
NONE = _("none")
DISPLAY = _("display")
MEND_DISPLAY = _("connect a screen, or start this from a desktop; the command line works without one")
LIBRARIES = _("drawing libraries")
MEND_LIBRARIES = _("run `make play` in the project's folder: it installs them")
MEND_PACKAGE = _("run `sudo apt-get --fix-broken install`: it brings what the package needs")
NO_PANEL_FOUND = _("no panel found; a mouse works too")
NO_SOUND = _("no sound card; the app plays on in silence")
DISK = _("disk")
MEND_DISK = _("free some space")
MEND_STORE = _("play goes on without it, but nothing is saved; fix that and start again")
mend_by_pad = phrase("nothing is saved until it is moved away: hold the pad below ({file})", str)
MEND_DAMAGE = _("nothing was deleted; a copy has what is missing: put it back, or play on without")
MEND_READ_ONLY = _(
    "nothing can be saved there; make it writable for the user of the companion, and start again"
)
WHOSE = _("checked")
looked_at = phrase("as {user}: matches in {store}, seats in {seats}", str, str, str)
other_table = phrase(
    "the table that starts with this machine keeps its own in {folder}; docs/pi.md says how to see it"
)
CLOCK = _("clock")
CLOCK_SET = _("set from the network")
CLOCK_UNSET = _("not known to be set; dates in the history may be wrong, grabs are timed all the same")
VOICE = _("voice")
no_voice = phrase("{how}; there is no espeak-ng")
spoken_by = phrase("{how}, by {program}", str, str)
VOICE_FAILED = _("espeak-ng has failed; perhaps it lacks this language")
MEND_VOICE = _("install espeak-ng, or turn the voice off under Settings")
piper_failed = phrase("Piper has failed with {voice}; espeak-ng speaks instead", str)
MEND_PIPER = _("try that voice with piper at a terminal, or remove its files")
MEND_RECORDING = _("record that name again, or remove the file; until then it is synthesized")
LANGUAGES = _("languages")
not_read = phrase("{names}; no native speaker has read {unread}", str, str)
MEND_LANGUAGE = _("fix that line, or remove the file; until then it is all in English")


def missing(names: list[str]) -> str:
    """Say what is missing."""
    return _("missing: {names}").format(names=", ".join(names))


may_not_open = phrase("this user may not open {names}", str)
unwritable = phrase("{path} is read-only, or not this user's")


def little_space(free: int) -> str:
    """Say how little room is left; `free` is in bytes."""
    return _("only {free} MB free").format(free=free // 1_000_000)


def disk_state(count: int, place: str, free: int) -> str:
    """Say how many matches are saved where, and how much room is left; `free` is in bytes."""
    text = many(
        "{count} match in {place}, {free} MB free", "{count} matches in {place}, {free} MB free", count
    )
    return text.format(count=count, place=place, free=free // 1_000_000)


to_do = phrase("what to do: {remedy}")
