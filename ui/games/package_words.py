"""Sentences about games from packages."""

from collections.abc import Sequence

from ui.language.phrases import _, phrase, plural

PACKAGES = _("Game packages")
LEFT_OUT = _("left out of this start: only the companion's own games are here")

amiss = plural("{count} game package doesn't work", "{count} game packages don't work")
NOT_HERE = _("doesn't work")
called = phrase("Package {package} {version}", str, str)


def raised(kind: str, where: str) -> str:
    """Return the sentence for a failed import; `where`: the file and line that raised `kind`."""
    at = _(" at {where}").format(where=where) if where else ""
    return _("it stopped with {kind}{at}").format(kind=kind, at=at)


timed_out = phrase("its import wasn't over after {seconds} seconds", int)
too_new = phrase("it is made for api {api} of a newer companion; this one has api {ours}", int, int)
no_face = phrase("{target} is no GameFace")


def wrong(faults: Sequence[str]) -> str:
    """Return the sentence with a face's faults, for its author."""
    return _("its game doesn't fit: {faults}").format(faults="; ".join(faults))


clash = phrase("its game is called {game}, and so is one of {other}, which is used instead", str, str)
clash_title = phrase("another game is called {title} too", str)
died = phrase("the companion crashed {n} times while importing it; it is left out now", int)
mend_died = phrase(
    "update it, or remove it: pip uninstall {package}. To try it as it is, delete {file}", str, str
)
mend = phrase("update it, or remove it: pip uninstall {package}")
mend_new = phrase("update the companion, or install an older {package}")
mend_clash = phrase(
    "keep one: pip uninstall {package}, or ask its author to call {game} something else", str, str
)
