"""Which presenter tells which game; without Kivy, for the command line needs it too."""

from collections.abc import Callable
from gettext import gettext as _
from typing import Any

from companion.journal import Opened, Plate
from companion.match import Match
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.presenting import Presenter

# By the name of the game; each takes that game's own facts.
PRESENTERS: dict[str, Callable[[Any, tuple[Plate, ...]], Presenter]] = {"ungle-speed": UnglePresenter}


def presenter_of(match: Match[Any, Any, Any, Any]) -> Presenter:
    """Return the presenter of a match."""
    opened = match.entries[0].body
    assert isinstance(opened, Opened)
    return PRESENTERS[match.header.game](opened.facts, plates_of(opened.header.plates, opened.facts.players))


def plates_of(plates: tuple[Plate, ...], players: int) -> tuple[Plate, ...]:
    """Return a plate for every player: a record from the command line names nobody."""
    numbers = range(len(plates) + 1, players + 1)
    return (*plates, *(Plate(_("Player {n}").format(n=n), "white", "circle", str(n)) for n in numbers))
