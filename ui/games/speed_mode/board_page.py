"""What the pages of one's own board have in common: their doors, and a stepper that can be set."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from ui.games.speed_mode.board_draft import Draft
from ui.widgets.face import Face
from ui.widgets.stepper import Stepper


class Change(Protocol):
    """Takes a changed draft."""

    def __call__(self, draft: Draft, name: str = "") -> None:
        """Take it; changes of the same name in a row are undone together."""


class Doors(Struct, frozen=True):
    """What the pads of a page do: `change` takes a draft, which can be undone; `back` leaves the page."""

    change: Change
    back: Callable[[], None]
    undo: Callable[[], None]


class BoardPage(Face):
    """One page of the editor."""

    def show(self, draft: Draft, *, undoable: bool, refused: str = "") -> None:
        """Show a draft; what is wrong stands in place of what to do."""


class Figure(Stepper):
    """A stepper whose figure can be set from outside, for what was undone."""

    def take(self, value: int) -> None:
        """Show another figure."""
        if value != self.value:
            self.value = value
            self._show()
