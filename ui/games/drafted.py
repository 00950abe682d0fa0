"""A value that is being entered: each change is kept at once, and can be undone. Pure."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

D = TypeVar("D")

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
