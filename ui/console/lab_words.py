"""What the timing laboratory says on a terminal; its findings are worded where its report is."""

from gettext import gettext as _
from gettext import ngettext

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
        how_long = ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    else:
        minutes = round(seconds / 60)
        how_long = ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{trials} trials, about {how_long}; Ctrl-C ends with what there is.").format(
        trials=trials, how_long=how_long
    )


def strikes(count: int) -> str:
    """Say what a press calibration asks for."""
    return _(
        "{count} strikes. Lay a stiff stick across two buttons and strike it in the middle, flat, as a hand "
        "would; lift it again each time. Ctrl-C ends with what there is."
    ).format(count=count)


def lay(left: int, right: int, times: int) -> str:
    """Say which two buttons come next."""
    return _("Left end on seat {left}, right end on seat {right}: strike {times} times.").format(
        left=left, right=right, times=times
    )


def took(milliseconds: float, right: int, left: int, to_go: int) -> str:
    """Say what a good strike showed."""
    later, earlier = (right, left) if milliseconds >= 0 else (left, right)
    return _("  seat {later} {ms:.2f} ms after seat {earlier}; {to_go} to go").format(
        later=later, ms=abs(milliseconds), earlier=earlier, to_go=to_go
    )


def again(reason: str) -> str:
    """Say why a strike doesn't count."""
    return _("  once more: {why}").format(why=AGAIN.get(reason, reason))


def written(report: str, trials: str) -> str:
    """Say where the report is."""
    return _("Report: {report}; all trials: {trials}").format(report=report, trials=trials)


def no_pair(text: str) -> str:
    """Say that something is no pair of seats."""
    return _("{text!r} is no pair of seats; write them as in 1-2,1-3").format(text=text)


def no_folder(folder: str) -> str:
    """Say that the report's folder isn't there."""
    return _("{folder}: there is no such folder for the report; make it first").format(folder=folder)


def is_folder(path: str) -> str:
    """Say that the report would be a folder."""
    return _("{path} is a folder; name a file for the report, as in lab.html").format(path=path)


def cannot_write(path: str, why: str) -> str:
    """Say that a report couldn't be written."""
    return _("{path}: the report can't be written ({why}); name another file").format(path=path, why=why)
