"""What the timing laboratory says on a terminal; its findings are worded where its report is."""

from ui.phrases import _, many, phrase

TRIALS = _("trials")
STOPPED = _("Stopped; what follows is what there is.")
RIG_OR_SIMULATED = _("give either --rig FILE, the wired rig, or --simulated, which needs no wires")
NO_STRIKES = _("no strike counted, so there is nothing to say: lay the stick on both buttons and strike")

AGAIN = {
    "one_only": _("only one of the two came"),
    "apart": _("they came too far apart for one stick"),
    "sequence_gap": _("an edge was lost"),
    "unplugged": _("a button was unplugged"),
    "mixed_clocks": _("the two are stamped by clocks that can't be compared"),
}


def takes(trials: int, seconds: int) -> str:
    """Say how long a run takes."""
    if seconds < 90:
        how_long = many("{n} second", "{n} seconds", seconds).format(n=seconds)
    else:
        minutes = round(seconds / 60)
        how_long = many("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{trials} trials, about {how_long}; Ctrl-C ends with what there is.").format(
        trials=trials, how_long=how_long
    )


strikes = phrase(
    "{count} strikes. Lay a stiff stick across two buttons and strike it in the middle, flat, as a hand "
    "would; lift it again each time. Ctrl-C ends with what there is.",
    int,
)
lay = phrase("Left end on seat {left}, right end on seat {right}: strike {times} times.", int, int, int)


def took(milliseconds: float, right: int, left: int, to_go: int) -> str:
    """Say what a good strike showed."""
    later, earlier = (right, left) if milliseconds >= 0 else (left, right)
    return _("  seat {later} {ms:.2f} ms after seat {earlier}; {to_go} to go").format(
        later=later, ms=abs(milliseconds), earlier=earlier, to_go=to_go
    )


def again(reason: str) -> str:
    """Say why a strike doesn't count."""
    return _("  once more: {why}").format(why=AGAIN.get(reason, reason))


written = phrase("Report: {report}; all trials: {trials}", str, str)
no_pair = phrase("{text!r} is no pair of seats; write them as in 1-2,1-3")
no_folder = phrase("{folder}: there is no such folder for the report; make it first")
is_folder = phrase("{path} is a folder; name a file for the report, as in lab.html")
cannot_write = phrase("{path}: the report can't be written ({why}); name another file", str, str)
