"""Drafts on a screen, with every change saved at once and undoable; and the base of editors."""

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import partial
from typing import Generic, TypeVar

from ui.games.owners_item import OwnersItem
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, small_pad
from ui.stage import theme

D = TypeVar("D")
T = TypeVar("T")

MOST_UNDONE = 200
"""Maximum number of changes that can be undone."""


class Drafted(Generic[D]):
    """The current value and those before it. `save` is called with each new one, to save it.

    Undo never leads back to another page: only changes after the last `turn` can be undone.
    """

    def __init__(self, value: D, save: Callable[[D], None]) -> None:
        self.value = value
        self._save = save
        self._before: list[D] = []
        self._last = ""
        self._turned_at = 0

    def before(self, values: Iterable[D]) -> None:
        """Set the values that `undo` goes back through, from an earlier day, latest last."""
        self._before = [*values]

    @property
    def undoable(self) -> bool:
        """Whether there is a change on this page to undo."""
        return len(self._before) > self._turned_at

    def change(self, value: D, name: str = "") -> None:
        """Set a new value; successive changes with one name, as of a held pad, are undone together."""
        if value == self.value:
            return
        if not name or name != self._last:
            self._before.append(self.value)
            if len(self._before) > MOST_UNDONE:
                del self._before[0]
                self._turned_at = max(0, self._turned_at - 1)
        self._last = name
        self.take(value)

    def undo(self) -> None:
        """Undo the last change."""
        if self.undoable:
            self._last = ""
            self.take(self._before.pop())

    def take(self, value: D) -> None:
        """Set a new value without a way to undo it."""
        self.value = value
        self._save(value)

    def turn(self, *, all_undoable: bool = False) -> None:
        """Turn the page: from now on only later changes can be undone, or `all_undoable`."""
        self._turned_at = 0 if all_undoable else len(self._before)
        self._last = ""


UNDO_MM = theme.TARGET_MM + 2
"""Width of the undo pad."""


class DraftScreen(PartScreen, Generic[D]):
    """A screen for entering something; its `warning` goes away with the next change."""

    drafted: Drafted[D] = field(init=False)
    warning = ""

    @property
    def draft(self) -> D:
        """The draft as it is now."""
        return self.drafted.value

    def change(self, draft: D, name: str = "") -> None:
        """Set a new draft; successive changes with one name are undone together."""
        before = self.draft
        self.drafted.change(draft, name)
        self.changed(before)

    def undo(self) -> None:
        """Undo the last change on this page."""
        before = self.draft
        self.drafted.undo()
        self.changed(before)

    def changed(self, before: D) -> None:
        """Show the draft after a change, without the warning."""
        self.warning = ""
        self.compose()

    def undo_pad(self, mm: float = UNDO_MM) -> Button:
        """Return the undo pad, with a width in millimetres."""
        return Button(icon="undo", on_tap=self.undo, live=self.drafted.undoable, name="undo", mm=mm)


def held_pad(word: str, act: Callable[[], None], live: bool = True, name: str = "", mm: float = 0) -> Button:
    """Return a pad that must be held; its name is `word` in lower case unless given."""
    name = name or str.lower(word)
    return small_pad(word, frame.HOLD, act, live=live, held=True, name=name, mm=mm)


class OwnEditor(DraftScreen[D], Generic[T, D]):
    """Base of editors: the draft, undo, and a first warning; subclasses add the parts.

    Every draft is saved in `owned`. `on` gets the finished item.
    """

    owned: OwnersItem[T, D]
    back: Callable[[], None]
    on: Callable[[T], None]
    warning: str = ""

    def start(self) -> None:
        """Begin with the saved draft; `original` is the item being corrected, as a draft."""
        self.drafted = Drafted(self.owned.current_draft, self.owned.save_draft)
        self.original = self.owned.item_as_draft

    def take(self, draft: D) -> None:
        """Set a new draft without a way to undo it."""
        before = self.draft
        self.drafted.take(draft)
        self.changed(before)

    def again_pads(self, new: D, take_draft: Callable[[D], None]) -> list[Button]:
        """Return pads that call `take_draft` with the `new` draft, or with the saved item if there is one."""
        drafts = [(frame.START_OVER, new)]
        if self.original is not None:
            drafts.append((frame.AS_KEPT, self.original))
        return [held_pad(word, partial(take_draft, draft), draft != self.draft) for word, draft in drafts]
