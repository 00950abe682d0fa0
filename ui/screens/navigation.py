"""What the ways through the screens know of the frame that shows them."""

from collections.abc import Collection
from typing import Any, Protocol

from companion.journal import NamePlate
from companion.people import People
from companion.store import Shelf
from ui.games.face import GameFace
from ui.stage import theme
from ui.stage.kivy_types import Widget


class Navigation(Protocol):
    """The frame: it shows a screen in place of the one before, or a cover over all of them."""

    trouble: str
    """Why something isn't being saved, or ""."""

    @property
    def people(self) -> People:
        """Who is known."""

    @property
    def playing(self) -> Collection[str]:
        """The ids of the matches that are open."""

    def show(self, screen: Widget) -> None:
        """Put another screen in front."""

    def home(self) -> None:
        """Show the home screen."""

    def cover(self, widget: Widget) -> None:
        """Lay something over everything."""

    def uncover(self) -> None:
        """Take that away."""

    def use(self, chosen: theme.Theme) -> None:
        """Draw everything in another theme."""

    def learned(self, people: People) -> None:
        """Take note of who is known now."""

    def open_match(self, name: str) -> None:
        """Go on with a kept match."""

    def with_unsaved(self, shelf: Shelf) -> Shelf:
        """Return all matches with those that the disk wouldn't take."""

    def refuse(self, why: str) -> None:
        """Say at home why something can't be."""

    def deal(self, face: GameFace, facts: Any, plates: tuple[NamePlate, ...]) -> None:  # a game's own facts
        """Begin a match."""
