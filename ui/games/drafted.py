"""What is entered on a screen: each change is kept at once, and can be undone; and an editor of one's own."""

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import partial
from typing import Generic, TypeVar

from ui.games.owners_item import OwnersItem
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button
from ui.stage import theme

D = TypeVar("D")
T = TypeVar("T")

MOST_UNDONE = 200
"""The most changes that can be undone."""


class Drafted(Generic[D]):
    """The value as it is now, and those before it; `keep` is told each one.

    Undo never leads back to another page: only what came after the last `turn` can be undone.
    """

    def __init__(self, value: D, keep: Callable[[D], None]) -> None:
        self.value = value
        self._keep = keep
        self._before: list[D] = []
        self._last = ""
        self._turned_at = 0

    def before(self, values: Iterable[D]) -> None:
        """Have `undo` lead back through what was entered some other day, the latest last."""
        self._before = [*values]

    @property
    def undoable(self) -> bool:
        """Whether there is a change on this page to undo."""
        return len(self._before) > self._turned_at

    def change(self, value: D, name: str = "") -> None:
        """Take another value; changes of one name in a row, as of a held figure, are undone together."""
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
        """Take the last change back."""
        if self.undoable:
            self._last = ""
            self.take(self._before.pop())

    def take(self, value: D) -> None:
        """Go on with a value; this can't be undone."""
        self.value = value
        self._keep(value)

    def turn(self, *, all_undoable: bool = False) -> None:
        """Turn the page; on the next one only its own changes can be undone, or all so far."""
        self._turned_at = 0 if all_undoable else len(self._before)
        self._last = ""


UNDO_MM = theme.TARGET_MM + 2
"""Width of the pad that takes back."""


class DraftScreen(PartScreen, Generic[D]):
    """A screen on which something is entered; what is said as a `warning` is read with the next tap."""

    drafted: Drafted[D] = field(init=False)
    warning = ""

    @property
    def draft(self) -> D:
        """What is entered so far."""
        return self.drafted.value

    def change(self, draft: D, name: str = "") -> None:
        """Take a changed draft; changes of one name in a row are undone together."""
        before = self.draft
        self.drafted.change(draft, name)
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

    def undo_pad(self, mm: float = UNDO_MM) -> Button:
        """Return the pad that takes back, so wide."""
        return Button(icon="undo", on_tap=self.undo, live=self.drafted.undoable, name="undo", mm=mm)


def held_pad(
    word: str, act: Callable[[], None], live: bool = True, name: str = "", mm: float = 0.0
) -> Button:
    """Return a pad that must be held; where no name is said it is called by its word."""
    name = name or str.lower(word)
    return Button(word, frame.HOLD, act, live=live, held=True, role=theme.body, name=name, mm=mm)


class OwnEditor(DraftScreen[D], Generic[T, D]):
    """What all editors have: the draft, undo, and what is said at first; a game's editor writes its parts.

    Every draft of one's `own` is kept. `on` gets the thing when nothing is wrong with it.
    """

    own: OwnersItem[T, D]
    back: Callable[[], None]
    on: Callable[[T], None]
    warning: str = ""

    def start(self) -> None:
        """Begin with what was entered so far; `kept` is what is being corrected."""
        self.drafted = Drafted(self.own.begun, self.own.keep)
        self.kept = self.own.corrected

    def take(self, draft: D) -> None:
        """Go on with a draft; this can't be undone."""
        before = self.draft
        self.drafted.take(draft)
        self.changed(before)

    def again_pads(self, new: D, begin: Callable[[D], None]) -> list[Button]:
        """Return the pads that `begin` with a new draft, and with the thing as it was kept."""
        drafts = [(frame.START_OVER, new)]
        if self.kept is not None:
            drafts.append((frame.AS_KEPT, self.kept))
        return [held_pad(word, partial(begin, draft), draft != self.draft) for word, draft in drafts]
