"""Entering a board or a box of one's own, page by page: every tap is kept at once, and can be taken back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ui.games.drafted import Drafted
from ui.games.owners_item import OwnersItem
from ui.parts.shown import PartScreen
from ui.parts.values import Button

D = TypeVar("D")
T = TypeVar("T")


@dataclass(eq=False, repr=False)
class OwnEditor(PartScreen, Generic[T, D]):
    """What all editors have: the draft, undo, and what is said at first; a game's editor writes its parts.

    Every draft of one's `own` is kept. `on` gets the thing when nothing is wrong with it.
    """

    own: OwnersItem[T, D]
    back: Callable[[], None]
    on: Callable[[T], None]
    warning: str = ""

    def __post_init__(self) -> None:
        """Begin with what was entered so far; `kept` is what is being corrected."""
        super().__post_init__()
        self.drafted = Drafted(self.own.begun, self.own.keep)
        self.kept = self.own.corrected

    @property
    def draft(self) -> D:
        """What is entered so far."""
        return self.drafted.value

    def change(self, draft: D, name: str = "") -> None:
        """Take a changed draft; changes of one name in a row are undone together."""
        before = self.draft
        self.drafted.change(draft, name)
        self.changed(before)

    def take(self, draft: D) -> None:
        """Go on with a draft; this can't be undone."""
        before = self.draft
        self.drafted.take(draft)
        self.changed(before)

    def undo(self) -> None:
        """Take the last change of this page back."""
        before = self.draft
        self.drafted.undo()
        self.changed(before)

    def changed(self, before: D) -> None:
        """Show the draft after a tap; what was said at first is read."""
        self.warning = ""
        self.compose()

    def undo_pad(self, mm: float) -> Button:
        """Return the pad that takes back, so wide."""
        return Button(icon="undo", on_tap=self.undo, live=self.drafted.undoable, name="undo", mm=mm)
