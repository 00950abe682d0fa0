"""What is said of games that come as packages."""

from collections.abc import Sequence

from ui.words import _, _many

PACKAGES = _("Game packages")
LEFT_OUT = _("left out of this start: only the companion's own games are here")


def amiss(count: int) -> str:
    """Return how many packages bring no game that can be played."""
    return _many("{count} game package doesn't work", "{count} game packages don't work", count).format(
        count=count
    )


def called(package: str, version: str) -> str:
    """Return what a package is called."""
    return _("Package {package} {version}").format(package=package, version=version)


def raised(kind: str, where: str) -> str:
    """Return that a package can't be imported; `where` is the file and line that raised it."""
    at = _(" at {where}").format(where=where) if where else ""
    return _("it stopped with {kind}{at}").format(kind=kind, at=at)


def hangs(seconds: int) -> str:
    """Return that a package was given up."""
    return _("its import wasn't over after {seconds} seconds").format(seconds=seconds)


def too_new(api: int, ours: int) -> str:
    """Return that a package wants a newer companion."""
    return _("it is made for api {api} of a newer companion; this one has api {ours}").format(
        api=api, ours=ours
    )


def no_face(target: str) -> str:
    """Return that an entry point names something else than a game's face."""
    return _("{target} is no GameFace").format(target=target)


def wrong(faults: Sequence[str]) -> str:
    """Return what is amiss with a face, for whoever wrote it."""
    return _("its game doesn't fit: {faults}").format(faults="; ".join(faults))


def clash(game: str, other: str) -> str:
    """Return that a name is taken."""
    return _("its game is called {game}, and so is one of {other}, which is played instead").format(
        game=game, other=other
    )


def mend(package: str) -> str:
    """Return what to do about a package that doesn't work."""
    return _("update it, or remove it: pip uninstall {package}").format(package=package)


def mend_new(package: str) -> str:
    """Return what to do about a package that is too new."""
    return _("update the companion, or install an older {package}").format(package=package)


def mend_clash(package: str, game: str) -> str:
    """Return what to do about two games of one name."""
    return _("keep one: pip uninstall {package}, or ask its author to call {game} something else").format(
        package=package, game=game
    )
