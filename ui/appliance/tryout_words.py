"""The sentences of *Try this table*."""

from ui.appliance import care_words as care
from ui.appliance import machine_words as machine
from ui.appliance.tryout import Step, TryoutResult
from ui.language.phrases import _, decimal, inside, phrase, plural
from ui.language.words import duration

TITLE = care.TRY_TABLE
ABOUT = _(
    "Buttons, lamps, touch, sound, light, and a pulled plug. Five minutes; stop and go on whenever you like."
)
BEGIN = _("Begin")
GO_ON = _("Go on")
NOT_NOW = _("Not now")
AGAIN = _("Again")
SKIP = _("Skip")
DONE = _("Done")
CAME_BACK = _("The table came back with everything it knew.")

NAMES: dict[Step, str] = {
    "buttons": _("Buttons"),
    "lamps": _("Lamps"),
    "corners": _("Touch at the corners"),
    "fingers": _("Five fingers"),
    "sound": _("Sound"),
    "dimming": _("Dimming"),
    "sleep": _("Sleep and wake"),
    "grab": _("Two hands"),
    "plug": _("The plug"),
}
"""Short names of the steps, at the end and in the report."""

TITLES: dict[Step, str] = {
    "buttons": _("Press each button"),
    "lamps": _("Which lamp is lit?"),
    "corners": _("Tap the ring"),
    "fingers": _("Five fingers at once"),
    "sound": _("Do you hear it?"),
    "dimming": _("Does it get darker?"),
    "sleep": _("Does it wake up?"),
    "grab": _("Grab on the beat"),
    "plug": _("Pull the plug"),
}
ASKS: dict[Step, str] = {
    "buttons": _("Press it and let go: it gets its tick."),
    "lamps": _("Press the button beside the lamp that is lit."),
    "corners": _("It goes around all four corners."),
    "fingers": _("Lay one hand on the screen, fingers spread."),
    "sound": _("It plays what a win sounds like."),
    "dimming": _("It goes dim for two seconds, then bright again."),
    "sleep": _("It goes dark. Then touch it: it wakes."),
    "grab": _("Two of you, one button each. Three, two, one: press together on GRAB."),
    "plug": _("Pull it now, wait five seconds, put it back. The table comes back to this page."),
}
SAVING = _("Wait: saving …")
CANT_SAVE = _("It can't be saved. Skip this one, and look at the doctor.")

# What people answer.
NO_ANSWER = _("One doesn't answer")
IS_IT_LIT = _("Is the lamp of this seat lit?")
NO_LAMP = _("None is lit")
LAMP_LIT = _("It is lit")
MISSES = _("It misses")
NO_MORE = _("It won't take five")
PLAY = _("Play it")
SILENT = _("I hear nothing")
HEARD = _("I hear it")
DIM = _("Dim it")
STAYED = _("It stayed bright")
DIMMED = _("It went dim")
SLEEP = _("Sleep now")
STAYED_ON = _("It stayed lit")
SLEPT = _("It went dark")
COUNT_US_IN = _("Count us in")
NO_GRAB = _("It won't work")
NOT_BACK = _("It didn't come back")

GRAB = _("GRAB!")
ONE_HAND = _("Only one hand came. Take two buttons, and try again.")
NOBODY = _("No hand came. Try again.")
again_for = phrase("Grab again: {why}.")
tie = phrase("{names}: too close to tell. That is a tie.")
first = phrase("{who} was first, {by}.", str, str)
beside = phrase("{n} mm off. Tap the ring again.", int)
step_of = phrase("Step {n} of {all}", int, int)

# Results of the steps; their figures go into the report as well.
answered = phrase("{n} of {all} answered", int, int)
lit = phrase("{n} of {all} lit up", int, int)
beside_at_most = phrase("{mm} mm off at most")
at_once = plural("{n} at once", "{n} at once")
apart = phrase("{time} apart")
TIE = _("too close to tell")
lost = plural("{n} match is missing", "{n} matches are missing")

WORKS: dict[Step, str] = {
    "sound": _("It sounds."),
    "dimming": _("It gets darker and bright again."),
    "sleep": _("It sleeps and wakes."),
    "plug": CAME_BACK,
}
FAILS: dict[Step, str] = {
    "corners": _("Touch misses its target."),
    "sound": _("Nothing is heard."),
    "dimming": _("It stays as bright as it was."),
    "sleep": _("It stays lit."),
    "grab": _("Two hands didn't come through."),
    "plug": _("It didn't come back by itself."),
}
"""Results of steps that have no figures."""
REMEDIES: dict[Step, str] = {
    "buttons": _("Look at its plug and wires. Settings, Grab buttons, shows the pins."),
    "lamps": _("Turn the LED around? Settings, Grab buttons, shows the pins."),
    "corners": _("Upside down? Settings turns it. If not, look at its cable."),
    "fingers": _("Only that many can use pads on the screen at once. Buttons don't mind."),
    "sound": _("Loud enough under Settings? Speaker plugged in?"),
    "dimming": _("Not every panel can. The rest works."),
    "sleep": _("The panel's light can't be switched: black is all there is."),
    "grab": _("Try each button by itself first."),
    "plug": _("What does the doctor say? docs/power.md has more."),
}
"""What to do if the doctor has no remedy."""
DOCTOR: dict[Step, str] = {"corners": machine.TOUCH, "fingers": machine.TOUCH, "sound": machine.SOUND}
"""The doctor's names for what a step depends on."""

UNTRIED = _("not tried yet")
ALL_WELL = _("Everything works")
amiss = plural("{n} thing needs a look", "{n} things need a look")
TAP_AGAIN = _("Tap a line to see more, or to try it again.")
some_untried = plural("{n} thing not tried yet", "{n} things not tried yet")

NOTHING_TRIED = _("tried: nothing yet")
tried = phrase("tried, {step}: {how}", str, str)
YES = _("yes")
NO = _("no")


def figures(step: Step, result: TryoutResult) -> str:
    """Return what was counted or measured in a step; "" if nothing was."""
    match step, result.figures:
        case "buttons", (some, every):
            return answered(some, every)
        case "lamps", (some, every):
            return lit(some, every)
        case "corners", (tenths,):
            return beside_at_most(decimal(f"{tenths / 10:.1f}"))
        case "fingers", (count,):
            return at_once(count)
        case "grab", (margin, band):
            return TIE if margin <= band else apart(duration(margin))
        case "plug", (missing,):
            return lost(missing)
    return ""


def outcome(step: Step, result: TryoutResult) -> str:
    """Return a step's result as a sentence."""
    sentence = figures(step, result) or (WORKS if result.ok else FAILS).get(step, YES if result.ok else NO)
    sentence = sentence[:1].upper() + sentence[1:]
    return sentence if sentence.endswith((".", "!")) else f"{sentence}."


def report_line(step: Step, result: TryoutResult) -> str:
    """Return a step's line in the table's report."""
    parts = [YES if result.ok else NO, figures(step, result)]
    return tried(inside(NAMES[step]), ", ".join(map(str, filter(None, parts))))
