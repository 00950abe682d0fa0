"""The sentences of the doctor: what is looked at, how it is, and what to do."""

from ui.language.phrases import _, many, phrase

OK = _("ok   ")
NOT_OK = _("LOOK ")
NONE = _("none")
DISPLAY = _("display")
MEND_DISPLAY = _("connect a screen, or start this from a desktop; the command line works without one")
LIBRARIES = _("drawing libraries")
MEND_LIBRARIES = _("run `make play` in the project's folder: it installs them")
MEND_PACKAGE = _("run `sudo apt-get --fix-broken install`: it brings what the package needs")
TOUCH = _("touch")
NO_TOUCH = _("no panel found; a mouse does as well")
SOUND = _("sound")
NO_SOUND = _("no sound card; the app plays on in silence")
DISK = _("disk")
MEND_DISK = _("free some space")
MEND_STORE = _("play goes on without it, but nothing is kept; mend that and start again")
mend_by_pad = phrase("nothing is kept until it is moved away: hold the pad below ({file})", str)
MEND_DAMAGE = _("nothing was deleted; a copy has what is missing: put it back, or play on without")
MEND_READ_ONLY = _(
    "nothing can be saved there; make it writable for the user of the companion, and start again"
)
WHOSE = _("looked at")
looked_at = phrase("as {user}: matches in {store}, seats in {seats}", str, str, str)
other_table = phrase(
    "the table that starts with this machine keeps its own in {folder}: how to look at it, docs/pi.md says"
)
CLOCK = _("clock")
CLOCK_SET = _("set from the network")
CLOCK_UNSET = _("not known to be set; dates in the history may be wrong, grabs are timed all the same")
VOICE = _("voice")
no_voice = phrase("{how}; there is no espeak-ng")
spoken_by = phrase("{how}, by {program}", str, str)
VOICE_FAILED = _("espeak-ng has failed; perhaps it lacks this language")
MEND_VOICE = _("install espeak-ng, or turn the voice off under Settings")
piper_failed = phrase("Piper has failed with {voice}; espeak-ng speaks in its place", str)
MEND_PIPER = _("try that voice with piper at a terminal, or take its files away")
MEND_RECORDING = _("record that name once more, or take the file away; until then it is synthesized")
LANGUAGES = _("languages")
not_read = phrase("{names}; no native speaker has read {unread}", str, str)
MEND_LANGUAGE = _("mend that line, or take the file away; until then it is all in English")


def missing(names: list[str]) -> str:
    """Say what is missing."""
    return _("missing: {names}").format(names=", ".join(names))


may_not_open = phrase("this user may not open {names}", str)
unwritable = phrase("{path} is read-only, or not this user's")


def little_space(free: int) -> str:
    """Say how little room there is, from bytes."""
    return _("only {free} MB free").format(free=free // 1_000_000)


def kept(count: int, place: str, free: int) -> str:
    """Say how many matches are kept where, and how much room there is, from bytes."""
    text = many(
        "{count} match in {place}, {free} MB free", "{count} matches in {place}, {free} MB free", count
    )
    return text.format(count=count, place=place, free=free // 1_000_000)


to_do = phrase("what to do: {remedy}")
